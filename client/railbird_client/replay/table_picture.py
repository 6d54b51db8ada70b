"""Draws the table of a replay as it is drawn in play."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_client.drawing.look import Look
from railbird_client.drawing.pixel_canvas import PixelCanvas
from railbird_client.replay.hand_steps import SteppedHand
from railbird_client.replay.replay_painter import replay_title
from railbird_client.replay.replayer import Replayer
from railbird_client.table.narration.showdown_page import showdown_page
from railbird_client.table.paint.geometry import TableGeometry, compute_geometry
from railbird_client.table.paint.plain_layout import RowsLayout, compute_rows_layout
from railbird_client.table.paint.rows import draw_seat_rows
from railbird_client.table.paint.table_painter import draw_felt_and_seats
from railbird_client.table.table_model import TableModel
from railbird_client.table.table_options import TableOptions
from railbird_client.table.table_pages import PageWriter
from railbird_client.table.table_view_model import ConnectionStatus, ScreenRoom, bottom_seat, build_table_view_model
from railbird_shared.protocol.events import PrivateEvent
from railbird_shared.protocol.messages import Snapshot, Step


class ReplayTable:
    """The table of a replay: a session that is told the hand as far as it is shown, for the result and its story."""

    def __init__(self, options: TableOptions) -> None:
        self._options = replace(options, street_pause=0.0, bell=False, hints=False)
        self._hand: SteppedHand | None = None
        self._position = 0
        self._model = TableModel(self._options)

    def draw(self, replayer: Replayer, layout: TableGeometry | RowsLayout, look: Look, when: str) -> PixelCanvas:
        """Draws the table at the place of a replayer that has a hand."""
        assert replayer.hand is not None
        assert replayer.view is not None
        self._follow(replayer.hand, replayer.position)
        room = ScreenRoom()
        if isinstance(layout, TableGeometry):
            room = ScreenRoom(layout.side is not None, layout.size.result_rows, layout.middle_room)
        model = build_table_view_model(self._model, replayer.view, ConnectionStatus(), 0.0, typing=False, room=room)
        model = replace(model, title=replay_title(replayer.hand, when), own_status="")
        if isinstance(layout, TableGeometry):
            return draw_felt_and_seats(model, layout, look)
        return draw_seat_rows(model, layout, look)

    def why_page(self) -> PageWriter:
        """Returns the page of who wins what and by which rules, as far as the hand was drawn last."""
        model = self._model
        return showdown_page(
            model.showdown, model.log, two_colour=self._options.two_colour, symbols=not self._options.ascii
        )

    def _follow(self, hand: SteppedHand, position: int) -> None:
        """Tells the model the steps up to a position, from the beginning if it knows more, or another hand."""
        if hand is not self._hand or position < self._position:
            self._hand, self._position = hand, 0
            self._model = TableModel(self._options)
            self._model.receive(Snapshot(epoch="", seq=0, at=0, view=hand.start), 0.0)
        told = hand.steps[self._position - 1].events if self._position else 0
        for number, step in enumerate(hand.steps[self._position : position], start=self._position + 1):
            events = hand.hand.history.events[told : step.events]
            told = step.events
            private = tuple(event for event in events if isinstance(event, PrivateEvent))
            public = tuple(event for event in events if not isinstance(event, PrivateEvent))
            self._model.receive(Step(epoch="", seq=number, at=0, public=public, private=private), 0.0)
        self._position = position


def lay_out_table(replayer: Replayer, width: int, height: int) -> TableGeometry | RowsLayout:
    """Returns the layout for the hand of a replayer, or for any table while it has none."""
    view = replayer.view
    if view is None:
        return compute_rows_layout(width, height, 2)
    seats = len(view.seats)
    geometry = compute_geometry(
        width, height, family=view.game.family, seat_count=seats, viewer=bottom_seat(view), cards=view.game.cards
    )
    return geometry or compute_rows_layout(width, height, seats)
