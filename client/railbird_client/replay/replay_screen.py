"""The replayer: a finished hand on its table, step by step, with its log and the keys that lead through it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar

from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType

from railbird_client.drawing.canvas import PixelCanvas, Press, SliderClick
from railbird_client.drawing.text_roles import Line, Span, TextRole, labelled, page_writer, text_lines
from railbird_client.history.past_hands import FoundHands
from railbird_client.replay.hand_file import HandFile, HandFileUnreadable
from railbird_client.replay.replay_painter import ReplayTable, draw_replay, lay_out_replay, lay_out_table
from railbird_client.replay.replayer import HandSource, Replayer, ReplayKey
from railbird_client.table.game_pages import game_page
from railbird_client.table.ranking_screen import RankingPage
from railbird_client.table.table_options import TableOptions
from railbird_client.widgets.app_look import follow_theme, leave_theme, look_of
from railbird_client.widgets.controls import LineInput
from railbird_client.widgets.dialogs import Dialog, Modal, ask
from railbird_client.widgets.live_screen import LiveScreen, SessionView
from railbird_client.widgets.page_screen import TURN_NOTICE, Page
from railbird_client.widgets.pixel_canvas_widget import CanvasCompositor, PixelCanvasWidget
from railbird_client.widgets.terminal import STANDARD_INPUT, with_capitals

TICK_SECONDS = 0.1
"""How often the replayer looks whether a step is due, or a hand has come."""


class ReplayScreen(LiveScreen, Modal[int]):
    """Shows the hands of a source, one step at a time; its answer is the place of the hand that was shown last.

    With `ends_program` the program was started for these hands and ends with them. `now` is a clock in seconds that
    never goes back.
    """

    CSS_PATH = Path(__file__).with_name("replay.tcss")
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(with_capitals(key.keys), f"press('{key.name}')", key.description, show=False) for key in ReplayKey),
        Binding("f5", "app.open_settings", "Settings", show=False),
    ]

    def __init__(
        self,
        source: HandSource,
        *,
        options: TableOptions,
        index: int = 0,
        open_cards: bool = False,
        ends_program: bool = False,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self.replayer = Replayer(source, index=index, symbols=not options.ascii)
        self.replayer.open_cards = open_cards
        self._table = ReplayTable(options)
        self._ends_program = ends_program
        self._now = now
        self._painted_place = ""
        self._canvas = PixelCanvasWidget(id="replay")
        self._compositor = CanvasCompositor(self._canvas)

    @classmethod
    def of_file(cls, file: HandFile, options: TableOptions, *, ends_program: bool = False) -> ReplayScreen:
        """Returns the screen for a file that has been found to have a hand, with all cards that it names."""
        index = file.wait_for_hand()
        return cls(file, options=options, index=index, open_cards=True, ends_program=ends_program)

    def compose(self) -> ComposeResult:
        """Builds the picture."""
        yield self._canvas

    def on_mount(self) -> None:
        """Shows the first hand."""
        self.set_interval(TICK_SECONDS, self.tick)
        follow_theme(self, self.paint)
        self.paint()

    def on_resize(self) -> None:
        """Draws the picture for the new size."""
        self.paint()

    def on_unmount(self) -> None:
        """Reads no more of a file."""
        leave_theme(self)
        if isinstance(self.replayer.source, HandFile):
            self.replayer.source.close()

    def show_session(self, session: SessionView) -> None:
        """Takes what the server has told of finished hands by now."""
        super().show_session(session)
        if isinstance(self.replayer.source, FoundHands):
            self.replayer.source.take(session.past_hands)
            self.tick()

    def change_options(self, options: TableOptions) -> None:
        """Draws by other choices from now on."""
        self._table = ReplayTable(options)
        self.replayer.symbols = not options.ascii
        self.paint()

    def show_turn_notice(self, *, on: bool) -> None:
        """Shows that it is the viewer's turn at the table, or takes that away."""
        super().show_turn_notice(on=on)
        self.paint()

    def tick(self) -> None:
        """Takes a hand that has come, and the next step if it is due."""
        if self.replayer.refresh() or self.replayer.tick(self._now()) or self.replayer.place != self._painted_place:
            self.paint()

    # --- keys and clicks

    def action_press(self, name: str) -> None:
        """Does what the key of that name does."""
        self.press(ReplayKey[name])

    @on(PixelCanvasWidget.Pressed)
    def _picture_pressed(self, message: PixelCanvasWidget.Pressed) -> None:
        self.press(message.press)

    def press(self, press: Press) -> None:
        """Does what a key or a click presses."""
        if press is ReplayKey.CLOSE and self._ends_program:
            self.app.exit()
        elif press is ReplayKey.CLOSE:
            self.dismiss(self.replayer.index)
        elif isinstance(press, ReplayKey) and (page := self._find_page(press)):
            self.app.push_screen(page, lambda _: self.paint())
        else:
            if isinstance(press, SliderClick):
                self.replayer.go_to(press.part)
            elif isinstance(press, ReplayKey):
                self.replayer.press(press, self._now())
            self.paint()

    def _find_page(self, key: ReplayKey) -> Page | None:
        """Returns the page that a key opens, None for a key without a page."""
        view, hand = self.replayer.view, self.replayer.hand
        match key:
            case ReplayKey.HELP:
                return Page("keys of the replayer", replay_help_page())
            case ReplayKey.WHY if hand is not None:
                number = hand.hand.history.hand
                title = f"why hand {number} ended so" if self.replayer.at_end else f"hand {number} so far"
                return Page(title, self._table.why_page())
            case ReplayKey.GAME if view is not None:
                return Page("the game", game_page(view))
            case ReplayKey.RANKING if view is not None:
                return RankingPage(view)
            case _:
                return None

    # --- painting

    def paint(self) -> None:
        """Draws the place that is shown now."""
        if not self.is_mounted or not self.size.area:
            return
        look = look_of(self.app)
        layout = lay_out_table(self.replayer, *self.size)
        if self.replayer.hand is None:
            canvas = PixelCanvas(*self.size, look.ground)
        else:
            ended_at = self.replayer.hand.hand.history.ended_at
            date = datetime.fromtimestamp(ended_at, UTC).astimezone().strftime("%Y-%m-%d") if ended_at else ""
            canvas = self._table.draw(self.replayer, layout, look, date)
        rail = self.replayer.view is not None and self.replayer.view.you.seat is None
        notice = TURN_NOTICE if self.shows_turn else ""
        draw_replay(canvas, self.replayer, lay_out_replay(layout, rail=rail), look, notice=notice)
        self._canvas.show(canvas, look)
        self._painted_place = self.replayer.place


_FOOTER = "A click on the line of steps, or on a line of the log, goes there. [F5] opens the settings."


@page_writer
def replay_help_page(width: int) -> Iterator[Line]:
    """Writes the keys of the replayer."""
    for key in ReplayKey:
        yield from labelled(Span(f"{key.display:<8}", TextRole.CHIPS), key.description, width - 1)
    yield from ((), *text_lines(width, _FOOTER, role=TextRole.DIM))


MAX_PATH_LENGTH = 4096


def typed_path(text: str) -> str:
    """Returns the path that somebody has typed, or that their terminal wrote as they dropped a file on it."""
    path = text.strip()
    if len(path) > 1 and path[0] == path[-1] and path[0] in "'\"":
        path = path[1:-1]
    try:
        return str(Path(path).expanduser()) if path else ""
    except RuntimeError:  # nobody knows whose home is meant
        return path


class HandFileDialog(Dialog[HandFile]):
    """Asks for a file of hands; its answer is that file, of which a hand can be looked at."""

    heading = "Replay hands"
    accept_label = "Open it"

    hints = ("A Poker Hand History: .phh has one hand, .phhs several.",)

    def __init__(self) -> None:
        super().__init__()
        self.fields = {"File": LineInput(placeholder="hands.phh", max_length=MAX_PATH_LENGTH, widget_id="hand-file")}

    def action_accept(self) -> None:
        """Reads the file, and closes the box once it has a hand."""
        path = typed_path(self.query_one(LineInput).value)
        if path in {"", STANDARD_INPUT}:
            self.show_error("Type the name of a file, or press Esc.")
        elif self.is_active:
            self.show_error("The file is being read.")
            self.run_worker(self._open(path), group="hand file", exclusive=True)

    async def _open(self, path: str) -> None:
        file: HandFile | None = None
        try:
            file = HandFile(path)
            await asyncio.to_thread(file.wait_for_hand)
        except HandFileUnreadable as unreadable:
            self.show_error(str(unreadable))
        except asyncio.CancelledError:
            if file is not None:
                file.close()
            raise
        else:
            self.dismiss(file)


def ask_for_hands(app: App[Any], options: TableOptions) -> None:
    """Asks for a file of hands, and shows them over the present screen."""
    ask(app, HandFileDialog(), lambda file: app.push_screen(ReplayScreen.of_file(file, options)))
