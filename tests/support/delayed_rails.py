"""A server with a delayed rail in virtual time, and a search of every byte that those who watch are sent."""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
from collections.abc import Iterator
from unittest.mock import patch

import msgspec
from msgspec import structs

from railbird_server.bots.bot_client import LinkClosed
from railbird_server.config import ServerSettings
from railbird_server.runtime.network.memory_transport import MemoryTransport
from railbird_server.table import audience
from railbird_server.table.inputs import Input
from railbird_server.table.outcome import Outcome
from railbird_server.table.table import Table
from railbird_shared.commands import AddBot, Command, Leave, OpenTable, Resume, Resync, SendChat, Sit, Stand, Watch
from railbird_shared.events import HandEnded, HandStarted, HandVoided, PublicEvent
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.messages import HandChances, Snapshot, Step
from railbird_shared.rail_commands import LetRailSee, ListWatchers
from railbird_shared.rail_terms import RailTerms
from simulation import entropy, virtual_time
from simulation.server import SimulatedServer
from support.known_cards import KnownCards, known_after
from support.network_clients import HeadlessClient, random_chooser

CARD = re.compile(rb'"([2-9TJQKA][cdhs])"|(?<=[ \[])([2-9TJQKA][cdhs])(?=[ ,.\]])')
HAND = re.compile(rb'"hand":(\d+)')

PEOPLE = ("Wren", "Heron", "Jay")
SECONDS = 400.0
"""Virtual seconds that a table is played and watched for."""


class Hand:
    """What a rail may know of one hand, and when it was over."""

    def __init__(self) -> None:
        self.known = KnownCards()
        self.consenting: frozenset[str] = frozenset()
        self.holders: dict[int, str] = {}
        self.ended_at: float | None = None

    @property
    def cards(self) -> frozenset[str]:
        return self.known.open.union(*(self.known.of(player) for player in self.consenting))


class RailSearch:
    """Notes the truth about one table, and searches what its rail is sent; `found` are the leaks."""

    def __init__(self, terms: RailTerms, loop: virtual_time.VirtualTimeLoop) -> None:
        self.terms = terms
        self.found: list[str] = []
        self.searched = self.secrets_shown = self.compared = self.chances_told = 0
        self._loop = loop
        self._hands: dict[int, Hand] = {0: Hand()}
        self._hands[0].ended_at = 0.0
        self._told: list[tuple[float, int, int, tuple[PublicEvent, ...]]] = []
        self._rail_hand: dict[str, int] = {}
        self.table: Table | None = None

    @contextlib.contextmanager
    def searching(self, server: SimulatedServer) -> Iterator[None]:
        """Watches what the tables do, and every frame that clients in memory are written."""
        handle, write = Table.handle, MemoryTransport.write

        def watched_handle(table: Table, request: Input, now: int) -> Outcome:
            before = {seat.number: seat.player for seat in table.seats.occupied}
            consenting = {seat.player for seat in table.seats.occupied if seat.shown_to_rail}
            outcome = handle(table, request, now)
            self.table = table
            self._note(table, outcome, before, consenting, now)
            return outcome

        def searched_write(transport: MemoryTransport, frame: bytes) -> None:
            self._search(server.player_of(transport), frame)
            write(transport, frame)

        with (
            patch.object(Table, "handle", watched_handle),
            patch.object(MemoryTransport, "write", searched_write),
        ):
            yield

    def _note(self, table: Table, outcome: Outcome, before: dict[int, str], consenting: set[str], at: int) -> None:
        now = self._loop.time()
        after = {seat.number: seat.player for seat in table.seats.occupied}
        holders = audience.holders_in_step(before, outcome.events, after)
        for event in outcome.events:
            if isinstance(event, HandStarted):
                self._hands[event.hand] = Hand()
                self._hands[event.hand].consenting = frozenset(consenting)
                self._hands[event.hand].holders = dict(holders)
        hand = self._hands[table.hand_number]
        hand.known = known_after(hand.known, outcome.events, holders)
        if any(isinstance(event, HandEnded | HandVoided) for event in outcome.events):
            hand.ended_at = now
        if public := audience.split(outcome.events).public:
            self._told.append((now, at, table.hand_number, public))

    def _is_due(self, number: int, happened: float) -> bool:
        """Whether the rail may be shown now what happened when the hand of that number ran or was the last."""
        last = self._hands.get(number + self.terms.delay_hands)
        now = self._loop.time() + 1e-3
        return last is not None and last.ended_at is not None and now >= happened + self.terms.delay_seconds

    def _search(self, player: str, frame: bytes) -> None:
        table = self.table
        if table is None or not player or table.seats.of(player) is not None:
            return
        self.searched += 1
        if frame.startswith((b'{"type":"snapshot"', b'{"type":"step"')):
            self._search_table(frame)
        elif frame.startswith(b'{"type":"hand-chances"'):
            self._search_chances(frame)
        elif CARD.search(frame):
            self.found.append(f"a card in {frame[:200]!r}")
        elif frame.startswith((b'{"type":"lobby', b'{"type":"statement', b'{"type":"people', b'{"type":"hand-ch')):
            for hand in map(int, HAND.findall(frame)):
                if not self._is_due(hand, 0.0):
                    self.found.append(f"hand {hand} in {frame[:200]!r}")

    def _search_table(self, frame: bytes) -> None:
        message = msgspec.json.decode(frame, type=Snapshot | Step)
        if isinstance(message, Step) and message.private and message.private[0].__struct_config__.tag != "rail-cards":
            return  # what a player is told who leaves in this step
        if isinstance(message, Snapshot):
            self._rail_hand[message.epoch] = message.view.hand
            if not message.view.occupied and not message.view.hand and not CARD.search(frame):
                return  # the terms of the table alone
        else:
            self._check_order(message)
            for event in message.public:
                if isinstance(event, HandStarted):
                    self._rail_hand[message.epoch] = event.hand
        hand = self._hands.get(self._rail_hand.get(message.epoch, -1))
        number = self._rail_hand.get(message.epoch, -1)
        if hand is None or not self._is_due(number, 0.0):
            self.found.append(f"hand {number} before its time: {frame[:200]!r}")
            return
        named = {(one or other).decode() for one, other in CARD.findall(frame)}
        if secret := named - hand.cards:
            self.found.append(f"{sorted(secret)} of hand {number} in {frame[:300]!r}")
        self.secrets_shown += not named <= hand.known.open

    def _search_chances(self, frame: bytes) -> None:
        """Checks that chances are of a hand that the rail may see, and of hands that all lie open or have consented."""
        chances = msgspec.json.decode(frame, type=HandChances)
        hand = self._hands[chances.hand]
        self.chances_told += 1
        if not self._is_due(chances.hand, 0.0):
            self.found.append(f"chances of hand {chances.hand} before its time: {frame[:200]!r}")
        for spot in chances.spots:
            for seat, _ in spot.shares:
                if not (seat in hand.known.shown or hand.holders[seat] in hand.consenting):
                    self.found.append(f"the chances of seat {seat}, which is hidden: {frame[:200]!r}")

    def _check_order(self, step: Step) -> None:
        """Checks that a step is one that the table made, long enough ago."""
        same = ((now, hand) for now, at, hand, public in self._told if (at, public) == (step.at, step.public))
        happened, hand = next(same, (0.0, -1))
        if not self._is_due(hand, happened):
            self.found.append(f"a step of hand {hand} at {happened} is told at {self._loop.time()}")


class Guest:
    """Somebody at the table who plays, watches, stands up, comes back and chats at random."""

    def __init__(self, server: SimulatedServer, name: str, dice: random.Random, *, plays: bool) -> None:
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
            except LinkClosed:
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
            Guest(server, name, random.Random(f"{seed} {name}"), plays=name in PEOPLE)
            for name in (*PEOPLE, "Magpie", "Rook")
        ]
        playing = Guest(server, "Robin", random.Random(seed), plays=True)
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
