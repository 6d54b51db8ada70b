"""The statement of a table, asked for over a connection."""

from __future__ import annotations

import asyncio
from pathlib import Path

from railbird_server.store.sqlite import SqliteStore
from railbird_shared.protocol.commands import AskStatement, OpenTable, ReadStatement, Sit
from railbird_shared.protocol.host_commands import EndNight, LastHand
from railbird_shared.protocol.messages import Statement, TableClosed
from support.network_clients import choose_passively, connect_in_memory, run_server


def open_table(worth: str) -> OpenTable:
    return OpenTable(name="Kitchen", game="holdem", chip_worth=worth)


async def test_whoever_watches_may_ask_for_the_statement_between_hands_only() -> None:
    async with run_server(chip_worth="0.05 EUR") as server:
        wren, heron = await connect_in_memory(server), await connect_in_memory(server, "Heron")
        table = await wren.open_table()
        assert "A chip is worth 0.05 EUR." in (await heron.watch(table)).house
        await wren.sit(chips=100)
        await heron.expect_accepted(AskStatement())
        stated = await heron.wait_for(Statement)
        assert [(line.name, line.bought_in, line.on_table) for line in stated.lines] == [("Wren", 100, 100)]
        assert stated.chip_worth == "0.05 EUR"
        await heron.expect_accepted(Sit(chips=100))
        await heron.wait_for_view(lambda view: view.turn is not None)
        assert await heron.expect_refusal(AskStatement()) == "hand-runs"


async def test_a_worth_that_is_none_opens_no_table() -> None:
    async with run_server() as server:
        wren = await connect_in_memory(server)
        assert await wren.expect_refusal(open_table("a dime")) == "chip-worth"
        table = (await wren.expect_accepted(open_table("0,10 eur"))).table
        assert "A chip is worth 0.10 EUR." in (await wren.watch(table)).house


async def test_in_the_lobby_there_is_no_statement() -> None:
    async with run_server() as server:
        wren = await connect_in_memory(server)
        assert await wren.expect_refusal(AskStatement()) == "no-table"


async def test_at_the_end_of_the_night_everybody_gets_the_statement_to_read_later_too(
    tmp_path: Path,
) -> None:
    path = tmp_path / "railbird.db"
    async with run_server(store=SqliteStore(path), chip_worth="0.05 EUR") as server:
        wren, heron = await connect_in_memory(server), await connect_in_memory(server, "Heron")
        table = await wren.open_table()
        await heron.watch(table)
        await wren.sit(chips=100)
        assert await wren.expect_refusal(ReadStatement()) == "no-such-table"
        await wren.expect_accepted(EndNight())
        for client in (wren, heron):
            stated = (await client.wait_for(TableClosed)).statement
            assert stated is not None
            assert stated.final
            assert [(line.name, line.on_table) for line in stated.lines] == [("Wren", 100)]
        await wren.expect_accepted(ReadStatement(table=table))
        later = await wren.wait_for(Statement)
        assert [(line.name, line.bought_in, line.cashed_out) for line in later.lines] == [("Wren", 100, 100)]
        assert (later.final, later.chip_worth) == (True, "0.05 EUR")
        assert await heron.expect_refusal(ReadStatement(table=table)) == "no-such-table"
        token = wren.welcome.token
    async with run_server(store=SqliteStore(path)) as server:
        wren = await connect_in_memory(server, token=token)
        await wren.expect_accepted(ReadStatement())
        assert await wren.wait_for(Statement) == later


async def test_without_a_store_the_statement_is_read_while_the_server_runs() -> None:
    async with run_server() as server:
        wren = await connect_in_memory(server)
        await wren.open_table()
        await wren.sit(chips=100)
        await wren.expect_accepted(EndNight())
        await wren.wait_for(TableClosed)
        await wren.expect_accepted(ReadStatement())
        assert [line.name for line in (await wren.wait_for(Statement)).lines] == ["Wren"]


async def test_after_the_last_hand_everybody_gets_the_statement_once() -> None:
    async with run_server() as server:
        wren, heron, jay = [await connect_in_memory(server, name) for name in ("Wren", "Heron", "Jay")]
        table = await wren.open_table()
        await heron.watch(table)
        await jay.watch(table)
        await wren.sit(seat=1)
        await heron.sit(seat=2)
        await wren.expect_accepted(LastHand())
        await asyncio.gather(*(client.play_hands(choose_passively, hands=1) for client in (wren, heron)))
        for client in (wren, heron, jay):
            stated = await client.wait_for(Statement)
            assert stated.final
            assert sum(line.result for line in stated.lines) == 0
        robin = await connect_in_memory(server, "Robin")
        await robin.watch(table)
        assert await robin.wait_for(Statement) == stated


async def test_a_table_without_chips_closes_without_a_statement() -> None:
    async with run_server() as server:
        wren = await connect_in_memory(server)
        await wren.open_table()
        await wren.expect_accepted(EndNight())
        assert (await wren.wait_for(TableClosed)).statement is None
