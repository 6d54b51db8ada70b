from __future__ import annotations

from railbird_shared.commands import Leave, ListTables, OpenTable, Stand
from railbird_shared.messages import Lobby, Refused, TableClosed
from talking import call, call_by_socket, run_out_of_patience, serving


async def test_the_lobby_lists_the_tables_with_their_terms() -> None:
    async with serving(clock=30) as server:
        wren, heron = await call(server), await call(server, "Heron")
        await wren.open("five-card-draw", name="The\u200b Kitchen", bet=10)
        await wren.sit()
        await heron.agree(ListTables())
        (table,) = (await heron.until(Lobby)).tables
        assert (table.name, table.host, table.players, table.watchers) == ("The Kitchen", "Wren", ("Wren",), 0)
        assert (table.game.id, table.game.stakes.small_bet, table.seats, table.clock) == ("five-card-draw", 10, 6, 30)
        assert (table.min_buy_in, table.max_buy_in) == (200, 2000)


async def test_a_table_without_a_name_is_its_hosts_and_no_two_tables_look_alike() -> None:
    async with serving() as server:
        wren, heron = await call(server), await call(server, "Heron")
        for name in ("", "WREN'S TABLE"):
            await wren.agree(OpenTable(name=name, game="holdem"))
        await heron.agree(ListTables())
        assert [table.name for table in (await heron.until(Lobby)).tables] == ["Wren's table", "WREN'S TABLE 2"]


async def test_who_is_in_the_lobby_is_told_when_the_tables_change() -> None:
    async with serving() as server:
        wren, heron = await call(server), await call(server, "Heron")
        await heron.agree(ListTables())
        await wren.open()
        await heron.until(Lobby, lambda told: [table.players for table in told.tables] == [()])
        await wren.sit()
        await heron.until(Lobby, lambda told: told.tables[0].players == ("Wren",))
        await wren.agree(Stand())
        await heron.until(Lobby, lambda told: (told.tables[0].players, told.tables[0].watchers) == ((), 1))


async def test_the_listing_counts_people_and_not_bots() -> None:
    async with serving() as server:
        wren = await call(server)
        await call(server, "Heron", bot=True)
        await wren.agree(ListTables())
        assert (await wren.until(Lobby)).people == 1


async def test_the_id_of_a_table_is_never_used_again() -> None:
    ids: set[str] = set()
    for _ in range(2):
        async with serving() as server:
            wren = await call(server)
            opened = await wren.agree(OpenTable(name="Attic", game="holdem"))
            ids.add(opened.table)
    assert len(ids) == 2


async def test_nobody_hosts_more_tables_than_the_house_allows() -> None:
    async with serving(tables_each=2, most_tables=3) as server:
        wren, heron = await call(server), await call(server, "Heron")
        await wren.agree(OpenTable(name="Attic", game="holdem"))
        await wren.agree(OpenTable(name="Kitchen", game="holdem"))
        assert await wren.refusal(OpenTable(name="Cellar", game="holdem")) == "tables"
        await heron.agree(OpenTable(name="Cellar", game="holdem"))
        assert await heron.refusal(OpenTable(name="Garden", game="holdem")) == "tables"


async def test_players_of_one_address_cannot_take_all_the_tables() -> None:
    async with serving(tables_each=2, tables_per_address=3) as server:
        here = [(await call_by_socket(server, name))[0] for name in ("Rook", "Magpie", "Jay")]
        elsewhere = await call(server)
        await here[0].open(name="Attic")
        await here[1].open(name="Kitchen")
        await here[2].open(name="Cellar")
        refused = await here[0].ask(OpenTable(name="Garden", game="holdem"))
        assert isinstance(refused, Refused)
        assert (refused.code, refused.sentence) == (
            "tables",
            "3 tables were opened from your address already; join one of them.",
        )
        run_out_of_patience(server)
        await elsewhere.agree(OpenTable(name="Garden", game="holdem"))
        await here[1].agree(Leave())
        await here[1].until(Lobby, lambda told: "Kitchen" not in [table.name for table in told.tables])
        await here[1].agree(OpenTable(name="Shed", game="holdem"))


async def test_a_table_that_everybody_has_left_closes() -> None:
    async with serving() as server:
        wren, heron = await call(server), await call(server, "Heron")
        await wren.open()
        run_out_of_patience(server)
        await wren.agree(Leave())
        await wren.until(TableClosed, lambda closed: not closed.reason)
        await heron.agree(ListTables())
        await heron.until(Lobby, lambda told: not told.tables)


async def test_a_table_that_nobody_comes_to_closes() -> None:
    async with serving(empty_after=0.01) as server:
        wren = await call(server)
        await wren.agree(OpenTable(name="Attic", game="holdem"))
        await wren.agree(ListTables())
        await wren.until(Lobby, lambda told: not told.tables)


async def test_a_listing_of_a_full_house_fits_into_one_frame() -> None:
    async with serving(tables_each=100) as server:
        wren = await call(server, '"' * 16)
        for _ in range(server.settings.most_tables):
            await wren.agree(OpenTable(name='"' * 24, game="seven-card-stud", seats=8, bet=10**6, ante=10**6))
        await wren.agree(ListTables())
        listing = await wren.until(Lobby)
        assert len(listing.tables) == server.settings.most_tables
