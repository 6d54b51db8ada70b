from __future__ import annotations

import asyncio
import logging

import pytest
from msgspec.structs import replace

from railbird_server.config import ServerSettings
from railbird_server.runtime.network import discovery
from railbird_server.runtime.network.discovery import LanAnnouncer, describe_server, instance_label
from railbird_server.runtime.server import Server
from railbird_server.runtime.tables.deck_source import shuffled
from railbird_shared.network.announcement import Announcement
from railbird_shared.tournament.messages import OpenTournament, RegisterTournament, StartTournament
from railbird_shared.tournament.view import Phase, TournamentStatus
from support.fake_server import table_info
from support.network_clients import connect_in_memory, connect_over_socket, run_server
from support.timeouts import TIMEOUT_SECONDS
from support.tournament_server import TERMS


def den() -> Announcement:
    return Announcement(name="Den")


async def until(condition: asyncio.Event) -> None:
    async with asyncio.timeout(TIMEOUT_SECONDS):
        await condition.wait()


@pytest.mark.parametrize("name", ["Den", "", "a.b._tcp.local.", "\x1b[2J\n", "東京" * 40, "Wren's game"])
def test_any_name_makes_a_name_of_a_service(name: str) -> None:
    label = instance_label(name, 7777)
    assert len(label.encode()) <= 63
    assert "." not in label
    assert label.isprintable()


def test_servers_of_one_name_on_two_ports_have_two_names_in_the_directory() -> None:
    assert instance_label("Den", 7777) != instance_label("Den", 7778)


def test_the_announcement_counts_tables_and_free_seats_and_names_each_game_once() -> None:
    tables = (table_info(players=("Wren", "Jay")), table_info(table="t2", seats=2, players=("Rook", "Heron")))
    said = describe_server("Den", tables, fingerprint="ZZioVIp8mE_Y8723Fhqh4v8a_eMt0KT9N0v5GdxSjPY")
    assert (said.name, said.tables, said.free_seats, said.seats, said.games) == ("Den", 2, 4, 8, ("holdem",))
    assert (said.tls, said.fingerprint, said.locked) == (True, "ZZioVIp8mE_Y8723Fhqh4v8a_eMt0KT9N0v5GdxSjPY", False)


def test_the_announcement_tells_mixes_locks_and_the_tournament() -> None:
    horse = replace(table_info(), mix="HORSE", locked=True, seats_locked=True)
    own = replace(table_info(table="t2"), mix="Mixed Games")
    said = describe_server("Den", (horse, own))
    assert (said.games, said.locked, said.shut, said.tournament) == (("horse", "mixed-games"), False, False, "")
    said = describe_server("Den", (horse,))
    assert (said.locked, said.shut) == (True, True)
    cup = TournamentStatus(
        tournament="c1", name="Sunday", host="Wren", phase=Phase.REGISTERING, entrants=7, most_players=18, open=True
    )
    said = describe_server("Den", (horse,), [cup])
    assert (said.tournament, said.entered, said.places, said.locked) == ("Sunday", 7, 18, False)
    said = describe_server("Den", (), [replace(cup, open=False, locked=True)])
    assert (said.tournament, said.entered, said.places, said.locked, said.tables) == ("Sunday", 7, 0, True, 0)


async def test_a_server_announces_its_tournament_and_not_the_tables_of_it() -> None:
    async with run_server() as server:
        wren = await connect_in_memory(server)
        terms = replace(TERMS, name="Sunday", most_players=18, bots_to=4)
        opened = await wren.expect_accepted(OpenTournament(terms=terms))
        await wren.expect_accepted(RegisterTournament(tournament=opened.tournament))
        said = server._announcement()
        assert (said.tables, said.tournament, said.entered, said.places) == (0, "Sunday", 1, 18)
        await wren.expect_accepted(StartTournament(tournament=opened.tournament))
        await wren.wait_for_view(lambda view: view.tournament == opened.tournament)
        said = server._announcement()
        assert server._lobby.tables()
        assert (said.tables, said.tournament, said.places) == (0, "Sunday", 0)


async def test_a_server_on_the_loopback_is_not_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> tuple[str, ...]:
        raise AssertionError("It asked for the addresses.")

    monkeypatch.setattr(discovery, "own_interfaces", fail)
    announcer = LanAnnouncer(["127.0.0.1", "::1"], 7777, den)
    announcer.start()
    await asyncio.sleep(0)
    await announcer.stop()
    assert not announcer.is_reachable


@pytest.mark.parametrize(
    ("trouble", "reason"),
    [
        (None, "the machine has no address on a network"),
        (OSError(19, "No such device"), "multicast fails: No such device"),
        (RuntimeError("a secret"), "RuntimeError in"),
    ],
)
async def test_a_machine_without_multicast_says_so_once_and_the_server_goes_on(
    trouble: Exception | None, reason: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    third_try, tries = asyncio.Event(), 0

    def no_addresses() -> tuple[str, ...]:
        nonlocal tries
        tries += 1
        if tries == 3:
            loop.call_soon_threadsafe(third_try.set)
        if trouble is not None:
            raise trouble
        return ()

    loop = asyncio.get_running_loop()
    monkeypatch.setattr(discovery, "NETWORK_CHECK_INTERVAL", 0.0)
    monkeypatch.setattr(discovery, "own_interfaces", no_addresses)
    with caplog.at_level(logging.WARNING, "railbird.discovery"):
        async with run_server(host="0.0.0.0", discovery=True) as server:
            await until(third_try)
            await connect_over_socket(server)
    (said,) = [record.getMessage() for record in caplog.records if record.name == "railbird.discovery"]
    assert said.startswith(f"Clients cannot find this server by themselves ({reason}")
    assert "secret" not in said


async def test_a_goodbye_that_hangs_does_not_keep_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    announcing, cancelled = asyncio.Event(), asyncio.Event()

    async def hang(_: LanAnnouncer) -> None:
        try:
            announcing.set()
            await asyncio.Event().wait()
        finally:
            cancelled.set()
            await asyncio.Event().wait()

    monkeypatch.setattr(discovery, "STOP_TIMEOUT", 0.0)
    monkeypatch.setattr(LanAnnouncer, "_announce_on_this_network", hang)
    announcer = LanAnnouncer(["0.0.0.0"], 7777, den)
    announcer.start()
    await until(announcing)
    async with asyncio.timeout(TIMEOUT_SECONDS):
        await announcer.stop()
        await cancelled.wait()


@pytest.fixture
def announcers(monkeypatch: pytest.MonkeyPatch) -> list[LanAnnouncer]:
    """The announcers that servers have started; they announce nothing."""
    started: list[LanAnnouncer] = []

    def record(announcer: LanAnnouncer) -> None:
        started.append(announcer)

    monkeypatch.setattr(LanAnnouncer, "start", record)
    return started


async def test_a_server_can_be_kept_out_of_the_list(announcers: list[LanAnnouncer]) -> None:
    async with run_server(host="0.0.0.0", discovery=False):
        assert not announcers
    async with run_server(host="0.0.0.0", discovery=True):
        assert [announcer.is_reachable for announcer in announcers] == [True]


async def test_a_server_announces_its_tables_and_seats_as_they_are(announcers: list[LanAnnouncer]) -> None:
    async with run_server(host="0.0.0.0", discovery=True, name="Den") as server:
        (announcer,) = announcers
        said = announcer._describe()
        assert (said.name, said.tables, said.free_seats, said.games) == ("Den", 0, 0, ())
        wren = await connect_in_memory(server, "Wren")
        table = await wren.open_table(seats=6, game="razz")
        await wren.sit()
        said = announcer._describe()
        assert table
        assert (said.tables, said.free_seats, said.games) == (1, 5, ("razz",))


@pytest.mark.parametrize(("password_hash", "locked"), [("", False), ("the hash of a password", True)])
def test_a_server_announces_whether_it_has_a_password(password_hash: str, locked: bool) -> None:
    server = Server(ServerSettings(port=0), shuffled, password_hash=password_hash)
    assert server._announcement().locked is locked
