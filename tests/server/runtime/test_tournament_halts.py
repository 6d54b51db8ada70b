"""A fault in the tournament itself: it stands still with all that was kept, and its host or the owner decides."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from railbird_server.rules.hand import Hand
from railbird_server.runtime.tables.room_requests import MAX_WAITING_REQUESTS, ViewerCommand
from railbird_server.runtime.tournaments.table_orders import TableOrders
from railbird_server.tournament import inputs
from railbird_server.tournament.effects import Outcome
from railbird_server.tournament.state import Stage
from railbird_server.tournament.tournament import Tournament
from railbird_shared.protocol.messages import Accepted, Refused
from railbird_shared.tournament.messages import (
    CancelTournament,
    PauseTournament,
    ReadTournament,
    RegisterTournament,
    StartTournament,
    TournamentLine,
    UnregisterTournament,
)
from railbird_shared.tournament.view import Phase, TournamentOffer, TournamentView
from simulation.disk import SimulatedDisk
from simulation.server import SimulatedServer
from simulation.virtual_time import VirtualTimeLoop
from support.tournament_server import TERMS, Client, crash, in_virtual_time, running, start_server

SMALL = replace(TERMS, bots_to=8, seats=4, levels=tuple(replace(level, seconds=10) for level in TERMS.levels))


@contextmanager
def fault(fails: Callable[[inputs.Input], bool]) -> Iterator[None]:
    """Lets the tournament fail with the inputs that are named, after it has begun to change."""
    handle = Tournament.handle

    def failing(self: Tournament, request: inputs.Input, now: int) -> Outcome:
        outcome = handle(self, request, now)
        if fails(request):
            raise RuntimeError("a fault in the rules of tournaments")
        return outcome

    with patch.object(Tournament, "handle", failing):
        yield


async def started(server: SimulatedServer) -> tuple[Client, str]:
    """A host whose tournament of eight bots at two tables has been played for a while."""
    host = await Client.connect(server, "Wren")
    tournament = await host.open(SMALL)
    await host.start(tournament)
    await host.listen(5)
    return host, tournament


def lines(client: Client) -> list[str]:
    return [message.sentence for message in client.got if isinstance(message, TournamentLine)]


def check_paid(view: TournamentView) -> None:
    assert view.status.phase is Phase.FINISHED
    assert sum(standing.prize for standing in view.standings) == view.status.pool == 8 * 8


def test_a_command_that_fails_is_refused_and_changes_nothing_for_anybody() -> None:
    async def main(_: VirtualTimeLoop, chance: random.Random) -> None:
        server = await start_server(chance)
        host = await Client.connect(server, "Wren")
        tournament = await host.open(SMALL)
        await host.ask(RegisterTournament(tournament=tournament))
        with fault(lambda request: isinstance(request, inputs.Unregister)):
            answer = await host.ask(UnregisterTournament(tournament=tournament))
        assert isinstance(answer, Refused)
        assert answer.code == "fault"
        assert running(server).status().entrants == 1
        assert running(server).status().phase is Phase.REGISTERING
        assert isinstance(await host.ask(UnregisterTournament(tournament=tournament)), Accepted)

    in_virtual_time(main)


def test_a_hand_whose_end_the_tournament_cannot_take_does_not_count() -> None:
    async def main(_: VirtualTimeLoop, chance: random.Random) -> tuple[TournamentView, list[str]]:
        server = await start_server(chance)
        host, tournament = await started(server)
        chips = {player: entrant.chips for player, entrant in running(server)._core.state.entrants.items()}
        with fault(lambda request: isinstance(request, inputs.HandFinished)):
            await host.listen(60)
        state = running(server)._core.state
        assert state.paused
        assert {player: entrant.chips for player, entrant in state.entrants.items()} == chips
        assert isinstance(await host.ask(PauseTournament(tournament=tournament, on=False)), Accepted)
        return await host.wait_for_end(), lines(host)

    view, told = in_virtual_time(main)
    check_paid(view)
    assert any("The server has made a mistake at table" in line for line in told)


def test_a_tournament_that_fails_by_itself_stands_still_until_its_host_lets_it_go_on() -> None:
    async def main(_: VirtualTimeLoop, chance: random.Random) -> tuple[TournamentView, list[str]]:
        server = await start_server(chance)
        host, tournament = await started(server)
        with fault(lambda request: isinstance(request, inputs.Tick)):
            await host.listen(10)
            status = running(server).status()
            assert (status.phase, status.clock_stands) == (Phase.PAUSED, True)
            await host.listen(3600)
            later = running(server).status()
            assert (later.left_ms, later.level) == (status.left_ms, status.level)
            own = running(server).broadcaster.views.own(running(server).opened.host.id)
            assert own.offers == (TournamentOffer.RESUME, TournamentOffer.CANCEL)
            refused = await host.ask(RegisterTournament(tournament=tournament))
            assert isinstance(refused, Refused)
            assert "stands still" in refused.sentence
            again = await host.ask(PauseTournament(tournament=tournament, on=False))
            assert isinstance(again, Refused), "what had failed is tried again, and fails again"
        assert isinstance(await host.ask(PauseTournament(tournament=tournament, on=False)), Accepted)
        return await host.wait_for_end(), lines(host)

    view, told = in_virtual_time(main)
    check_paid(view)
    assert sum("stands still" in line for line in told) == 2


@pytest.mark.parametrize("survives", [True, False])
def test_what_a_fault_keeps_from_being_done_is_done_when_it_goes_on(tmp_path: Path, *, survives: bool) -> None:
    async def main(_: VirtualTimeLoop, chance: random.Random) -> TournamentView:
        disk = SimulatedDisk(tmp_path, chance)
        with disk.in_use():
            server = await start_server(chance, disk.open_store())
            host = await Client.connect(server, "Wren")
            tournament = await host.open(SMALL)
            with patch.object(TableOrders, "open_table", side_effect=RuntimeError("a fault")):
                answer = await host.ask(StartTournament(tournament=tournament))
                assert isinstance(answer, Refused)
                await host.listen(60)
                assert running(server).status().phase is Phase.PAUSED
                assert running(server)._core.state.stage is Stage.PLAYING
            if survives:
                assert isinstance(await host.ask(PauseTournament(tournament=tournament, on=False)), Accepted)
            else:
                await crash(server, disk)
                server = await start_server(chance, disk.open_store())
                host = await Client.connect(server, "Wren", host.token)
                await host.ask(ReadTournament(tournament=tournament))
            return await host.wait_for_end()

    check_paid(in_virtual_time(main))


def test_a_tournament_that_can_do_nothing_any_more_is_cancelled_with_everything_paid_back() -> None:
    async def main(_: VirtualTimeLoop, chance: random.Random) -> TournamentView:
        server = await start_server(chance)
        host, tournament = await started(server)
        with fault(lambda request: not isinstance(request, inputs.Cancel)):
            await host.listen(60)
            assert running(server).status().phase is Phase.PAUSED
            assert isinstance(await host.ask(CancelTournament(tournament=tournament)), Accepted)
            view = await host.wait_for_end()
            await asyncio.sleep(60)
            assert not server.tables
        return view

    view = in_virtual_time(main)
    assert view.status.phase is Phase.CANCELLED
    assert not any(standing.prize or standing.bounties for standing in view.standings)


def test_the_players_of_tables_that_deal_no_more_go_on_at_others() -> None:
    async def main(_: VirtualTimeLoop, chance: random.Random) -> tuple[TournamentView, list[str]]:
        server = await start_server(chance)
        host, tournament = await started(server)
        before = set(running(server)._core.state.tables)
        with patch.object(Hand, "act", side_effect=RuntimeError("a fault in the rules of poker")):
            await host.listen(120)
        state = running(server)._core.state
        assert state.paused
        assert before - set(state.tables)
        assert sum(entrant.chips for entrant in state.entrants.values()) == 8 * TERMS.chips
        assert isinstance(await host.ask(PauseTournament(tournament=tournament, on=False)), Accepted)
        return await host.wait_for_end(), lines(host)

    view, told = in_virtual_time(main)
    check_paid(view)
    assert any("its players go on at table" in line for line in told)


def test_commands_that_a_tournament_cannot_take_in_time_are_refused() -> None:
    async def main(_: VirtualTimeLoop, chance: random.Random) -> list[str]:
        server = await start_server(chance)
        host = await Client.connect(server, "Wren")
        tournament = await host.open(SMALL)
        player = server._lobby.players.by_token(host.token)
        assert player is not None
        assert player.viewer is not None
        for number in range(1, MAX_WAITING_REQUESTS + 11):
            command = RegisterTournament(id=1000 + number, tournament=tournament)
            running(server).post(ViewerCommand(player.viewer, command))
        await host.listen(1)
        return [message.code for message in host.got if isinstance(message, Refused) and message.code == "slow-down"]

    assert len(in_virtual_time(main)) == 10
