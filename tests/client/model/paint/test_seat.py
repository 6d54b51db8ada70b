"""A seat in turn without a border: the bet, the state and the clock are all in sight."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.model.clock import TimeLeft
from railbird_client.model.paint.panels import RowsViewModel, draw_rows
from railbird_client.model.paint.seat import SeatViewModel, draw_seat
from railbird_shared.games import Family
from railbird_shared.view import SeatView
from support.plain_text import plain_lines
from support.view_builders import seat_view

TIME = TimeLeft(18, 29)


def seat_in_turn(family: Family, *, connected: bool) -> SeatViewModel:
    seat: SeatView = replace(seat_view(4, stack=1003, bet=240, hidden=2), connected=connected)
    return SeatViewModel(4, seat, family, to_act=True, time_left=TIME)


@pytest.mark.parametrize("connected", [True, False])
@pytest.mark.parametrize(
    ("family", "width", "height"),
    [(Family.BOARD, 20, 3), (Family.BOARD, 16, 3), (Family.DRAW, 20, 3), (Family.STUD, 39, 2)],
)
def test_a_seat_in_turn_shows_its_bet_its_state_and_its_clock(
    family: Family, width: int, height: int, *, connected: bool
) -> None:
    text = "\n".join(plain_lines(draw_seat(seat_in_turn(family, connected=connected), width, height)))
    assert "●240" in text
    assert "18 s" in text
    assert ("no link" in text) is not connected


@pytest.mark.parametrize("connected", [True, False])
def test_a_row_in_turn_shows_its_bet_its_state_and_its_clock(*, connected: bool) -> None:
    (row, *_) = plain_lines(draw_rows(RowsViewModel((seat_in_turn(Family.BOARD, connected=connected),)), 60, 3))
    assert "●240" in row
    assert f"{'to act' if connected else 'no link'} 18 s" in row
