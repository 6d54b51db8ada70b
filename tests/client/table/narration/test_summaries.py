"""Summaries for a player who leaves."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.table.departure import Departure
from railbird_shared.protocol.events import Pot
from railbird_shared.protocol.view import TableView, You
from support.view_builders import seat_view, table_view

NO_SEAT = table_view(seat_view(2))


def view_with_own_seat(
    stack: int, *, bought_in: int = 200, bet: int = 0, playing: bool = False, folded: bool = False, pot: int = 30
) -> TableView:
    """A table with the viewer's seat, and while a hand is played, with `pot` chips collected."""
    seat = replace(seat_view(1, stack=stack, bet=bet, folded=folded), bought_in=bought_in)
    pots = (Pot(pot, (1, 2)),) if playing and pot else ()
    return table_view(seat, seat_view(2), you=You(1), playing=playing, pots=pots)


@pytest.mark.parametrize(
    ("view", "words"),
    [
        (view_with_own_seat(238), "You leave with 238, 38 more than you brought."),
        (view_with_own_seat(1_150, bought_in=2_200), "You leave with 1,150, 1,050 less than you brought."),
        (view_with_own_seat(200), "You leave with 200, as much as you brought."),
        (view_with_own_seat(0), "You leave with nothing, 200 less than you brought."),
        (view_with_own_seat(180, bet=20, playing=True), "You leave with 180, 20 less than you brought."),
        (view_with_own_seat(180, playing=True, folded=True), "You leave with 180, 20 less than you brought."),
        (
            view_with_own_seat(0, bet=200, playing=True),
            "You leave all-in: your hand is played out, and what it wins is yours.",
        ),
        (NO_SEAT, ""),
    ],
)
def test_leaving_shows_the_result(view: TableView, words: str) -> None:
    assert Departure(view).summary == words


@pytest.mark.parametrize(
    ("view", "words"),
    [
        (
            view_with_own_seat(180, playing=True),
            "If you go now, your hand is folded and your chips in the pot stay there.",
        ),
        (
            view_with_own_seat(0, playing=True),
            "You are all-in: your hand is played out without you, and what it wins is yours.",
        ),
        (view_with_own_seat(180, playing=True, folded=True), ""),
        (view_with_own_seat(180), ""),
        (NO_SEAT, ""),
    ],
)
def test_the_leave_warning_names_the_fate_of_the_hand(view: TableView, words: str) -> None:
    assert Departure(view).question("Go?").removesuffix("Go?").strip() == words


@pytest.mark.parametrize(
    ("view", "words"),
    [
        (view_with_own_seat(198), "You have 198, bought 200, −2."),
        (view_with_own_seat(200), "You have 200, bought 200, even."),
        (view_with_own_seat(180, bet=12, playing=True, pot=0), "Your bet of 12 came back: 192, bought 200, −8."),
        (view_with_own_seat(180, bet=12, playing=True, pot=30), ""),
        (view_with_own_seat(180, playing=True, pot=30), ""),
        (NO_SEAT, ""),
    ],
)
def test_a_lost_server_gives_the_bet_back(view: TableView, words: str) -> None:
    assert Departure(view).void_summary == words


def test_chips_collected_into_the_pot_come_back_too() -> None:
    view = view_with_own_seat(180, bet=12, playing=True)
    assert Departure(view, stack_before_hand=200).void_summary == "Your bet of 20 came back: 200, bought 200, even."
    assert not Departure(replace(view, tournament="5d0e"), stack_before_hand=200).void_summary
