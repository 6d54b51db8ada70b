"""The table: it shows the scene of the model, and turns keys and clicks into what it asks the server for."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.command import Provider
from textual.message import Message as TextualMessage
from textual.screen import Screen
from textual.widgets import Input

from railbird_client.model.bar import BarFace
from railbird_client.model.keys import KEYS
from railbird_client.model.layout import Plan, plan
from railbird_client.model.offers import offered
from railbird_client.model.options import Options
from railbird_client.model.pages import (
    Write,
    help_page,
    history_page,
    invite_page,
    ledger_page,
    why_page,
    zoom_page,
)
from railbird_client.model.paint.bar import draw_bar
from railbird_client.model.paint.hero import HeroFace, RailFace, draw_hero
from railbird_client.model.paint.middle import MiddleFace, draw_middle
from railbird_client.model.paint.seat import SeatFace, draw_seat
from railbird_client.model.paint.strips import (
    ChatFace,
    LogFace,
    RowsFace,
    TitleFace,
    draw_chat,
    draw_log,
    draw_rows,
    draw_title,
)
from railbird_client.model.quiet import without_chat
from railbird_client.model.scene import Connection, scene, viewer_of
from railbird_client.model.sitting import Sitting
from railbird_client.screens.page import Page
from railbird_client.screens.table_commands import TableCommands
from railbird_client.widgets.line_input import LineInput
from railbird_client.widgets.picture import Picture
from railbird_client.widgets.window_title import remember_title, restore_title, show_title
from railbird_shared.commands import Command, Leave, Say
from railbird_shared.games import MAX_SEATS
from railbird_shared.messages import Message
from railbird_shared.text import CHAT_LENGTH
from railbird_shared.view import TableView

TICK_SECONDS = 0.25
"""How often the clocks on the screen move."""

_GOOD_STATES = frozenset({"", "online"})


class TableScreen(Screen[None]):
    """One table, seen from a seat or from the rail.

    `ways` are the addresses by which friends come here; `now` is a clock in seconds that never goes back.
    """

    CSS_PATH = "table.tcss"
    AUTO_FOCUS = ""
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {TableCommands}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key.bound, f"press('{key.name}')", key.words, show=False, id=f"table.{key.name}") for key in KEYS
    ]

    class Asked(TextualMessage):
        """The player wants something of the server."""

        def __init__(self, command: Command) -> None:
            super().__init__()
            self.command = command

    class LeaveAsked(TextualMessage):
        """The player wants to leave the table."""

    def __init__(
        self,
        *,
        options: Options,
        player: str = "",
        ways: Sequence[str] = (),
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self.options = options
        self._ways = tuple(ways)
        self.sitting = Sitting(options, player)
        self._now = now
        self._connection = Connection()
        self._plan: Plan | None = None
        self._planned: tuple[object, ...] = ()
        self._typing = False
        self._my_turn = False
        plain = options.ascii
        self._title: Picture[TitleFace] = Picture(draw_title, ascii_only=plain, id="title")
        self._seats: dict[int, Picture[SeatFace]] = {
            seat: Picture(draw_seat, ascii_only=plain, id=f"seat-{seat}") for seat in range(1, MAX_SEATS + 1)
        }
        self._middle: Picture[MiddleFace] = Picture(draw_middle, ascii_only=plain, id="middle")
        self._hero: Picture[HeroFace | RailFace] = Picture(draw_hero, ascii_only=plain, id="hero")
        self._rows: Picture[RowsFace] = Picture(draw_rows, ascii_only=plain, id="rows")
        self._log: Picture[LogFace] = Picture(draw_log, ascii_only=plain, id="log")
        self._chat: Picture[ChatFace] = Picture(draw_chat, ascii_only=plain, id="chat")
        self._bar: Picture[BarFace] = Picture(draw_bar, ascii_only=plain, id="bar")
        self._line = LineInput(placeholder="say something", most=CHAT_LENGTH, widget_id="say", again=True)

    def compose(self) -> ComposeResult:
        """Builds the pictures; where they lie is decided by the size of the terminal."""
        yield self._title
        yield from self._seats.values()
        yield self._middle
        yield self._hero
        yield self._rows
        yield self._log
        yield self._chat
        yield self._bar
        yield self._line

    def on_mount(self) -> None:
        """Starts the clocks."""
        self.set_interval(TICK_SECONDS, self._tick)
        remember_title(self.app)
        self._paint()

    def on_unmount(self) -> None:
        """Gives the window its old title back."""
        restore_title(self.app)

    def on_resize(self) -> None:
        """Arranges the table anew."""
        self._paint()

    # --- what the app tells --------------------------------------------------------------------------------------

    def receive(self, message: Message) -> None:
        """Takes a message of the server about this table."""
        self._ask(self.sitting.hear(message, self._now()))
        self._paint()
        self._call_to_turn()

    def show_link(self, state: str, latency_ms: int | None) -> None:
        """Shows how the connection stands, with the delay there and back in milliseconds where it is known."""
        if self._connection.trouble and state in _GOOD_STATES:
            self.sitting.desk.reconnected()
        self._connection = Connection(state, latency_ms, trouble=state not in _GOOD_STATES)
        self._paint()

    def note(self, sentence: str) -> None:
        """Says a sentence in passing."""
        self.sitting.desk.say(sentence, self._now())
        self._paint()

    def announce(self, sentence: str) -> None:
        """Writes a sentence of our own into the log."""
        self.sitting.log.note(sentence)
        self._paint()

    def stop(self) -> None:
        """Shows that the server has ended the game; it stays so until the server is back."""
        self.sitting.stop()
        self._paint()
        self._call_to_turn()

    # --- what the player does ------------------------------------------------------------------------------------

    def action_press(self, name: str) -> None:
        """Takes a key; while a line of chat is being written only those that end it count."""
        if self._plan is not None and self._plan.tiny:
            return
        if not self._typing:
            self._do(name)
        elif name in {"cancel", "chat"}:
            self._talk(typing=False)

    @on(Picture.Hit)
    def _hit(self, hit: Picture.Hit) -> None:
        if self._plan is not None and self._plan.tiny:
            return
        if self._typing and hit.name != "chat":
            self._talk(typing=False)
        self.press(hit.name)

    def press(self, name: str) -> None:
        """Does what a click or a line of the palette names, even where an amount was being typed."""
        if name != "confirm":
            self.sitting.desk.stop_typing()
        self._do(name)

    def offers(self, name: str) -> bool:
        """Whether a key can be used at this table now, and so belongs in the palette."""
        view = self.sitting.shown
        if name == "invite":
            return bool(self._ways)
        return view is None or offered(name, view)

    def _do(self, name: str) -> None:
        view = self.sitting.shown
        if view is None:
            return
        pages: dict[str, tuple[str, Write]] = {
            "help": ("keys of the table", help_page(friends=bool(self._ways))),
            "history": ("history", history_page(self.sitting.log, two_colour=self.options.two_colour)),
            "why": (
                f"hand {view.hand} so far" if view.playing else f"why hand {view.hand} ended so",
                why_page(self.sitting.log, view.house),
            ),
            "invite": ("friends join with", invite_page(self._ways)),
            "ledger": ("won and lost", ledger_page(view)),
            "zoom": ("cards in play", zoom_page(view, two_colour=self.options.two_colour)),
        }
        if name == "chat":
            self._talk(typing=True)
        elif name == "palette":
            self.app.action_command_palette()
        elif name in pages:
            title, write = pages[name]
            self.app.push_screen(Page(title, write, ascii_only=self.options.ascii, end=name == "history"))
        else:
            self._ask(self.sitting.desk.press(name, self._now()))
            self._paint()

    @on(Input.Submitted, "#say")
    def _say(self, submitted: Input.Submitted) -> None:
        text = submitted.value.strip()
        if text:
            self._ask(Say(text=text))
        else:
            self._talk(typing=False)

    @on(events.DescendantBlur, "#say")
    def _line_left(self) -> None:
        if self._typing and self.is_current:
            self._talk(typing=False)

    def _talk(self, *, typing: bool) -> None:
        if self._plan is None or self._plan.line is None:
            return
        self._typing = typing
        self._line.display = typing
        if typing:
            self._line.focus()
        else:
            self.set_focus(None)
        self._paint()

    def _ask(self, command: Command | None) -> None:
        if isinstance(command, Leave):
            self.post_message(self.LeaveAsked())
        elif command is not None:
            self.post_message(self.Asked(command))

    # --- what is seen --------------------------------------------------------------------------------------------

    def _tick(self) -> None:
        self.sitting.tick(self._now())
        self._paint()

    def _paint(self) -> None:
        view = self.sitting.shown
        if view is None or not self.is_mounted or not self.size.area:
            return
        arrangement = self._arrange(view)
        now, invites = self._now(), bool(self._ways)
        seen = scene(self.sitting, view, arrangement, self._connection, now, typing=self._typing, invites=invites)
        self._title.show(seen.title)
        for seat, face in seen.seats.items():
            self._seats[seat].show(face)
        self._middle.show(seen.middle)
        self._hero.show(seen.hero)
        self._rows.show(seen.rows)
        self._log.show(seen.log)
        self._chat.show(seen.chat)
        self._bar.show(seen.bar)

    def _arrange(self, view: TableView) -> Plan:
        talks = self._typing or bool(self.sitting.chatter.lines)
        facts = (self.size, view.game.family, len(view.seats), viewer_of(view), talks)
        if self._plan is not None and facts == self._planned:
            return self._plan
        self._planned = facts
        arrangement = plan(*self.size, family=view.game.family, places=len(view.seats), viewer=viewer_of(view))
        self._plan = arrangement = arrangement if talks else without_chat(arrangement)
        self._title.place(arrangement.title)
        for seat, picture in self._seats.items():
            picture.place(arrangement.seats.get(seat))
        self._middle.place(arrangement.middle)
        self._hero.place(arrangement.hero)
        self._rows.place(arrangement.rows)
        self._log.place(arrangement.log)
        self._chat.place(arrangement.chat)
        self._bar.place(arrangement.bar)
        if arrangement.line is None:
            self._typing = self._line.display = False
        else:
            self._line.styles.offset = (arrangement.line.x, arrangement.line.y)
            self._line.styles.width = arrangement.line.width
        return arrangement

    def _call_to_turn(self) -> None:
        before, self._my_turn = self._my_turn, self.sitting.desk.turn is not None
        if self._my_turn == before:
            return
        show_title(self.app, "Your turn · Railbird" if self._my_turn else "Railbird")
        if isinstance(self.app.screen, Page):
            self.app.screen.call_to_turn(on=self._my_turn)
        if self._my_turn and self.options.bell:
            self.app.bell()
