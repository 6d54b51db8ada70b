"""Tournaments through the real server in virtual time: its sessions, rooms, journal and bots, without its listener."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from msgspec.structs import replace

from railbird_server.bots.bot import Question
from railbird_server.config import ServerSettings
from railbird_server.runtime.tournaments.running_tournament import RunningTournament
from railbird_server.store.protocols import Store
from railbird_shared import PROTOCOL_VERSION
from railbird_shared.carrier import WireClosed
from railbird_shared.protocol.actions import Action, Call, Check, Fold
from railbird_shared.protocol.commands import Command, Hello
from railbird_shared.protocol.messages import Accepted, Message, Refused, Snapshot, Welcome
from railbird_shared.tournament.messages import OpenTournament, ReadTournament, StartTournament, TournamentPage
from railbird_shared.tournament.structure import Level, TournamentTerms
from railbird_shared.tournament.view import TournamentView
from simulation import entropy
from simulation.disk import SimulatedDisk
from simulation.server import SimulatedServer, track_processes
from simulation.virtual_time import VirtualTimeLoop, run
from support.network_clients import RawLink

T = TypeVar("T")

SETTINGS = ServerSettings(host="127.0.0.1", bots_human_pace=False, bot_processes=0, pause=2.0)

LONGEST_WAIT = 24 * 3600.0
"""Virtual seconds in which every tournament is over: who waits longer waits for what never comes."""

TERMS = TournamentTerms(
    name="Saturday",
    chips=1000,
    levels=tuple(Level(bet=bet, seconds=120) for bet in (20, 40, 80, 160, 320)),
    seats=9,
    buy_in=10,
    bounty=2,
    clock=20,
)


def in_virtual_time(main: Callable[[VirtualTimeLoop, random.Random], Coroutine[Any, Any, T]], seed: int = 1) -> T:
    """Runs a coroutine in virtual time, in a world whose chance follows from the seed."""
    loop, chance = VirtualTimeLoop(), random.Random(seed)
    with entropy.seeded_world(loop.time, chance):
        track_processes(loop)
        return run(main(loop, chance), loop)


async def start_server(
    chance: random.Random, store: Store | None = None, settings: ServerSettings | None = None
) -> SimulatedServer:
    """Starts a server whose bots shove, call or fold at random."""
    server = SimulatedServer(settings or SETTINGS, chance, store)
    server._bots._decider = _gambler(random.Random(chance.random()))
    await server.spawn(server.start(), "start")
    return server


def _gambler(chance: random.Random) -> Callable[[Question], Coroutine[Any, Any, Action]]:
    """Returns a decider with which a tournament is over soon."""

    async def decide(question: Question) -> Action:
        legal, drawn = question.view.you.legal, chance.random()
        assert legal is not None
        if legal.wager and drawn < 0.15:
            return legal.wager.action(legal.wager.maximum)
        if legal.check:
            return Check()
        return Call() if legal.call is not None and drawn < 0.5 else Fold()

    return decide


async def _open_link(server: SimulatedServer) -> RawLink:
    return RawLink(server.connect_in_memory())


async def crash(server: SimulatedServer, disk: SimulatedDisk) -> None:
    """Lets the server's process vanish, with what it has not written."""
    disk.crash()
    await server.vanish()


class Client:
    """A person's client in memory; it keeps all that it has got. `token` lets them come back."""

    def __init__(self, link: RawLink, name: str, token: str = "") -> None:
        self._link = link
        self.name = name
        self.token = token
        self.got: list[Message] = []
        self._last_id = 10

    @classmethod
    async def connect(cls, server: SimulatedServer, name: str, token: str = "") -> Client:
        """Says hello to a server."""
        client = cls(await server.spawn(_open_link(server), "link"), name, token)
        await client._link.send(Hello(v=PROTOCOL_VERSION, name=name, token=token))
        welcome = await client.wait_for(Welcome)
        client.token = welcome.token
        return client

    async def wait_for(self, kind: type[T], condition: Callable[[T], bool] = lambda _: True) -> T:
        """Receives messages until one of a kind fulfils a condition; fails after a virtual day."""
        async with asyncio.timeout(LONGEST_WAIT):
            while True:
                message = await self._link.receive()
                self.got.append(message)
                if isinstance(message, kind) and condition(message):
                    return message

    async def ask(self, command: Command) -> Accepted | Refused:
        """Sends a command; returns its answer."""
        self._last_id += 1
        await self._link.send(replace(command, id=self._last_id))
        number = self._last_id
        while True:
            answer = await self.wait_for(Accepted | Refused)  # type: ignore[arg-type]
            if answer.id == number:
                return answer

    async def open(self, terms: TournamentTerms) -> str:
        """Opens a tournament and follows its page; returns its id."""
        answer = await self.ask(OpenTournament(terms=terms))
        assert isinstance(answer, Accepted), answer
        await self.ask(ReadTournament(tournament=answer.tournament))
        return answer.tournament

    async def start(self, tournament: str) -> None:
        """Starts the host's tournament."""
        answer = await self.ask(StartTournament(tournament=tournament))
        assert isinstance(answer, Accepted), answer

    async def wait_for_end(self) -> TournamentView:
        """Waits for the end of the tournament whose page is followed; returns its view."""
        page = await self.wait_for(TournamentPage, lambda page: page.view.status.phase.is_over)
        return page.view

    async def listen(self, seconds: float) -> None:
        """Receives whatever comes for so many seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while True:
                    self.got.append(await self._link.receive())

    async def listen_to_the_end(self) -> None:
        """Receives whatever comes until the connection ends."""
        with suppress(WireClosed):
            while True:
                self.got.append(await self._link.receive())

    def tables_seen(self) -> list[str]:
        """Returns the ids of the tables whose snapshots have come, one after the other."""
        seen = [message.view.table for message in self.got if isinstance(message, Snapshot)]
        return [table for place, table in enumerate(seen) if not place or seen[place - 1] != table]

    async def close(self) -> None:
        """Ends the connection."""
        await self._link.close()


def running(server: SimulatedServer) -> RunningTournament:
    """Returns the only tournament of a server."""
    (tournament,) = server._tournaments._running.values()
    return tournament


async def play_through_crashes(
    folder: Path, chance: random.Random, terms: TournamentTerms, moments: list[float]
) -> tuple[TournamentView, SimulatedDisk]:
    """Plays a tournament of bots to its end, while the server's process vanishes after each of these seconds."""
    disk = SimulatedDisk(folder, chance)
    with disk.in_use():
        server = await start_server(chance, disk.open_store())
        host = await Client.connect(server, "Wren")
        tournament = await host.open(terms)
        await host.start(tournament)
        for seconds in moments:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    view = await host.wait_for_end()
                    await asyncio.sleep(60)
                    return view, disk
            await crash(server, disk)
            server = await start_server(chance, disk.open_store())
            host = await Client.connect(server, "Wren", host.token)
            await host.ask(ReadTournament(tournament=tournament))
        view = await host.wait_for_end()
        await asyncio.sleep(60)
        return view, disk
