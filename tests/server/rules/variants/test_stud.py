"""Stud as its records have it: what is dealt, who opens, which bets, and who wins which half."""

from __future__ import annotations

from typing import TypeVar

import pytest

from railbird_server.refusal import IllegalAction
from railbird_server.rules.events import Dealt, RulesEvent
from railbird_server.rules.hand import Hand
from railbird_shared.game.announced_game import Stakes
from railbird_shared.game.variants import get_variant
from railbird_shared.protocol.events import HandShown, Posted, PotAwarded, Side
from support.hand_builders import deal_order, legal_actions, make_hand, play_acts, start_hand

E = TypeVar("E")

NO_ANTE = Stakes(small_bet=4, big_bet=8)


def only(events: list[RulesEvent], kind: type[E]) -> list[E]:
    return [event for event in events if isinstance(event, kind)]


def stud(game: str, *hands: str, then: str = "", stakes: Stakes | None = None, stacks: tuple[int, ...] = ()) -> Hand:
    """A stud game in which the players start with these cards, the last one up, and then get these."""
    stacks = stacks or (100,) * len(hands)
    return start_hand(make_hand(game, stacks, deck=f"{deal_order(*hands)} {then}", stakes=stakes))


# --- five card stud -----------------------------------------------------------------------------------------------


def test_five_card_stud_starts_with_one_card_down_and_one_up() -> None:  # VT-S5-1
    dealt = stud("five-card-stud", "9c Kd", "Ah 7s", "4d 7h")
    assert [[str(card) if card else "?" for card in player.visible_cards] for player in dealt.players.values()] == [
        ["?", "Kd"],
        ["?", "7s"],
        ["?", "7h"],
    ]


@pytest.mark.parametrize(
    ("upcards", "seat"), [(("Kd", "7s", "7h"), 1), (("Kd", "Ks", "7h"), 2), (("2d", "3s", "Ah"), 3)]
)
def test_the_highest_upcard_acts_first_and_suits_break_ties(
    upcards: tuple[str, str, str], seat: int
) -> None:  # VT-S5-2, VT-S5-6, SU-3
    dealt = stud("five-card-stud", *(f"{down} {up}" for down, up in zip(("9c", "8c", "6c"), upcards, strict=True)))
    assert dealt.to_act == seat
    assert legal_actions(dealt).check


def test_without_antes_the_highest_upcard_has_to_open_for_the_minimum_bet() -> None:  # VT-S5-3
    dealt = stud("five-card-stud", "9c Kd", "Ah 7s", "4d 7h", stakes=NO_ANTE)
    allowed = legal_actions(dealt)
    assert (allowed.seat, allowed.bring_in, allowed.check, allowed.fold, allowed.wager) == (1, 4, False, False, None)
    for act in ("x", "b 8"):
        with pytest.raises(IllegalAction, match="bring it in for 4") as refusal:
            play_acts(dealt, act)
        assert refusal.value.clause == "VT-S5-3"
    (posted,) = only(play_acts(dealt, "in"), Posted)
    assert (posted.chips, posted.because) == (4, ("VT-S5-3", "VT-S5-6"))


def test_a_forced_opening_is_a_full_bet_and_is_raised_by_a_full_bet() -> None:  # VT-S5-3, BT-24
    dealt = stud("five-card-stud", "9c Kd", "Ah 7s", "4d 7h", stakes=NO_ANTE)
    play_acts(dealt, "in")
    wager = legal_actions(dealt).wager
    assert wager is not None
    assert (wager.kind, wager.totals) == ("raise", (8,))
    play_acts(dealt, "c", "c")
    assert dealt.street_name == "third street"


def test_five_card_stud_bets_after_each_upcard_from_the_best_hand_showing() -> None:  # VT-S5-4, VT-S5-5
    dealt = stud("five-card-stud", "9c Kd", "Ah 7s", then="2c 3d 7d 2d 3c 8s 2h Kh Th")
    events: list[RulesEvent] = []
    begun = []
    for _ in range(4):
        begun.append((dealt.street_name, dealt.to_act))
        events += play_acts(dealt, "x", "x")
    assert begun == [("second street", 1), ("third street", 2), ("fourth street", 2), ("fifth street", 1)]
    assert {(len(deal.down), len(deal.up)) for deal in only(events, Dealt)} == {(0, 1)}
    assert dealt.over
    assert only(events, HandShown)


def test_between_equal_hands_showing_the_first_left_of_the_button_acts_first() -> None:  # VT-S5-6
    dealt = stud("five-card-stud", "9c Kd", "Ah Ks", then="2c Qd Qs")
    play_acts(dealt, "x", "x")
    assert dealt.to_act == 1


def test_five_card_stud_seats_ten_and_seven_card_stud_eight() -> None:  # VT-S5-7, VT-S7-14, DL-22
    assert get_variant("five-card-stud").max_seats == 10
    assert {get_variant(game).max_seats for game in ("seven-card-stud", "razz", "stud8", "stud-hilo")} == {8}


# --- seven card stud ----------------------------------------------------------------------------------------------


def test_traditional_stud_starts_with_the_highest_upcard_and_no_bring_in() -> None:  # VT-S7-2
    for stakes in (None, NO_ANTE):
        dealt = stud("seven-card-stud-traditional", "2c 3d Kd", "4c 5d 7s", "6c 8d 7h", stakes=stakes)
        assert (dealt.to_act, legal_actions(dealt).check, legal_actions(dealt).bring_in) == (1, True, None)


def test_every_player_antes() -> None:  # VT-S7-13, DL-8
    dealt = make_hand("seven-card-stud", (100, 100, 100))
    posted = only(dealt.start(), Posted)
    assert [(post.seat, post.chips, post.because) for post in posted] == [
        (seat, 1, ("VT-S7-13",)) for seat in (1, 2, 3)
    ]


def test_seven_card_stud_bets_after_each_of_four_upcards_and_a_last_down_card() -> None:  # VT-S7-6
    dealt = stud("seven-card-stud", "2c 3d Kd", "4c 5d 7s")
    events = play_acts(dealt, "in", "c", *["x"] * 8)
    assert dealt.over
    dealt_later = [(len(deal.down), len(deal.up)) for deal in only(events, Dealt) if deal.seat == 1]
    assert dealt_later == [(0, 1), (0, 1), (0, 1), (1, 0)]


def test_the_bring_in_cites_its_clauses() -> None:  # VT-S7-3, VT-S7-4
    dealt = stud("seven-card-stud", "2c 3d Kd", "4c 5d 7s")
    (posted,) = only(play_acts(dealt, "in"), Posted)
    assert (posted.seat, posted.because) == (2, ("VT-S7-3", "VT-S7-4", "VT-S7-5"))


# --- razz ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("upcards", "seat"), [(("Kd", "Ac", "Qh"), 1), (("Kd", "Ks", "Kh"), 2), (("Ad", "2s", "3h"), 3)]
)
def test_in_razz_the_highest_upcard_posts_the_bring_in_and_aces_are_low(
    upcards: tuple[str, str, str], seat: int
) -> None:  # VT-RZ-2, VT-RZ-4
    dealt = stud("razz", *(f"{down} {up}" for down, up in zip(("9c 9d", "8c 8d", "6c 6d"), upcards, strict=True)))
    (posted,) = only(play_acts(dealt, "in"), Posted)
    assert (posted.seat, posted.because) == (seat, ("VT-RZ-2", "VT-RZ-4", "VT-S7-5"))


def test_in_razz_the_lowest_hand_showing_acts_first_on_later_streets() -> None:  # VT-RZ-3, PH-7
    dealt = stud("razz", "9c 9d Kd", "8c 8d 7s", "6c 6d 5h", then="2c 2d 3d 5d")
    play_acts(dealt, "in", "c", "c")
    assert dealt.to_act == 2


def test_the_wheel_wins_at_razz() -> None:  # VT-RZ-1, VT-RZ-5
    dealt = stud("razz", "Ah 2d 3s", "2h 3c 4s", then="Kd 4c 6h Ks 5h Ac Kh Qd Qh Kc Jd Jh")
    (award,) = only(play_acts(dealt, "in", "c", *["x"] * 8), PotAwarded)
    assert (award.seat, award.hand_name) == (1, "5-4-3-2-A")


def test_razz_has_no_double_bet_for_an_open_pair() -> None:  # VT-S7-11
    for game in ("razz", "stud8", "stud-hilo"):
        dealt = stud(game, "9c 9d Kd", "8c 8d 7s", then="2c Ks 5d")
        play_acts(dealt, "in", "c")
        wager = legal_actions(dealt).wager
        assert wager is not None
        assert wager.totals == (4,)


# --- high-low -----------------------------------------------------------------------------------------------------

TRIPS_AND_LOW = "Ks Kh 8d", "Ac 2d 7h"


def test_in_high_low_stud_the_lowest_upcard_posts_the_bring_in() -> None:  # VT-S8-1, VT-S8-6
    for game in ("stud-hilo", "stud8"):
        assert legal_actions(stud(game, *TRIPS_AND_LOW)).bring_in == 2
        assert legal_actions(stud(game, *TRIPS_AND_LOW)).seat == 2


@pytest.mark.parametrize(("game", "low"), [("stud-hilo", "9-7-3-2-A"), ("stud8", "")])
def test_a_low_qualifier_is_eight_or_better_or_none(game: str, low: str) -> None:  # VT-S8-2, VT-S8-4, VT-S8-5, SD-20
    dealt = stud(game, *TRIPS_AND_LOW, then="2c Kd 3s 2h Qd 9c 2s Qh Jc 3c 9d Jh")
    awards = only(play_acts(dealt, "in", "c", *["x"] * 8), PotAwarded)
    assert [award.hand_name for award in awards if award.side is Side.LOW] == ([low] if low else [])
    assert {award.side for award in awards} == ({Side.HIGH, Side.LOW} if low else {Side.WHOLE})


def test_one_hand_may_win_both_halves() -> None:  # VT-S8-3, SD-18
    dealt = stud("stud8", "Ks Kh 8d", "Ac 2d 3h", then="2c Kd 4s 2h Qd 5c 2s Jh Jc 3c 9d Th")
    awards = only(play_acts(dealt, "in", "c", *["x"] * 8), PotAwarded)
    assert [(award.seat, award.side) for award in awards] == [(2, Side.HIGH), (2, Side.LOW)]
