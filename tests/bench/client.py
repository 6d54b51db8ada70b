"""What the table costs the client, beside a bare screen of Textual's own in the same run.

Run it with `python tests/bench/client.py`. All is headless in a terminal of 120 by 40. Where we repaint a table of nine
with its log, the peer changes one line of text; CPU time is that of the whole process until the screen is still,
and includes putting into bytes what a terminal would be sent.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles

from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.widgets import Static

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.report import Row, report
from railbird_client.model.options import Options
from railbird_shared import events as ev
from railbird_shared.actions import WagerKind
from railbird_shared.messages import Step
from railbird_shared.view import TableView
from tables import TableApp, draw, holdem, snapshot, step, stud

SIZE = (120, 40)
ROUNDS = 100
STILL = 0.025
"""The seconds after which a change is on the screen."""


class BareApp(App[None]):
    """A screen with one line of text that changes."""

    def compose(self) -> ComposeResult:
        yield Static("0", id="line")


class Frames:
    """Counts the bytes and the frames that an app writes to its terminal."""

    def __init__(self, app: App[None]) -> None:
        self.frames = 0
        self.bytes = 0
        display = app._display

        def counted(screen: object, renderable: object) -> None:
            if renderable is not None:
                self.frames += 1
                terminal = getattr(renderable, "render_segments", None)
                self.bytes += len(terminal(app.console).encode()) if terminal else 0
            display(screen, renderable)  # type: ignore[arg-type]

        app._display = counted  # type: ignore[method-assign]


@dataclass(frozen=True)
class Cost:
    """The medians of many changes: microseconds of CPU (and their 95th percentile), frames, bytes."""

    spent: float
    slow: float
    frames: float
    bytes: float


async def cost(
    app: App[None],
    pilot: Pilot[None],
    change: Callable[[int], None],
    *,
    before: Callable[[int], None] | None = None,
    rounds: int = ROUNDS,
) -> Cost:
    """Changes something again and again and returns what a change costs until the screen is still.

    What `before` does ahead of each change is not counted.
    """
    written = Frames(app)
    spent: list[float] = []
    frames: list[int] = []
    sizes: list[int] = []
    for number in range(rounds):
        if before is not None:
            before(number)
        await pilot.pause(STILL)
        earlier = written.frames, written.bytes
        begun = time.process_time()
        change(number)
        await asyncio.sleep(STILL)
        spent.append(1e6 * (time.process_time() - begun))
        frames.append(written.frames - earlier[0])
        sizes.append(written.bytes - earlier[1])
    return Cost(median(spent), quantiles(spent, n=20)[-1], median(frames), median(sizes))


def bets(number: int) -> Step:
    """A step in which a player bets and the next is to act."""
    seat = (2, 4, 6, 8)[number % 4]
    return step(
        ev.Wagered(seat, WagerKind.RAISE, 2, 100 + 2 * number),
        ev.TurnBegan((4, 6, 8, 2)[number % 4], 40 + number),
    )


def new_hand(number: int) -> Step:
    """A step that begins a hand for nine players."""
    seats = (9, 1, 2, 3, 4, 5, 6, 7, 8)
    return step(
        ev.HandStarted(200 + number, 8, seats),
        ev.Posted(9, ev.Post.SMALL_BLIND, 1, 2),
        ev.Posted(1, ev.Post.BIG_BLIND, 2, 2),
        ev.StreetBegan(0, "preflop"),
        *(ev.CardsDealt(seat, 2) for seat in seats),
        ev.TurnBegan(2, number),
    )


async def bare() -> Cost:
    """Returns the cost of the peer's change."""
    app = BareApp()
    async with app.run_test(size=SIZE) as pilot:
        line = app.query_one("#line", Static)
        return await cost(app, pilot, lambda number: line.update(f"Heron raises to {number}"))


async def table(peer: Cost) -> list[Row]:
    """Returns the figures of the hold'em table beside the peer's."""
    app = TableApp(options=Options(bell=False, pace=0))
    async with app.run_test(size=SIZE) as pilot:
        show = app.table.receive
        show(snapshot(holdem()))
        act = await cost(app, pilot, lambda number: show(bets(number)))
        hand = await cost(
            app, pilot, lambda number: show(new_hand(number)), before=lambda _: show(snapshot(holdem())), rounds=40
        )
        nodes = len(app.table.query("*"))

        def tick(_number: int) -> None:
            app.clock.later(0.25)
            app.table._tick()

        clock = await cost(app, pilot, tick, before=lambda _: show(snapshot(holdem())), rounds=40)
    return [
        Row("one action: CPU us", "holdem", act.spent, peer.spent, less_is_better=True),
        Row("one action: CPU us, 95th percentile", "holdem", act.slow, peer.slow, less_is_better=True),
        Row("one action: frames", "holdem", act.frames, peer.frames, less_is_better=True),
        Row("one action: bytes written", "holdem", act.bytes, peer.bytes, less_is_better=True),
        Row("a new hand: CPU us", "holdem", hand.spent, peer.spent, less_is_better=True),
        Row("a new hand: bytes written", "holdem", hand.bytes, peer.bytes, less_is_better=True),
        Row("a tick of the clock: CPU us", "holdem", clock.spent, peer.spent, less_is_better=True),
        Row("widgets on the screen", "holdem", nodes),
    ]


async def key(game: str, view: TableView, pressed: str, peer: Cost) -> Row:
    """Returns the cost of a key that changes what is chosen."""
    app = TableApp(options=Options(bell=False, pace=0))
    async with app.run_test(size=SIZE) as pilot:
        app.table.receive(snapshot(view))
        spent = await cost(app, pilot, lambda _number: app.table.press(pressed), rounds=40)
    return Row("a key: CPU us", game, spent.spent, peer.spent, less_is_better=True)


async def measured() -> list[Row]:
    """Returns every figure."""
    peer = await bare()
    return [
        *await table(peer),
        await key("holdem", holdem(), "more", peer),
        await key("five-card-draw", draw(), "3", peer),
        await key("seven-card-stud", stud(), "any", peer),
    ]


if __name__ == "__main__":
    report(
        asyncio.run(measured()),
        notes=(
            "Limits: one frame, 4,000 bytes and 5,000 us an action, 12,000 us a hand, 40 widgets.",
            "The peer is a Static of one line on a screen of its own.",
        ),
    )
