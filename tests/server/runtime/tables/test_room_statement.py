"""The statement of a table, asked for over a connection."""

from __future__ import annotations

from railbird_shared.commands import AskStatement, OpenTable, Sit
from railbird_shared.messages import Statement
from support.network_clients import connect_in_memory, run_server


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
