"""The table screen: shows the view model, turns keys and clicks into commands, and adds the keys to the palette."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from math import inf
from pathlib import Path
from typing import Any, ClassVar, cast

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.command import Provider, SimpleProvider
from textual.message import Message
from textual.screen import Screen
from textual.style import Style
from textual.widgets import Input

from railbird_client.drawing.canvas import Picture, Press
from railbird_client.drawing.palette import Look
from railbird_client.table.input_state import DECISION_DELAY
from railbird_client.table.paint.geometry import (
    MIN_HEIGHT,
    MIN_WIDTH,
    RowsLayout,
    TableGeometry,
    compute_layout,
)
from railbird_client.table.paint.motion import FRAME_SECONDS, MovingTable
from railbird_client.table.paint.rows import draw_rows
from railbird_client.table.paint.table_painter import TablePainter
from railbird_client.table.prompts import refusal_of
from railbird_client.table.questions import unanswered
from railbird_client.table.table_dialogs import TableDialogs
from railbird_client.table.table_model import TableModel, TableState
from railbird_client.table.turn.table_keys import TableKey
from railbird_client.table.view_model_builder import build_table_view_model
from railbird_client.widgets import terminal
from railbird_client.widgets.app_look import look_of
from railbird_client.widgets.controls import CommandRequested, LineInput
from railbird_client.widgets.pixel_canvas_widget import CanvasCompositor, PixelCanvasWidget
from railbird_shared.protocol.commands import SendChat
from railbird_shared.protocol.view import TableView
from railbird_shared.text.text_cleaning import CHAT_LENGTH


class TableCommands(SimpleProvider):
    """The keys of the table in the command palette, as far as they can be used now."""

    def __init__(self, screen: Screen[Any], match_style: Style | None = None) -> None:
        table = cast("TableScreen", screen)
        keys = [key for key in TableKey if key.description and table.is_available(key)]
        click = partial(table.action_press, clicked=True)
        super().__init__(screen, [(key.description, partial(click, key), f"Key {key.display}") for key in keys])
        self(screen, match_style)


SLOW_CONNECTION_MS = 120
"""The round trip above which nothing moves, since what a player waits for counts more."""

_LINE_SAID_NOTICE = "Your line is said, and the keys are the table's again: press again if you mean it."

PREPARE_HINTS_AFTER = 2.0
"""When hints are prepared, in seconds after the table is first seen."""


class TableScreen(Screen[None]):
    """Shows one table, from a seat or from the rail.

    It hands keys and clicks to the table model, and only reads it otherwise. `now` is a clock in seconds that never
    goes back.
    """

    CSS_PATH = Path(__file__).with_name("table.tcss")
    AUTO_FOCUS = ""
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {TableCommands}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key.bound_keys, f"press('{key.name}')", key.description, show=False, id=f"table.{key.name.lower()}")
        for key in TableKey
        if key.keys
    ]

    class TickRequested(Message):
        """A press that waited is due, or a page that has opened is to be shown the table."""

    class HintsToggled(Message):
        """The player wants hints for beginners, or no longer."""

    def __init__(self, state: TableState, *, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._state = state
        self._now = now
        self._chat_open = False
        self._said_at = -inf
        self._my_turn = False
        self._asked: frozenset[TableKey] = frozenset()
        self._dialogs = TableDialogs(self, lambda: self._state, now)
        self._painter: TablePainter | None = None
        self._moving = MovingTable()
        self._canvas = PixelCanvasWidget(id="table")
        self._compositor = CanvasCompositor(self._canvas)
        self._chat_input = LineInput(
            placeholder="say something", max_length=CHAT_LENGTH, widget_id="say", clear_on_submit=True
        )

    def compose(self) -> ComposeResult:
        """Builds the canvas, and the line in which chat is written."""
        yield self._canvas
        yield self._chat_input

    def on_mount(self) -> None:
        """Shows the table, and has the terminal keep the title of its window."""
        terminal.save_window_title(self.app)
        self.show()
        self._alert_turn()
        self.set_timer(PREPARE_HINTS_AFTER, self._prepare_hints)

    def _prepare_hints(self) -> None:
        """Has a thread load what hints are counted with, so that the first ones do not delay a key."""
        view = self._model.shown_view
        if view is not None and self._model.options.hints:
            from railbird_client.table.turn.outs import prepare  # noqa: PLC0415  not before the first picture

            self.run_worker(partial(prepare, view.rules), thread=True, group="hints", exit_on_error=False)

    def on_unmount(self) -> None:
        """Restores the title of the window."""
        terminal.restore_window_title(self.app)

    def on_resize(self) -> None:
        """Lays the table out for the new size."""
        self.show()

    @property
    def _model(self) -> TableModel:
        return self._state.table_model

    # --- keys, clicks and chat -----------------------------------------------------------------------------------

    def action_press(self, press: Press | str, *, clicked: bool = False) -> None:
        """Does what a key does, which a binding gives by its name, or with `clicked` a click or a line of the palette.

        While a line of chat is being written, only the keys that end it count; Tab says it and begins the next.
        """
        press = TableKey[press] if isinstance(press, str) else press
        if not clicked and (self._is_too_small or self._chat_open):
            if press is TableKey.CHAT and self._say(self._chat_input.value):
                self._chat_input.clear()
            elif press in {TableKey.CANCEL, TableKey.CHAT}:
                self._set_chat_open(is_open=False)
            return
        if not clicked and self._types_on(press):
            return
        self._moving.stop()
        view = self._model.shown_view
        if view is None:
            return
        if press is TableKey.CHAT:
            self._set_chat_open(is_open=True)
        elif press is TableKey.PALETTE:
            self.app.action_command_palette()
        elif press is TableKey.HINTS:
            self.post_message(self.HintsToggled())
        elif not self._dialogs.open(press, view):
            command = self._model.press(press, self._now(), clicked=clicked)
            self.show()
            if command is not None:
                self.post_message(CommandRequested(command))
            due = self._model.input_state.next_due
            if due is not None:
                self.set_timer(max(0.0, due - self._now()), lambda: self.post_message(self.TickRequested()))

    @on(PixelCanvasWidget.Pressed)
    def _canvas_pressed(self, message: PixelCanvasWidget.Pressed) -> None:
        if self._is_too_small:
            return
        if self._chat_open and message.press is not TableKey.CHAT:
            self._set_chat_open(is_open=False)
        self.action_press(message.press, clicked=True)

    def is_available(self, key: TableKey) -> bool:
        """Whether a key can be used at this table now, and so belongs in the palette."""
        view = self._model.shown_view
        if key is TableKey.INVITE:
            return bool(self._state.invitation)
        return view is None or not refusal_of(key, view)

    @on(Input.Submitted, "#say")
    def _chat_submitted(self, submitted: Input.Submitted) -> None:
        """Says the line, and gives the keys back to the table unless the next line is begun already."""
        if self._say(submitted.value):
            self._said_at = self._now()
        if not self._chat_input.value:
            self._set_chat_open(is_open=False)

    def _say(self, line: str) -> bool:
        """Says a line in the chat; returns False for an empty one."""
        text = line.strip()
        if text:
            self.post_message(CommandRequested(SendChat(text=text)))
        return bool(text)

    def _types_on(self, press: Press) -> bool:
        """Whether a key comes so soon after a line of chat, or after another such key, that it was meant for a line."""
        now, before = self._now(), self._said_at
        writes = isinstance(press, TableKey) and not (
            press in {TableKey.CHAT, TableKey.CANCEL} or press.is_function_key
        )
        if not writes or now - before >= DECISION_DELAY:
            return False
        self._said_at = now
        self._model.notices.show(_LINE_SAID_NOTICE, now)
        self.show()
        return True

    @on(events.DescendantBlur, "#say")
    def _chat_blurred(self) -> None:
        if self._chat_open and self.is_current:
            self._set_chat_open(is_open=False)

    def _set_chat_open(self, *, is_open: bool) -> None:
        if self._is_too_small:
            return
        self._chat_open = is_open
        self._chat_input.display = is_open
        if is_open:
            self._chat_input.focus()
        else:
            self.set_focus(None)
        self.show()

    # --- what is shown -------------------------------------------------------------------------------------------

    def show(self, state: TableState | None = None) -> None:
        """Shows the table as it is now, in another state if one is given."""
        if state is not None:
            self._take_state(state)
        view = self._model.shown_view
        if view is None or not self.is_mounted or not self.size.area:
            return
        layout = self._lay_out(view)
        model = build_table_view_model(self._state, view, self._now(), typing=self._chat_open, room=layout.room)
        if isinstance(layout, TableGeometry):
            model, goes_on = self._moving.paint(model, self._now(), moves=self._shows_motion)
            if goes_on:
                self.set_timer(FRAME_SECONDS, self.show)
            picture: Picture = self._find_painter(layout).draw(model)
        else:
            picture = draw_rows(model, layout, self._look)
            if layout.too_small:
                self._chat_open = self._chat_input.display = False
        self._canvas.show(picture, self._look)

    def _take_state(self, state: TableState) -> None:
        """Takes a state, and alerts the player when their turn begins."""
        self._state = state
        if self.is_current and not self._chat_open:
            self._dialogs.show_last_statement()
        self._alert_turn()
        self._alert_question()
        guarded = self._model.input_state.turn_guard_left(self._now())
        if guarded:
            self.set_timer(guarded, self.show)

    def _find_painter(self, geometry: TableGeometry) -> TablePainter:
        """Returns what draws the table in a layout, which knows what it has drawn there before."""
        painter = self._painter
        if painter is None or painter.geometry is not geometry or painter.look is not self._look:
            painter = self._painter = TablePainter(geometry, self._look)
        return painter

    @property
    def _shows_motion(self) -> bool:
        """Whether the player, the terminal and the connection let something move; Textual's own switch counts too."""
        wanted = self._model.options.motion and self.app.animation_level != "none"
        is_slow = (self._state.connection.latency_ms or 0) > SLOW_CONNECTION_MS
        return wanted and not is_slow and self._look.shows_motion and self.is_current

    @property
    def _is_too_small(self) -> bool:
        return self.size.width < MIN_WIDTH or self.size.height < MIN_HEIGHT

    @property
    def _look(self) -> Look:
        return look_of(self.app)

    def _lay_out(self, view: TableView) -> TableGeometry | RowsLayout:
        """Returns where everything lies, and moves the line of the chat there."""
        layout = compute_layout(view, *self.size)
        place = layout.chat_input
        self._chat_input.styles.offset = (place.x, place.y)
        self._chat_input.styles.width = place.width
        return layout

    def on_screen_suspend(self) -> None:
        """Has a page that opens in the player's turn say so."""
        if self._my_turn:
            self.post_message(self.TickRequested())

    def _alert_question(self) -> None:
        """Rings for the first of the requests that wait for the host, and for a vote, as soon as it is shown."""
        view, before = self._model.shown_view, self._asked
        self._asked = frozenset() if view is None else unanswered(view)
        if self._asked - before and self._model.options.bell:
            self.app.bell()

    def _alert_turn(self) -> None:
        before, self._my_turn = self._my_turn, self._model.is_own_turn
        if self._my_turn == before:
            return
        terminal.set_window_title(self.app, "Your turn · Railbird" if self._my_turn else "Railbird")
        if self._my_turn and self._model.options.bell:
            self.app.bell()
