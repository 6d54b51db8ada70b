"""Every byte sent to every connection, searched for cards that its viewer may not know at that moment.

What may be known is taken from the table's own full events, behind the only door for information (`known_cards`).
"""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from railbird_server.runtime import lobby
from railbird_server.runtime.server import Server
from railbird_server.runtime.tables.recovery import Recovered, recover
from railbird_server.store.records import StoredTable
from railbird_server.store.sqlite import SqliteStore
from railbird_server.table.inputs import Input, Outcome
from railbird_server.table.table import Table
from railbird_shared.game.variants import VARIANTS
from railbird_shared.protocol import codec
from railbird_shared.protocol.commands import (
    AddChips,
    Command,
    FollowTable,
    ListTables,
    Resync,
    SendChat,
    ShowHand,
    Watch,
)
from railbird_shared.protocol.events import PotAwarded
from railbird_shared.protocol.messages import Followed, Snapshot, Step
from support.known_cards import KnownCards, known_after
from support.network_clients import (
    FAMILY_GAMES,
    OTHER_GAMES,
    HeadlessClient,
    SocketLink,
    connect_over_socket,
    open_socket,
    random_chooser,
    run_server,
)

pytestmark = pytest.mark.slow

CARD = re.compile(r"[2-9TJQKA][cdhs]|X")
CARD_IN_SENTENCE = re.compile(r"(?<![\w+/])[2-9TJQKA][cdhs](?![\w+/=])")  # and not in Base64
FREE_TEXT_FIELDS = {"name", "host", "players", "text", "token", "epoch", "table"}
"""Where people name themselves and talk, and where chance makes ids: a card there means nothing."""
LONG_EVENINGS = [*[(game, 25) for game in FAMILY_GAMES], *[(game, 6) for game in OTHER_GAMES]]
GAMES_AND_HANDS = [
    *[(game, 4) for game in (*FAMILY_GAMES, *OTHER_GAMES)],
    *[pytest.param(game, hands, marks=pytest.mark.slow) for game, hands in LONG_EVENINGS],
]


class KnowledgeTracker:
    """Records, for each step that the table publishes, the cards that each viewer may know by then."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.after = [KnownCards()]
        self._recovering = False
        handle = Table.handle

        def handle_and_record(table: Table, request: Input, now: int) -> Outcome:
            if self._recovering:  # what is replayed was recorded when it happened
                return handle(table, request, now)
            names = {seat.number: seat.name for seat in table.seats.occupied}
            outcome = handle(table, request, now)
            names |= {seat.number: seat.name for seat in table.seats.occupied}
            if outcome.events:
                self._record(outcome, names)
            return outcome

        def recover_unrecorded(stored: StoredTable, now: Callable[[], int]) -> Recovered:
            self._recovering = True
            try:
                return recover(stored, now)
            finally:
                self._recovering = False

        monkeypatch.setattr(Table, "handle", handle_and_record)
        monkeypatch.setattr(lobby, "recover", recover_unrecorded)

    def _record(self, outcome: Outcome, names: dict[int, str]) -> None:
        self.after.append(known_after(self.after[-1], outcome.events, names))

    def check(self, name: str, frame: str) -> set[str]:
        """Asserts that a viewer may know every card of a frame; returns the cards that only they may know."""
        message = codec.decode_message(frame)
        if isinstance(message, Followed):
            return self.check(name, codec.encode(message.message).decode())
        cards = cards_in(json.loads(frame))
        if not isinstance(message, Step | Snapshot):
            assert not cards, frame
            return cards
        known = self.after[message.seq]
        assert cards <= known.of(name), (name, frame)
        if isinstance(message, Step):
            worded = {event.seat for event in message.public if isinstance(event, PotAwarded) and event.hand_name}
            assert worded <= known.shown, frame
        return cards - known.open


class RoamingClient:
    """A client that leaves and returns; every connection that it has had is kept."""

    def __init__(self, server: Server, name: str, table: str, chance: random.Random, *, hands: int) -> None:
        self.name = name
        self.connections: list[SocketLink] = []
        self.talker: HeadlessClient
        self._server = server
        self._table = table
        self._chance = chance
        self._choose = random_chooser(chance)
        self._hands = hands

    async def connect(self, *, sit: bool) -> None:
        client = await connect_over_socket(self._server, self.name)
        self.talker = client
        self.connections.append(client.socket)
        assert self.talker.welcome.name == self.name
        await self.talker.watch(self._table)
        if sit:
            await self.talker.sit()

    async def play(self) -> None:
        """Plays and watches, and now and then does something that makes the server send more."""
        while not self._is_finished():
            await self._act_at_random()
            await self.talker.act_if_in_turn(
                self._choose
            )  # once more after a lost connection: the act may be lost, too
            if not self._is_finished():  # coming back may have told all that there is to tell
                await self.talker.receive()

    async def return_to(self, server: Server, *, hands: int) -> None:
        """Comes back to a server in place of the one that is gone, at the last step seen, for that many hands."""
        self._server, self._hands = server, hands
        await self._reconnect(resume=True)

    def _is_finished(self) -> bool:
        return self.talker.view is not None and self.talker.view.hand > self._hands

    async def _act_at_random(self) -> None:
        roll = self._chance.random()
        late = self.talker.view is not None and self.talker.view.hand > self._hands / 2
        if roll < 0.02 or (late and len(self.connections) == 1):
            await self._reconnect(resume=self._chance.random() < 0.6)
        elif roll < 0.1:
            options: tuple[Command, ...] = (
                Resync(),
                ShowHand(),
                SendChat(text="nice"),
                ListTables(),
                Watch(table=self._table),
            )
            await self.talker.link.send(self._chance.choice(options))
        view = self.talker.view
        seat = view.own_seat if view else None
        if view and seat and not seat.stack and not (view.playing and seat.in_hand):
            await self.talker.link.send(AddChips(chips=view.min_buy_in))

    async def _reconnect(self, *, resume: bool) -> None:
        """Cuts the connection and reconnects, with or without resuming at the last step seen."""
        before = self.talker
        self.connections[-1].abort()
        place = before.resume_point if resume else None
        line = await open_socket(self._server)
        self.connections.append(line)
        self.talker = HeadlessClient(line)
        if place is not None:
            self.talker.resume_point, self.talker.view = place, before.view
        await self.talker.login(self.name, token=before.welcome.token, resume=place)
        assert self.talker.welcome.name == self.name
        if place is None:
            await self.talker.watch(self._table)


def cards_in(value: object, field: str = "") -> set[str]:
    """Returns the cards that a message mentions, as values or in sentences; a whole card counts in any field."""
    match value:
        case dict():
            inside = (cards_in(part, name) for name, part in value.items())
            return set(filter(CARD.fullmatch, value)).union(*inside)
        case list():
            return set[str]().union(*(cards_in(part, field) for part in value))
        case str() if CARD.fullmatch(value):
            return {value}
        case str() if field not in FREE_TEXT_FIELDS:
            return set(CARD_IN_SENTENCE.findall(value))
        case _:
            return set()


@pytest.mark.parametrize(("game", "hands"), GAMES_AND_HANDS)
async def test_no_viewer_is_sent_a_card_they_may_not_know(
    game: str, hands: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    truth = KnowledgeTracker(monkeypatch)
    chance = random.Random(game)
    async with run_server() as server:
        host = await connect_over_socket(server, "Robin")
        table = await host.open_table(game)
        guests = [
            RoamingClient(server, name, table, chance, hands=hands)
            for name in ("Wren", "Heron", "Jay", "Magpie", "Rook", "Finch")
        ]
        seats = min(4, VARIANTS[game].max_seats)
        players, rail = guests[:seats], guests[seats:]
        for guest in guests:
            await guest.connect(sit=guest in players)
        follower = await connect_over_socket(server, "Kite")
        await follower.expect_accepted(FollowTable(table=table))
        following = asyncio.create_task(read_forever(follower))
        await asyncio.gather(*(guest.play() for guest in guests))
        following.cancel()
        host.socket.abort()

    secrets = {
        guest.name: [truth.check(guest.name, frame) for line in guest.connections for frame in line.frames]
        for guest in guests
    }
    assert all(len(guest.connections) > 1 for guest in guests), "everybody came back at least once"
    assert all(any(secrets[guest.name]) for guest in players), "every player was sent cards of their own"
    assert not any(any(secrets[guest.name]) for guest in rail)
    assert sum(frame.startswith('{"type":"followed"') for frame in follower.socket.frames) > 10
    assert not any(truth.check("Kite", frame) for frame in follower.socket.frames)


async def read_forever(client: HeadlessClient) -> None:
    """Reads whatever a client is sent, and keeps it."""
    while True:
        await client.link.receive()


@pytest.mark.parametrize("game", FAMILY_GAMES)
async def test_no_viewer_is_sent_a_card_they_may_not_know_after_a_restart(
    game: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    truth = KnowledgeTracker(monkeypatch)
    chance = random.Random(game)
    database = tmp_path / "railbird.db"
    async with run_server(store=SqliteStore(database)) as server:
        host = await connect_over_socket(server, "Robin")
        table = await host.open_table(game)
        names = ("Wren", "Heron", "Jay", "Magpie", "Rook")
        guests = [RoamingClient(server, name, table, chance, hands=4) for name in names]
        players, rail = guests[:3], guests[3:]
        for guest in guests:
            await guest.connect(sit=guest in players)
        await asyncio.gather(*(guest.play() for guest in guests))
    async with run_server(store=SqliteStore(database)) as server:
        for guest in guests:
            await guest.return_to(server, hands=8)
        await asyncio.gather(*(guest.play() for guest in guests))

    secrets = {
        guest.name: [truth.check(guest.name, frame) for line in guest.connections for frame in line.frames]
        for guest in guests
    }
    assert all(any(secrets[guest.name]) for guest in players), "every player was sent cards of their own"
    assert not any(any(secrets[guest.name]) for guest in rail)


async def test_the_search_finds_a_leaked_card(monkeypatch: pytest.MonkeyPatch) -> None:
    truth = KnowledgeTracker(monkeypatch)
    truth.after.append(KnownCards(frozenset({"As"}), {"Wren": frozenset({"Kd"})}))
    frame = '{"type":"step","epoch":"e","seq":1,"at":0,"news":[{"event":"board-dealt","cards":["As","Kd"]}]}'
    assert truth.check("Wren", frame) == {"Kd"}
    with pytest.raises(AssertionError):
        truth.check("Heron", frame)
    with pytest.raises(AssertionError):
        truth.check("Wren", '{"type":"chat","name":"Heron","text":"x","card":"Kd"}')


@pytest.mark.parametrize(
    "leak",
    [
        '{"type":"refused","code":"card","sentence":"You do not hold the Kd."}',
        '{"type":"table-closed","reason":"A fault after As Kd."}',
        '{"type":"step","epoch":"e","seq":1,"at":0,"yours":[{"event":"your-hand","words":"ace high (As, Qh)"}]}',
    ],
    ids=["a refusal", "the end of a table", "what a hand is worth"],
)
async def test_the_search_finds_a_card_within_a_sentence(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    truth = KnowledgeTracker(monkeypatch)
    truth.after.append(KnownCards(frozenset({"As"}), {"Wren": frozenset({"Kd"})}))
    with pytest.raises(AssertionError):
        truth.check("Heron", leak)


def test_cards_in_chat_and_names_are_ignored() -> None:
    assert cards_in(json.loads('{"type":"chat","name":"Ks of the North","text":"I had Kd and As"}')) == set()
