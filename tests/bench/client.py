"""Cost of the table screen in the client, beside a one-line Textual screen in the same run.

Run it with `python tests/bench/client.py`. All is headless, in true colour, in a terminal of 120 by 40 unless a row
names another size. Where we repaint a table of nine with its log, the peer changes one line of text; CPU time is that
of the whole process until the screen is still, and includes putting into bytes what a terminal would be sent.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles

from msgspec.structs import replace
from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.widgets import Static

sys.path.insert(0, str(Path(__file__).parents[1]))

os.environ |= {"COLORTERM": "truecolor", "TERM": "xterm-256color"}

from bench.report import Row, print_report
from bench.startup import measure_startup
from railbird_client.drawing.palette import find_look
from railbird_client.table.paint import table_painter as paint_table
from railbird_client.table.table_options import TableOptions
from railbird_client.table.turn.hints import build_hints
from railbird_client.table.turn.outs import prepare
from railbird_client.table.turn.table_keys import TableKey
from railbird_shared.game.cards import PACK
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.actions import WagerKind
from railbird_shared.protocol.messages import Step
from railbird_shared.protocol.view import TableView
from support.drawn_table import drawn_table
from support.screen_harness import TableApp
from support.view_builders import draw_view, holdem_view, omaha_view, snapshot_message, step_message, stud_view

SIZE = (120, 40)
OTHER_SIZES = ((80, 24), (160, 48), (200, 60))
ROUNDS = 100
SETTLE_SECONDS = 0.025
"""The seconds after which a change is on the screen."""


class OneLineApp(App[None]):
    """A screen with one line of text that changes."""

    def compose(self) -> ComposeResult:
        yield Static("0", id="line")


class OutputCounter:
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
    """The medians over many changes: microseconds of CPU (and their 95th percentile), frames, bytes."""

    cpu_us: float
    cpu_us_p95: float
    frames: float
    bytes: float


async def measure_cost(
    app: App[None],
    pilot: Pilot[None],
    change: Callable[[int], None],
    *,
    prepare: Callable[[int], None] | None = None,
    rounds: int = ROUNDS,
) -> Cost:
    """Repeats a change and returns what one costs until the screen is still.

    What `prepare` does ahead of each change is not counted.
    """
    output = OutputCounter(app)
    cpu_times: list[float] = []
    frames: list[int] = []
    sizes: list[int] = []
    for number in range(rounds):
        if prepare is not None:
            prepare(number)
        await pilot.pause(SETTLE_SECONDS)
        earlier = output.frames, output.bytes
        begun = time.process_time()
        change(number)
        await asyncio.sleep(SETTLE_SECONDS)
        cpu_times.append(1e6 * (time.process_time() - begun))
        frames.append(output.frames - earlier[0])
        sizes.append(output.bytes - earlier[1])
    return Cost(median(cpu_times), quantiles(cpu_times, n=20)[-1], median(frames), median(sizes))


def wager_step(number: int) -> Step:
    """A step in which a player bets and the next is to act."""
    seat = (2, 4, 6, 8)[number % 4]
    return step_message(
        ev.Wagered(seat, WagerKind.RAISE, 2, 100 + 2 * number),
        ev.TurnBegan((4, 6, 8, 2)[number % 4], 40 + number),
    )


def new_hand_step(number: int) -> Step:
    """A step that begins a hand for nine players."""
    seats = (9, 1, 2, 3, 4, 5, 6, 7, 8)
    return step_message(
        ev.HandStarted(200 + number, 8, seats),
        ev.Posted(9, ev.Post.SMALL_BLIND, 1, 2),
        ev.Posted(1, ev.Post.BIG_BLIND, 2, 2),
        ev.StreetBegan(0, "preflop"),
        *(ev.CardsDealt(seat, 2) for seat in seats),
        ev.TurnBegan(2, number),
    )


async def measure_one_line_app() -> Cost:
    """Returns the cost of the peer's change."""
    app = OneLineApp()
    async with app.run_test(size=SIZE) as pilot:
        line = app.query_one("#line", Static)
        return await measure_cost(app, pilot, lambda number: line.update(f"Heron raises to {number}"))


async def measure_table(peer: Cost) -> list[Row]:
    """Returns the figures of the hold'em table beside the peer's."""
    app = TableApp(options=TableOptions(bell=False, street_pause=0))
    async with app.run_test(size=SIZE) as pilot:
        show = app.receive
        show(snapshot_message(holdem_view()))
        act = await measure_cost(app, pilot, lambda number: show(wager_step(number)))
        hand = await measure_cost(
            app,
            pilot,
            lambda number: show(new_hand_step(number)),
            prepare=lambda _: show(snapshot_message(holdem_view())),
            rounds=40,
        )
        nodes = len(app.table.query("*"))

        def tick(_number: int) -> None:
            app.clock.advance(0.25)
            app.tick()

        clock = await measure_cost(app, pilot, tick, prepare=lambda _: show(snapshot_message(holdem_view())), rounds=40)
    return [
        Row("one action: CPU us", "holdem", act.cpu_us, peer.cpu_us, less_is_better=True),
        Row("one action: CPU us, 95th percentile", "holdem", act.cpu_us_p95, peer.cpu_us_p95, less_is_better=True),
        Row("one action: frames", "holdem", act.frames, peer.frames, less_is_better=True),
        Row("one action: bytes written", "holdem", act.bytes, peer.bytes, less_is_better=True),
        Row("a new hand: CPU us", "holdem", hand.cpu_us, peer.cpu_us, less_is_better=True),
        Row("a new hand: bytes written", "holdem", hand.bytes, peer.bytes, less_is_better=True),
        Row("a tick of the clock: CPU us", "holdem", clock.cpu_us, peer.cpu_us, less_is_better=True),
        Row("widgets on the screen", "holdem", nodes),
    ]


async def measure_size(size: tuple[int, int], peer: Cost) -> list[Row]:
    """Returns the cost of an action at another size."""
    app = TableApp(options=TableOptions(bell=False, street_pause=0))
    async with app.run_test(size=size) as pilot:
        app.receive(snapshot_message(holdem_view()))
        act = await measure_cost(app, pilot, lambda number: app.receive(wager_step(number)), rounds=40)
    name = f"holdem {size[0]}x{size[1]}"
    return [
        Row("one action: CPU us", name, act.cpu_us, peer.cpu_us, less_is_better=True),
        Row("one action: bytes written", name, act.bytes, peer.bytes, less_is_better=True),
    ]


def measure_drawing(size: tuple[int, int]) -> list[Row]:
    """Returns how long it takes to draw a table onto a canvas: the first one with its oval, and another one."""
    firsts: list[float] = []
    others: list[float] = []
    for _ in range(10):
        paint_table._empty_table.cache_clear()
        for times in (firsts, others, others):
            begun = time.process_time()
            drawn_table(holdem_view(), size=size, look=find_look())
            times.append(1e6 * (time.process_time() - begun))
    name = f"holdem {size[0]}x{size[1]}"
    return [Row("drawing a first table: us", name, median(firsts)), Row("drawing a table: us", name, median(others))]


async def measure_key_to_paint(peer_rounds: int = 40) -> Row:
    """Returns the milliseconds from a key to the frame that shows what it did, beside the same for the peer."""

    async def until_painted(app: App[None], pilot: Pilot[None], change: Callable[[int], None]) -> float:
        output = OutputCounter(app)
        times: list[float] = []
        for number in range(peer_rounds):
            await pilot.pause(SETTLE_SECONDS)
            frames, begun = output.frames, time.perf_counter()
            change(number)
            while output.frames == frames:  # noqa: ASYNC110  # the turns of the loop are what is measured
                await asyncio.sleep(0)
            times.append(1000 * (time.perf_counter() - begun))
        return median(times)

    bare = OneLineApp()
    async with bare.run_test(size=SIZE) as pilot:
        line = bare.query_one("#line", Static)
        peer = await until_painted(bare, pilot, lambda number: line.update(f"Heron raises to {number}"))
    app = TableApp(options=TableOptions(bell=False, street_pause=0))
    async with app.run_test(size=SIZE) as pilot:
        app.receive(snapshot_message(holdem_view()))
        keys = (TableKey.BET_MORE, TableKey.BET_LESS)
        ours = await until_painted(app, pilot, lambda number: app.table.action_press(keys[number % 2], clicked=True))
    return Row("key to paint: ms", "holdem", ours, peer, less_is_better=True)


async def measure_key(game: str, view: TableView, key: TableKey, peer: Cost) -> Row:
    """Returns the cost of a key that changes what is chosen."""
    app = TableApp(options=TableOptions(bell=False, street_pause=0))
    async with app.run_test(size=SIZE) as pilot:
        app.receive(snapshot_message(view))
        cost = await measure_cost(app, pilot, lambda _number: app.table.action_press(key, clicked=True), rounds=40)
    return Row("a key: CPU us", game, cost.cpu_us, peer.cpu_us, less_is_better=True)


def measure_hints(game: str) -> Row:
    """Returns how long it takes to count the hints of a hand that is new, on a flop, in CPU time."""
    view = omaha_view(game)
    prepare(view.rules)
    times: list[float] = []
    for seed in range(40):
        cards = random.Random(seed).sample(PACK, view.game.cards + 3)
        held = replace(view, board=tuple(cards[:3]), you=replace(view.you, cards=tuple(cards[3:])))
        begun = time.process_time()
        build_hints(held)
        times.append(1e6 * (time.process_time() - begun))
    return Row("new hints: us", game, median(times))


async def measure_all() -> list[Row]:
    """Returns every figure."""
    peer = await measure_one_line_app()
    return [
        *await measure_table(peer),
        *[row for size in OTHER_SIZES for row in await measure_size(size, peer)],
        *[row for size in (SIZE, *OTHER_SIZES) for row in measure_drawing(size)],
        await measure_key_to_paint(),
        await measure_key("holdem", holdem_view(), TableKey.BET_MORE, peer),
        await measure_key("five-card-draw", draw_view(), TableKey.DIGIT_3, peer),
        await measure_key("seven-card-stud", stud_view(), TableKey.CALL_ANY, peer),
        *map(measure_hints, ("holdem", "crazy-pineapple", "omaha", "omaha8", "omaha-5", "omaha-6")),
        *measure_startup(),
    ]


if __name__ == "__main__":
    print_report(
        asyncio.run(measure_all()),
        notes=(
            "Limits: one frame, 4,000 bytes and 5,000 us an action, 12,000 us a hand, 40 widgets.",
            "The peer is a Static of one line on a screen of its own.",
            "A start: at most 1.25 times a bare Textual program, and 60 MB. The peer of --help imports click.",
        ),
    )
