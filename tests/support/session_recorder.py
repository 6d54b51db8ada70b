"""Records sessions as one client has them: all that it sends and receives, from its hello on, and each view.

The server is the real one in virtual time, and all chance follows from a seed, so a recording is always the same.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from railbird_server.runtime.network.transport import MemoryWire
from railbird_shared.carrier import WireClosed
from railbird_shared.fair_deal.record import FairDeal
from railbird_shared.game.rotation import ChosenGame, Rotation
from railbird_shared.protocol.actions import Action, Check, Fold, LegalActions
from railbird_shared.protocol.commands import (
    Act,
    AskBombPot,
    AskStatement,
    CallBombPot,
    ChangeGame,
    ChooseGame,
    Command,
)
from railbird_shared.protocol.host_commands import EndNight, LetRailSee
from railbird_shared.protocol.messages import Message, Snapshot, Step, TableClosed
from railbird_shared.protocol.view import TableView
from railbird_shared.settings.table_terms import RailTerms
from railbird_shared.tournament.messages import Moved, OpenTournament, RegisterTournament, StartTournament, YouFinished
from railbird_shared.tournament.structure import Level, TournamentTerms
from simulation.server import SimulatedServer
from support.fair_deals import WitnessClient
from support.hand_recorder import THINKING_MILLISECONDS, Line
from support.network_clients import ActionChooser, HeadlessClient, choose_passively, random_chooser
from support.tournament_server import in_virtual_time, start_server

OTHERS = ("Heron", "Jay")


class _NotingWire:
    """A wire that notes every frame."""

    recognition = None

    def __init__(self, wire: MemoryWire, lines: list[Line]) -> None:
        self._wire = wire
        self._lines = lines

    async def send(self, frame: bytes) -> None:
        self._lines.append({"sent": json.loads(frame)})
        await self._wire.send(frame)

    async def receive(self) -> bytes:
        frame = await self._wire.receive()
        self._lines.append({"received": json.loads(frame)})
        return frame

    async def close(self) -> None:
        await self._wire.close()


class RecordedClient(WitnessClient):
    """A client whose frames are noted in `lines`, each snapshot and step with the view after it."""

    def __init__(self, server: SimulatedServer, seeds: random.Random, lines: list[Line] | None = None) -> None:
        self.lines: list[Line] = [] if lines is None else lines
        super().__init__(_NotingWire(server.connect_in_memory(), self.lines), draw=lambda: seeds.randbytes(32))

    async def receive(self) -> Message:
        message = await super().receive()
        if isinstance(message, Snapshot | Step):
            self.lines[-1]["view"] = msgspec.to_builtins(self.view)
        return message

    async def act_if_in_turn(self, choose: ActionChooser) -> None:
        await think(self)
        await super().act_if_in_turn(choose)


async def think(client: HeadlessClient) -> None:
    """Waits a moment in a client's own turn."""
    if client.view and client.view.you.legal:
        await asyncio.sleep(THINKING_MILLISECONDS / 1000)


async def _play(client: HeadlessClient, choose: ActionChooser) -> None:
    with suppress(WireClosed):
        while True:
            await think(client)
            await client.act_if_in_turn(choose)
            await client.receive()


@asynccontextmanager
async def _others(
    server: SimulatedServer, table: str, names: tuple[str, ...] = OTHERS, *, owner: str = ""
) -> AsyncIterator[list[HeadlessClient]]:
    """Seats others, who check and call meanwhile; the last of them with the secret of the server's `owner`."""
    others = [HeadlessClient(server.connect_in_memory()) for _ in names]
    for client, name in zip(others, names, strict=True):
        await client.login(name, owner=owner if name == names[-1] else "")
        await client.watch(table)
        await client.sit()
    tasks = [asyncio.create_task(_play(client, choose_passively)) for client in others]
    try:
        yield others
    finally:
        for task in tasks:
            task.cancel()


async def _send(client: HeadlessClient, command: Command) -> None:
    """Sends a command whose answer is read where the client reads on."""
    await client.link.send(replace(command, id=client.conversation.take_id()))


async def _bomb_pots(server: SimulatedServer, chance: random.Random) -> list[Line]:
    """One that the host calls, one that is called off, and one on which all agree."""
    wren, choose = RecordedClient(server, chance), random_chooser(chance)
    await wren.login("Wren")
    table = await wren.open_table(bomb_pot=4)
    await wren.sit()
    async with _others(server, table) as others:
        await wren.play_hands(choose, hands=1)
        await wren.expect_accepted(CallBombPot())
        await wren.play_hands(choose, hands=2)
        await wren.expect_accepted(CallBombPot())
        await wren.expect_accepted(CallBombPot(on=False))
        for player in (wren, *others):
            await _send(player, AskBombPot())
        await wren.play_hands(choose, hands=3)
    return wren.lines


async def _mix(server: SimulatedServer, chance: random.Random) -> list[Line]:
    """Three games in turn, and then what the dealer chooses."""
    wren, choose = RecordedClient(server, chance), random_chooser(chance)
    await wren.login("Wren")
    games = tuple(ChosenGame(game) for game in ("limit-holdem", "razz", "triple-draw"))
    table = await wren.open_table("limit-holdem", rotation=Rotation(games, hands=1))
    await wren.sit()
    async with _others(server, table):
        await wren.play_hands(choose, hands=3)
        choice = Rotation(games, hands=1, dealers_choice=True, seconds=15, variations=True)
        await wren.expect_accepted(ChangeGame(rotation=choice))
        await wren.wait_for_view(lambda view: view.choosing is not None)
        await wren.expect_accepted(ChooseGame(chosen=ChosenGame("razz", wild="deuces")))
        await wren.play_hands(choose, hands=5)
    return wren.lines


async def _fair_deal(server: SimulatedServer, chance: random.Random) -> list[Line]:
    """Two hands whose decks are committed to, and opened when the night ends."""
    wren, choose = RecordedClient(server, chance), random_chooser(chance)
    await wren.login("Wren")
    table = await wren.open_table("omaha8", fair_deal=FairDeal.OPENED)
    await wren.sit()
    async with _others(server, table):
        await wren.play_hands(choose, hands=2)
        await wren.expect_accepted(AskStatement())
        await wren.expect_accepted(EndNight())
        await wren.wait_for(TableClosed)
    assert wren.witness.faults == []
    return wren.lines


async def _delayed_rail(server: SimulatedServer, chance: random.Random) -> list[Line]:
    """A spectator of a table whose rail is a hand behind, to which some of the players show their cards."""
    host = HeadlessClient(server.connect_in_memory())
    await host.login("Robin")
    table = await host.open_table(rail=RailTerms(delay_hands=1))
    async with _others(server, table, ("Heron", "Jay", "Rook")) as players:
        for player in players[:2]:
            await _send(player, LetRailSee())
        wren = RecordedClient(server, chance)
        await wren.login("Wren")
        await wren.watch(table)
        await wren.wait_for_view(lambda view: view.hand == 3 and not view.playing)
    return wren.lines


async def _tournament(server: SimulatedServer, chance: random.Random) -> list[Line]:
    """A tournament at two tables: its opening, a seat, a move to the other table, and the player's place."""
    wren = RecordedClient(server, chance)
    await wren.login("Wren")
    levels = tuple(Level(bet=bet, seconds=60) for bet in (20, 40, 80))
    terms = TournamentTerms(name="Saturday", chips=200, levels=levels, seats=3, buy_in=10, clock=20, bots_to=6)
    opened = await wren.expect_accepted(OpenTournament(terms=terms))
    await wren.expect_accepted(RegisterTournament(tournament=opened.tournament))
    await wren.expect_accepted(StartTournament(tournament=opened.tournament))
    moves = 0
    while not isinstance(message := await wren.receive(), YouFinished):
        moves += isinstance(message, Moved)
        await wren.act_if_in_turn(_fold_or_check if moves < 2 else choose_passively)
    assert moves == 2
    return wren.lines


def _fold_or_check(_: TableView, legal: LegalActions) -> Action:
    return Check() if legal.check else Fold()


async def _reconnect(server: SimulatedServer, chance: random.Random) -> list[Line]:
    """A player who is cut off and gets the steps missed, sends an act again, and gets a snapshot at last."""
    wren = RecordedClient(server, chance)
    await wren.login("Wren")
    table = await wren.open_table()
    await wren.sit()
    async with _others(server, table, owner=server.ownership.secret):
        await wren.wait_for_view(lambda view: view.playing)
        wren = await _come_back(server, wren, chance)
        view = await wren.wait_for_view(lambda view: view.you.legal is not None)
        assert view.turn is not None
        assert view.you.legal is not None
        act = Act(id=100, hand=view.hand, turn=view.turn.turn, action=choose_passively(view, view.you.legal))
        await wren.link.send(act)
        wren = await _come_back(server, wren, chance)
        await wren.expect_accepted(act)
        wren = await _come_back(server, wren, chance, lost=True)
        await wren.play_hands(choose_passively, hands=1)
    return wren.lines


async def _come_back(
    server: SimulatedServer, before: RecordedClient, chance: random.Random, *, lost: bool = False
) -> RecordedClient:
    """Cuts a client off, and connects it again after a while: to its place, or where that is `lost` to a snapshot."""
    await before.close()
    await asyncio.sleep(5)
    after = RecordedClient(server, chance, before.lines)
    after.view, place = before.view, before.resume_point
    assert place is not None
    place = replace(place, epoch="", seq=0) if lost else place
    await after.login("Wren", token=before.welcome.token, resume=place, first_id=before.conversation.take_id())
    return after


class Session(NamedTuple):
    """What is recorded of a whole session, and the seed of all its chance."""

    play: Callable[[SimulatedServer, random.Random], Coroutine[object, None, list[Line]]]
    seed: int = 7


RECORDED_SESSIONS = {
    "bomb-pots": Session(_bomb_pots),
    "mix": Session(_mix),
    "fair-deal": Session(_fair_deal),
    "delayed-rail": Session(_delayed_rail),
    "tournament": Session(_tournament, seed=8),
    "reconnect": Session(_reconnect),
}
"""The recorded sessions by name."""


def record_session(name: str) -> list[Line]:
    """Plays a session; returns its lines."""
    session = RECORDED_SESSIONS[name]

    async def main(_: object, chance: random.Random) -> list[Line]:
        return await session.play(await start_server(chance), chance)

    return in_virtual_time(main, session.seed)
