"""Who shows in which order, who may muck, and what a shown hand is said to be."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_server.rules.events import Mucked
from railbird_server.rules.hand_values import HandValues
from railbird_server.rules.player import Player
from railbird_server.rules.showdown import Showdown, order_of_showing
from railbird_shared.game.cards import parse_cards
from railbird_shared.game.variants import Variant, get_variant
from railbird_shared.protocol.actions import Declaration
from railbird_shared.protocol.events import HandShown, Pot

DRAW, STUD_EIGHT, RAZZ = get_variant("five-card-draw"), get_variant("stud8"), get_variant("razz")
ACES, KINGS, QUEENS = "As Ad 9c 7s 5d", "Kh Kc 9d 7c 5s", "Qh Qd 9s 7d 5c"


def players_holding(*hands: str) -> list[Player]:
    players = []
    for seat, cards in enumerate(hands, start=1):
        player = Player(seat, 0)
        player.add_cards(parse_cards(cards), face_down=True)
        players.append(player)
    return players


def whole_pot(players: list[Player]) -> tuple[Pot, ...]:
    return (Pot(30, tuple(player.seat for player in players)),)


def seats_shown(variant: Variant, players: list[Player], aggressor: int | None = None) -> list[int]:
    """The seats that show, in their order; the others muck."""
    events = Showdown(variant, players, ()).show_hands(whole_pot(players), aggressor)
    return [event.seat for event in events if isinstance(event, HandShown)]


@pytest.mark.parametrize(("aggressor", "order", "clause"), [(2, [2, 3, 1], "SD-2"), (None, [1, 2, 3], "SD-3")])
def test_the_last_to_bet_or_else_the_first_left_of_the_button_shows_first(
    aggressor: int | None, order: list[int], clause: str
) -> None:  # SD-2, SD-3
    players, because = order_of_showing(players_holding(ACES, KINGS, QUEENS), aggressor)
    assert ([player.seat for player in players], because) == (order, clause)


MAIN_AND_SIDE = (Pot(40, (1, 2, 3, 4)), Pot(20, (2, 3, 4)))
MAIN_AND_TWO_SIDES = (*MAIN_AND_SIDE, Pot(10, (2, 4)))


@pytest.mark.parametrize(
    ("pots", "aggressor", "order", "clause"),
    [
        (MAIN_AND_SIDE, 3, [3, 4, 2, 1], "SD-2"),
        (MAIN_AND_SIDE, None, [2, 3, 4, 1], "SD-2"),
        (MAIN_AND_TWO_SIDES, 4, [4, 2, 3, 1], "SD-2"),
        (MAIN_AND_TWO_SIDES, 2, [2, 4, 3, 1], "SD-2"),
        (MAIN_AND_TWO_SIDES, None, [2, 4, 3, 1], "SD-2"),
        ((Pot(40, (1, 2, 3, 4)), Pot(20, (1, 2))), None, [1, 2, 3, 4], "SD-3"),
        ((Pot(40, (1, 2, 3, 4)),), 4, [4, 1, 2, 3], "SD-2"),
        ((Pot(40, (1, 2, 3, 4)), Pot(10, (3,))), None, [3, 1, 2, 4], "SD-2"),
    ],
)
def test_players_of_the_latest_side_pot_show_first(
    pots: tuple[Pot, ...], aggressor: int | None, order: list[int], clause: str
) -> None:  # SD-2
    players, because = order_of_showing(players_holding(ACES, KINGS, QUEENS, QUEENS), aggressor, pots)
    assert ([player.seat for player in players], because) == (order, clause)


def test_a_short_stack_shows_after_the_side_pot_and_may_muck() -> None:  # SD-2, SD-6
    players = players_holding(KINGS, QUEENS, ACES)
    pots = (Pot(30, (1, 2, 3)), Pot(20, (2, 3)))
    events = Showdown(DRAW, players, ()).show_hands(pots, 2)
    assert [(type(event).__name__, event.seat) for event in events if isinstance(event, HandShown | Mucked)] == [
        ("HandShown", 2),
        ("HandShown", 3),
        ("Mucked", 1),
    ]


def test_tied_hands_of_a_side_pot_are_shown_before_a_better_hand_in_the_main_pot() -> None:  # SD-2, SD-15
    players = players_holding(ACES, QUEENS, QUEENS)
    pots = (Pot(30, (1, 2, 3)), Pot(20, (2, 3)))
    showdown = Showdown(DRAW, players, ())
    shown = [event.seat for event in showdown.show_hands(pots, None) if isinstance(event, HandShown)]
    assert shown == [2, 3, 1]
    assert [(award.pot, award.seat, award.chips) for award in showdown.award_pots(pots)] == [
        (1, 2, 10),
        (1, 3, 10),
        (0, 1, 30),
    ]


def test_a_hand_beaten_by_one_already_shown_is_mucked() -> None:  # SD-6, SD-7
    assert seats_shown(DRAW, players_holding(QUEENS, ACES, KINGS)) == [1, 2]
    assert seats_shown(DRAW, players_holding(QUEENS, ACES, KINGS), 2) == [2]


def test_a_mucked_hand_cannot_win_the_pot() -> None:  # SD-7
    players = players_holding(ACES, KINGS)
    showdown = Showdown(DRAW, players, ())
    players[0].mucked = True
    assert [award.seat for award in showdown.award_pots(whole_pot(players))] == [2]


def test_a_hand_that_may_win_either_half_is_shown() -> None:  # SD-6, SD-18
    low, high, neither = "7s 5d 4c 3h 2s Kd Qd", "Ks Kh 9c 8d Jh Jd 2d", "Qs Qh 9d 8c Tc 4d 2h"
    assert seats_shown(STUD_EIGHT, players_holding(low, high, neither)) == [1, 2]


def test_a_player_beaten_for_the_main_pot_mucks_when_not_in_the_side_pot() -> None:  # SD-6, AI-9
    """Seats 1 and 4 are in for the main pot only: queens beat the jacks of the side pot, and lose to the aces."""
    players = players_holding(QUEENS, "Jh Jd 9h 6d 5h", "Th Td 8h 6s 3d", ACES)
    pots = (Pot(40, (1, 2, 3, 4)), Pot(20, (2, 3)))
    events = Showdown(DRAW, players, ()).show_hands(pots, 2)
    assert [(event.seat, isinstance(event, Mucked)) for event in events if isinstance(event, HandShown | Mucked)] == [
        (2, False),
        (3, True),
        (4, False),
        (1, True),
    ]


def test_a_hand_that_ties_the_best_shown_is_shown() -> None:  # SD-6, SD-15
    assert seats_shown(DRAW, players_holding("As Kd 9c 7s 5d", "Ah Kc 9d 7c 5s")) == [1, 2]


def test_an_exposed_hand_is_not_mucked() -> None:  # SD-24
    players = players_holding(ACES, KINGS)
    players[1].turned_up = True
    assert seats_shown(DRAW, players) == [1, 2]


@pytest.mark.parametrize(
    "variant",
    [replace(DRAW, show_all_hands=True), get_variant("italian-draw"), get_variant("greek-draw")],
    ids=lambda v: v.id,
)
def test_all_hands_are_shown_when_compared_together(variant: Variant) -> None:  # SD-4, NU-12, SIMPLE-15
    hands = ("As Ad 9c 7s 8d", "Kh Kc 9d 7c 8s", "Qh Qd 9s 7d 8c")
    assert seats_shown(variant, players_holding(*hands)) == [1, 2, 3]


def test_a_player_who_declared_shows() -> None:  # SD-21
    players = players_holding("7s 5d 4c 3h 2s Kd Qd", "8s 6h 4s 3c 2d Jh Jd")
    declared = {1: Declaration.LOW, 2: Declaration.LOW}
    events = Showdown(get_variant("stud-hilo"), players, (), declarations=declared).show_hands(whole_pot(players), None)
    assert not [event for event in events if isinstance(event, Mucked)]


def test_a_hand_is_shown_with_all_its_cards_and_its_name() -> None:  # SD-5, VT-S7-9
    players = players_holding("7s 5d 4c 3h 2s Kd Qd")
    (shown,) = Showdown(RAZZ, players, ()).show_hands(whole_pot(players), None)
    assert isinstance(shown, HandShown)
    assert (len(shown.cards), shown.hand_name) == (7, "7-5-4-3-2")
    assert "SD-5" in shown.because


@pytest.mark.parametrize("cards", ["As Ad Ah Ac", "As Ad Ah Ac Kd Kh"])
def test_a_hand_of_a_wrong_size_cannot_win(cards: str) -> None:  # SD-13, PH-8
    players = players_holding(cards, "2h 3d 4c 5s 7h")
    showdown = Showdown(replace(DRAW, show_all_hands=True), players, ())
    showdown.show_hands(whole_pot(players), None)
    assert [award.seat for award in showdown.award_pots(whole_pot(players))] == [2]


def test_a_high_low_hand_of_five_cards_is_named_for_both_halves() -> None:  # DS-13
    four, five, high = players_holding("Ac 2d 3h 4s", "Ac 2d 3h 4s 6c", "Ac 2d 3h 4s Kc")
    assert HandValues(STUD_EIGHT, [four], ()).name_whole_hand(four.seat) == "ace high"
    assert HandValues(STUD_EIGHT, [five], ()).name_whole_hand(five.seat) == "ace high, 6-4-3-2-A low"
    assert HandValues(STUD_EIGHT, [high], ()).name_whole_hand(high.seat) == "ace high"


def test_a_low_without_a_qualifier_is_not_named_before_five_cards() -> None:  # DS-13
    four, five = players_holding("Ac 2d 3h 4s", "Ac 2d 3h 4s 6c")
    assert HandValues(get_variant("stud-hilo"), [four], ()).name_whole_hand(four.seat) == "ace high"
    assert HandValues(get_variant("stud-hilo"), [five], ()).name_whole_hand(five.seat) == "ace high, 6-4-3-2-A low"
    omaha = get_variant("omaha8")
    assert omaha.low
    any_low = replace(omaha, low=replace(omaha.low, qualifier=0))
    assert HandValues(any_low, [four], ()).name_whole_hand(four.seat) == "ace high"
    assert HandValues(any_low, [four], parse_cards("6c 8h 9d")).name_whole_hand(four.seat) == "ace high, 9-8-6-2-A low"


def test_classroom_hands_are_shown_in_seat_order_whoever_raised_last() -> None:  # SIMPLE-16
    players = players_holding(QUEENS, ACES, KINGS)
    assert seats_shown(get_variant("classroom"), players, aggressor=2) == [1, 2, 3]


def test_cards_speak_regardless_of_what_a_player_calls() -> None:  # SD-9, DS-15
    players = players_holding(ACES, KINGS)
    players[1].shown_hand = "royal flush"
    showdown = Showdown(DRAW, players, ())
    showdown.show_hands(whole_pot(players), None)
    (award,) = showdown.award_pots(whole_pot(players))
    assert (award.seat, award.hand_name) == (1, "pair of aces")
