"""What was kept is there again, and a file that is no database of ours is refused in a sentence and left as it is."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from msgspec.structs import replace

from railbird_server.store import schema, sqlite
from railbird_server.store.memory import MemoryStore
from railbird_server.store.protocols import NotKept, NotOwned, Store, StoreError
from railbird_server.store.records import (
    Change,
    Entry,
    HandQuery,
    Movement,
    MovementKind,
    OpenedTable,
    Owned,
    StoredPlayer,
    StoredTable,
)
from railbird_server.store.schema import connect
from railbird_server.store.sqlite import DAY, SqliteStore
from railbird_server.table import inputs
from support.journaled_tables import JournaledTable, stored_table
from support.table_harness import HOST, table_settings

PLAYER = StoredPlayer("p1", b"digest of Wren", "Wren")
NOT_OURS = "choose another directory with --data"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "railbird.db"


def opened(table: str = "t1") -> OpenedTable:
    return OpenedTable(table, "an epoch", table_settings(), HOST)


def entry(number: int, text: str = "digest") -> Entry:
    return Entry(number, number * 10, inputs.Tick(), text)


def entries(*numbers: int) -> Change:
    return Change(entries=tuple(entry(number) for number in numbers))


async def open_store(path: Path, *tables: str) -> tuple[SqliteStore, list[Owned]]:
    """A new store with some tables."""
    store = SqliteStore(path)
    return store, [await store.open(opened(table), PLAYER) for table in tables]


async def reopened(path: Path) -> list[StoredTable]:
    """The tables as the next server finds them."""
    store = SqliteStore(path)
    tables = list(store.take_kept().tables)
    await store.close()
    return tables


def read(path: Path) -> bytes:
    return path.read_bytes()


def write(path: Path, content: bytes) -> None:
    path.write_bytes(content)


def modes_in(folder: Path) -> dict[str, int]:
    return {each.name: each.stat().st_mode & 0o777 for each in folder.iterdir()}


def rows(path: Path, sql: str) -> list[tuple[Any, ...]]:
    connection = sqlite3.connect(path)
    found = connection.execute(sql).fetchall()
    connection.close()
    return found


def refusal(path: Path) -> str:
    """Why a file is refused, as one sentence that says what to do."""
    with pytest.raises(StoreError) as error:
        SqliteStore(path)
    sentence = str(error.value)
    assert sentence.startswith(str(path))
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


# --- what is kept


def test_a_durable_store_keeps_all_that_a_store_is_asked_to_keep() -> None:
    asked = {name for name in vars(Store) if not name.startswith("_")}
    assert asked <= vars(SqliteStore).keys()


async def test_a_table_its_entries_and_its_players_are_there_again(path: Path) -> None:
    store, (owned,) = await open_store(path, "t1")
    await store.append(owned, Change(entries=(entry(1), entry(2)), players=(StoredPlayer("p2", b"2", "Heron"),)))
    await store.append(owned, entries(3))
    await store.close()
    again = SqliteStore(path)
    kept = again.take_kept()
    assert [player.name for player in kept.players] == ["Wren", "Heron"]
    (table,) = kept.tables
    assert (table.opened, table.checkpoints, table.fault) == (opened(), (), "")
    assert table.entries == (entry(1), entry(2), entry(3))
    assert table.last_entry == 3
    await again.append(table.owned, entries(4))
    await again.close()
    assert [each.number for each in (await reopened(path))[0].entries] == [1, 2, 3, 4]


async def test_a_player_who_changes_is_kept_once(path: Path) -> None:
    store, (owned,) = await open_store(path, "t1")
    await store.append(owned, Change(players=(PLAYER,)))
    await store.append(owned, Change(players=(replace(PLAYER, name="Robin", digest=b"another"),)))
    await store.close()
    assert rows(path, "select id, name, digest from players") == [("p1", "Robin", b"another")]


async def test_many_tables_share_commits_and_each_has_its_own_entries(path: Path) -> None:
    names = [f"t{number}" for number in range(60)]
    store, owned = await open_store(path, *names)
    for number in (1, 2, 3):
        await asyncio.gather(*(store.append(each, entries(number)) for each in owned))
    await store.close()
    for table in await reopened(path):
        assert [each.number for each in table.entries] == [1, 2, 3]


async def test_a_change_of_thousands_of_entries_is_kept_whole(path: Path) -> None:
    store, (owned,) = await open_store(path, "t1")
    await store.append(owned, entries(*range(1, 12_001)))
    await store.close()
    assert (await reopened(path))[0].last_entry == 12_000


async def test_whoever_does_not_own_a_table_writes_nothing(path: Path) -> None:
    store, (owned,) = await open_store(path, "t1")
    for stranger in (Owned("t1", 2), Owned("t1", 0), Owned("t2")):
        with pytest.raises(NotOwned):
            await store.append(stranger, entries(1))
    await store.append(owned, entries(1))
    await store.close()
    assert rows(path, "select tbl, number from journal") == [("t1", 1)]


async def test_what_comes_after_the_end_is_refused_and_not_forgotten(path: Path) -> None:
    store, (owned,) = await open_store(path, "t1")
    await store.close()
    with pytest.raises(NotKept):
        await store.append(owned, entries(1))
    await store.close()


async def test_a_table_that_closes_leaves_its_hands_and_movements_only(path: Path) -> None:
    evening = JournaledTable(table_settings())
    evening.sit("Wren", "Heron", chips=100)
    evening.deal_next_hand()
    evening.fold_to_end()
    evening.deal_next_hand()
    store, (owned, other) = await open_store(path, "t1", "t2")
    for change in evening.changes:
        await store.append(owned, change)
    await store.append(other, entries(1))
    evening.journal.cash_out()
    await store.append(owned, evening.journal.take(closed="Nobody was left at the table."))
    with pytest.raises(NotOwned):
        await store.append(owned, entries(99))
    await store.close()
    assert [table.owned.table for table in await reopened(path)] == ["t2"]
    assert rows(path, "select tbl from journal") == [("t2",)]
    assert rows(path, "select count(*) from checkpoints") == [(0,)]
    assert rows(path, "select tbl, number from hands") == [("t1", 1)]
    assert rows(path, "select reason from tables where id = 't1'") == [("Nobody was left at the table.",)]
    paid: dict[Any, Any] = dict(rows(path, "select payee, sum(chips) from movements group by payee"))
    assert paid["table/t1"] == paid["player/Wren"] + paid["player/Heron"] == 200


# --- how long hands are kept


async def hands_kept(path: Path, *, keep_hands: int, days: tuple[float, ...]) -> list[int]:
    """Plays a hand on each of these days, the server running on; returns the numbers of those that are kept."""
    clock = [0.0]
    evening = JournaledTable(table_settings())
    evening.sit("Wren", "Heron", chips=100)
    store = SqliteStore(path, unix_time=lambda: clock[0], keep_hands=keep_hands)
    owned = await store.open(opened("t1"), PLAYER)
    written = 0
    for day in days:
        evening.deal_next_hand()
        evening.fold_to_end()
        clock[0] = 1_000_000_000 + day * DAY
        for change in evening.changes[written:]:
            await store.append(owned, change)
        written = len(evening.changes)
    await store.close()
    return [number for (number,) in rows(path, "select number from hands order by number")]


async def test_hands_are_kept_for_as_many_days_as_asked_for(path: Path) -> None:
    assert await hands_kept(path, keep_hands=2, days=(0, 1, 1.5, 3, 3.2)) == [2, 3, 4, 5]


@pytest.mark.parametrize(("last", "kept"), [((3.4,), [2, 3, 4]), ((3.4, 3.6), [3, 4, 5])])
async def test_old_hands_are_looked_for_once_a_day(path: Path, last: tuple[float, ...], kept: list[int]) -> None:
    assert await hands_kept(path, keep_hands=2, days=(0, 0.9, 2.5, *last)) == kept


async def test_with_0_hands_are_kept_for_ever(path: Path) -> None:
    assert await hands_kept(path, keep_hands=0, days=(0, 100, 4000)) == [1, 2, 3]


# --- how it is written


def test_commits_go_to_a_log_and_wait_for_the_disk(path: Path) -> None:
    connection = connect(path)
    assert connection.execute("pragma journal_mode").fetchone() == ("wal",)
    assert connection.execute("pragma synchronous").fetchone() == (2,), "2 is full"
    connection.close()


# --- checkpoints


async def evening_in_store(path: Path, hands: int) -> JournaledTable:
    evening = JournaledTable(table_settings())
    evening.sit("Wren", "Heron", "Jay", chips=100)
    for _ in range(hands):
        evening.deal_next_hand()
        evening.fold_to_end()
    evening.deal_next_hand()
    store, (owned,) = await open_store(path, "t1")
    for change in evening.changes:
        await store.append(owned, change)
    await store.close()
    return evening


@pytest.mark.parametrize("hands", [0, 1, 2, 5])
async def test_two_checkpoints_are_kept_and_only_the_entries_after_the_older(path: Path, hands: int) -> None:
    evening = await evening_in_store(path, hands)
    (table,) = await reopened(path)
    assert table == replace(stored_table(evening.opened, evening.changes), opened=opened())
    assert len(table.checkpoints) == min(2, hands)
    oldest = table.checkpoints[0].entry if hands > 1 else 0
    assert rows(path, "select min(number) from journal") == [(oldest + 1,)]


async def test_afresh_forgets_all_before_even_a_checkpoint_of_the_same_entry(path: Path) -> None:
    await evening_in_store(path, 2)
    store = SqliteStore(path)
    (table,) = store.take_kept().tables
    newest = table.checkpoints[-1]
    begins = replace(newest, epoch="a new one")
    await store.append(table.owned, Change(checkpoint=begins, afresh=True))
    await store.append(table.owned, entries(newest.entry + 1))
    await store.close()
    (table,) = await reopened(path)
    assert table.checkpoints == (begins,)
    assert rows(path, "select count(*) from checkpoints") == [(1,)]


async def test_evidence_holds_all_there_was_of_a_table(path: Path) -> None:
    await evening_in_store(path, 2)
    store = SqliteStore(path)
    (table,) = store.take_kept().tables
    await store.keep_evidence(table.owned, "entry 7 is missing")
    await store.append(table.owned, Change(closed="It cannot be brought back."))
    await store.close()
    ((count, reason),) = rows(path, "select count(*), min(reason) from evidence")
    assert (count, reason) == (len(table.entries) + 2, "entry 7 is missing")
    assert rows(path, "select count(*) from journal") == [(0,)]


async def test_a_start_that_is_broken_off_leaves_no_database_open(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, _ = await open_store(path, "t1")
    await store.close()
    monkeypatch.setattr(sqlite, "_last_row", Mock(side_effect=[KeyboardInterrupt, sqlite3.OperationalError]))
    for reason in (KeyboardInterrupt, StoreError):
        with pytest.raises(reason):
            SqliteStore(path)
    assert not [file for file in path.parent.iterdir() if file != path], "the last to close it takes these files away"


async def test_a_store_that_closes_answers_what_waits_and_leaves_no_database_open(path: Path) -> None:
    store, _ = await open_store(path, "t1")
    waits = threading.Event()
    store._reader._thread.submit(waits.wait)
    reading = asyncio.create_task(store.find_hands(HandQuery(), 0, 50))
    closing = asyncio.create_task(store.close())
    await asyncio.sleep(0)
    waits.set()
    await closing
    assert (await reading).hands == ()
    assert not [file for file in path.parent.iterdir() if file != path], "the last to close it takes these files away"


# --- damage to one table


def damage(path: Path, sql: str) -> None:
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(sql)
    connection.close()


async def two_tables(path: Path) -> None:
    store, (first, second) = await open_store(path, "t1", "t2")
    for number in (1, 2, 3):
        await store.append(first, entries(number))
        await store.append(second, entries(number))
    await store.append(first, Change(movements=(Movement("player/p1", "table/t1", 40, MovementKind.BUY_IN),)))
    await store.close()


async def test_an_entry_that_cannot_be_read_is_left_out_and_missed(path: Path) -> None:
    await two_tables(path)
    damage(path, "update journal set body = x'7b226e' where tbl = 't1' and number = 3")
    first, second = await reopened(path)
    assert [each.number for each in first.entries] == [1, 2]
    assert first.last_entry == 3
    assert first.balances == {"player/p1": 40}
    assert [each.number for each in second.entries] == [1, 2, 3]


@pytest.mark.parametrize("body", ["x'00'", "x'ff'", "x'7b7d'", "x'5b5d'"])
async def test_settings_that_cannot_be_read_cost_one_table(path: Path, body: str) -> None:
    await two_tables(path)
    damage(path, f"update tables set body = {body} where id = 't1'")
    first, second = await reopened(path)
    assert first.opened is None
    assert first.fault
    assert (second.fault, second.last_entry) == ("", 3)


async def test_a_table_whose_first_checkpoint_is_damaged_begins_at_its_beginning(path: Path) -> None:
    evening = await evening_in_store(path, 1)
    damage(path, "update checkpoints set body = x'7b'")
    (table,) = await reopened(path)
    assert (table.fault, table.checkpoints) == ("", ())
    assert len(table.entries) == len(evening.moments)


async def test_one_damaged_checkpoint_is_done_without_and_two_are_a_fault(path: Path) -> None:
    await evening_in_store(path, 3)
    (before,) = await reopened(path)
    damage(path, "update checkpoints set body = x'7b' where n = (select max(n) from checkpoints)")
    (table,) = await reopened(path)
    assert table.checkpoints == before.checkpoints[:1]
    damage(path, "update checkpoints set body = x'7b'")
    (table,) = await reopened(path)
    assert table.fault == "none of its checkpoints can be read"


# --- files that cannot be used


async def full_of_rows(path: Path) -> None:
    store, (owned,) = await open_store(path, "t1")
    await store.append(owned, entries(*range(1, 2000)))
    await store.close()


async def test_a_file_of_something_else_is_refused_and_left_as_it_is(path: Path) -> None:
    content = b"Dear diary, today we played cards.\n" * 400
    write(path, content)
    assert refusal(path).endswith(f"is not a database: move it away, or {NOT_OURS}.")
    assert read(path) == content


@pytest.mark.parametrize("pragma", ["application_id = 7", "user_version = 1", "user_version = 99"])
async def test_the_database_of_another_program_is_refused_and_left_as_it_is(path: Path, pragma: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute("create table songs (name text)")
    connection.execute(f"pragma {pragma}")
    connection.commit()
    connection.close()
    content = read(path)
    assert refusal(path).endswith(f"is the database of another program: {NOT_OURS}.")
    assert read(path) == content
    assert sorted(each.name for each in path.parent.iterdir()) == [path.name]


async def test_a_database_of_a_newer_program_is_refused_and_left_as_it_is(path: Path) -> None:
    await full_of_rows(path)
    damage(path, f"pragma user_version = {schema.VERSION + 1}")
    content = read(path)
    assert "was written by a newer Railbird" in refusal(path)
    assert read(path) == content


async def test_damaged_pages_are_found_out_when_the_file_is_opened(path: Path) -> None:
    await full_of_rows(path)
    content = bytearray(read(path))
    for page in range(20, 30):
        content[page * 4096 : page * 4096 + 64] = b"\xff" * 64
    write(path, bytes(content))
    assert refusal(path).endswith(f": put a backup in its place, or {NOT_OURS}.")


async def test_a_file_cut_short_is_found_out_when_it_is_opened(path: Path) -> None:
    await full_of_rows(path)
    content = read(path)
    write(path, content[: len(content) // 2])
    assert "is damaged" in refusal(path)


async def test_an_empty_file_is_a_new_database(path: Path) -> None:
    write(path, b"")
    assert await reopened(path) == []


def test_a_directory_and_a_missing_directory_are_refused(tmp_path: Path) -> None:
    assert NOT_OURS in refusal(tmp_path)
    assert NOT_OURS in refusal(tmp_path / "nowhere" / "railbird.db")


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everything")
async def test_a_file_that_may_not_be_written_is_refused(path: Path) -> None:
    await full_of_rows(path)
    os.chmod(path, 0o400)  # noqa: PTH101
    assert NOT_OURS in refusal(path)


async def test_a_database_that_can_only_be_read_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await full_of_rows(path)
    connect = sqlite3.connect

    def only_reading(file: Path, **options: object) -> sqlite3.Connection:
        return connect(f"{file.as_uri()}?mode=ro", uri=True, **options)  # type: ignore[call-overload, no-any-return]

    monkeypatch.setattr(sqlite3, "connect", only_reading)
    assert refusal(path).endswith(f"cannot be written: allow it, or {NOT_OURS}.")


@pytest.mark.skipif(os.name != "posix", reason="other systems have no modes")
async def test_nobody_else_may_read_any_of_the_files(path: Path) -> None:
    mask = os.umask(0)
    try:
        store, (owned,) = await open_store(path, "t1")
        await store.append(owned, entries(1))
        modes = modes_in(path.parent)
        await store.close()
    finally:
        os.umask(mask)
    assert modes == dict.fromkeys(["railbird.db", "railbird.db-wal", "railbird.db-shm"], 0o600)
    os.chmod(path, 0o644)  # noqa: PTH101
    await reopened(path)
    assert modes_in(path.parent)["railbird.db"] == 0o600


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 400 kB."""
    if os.name != "posix" or os.geteuid() != 0:
        pytest.skip("only root may mount a small disk")
    if os.system(f"mount -t tmpfs -o size=400k tmpfs {tmp_path} 2>/dev/null"):
        pytest.skip("this machine mounts nothing")
    yield tmp_path
    os.system(f"umount -l {tmp_path}")


def fill(path: Path) -> None:
    """Writes a file until the disk is full."""
    with contextlib.suppress(OSError), path.open("wb", buffering=0) as file:
        while True:
            file.write(b"\0" * 4096)


async def test_on_a_real_full_disk_nothing_kept_is_lost_and_it_goes_on_when_there_is_room(small_disk: Path) -> None:
    path = small_disk / "railbird.db"
    store, (owned,) = await open_store(path, "t1")
    ballast = small_disk / "ballast"
    fill(ballast)
    kept = 0
    full = None
    while full is None:
        change = entries(*range(kept + 1, kept + 51))
        try:
            await store.append(owned, change)
            kept += 50
        except NotKept:
            full = change
    for _ in range(3):
        with pytest.raises(NotKept, match=r"^The disk is full: make room, and the tables go on by themselves\.$"):
            await store.append(owned, full)
    ballast.unlink()
    await store.append(owned, full)
    await store.close()
    (table,) = await reopened(path)
    assert [each.number for each in table.entries] == list(range(1, kept + 51))


def test_no_sentence_holds_anything_secret(path: Path) -> None:
    path.write_bytes(b"SQLite format 3\0" + b"As Kd token" * 500)
    assert not re.search("As Kd|token", refusal(path))


@pytest.mark.parametrize("in_memory", [False, True])
async def test_the_books_of_a_closed_table_have_the_latest_name_of_a_player(path: Path, *, in_memory: bool) -> None:
    store = MemoryStore() if in_memory else SqliteStore(path)
    owned = await store.open(opened("t7"), PLAYER)
    names = {"p1": "Wren", "p2": "Heron"}
    bought = [Movement(f"player/{each}", "table/t7", 40, MovementKind.BUY_IN, names[each]) for each in names]
    await store.append(owned, Change(movements=tuple(bought)))
    await store.append(owned, Change(renamed={"p1": "Jay"}))
    await store.append(owned, Change(closed="The night is over."))
    books = await store.closed_books("p1", "t7")
    assert books
    assert [each.movement.name for each in books.movements] == ["Jay", "Heron"]
    await store.close()
