"""Tournaments that start at a set time, in virtual time: who waits reads how long, and what becomes of too few."""

from __future__ import annotations

import random

from msgspec.structs import replace

from railbird_shared.protocol.messages import Accepted, Refused
from railbird_shared.tournament.messages import OpenTournament, RegisterTournament, TournamentLine, TournamentPage
from railbird_shared.tournament.structure import StartRule, TournamentTerms
from railbird_shared.tournament.view import Phase, TournamentStatus
from simulation.server import SimulatedServer
from simulation.virtual_time import VirtualTimeLoop
from support.tournament_server import TERMS, Client, in_virtual_time, start_server


def in_two_minutes(server: SimulatedServer, loop: VirtualTimeLoop) -> TournamentTerms:
    """Returns terms by which a tournament of that server starts in two minutes of virtual time."""
    server._tournaments._unix_time = lambda: 1_000_000 + loop.time()
    return replace(TERMS, start=StartRule.AT_TIME, start_at=round(1_000_000 + loop.time()) + 120)


def last_status(client: Client) -> TournamentStatus:
    """Returns what a client was told last on the page that it follows."""
    return [message.view.status for message in client.got if isinstance(message, TournamentPage)][-1]


def test_who_waits_for_a_start_at_a_set_time_is_told_how_long() -> None:
    async def main(loop: VirtualTimeLoop, chance: random.Random) -> tuple[int | None, bool]:
        server = await start_server(chance)
        host = await Client.connect(server, "Wren")
        tournament = await host.open(in_two_minutes(server, loop))
        await host.listen(30)
        friend = await Client.connect(server, "Heron")
        await friend.ask(RegisterTournament(tournament=tournament))
        await host.listen(1)
        status = last_status(host)
        return status.left_ms, status.clock_stands

    left_ms, clock_stands = in_virtual_time(main)
    assert left_ms is not None
    assert 80_000 < left_ms <= 90_000
    assert not clock_stands


def test_at_the_set_time_it_starts() -> None:
    async def main(loop: VirtualTimeLoop, chance: random.Random) -> tuple[list[Phase], TournamentStatus]:
        server = await start_server(chance)
        host, friend = await Client.connect(server, "Wren"), await Client.connect(server, "Heron")
        tournament = await host.open(in_two_minutes(server, loop))
        for client in (host, friend):
            await client.ask(RegisterTournament(tournament=tournament))
        await host.listen(115)
        before = last_status(host).phase
        await host.listen(10)
        return [before], last_status(host)

    before, after = in_virtual_time(main)
    assert before == [Phase.REGISTERING]
    assert (after.phase, after.left) == (Phase.RUNNING, 2)


def test_with_too_few_players_it_waits_for_its_host() -> None:
    async def main(loop: VirtualTimeLoop, chance: random.Random) -> tuple[TournamentStatus, list[str], Phase]:
        server = await start_server(chance)
        host = await Client.connect(server, "Wren")
        tournament = await host.open(in_two_minutes(server, loop))
        await host.ask(RegisterTournament(tournament=tournament))
        await host.listen(125)
        waiting, lines = last_status(host), [line.sentence for line in host.got if isinstance(line, TournamentLine)]
        friend = await Client.connect(server, "Heron")
        await friend.ask(RegisterTournament(tournament=tournament))
        await host.start(tournament)
        await host.listen(1)
        return waiting, lines, last_status(host).phase

    waiting, lines, started = in_virtual_time(main)
    assert (waiting.phase, waiting.left_ms) == (Phase.REGISTERING, None)
    assert lines[-1].endswith("The host can start it later.")
    assert started is Phase.RUNNING


def test_a_start_in_ages_is_refused_for_no_client_could_read_the_time_until_then() -> None:
    async def main(_: VirtualTimeLoop, chance: random.Random) -> Accepted | Refused:
        host = await Client.connect(await start_server(chance), "Wren")
        return await host.ask(OpenTournament(terms=replace(TERMS, start=StartRule.AT_TIME, start_at=2**53)))

    answer = in_virtual_time(main)
    assert isinstance(answer, Refused)
    assert (answer.code, answer.sentence) == ("tournament-terms", "Let the tournament start within 366 days.")
