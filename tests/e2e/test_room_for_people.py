"""The application at a real server: who joins a table full of bots gets a seat, and is told how."""

from __future__ import annotations

from pathlib import Path

import pytest

from railbird_client.player_requests import JoinServer
from railbird_client.table.table_screen import TableScreen
from railbird_shared.network.address import parse_address
from railbird_shared.protocol.commands import AddBot, SitOut
from support.app_harness import run_app
from support.network_clients import choose_passively, connect_in_memory, run_server

pytestmark = pytest.mark.slow


async def test_who_joins_a_table_full_of_bots_takes_the_seat_of_one_after_its_hand(tmp_path: Path) -> None:
    async with run_server() as server:
        heron = await connect_in_memory(server, "Heron")
        await heron.open_table(seats=2)
        await heron.sit(seat=1)
        await heron.expect_accepted(AddBot(seat=2))
        await heron.wait_for_view(lambda view: view.you.legal is not None)
        async with run_app(JoinServer(parse_address(server.address)), tmp_path, size=(120, 40)) as harness:
            await harness.wait_for_screen(TableScreen)
            await harness.wait_for_text("A bot makes room for you")
            await heron.play_hands(choose_passively, hands=1)
            await harness.wait_for_text("you have seat 2")


async def test_who_waits_at_a_table_of_people_may_give_up(tmp_path: Path) -> None:
    async with run_server() as server:
        heron, jay = await connect_in_memory(server, "Heron"), await connect_in_memory(server, "Jay")
        table = await heron.open_table(seats=2)
        await jay.watch(table)
        await heron.sit(seat=1)
        await heron.expect_accepted(SitOut())
        await jay.sit(seat=2)
        async with run_app(JoinServer(parse_address(server.address)), tmp_path) as harness:
            await harness.wait_for_text("Every seat is taken: 2 of 2.")
            await harness.pilot.press("enter")
            await harness.wait_for_screen(TableScreen)
            await harness.wait_for_text("You wait for a seat, first in line.")
            assert [waiter.name for waiter in (await heron.wait_for_view(lambda view: bool(view.waiting))).waiting] == [
                "Wren"
            ]
            await harness.pilot.press("s")
            await heron.wait_for_view(lambda view: not view.waiting)
            await harness.wait_for_text("All seats are taken")
