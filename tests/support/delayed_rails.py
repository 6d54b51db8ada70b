"""A server with a delayed rail in virtual time, and a search of every byte that those who watch are sent."""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
from collections.abc import Callable, Iterator
from unittest.mock import patch

import msgspec
from msgspec import structs

from railbird_server.config import ServerSettings
from railbird_server.runtime.broadcast.rail import DelayQueue, Shown
from railbird_server.runtime.network.transport import MemoryTransport
from railbird_server.table.inputs import Input, Outcome
from railbird_server.table.table import Table
from railbird_shared.carrier import WireClosed
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.protocol.commands import (
    AddBot,
    Command,
    Leave,
    OpenTable,
    Resume,
    Resync,
    SendChat,
    Sit,
    Stand,
    Watch,
)
from railbird_shared.protocol.events import RailCards
from railbird_shared.protocol.host_commands import LetRailSee, ListWatchers
from railbird_shared.protocol.messages import HandChances, Snapshot, Step
from railbird_shared.protocol.view import TableView
from railbird_shared.settings.table_terms import RailTerms
from simulation import entropy, virtual_time
from simulation.server import SimulatedServer
from support.network_clients import HeadlessClient, random_chooser
from support.rail_truth import CARD, RailTruth

HAND = re.compile(rb'"hand":(\d+)')

ViewCheck = Callable[[str, int, TableView], str | None]
"""Returns what is wrong with a view after the step of an epoch and a number, empty or None if nothing is."""

PEOPLE = ("Wren", "Heron", "Jay")
SECONDS = 400.0
"""Virtual seconds that a table is played and watched for."""


class RailSearch:
    """Searches what the rail of one table is sent; `found` are the leaks."""

    def __init__(self, terms: RailTerms, loop: virtual_time.VirtualTimeLoop) -> None:
        self.truth = RailTruth(terms, loop.time)
        self.found: list[str] = []
        self.searched = self.compared = self.left_out = 0
        self.table: Table | None = None

    @contextlib.contextmanager
    def searching(self, server: SimulatedServer) -> Iterator[None]:
        """Watches what the table does, and every frame that clients in memory are written."""
        handle, write, add = Table.handle, MemoryTransport.write, DelayQueue.add

        def watched_handle(table: Table, request: Input, now: int) -> Outcome:
            before = {seat.number: seat.player for seat in table.seats.occupied}
            consenting = {seat.player for seat in table.seats.occupied if seat.shown_to_rail}
            outcome = handle(table, request, now)
            self.table = table
            self.truth.note(table, outcome, before, consenting, now)
            return outcome

        def searched_write(transport: MemoryTransport, frame: bytes) -> None:
            self._search(server.player_of(transport), frame)
            write(transport, frame)

        def counted_add(queue: DelayQueue, shown: Shown, now: int) -> None:
            add(queue, shown, now)
            self.left_out += queue.is_behind

        with (
            patch.object(DelayQueue, "add", counted_add),
            patch.object(Table, "handle", watched_handle),
            patch.object(MemoryTransport, "write", searched_write),
        ):
            yield

    def _search(self, player: str, frame: bytes) -> None:
        table = self.table
        if table is None or not player or table.seats.of(player) is not None:
            return
        self.searched += 1
        if fault := self._fault(frame):
            self.found.append(fault)

    def _fault(self, frame: bytes) -> str:
        if frame.startswith((b'{"type":"snapshot"', b'{"type":"step"')):
            return "" if _is_last_step(frame) else self.truth.check_table(frame)
        if frame.startswith(b'{"type":"hand-chances"'):
            return self.truth.check_chances(msgspec.json.decode(frame, type=HandChances))
        if CARD.search(frame):
            return f"a card in {frame[:200]!r}"
        if frame.startswith((b'{"type":"lobby', b'{"type":"statement', b'{"type":"people')):
            faults = (self.truth.check_number(int(hand), frame) for hand in HAND.findall(frame))
            return next(filter(None, faults), "")
        return ""


def _is_last_step(frame: bytes) -> bool:
    """Whether a frame is what a player is told who leaves in that step."""
    message = msgspec.json.decode(frame, type=Snapshot | Step)
    return isinstance(message, Step) and bool(message.private) and not isinstance(message.private[0], RailCards)


class Guest:
    """Somebody at the table who plays, watches, stands up, comes back and chats at random."""

    def __init__(
        self, server: SimulatedServer, name: str, dice: random.Random, check: ViewCheck, *, plays: bool
    ) -> None:
        self._check = check
        self._server = server
        self._name = name
        self._dice = dice
        self._choose = random_chooser(dice)
        self.plays = plays
        self.client: HeadlessClient
        self.compared = 0

    async def live(self, table: str) -> None:
        """Stays at the table until cancelled."""
        await self._come(table)
        while True:
            try:
                async with asyncio.timeout(self._dice.uniform(0.1, 3.0)):
                    while True:
                        await self._follow()
            except TimeoutError:
                await self._do_something(table)
            except WireClosed:
                await self._come(table)

    async def _come(self, table: str, resume: Resume | None = None, token: str = "") -> None:
        before = self.client.view if resume else None
        self.client = HeadlessClient(self._server.connect_in_memory())
        self.client.view, self.client.resume_point = before, resume
        await self.client.login(self._name, token=token, resume=resume)
        if resume is None:
            await self._ask(Watch(table=table))

    async def _follow(self) -> None:
        client = self.client
        before, point = client.view, client.resume_point
        await client.act_if_in_turn(self._choose)
        message = await client.receive()
        if (
            isinstance(message, Step)
            and client.view
            and (fault := self._check(message.epoch, message.seq, client.view))
        ):
            raise AssertionError(f"the view folded from steps is {fault}")
        if isinstance(message, Snapshot) and before is not None and point == client.resume_point:
            assert message.view == before, "the view folded from steps is the snapshot"
            self.compared += 1

    async def _do_something(self, table: str) -> None:
        client, dice = self.client, self._dice
        if client.view is None:
            await self._ask(Watch(table=table))
            return
        if dice.random() < 0.03:
            await client.close()
            await self._come(table, client.resume_point if dice.random() < 0.7 else None, client.welcome.token)
            return
        seated = client.view.you.seat is not None
        commands: list[Command] = [Resync(), ListWatchers(), SendChat(text=f"hello {dice.random()}")]
        if seated:
            commands += [LetRailSee(on=dice.random() < 0.5), LetRailSee(on=dice.random() < 0.5)]
            commands += [Stand()] * (dice.random() < 0.1)
        elif self.plays:
            commands += [Sit(), Sit(), Sit()]
        elif dice.random() < 0.05:
            commands = [Leave()]
        await self._ask(dice.choice(commands))

    async def _ask(self, command: Command) -> None:
        await self.client.link.send(structs.replace(command, id=self._dice.randrange(10**6, 10**9)))


def watch_delayed_rail(game: str, terms: RailTerms, seed: int = 1, seconds: float = SECONDS) -> RailSearch:
    """Plays a table with a delayed rail for a while, with people who come and go; returns what the search found."""
    loop = virtual_time.VirtualTimeLoop()
    search = RailSearch(terms, loop)
    with entropy.seeded_world(loop.time, random.Random(seed)):
        virtual_time.run(_watch(game, terms, seed, seconds, search), loop)
    return search


async def _watch(game: str, terms: RailTerms, seed: int, seconds: float, search: RailSearch) -> None:
    settings = ServerSettings(
        house=HouseRules(all_in_chances=True),
        pause=1.0,
        clock=0,
        bots_human_pace=False,
        frame_rate=0.0,
        byte_rate=0.0,
        command_rate=0.0,
        chat_rate=0.0,
        room_chat_rate=0.0,
        new_player_rate=0.0,
    )
    server = SimulatedServer(settings, random.Random(seed))
    await server.start()
    with search.searching(server):
        host = HeadlessClient(server.connect_in_memory())
        await host.login("Robin")
        answer = await host.expect_accepted(OpenTable(name="Kitchen", game=game, rail=terms))
        await host.watch(answer.table)
        await host.sit()
        await host.expect_accepted(AddBot())
        guests = [
            Guest(server, name, random.Random(f"{seed} {name}"), search.truth.check_view, plays=name in PEOPLE)
            for name in (*PEOPLE, "Magpie", "Rook")
        ]
        playing = Guest(server, "Robin", random.Random(seed), search.truth.check_view, plays=True)
        playing.client = host
        tasks = [asyncio.create_task(guest.live(answer.table)) for guest in guests]
        tasks.append(asyncio.create_task(_play(playing)))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        search.compared = sum(guest.compared for guest in guests if guest.client.resume_point)
        for task in tasks:
            if task.done() and not search.found:
                task.result()
            task.cancel()
    await server.stop()


async def _play(guest: Guest) -> None:
    while True:
        await guest._follow()
