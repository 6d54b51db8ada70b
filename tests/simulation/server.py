"""The real server without its listener: its sessions run over simulated wires.

Its bots answer without thought, since how well they play is not simulated.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import cast

import msgspec

from railbird_server.bots.decision import Question, simple_answer
from railbird_server.config import ServerSettings
from railbird_server.rules.house import HouseRules, summary
from railbird_server.rules.variants import VARIANTS
from railbird_server.runtime.serve import Server
from railbird_server.runtime.session import Session
from railbird_server.runtime.table_terms import games_played
from railbird_server.runtime.transport import Transport
from railbird_shared.actions import Action
from simulation import entropy
from simulation.wires import Wire


class NumberedSession(Session):
    """A session whose hash is its number, so that sets of sessions have the same order every time."""

    number: int

    def __hash__(self) -> int:
        return self.number


class SimulatedServer(Server):
    """The server without its listener; it keeps the session of each transport."""

    def __init__(self, settings: ServerSettings, chance: random.Random) -> None:
        super().__init__(settings, entropy.seeded_shuffle(chance))
        self.sessions_by_transport: dict[Transport, Session] = {}
        self._bots._decider = _decide_quickly

    async def start(self) -> None:
        """Begins to watch clients; connections come by `accept`."""
        self._track(asyncio.create_task(self._watch_clients(), name="slow and silent clients"))

    def accept(self, wire: Wire) -> None:
        """Gives a wire a session."""
        session = self._session(wire.server_end)
        self._track(asyncio.create_task(self._run_session(session), name=f"session of {wire.name}"))

    def viewers_at(self, table: str) -> list[str]:
        """Returns the ids of the people who are connected to a table."""
        room = self._lobby.room(table)
        viewers = room._members.viewers.values() if room else ()
        return [viewer.player.id for viewer in viewers if not viewer.player.bot]

    def player_of(self, transport: Transport) -> str:
        """Returns the id of the player whose session a transport carries, empty before its hello."""
        session = self.sessions_by_transport.get(transport)
        return session._player.id if session is not None and session._player is not None else ""

    def player_with(self, token: str) -> str:
        """Returns the id of the player with a token, empty if there is none."""
        player = self._lobby.players.by_token(token)
        return player.id if player else ""

    @property
    def tables(self) -> list[str]:
        """The ids of the open tables."""
        return list(self._lobby._rooms)

    def _session(
        self, transport: Transport, *, trusted: bool = False, may_stay: Callable[[bool], bool] = lambda _: True
    ) -> Session:
        session = super()._session(transport, trusted=trusted, may_stay=may_stay)
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
