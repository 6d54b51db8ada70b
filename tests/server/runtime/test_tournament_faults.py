"""What goes wrong under a tournament: a table fails in a hand, and no chip and no place is lost by it."""

from __future__ import annotations

import asyncio
import random

import pytest
from msgspec.structs import replace

from railbird_server.runtime.tournaments.running_tournament import RunningTournament
from railbird_shared.messages import Accepted
from railbird_shared.tournament.commands import PauseTournament
from railbird_shared.tournament.messages import TournamentLine
from railbird_shared.tournament.structure import StartRule
from railbird_shared.tournament.view import Phase, TournamentView
from simulation.virtual_time import VirtualTimeLoop
from support.tournament_server import TERMS, Client, in_virtual_time, running, start_server


def chips_in_play(tournament: RunningTournament) -> int:
    return sum(standing.stack for standing in view_of(tournament).standings)


def view_of(tournament: RunningTournament) -> TournamentView:
    return tournament._views.whole(0, 0, away=lambda _: False, lines=())


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow), pytest.param(3, marks=pytest.mark.slow)])
def test_a_table_that_fails_is_replaced_with_the_chips_before_its_hand(seed: int) -> None:
    async def main(_: VirtualTimeLoop, chance: random.Random) -> tuple[TournamentView, list[str]]:
        server = await start_server(chance)
        host = await Client.connect(server, "Wren")
        tournament = await host.open(replace(TERMS, bots_to=12, seats=6))
        await host.start(tournament)
        await host.listen(chance.uniform(5, 20))
        table = next(iter(view_of(running(server)).tables))
        room = server._lobby.room(table.table)
        assert room is not None
        room._runner.handle = _fail  # type: ignore[assignment, method-assign]
        await host.listen(30)
        assert running(server).status().phase is Phase.PAUSED
        assert chips_in_play(running(server)) == 12 * TERMS.chips
        assert table.number not in {each.number for each in view_of(running(server)).tables}
        assert isinstance(await host.ask(PauseTournament(tournament=tournament, on=False)), Accepted)
        view = await host.wait_for_end()
        return view, [message.sentence for message in host.got if isinstance(message, TournamentLine)]

    view, lines = in_virtual_time(main, seed)
    assert min(standing.place for standing in view.standings) == 1
    assert sum(standing.prize for standing in view.standings) == view.status.pool
    assert any("has stopped after a fault" in line for line in lines)


async def _fail(_: object) -> None:
    raise RuntimeError("a fault in the rules")


def test_a_host_starts_a_tournament_that_bots_fill_up() -> None:
    async def main(_: VirtualTimeLoop, chance: random.Random) -> None:
        server = await start_server(chance)
        host = await Client.connect(server, "Wren")
        tournament = await host.open(replace(TERMS, bots_to=5, most_players=5, start=StartRule.WHEN_FULL))
        await host.start(tournament)
        await asyncio.sleep(1)
        assert running(server).status().phase is Phase.RUNNING

    in_virtual_time(main)
