"""The real server without its listener: its sessions run over simulated wires.

Its bots answer without thought, since how well they play is not simulated.
"""

from __future__ import annotations

import asyncio
import contextvars
import random
from collections.abc import Coroutine
from typing import Any, TypeVar, cast

import msgspec

from railbird_server.bots.bot import Question, simple_answer
from railbird_server.config import ServerSettings
from railbird_server.runtime.login import StayRefusal
from railbird_server.runtime.network.transport import Transport
from railbird_server.runtime.server import Server
from railbird_server.runtime.session import Session
from railbird_server.runtime.tables.new_table_settings import games_played
from railbird_server.runtime.tables.table_journal import LiveTable
from railbird_server.store.protocols import Store
from railbird_shared.game.variants import VARIANTS
from railbird_shared.house.describe import summary
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.protocol.actions import Action
from simulation import entropy
from simulation.wires import Wire
from support.chances import EvenChances

T = TypeVar("T")

_process: contextvars.ContextVar[dict[asyncio.Task[Any], None]] = contextvars.ContextVar("process")
"""The tasks of the server's process that a task belongs to; not set for those of people."""


def track_processes(loop: asyncio.AbstractEventLoop) -> None:
    """Notes of every task to which server's process it belongs."""

    def make_task(
        loop: asyncio.AbstractEventLoop, coroutine: Any, *, context: contextvars.Context | None = None
    ) -> asyncio.Task[Any]:
        task = asyncio.Task(coroutine, loop=loop, context=context)
        process = (context or contextvars.copy_context()).get(_process, None)
        if process is not None:
            process[task] = None
            task.add_done_callback(lambda done: process.pop(done, None))
        return task

    loop.set_task_factory(make_task)


class NumberedSession(Session):
    """A session whose hash is its number, so that sets of sessions have the same order every time."""

    number: int

    def __hash__(self) -> int:
        return self.number


class SimulatedServer(Server):
    """The server without its listener; it keeps the session of each transport."""

    def __init__(self, settings: ServerSettings, chance: random.Random, store: Store | None = None) -> None:
        super().__init__(settings, entropy.seeded_shuffle(chance), store=store, chances=EvenChances())
        self.sessions_by_transport: dict[Transport, Session] = {}
        self.gone = False
        self._wires: list[Wire] = []
        self._process: dict[asyncio.Task[object], None] = {}
        self._bots._decider = _decide_quickly

    async def start(self) -> None:
        """Brings the tables of the store back and begins to watch clients; connections come by `accept`."""
        await self._bring_back()
        self._track(asyncio.create_task(self._watch_clients(), name="slow and silent clients"))

    def accept(self, wire: Wire) -> None:
        """Gives a wire a session."""
        session = self._session(wire.server_end)
        self._wires.append(wire)
        self._track(self.spawn(session.run(), f"session of {wire.name}"))

    def spawn(self, coroutine: Coroutine[Any, Any, T], name: str) -> asyncio.Task[T]:
        """Runs a coroutine as a part of the server's process, together with all tasks that it starts."""
        context = contextvars.copy_context()
        context.run(_process.set, self._process)
        return asyncio.create_task(coroutine, name=name, context=context)

    async def vanish(self) -> None:
        """Ends the server's process at once, wherever each of its tasks is; nothing that they still do counts."""
        self.gone = True
        for wire in self._wires:
            wire.server_end.lose()
            wire.cut()
        while self._process:
            for task in list(self._process):
                task.cancel()
            await asyncio.sleep(0)

    @property
    def live_tables(self) -> list[LiveTable]:
        """The tables of the open rooms."""
        return [room._live for room in self._lobby._rooms.values()]

    def viewers_at(self, table: str) -> list[str]:
        """Returns the ids of the people who are connected to a table."""
        room = self._lobby.room(table)
        viewers = room._members.viewers.values() if room else ()
        return [viewer.player.id for viewer in viewers if not viewer.player.bot]

    def player_of(self, transport: Transport) -> str:
        """Returns the id of the player whose session a transport carries, empty before its hello."""
        session = self.sessions_by_transport.get(transport)
        return session._player.id if session is not None and session._player is not None else ""

    def place_of(self, transport: Transport) -> str:
        """Returns the id of the table at which the client of a transport is, empty in the lobby."""
        session = self.sessions_by_transport.get(transport)
        return session._room.id if session is not None and session._room is not None else ""

    def player_with(self, token: str) -> str:
        """Returns the id of the player with a token, empty if there is none."""
        player = self._lobby.players.by_token(token)
        return player.id if player else ""

    @property
    def tables(self) -> list[str]:
        """The ids of the open tables."""
        return list(self._lobby._rooms)

    def _session(
        self, transport: Transport, *, trusted: bool = False, stay_refusal: StayRefusal = lambda _: ""
    ) -> Session:
        session = super()._session(transport, trusted=trusted, stay_refusal=stay_refusal)
        numbered = cast("NumberedSession", session)
        numbered.__class__ = NumberedSession
        numbered.number = len(self.sessions_by_transport)
        self.sessions_by_transport[transport] = numbered
        return numbered


def printed_rules(house: HouseRules) -> bytes:
    """Returns all that the rules of a house print, with the cards that they name."""
    summaries = [summary(house.for_game(game.id), VARIANTS[game.id]) for game in games_played(house)]
    return msgspec.json.encode((games_played(house), summaries))


async def _decide_quickly(question: Question) -> Action:
    """Answers for a bot without thought: how well bots play is not simulated."""
    return simple_answer(question)
