"""What a player is told of his own result, and the ledger of the table."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pictures import text_of
from railbird_client.model.pages import ledger_page
from railbird_client.model.results import at_stake, farewell, left_with, signed
from railbird_shared.events import Pot
from railbird_shared.view import SeatView, TableView, You
from tables import at
from viewing import view_of

NO_SEAT = view_of(at(2))


def mine(stack: int, *, brought: int = 200, bet: int = 0, playing: bool = False, folded: bool = False) -> TableView:
    """A table with Wren's seat, which is the viewer's."""
    seat = replace(at(1, stack=stack, bet=bet, folded=folded), brought=brought)
    return view_of(seat, at(2), you=You(1), playing=playing, pots=(Pot(30, (1, 2)),) if playing else ())


@pytest.mark.parametrize(
    ("view", "words"),
    [
        (mine(238), "You leave with 238, 38 more than you brought."),
        (mine(1_150, brought=2_200), "You leave with 1,150, 1,050 less than you brought."),
        (mine(200), "You leave with 200, as much as you brought."),
        (mine(0), "You leave with nothing, 200 less than you brought."),
        (mine(180, bet=20, playing=True), "You leave with 180, 20 less than you brought."),
        (mine(180, playing=True, folded=True), "You leave with 180, 20 less than you brought."),
        (mine(0, bet=200, playing=True), "You leave all-in: your hand is played out, and what it wins is yours."),
        (NO_SEAT, ""),
    ],
)
def test_who_leaves_is_told_his_result(view: TableView, words: str) -> None:
    assert farewell(view) == words


@pytest.mark.parametrize(
    ("view", "words"),
    [
        (mine(180, playing=True), "If you go now, your hand is folded and your chips in the pot stay there."),
        (mine(0, playing=True), "You are all-in: your hand is played out without you, and what it wins is yours."),
        (mine(180, playing=True, folded=True), ""),
        (mine(180), ""),
        (NO_SEAT, ""),
    ],
)
def test_who_would_leave_is_told_what_becomes_of_his_hand(view: TableView, words: str) -> None:
    assert at_stake(view) == words


@pytest.mark.parametrize(
    ("view", "words"),
    [
        (mine(198), "You had 198, 2 less than you brought."),
        (mine(180, bet=12, playing=True), "You had 192 beside the pot and had brought 200."),
        (NO_SEAT, ""),
    ],
)
def test_whose_table_ended_is_told_what_he_had(view: TableView, words: str) -> None:
    assert left_with(view) == words


def test_results_carry_their_sign() -> None:
    assert [signed(chips) for chips in (1_038, 0, -12)] == ["+1,038", "0", "−12"]


def ledger(*seats: SeatView, width: int = 60, **facts: Any) -> str:
    return "\n".join(line.rstrip() for line in text_of(ledger_page(view_of(*seats, **facts))(width)))


def test_the_ledger_names_everybody_the_luckiest_first() -> None:
    results = ((1, 150, 200), (2, 200, 200), (3, 260, 200), (4, 110, -90))
    seats = [replace(at(number, stack=stack), brought=brought) for number, stack, brought in results]
    rows = [line.split() for line in ledger(*seats).splitlines()]
    assert rows[:5] == [
        ["chips", "brought", "result"],
        ["Magpie", "110", "-90", "+200"],
        ["Jay", "260", "200", "+60"],
        ["Heron", "200", "200", "0"],
        ["Wren", "150", "200", "−50"],
    ]


def test_the_ledger_says_that_the_pot_is_not_counted_yet() -> None:
    seat = replace(at(1, stack=180), brought=200)
    playing = {"playing": True, "pots": (Pot(20, (1, 2)),)}
    assert "counts once it is won" in ledger(seat, width=90, **playing)
    assert "counts once it is won" not in ledger(seat, width=90)


def test_an_empty_table_has_no_ledger() -> None:
    assert ledger() == "Nobody sits at this table yet."
