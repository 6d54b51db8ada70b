"""Games with common cards as their records have them."""

from __future__ import annotations

from typing import TypeVar

import pytest

from railbird_server.refusal import IllegalAction
from railbird_server.rules.events import Burned, RulesEvent
from railbird_server.rules.hand import Hand
from railbird_shared.game.variants import get_variant
from railbird_shared.protocol.events import BoardDealt, PotAwarded, Side
from support.hand_builders import deal_order, legal_actions, make_hand, play_acts, start_hand

E = TypeVar("E")


def only(events: list[RulesEvent], kind: type[E]) -> list[E]:
    return [event for event in events if isinstance(event, kind)]


def board(game: str, *hands: str, then: str = "") -> Hand:
    return start_hand(make_hand(game, (100,) * len(hands), deck=f"{deal_order(*hands)} {then}"))


def checked_down(dealt: Hand) -> list[RulesEvent]:
    events: list[RulesEvent] = []
    while not dealt.over:
        events += play_acts(dealt, "x" if legal_actions(dealt).check else "c")
    return events


def test_the_big_blind_may_raise_when_all_have_called() -> None:  # VT-HE-7, BT-18
    dealt = start_hand(make_hand("holdem"))
    play_acts(dealt, "c", "c")
    allowed = legal_actions(dealt)
    assert (allowed.seat, allowed.check) == (2, True)
    play_acts(dealt, "r 6")
    assert (dealt.to_act, dealt.street_name) == (3, "preflop")


@pytest.mark.parametrize(
    ("game", "seats"),
    [("holdem", 10), ("limit-holdem", 10), ("omaha", 10), ("omaha8", 10), ("omaha-5", 8), ("omaha-6", 7)],
)
def test_board_games_have_their_maximum_of_players(game: str, seats: int) -> None:  # VT-HE-9, VT-OM-3, VT-XX-4
    variant = get_variant(game)
    assert variant.max_seats == seats
    assert seats * variant.streets[0].down + 8 <= 52


@pytest.mark.parametrize(("game", "cards"), [("holdem", 2), ("omaha", 4), ("omaha-5", 5), ("omaha-6", 6)])
def test_hole_cards_are_followed_by_a_board_of_three_one_and_one(game: str, cards: int) -> None:  # VT-HE-1..3, VT-OM-1
    dealt = start_hand(make_hand(game, (100, 100)))
    assert {len(player.cards) for player in dealt.players.values()} == {cards}
    events = checked_down(dealt)
    assert [len(event.cards) for event in only(events, BoardDealt)] == [3, 1, 1]
    assert len(only(events, Burned)) == 3


def test_zero_one_or_two_hole_cards_may_play() -> None:  # VT-HE-5, HR-3
    broadway = "2c As Ks Qs 3c Jd 4c Td"
    both = only(checked_down(board("holdem", "2h 2d", "9h 9d", then=broadway)), PotAwarded)
    assert [award.hand_name for award in both] == ["Broadway", "Broadway"]


@pytest.mark.parametrize("game", ["omaha", "omaha-5", "omaha-6"])
def test_omaha_makes_no_flush_with_one_suited_hole_card(game: str) -> None:  # VT-OM-2, VT-XX-4
    extra = {"omaha": ("", ""), "omaha-5": (" 3c", " 4c"), "omaha-6": (" 3c 5c", " 4c 7c")}[game]
    dealt = board(game, f"As Kd Qd 2c{extra[0]}", f"Jh Jc 6d 5h{extra[1]}", then="3d Ks Js 8s 4d 2s 5d 9h")
    (award,) = only(checked_down(dealt), PotAwarded)
    assert (award.seat, award.hand_name) == (2, "three jacks")


def test_omaha_high_low_splits_the_pot_or_gives_it_all_to_high() -> None:  # VT-O8-1, VT-O8-4, VT-O8-5
    hands = "As 2d Kc Qd", "Kh Ks 9d 9h"
    low_board, high_board = "2c Kd 7c 4s 3c 8h 5c Jd", "2c Kd 7c Ts 3c Jh 5c 8d"
    divided = only(checked_down(board("omaha8", *hands, then=low_board)), PotAwarded)
    whole = only(checked_down(board("omaha8", *hands, then=high_board)), PotAwarded)
    assert [(award.seat, award.side) for award in divided] == [(2, Side.HIGH), (1, Side.LOW)]
    assert [award.side for award in whole] == [Side.WHOLE]


@pytest.mark.parametrize(("game", "street"), [("pineapple", "discard"), ("crazy-pineapple", "discard")])
def test_pineapple_discards_the_third_card_before_or_after_the_flop(game: str, street: str) -> None:  # VT-XX-3
    dealt = start_hand(make_hand(game, (100, 100)))
    assert {len(player.cards) for player in dealt.players.values()} == {3}
    play_acts(dealt, "c", "x")
    if game == "crazy-pineapple":
        assert dealt.street_name == "flop"
        play_acts(dealt, "x", "x")
    assert (dealt.street_name, len(dealt.board)) == (street, 0 if game == "pineapple" else 3)
    with pytest.raises(IllegalAction):
        play_acts(dealt, "pat")
    for _ in range(2):
        play_acts(dealt, f"d {dealt.players[legal_actions(dealt).seat].cards[0]}")
    assert {len(player.cards) for player in dealt.players.values()} == {2}
    checked_down(dealt)
    assert dealt.over


def test_short_deck_ranks_flush_over_full_house_and_ace_below_six() -> None:  # VT-XX-5, SK-2, SK-4, SK-5
    flush = board("short-deck", "Ah 9h", "Ks Kd", then="6c Kh 8h 8s 6d 6h 7c Qd")
    (award,) = only(checked_down(flush), PotAwarded)
    assert (award.seat, award.hand_name) == (1, "ace-high flush")
    low_straight = board("short-deck", "Ac 9d", "8c 8d", then="6h 8h 7s Kd 6d 6c 7d Qd")
    (award,) = only(checked_down(low_straight), PotAwarded)
    assert (award.seat, award.hand_name) == (1, "nine-high straight")
