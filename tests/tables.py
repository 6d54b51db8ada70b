"""Builders for the client's tables: views of the three games, messages about them, and an app with its player."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace
from textual.app import App
from textual.pilot import Pilot

from railbird_client.model.options import TableOptions
from railbird_client.screens.table import TableScreen
from railbird_client.themes import THEMES
from railbird_client.widgets.signs import ASCII_CLASS
from railbird_shared.actions import Action, LegalActions, Offers, Wager, WagerKind
from railbird_shared.cards import parse_cards
from railbird_shared.commands import Act, Command
from railbird_shared.events import Pot, PrivateEvent, PublicEvent
from railbird_shared.messages import Snapshot, Step
from railbird_shared.view import LastAct, SeatView, TableView, Turn, You
from viewing import FIVE_CARD_DRAW, PLAYER_NAMES, SEVEN_CARD_STUD, seat_view, table_view

SNAPSHOT_TIME_MS = 1_000_000
"""The server's clock when a snapshot is taken, in milliseconds."""


def seated_player(number: int, *, last: LastAct = LastAct.NONE, name: str = "", **facts: Any) -> SeatView:
    """A seat as `viewing.seat` builds it, with what it did last; it has won and lost nothing so far."""
    seat = seat_view(number, **facts)
    return replace(seat, last_act=last, name=name or PLAYER_NAMES[number - 1], bought_in=seat.stack + seat.bet)


def holdem_view(*, seconds: int | None = 21, **facts: Any) -> TableView:
    """Nine players on the turn; the viewer at seat 1 faces an all-in of 95 with ace and king."""
    seats = (
        seated_player(1, stack=1415, last=LastAct.CHECKED, hidden=2),
        seated_player(2, stack=1240, bet=60, last=LastAct.BET, hidden=2),
        seated_player(3, stack=884, folded=True, last=LastAct.FOLDED),
        seated_player(4, stack=2010, bet=60, last=LastAct.CALLED, hidden=2),
        seated_player(5, stack=410, folded=True, last=LastAct.FOLDED),
        seated_player(6, stack=0, bet=95, last=LastAct.RAISED, hidden=2),
        seated_player(7, stack=1002, folded=True, last=LastAct.FOLDED),
        seated_player(8, stack=3350, bet=95, last=LastAct.CALLED, hidden=2),
        seated_player(9, stack=760, folded=True, last=LastAct.FOLDED),
    )
    legal = LegalActions(1, 1415, fold=True, call=95, wager=Wager(WagerKind.RAISE, 155, 1415))
    view = table_view(
        *seats,
        seat_count=9,
        hand=148,
        playing=True,
        button=8,
        watchers=2,
        street=2,
        street_name="turn",
        board=parse_cards("Kd 9s 4h 2c"),
        to_match=95,
        pots=(Pot(101, (1, 2, 4, 6, 8)),),
        turn=Turn(1, 31, None if seconds is None else SNAPSHOT_TIME_MS + 1000 * seconds),
        you=You(1, parse_cards("As Ks"), "pair of kings, ace kicker", legal),
    )
    return replace(view, **facts)


def stud_view(**facts: Any) -> TableView:
    """Eight players on fifth street of limit stud; Finch at seat 6 is to act, the viewer at seat 1 waits."""
    seats = (
        seated_player(1, stack=1415, hidden=2, up="9d 3c Ah"),
        seated_player(2, stack=1240, hidden=2, up="Ks 4d 9c"),
        seated_player(3, stack=884, folded=True, last=LastAct.FOLDED),
        seated_player(4, stack=2010, bet=10, hidden=2, up="7h 7d 2s", last=LastAct.BET),
        seated_player(5, stack=410, folded=True, last=LastAct.FOLDED),
        seated_player(6, stack=95, hidden=2, up="Qc Jc Tc"),
        seated_player(7, stack=1002, hidden=2, up="2d 5d As"),
        seated_player(8, stack=3350, folded=True, last=LastAct.FOLDED),
    )
    view = table_view(
        *seats,
        seat_count=8,
        game=SEVEN_CARD_STUD,
        hand=31,
        playing=True,
        button=8,
        street=2,
        street_name="fifth street",
        to_match=10,
        pots=(Pot(86, (1, 2, 4, 6, 7)),),
        turn=Turn(6, 22, SNAPSHOT_TIME_MS + 18_000),
        you=You(1, parse_cards("Ac 9h 9d 3c Ah"), "two pair, aces and nines"),
    )
    return replace(view, **facts)


def draw_view(**facts: Any) -> TableView:
    """Six players in the draw; the viewer at seat 1, on the button, draws last."""
    seats = (
        seated_player(1, stack=1415, hidden=5),
        seated_player(2, stack=1240, hidden=5, last=LastAct.DREW, drew=1),
        seated_player(3, stack=884, folded=True, last=LastAct.FOLDED),
        seated_player(4, stack=2010, hidden=5, last=LastAct.PAT, drew=0),
        seated_player(5, stack=410, folded=True, last=LastAct.FOLDED),
        seated_player(6, stack=95, hidden=5, last=LastAct.DREW, drew=2),
    )
    view = table_view(
        *seats,
        seat_count=6,
        game=FIVE_CARD_DRAW,
        hand=12,
        playing=True,
        button=1,
        street=1,
        street_name="draw",
        pots=(Pot(42, (1, 2, 4, 6)),),
        turn=Turn(1, 9, SNAPSHOT_TIME_MS + 17_000),
        you=You(1, parse_cards("As Ad 7c 4h 2c"), "pair of aces", LegalActions(1, 1415, max_discards=5)),
    )
    return replace(view, **facts)


def after_showdown_view(*muckers: int) -> TableView:
    """A hand of four just over, in a house with straddles: Heron won it, and the seats named mucked theirs."""
    seats = (
        seated_player(1, last=LastAct.FOLDED, folded=True),
        replace(seated_player(2, last=LastAct.SHOWED, up="As Ad"), shown_hand="pair of aces", won=24),
        *(seated_player(number, last=LastAct.MUCKED if number in muckers else LastAct.SHOWED) for number in (3, 4)),
    )
    return table_view(*seats, hand=9, button=4, you=You(1, offers=Offers(see_hands=muckers, straddle=False)))


def snapshot_message(view: TableView, *, seq: int = 1, now: int = SNAPSHOT_TIME_MS) -> Snapshot:
    """The message that shows a whole view."""
    return Snapshot(epoch="e", seq=seq, at=now, view=view)


def step_message(*public: PublicEvent, private: tuple[PrivateEvent, ...] = (), seq: int = 2, now: int = SNAPSHOT_TIME_MS) -> Step:
    """The message that tells some events."""
    return Step(epoch="e", seq=seq, at=now, public=public, private=private)


class ManualClock:
    """A clock in seconds that is moved by hand; `advance` is what a person needs between two keys."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds

    def advance(self, seconds: float = 1.0) -> None:
        self.seconds += seconds


class TableApp(App[None]):
    """Shows one table and keeps what the screen asks for in `commands`; `leave_requested` once it asks to leave."""

    def __init__(self, view: TableView | None = None, *, options: TableOptions | None = None, theme: str = "") -> None:
        super().__init__()
        self.commands: list[Command] = []
        self.leave_requested = False
        self.clock = ManualClock()
        self.table = TableScreen(options=options or TableOptions(street_pause=0, bell=False), now=self.clock)
        self._view = view
        self._theme_name = theme or THEMES[0].name

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return THEMES[0].variables

    def on_mount(self) -> None:
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = self._theme_name
        self.set_class(self.table.options.ascii, ASCII_CLASS)
        self.push_screen(self.table)

    def on_screen_resume(self) -> None:
        self.clock.advance()

    def on_table_screen_command_requested(self, asked: TableScreen.CommandRequested) -> None:
        self.commands.append(asked.command)

    def on_table_screen_leave_requested(self) -> None:
        self.leave_requested = True


def screen_lines(app: App[Any]) -> list[str]:
    """The screen as lines of text, without spaces at their ends."""
    return [strip.text.rstrip() for strip in app.screen._compositor.render_strips()]


@dataclass
class TableScreenUser:
    """Somebody at the keyboard, who takes his time between two keys."""

    app: TableApp
    pilot: Pilot[None]

    async def press(self, keys: str, *, pause: float = 1.0) -> None:
        for key in keys.split():
            self.app.clock.advance(pause)
            await self.pilot.press(key)

    async def click(self, words: str) -> None:
        for y, line in enumerate(screen_lines(self.app)):
            x = line.find(words)
            if x >= 0:
                self.app.clock.advance()
                await self.pilot.click(offset=(x, y))
                return
        raise AssertionError(f"{words!r} is not on the screen")

    @property
    def commands(self) -> list[Command]:
        return self.app.commands

    @property
    def actions(self) -> list[Action]:
        return [command.action for command in self.commands if isinstance(command, Act)]

    @property
    def text(self) -> str:
        return "\n".join(screen_lines(self.app))


@asynccontextmanager
async def run_table_screen(
    view: TableView, *, size: tuple[int, int] = (80, 24), options: TableOptions | None = None
) -> AsyncIterator[TableScreenUser]:
    app = TableApp(options=options)
    async with app.run_test(size=size) as pilot:
        app.table.receive(snapshot_message(view))
        await pilot.pause()
        yield TableScreenUser(app, pilot)
