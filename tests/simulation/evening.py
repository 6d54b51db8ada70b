"""One evening at a simulated server: everything in it follows from a seed.

The server is the real one without its listener. People come over simulated wires, hosts open tables and add bots, and
faults strike at random moments. `play` runs the evening to its end and returns what it counted, or what broke.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import random
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from railbird_server.config import ServerSettings
from railbird_server.runtime import outbox
from railbird_server.runtime.broadcast import rail, step_log
from railbird_server.runtime.network.transport import MemoryTransport, Transport
from railbird_shared.settings.table_terms import OPEN_RAIL
from simulation import entropy, virtual_time
from simulation.audiences import Audience
from simulation.disk import SimulatedDisk
from simulation.invariants import Broken, Invariants
from simulation.people import Person
from simulation.plan import FAULTS, NAMES, WIRES, Plan, plan_evening
from simulation.server import SimulatedServer, printed_rules, track_processes
from simulation.story import Story
from simulation.wires import Wire, WireLog

SECONDS_PER_HAND = 240.0
"""An evening that is awake for longer than this for each of its hands stands still."""

LAST_ORDERS = 60.0
"""Seconds without new faults at the end of an evening; no fault lasts longer."""

CATCH_UP = 10.0
"""Seconds within which, in the end, every connected person has seen what happened."""


class Result(NamedTuple):
    """What an evening came to; `broken` is the invariant that did not hold, empty if all did."""

    plan: Plan
    broken: str
    hands: int
    steps: int
    views_compared: int
    deals_proved: int
    frames_searched: int
    secrets_delivered: int
    rail_frames_searched: int
    secrets_shown_to_rails: int
    repeats_answered: int
    audiences: dict[tuple[str, Audience], int]
    refusals: dict[str, int]
    faults: dict[str, int]
    seconds: float
    digest: str
    story: Story

    def report(self, lines: int = 40) -> str:
        """Returns how the evening ended, and the end of its story."""
        plan = self.plan
        heading = (
            f"Seed {plan.seed}, {plan.hands} hands, {plan.weather}: {', '.join(plan.games)}; {plan.players} players, "
            f"{plan.watchers} watchers."
        )
        if plan == plan_evening(plan.seed, plan.hands):
            heading += f"\nAgain: uv run python tests/simulation/run.py --seed {plan.seed} --hands {plan.hands}"
        return "\n".join([heading, "", *self.story.lines(lines), "", self.broken or "All invariants held."])


class Evening:
    """A running evening; a `simulation.people.Place`."""

    def __init__(self, plan: Plan, loop: virtual_time.VirtualTimeLoop, disk: SimulatedDisk) -> None:
        self.plan = plan
        self.over = False
        self.faults: dict[str, int] = {}
        self.story = Story(loop.time)
        self._loop = loop
        self._chance = random.Random(f"evening {plan.seed}")
        self._stop = asyncio.Event()
        self._crashes_end = asyncio.Event()
        self.invariants = Invariants(self.story, self._viewers_at, self._stop.set, loop.time, printed_rules(plan.house))
        self._log = WireLog(written=self._written, arrived=self._arrived)
        self._wires = 0
        self._people: list[Person] = []
        self._disk = disk
        self._down = False
        self._time_left: asyncio.Timeout | None = None
        self._vanishing = False
        self._servers = 0
        self._server: SimulatedServer

    # --- what people and wires see ---

    @property
    def tables(self) -> list[str]:
        return self._server.tables

    def player_id(self, token: str) -> str:
        return self._server.player_with(token)

    def connect(self, person: Person) -> Wire:
        """Opens a wire for a person to the server."""
        self._wires += 1
        name = f"{person.name}/{self._wires}"
        chance = random.Random(f"{self.plan.seed} {name}")
        weather = WIRES[random.Random(f"{self.plan.seed} {person.name}").randrange(len(WIRES))]
        wire = Wire(name, chance, weather, person, self._log)
        if self._down:
            wire.refuse()
        else:
            self._server.accept(wire)
        return wire

    def _viewers_at(self, table: str) -> list[str]:
        return self._server.viewers_at(table)

    def _written(self, wire: Wire, frame: bytes) -> None:
        self._check_frame(wire.server_end, wire.name, frame)

    def _check_frame(self, transport: Transport, name: str, frame: bytes) -> None:
        self.invariants.check_frame(self._server.player_of(transport), name, frame, self._server.place_of(transport))

    def _arrived(self, wire: Wire, way: str, frame: bytes) -> None:
        self.story.record(wire.name, way, frame)

    # --- the course of the evening ---

    async def run(self) -> None:
        """Plays the evening from its first connection to the last answer."""
        plan = self.plan
        self._settings = ServerSettings(house=plan.house, pause=self._chance.choice((0.0, 1.0, 3.0)))
        track_processes(self._loop)
        self.invariants.committed = self._disk.committed
        await self._start_server()
        self._invite()
        minds = [asyncio.create_task(person.live(), name=person.name) for person in self._people]
        struck = [asyncio.create_task(self._strike(*each)) for each in self._kinds_of_fault()]
        crashing = asyncio.create_task(self._crash_now_and_then())
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SECONDS_PER_HAND * plan.hands) as self._time_left:
                await self._wait_for_hands(minds)
        for task in struck:
            task.cancel()
        self._crashes_end.set()
        await crashing
        self.invariants.require(
            self.invariants.hands >= plan.hands,
            f"The game stands still: {self.invariants.hands} hands of {plan.hands} were played.",
        )
        await self._rest(LAST_ORDERS)
        latest = dict(self.invariants.latest)
        await self._rest(CATCH_UP)
        for person in self._people:
            person.check_caught_up(latest, CATCH_UP)
        self.over = True
        if not self.invariants.broken:
            await self._server.stop()
            self.story.tell("", "The server stops.")

    async def _start_server(self) -> None:
        """Starts a server with what is on the disk."""
        self._servers += 1
        chance = random.Random(f"server {self._servers} of {self.plan.seed}")
        self._server = SimulatedServer(self._settings, chance, self._disk.open_store())
        self.invariants.replaying = self._disk.starting = True
        await self._server.spawn(self._server.start(), "start")
        self.invariants.replaying = self._disk.starting = False

    async def _rest(self, seconds: float) -> None:
        """Lets people play on for a while, or until an invariant breaks."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._stop.wait()

    def _invite(self) -> None:
        plan, invariants, story = self.plan, self.invariants, self.story
        for number, name in enumerate(NAMES[: plan.players + plan.watchers]):
            chance = random.Random(f"{plan.seed} mind of {name}")
            opens, rail = ("", OPEN_RAIL) if number >= len(plan.games) else (plan.games[number], plan.rails[number])
            plays = number < plan.players
            self._people.append(Person(name, self, invariants, story, chance, plays=plays, opens=opens, rail=rail))

    async def _wait_for_hands(self, minds: list[asyncio.Task[None]]) -> None:
        while self.invariants.hands < self.plan.hands and not self.invariants.broken:
            done, _ = await asyncio.wait(minds, timeout=1.0, return_when=asyncio.FIRST_EXCEPTION)
            for task in done:
                task.result()

    def _kinds_of_fault(self) -> list[tuple[float, str, Callable[[random.Random], None]]]:
        faults = FAULTS[self.plan.weather]
        return [
            (faults.cut, "cut", self._cut),
            (faults.silence, "silence", self._silence),
            (faults.slow_reader, "slow reader", self._slow_down),
            (faults.slow_reader, "dribble", self._dribble),
            (faults.bad_disk, "bad disk", self._spoil_disk),
            (faults.clock_jump, "clock jump", self._jump),
        ]

    async def _strike(self, interval: float, kind: str, strike: Callable[[random.Random], None]) -> None:
        """Lets one kind of fault happen again and again."""
        chance = random.Random(f"{self.plan.seed} {kind}")
        while interval:
            await asyncio.sleep(chance.expovariate(1 / interval))
            strike(chance)
            self._count(kind)

    def _victim(self, chance: random.Random) -> tuple[Person, Wire] | None:
        connected = [(person, person.wire) for person in self._people if person.wire is not None]
        return chance.choice(connected) if connected else None

    def _cut(self, chance: random.Random) -> None:
        if found := self._victim(chance):
            person, wire = found
            self._tell(person, f"{person.name}'s connection is cut.")
            wire.cut()

    def _silence(self, chance: random.Random) -> None:
        if found := self._victim(chance):
            person, wire = found
            seconds = chance.choice((2.0, 5.0, 12.0, 40.0))
            self._tell(person, f"{person.name}'s connection falls silent for {seconds:.0f} s.")
            wire.fall_silent(seconds)

    def _slow_down(self, chance: random.Random) -> None:
        if found := self._victim(chance):
            person, wire = found
            seconds = chance.choice((3.0, 8.0, 30.0, 50.0))
            self._tell(person, f"{person.name}'s program reads nothing for {seconds:.0f} s.")
            wire.stop_reading(seconds)

    def _dribble(self, chance: random.Random) -> None:
        if found := self._victim(chance):
            person, wire = found
            self._tell(person, f"{person.name}'s program reads one message every second or so.")
            wire.read_slowly(chance.choice((20.0, 50.0)), chance.choice((1.0, 1.5, 3.0)))

    def _spoil_disk(self, chance: random.Random) -> None:
        seconds = chance.choice((0.5, 5.0, 30.0))
        self._disk.trouble = chance.choice(("full", "failing"))
        self.story.tell("", f"The server's disk is {self._disk.trouble} for {seconds} s.")
        self._loop.call_later(seconds, self._mend_disk)

    def _mend_disk(self) -> None:
        self._disk.trouble = ""

    async def _crash_now_and_then(self) -> None:
        """Lets the server's process vanish at random moments, and another one start after a while."""
        interval, chance = FAULTS[self.plan.weather].crash, random.Random(f"{self.plan.seed} crash")
        while interval and not self.invariants.broken:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(chance.expovariate(1 / interval)):
                    await self._crashes_end.wait()
            if self._crashes_end.is_set():
                return
            await self._crash(chance)

    async def _crash(self, chance: random.Random) -> None:
        server, self._down = self._server, True
        open_before = {live.table.id for live in server.live_tables}
        if chance.random() < 0.25:
            self._count("restart")
            self.story.tell("", "The server is restarted.")
            await server.stop()
        else:
            self._count("crash")
            outcome = self._disk.crash()
            self.story.tell("", f"The server's process vanishes; what it was writing is {outcome}.")
            self._vanishing = True
            await server.vanish()
            self._vanishing = False
        for person in self._people:
            person.forget_settled()
        await asyncio.sleep(chance.choice((0.05, 1.0, 10.0)))
        await self._start_server()
        self.story.tell("", f"A new server starts with {len(self._server.live_tables)} tables.")
        self.invariants.check_recovered(self._server.live_tables, open_before)
        self._down = False

    def _count(self, fault: str) -> None:
        self.faults[fault] = self.faults.get(fault, 0) + 1

    def _jump(self, chance: random.Random) -> None:
        seconds = chance.choice((5.0, 60.0, 900.0))
        self.story.tell("", f"The server's machine sleeps for {seconds:.0f} s.")
        self._loop.jump(seconds)
        if self._time_left is not None and not self._time_left.expired() and (until := self._time_left.when()):
            self._time_left.reschedule(until + seconds)

    def _tell(self, person: Person, sentence: str) -> None:
        self.story.tell(person.view.name if person.view else "", sentence)

    @contextlib.contextmanager
    def searching_bots(self) -> Iterator[None]:
        """Searches what the server writes to its own bots, too."""
        write = MemoryTransport.write

        def searched_write(transport: MemoryTransport, frame: bytes) -> None:
            self._check_frame(transport, "a bot", frame)
            write(transport, frame)

        with patch.object(MemoryTransport, "write", searched_write):
            yield

    def note_error(self, sentence: str) -> None:
        """Takes what the server has logged as an error, or the loop as unhandled."""
        if self._vanishing or "waits:" in sentence or "is not kept:" in sentence:
            return  # a process that vanishes may say anything, and a disk in trouble is reported
        self.invariants.fail(f"The server reports an error: {sentence}")


class _ErrorLog(logging.Handler):
    """Hands every error that the server logs to the evening."""

    def __init__(self, note: Callable[[str], None]) -> None:
        super().__init__(logging.ERROR)
        self._note = note

    def emit(self, record: logging.LogRecord) -> None:
        self._note(record.getMessage())


@contextlib.contextmanager
def _small_limits() -> Iterator[None]:
    """Lowers the limits that a slow reader, a returning player or a delayed rail reaches."""
    with (
        patch.object(outbox, "MAX_UNREAD_FRAMES", 8),
        patch.object(outbox, "MAX_UNREAD_BYTES", 6 * 1024),
        patch.object(outbox, "MAX_BUFFERED_BYTES", 12 * 1024),
        patch.object(step_log, "BUFFER_SIZE", 12),
        patch.object(rail, "MAX_WAITING", 50),
    ):
        yield


def play(seed: int, hands: int = 100, plan: Plan | None = None) -> Result:
    """Plays an evening to its end and returns what came of it."""
    with tempfile.TemporaryDirectory(prefix="railbird-simulation-", dir=_memory_folder()) as folder:
        disk = SimulatedDisk(Path(folder), random.Random(f"disk {seed}"))
        with disk.in_use():
            return _play(plan or plan_evening(seed, hands), disk)


def _memory_folder() -> Path | None:
    """Returns a folder that is kept in memory, where the system has one: nothing of it has to outlast the test."""
    folder = Path("/dev/shm")
    return folder if os.access(folder, os.W_OK) else None


def _play(plan: Plan, disk: SimulatedDisk) -> Result:
    loop = virtual_time.VirtualTimeLoop()
    evening = Evening(plan, loop, disk)
    logger = logging.getLogger("railbird.server")
    handler = _ErrorLog(evening.note_error)
    loop.set_exception_handler(lambda _, context: evening.note_error(f"{context.get('exception') or context}"))
    logger.addHandler(handler)
    try:
        with (
            entropy.seeded_world(loop.time, random.Random(f"secrets {plan.seed}")),
            evening.invariants.watching(),
            _small_limits() if evening.plan.small_limits else contextlib.nullcontext(),
            evening.searching_bots(),
        ):
            virtual_time.run(evening.run(), loop)
    finally:
        logger.removeHandler(handler)
    counted = evening.invariants
    return Result(
        plan=evening.plan,
        broken=counted.broken,
        hands=counted.hands,
        steps=counted.steps,
        views_compared=counted.views_compared,
        deals_proved=counted.deals_proved,
        frames_searched=counted.frames_searched,
        secrets_delivered=counted.secrets_delivered,
        rail_frames_searched=counted.rails.searched,
        secrets_shown_to_rails=counted.rails.secrets_shown,
        repeats_answered=counted.repeats_answered,
        audiences=dict(counted.audiences),
        refusals=dict(counted.refusals),
        faults=evening.faults,
        seconds=loop.time(),
        digest=evening.story.digest,
        story=evening.story,
    )


def check(seed: int, hands: int) -> Result:
    """Plays an evening; raises Broken with its story where an invariant does not hold."""
    result = play(seed, hands)
    if result.broken:
        raise Broken(result.report())
    return result
