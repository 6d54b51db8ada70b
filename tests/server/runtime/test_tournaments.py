"""Tournaments through the real server: to the last place, over several tables, with people and over crashes."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from railbird_server.cli.statement import read_books
from railbird_server.runtime.audit import audit, tournament_faults
from railbird_server.runtime.tables.table_runner import TableReport
from railbird_server.store.contents import contents, database_to_search
from railbird_server.tournament.inputs import HandFinished
from railbird_shared.game.catalogue import MIXES
from railbird_shared.game.rotation import rotation_of
from railbird_shared.protocol.commands import ChangeName, Leave, Watch
from railbird_shared.protocol.events import GameChanged
from railbird_shared.protocol.messages import Accepted, Message, Notice, Refused, Snapshot, Step
from railbird_shared.settings.table_terms import RailTerms
from railbird_shared.tournament.messages import (
    CancelTournament,
    ListTournaments,
    Moved,
    OpenTournament,
    PauseTournament,
    ReadTournament,
    RegisterTournament,
    StartTournament,
    TournamentLine,
    TournamentPage,
    Tournaments,
    TournamentUpdate,
    UnregisterTournament,
    YouFinished,
)
from railbird_shared.tournament.structure import Level
from railbird_shared.tournament.view import Phase, TournamentView
from simulation.disk import DATABASE, SimulatedDisk
from simulation.virtual_time import VirtualTimeLoop
from support.network_clients import connect_in_memory, run_server
from support.tournament_server import (
    SETTINGS,
    TERMS,
    Client,
    crash,
    in_virtual_time,
    play_through_crashes,
    running,
    start_server,
)


def check_results(view: TournamentView, players: int) -> None:
    """Checks that each place is given once, or shared, and that everything which was paid is won."""
    places = Counter(standing.place for standing in view.standings)
    assert sum(places.values()) == players
    expected = 1
    for place in sorted(places):
        assert place == expected
        expected += places[place]
    won = sum(standing.prize + standing.bounties for standing in view.standings)
    assert won == players * view.terms.buy_in
    assert sum(standing.prize for standing in view.standings) == view.status.pool


def test_24_bots_play_at_three_tables_to_the_last_place() -> None:
    async def main(_: VirtualTimeLoop, chance: random.Random) -> tuple[TournamentView, list[str]]:
        server = await start_server(chance)
        host = await Client.connect(server, "Wren")
        tournament = await host.open(replace(TERMS, bots_to=24))
        await host.start(tournament)
        view = await host.wait_for_end()
        await asyncio.sleep(60)
        assert not server._tournaments._running
        assert not server.tables
        assert not server._bots._tables
        return view, [message.sentence for message in host.got if isinstance(message, TournamentLine)]

    view, lines = in_virtual_time(main)
    check_results(view, 24)
    assert any("final table" in line for line in lines)
    assert lines[-1].endswith("wins the tournament.")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("players", [2, 3, 5, 9, 10, 13])
def test_tournaments_of_several_sizes_end(players: int, seed: int) -> None:
    async def main(_: VirtualTimeLoop, chance: random.Random) -> TournamentView:
        server = await start_server(chance)
        host = await Client.connect(server, "Wren")
        await host.start(await host.open(replace(TERMS, bots_to=players, seats=4)))
        return await host.wait_for_end()

    check_results(in_virtual_time(main, seed), players)


def test_the_dealer_chooses_the_games_of_a_tournament() -> None:
    async def main(_: VirtualTimeLoop, chance: random.Random) -> tuple[TournamentView, set[str]]:
        server = await start_server(chance)
        host = await Client.connect(server, "Wren")
        rotation = rotation_of(next(mix for mix in MIXES if mix.dealers_choice))
        tournament = await host.open(replace(TERMS, bots_to=5, seats=5, rotation=rotation))
        await host.start(tournament)
        page = await host.wait_for(TournamentPage, lambda page: bool(page.view.tables))
        await host.ask(Watch(table=page.view.tables[0].table))
        view = await host.wait_for_end()
        events = [event for message in host.got if isinstance(message, Step) for event in message.public]
        return view, {event.game.id for event in events if isinstance(event, GameChanged)}

    view, games = in_virtual_time(main)
    check_results(view, 5)
    assert len(games) > 2


def test_a_player_is_led_to_their_table_and_to_the_next_and_told_their_place() -> None:
    async def main(_: VirtualTimeLoop, chance: random.Random) -> tuple[Client, TournamentView]:
        server = await start_server(chance)
        host = await Client.connect(server, "Wren")
        tournament = await host.open(replace(TERMS, bots_to=12, seats=4))
        await host.ask(RegisterTournament(tournament=tournament))
        await host.start(tournament)
        return host, await host.wait_for_end()

    host, view = in_virtual_time(main)
    check_results(view, 12)
    moves = [message for message in host.got if isinstance(message, Moved)]
    assert moves[0].from_table == 0
    assert [move.table for move in moves] == host.tables_seen()[: len(moves)]
    assert all(move.sentence.endswith(".") for move in moves)
    (own,) = [standing for standing in view.standings if standing.name == "Wren"]
    (finished,) = [message for message in host.got if isinstance(message, YouFinished)]
    assert (finished.place, finished.prize) == (own.place, own.prize)
    assert any(isinstance(message, TournamentUpdate) for message in host.got)


def test_only_who_is_out_is_told_that_they_watch_with_a_delayed_rail() -> None:
    async def main(_: VirtualTimeLoop, chance: random.Random) -> list[Message]:
        server = await start_server(chance, settings=replace(SETTINGS, rail=RailTerms(delay_hands=3)))
        host = await Client.connect(server, "Wren")
        tournament = await host.open(replace(TERMS, bots_to=12, seats=4))
        await host.ask(RegisterTournament(tournament=tournament))
        await host.start(tournament)
        await host.wait_for_end()
        return host.got

    got = in_virtual_time(main)
    places = [place for place, message in enumerate(got) if isinstance(message, YouFinished)]
    notices = [place for place, message in enumerate(got) if isinstance(message, Notice) and "rail" in message.sentence]
    assert sum(isinstance(message, Moved) for message in got) > 1
    assert len(notices) == 1
    assert abs(notices[0] - places[0]) < 10


def test_a_hand_has_ended_for_the_tournament_when_its_cards_have_been_shown() -> None:
    """So nobody is moved, and no table closes, in the middle of a showdown."""

    async def main(_: VirtualTimeLoop, chance: random.Random) -> list[int]:
        server = await start_server(chance)
        host = await Client.connect(server, "Wren")
        tournament = await host.open(replace(TERMS, bots_to=8, seats=4))
        take_report, too_early = server._lobby.take_report, list[int]()

        def watch(tournament: str, report: TableReport) -> None:
            if isinstance(report, HandFinished):
                room = server._lobby.room(f"{tournament}t{report.table}")
                assert room is not None
                asks_at = room._table.asks_to_deal_at
                assert asks_at is not None
                shown_at = asks_at - room._table.settings.pause_ms
                too_early.append(max(0, shown_at - room._live.time.now()))
            take_report(tournament, report)

        server._lobby.take_report = watch
        await host.start(tournament)
        await host.wait_for_end()
        return too_early

    too_early = in_virtual_time(main)
    assert too_early
    assert set(too_early) == {0}


def test_who_watches_a_table_that_closes_is_led_to_another() -> None:
    async def main(_: VirtualTimeLoop, chance: random.Random) -> tuple[Client, TournamentView]:
        server = await start_server(chance)
        host = await Client.connect(server, "Wren")
        tournament = await host.open(replace(TERMS, bots_to=8, seats=4))
        await host.start(tournament)
        assert isinstance(await host.ask(Watch(table=f"{tournament}t2")), Accepted)
        return host, await host.wait_for_end()

    host, view = in_virtual_time(main)
    (final,) = view.tables
    assert host.tables_seen() == [final.table.replace("t3", "t2"), final.table]
    assert any("has closed; you watch Saturday" in each.sentence for each in host.got if isinstance(each, Notice))


def test_who_registers_and_never_comes_is_blinded_off() -> None:
    async def main(_: VirtualTimeLoop, chance: random.Random) -> TournamentView:
        server = await start_server(chance)
        host, away = await Client.connect(server, "Wren"), await Client.connect(server, "Heron")
        tournament = await host.open(replace(TERMS, bots_to=5))
        assert isinstance(await away.ask(RegisterTournament(tournament=tournament)), Accepted)
        await away.close()
        await asyncio.sleep(1)
        await host.start(tournament)
        return await host.wait_for_end()

    view = in_virtual_time(main)
    check_results(view, 5)
    assert any(standing.name == "Heron" and standing.place for standing in view.standings)


def test_who_leaves_the_table_keeps_the_seat_and_comes_back_to_it() -> None:
    async def main(_: VirtualTimeLoop, chance: random.Random) -> None:
        server = await start_server(chance)
        host, guest = await Client.connect(server, "Wren"), await Client.connect(server, "Heron")
        tournament = await host.open(replace(TERMS, bots_to=4))
        await guest.ask(RegisterTournament(tournament=tournament))
        await host.start(tournament)
        snapshot = await guest.wait_for(Snapshot)
        assert isinstance(await guest.ask(Leave()), Accepted)
        assert isinstance(await guest.ask(Watch(table=snapshot.view.table)), Accepted)
        assert (await guest.wait_for(Snapshot)).view.own_seat is not None
        watcher = await Client.connect(server, "Jay")
        assert isinstance(await watcher.ask(Watch(table=snapshot.view.table)), Accepted)
        seen = await watcher.wait_for(Snapshot)
        assert seen.view.tournament == tournament
        assert seen.view.own_seat is None

    in_virtual_time(main)


def test_two_tournaments_of_one_name_are_told_apart() -> None:
    async def main(_: VirtualTimeLoop, chance: random.Random) -> None:
        server = await start_server(chance)
        host, guest = await Client.connect(server, "Wren"), await Client.connect(server, "Heron")
        await asyncio.gather(host.open(TERMS), guest.open(replace(TERMS, name=TERMS.name.upper())))
        await guest.ask(ListTournaments())
        names = {status.name for status in (await guest.wait_for(Tournaments)).tournaments}
        assert names == {TERMS.name, f"{TERMS.name.upper()} 2"}

    in_virtual_time(main)


def test_only_the_host_starts_and_an_entry_can_be_taken_back() -> None:
    async def main(_: VirtualTimeLoop, chance: random.Random) -> None:
        server = await start_server(chance)
        host, guest = await Client.connect(server, "Wren"), await Client.connect(server, "Heron")
        tournament = await host.open(TERMS)
        await guest.ask(ListTournaments())
        listed = await guest.wait_for(Tournaments)
        assert [status.tournament for status in listed.tournaments] == [tournament]
        assert isinstance(await guest.ask(RegisterTournament(tournament=tournament)), Accepted)
        for refused in (StartTournament(tournament=tournament), CancelTournament(tournament=tournament)):
            answer = await guest.ask(refused)
            assert isinstance(answer, Refused)
            assert answer.code == "not-host"
        assert isinstance(await guest.ask(UnregisterTournament(tournament=tournament)), Accepted)
        assert not running(server)._core.state.entrants
        answer = await guest.ask(RegisterTournament(tournament="nowhere"))
        assert isinstance(answer, Refused)
        assert answer.code == "no-such-tournament"

    in_virtual_time(main)


def test_a_cancelled_tournament_pays_everything_back(tmp_path: Path) -> None:
    async def main(_: VirtualTimeLoop, chance: random.Random) -> SimulatedDisk:
        disk = SimulatedDisk(tmp_path, chance)
        with disk.in_use():
            server = await start_server(chance, disk.open_store())
            host = await Client.connect(server, "Wren")
            tournament = await host.open(replace(TERMS, bots_to=12, seats=4))
            await host.start(tournament)
            await host.listen(20)
            assert isinstance(await host.ask(CancelTournament(tournament=tournament)), Accepted)
            view = await host.wait_for_end()
            assert view.status.phase is Phase.CANCELLED
            await asyncio.sleep(60)
            assert not server.tables
        return disk

    disk = in_virtual_time(main)
    check_books(disk, players=12, won=0)


def check_books(disk: SimulatedDisk, *, players: int, won: int) -> None:
    """Checks that the books of the only tournament on a disk balance, and that nothing kept is at fault."""
    with contents(disk._folder / DATABASE) as kept:
        assert not audit(kept).faults
        assert not [*tournament_faults(kept.tournaments)]
        accounts = [account for account in kept.balances if account.startswith("tournament/")]
        assert [kept.balances[account] for account in accounts] == [0]
        results = [units for account, units in kept.balances.items() if account.startswith("player/")]
    assert len(results) == players
    assert sum(results) == 0
    assert sum(units for units in results if units > 0) >= won


def test_a_pause_holds_over_a_crash(tmp_path: Path) -> None:
    async def main(_: VirtualTimeLoop, chance: random.Random) -> TournamentView:
        disk = SimulatedDisk(tmp_path, chance)
        with disk.in_use():
            server = await start_server(chance, disk.open_store())
            host = await Client.connect(server, "Wren")
            tournament = await host.open(replace(TERMS, bots_to=9))
            await host.start(tournament)
            await host.listen(10)
            assert isinstance(await host.ask(PauseTournament(tournament=tournament)), Accepted)
            await host.listen(60)
            left = running(server).status().left_ms
            await crash(server, disk)
            server = await start_server(chance, disk.open_store())
            host = await Client.connect(server, "Wren", host.token)
            await host.listen(3600)
            status = running(server).status()
            assert (status.phase, status.left_ms) == (Phase.PAUSED, left)
            await host.ask(ReadTournament(tournament=tournament))
            assert isinstance(await host.ask(PauseTournament(tournament=tournament, on=False)), Accepted)
            return await host.wait_for_end()

    check_results(in_virtual_time(main), 9)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(30))
def test_a_tournament_ends_the_same_way_through_crashes_at_any_moment(tmp_path: Path, seed: int) -> None:
    async def main(_: VirtualTimeLoop, chance: random.Random) -> tuple[TournamentView, SimulatedDisk]:
        moments = [chance.choice((chance.uniform(0.001, 0.1), chance.uniform(0.1, 30))) for _ in range(15)]
        return await play_through_crashes(tmp_path, chance, replace(TERMS, bots_to=14, seats=5), moments)

    view, disk = in_virtual_time(main, seed)
    check_results(view, 14)
    check_books(disk, players=14, won=1)


def test_a_crash_in_the_middle_loses_no_chip_and_no_place(tmp_path: Path) -> None:
    async def main(_: VirtualTimeLoop, chance: random.Random) -> tuple[TournamentView, SimulatedDisk]:
        moments = [0.05, 3.0, 7.5]
        return await play_through_crashes(tmp_path, chance, replace(TERMS, bots_to=10, seats=5), moments)

    view, disk = in_virtual_time(main, 3)
    check_results(view, 10)
    check_books(disk, players=10, won=1)


def test_the_books_tell_what_was_paid_and_won(tmp_path: Path) -> None:
    async def main(_: VirtualTimeLoop, chance: random.Random) -> tuple[TournamentView, SimulatedDisk]:
        return await play_through_crashes(tmp_path, chance, replace(TERMS, bots_to=6, unit="1 EUR"), [])

    view, disk = in_virtual_time(main)
    with database_to_search(disk._folder / DATABASE) as connection:
        (books,) = [each for each in read_books(connection) if each.booked.tournament]
    assert (books.booked.name, books.statement.chip_worth, books.statement.final) == ("Saturday", "1 EUR", True)
    won = {standing.name: standing.prize + standing.bounties - 10 for standing in view.standings}
    assert {line.name: line.result for line in books.statement.lines} == won


def test_what_is_wrong_with_a_kept_tournament_is_said(tmp_path: Path) -> None:
    async def main(_: VirtualTimeLoop, chance: random.Random) -> SimulatedDisk:
        disk = SimulatedDisk(tmp_path, chance)
        with disk.in_use():
            server = await start_server(chance, disk.open_store())
            host = await Client.connect(server, "Wren")
            await host.start(await host.open(replace(TERMS, bots_to=6)))
            await host.listen(5)
            await crash(server, disk)
        return disk

    path = in_virtual_time(main)._folder / DATABASE
    with contents(path) as kept:
        assert not [*tournament_faults(kept.tournaments)]
    with sqlite3.connect(path) as connection:
        connection.execute("update movements set chips = chips + 1 where n = (select min(n) from movements)")
        connection.execute("delete from tournament_entries where number = 3")
    connection.close()
    with contents(path) as kept:
        (fault,) = tournament_faults(kept.tournaments)
    assert "entry 3 cannot be read" in fault


def test_nobody_watches_a_tournament_without_watchers() -> None:
    async def main(_: VirtualTimeLoop, chance: random.Random) -> str:
        server = await start_server(chance)
        host, guest = await Client.connect(server, "Wren"), await Client.connect(server, "Heron")
        tournament = await host.open(replace(TERMS, bots_to=9, watchers=False))
        await guest.ask(RegisterTournament(tournament=tournament))
        await host.start(tournament)
        table = (await guest.wait_for(Snapshot)).view.table
        answer = await host.ask(Watch(table=table))
        assert isinstance(answer, Refused)
        return answer.code

    assert in_virtual_time(main) == "rail-full"


def test_who_is_in_a_tournament_may_take_another_name(tmp_path: Path) -> None:
    async def main(_: VirtualTimeLoop, chance: random.Random) -> tuple[TournamentView, list[str]]:
        disk = SimulatedDisk(tmp_path, chance)
        with disk.in_use():
            server = await start_server(chance, disk.open_store())
            host, thief = await Client.connect(server, "Wren"), await Client.connect(server, "Heron")
            tournament = await host.open(replace(TERMS, bots_to=6))
            await host.ask(RegisterTournament(tournament=tournament))
            assert isinstance(await host.ask(ChangeName(name="Owl")), Accepted)
            taken = await thief.ask(ChangeName(name="Owl"))
            assert isinstance(taken, Refused)
            assert taken.code == "name-taken"
            await host.listen(61)
            await host.start(tournament)
            await host.listen(1)
            assert isinstance(await host.ask(ChangeName(name="Teal")), Accepted)
            await host.listen(1)
            assert running(server)._core.state.entrants[running(server).opened.host.id].name == "Teal"
            await crash(server, disk)
            server = await start_server(chance, disk.open_store())
            host = await Client.connect(server, "Teal", host.token)
            await host.ask(ReadTournament(tournament=tournament))
            view = await host.wait_for_end()
            return view, [message.sentence for message in host.got if isinstance(message, TournamentLine)]

    view, lines = in_virtual_time(main)
    check_results(view, 6)
    assert "Teal" in {standing.name for standing in view.standings}
    assert view.status.host == "Teal"
    assert any(line.startswith("Teal ") for line in lines)


def test_bots_that_have_entered_are_there_after_a_crash_before_their_seats(tmp_path: Path) -> None:
    async def main(_: VirtualTimeLoop, chance: random.Random) -> TournamentView:
        disk = SimulatedDisk(tmp_path, chance)
        with disk.in_use():
            server = await start_server(chance, disk.open_store())
            host = await Client.connect(server, "Wren")
            tournament = await host.open(replace(TERMS, bots_to=9))
            starting = asyncio.create_task(host.start(tournament))
            while len(running(server)._core.state.entrants) < 5:  # noqa: ASYNC110  nobody tells of it
                await asyncio.sleep(0.0001)
            await crash(server, disk)
            starting.cancel()
            server = await start_server(chance, disk.open_store())
            host = await Client.connect(server, "Wren", host.token)
            await host.ask(ReadTournament(tournament=tournament))
            await host.start(tournament)
            return await host.wait_for_end()

    check_results(in_virtual_time(main), 9)


def test_who_reads_the_page_sees_who_enters_for_nothing() -> None:
    async def main(_: VirtualTimeLoop, chance: random.Random) -> list[TournamentPage]:
        server = await start_server(chance)
        wren, heron = await Client.connect(server, "Wren"), await Client.connect(server, "Heron")
        tournament = await wren.open(replace(TERMS, buy_in=0, bounty=0))
        assert isinstance(await heron.ask(RegisterTournament(tournament=tournament)), Accepted)
        await wren.listen(1.0)
        return [message for message in wren.got if isinstance(message, TournamentPage)]

    first, *_, last = in_virtual_time(main)
    assert not first.view.standings
    assert [standing.name for standing in last.view.standings] == ["Heron"]


async def test_a_tournament_with_a_password_is_entered_by_who_knows_it() -> None:
    async with run_server() as server:
        wren, heron = await connect_in_memory(server), await connect_in_memory(server, "Heron")
        answer = await wren.request(OpenTournament(terms=replace(TERMS, password="tern")))
        assert isinstance(answer, Accepted)
        entry = RegisterTournament(tournament=answer.tournament)
        assert await heron.expect_refusal(entry) == "password-needed"
        assert await heron.expect_refusal(replace(entry, password="gull")) == "password-wrong"
        await heron.expect_accepted(replace(entry, password="tern"))


@pytest.mark.parametrize("seed", range(2))
def test_bots_that_move_act_in_every_turn_without_a_clock(seed: int) -> None:
    """A turn of the new table may have the number of one in which the bot has acted at the old one."""

    async def main(loop: VirtualTimeLoop, chance: random.Random) -> float:
        server = await start_server(chance)
        host = await Client.connect(server, "Wren")
        levels = tuple(Level(bet=bet, hands=6) for bet in (10, 20, 40, 80, 160, 320))
        await host.start(await host.open(replace(TERMS, bots_to=30, seats=6, clock=0, levels=levels)))
        async with asyncio.timeout(7200):
            await host.wait_for_end()
        return loop.time()

    assert in_virtual_time(main, seed) < 7200


async def test_a_tournament_that_is_not_listed_is_seen_by_its_host_and_by_who_has_entered() -> None:
    async with run_server() as server:
        wren, heron, jay = [await connect_in_memory(server, name) for name in ("Wren", "Heron", "Jay")]
        opened = await wren.expect_accepted(OpenTournament(terms=replace(TERMS, listed=False)))
        await heron.expect_accepted(RegisterTournament(tournament=opened.tournament))
        for client, number in ((wren, 1), (heron, 1), (jay, 0)):
            await client.expect_accepted(ListTournaments())
            assert len((await client.wait_for(Tournaments)).tournaments) == number
        await jay.expect_accepted(RegisterTournament(tournament=opened.tournament))
        (status,) = (await jay.wait_for(Tournaments, lambda told: bool(told.tournaments))).tournaments
        assert (status.tournament, status.entrants) == (opened.tournament, 2)
