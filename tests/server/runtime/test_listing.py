"""The listing in a loop without a socket: what readers are sent leads to the page that they would be given now."""

from __future__ import annotations

import asyncio
from collections import Counter
from types import SimpleNamespace
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird_server.runtime import listing as module
from railbird_server.runtime.listing import TableListing
from railbird_server.runtime.outbox import Outbox
from railbird_server.runtime.players import Player, Viewer
from railbird_server.runtime.tables.room import Room
from railbird_shared.protocol import codec
from railbird_shared.protocol.commands import ListTables
from railbird_shared.protocol.messages import Lobby, LobbyChanged, TableInfo
from railbird_shared.protocol.table_limits import LOBBY_PAGE_SIZE
from support.examples import examples
from support.fake_server import table_info

NAMES = ("Den", "Attic", "Kitchen")
PLAYERS = ("Wren", "Heron", "Jay")


class FakeRoom:
    """A table that counts how often it is described."""

    def __init__(self, info: TableInfo) -> None:
        self.now = info
        self.described = 0
        self.settings = SimpleNamespace(listed=True)

    def info(self) -> TableInfo:
        self.described += 1
        return self.now


class FakeReader:
    """A client that keeps its page, and the frames that led to it."""

    def __init__(self, name: str = "Wren") -> None:
        self.player = Player(name, b"")
        self.outbox = cast("Outbox", self)
        self.in_lobby = True
        self.page: Lobby | None = None
        self.frames: list[bytes] = []

    def send_update(self, frame: bytes) -> None:
        self.frames.append(frame)
        match codec.decode_message(frame):
            case Lobby() as page:
                self.page = page
            case LobbyChanged() as change:
                assert self.page is not None
                self.page = self.page.after(change)
            case _:
                raise AssertionError


class FakeHouse:
    """Tables, and a listing of them."""

    def __init__(self, tables: int = 0) -> None:
        self.rooms: dict[str, FakeRoom] = {}
        self.people = 1
        self.knowing: set[tuple[str, str]] = set()
        self.listing = TableListing(
            cast("dict[str, Room]", self.rooms),
            lambda: self.people,
            lambda viewer, table: (viewer.player.id, table) in self.knowing,
        )
        self._opened = 0
        for _ in range(tables):
            self.open()

    def open(self, name: str = "Den") -> str:
        self._opened += 1
        table = f"t{self._opened}"
        self.rooms[table] = FakeRoom(table_info(table=table, name=name, seats=3))
        self.listing.table_changed(table)
        return table

    def seat(self, table: str, *players: str) -> None:
        room = self.rooms[table]
        room.now = table_info(table=table, name=room.now.name, seats=3, players=players)
        self.listing.table_changed(table)

    def close(self, table: str) -> None:
        del self.rooms[table]
        self.listing.table_changed(table)

    def enter(self, reader: FakeReader) -> FakeReader:
        self.listing.add_reader(cast("Viewer", reader))
        return reader

    def ask(self, reader: FakeReader, request: ListTables) -> Lobby:
        reader.send_update(self.listing.read(cast("Viewer", reader), request))
        assert reader.page is not None
        return reader.page

    async def settle(self) -> None:
        """Sends until nothing is left to send, without the pauses."""
        while (timer := self.listing._timer) is not None:
            if isinstance(timer, asyncio.TimerHandle):
                timer.cancel()
                self.listing._send_changes()
            else:
                await asyncio.sleep(0)


async def test_who_comes_is_sent_the_first_page_and_then_what_changes() -> None:
    house = FakeHouse(2)
    wren = house.enter(FakeReader())
    await house.settle()
    house.seat("t2", "Heron")
    await house.settle()
    page, change = map(codec.decode_message, wren.frames)
    assert isinstance(page, Lobby)
    assert isinstance(change, LobbyChanged)
    assert [table.table for table in page.tables] == ["t1", "t2"]
    assert [(table.table, table.players) for table in change.changed] == [("t2", ("Heron",))]
    assert change.order is None


async def test_a_table_that_is_not_listed_is_seen_by_who_knows_of_it_or_names_its_id() -> None:
    house = FakeHouse(2)
    house.rooms["t2"].settings.listed = False
    house.knowing.add(("Wren", "t2"))
    wren, heron = house.enter(FakeReader("Wren")), house.enter(FakeReader("Heron"))
    await house.settle()

    def seen(reader: FakeReader) -> list[str]:
        assert reader.page is not None
        return [table.table for table in reader.page.tables]

    assert (seen(wren), seen(heron)) == (["t1", "t2"], ["t1"])
    assert [table.table for table in house.ask(heron, ListTables(find="t2")).tables] == ["t2"]
    assert house.ask(heron, ListTables()).total == 1
    house.rooms["t3"] = FakeRoom(table_info(table="t3"))
    house.rooms["t3"].settings.listed = False
    house.knowing.add(("Wren", "t3"))
    house.listing.table_changed("t3")
    await house.settle()
    assert (seen(wren), seen(heron)) == (["t1", "t2", "t3"], ["t1"])


async def test_a_change_that_the_page_does_not_show_sends_nothing() -> None:
    house = FakeHouse(LOBBY_PAGE_SIZE + 1)
    wren = house.enter(FakeReader())
    await house.settle()
    wren.frames.clear()
    house.seat(f"t{LOBBY_PAGE_SIZE + 1}", "Heron")
    house.listing.table_changed("t1")
    await house.settle()
    assert wren.frames == []


async def test_a_table_is_described_again_only_after_it_has_changed() -> None:
    house = FakeHouse(3)
    wren = house.enter(FakeReader())
    await house.settle()
    house.seat("t2", "Heron")
    await house.settle()
    house.ask(wren, ListTables())
    assert [room.described for room in house.rooms.values()] == [1, 2, 1]


async def test_all_who_read_the_same_are_sent_the_same_frame_encoded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    house = FakeHouse(3)
    readers = [house.enter(FakeReader(f"p{number}")) for number in range(50)]
    await house.settle()
    encoded: Counter[type] = Counter()

    def count(message: Lobby | LobbyChanged) -> bytes:
        encoded[type(message)] += 1
        return encode(message)

    encode = codec.encode
    monkeypatch.setattr(codec, "encode", count)
    house.seat("t1", "Heron")
    await house.settle()
    assert encoded == {LobbyChanged: 1}
    assert {reader.frames[-1] for reader in readers} == {readers[0].frames[-1]}


async def test_pages_go_on_where_the_last_one_ended_and_beyond_the_end_comes_the_last() -> None:
    house = FakeHouse(LOBBY_PAGE_SIZE + 5)
    wren = house.enter(FakeReader())
    second = house.ask(wren, ListTables(first=LOBBY_PAGE_SIZE))
    assert (second.first, second.total, len(second.tables)) == (LOBBY_PAGE_SIZE, LOBBY_PAGE_SIZE + 5, 5)
    assert house.ask(wren, ListTables(first=10_000)) == second
    for table in list(house.rooms)[:5]:
        house.close(table)
    await house.settle()
    assert wren.page is not None
    assert (wren.page.first, wren.page.total, len(wren.page.tables)) == (0, LOBBY_PAGE_SIZE, LOBBY_PAGE_SIZE)


@pytest.mark.parametrize(
    ("words", "found"),
    [("KITCH", ["t2"]), ("heron", ["t1"]), ("ｄｅｎ", ["t1"]), ("t2", ["t2"]), ("hold", ["t1", "t2"]), ("whist", [])],
)
async def test_tables_are_found_by_the_names_of_table_player_and_game_and_by_their_id(
    words: str, found: list[str]
) -> None:
    house = FakeHouse()
    house.open("Den")
    house.open("Kitchen")
    house.seat("t1", "Heron")
    page = house.ask(house.enter(FakeReader()), ListTables(find=words))
    assert ([table.table for table in page.tables], page.total) == (found, len(found))


async def test_only_tables_with_a_free_seat_are_listed_on_request_and_come_back_when_a_seat_is_free() -> None:
    house = FakeHouse(2)
    house.seat("t1", *PLAYERS)
    wren = house.enter(FakeReader())
    assert [table.table for table in house.ask(wren, ListTables(free=True)).tables] == ["t2"]
    house.seat("t1", "Wren")
    await house.settle()
    assert wren.page is not None
    assert [table.table for table in wren.page.tables] == ["t1", "t2"]


async def test_who_was_at_a_table_is_sent_the_whole_page_when_they_are_back() -> None:
    house = FakeHouse(1)
    wren = house.enter(FakeReader())
    await house.settle()
    wren.in_lobby = False
    house.open()
    await house.settle()
    assert len(wren.frames) == 1
    wren.in_lobby = True
    house.listing.schedule()
    await house.settle()
    assert isinstance(codec.decode_message(wren.frames[-1]), Lobby)


async def test_a_crowd_is_sent_to_in_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SLICE_SIZE", 2)
    monkeypatch.setattr(module, "PAGES_A_SLICE", 1)
    house = FakeHouse(3)
    readers = [house.enter(FakeReader(f"p{number}")) for number in range(7)]
    for number, reader in enumerate(readers):
        house.ask(reader, ListTables(find="den" if number % 2 else ""))
    house.seat("t3", "Heron")
    await house.settle()
    assert all(reader.page is not None and reader.page.tables[2].players == ("Heron",) for reader in readers)


Happening = tuple[str, int, int]

REQUESTS = (
    ListTables(),
    ListTables(first=LOBBY_PAGE_SIZE),
    ListTables(first=3),
    ListTables(free=True),
    ListTables(find="attic"),
    ListTables(find="heron", free=True),
)


@settings(max_examples=examples(60))
@given(
    st.lists(
        st.tuples(
            st.sampled_from(("open", "close", "seat", "ask", "settle", "slice", "people", "leave", "return")),
            st.integers(0, 60),
            st.integers(0, 5),
        ),
        max_size=60,
    )
)
def test_a_page_with_all_its_changes_is_the_page_that_a_newcomer_gets(happenings: list[Happening]) -> None:
    asyncio.run(_let_happen(happenings))


async def _let_happen(happenings: list[Happening]) -> None:
    house = FakeHouse(LOBBY_PAGE_SIZE)
    readers = [house.enter(FakeReader(name)) for name in PLAYERS]
    asked = [ListTables(), ListTables(), ListTables()]
    for what, number, other in happenings:
        tables, reader = list(house.rooms), other % len(readers)
        match what:
            case "open":
                house.open(NAMES[number % len(NAMES)])
            case "close" if tables:
                house.close(tables[number % len(tables)])
            case "seat" if tables:
                house.seat(tables[number % len(tables)], *PLAYERS[: other % 4])
            case "ask":
                asked[reader] = REQUESTS[number % len(REQUESTS)]
                house.ask(readers[reader], asked[reader])
            case "people":
                house.people = number
                house.listing.schedule()
            case "leave" | "return":
                readers[reader].in_lobby = what == "return"
            case "slice":
                await asyncio.sleep(0)
            case _:
                await house.settle()
    for each in readers:
        each.in_lobby = True
    house.listing.schedule()
    await house.settle()
    for each, request in zip(readers, asked, strict=True):
        assert each.page == house.ask(FakeReader("newcomer"), request)
