"""Tables that outlive their server: frozen, ended for good, copied, on a full disk; and where none can be kept."""

from __future__ import annotations

import os
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from railbird_server.cli.kept_data import backup, check
from railbird_server.cli.serve import serve
from railbird_server.runtime.tables.recovery import recover
from railbird_server.store.contents import contents
from railbird_server.store.data_directory import CERTIFICATE_NAME, DATABASE_NAME, DataDirectory
from railbird_server.store.records import player_account, table_account
from railbird_server.store.schema import connect
from support.killed_house import KilledHouse, killed_house
from support.returning_players import ReturningPlayer, Story
from support.server_processes import ServerProcess, forked_servers

pytestmark = pytest.mark.slow

if sys.platform == "win32":
    pytest.skip("needs the signals of POSIX", allow_module_level=True)


def chips_when_void(database: Path) -> dict[str, int]:
    """Returns what every player has if the hand that runs at their table does not count."""
    chips: dict[str, int] = {}
    with contents(database) as kept:
        for stored in kept.tables:
            table = recover(stored, lambda: 0).live.table
            hand = table.current_hand
            before = {each.seat: each.stack for each in hand.setup.entrants} if hand and not hand.over else {}
            for seat in table.seats.occupied:
                chips[seat.player] = before.get(seat.number, seat.stack) - table.bank.accounts[seat.player].net_buy_in
    return chips


async def stand_still(house: KilledHouse) -> None:
    """Has the players answer no more, so that every table waits for one of them in mid-hand."""
    for player in house.players:
        player.acts.clear()
    await house.wait_for(lambda: not any(player.pending for player in house.players))
    await house.wait_for(lambda: all(turn_of_person(house, table) for table in house.stories))


def turn_of_person(house: KilledHouse, table: str) -> bool:
    """Whether a player who is no bot is to act at a table."""
    views = [player.view for player in house.players if player.table == table and player.view]
    return any(view.you.legal is not None for view in views)


@pytest.mark.slow
async def test_a_signal_freezes_the_tables_in_mid_hand(tmp_path: Path) -> None:
    with forked_servers() as starter:
        async with killed_house(starter, tmp_path, random.Random(2)) as house:
            await house.wait_for_steps(10)
            await stand_still(house)
            house.server.send_signal(signal.SIGTERM)
            await house.wait_for(lambda: all(player.going_down for player in house.players))
            house.server.wait()
            await house.wait_for(lambda: not any(player.back.is_set() for player in house.players))
            house.examine()
            for player in house.players:
                player.acts.set()
            house.server.start()
            await house.wait_until_all_are_back()
            await house.wait_for_steps(20)
            await house.stop()


@pytest.mark.slow
async def test_a_second_signal_ends_the_tables_with_every_bet_back(tmp_path: Path) -> None:
    with forked_servers() as starter:
        async with killed_house(starter, tmp_path, random.Random(3)) as house:
            await house.wait_for_steps(10)
            await stand_still(house)
            database = house.server.directory / DATABASE_NAME
            expected = chips_when_void(database)
            house.server.send_signal(signal.SIGTERM)
            house.server.send_signal(signal.SIGINT)
            await house.wait_for(lambda: all(player.closed for player in house.players))
            house.server.wait()
            with contents(database) as kept:
                assert not kept.tables
                assert {name: kept.balances[player_account(name)] for name in expected} == expected
                assert not any(kept.balances.get(table_account(table)) for table in house.stories)
            printed = CliRunner().invoke(check, ["--data", str(house.server.directory)])
            assert printed.exit_code == 0, printed.output
            for player in house.players:
                assert player.closed.startswith("The server stops."), player.closed


@pytest.mark.slow
async def test_a_copy_made_in_mid_hand_is_whole_and_can_be_served(tmp_path: Path) -> None:
    with forked_servers() as starter:
        async with killed_house(starter, tmp_path, random.Random(4)) as house:
            await house.wait_for_steps(10)
            copy = tmp_path / "copy" / DATABASE_NAME
            copy.parent.mkdir(mode=0o700)
            made = CliRunner().invoke(backup, ["--data", str(house.server.directory), str(copy)])
            assert made.exit_code == 0, made.output
            assert copy.stat().st_mode & 0o777 == 0o600
            printed = CliRunner().invoke(check, [str(copy)])
            assert printed.exit_code == 0, printed.output
            await house.wait_for_steps(20)
            await house.stop()
            await play_on_copy(house, ServerProcess(starter, copy.parent))


async def play_on_copy(house: KilledHouse, server: ServerProcess) -> None:
    """Serves a copy that is older than what the players have seen, and has them play on from it."""
    server.start()
    try:
        resumed = KilledHouse(server, house.chance)
        for table in house.stories:
            resumed.stories[table] = story = Story()
            for old in (player for player in house.players if player.table == table):
                player = ReturningPlayer(server.address, old.name, house.chance, story)
                player.table, player.token, player.place, player.view = old.table, old.token, old.place, old.view
                player.goes_back = True
                resumed.players.append(player)
        resumed.begin()
        await resumed.wait_until_all_are_back()
        await resumed.wait_for_steps(20)
        await resumed.cancel()
    finally:
        server.kill()


async def test_a_second_server_on_the_same_directory_is_refused(tmp_path: Path) -> None:
    directory = DataDirectory(tmp_path / "data")
    try:
        assert refused(tmp_path / "data").startswith("Another server keeps its tables in ")
    finally:
        directory.close()


# --- a full disk


@contextmanager
def small_disk(path: Path, size: str) -> Iterator[Path]:
    """Mounts a disk of that size in memory, or skips the test where this user may not."""
    path.mkdir()
    if sys.platform != "linux" or os.geteuid() != 0 or shutil.which("mount") is None:
        pytest.skip("A full disk needs Linux, root and the command mount.")
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size},mode=700", "railbird-test", str(path)],
        check=False,
        capture_output=True,
    )
    if mounted.returncode:
        pytest.skip(f"This machine mounts no disk in memory: {mounted.stderr.decode().strip()}")
    try:
        yield path
    finally:
        subprocess.run(["umount", "--lazy", str(path)], check=True)


def fill(disk: Path) -> Path:
    """Fills a disk to the last byte; returns the file that does."""
    filler = disk / "filler"
    with filler.open("ab", buffering=0) as file:
        for size in (65536, 4096, 1):
            try:
                while file.write(bytes(size)) == size:
                    pass
            except OSError:
                continue
    return filler


@pytest.mark.slow
async def test_tables_wait_aloud_while_the_disk_is_full(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", "8m") as disk, forked_servers() as starter:
        async with killed_house(starter, disk, random.Random(5)) as house:
            await house.wait_for_steps(5)
            filler = fill(disk)
            everybody = house.players
            await house.wait_for(lambda: all(told(player, "The table waits. The disk is full") for player in everybody))
            steps = {table: story.last for table, story in house.stories.items()}
            filler.unlink()
            await house.wait_for(lambda: all(told(player, "The table goes on.") for player in everybody))
            await house.wait_for_steps(20)
            assert all(story.last > steps[table] for table, story in house.stories.items())
            for player in everybody:
                player.notices.clear()
            await house.stop()


@pytest.mark.slow
async def test_a_server_killed_on_a_full_disk_has_kept_what_it_promised(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", "8m") as disk, forked_servers() as starter:
        async with killed_house(starter, disk, random.Random(6)) as house:
            await house.wait_for_steps(5)
            filler = fill(disk)
            await house.wait_for(lambda: all(told(player, "The table waits.") for player in house.players))
            house.server.kill()
            filler.unlink()
            await house.wait_for(lambda: not any(player.back.is_set() for player in house.players))
            house.examine()
            house.server.start()
            await house.wait_until_all_are_back()
            await house.wait_for_steps(20)
            for player in house.players:
                player.notices.clear()
            await house.stop()


def told(player: ReturningPlayer, beginning: str) -> bool:
    """Whether the server has told a player a sentence that begins so."""
    return any(notice.startswith(beginning) for notice in player.notices)


# --- what is no data directory


def refused(directory: Path, *options: str) -> str:
    """Returns why a server does not start with a data directory; one that did would find its port taken."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        arguments = ["--no-memory", "--no-discovery", "--port", port, "--data", str(directory), *options]
        answer = CliRunner().invoke(serve, arguments)
    assert answer.exit_code == 1, answer.output
    assert "Traceback" not in answer.output
    sentence = answer.output.strip()
    assert sentence.count("\n") == 0, sentence
    assert sentence.endswith("."), sentence
    return sentence


def database(directory: Path, *statements: str) -> Path:
    """Makes a database in a directory and changes it."""
    directory.mkdir(mode=0o700)
    path = directory / DATABASE_NAME
    with sqlite3.connect(path) as connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()
    return path


def test_a_file_is_no_data_directory(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    assert refused(tmp_path / "file").endswith("is no directory: choose another directory with --data.")


def test_a_directory_below_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    assert "cannot be used (Not a directory)" in refused(tmp_path / "file" / "data")


def test_the_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = database(tmp_path / "data", "create table recipes (name text)")
    before = path.read_bytes()
    assert "is the database of another program" in refused(tmp_path / "data")
    assert path.read_bytes() == before


def test_the_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir(mode=0o700)
    path = tmp_path / "data" / DATABASE_NAME
    connection = connect(path)
    connection.execute("pragma user_version = 99")
    connection.close()
    before = path.read_bytes()
    assert "was written by a newer Railbird (format 99" in refused(tmp_path / "data")
    assert path.read_bytes() == before


def test_what_is_no_database_is_left_alone(tmp_path: Path) -> None:
    path = database(tmp_path / "data")
    path.write_text("My poker notes, which go on for more than a hundred bytes so that they might be taken for a page.")
    assert "is not a database" in refused(tmp_path / "data")
    assert path.read_text().startswith("My poker notes")


def test_a_damaged_database_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir(mode=0o700)
    path = tmp_path / "data" / DATABASE_NAME
    connect(path).close()
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + bytes(range(256)) * 16 + whole[8192:])
    before = path.read_bytes()
    assert "is damaged" in refused(tmp_path / "data")
    assert path.read_bytes() == before


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_a_server_that_encrypts_takes_an_empty_file_alone_for_new_and_beside_its_certificate_for_lost(
    tmp_path: Path, host: str
) -> None:
    directory = tmp_path / "data"
    directory.mkdir(mode=0o700)
    path = directory / DATABASE_NAME
    path.touch()
    assert "is taken" in refused(directory, "--host", host)
    assert path.stat().st_size > 1
    (directory / CERTIFICATE_NAME).touch(mode=0o600)
    path.write_bytes(b"")
    for name in (f"{DATABASE_NAME}-wal", f"{DATABASE_NAME}-shm"):
        (directory / name).unlink(missing_ok=True)
    assert "has lost its content, for certificate.pem" in refused(directory, "--host", host)
    assert path.stat().st_size == 0


def test_a_directory_that_others_may_write_gets_no_certificate(tmp_path: Path) -> None:
    if sys.platform == "win32":
        pytest.skip("Windows has no such modes.")
    directory = tmp_path / "data"
    directory.mkdir()
    directory.chmod(0o777)
    assert refused(directory, "--host", "0.0.0.0").startswith("Others may write in ")
    assert list(directory.iterdir()) == []


def test_a_directory_of_another_user_is_refused(tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("Only root can give a directory away.")
    (tmp_path / "data").mkdir()
    os.chown(tmp_path / "data", 12345, -1)
    assert refused(tmp_path / "data").endswith("belongs to another user: choose another directory with --data.")


def test_a_directory_that_may_not_be_written_is_refused(tmp_path: Path) -> None:
    if os.geteuid() != 0:
        (tmp_path / "data").mkdir(mode=0o500)
        assert "cannot be used (Permission denied)" in refused(tmp_path / "data")
        return
    with small_disk(tmp_path / "disk", "1m") as disk:
        remounted = subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=False, capture_output=True)
        if remounted.returncode:
            pytest.skip("This machine makes no disk read-only.")
        assert "cannot be used (Read-only file system)" in refused(disk)


def test_a_full_disk_at_the_start_is_told(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", "1m") as disk:
        fill(disk)
        assert "full" in refused(disk) or "No space left on device" in refused(disk)


def test_a_taken_port_leaves_the_directory_to_others(tmp_path: Path) -> None:
    assert refused(tmp_path / "data").endswith("is taken: choose another one with --port.")
    DataDirectory(tmp_path / "data").close()
