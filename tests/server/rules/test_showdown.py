"""Who shows in which order, who may muck, and what a shown hand is said to be."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_server.rules.events import Mucked
from railbird_server.rules.player import Player
from railbird_server.rules.showdown import Showdown, show_order, words_of
from railbird_server.rules.variants import Variant, game_named
from railbird_shared.actions import Declaration
from railbird_shared.cards import parse_cards
from railbird_shared.events import HandShown, Pot

DRAW, STUD_EIGHT, RAZZ = game_named("five-card-draw"), game_named("stud8"), game_named("razz")
ACES, KINGS, QUEENS = "As Ad 9c 7s 5d", "Kh Kc 9d 7c 5s", "Qh Qd 9s 7d 5c"


def holding(*hands: str) -> list[Player]:
    players = []
    for seat, cards in enumerate(hands, start=1):
        player = Player(seat, 0)
        player.take(parse_cards(cards), face_down=True)
        players.append(player)
    return players


def whole_pot(players: list[Player]) -> tuple[Pot, ...]:
    return (Pot(30, tuple(player.seat for player in players)),)


def seats_shown(variant: Variant, players: list[Player], aggressor: int | None = None) -> list[int]:
    """The seats that show, in their order; the others muck."""
    events = Showdown(variant, players, ()).show(whole_pot(players), aggressor)
    return [event.seat for event in events if isinstance(event, HandShown)]


@pytest.mark.parametrize(("aggressor", "order", "clause"), [(2, [2, 3, 1], "SD-2"), (None, [1, 2, 3], "SD-3")])
def test_the_last_to_bet_shows_first_or_else_the_first_left_of_the_button(
    aggressor: int | None, order: list[int], clause: str
) -> None:  # SD-2, SD-3
    players, because = show_order(holding(ACES, KINGS, QUEENS), aggressor)
    assert ([player.seat for player in players], because) == (order, clause)


def test_a_hand_that_is_beaten_when_its_turn_comes_is_mucked() -> None:  # SD-6, SD-7
    assert seats_shown(DRAW, holding(QUEENS, ACES, KINGS)) == [1, 2]
    assert seats_shown(DRAW, holding(QUEENS, ACES, KINGS), 2) == [2]


def test_a_mucked_hand_has_no_claim_to_the_pot_even_where_it_was_dealt_the_best_low() -> None:  # SD-7
    players = holding(ACES, KINGS)
    showdown = Showdown(DRAW, players, ())
    players[0].mucked = True
    assert [award.seat for award in showdown.award(whole_pot(players))] == [2]


def test_a_hand_that_may_win_either_half_is_shown() -> None:  # SD-6, SD-18
    low, high, neither = "7s 5d 4c 3h 2s Kd Qd", "Ks Kh 9c 8d Jh Jd 2d", "Qs Qh 9d 8c Tc 4d 2h"
    assert seats_shown(STUD_EIGHT, holding(low, high, neither)) == [1, 2]


def test_who_is_beaten_for_the_main_pot_does_not_show_for_a_side_pot_that_is_not_his() -> None:  # SD-6, AI-9
    """Seats 1 and 4 are in for the main pot only: queens beat the jacks of the side pot, and lose to the aces."""
    players = holding(QUEENS, "Jh Jd 9h 6d 5h", "Th Td 8h 6s 3d", ACES)
    pots = (Pot(40, (1, 2, 3, 4)), Pot(20, (2, 3)))
    events = Showdown(DRAW, players, ()).show(pots, 2)
    assert [(event.seat, isinstance(event, Mucked)) for event in events if isinstance(event, HandShown | Mucked)] == [
        (2, False),
        (3, True),
        (4, False),
        (1, True),
    ]


def test_an_equal_hand_is_shown() -> None:  # SD-6, SD-15
    assert seats_shown(DRAW, holding("As Kd 9c 7s 5d", "Ah Kc 9d 7c 5s")) == [1, 2]


def test_who_was_turned_up_does_not_muck() -> None:  # SD-24
    players = holding(ACES, KINGS)
    players[1].turned_up = True
    assert seats_shown(DRAW, players) == [1, 2]


@pytest.mark.parametrize(
    "variant", [replace(DRAW, show_all=True), game_named("italian-draw"), game_named("greek-draw")], ids=lambda v: v.id
)
def test_where_the_whole_set_decides_everybody_shows(variant: Variant) -> None:  # SD-4, NU-12, SIMPLE-15
    hands = ("As Ad 9c 7s 8d", "Kh Kc 9d 7c 8s", "Qh Qd 9s 7d 8c")
    assert seats_shown(variant, holding(*hands)) == [1, 2, 3]


def test_who_declared_shows() -> None:  # SD-21
    players = holding("7s 5d 4c 3h 2s Kd Qd", "8s 6h 4s 3c 2d Jh Jd")
    declared = {1: Declaration.LOW, 2: Declaration.LOW}
    events = Showdown(game_named("stud-hilo"), players, (), declared=declared).show(whole_pot(players), None)
    assert not [event for event in events if isinstance(event, Mucked)]


def test_a_hand_is_shown_whole_with_its_words() -> None:  # SD-5, VT-S7-9
    players = holding("7s 5d 4c 3h 2s Kd Qd")
    (shown,) = Showdown(RAZZ, players, ()).show(whole_pot(players), None)
    assert isinstance(shown, HandShown)
    assert (len(shown.cards), shown.words) == (7, "7-low")
    assert "SD-5" in shown.because


@pytest.mark.parametrize("cards", ["As Ad Ah Ac", "As Ad Ah Ac Kd Kh"])
def test_a_hand_of_a_wrong_size_cannot_win(cards: str) -> None:  # SD-13, PH-8
    players = holding(cards, "2h 3d 4c 5s 7h")
    showdown = Showdown(replace(DRAW, show_all=True), players, ())
    showdown.show(whole_pot(players), None)
    assert [award.seat for award in showdown.award(whole_pot(players))] == [2]


def test_in_a_high_low_game_both_halves_are_said_once_there_are_five_cards() -> None:  # DS-13
    four, five, high = holding("Ac 2d 3h 4s", "Ac 2d 3h 4s 6c", "Ac 2d 3h 4s Kc")
    assert words_of(STUD_EIGHT, four, ()) == "ace high"
    assert words_of(STUD_EIGHT, five, ()) == "ace high, 6-low"
    assert words_of(STUD_EIGHT, high, ()) == "ace high"


def test_a_low_without_a_qualifier_is_said_no_sooner() -> None:  # DS-13
    four, five = holding("Ac 2d 3h 4s", "Ac 2d 3h 4s 6c")
    assert words_of(game_named("stud-hilo"), four, ()) == "ace high"
    assert words_of(game_named("stud-hilo"), five, ()) == "ace high, 6-low"
    omaha = game_named("omaha8")
    assert omaha.low
    any_low = replace(omaha, low=replace(omaha.low, qualifier=0))
    assert words_of(any_low, four, ()) == "ace high"
    assert words_of(any_low, four, parse_cards("6c 8h 9d")) == "ace high, 9-low"


def test_in_the_classroom_hands_are_shown_by_seat_whoever_raised_last() -> None:  # SIMPLE-16
    players = holding(QUEENS, ACES, KINGS)
    assert seats_shown(game_named("classroom"), players, aggressor=2) == [1, 2, 3]


def test_what_a_player_calls_his_hand_changes_nothing() -> None:  # SD-9, DS-15
    players = holding(ACES, KINGS)
    players[1].shown = "royal flush"
    showdown = Showdown(DRAW, players, ())
    showdown.show(whole_pot(players), None)
    (award,) = showdown.award(whole_pot(players))
    assert (award.seat, award.words) == (1, "pair of aces")
