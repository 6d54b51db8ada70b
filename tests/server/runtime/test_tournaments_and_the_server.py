"""What a server that ends does with its tournaments, and when it waits for their players."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from msgspec.structs import replace

from railbird_server.store.contents import contents
from railbird_shared.protocol.messages import Refused
from railbird_shared.tournament.messages import (
    OpenTournament,
    PauseTournament,
    RegisterTournament,
    TournamentLine,
    TournamentUpdate,
)
from railbird_shared.tournament.structure import Level, StartRule
from railbird_shared.tournament.view import TournamentOffer
from simulation.disk import DATABASE, SimulatedDisk
from simulation.virtual_time import VirtualTimeLoop
from support.tournament_server import SETTINGS, TERMS, Client, in_virtual_time, running, start_server

DAY = 24 * 3600


def test_a_game_that_ends_for_good_pays_back_what_its_tournaments_took(tmp_path: Path) -> None:
    async def main(_: VirtualTimeLoop, chance: random.Random) -> SimulatedDisk:
        disk = SimulatedDisk(tmp_path, chance)
        with disk.in_use():
            server = await start_server(chance, disk.open_store())
            host = await Client.connect(server, "Wren")
            await host.start(await host.open(replace(TERMS, bots_to=6)))
            await host.listen(5)
            waits = await host.open(TERMS)
            await host.ask(RegisterTournament(tournament=waits))
            server.keeps_tables = False
            await server.stop()
            next_server = await start_server(chance, disk.open_store())
            assert not next_server.has_tables
        return disk

    disk = in_virtual_time(main)
    with contents(disk._folder / DATABASE) as kept:
        assert [tournament.closed for tournament in kept.tournaments] == [True, True]
        assert set(kept.balances.values()) == {0}


def test_a_tournament_that_waits_for_players_is_kept_for_the_next_server(tmp_path: Path) -> None:
    async def main(_: VirtualTimeLoop, chance: random.Random) -> int:
        disk = SimulatedDisk(tmp_path, chance)
        with disk.in_use():
            server = await start_server(chance, disk.open_store())
            host = await Client.connect(server, "Wren")
            await host.ask(RegisterTournament(tournament=await host.open(TERMS)))
            assert server.has_tables
            await server.stop()
            server = await start_server(chance, disk.open_store())
            assert server.has_tables
            back = await Client.connect(server, "Wren", host.token)
            update = await back.wait_for(TournamentUpdate)
            assert TournamentOffer.UNREGISTER in update.you.offers
            assert TournamentOffer.START in update.you.offers
            return update.status.entrants

    assert in_virtual_time(main) == 1


def test_who_comes_is_told_of_the_tournaments_that_concern_them_alone() -> None:
    async def main(_: VirtualTimeLoop, chance: random.Random) -> None:
        server = await start_server(chance)
        host = await Client.connect(server, "Wren")
        await host.open(TERMS)
        stranger = await Client.connect(server, "Heron")
        await stranger.listen(1)
        assert not any(isinstance(message, TournamentUpdate) for message in stranger.got)

    in_virtual_time(main)


def test_a_server_waits_for_people_who_play_and_before_a_set_start() -> None:
    async def main(_: VirtualTimeLoop, chance: random.Random) -> None:
        server, today = await start_server(chance), 1_000_000
        server._tournaments._unix_time = lambda: today
        host = await Client.connect(server, "Wren")
        await host.open(replace(TERMS, start=StartRule.AT_TIME, start_at=today + 2 * DAY))
        assert not server._tournaments.await_people, "it starts in two days"
        today += DAY
        assert server._tournaments.await_people
        today += DAY
        await host.listen(61)
        assert not server._tournaments.await_people, "its time came while the machine slept, and nobody is there"

        other = await host.open(replace(TERMS, bots_to=3, levels=(Level(bet=20, seconds=3600),)))
        assert not server._tournaments.await_people
        await host.ask(RegisterTournament(tournament=other))
        await host.start(other)
        assert server._tournaments.await_people
        await host.ask(PauseTournament(tournament=other))
        assert not server._tournaments.await_people

    in_virtual_time(main)


@pytest.mark.parametrize(
    ("limits", "opened", "words"),
    [
        ({"tournaments_per_player": 1}, 1, "You host 1, as many as one player may"),
        ({"max_tournaments": 2}, 2, "no room for another tournament"),
        ({"max_tournaments": 0}, 0, "no tournaments; open a table"),
    ],
)
def test_a_server_has_as_many_tournaments_as_its_settings_say(limits: dict[str, int], opened: int, words: str) -> None:
    async def main(_: VirtualTimeLoop, chance: random.Random) -> str:
        server = await start_server(chance, settings=replace(SETTINGS, **limits))
        host = await Client.connect(server, "Wren")
        for _number in range(opened):
            await host.open(TERMS)
        answer = await host.ask(OpenTournament(terms=TERMS))
        assert isinstance(answer, Refused)
        assert answer.code == "tournaments"
        return answer.sentence

    assert words in in_virtual_time(main)


def test_levels_and_breaks_are_told_with_their_stakes() -> None:
    async def main(_: VirtualTimeLoop, chance: random.Random) -> list[str]:
        server = await start_server(chance)
        host = await Client.connect(server, "Wren")
        levels = (Level(bet=20, seconds=5, break_minutes=1), Level(bet=40, ante=5, seconds=5), *TERMS.levels[2:])
        await host.start(await host.open(replace(TERMS, bots_to=4, levels=levels)))
        await host.listen(90)
        assert running(server)
        return [message.sentence for message in host.got if isinstance(message, TournamentLine)]

    lines = in_virtual_time(main)
    told = [line for line in lines if line.startswith(("Level", "A break"))]
    assert told[:3] == ["Level 1 begins: 10/20.", "A break of 1 minute begins.", "Level 2 begins: 20/40, ante 5."]
