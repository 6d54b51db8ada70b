from __future__ import annotations

import asyncio

import pytest

from railbird_server.runtime import lobby
from railbird_server.store.memory import MemoryStore
from railbird_server.store.records import OpenedTable, Owned, StoredPlayer
from railbird_shared.protocol.commands import Leave, ListTables, OpenTable, SendChat, Stand
from railbird_shared.protocol.messages import Chat, Lobby, Refused, TableClosed
from railbird_shared.protocol.table_limits import LOBBY_PAGE_SIZE
from support.network_clients import connect_in_memory, connect_over_socket, expire_idle_timers, run_server


async def test_the_lobby_lists_the_tables_with_their_terms() -> None:
    async with run_server(clock=30) as server:
        wren, heron = await connect_in_memory(server), await connect_in_memory(server, "Heron")
        await wren.open_table("five-card-draw", name="The\u200b Kitchen", bet=10)
        await wren.sit()
        await heron.expect_accepted(ListTables())
        (table,) = (await heron.wait_for(Lobby)).tables
        assert (table.name, table.host, table.players, table.watchers) == ("The Kitchen", "Wren", ("Wren",), 0)
        assert (table.game.id, table.game.stakes.small_bet, table.seats, table.clock) == ("five-card-draw", 10, 6, 30)
        assert (table.min_buy_in, table.max_buy_in) == (200, 2000)


async def test_a_table_without_a_name_is_its_hosts_and_no_two_tables_look_alike() -> None:
    async with run_server() as server:
        wren, heron = await connect_in_memory(server), await connect_in_memory(server, "Heron")
        for name in ("", "WREN'S TABLE"):
            await wren.expect_accepted(OpenTable(name=name, game="holdem"))
        await heron.expect_accepted(ListTables())
        assert [table.name for table in (await heron.wait_for(Lobby)).tables] == ["Wren's table", "WREN'S TABLE 2"]


async def test_the_lobby_gets_the_listing_when_the_tables_change() -> None:
    async with run_server() as server:
        wren, heron = await connect_in_memory(server), await connect_in_memory(server, "Heron")
        await heron.expect_accepted(ListTables())
        await wren.open_table()
        await heron.wait_for_lobby(lambda listing: [table.players for table in listing.tables] == [()])
        await wren.sit()
        await heron.wait_for_lobby(lambda listing: listing.tables[0].players == ("Wren",))
        await wren.expect_accepted(Stand())
        await heron.wait_for_lobby(lambda listing: (listing.tables[0].players, listing.tables[0].watchers) == ((), 1))


async def test_the_listing_counts_people_and_not_bots() -> None:
    async with run_server() as server:
        wren = await connect_in_memory(server)
        await connect_in_memory(server, "Heron", bot=True)
        await wren.expect_accepted(ListTables())
        assert (await wren.wait_for(Lobby)).people == 1


async def test_the_id_of_a_table_is_never_used_again() -> None:
    ids: set[str] = set()
    for _ in range(2):
        async with run_server() as server:
            wren = await connect_in_memory(server)
            opened = await wren.expect_accepted(OpenTable(name="Attic", game="holdem"))
            ids.add(opened.table)
    assert len(ids) == 2


async def test_nobody_hosts_more_tables_than_the_house_allows() -> None:
    async with run_server(tables_per_player=2, max_tables=3) as server:
        wren, heron = await connect_in_memory(server), await connect_in_memory(server, "Heron")
        await wren.expect_accepted(OpenTable(name="Attic", game="holdem"))
        await wren.expect_accepted(OpenTable(name="Kitchen", game="holdem"))
        assert await wren.expect_refusal(OpenTable(name="Cellar", game="holdem")) == "tables"
        await heron.expect_accepted(OpenTable(name="Cellar", game="holdem"))
        assert await heron.expect_refusal(OpenTable(name="Garden", game="holdem")) == "tables"


async def test_players_of_one_address_cannot_take_all_the_tables() -> None:
    async with run_server(tables_per_player=2, tables_per_address=3) as server:
        here = [await connect_over_socket(server, name) for name in ("Rook", "Magpie", "Jay")]
        elsewhere = await connect_in_memory(server)
        await here[0].open_table(name="Attic")
        await here[1].open_table(name="Kitchen")
        await here[2].open_table(name="Cellar")
        refused = await here[0].request(OpenTable(name="Garden", game="holdem"))
        assert isinstance(refused, Refused)
        assert (refused.code, refused.sentence) == (
            "tables",
            "3 tables were opened from your address already; join one of them.",
        )
        expire_idle_timers(server)
        await elsewhere.expect_accepted(OpenTable(name="Garden", game="holdem"))
        await here[1].expect_accepted(Leave())
        await here[1].wait_for_lobby(lambda listing: "Kitchen" not in [table.name for table in listing.tables])
        await here[1].expect_accepted(OpenTable(name="Shed", game="holdem"))


class SlowStore(MemoryStore):
    """A store that takes its time to keep a new table."""

    async def open(self, opened: OpenedTable, host: StoredPlayer) -> Owned:
        await asyncio.sleep(0.02)
        return await super().open(opened, host)


async def test_tables_that_are_opened_at_the_same_moment_count_and_have_names_of_their_own() -> None:
    async with run_server(store=SlowStore(), tables_per_player=2, tables_per_address=3) as server:
        clients = [await connect_over_socket(server, name) for name in ("Rook", "Magpie", "Jay", "Wren", "Heron")]
        attic = OpenTable(name="Attic", game="holdem")
        answers = await asyncio.gather(*(client.request(attic) for client in clients))
        assert sum(isinstance(answer, Refused) and answer.code == "tables" for answer in answers) == 2
        assert [table.name for table in server._lobby.tables()] == ["Attic", "Attic 2", "Attic 3"]


async def test_a_table_that_everybody_has_left_closes() -> None:
    async with run_server() as server:
        wren, heron = await connect_in_memory(server), await connect_in_memory(server, "Heron")
        await wren.open_table()
        expire_idle_timers(server)
        await wren.expect_accepted(Leave())
        await wren.wait_for(TableClosed, lambda closed: not closed.reason)
        await heron.expect_accepted(ListTables())
        await heron.wait_for_lobby(lambda listing: not listing.tables)


async def test_a_table_that_nobody_comes_to_closes() -> None:
    async with run_server(empty_after=0.01) as server:
        wren = await connect_in_memory(server)
        await wren.expect_accepted(OpenTable(name="Attic", game="holdem"))
        await wren.expect_accepted(ListTables())
        await wren.wait_for_lobby(lambda listing: not listing.tables)


async def test_a_full_page_fits_into_one_frame() -> None:
    async with run_server(tables_per_player=100, max_tables=100) as server:
        wren = await connect_in_memory(server, '"' * 16)
        for _ in range(LOBBY_PAGE_SIZE):
            await wren.expect_accepted(OpenTable(name='"' * 24, game="seven-card-stud", seats=8, bet=10**6, ante=10**6))
        await wren.expect_accepted(ListTables())
        listing = await wren.wait_for(Lobby)
        assert len(listing.tables) == LOBBY_PAGE_SIZE


async def test_lines_of_the_lobby_come_to_everybody_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three listeners, gone to one by one, get all lines in the order in which they were said."""
    monkeypatch.setattr(lobby, "SLICE_SIZE", 1)
    async with run_server() as server:
        clients = [await connect_in_memory(server, name) for name in ("Wren", "Heron", "Jay")]
        lines = [f"line {number}" for number in range(5)]
        for line in lines:
            await clients[0].expect_accepted(SendChat(text=line))
        for client in clients:
            await client.wait_for(Chat, lambda chat: chat.text == lines[-1])
            assert [message.text for message in client.messages if isinstance(message, Chat)] == lines


async def test_who_speaks_when_too_many_do_is_told_so() -> None:
    async with run_server(room_chat_rate=0.001, room_chat_burst=1) as server:
        wren, heron = await connect_in_memory(server), await connect_in_memory(server, "Heron")
        await wren.expect_accepted(SendChat(text="Good evening."))
        refused = await heron.request(SendChat(text="Good evening, Wren."))
        assert isinstance(refused, Refused)
        assert (refused.code, refused.sentence) == ("chat", "Too many talk here at once; say it again in a moment.")
