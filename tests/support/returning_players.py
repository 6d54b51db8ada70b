"""Players over real sockets who come back by themselves whenever their server is gone, and keep a ledger of it all.

They resume with their token and the last step they saw, and send a command that nobody has answered again under its id.
What any of them has heard of a table is its story, which may never be told in another way.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from itertools import count

from msgspec import Struct, structs
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from railbird_server.runtime.tables.table_runner import GOES_ON
from railbird_shared.carrier import WireClosed
from railbird_shared.history.narration import narrate
from railbird_shared.protocol import codec
from railbird_shared.protocol.commands import Act, AddBot, AddChips, Command, OpenTable, Resume, Resync, Sit, Watch
from railbird_shared.protocol.events import (
    Called,
    Checked,
    ChipsAdded,
    Folded,
    HandEnded,
    PlayerSat,
    PublicEvent,
    TurnBegan,
    Wagered,
)
from railbird_shared.protocol.folding import fold_each
from railbird_shared.protocol.messages import Accepted, GoingDown, Message, Notice, Refused, Snapshot, Step, TableClosed
from railbird_shared.protocol.view import TableView, You
from support.network_clients import ActionChooser, HeadlessClient, SocketLink, random_chooser
from support.timeouts import TIMEOUT_SECONDS

RETRY_SECONDS = 0.04
"""How long a player waits before they try again to reach a server that is gone."""

Moment = tuple[str, int]
"""An epoch and the number of a step in it."""


class Story:
    """What was told of one table to anybody, step by step."""

    def __init__(self) -> None:
        self.steps: dict[Moment, tuple[PublicEvent, ...]] = {}
        self.last: Moment = ("", 0)
        self.acts: Counter[int] = Counter()
        self.turns: Counter[tuple[int, int]] = Counter()
        self.chips = 0
        self.hands = 0
        self.truth: dict[Moment, TableView] = {}
        self.compared = 0

    def hear(self, moment: Moment, events: tuple[PublicEvent, ...]) -> None:
        """Notes a step; one that was heard before has to be the same."""
        known = self.steps.get(moment)
        if known is not None:
            assert known == events, f"step {moment} was told twice: as {known}, and as {events}"
            return
        assert self.last[0] in ("", moment[0]), f"{moment} is of another epoch than {self.last}"
        self.steps[moment], self.last = events, max(moment, self.last)
        for event in events:
            match event:
                case Folded(seat=seat) | Checked(seat=seat) | Called(seat=seat) | Wagered(seat=seat):
                    self.acts[seat] += 1
                case PlayerSat(stack=chips) | ChipsAdded(chips=chips):
                    self.chips += chips
                case HandEnded():
                    self.hands += 1
                case TurnBegan(turn=turn):
                    self.turns[self.hands, turn] += 1
                case _:
                    pass

    @property
    def is_whole(self) -> bool:
        """Whether no step is missing."""
        numbers = [number for _, number in self.steps]
        return len(numbers) == max(numbers) - min(numbers) + 1

    def compare(self, moment: Moment, view: TableView) -> None:
        """Compares a folded view with what the journal says of that moment, if it is known."""
        if (truth := self.truth.get(moment)) is not None:
            assert structs.replace(view, you=You()) == truth, f"at {moment}: {view} is not {truth}"
            self.compared += 1


class Ledger(Struct):
    """What the server has acknowledged to one player, and how they came back."""

    acts: int = 0
    chips: int = 0
    accepted: int = 0
    repeated: int = 0
    """Commands that were sent again because nobody had answered."""
    returns: int = 0
    replayed: int = 0
    """Returns on which steps came that were missed."""
    snapshots: int = 0
    """Returns on which the whole table came instead."""


class ReturningPlayer:
    """A player with one seat; with `watches` they stay at the rail, and with `goes_back` the server
    may be one that was set back. The log has what they read, line by line."""

    def __init__(self, address: str, name: str, chance: random.Random, story: Story, *, watches: bool = False) -> None:
        self.name = name
        self.story = story
        self.ledger = Ledger()
        self.back = asyncio.Event()
        self.acts = asyncio.Event()
        self.acts.set()
        self.table = ""
        self.token = ""
        self.view: TableView | None = None
        self.place: Resume | None = None
        self.log: list[str] = []
        self.going_down = 0
        self.closed = ""
        self.goes_back = False
        self.notices: list[str] = []
        self.frames: list[str] = []
        self.pending: dict[int, Command] = {}
        self._address = address
        self._choose: ActionChooser = random_chooser(chance)
        self._watches = watches
        self._ids = count(1)
        self._bought_in = -1
        self._acted = (0, 0)
        self._asks_again = False

    async def run(self) -> None:
        """Plays until cancelled."""
        while not self.closed:
            try:
                await self._visit()
            except (WireClosed, OSError, WebSocketException, EOFError):
                if self.back.is_set() or not self.log:
                    self.log.append("[The connection is gone.]")
                self.back.clear()
                await asyncio.sleep(RETRY_SECONDS)

    async def _visit(self) -> None:
        link = SocketLink(
            await connect(self._address, compression=None, max_size=codec.MAX_MESSAGE_BYTES, proxy=None, open_timeout=5)
        )
        link.frames = self.frames
        client = _Visit(link, self)
        try:
            await client.login(self.name, token=self.token, resume=self.place)
            self.token = client.welcome.token
            if self.place is not None:
                await self._come_back(client)
            while not self.closed:
                await self._play(client)
                await client.receive()
        finally:
            link.abort()

    async def _come_back(self, client: _Visit) -> None:
        """Asks again what was not answered, and compares the table with a new snapshot."""
        self.log.append("[Back at the table.]")
        self.ledger.returns += 1
        for number, command in list(self.pending.items()):
            self.ledger.repeated += 1
            await client.link.send(structs.replace(command, id=number))
        missed = self.place
        client.resynced = True
        await client.link.send(Resync())
        await client.wait_for(Snapshot)
        self.ledger.replayed += self.place != missed
        assert client.welcome.table == ("" if self._watches else self.table)
        self.back.set()

    async def open_table(self, game: str, *, bots: int) -> str:
        """Opens a table with bots of the house, takes a seat and stays."""
        async with self._arriving() as client:
            opened = await client.request(OpenTable(name=f"{self.name}'s", game=game, id=next(self._ids)))
            assert isinstance(opened, Accepted), opened
            await self._enter(client, opened.table)
            for _ in range(bots):
                await client.expect_accepted(AddBot(id=next(self._ids)))
            await client.wait_for_view(lambda view: len(view.occupied) == 1 + bots)
        return self.table

    async def join(self, table: str) -> None:
        """Goes to a table and takes a seat, unless they stay at the rail."""
        async with self._arriving() as client:
            await self._enter(client, table)

    async def _enter(self, client: _Visit, table: str) -> None:
        self.table = table
        await client.expect_accepted(Watch(table=table, id=next(self._ids)))
        if client.view is None:
            await client.wait_for(Snapshot)
        if not self._watches:
            request = Sit(id=next(self._ids), chips=200)
            self.pending[request.id] = request
            await client.expect_accepted(request)
            await client.wait_for_view(lambda view: view.you.seat is not None)

    def _arriving(self) -> _Arrival:
        return _Arrival(self)

    async def _play(self, client: _Visit) -> None:
        """Acts in the player's turn, or buys chips when they have none."""
        if self._asks_again:
            self._asks_again = False
            for number, command in list(self.pending.items()):
                await client.link.send(structs.replace(command, id=number))
        view = client.view
        if view is None or self._watches or self.pending or not self.acts.is_set():
            return
        seat = view.own_seat
        if seat and not seat.stack and not (view.playing and seat.in_hand) and self._bought_in != seat.bought_in:
            self._bought_in = seat.bought_in  # once, since the answer comes before the chips do
            await self._ask(client, AddChips(chips=200))
        elif view.you.legal is not None and view.turn is not None and (view.hand, view.turn.turn) != self._acted:
            self._acted = view.hand, view.turn.turn
            await self._ask(client, Act(hand=view.hand, turn=view.turn.turn, action=self._choose(view, view.you.legal)))

    async def _ask(self, client: _Visit, command: Command) -> None:
        number = next(self._ids)
        self.pending[number] = command
        await client.link.send(structs.replace(command, id=number))

    # --- what comes ---

    def hear(self, message: Message) -> None:
        """Notes a message that the client has taken."""
        match message:
            case Accepted(id=number):
                self._count(self.pending.pop(number, None))
            case Refused(code="not-kept" | "waits"):
                pass  # it is sent again when the table goes on
            case Refused(id=number, code=code, sentence=sentence):
                command = self.pending.pop(number, None)
                raise AssertionError(f"{self.name}: {command} is refused ({code}): {sentence}")
            case Notice(sentence=sentence):
                self.notices.append(sentence)
                self._asks_again |= sentence == GOES_ON
                self.log.append(f"[{sentence}]")
            case GoingDown():
                self.going_down += 1
                self.log.append("[The server goes down for a moment.]")
            case TableClosed(reason=reason):
                self.closed = reason or "closed"
                self.log.append(f"[{reason}]")
            case _:
                pass

    def _count(self, command: Command | None) -> None:
        self.ledger.accepted += 1
        match command:
            case Act():
                self.ledger.acts += 1
            case Sit(chips=chips) | AddChips(chips=chips):
                self.ledger.chips += chips
            case _:
                pass


class _Visit(HeadlessClient):
    """One connection of a returning player."""

    def __init__(self, link: SocketLink, player: ReturningPlayer) -> None:
        super().__init__(link)
        self.player = player
        self.resynced = False
        self.view, self.resume_point = player.view, player.place

    async def receive(self) -> Message:
        """Takes the next message, compares what it says with what was known, and keeps the place."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            before, place = self.view, self.resume_point
            message = await super().receive()
        self.messages.clear()
        player = self.player
        if isinstance(message, Snapshot) and before is not None and place is not None:
            self._compare(message, before, place)
        player.view, player.place = self.view, self.resume_point
        if isinstance(message, Step):
            moment = (message.epoch, message.seq)
            player.story.hear(moment, message.public)
            assert before is not None
            assert self.view is not None
            player.story.compare(moment, self.view)
            player.log += narrate(fold_each(before, (*message.public, *message.private)))
        player.hear(message)
        return message

    def _compare(self, snapshot: Snapshot, before: TableView, place: Resume) -> None:
        if (snapshot.epoch, snapshot.seq) == (place.epoch, place.seq):
            assert snapshot.view == before, f"{self.player.name} folded {before}, and the table is {snapshot.view}"
        else:
            self.player.ledger.snapshots += 1
            later = snapshot.seq > place.seq or snapshot.epoch != place.epoch
            assert later or self.player.goes_back, f"{snapshot.seq} is before {place.seq}"
        assert self.resynced or (snapshot.epoch, snapshot.seq) != (place.epoch, place.seq)


class _Arrival:
    """The first connection of a player, which is cut when everything is as wanted."""

    def __init__(self, player: ReturningPlayer) -> None:
        self._player = player

    async def __aenter__(self) -> _Visit:
        self._link = SocketLink(
            await connect(self._player._address, compression=None, max_size=codec.MAX_MESSAGE_BYTES, proxy=None)
        )
        client = _Visit(self._link, self._player)
        await client.login(self._player.name)
        self._player.token = client.welcome.token
        return client

    async def __aexit__(self, *_: object) -> None:
        self._link.abort()
