"""Pots divided among hands: halves, odd chips, declarations, and the clauses of each award."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from railbird_server.rules.hand_values import HandValues
from railbird_server.rules.player import Player
from railbird_server.rules.pots import PotAwarder, split_chips
from railbird_shared.game.cards import parse_cards
from railbird_shared.game.game_rules import OddChip
from railbird_shared.game.variants import Variant, get_variant
from railbird_shared.protocol.actions import Declaration
from railbird_shared.protocol.events import Pot, PotAwarded, Side

HOLDEM, STUD_HI_LO, STUD_EIGHT = get_variant("holdem"), get_variant("stud-hilo"), get_variant("stud8")
DRAW = get_variant("five-card-draw")
HIGH, LOW, BOTH = Declaration.HIGH, Declaration.LOW, Declaration.BOTH

ACES_FULL = "As Ad Ah Kc Kd"
KINGS = "Ks Kh Qd Jc 9c"
QUEENS = "Qs Qh Jd Tc 8c"
WHEEL = "5s 4h 3d 2c Ac"
SIX_LOW = "6s 4s 3s 2h Ah"
SEVEN_LOW = "7d 5d 4d 3h 2d"
NINE_LOW = "9d 8d 6d 5c 3c"


def award_pots(
    variant: Variant,
    *hands: str,
    pots: tuple[Pot, ...],
    declared: dict[int, Declaration] | None = None,
    board: str = "",
) -> list[PotAwarded]:
    """Divides pots among players, seats 1 and on from the button's left, who hold these cards."""
    players = []
    for seat, cards in enumerate(hands, start=1):
        player = Player(seat, 0)
        player.add_cards(parse_cards(cards), face_down=True)
        players.append(player)
    worth = HandValues(variant, players, parse_cards(board), {})
    return PotAwarder(variant, players, worth, declared).award(pots)


def award_parts(awards: list[PotAwarded]) -> list[tuple[int, int, str, int]]:
    """Pot, seat, side and chips of each award, in order."""
    return [(award.pot, award.seat, award.side.value, award.chips) for award in awards]


def chips_won(awards: list[PotAwarded]) -> dict[int, int]:
    """What each seat won in all."""
    seats = {award.seat for award in awards}
    return {seat: sum(award.chips for award in awards if award.seat == seat) for seat in sorted(seats)}


# --- the whole pot ------------------------------------------------------------------------------------------------


def test_the_last_side_pot_is_awarded_first() -> None:  # AI-8
    awards = award_pots(DRAW, ACES_FULL, KINGS, QUEENS, pots=(Pot(30, (1, 2, 3)), Pot(20, (2, 3))))
    assert award_parts(awards) == [(1, 2, "whole", 20), (0, 1, "whole", 30)]


def test_awards_cite_the_showdown_and_for_side_pots_the_eligibility_clause() -> None:  # SD-1, SD-9, AI-9
    side, main = award_pots(DRAW, ACES_FULL, KINGS, QUEENS, pots=(Pot(30, (1, 2, 3)), Pot(20, (2, 3))))
    assert main.because == ("SD-1", "SD-9")
    assert side.because == ("SD-1", "SD-9", "AI-9")


def test_equal_hands_share_and_the_first_left_of_the_button_gets_the_odd_chip() -> None:  # SD-15, SD-16, HR-8
    awards = award_pots(DRAW, "As Kd 9c 7s 5d", "Ah Kc 9d 7c 5s", QUEENS, pots=(Pot(11, (1, 2)),))
    assert [(award.seat, award.chips, award.odd) for award in awards] == [(1, 6, 1), (2, 5, 0)]
    assert awards[0].because == ("SD-1", "SD-9", "SD-15", "SD-16")


def test_an_even_split_does_not_cite_the_odd_chip_clause() -> None:  # SD-15
    awards = award_pots(DRAW, "As Kd 9c 7s 5d", "Ah Kc 9d 7c 5s", pots=(Pot(10, (1, 2)),))
    assert awards[0].because == ("SD-1", "SD-9", "SD-15")


def test_several_odd_chips_go_to_one_winner_each() -> None:  # SD-16
    tied = ("As Kd 9c 7s 5d", "Ah Kc 9d 7c 5s", "Ad Ks 9h 7d 5c")
    assert chips_won(award_pots(DRAW, *tied, pots=(Pot(11, (1, 2, 3)),))) == {1: 4, 2: 4, 3: 3}


@pytest.mark.parametrize(
    ("suit_order", "first"),
    [
        ("shdc", 3),
        ("shcd", 3),
        ("sdch", 3),
        ("hsdc", 2),
        ("hdsc", 2),
        ("hdcs", 2),
        ("dshc", 1),
        ("dhsc", 1),
        ("cshd", 3),
    ],
)
def test_the_odd_chip_by_suit_follows_the_suit_order_of_the_house(suit_order: str, first: int) -> None:
    """The highest card of all decides, here an ace of three suits (SD-16, SU-4, SU-12, SU-13)."""
    variant = replace(DRAW, odd_chip=OddChip.SUIT, suit_order=suit_order)
    tied = ("Ad Kd 9c 7s 5d", "Ah Kc 9d 7c 5s", "As Ks 9h 7d 5c")
    odd = [award.seat for award in award_pots(variant, *tied, pots=(Pot(10, (1, 2, 3)),)) if award.odd]
    assert odd == [first]


def test_a_card_outside_the_best_five_may_win_the_odd_chip_by_suit() -> None:  # SD-16, SU-4
    variant = get_variant("seven-card-stud")
    straights = ("Ts 9d 8c 7h 6s Kh 2c", "Th 9s 8d 7c 6h Ks 2d")
    awards = award_pots(variant, *straights, pots=(Pot(9, (1, 2)),))
    assert [(award.seat, award.chips) for award in awards] == [(2, 5), (1, 4)]
    assert awards[0].because[-2:] == ("SD-16", "SU-4")


def test_rank_decides_the_odd_chip_before_suit() -> None:  # SD-16
    straights = ("Ts 9d 8c 7h 6s Kc 2c", "Th 9s 8d 7c 6h Qs 2d")
    awards = award_pots(get_variant("seven-card-stud"), *straights, pots=(Pot(9, (1, 2)),))
    assert awards[0].seat == 1


# --- halves -------------------------------------------------------------------------------------------------------


def test_high_and_low_split_the_pot_and_the_odd_chip_goes_to_high() -> None:  # SD-17, SD-18, VT-S8-1
    awards = award_pots(STUD_HI_LO, KINGS, SEVEN_LOW, pots=(Pot(21, (1, 2)),))
    assert award_parts(awards) == [(0, 1, "high", 11), (0, 2, "low", 10)]
    assert "SD-18" in awards[0].because


def test_a_side_pot_is_split_separately_from_the_main_pot() -> None:  # SD-18, NU-13
    """Seat 1 has the best low but no part of the side pot, where seat 3 wins the low half."""
    awards = award_pots(STUD_EIGHT, WHEEL, KINGS, SEVEN_LOW, pots=(Pot(15, (1, 2, 3)), Pot(9, (2, 3))))
    assert award_parts(awards) == [(1, 2, "high", 5), (1, 3, "low", 4), (0, 1, "high", 8), (0, 1, "low", 7)]


def test_without_a_qualified_low_the_high_hand_takes_the_whole_pot() -> None:  # SD-19, VT-S8-5, VT-O8-4
    (award,) = award_pots(STUD_EIGHT, KINGS, NINE_LOW, pots=(Pot(21, (1, 2)),))
    assert (award.seat, award.chips, award.side) == (1, 21, Side.WHOLE)
    assert "SD-19" in award.because


def test_without_a_qualifier_the_low_half_is_always_paid() -> None:  # SD-20
    awards = award_pots(STUD_HI_LO, KINGS, NINE_LOW, pots=(Pot(21, (1, 2)),))
    assert award_parts(awards) == [(0, 1, "high", 11), (0, 2, "low", 10)]


def test_a_low_qualifies_for_each_pot_separately() -> None:  # SD-18, SD-19
    awards = award_pots(STUD_EIGHT, SEVEN_LOW, KINGS, QUEENS, pots=(Pot(15, (1, 2, 3)), Pot(9, (2, 3))))
    assert award_parts(awards) == [(1, 2, "whole", 9), (0, 2, "high", 8), (0, 1, "low", 7)]


def test_a_tied_half_has_its_own_odd_chip() -> None:  # SD-16, SD-17
    lows = ("7h 5d 4d 3h 2d", "7s 5c 4c 3s 2s")
    assert chips_won(award_pots(STUD_EIGHT, KINGS, *lows, pots=(Pot(51, (1, 2, 3)),))) == {1: 26, 2: 12, 3: 13}


def test_one_player_may_win_both_halves() -> None:  # VT-S8-3
    awards = award_pots(STUD_EIGHT, KINGS, WHEEL, pots=(Pot(20, (1, 2)),))
    assert award_parts(awards) == [(0, 2, "high", 10), (0, 2, "low", 10)]


def test_an_empty_pot_gives_no_award() -> None:
    assert award_pots(DRAW, KINGS, QUEENS, pots=(Pot(0, (1, 2)),)) == []


# --- declarations -------------------------------------------------------------------------------------------------


def test_a_player_contests_only_the_declared_side() -> None:  # SD-21
    """The wheel is also the best high hand, but went low."""
    awards = award_pots(STUD_HI_LO, KINGS, WHEEL, pots=(Pot(20, (1, 2)),), declared={1: HIGH, 2: LOW})
    assert chips_won(awards) == {1: 10, 2: 10}


def test_a_player_who_declares_both_and_wins_both_takes_the_whole_pot() -> None:  # SD-22
    assert chips_won(award_pots(STUD_HI_LO, KINGS, WHEEL, pots=(Pot(20, (1, 2)),), declared={1: HIGH, 2: BOTH})) == {
        2: 20
    }


def test_a_player_who_declares_both_and_loses_one_half_wins_nothing() -> None:  # SD-22
    hands = (ACES_FULL, WHEEL, SEVEN_LOW)
    declared = {1: HIGH, 2: BOTH, 3: LOW}
    assert chips_won(award_pots(STUD_HI_LO, *hands, pots=(Pot(21, (1, 2, 3)),), declared=declared)) == {1: 11, 3: 10}


def test_a_player_who_declares_both_may_tie_for_a_half() -> None:  # SD-22
    hands = ("5s 4h 3d 2c Ac", "5h 4s 3c 2d Ad")
    declared = {1: BOTH, 2: HIGH}
    awards = award_pots(STUD_HI_LO, *hands, pots=(Pot(20, (1, 2)),), declared=declared)
    assert chips_won(awards) == {1: 15, 2: 5}


def test_the_high_hand_takes_the_whole_pot_when_no_low_is_left() -> None:  # SD-22
    hands = (WHEEL, ACES_FULL, SEVEN_LOW)
    declared = {1: BOTH, 2: HIGH, 3: BOTH}
    awards = award_pots(STUD_HI_LO, *hands, pots=(Pot(21, (1, 2, 3)),), declared=declared)
    assert chips_won(awards) == {2: 21}


def test_a_failed_declaration_of_both_does_not_beat_the_other_half() -> None:  # SD-22
    """Seat 1 goes both ways, loses the high half and is out; the low that it held goes to seat 3."""
    hands = (WHEEL, ACES_FULL, SEVEN_LOW, NINE_LOW)
    declared = {1: BOTH, 2: HIGH, 3: LOW, 4: LOW}
    awards = award_pots(STUD_HI_LO, *hands, pots=(Pot(20, (1, 2, 3, 4)),), declared=declared)
    assert chips_won(awards) == {2: 10, 3: 10}


def test_all_failed_declarations_of_both_are_out_at_the_same_time() -> None:  # SD-22
    """Seats 1 and 2 go both ways and win a half each, the low one and the high one; so neither wins anything."""
    hands = (SIX_LOW, ACES_FULL, KINGS)
    declared = {1: BOTH, 2: BOTH, 3: HIGH}
    assert chips_won(award_pots(STUD_HI_LO, *hands, pots=(Pot(20, (1, 2, 3)),), declared=declared)) == {3: 20}


def test_the_low_takes_the_whole_pot_when_all_declare_low() -> None:  # SD-21
    (award,) = award_pots(STUD_HI_LO, KINGS, SEVEN_LOW, pots=(Pot(21, (1, 2)),), declared={1: LOW, 2: LOW})
    assert (award.seat, award.chips, award.side) == (2, 21, Side.WHOLE)


def test_cards_speak_when_every_declaration_of_both_fails() -> None:  # SD-9, SD-22
    awards = award_pots(STUD_HI_LO, ACES_FULL, SEVEN_LOW, pots=(Pot(21, (1, 2)),), declared={1: BOTH, 2: BOTH})
    assert chips_won(awards) == {1: 11, 2: 10}


def test_a_declared_low_that_does_not_qualify_wins_nothing() -> None:  # SD-19, SD-21
    awards = award_pots(STUD_EIGHT, KINGS, NINE_LOW, pots=(Pot(20, (1, 2)),), declared={1: HIGH, 2: LOW})
    assert chips_won(awards) == {1: 20}


def test_a_declaration_is_judged_separately_for_each_pot() -> None:  # SD-18, SD-22
    """Seat 3 goes both ways: in the main pot seat 1 has the better high hand, in the side pot nobody has."""
    hands = (ACES_FULL, QUEENS, WHEEL)
    declared = {1: HIGH, 2: HIGH, 3: BOTH}
    awards = award_pots(STUD_HI_LO, *hands, pots=(Pot(30, (1, 2, 3)), Pot(20, (2, 3))), declared=declared)
    assert chips_won(awards) == {1: 30, 3: 20}


def test_odd_chips_go_one_each_to_the_first_winners() -> None:  # SD-16
    assert split_chips(11, [4, 1, 2]) == [(4, 4, 1), (1, 4, 1), (2, 3, 0)]
    assert split_chips(30_300, [1, 2, 3]) == [(1, 10_100, 0), (2, 10_100, 0), (3, 10_100, 0)]


@given(st.integers(0, 10_000), st.lists(st.integers(1, 10), min_size=1, max_size=10, unique=True))
def test_shares_add_up_and_differ_by_one_chip_at_most(chips: int, winners: list[int]) -> None:
    divided = split_chips(chips, winners)
    assert sum(share for _, share, _ in divided) == chips
    assert max(share for _, share, _ in divided) - min(share for _, share, _ in divided) <= 1
    assert [seat for seat, _, _ in divided] == winners
