"""Places at a real server in memory from which a client sends commands, and to which it is brought back."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping

import msgspec

from railbird_server.runtime.network.transport import MemoryWire
from railbird_server.runtime.players import Player
from railbird_server.runtime.server import Server
from railbird_server.runtime.session import Session
from railbird_server.runtime.tables.room import Room
from railbird_server.runtime.tables.room_requests import CloseTable
from railbird_server.tournament.state import Stage
from railbird_shared import PROTOCOL_VERSION
from railbird_shared.fair_deal.record import FairDeal
from railbird_shared.game.rotation import ChosenGame, Rotation
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.protocol import codec
from railbird_shared.protocol.actions import Action, Call, Fold
from railbird_shared.protocol.commands import Act, Command, Hello, OpenTable, Sit, TakeBreak, Watch
from railbird_shared.protocol.host_commands import AnswerBuyIn
from railbird_shared.protocol.messages import Accepted, Refused, Welcome
from railbird_shared.tournament.messages import (
    CancelTournament,
    ListTournaments,
    OpenTournament,
    ReadTournament,
    RegisterTournament,
    StartTournament,
)
from railbird_shared.tournament.structure import Level, Rebuys, TournamentTerms
from support.timeouts import TIMEOUT_SECONDS

TERMS = TournamentTerms(
    name="Saturday",
    chips=1000,
    levels=(Level(20, seconds=3600), Level(40, seconds=3600)),
    seats=6,
    buy_in=10,
    rebuys=Rebuys(chips=1000, price=5, until_level=1, at_most=1000),
)


async def _until(condition: Callable[[], bool]) -> None:
    """Lets the server go on until a condition holds."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while not condition():  # noqa: ASYNC110  the server tells nobody of it
            await asyncio.sleep(0)


class Asker:
    """A player's client in memory that asks, and reads until the answer."""

    def __init__(self, server: Server, name: str) -> None:
        self._server = server
        self._name = name
        self._link: MemoryWire
        self.player: Player
        self.token = ""
        self._last_id = 0

    async def connect(self) -> None:
        """Says hello as a new player."""
        self._link = self._server.connect_in_memory()
        await self._link.send(codec.encode(Hello(v=PROTOCOL_VERSION, name=self._name)))
        welcome = codec.decode_message(await self._link.receive())
        assert isinstance(welcome, Welcome), welcome
        self.token = welcome.token
        player = self._server._lobby.players.by_token(welcome.token)
        assert player is not None
        self.player = player

    @property
    def session(self) -> Session:
        """The session of the client at the server."""
        viewer = self.player.viewer
        assert isinstance(viewer, Session)
        return viewer

    @property
    def room(self) -> Room | None:
        """The table that the client is at."""
        return self.session._room

    def next_id(self) -> int:
        """Returns an id that no command has had."""
        self._last_id += 1
        return self._last_id

    async def send_frame(self, frame: bytes, command_id: int) -> Accepted | Refused:
        """Sends a command as it is; returns its answer, which has the same id or, where that cannot be read, none."""
        self._link.transport.incoming.put(frame)
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while True:
                answer = await self._link.transport.outgoing.get()
                assert answer is not None, f"the server has closed the connection: {self._link.transport.close_reason}"
                message = codec.decode_message(answer)  # whatever it is, a client has to understand it
                if isinstance(message, Accepted | Refused) and message.id in (0, command_id):
                    return message

    async def send(self, command: Command) -> Accepted | Refused:
        """Sends a command; returns its answer."""
        number = self.next_id()
        return await self.send_frame(codec.encode(msgspec.structs.replace(command, id=number)), number)

    async def ask(self, command: Command) -> Accepted:
        """Sends a command that has to be accepted; returns its answer."""
        answer = await self.send(command)
        assert isinstance(answer, Accepted), answer
        return answer

    def read_nothing(self) -> None:
        """Forgets all that has come."""
        unread = self._link.transport.outgoing
        unread._frames.clear()
        unread.size = 0

    async def close(self) -> None:
        """Ends the session."""
        await self._link.close()
        await _until(lambda: self.player.viewer is None)


class Place(ABC):
    """Where Wren sends commands from, with Heron beside her at the table."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.wren = Asker(server, "Wren")
        self.heron = Asker(server, "Heron")
        self.table = self.tournament = ""
        self._comes_from: list[Asker] = []

    async def come(self) -> None:
        """Has Wren be there, as a new player, unless she is there still."""
        while not await self._stays():
            await self.clear()
            self.wren, self.heron = Asker(self.server, "Wren"), Asker(self.server, "Heron")
            self._comes_from = [self.wren, self.heron]
            await self.wren.connect()
            await self.heron.connect()
            await self.arrive()
        self.heron.read_nothing()

    async def _stays(self) -> bool:
        """Returns whether Wren is there, perhaps in a moment."""
        for _ in range(20):
            if self._comes_from and self.heron.player.viewer is not None and self.is_there:
                return True
            await asyncio.sleep(0)
        return False

    async def clear(self) -> None:
        """Ends what was opened, so that there is room."""
        lobby = self.server._lobby
        while lobby._rooms:
            for room in list(lobby._rooms.values()):
                room.stop(CloseTable("The test goes on."))
            await asyncio.sleep(0)
        for each in self._comes_from:
            await each.close()
            lobby.players.forget(each.player)
        self._comes_from = []
        for task in list(self.server._tournaments._tasks.values()):
            task.cancel()
        await _until(lambda: not self.server._tournaments._tasks)

    async def use(self, opened: Accepted) -> list[Accepted | Refused]:
        """Has both play at a table, or in a tournament, that Wren has opened, and ends it; returns their answers."""
        answers: list[Accepted | Refused] = []
        commands: tuple[Command, ...] = ()
        if opened.table:
            commands = (Watch(table=opened.table), Sit())
        elif opened.tournament:
            entering = RegisterTournament(tournament=opened.tournament)
            commands = (ListTournaments(), entering, ReadTournament(tournament=opened.tournament))
        for player in (self.wren, self.heron) if commands else ():
            answers += [await player.send(command) for command in commands]
        if opened.tournament:
            answers.append(await self.wren.send(StartTournament(tournament=opened.tournament)))
        for _ in range(10):
            await asyncio.sleep(0)
        if room := self.server._lobby.room(opened.table):
            room.stop(CloseTable("The test goes on."))
        if opened.tournament:
            answers.append(await self.wren.send(CancelTournament(tournament=opened.tournament)))
        return answers

    @abstractmethod
    async def arrive(self) -> None:
        """Has Wren and Heron go there."""

    @property
    def is_there(self) -> bool:
        """Whether Wren is there still, with all that the place stands for."""
        return self.wren.player.viewer is not None and self.is_at_table

    @property
    def is_at_table(self) -> bool:
        """Whether Wren is at the table of the place."""
        room = self.wren.room
        return room is not None and room.id == self.table and not room.closed

    @property
    def knows(self) -> Mapping[str, str | int]:
        """What Wren knows there, by the names that stand for it in commands."""
        room = self.server._lobby.room(self.table)
        hand = room._table.current_hand if room is not None else None
        seeds = room._runner._decks._round if room is not None else None
        return {
            "table": self.table,
            "tournament": self.tournament,
            "token": self.heron.token,
            "owner": self.server.ownership.secret,
            "hand": seeds.hand if seeds else (room._table.hand_number if room else 0),
            "turn": hand.turn.turn if hand and hand.turn else 0,
            "attempt": seeds.attempt if seeds else 0,
        }

    async def open_table(self, host: Asker, terms: OpenTable) -> None:
        """Has both sit down at a new table."""
        self.table = (await host.ask(terms)).table
        for player in (self.wren, self.heron):
            await player.ask(Watch(table=self.table))
            await player.ask(Sit())


class InLobby(Place):
    """In the lobby, while others play."""

    async def arrive(self) -> None:
        """Has Heron open a table and a tournament."""
        self.table = (await self.heron.ask(OpenTable(name="Kitchen", game="holdem"))).table
        self.tournament = (await self.heron.ask(OpenTournament(terms=TERMS))).tournament

    @property
    def is_at_table(self) -> bool:
        """Whether Wren is in the lobby, and what the others have opened is there."""
        rooms, tournaments = self.server._lobby._rooms, self.server._tournaments._running
        both = self.table in rooms and self.tournament in tournaments
        return self.wren.room is None and both and len(rooms) + len(tournaments) < 20


class AsHost(Place):
    """At her own table, with a seat."""

    @property
    def is_there(self) -> bool:
        """Whether she is its host, and has a seat."""
        room, player = self.wren.room, self.wren.player
        return super().is_there and room is not None and room.host is player and room._members.holds_place(player)

    @property
    def is_in_turn(self) -> bool:
        """Whether Wren is to act."""
        room = self.wren.room
        hand = room._table.current_hand if room is not None else None
        turn = hand.turn if hand is not None else None
        return room is not None and turn is not None and room._members.at(turn.seat) is self.wren.player

    async def act(self, player: Asker, action: Action) -> None:
        """Has a player act."""
        await player.ask(Act(hand=int(self.knows["hand"]), turn=int(self.knows["turn"]), action=action))

    async def wait_for_turn(self) -> None:
        """Waits until somebody is to act."""
        await _until(lambda: bool(self.knows["turn"]))


class InTurn(AsHost):
    """At her own table, where she is to act."""

    async def arrive(self) -> None:
        """Opens a table, where Heron calls if he is to act first."""
        await self.open_table(self.wren, OpenTable(name="Kitchen", game="holdem", seats=6))
        await self.wait_for_turn()
        if not self.is_in_turn:
            await self.act(self.heron, Call())

    @property
    def is_there(self) -> bool:
        """Whether she is to act, at the table that she hosts."""
        return super().is_there and self.is_in_turn


class BetweenHands(AsHost):
    """At her own table with all customs, in the break after its first hand."""

    async def arrive(self) -> None:
        """Opens a table, where the first to act folds."""
        house = HouseRules(rabbit_hunt=True, straddles=1, chopped_blinds=True)
        terms = OpenTable(name="Kitchen", game="holdem", seats=3, bomb_pot=2, house=house, approve_buy_ins=True)
        await self.open_table(self.wren, terms)
        await self.wren.ask(AnswerBuyIn(seat=2, chips=200))
        await self.wait_for_turn()
        await self.wren.ask(TakeBreak())
        await self.act(self.wren if self.is_in_turn else self.heron, Fold())


class AsDealer(AsHost):
    """At her own table of dealer's choice, where she has to name the game."""

    async def arrive(self) -> None:
        """Opens a table."""
        games = (ChosenGame("holdem"), ChosenGame("seven-card-stud"), ChosenGame("five-card-draw"))
        rotation = Rotation(games, dealers_choice=True, seconds=3600, variations=True, max_bet=100)
        await self.open_table(self.wren, OpenTable(name="Kitchen", game="holdem", rotation=rotation))

    @property
    def is_there(self) -> bool:
        """Whether she has the button, and no game is named."""
        room = self.wren.room
        choosing = room._table.rotation.state.choosing if room is not None else None
        has_button = room is not None and choosing is not None and room._members.at(choosing.seat) is self.wren.player
        return super().is_there and has_button


class AtFairDeal(AsHost):
    """At her own table, where a deck waits for the seeds of the players or is dealt."""

    async def arrive(self) -> None:
        """Opens a table."""
        await self.open_table(self.wren, OpenTable(name="Kitchen", game="holdem", fair_deal=FairDeal.PROVED))

    @property
    def is_there(self) -> bool:
        """Whether seeds are awaited."""
        room = self.wren.room
        return super().is_there and room is not None and room._runner._decks._round is not None


class OnRail(Place):
    """On the rail of Heron's table."""

    async def arrive(self) -> None:
        """Has Heron open a table."""
        self.table = (await self.heron.ask(OpenTable(name="Kitchen", game="holdem"))).table
        for player in (self.heron, self.wren):
            await player.ask(Watch(table=self.table))
        await self.heron.ask(Sit())

    @property
    def is_there(self) -> bool:
        """Whether she has no seat, and waits for none."""
        return super().is_there and not self.wren.player.table


class InTournament(Place):
    """At a table of her own tournament."""

    starts = True

    async def arrive(self) -> None:
        """Opens a tournament, which both enter."""
        self.tournament = (await self.wren.ask(OpenTournament(terms=TERMS))).tournament
        for player in (self.wren, self.heron):
            await player.ask(RegisterTournament(tournament=self.tournament))
        if self.starts:
            await self.wren.ask(StartTournament(tournament=self.tournament))
            await _until(lambda: bool(self.wren.player.table))
            self.table = self.wren.player.table

    @property
    def is_there(self) -> bool:
        """Whether the tournament goes on, and she is in it."""
        running = self.server._tournaments._running.get(self.tournament)
        return running is not None and running.has_player(self.wren.player.id) and super().is_there


class BeforeTournament(InTournament):
    """In the lobby, registered for her own tournament."""

    starts = False

    @property
    def is_at_table(self) -> bool:
        """Whether Wren is at no table, and nobody has started the tournament."""
        running = self.server._tournaments._running[self.tournament]
        return self.wren.room is None and running._core.state.stage is Stage.REGISTERING


PLACES = (InLobby, InTurn, BetweenHands, AsDealer, AtFairDeal, OnRail, InTournament, BeforeTournament)
