"""The classroom game: antes that count as the bet, no check, one draw, one round of betting (SIMPLE-1..20)."""

from __future__ import annotations

from typing import TypeVar

import pytest

from railbird_server.refusal import IllegalAction
from railbird_server.rules.events import Burned, Dealt, Mucked, RulesEvent
from railbird_server.rules.hand import Hand
from railbird_shared.game.game_rules import BadSetup, OddChip
from railbird_shared.game.ranking_rules import RankingRules
from railbird_shared.game.variants import get_variant
from railbird_shared.protocol.events import HandShown, Posted, PotAwarded, PotsMade
from support.hand_builders import deal_order, legal_actions, make_hand, play_acts, shuffled_deck, start_hand

E = TypeVar("E")

CLASSROOM = get_variant("classroom")
KINGS, NINES, NOTHING = "Ks Kd 8h 5c 2d", "9h 9c Ad 6s 3h", "Qs Jc Td 7h 4c"


def only(events: list[RulesEvent], kind: type[E]) -> list[E]:
    return [event for event in events if isinstance(event, kind)]


def lesson(*hands: str, stacks: dict[int, int] | None = None, then: str = "") -> Hand:
    """A hand in which seats 1 and on hold these cards; `stacks` names other seats, clockwise from the button's left."""
    seats = stacks or dict.fromkeys(range(1, len(hands) + 1), 50)
    return start_hand(make_hand("classroom", seats, deck=f"{deal_order(*hands)} {then}"))


def test_classroom_is_five_card_draw_with_the_standard_pack_and_ranking() -> None:  # SIMPLE-1
    assert CLASSROOM.high == RankingRules()
    assert len(CLASSROOM.pack) == 52
    assert (CLASSROOM.streets[0].down, CLASSROOM.low) == (5, None)


def test_every_player_antes_and_the_ante_is_the_running_bet() -> None:  # SIMPLE-2, SIMPLE-3
    dealt = make_hand("classroom", (50, 50, 50), ante=3, bet=4)
    posted = only(dealt.start(), Posted)
    assert [(post.chips, post.to_match) for post in posted] == [(3, 3)] * 3
    assert dealt.to_match == 3
    assert (legal_actions(dealt).call, legal_actions(dealt).bet) == (0, 3)


def test_five_cards_are_dealt_face_down_one_at_a_time_from_the_first_player() -> None:  # SIMPLE-4
    dealt = start_hand(
        make_hand("classroom", {3: 50, 1: 50, 2: 50}, deck="2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d 3d")
    )
    assert [str(card) for card in dealt.players[1].cards] == ["2c", "5c", "8c", "Jc", "Ac"]
    assert [str(card) for card in dealt.players[3].cards] == ["4c", "7c", "Tc", "Kc", "3d"]
    assert dealt.players[1].visible_cards == (None,) * 5


@pytest.mark.parametrize("button_last", [{3: 50, 1: 50, 2: 50}, {2: 50, 3: 50, 1: 50}, {1: 50, 2: 50, 3: 50}])
def test_the_lowest_seat_acts_first_wherever_the_button_is(button_last: dict[int, int]) -> None:  # SIMPLE-5
    assert start_hand(make_hand("classroom", button_last)).to_act == 1


def test_a_player_may_raise_see_or_fold_but_not_check() -> None:  # SIMPLE-6
    dealt = lesson(KINGS, NINES)
    allowed = legal_actions(dealt)
    assert (allowed.check, allowed.fold, allowed.call) == (False, True, 0)
    with pytest.raises(IllegalAction, match="Nobody checks here") as refusal:
        play_acts(dealt, "x")
    assert refusal.value.clause == "SIMPLE-6"


def test_a_raise_moves_the_running_bet_up_and_the_raiser_pays_up_to_it() -> None:  # SIMPLE-7
    dealt = lesson(KINGS, NINES)
    play_acts(dealt, "r 5")
    assert (dealt.to_match, dealt.stacks[1], legal_actions(dealt).call) == (5, 45, 4)


def test_the_round_ends_once_all_have_acted_and_matched_the_bet() -> None:  # SIMPLE-8
    dealt = lesson(KINGS, NINES, NOTHING)
    play_acts(dealt, "c", "r 4", "c")
    assert dealt.to_act == 1
    play_acts(dealt, "r 9", "c", "f")
    assert dealt.street_name == "draw"


def test_the_draw_follows_when_all_see_the_ante() -> None:  # SIMPLE-9
    dealt = lesson(KINGS, NINES)
    play_acts(dealt, "c", "c")
    assert (dealt.street_name, legal_actions(dealt).max_discards) == ("draw", 5)


def test_the_last_player_takes_the_pot_without_a_draw() -> None:  # SIMPLE-10
    dealt = lesson(KINGS, NINES)
    events = play_acts(dealt, "r 5", "f")
    assert dealt.over
    assert not only(events, Dealt)
    assert dealt.stacks == {1: 51, 2: 49}


def test_players_draw_in_seat_order_any_number_of_cards() -> None:  # SIMPLE-11
    dealt = start_hand(make_hand("classroom", {2: 50, 1: 50}, deck=deal_order(KINGS, NINES) + "2c 3c 4c 5d 6c 7c"))
    play_acts(dealt, "c", "c")
    assert dealt.to_act == 1
    play_acts(dealt, f"d {KINGS}")
    assert [str(card) for card in dealt.players[1].cards] == ["2c", "3c", "4c", "5d", "6c"]
    assert dealt.to_act == 2


def test_there_is_no_burn_no_fifth_card_rule_and_no_held_card() -> None:  # SIMPLE-12
    events: list[RulesEvent] = []
    dealt = lesson(KINGS, NINES)
    events += play_acts(dealt, "c", "c", f"d {KINGS}", "pat")
    assert not only(events, Burned)
    assert not CLASSROOM.discard_limit
    assert not CLASSROOM.fifth_card_last
    assert not CLASSROOM.bottom_card_held


def test_classroom_takes_two_to_five_players() -> None:  # SIMPLE-13
    with pytest.raises(BadSetup, match="2 to 5 players"):
        make_hand("classroom", (50,) * 6)


def test_discards_are_never_dealt_again() -> None:  # SIMPLE-13, SIMPLE-20
    """Five players who throw everything away use fifty cards, each once."""
    dealt = start_hand(make_hand("classroom", (50,) * 5, deck=shuffled_deck(5, "classroom")))
    before = [card for player in dealt.players.values() for card in player.cards]
    play_acts(dealt, *["c"] * 5)
    for seat in range(1, 6):
        play_acts(dealt, "d " + " ".join(map(str, dealt.players[seat].cards)))
    after = [card for player in dealt.players.values() for card in player.cards]
    assert len(set(before + after)) == 50


def test_the_showdown_follows_the_draw_without_another_betting_round() -> None:  # SIMPLE-14
    dealt = lesson(KINGS, NINES)
    events = play_acts(dealt, "r 4", "c", "pat", "pat")
    assert dealt.over
    assert only(events, PotAwarded)


def test_all_hands_are_shown_in_the_order_of_the_seats() -> None:  # SIMPLE-15, SIMPLE-16
    """The second player raised last."""
    dealt = lesson(NOTHING, KINGS, NINES)
    events = play_acts(dealt, "c", "r 4", "c", "c", "pat", "pat", "pat")
    assert [shown.seat for shown in only(events, HandShown)] == [1, 2, 3]
    assert not only(events, Mucked)
    assert [award.seat for award in only(events, PotAwarded)] == [2]


def test_an_all_in_makes_a_side_pot() -> None:  # SIMPLE-17
    dealt = lesson(KINGS, NINES, NOTHING, stacks={1: 4, 2: 50, 3: 50})
    events = play_acts(dealt, "r 4", "r 9", "c")
    (pots,) = only(events, PotsMade)
    assert [(pot.chips, pot.seats) for pot in pots.pots] == [(12, (1, 2, 3)), (10, (2, 3))]


def test_raises_of_one_chip_up_to_the_stack_are_allowed_without_a_cap() -> None:  # SIMPLE-18
    dealt = lesson(KINGS, NINES, NOTHING)
    for to in (11, 12, 13, 14, 15, 16, 17):
        wager = legal_actions(dealt).wager
        assert wager is not None
        assert (wager.minimum, wager.maximum) == (dealt.to_match + 1, 50)
        play_acts(dealt, f"r {to}")


def test_the_odd_chip_goes_to_the_lowest_seat() -> None:  # SIMPLE-15, SIMPLE-19
    assert CLASSROOM.odd_chip is OddChip.POSITION
    tied = ("Ks Qd 8h 5c 2d", "Kh Qc 8d 5s 2h")
    seats = {3: 50, 1: 50, 2: 50}
    dealt = start_hand(make_hand("classroom", seats, deck=deal_order(tied[0], NOTHING, tied[1])))
    events = play_acts(dealt, "c", "f", "c", "pat", "pat")
    awards = only(events, PotAwarded)
    assert [(award.seat, award.chips) for award in awards] == [(1, 2), (3, 1)]
    assert "SIMPLE-19" in awards[0].because
