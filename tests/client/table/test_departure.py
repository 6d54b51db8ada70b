"""What a player gives up who leaves a table."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.table.departure import Departure, LeftTables
from railbird_client.table.table_model import TableModel
from railbird_client.table.table_options import TableOptions
from railbird_shared.protocol.view import TableView, You
from support.view_builders import seat_view, snapshot_message, table_view


def departure(view: TableView) -> Departure:
    session = TableModel(TableOptions())
    session.receive(snapshot_message(view), 0.0)
    return session.departure


def view_with_seat(stack: int, *, playing: bool = False, bet: int = 0) -> TableView:
    seat = replace(seat_view(1, stack=stack, bet=bet), bought_in=200)
    return table_view(seat, seat_view(2), you=You(1), playing=playing)


@pytest.mark.parametrize(
    ("view", "result"),
    [
        (view_with_seat(238), 38),
        (view_with_seat(0), -200),
        (view_with_seat(150, playing=True, bet=20), -50),
        (view_with_seat(0, playing=True, bet=200), None),
        (table_view(seat_view(2)), None),
    ],
)
def test_the_result_is_what_the_stack_is_beside_the_buy_ins(view: TableView, result: int | None) -> None:
    assert departure(view).result == result


def test_a_question_is_asked_only_with_a_seat() -> None:
    assert departure(view_with_seat(200)).question("Leave?") == "Leave?"
    assert departure(table_view(seat_view(2))).question("Leave?") == ""
    assert Departure().question("Leave?") == Departure().summary == ""


def test_the_results_of_the_tables_left_are_added_up_each_once() -> None:
    left = LeftTables()
    left.note(Departure(table_view(seat_view(2))))
    assert (left.confirm(), left.result) == ("", None)
    left.note(departure(view_with_seat(238)))
    left.ask(departure(view_with_seat(238)))
    left.note(departure(view_with_seat(230)))
    left.note(Departure(table_view(seat_view(2))))
    assert left.result is None
    assert left.confirm() == "You leave with 230, 30 more than you brought."
    assert left.confirm() == ""
    left.note(departure(replace(view_with_seat(150), table="t2")))
    assert left.confirm() == ""
    assert left.result == 30 - 50


def test_a_departure_that_is_refused_is_not_told_later() -> None:
    left = LeftTables()
    left.note(departure(view_with_seat(238)))
    left.ask(departure(view_with_seat(238)))
    left.refuse()
    assert left.result is None
    left.note(departure(view_with_seat(150)))
    assert left.confirm() == ""
    assert left.result == -50
