"""Clients that send random commands and corrupt frames: nothing breaks, and no other client is delayed."""

from __future__ import annotations

import asyncio
import logging
import random

import pytest

from railbird_server.runtime import session
from railbird_server.runtime.server import Server
from railbird_server.runtime.tables.table_runner import TABLE_FAILED
from railbird_shared.carrier import WireClosed
from railbird_shared.game.cards import PACK
from railbird_shared.game.variants import VARIANTS
from railbird_shared.protocol import codec
from railbird_shared.protocol.actions import Action, Bet, BringIn, Call, Check, Draw, Fold, Raise
from railbird_shared.protocol.commands import (
    Act,
    AddBot,
    AddChips,
    Command,
    Leave,
    ListTables,
    OpenTable,
    RemoveBot,
    Resume,
    Resync,
    SendChat,
    ShowHand,
    Sit,
    SitIn,
    SitOut,
    Stand,
    Watch,
)
from railbird_shared.protocol.messages import Accepted, Lobby, Refused, TableClosed
from support.network_clients import (
    HeadlessClient,
    SocketLink,
    choose_passively,
    connect_in_memory,
    connect_over_socket,
    open_socket,
    random_chooser,
    run_server,
)

pytestmark = pytest.mark.slow

COMMANDS = 250


class RandomClient:
    """A client that sends random commands, and now and then cuts its connection in the middle."""

    def __init__(self, server: Server, name: str, chance: random.Random) -> None:
        self._server = server
        self._name = name
        self._chance = chance
        self._choose = random_chooser(chance)
        self._token = ""
        self._talker: HeadlessClient
        self._line: SocketLink
        self._tables = ["t9"]
        self.answers = 0

    async def run(self) -> None:
        await self._connect()
        for number in range(1, COMMANDS + 1):
            if self._chance.random() < 0.02:
                self._line.abort()
                await self._connect()
            command = self._command(number)
            answer = await self._talker.request(command)
            self.answers += isinstance(answer, Accepted)
            assert not (isinstance(answer, Refused) and answer.code == "fault")
            assert not any(
                isinstance(each, TableClosed) and each.reason == TABLE_FAILED for each in self._talker.messages
            )
            self._note_tables()
            await self._talker.act_if_in_turn(self._choose)

    async def _connect(self) -> None:
        self._line = await open_socket(self._server)
        self._talker = HeadlessClient(self._line)
        resume = Resume(self._chance.choice(self._tables), "epoch", 3) if self._chance.random() < 0.3 else None
        await self._talker.login(self._name, token=self._token, resume=resume)
        self._token = self._talker.welcome.token

    def _note_tables(self) -> None:
        """Notes the tables that exist, adds one that does not, and forgets the messages received."""
        for message in self._talker.messages:
            if isinstance(message, Lobby):
                self._tables = ["t9", *(each.table for each in message.tables)]
        self._talker.messages.clear()

    @property
    def _table(self) -> str:
        return self._talker.welcome.table or self._chance.choice(self._tables)

    def _command(self, number: int) -> Command:
        seat, chips = self._chance.randint(1, 10), self._chance.choice((1, 40, 200, 10**12))
        moment = {"hand": self._chance.randint(0, 3), "turn": self._chance.randint(0, 4)}
        options: tuple[Command, ...] = (
            ListTables(),
            OpenTable(name=self._name, game=self._chance.choice((*VARIANTS, "whist")), bet=self._chance.choice((0, 4))),
            Watch(table=self._table),
            Watch(table=self._table),
            Sit(),
            Sit(seat=seat, chips=chips),
            Sit(chips=200),
            Stand(),
            Leave(),
            AddChips(chips=chips),
            SitOut(),
            SitIn(),
            ShowHand(),
            SendChat(text=f"{number}"),
            AddBot(seat=self._chance.choice((0, seat))),
            RemoveBot(seat=seat),
            Resync(),
            Act(action=self._action(), **moment),
        )
        return self._chance.choice(options)

    def _action(self) -> Action:
        some = tuple(self._chance.sample(PACK, self._chance.randint(0, 6)))
        amount = self._chance.choice((0, 1, 4, 10**12))
        return self._chance.choice((Fold(), Check(), Call(), Bet(amount), Raise(amount), BringIn(), Draw(some)))


@pytest.mark.parametrize("seed", range(3))
async def test_random_commands_break_no_table(seed: int, caplog: pytest.LogCaptureFixture) -> None:
    chance = random.Random(seed)
    async with run_server(tables_per_player=1, empty_after=0.05) as server:
        vandals = [RandomClient(server, name, chance) for name in ("Wren", "Heron", "Jay", "Magpie", "Rook")]
        await asyncio.gather(*(vandal.run() for vandal in vandals))
        assert all(vandal.answers > COMMANDS // 10 for vandal in vandals)
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []


async def test_corrupt_frames_do_not_disturb_a_hand(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(session, "MAX_BAD_FRAMES", 10**9)
    chance = random.Random(5)
    async with run_server() as server:
        wren, heron = await connect_in_memory(server, "Wren"), await connect_in_memory(server, "Heron")
        await heron.watch(await wren.open_table())
        await wren.sit()
        await heron.sit()
        line = (await connect_over_socket(server, "Rook")).socket
        reading = asyncio.create_task(line.wait_closed())
        playing = asyncio.gather(
            wren.play_hands(choose_passively, hands=30), heron.play_hands(choose_passively, hands=30)
        )
        good = codec.encode(Act(id=1, hand=1, turn=1, action=Raise(4))).decode()
        for _ in range(2000):
            await line.send_frame(_corrupt(good, chance))
        await playing
        await line.close()
        with pytest.raises(WireClosed):
            await line.send_frame("{}")
        await reading
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []


def _corrupt(frame: str, chance: random.Random) -> str:
    letters = list(frame)
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(letters))
        letters[at] = chance.choice('{}[]":,0-9eE.\\u\x00\ud7ff\U0001f0cf') if chance.random() < 0.7 else ""
    return "".join(letters)
