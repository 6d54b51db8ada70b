"""The example bot of the protocol's page plays, is cut off, comes back, and buys chips when it is broke."""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from railbird_server.runtime.server import Server
from railbird_shared.protocol.actions import Action, LegalActions
from railbird_shared.protocol.commands import AddChips
from railbird_shared.protocol.view import TableView
from support.hand_builders import salted
from support.network_clients import FAMILY_GAMES, HeadlessClient, choose_passively, connect_in_memory, run_server
from support.timeouts import TIMEOUT_SECONDS

pytestmark = pytest.mark.slow

BOT = Path(__file__).parents[2] / "docs" / "example_bot.py"


@asynccontextmanager
async def example_bot(server: Server) -> AsyncIterator[None]:
    """Runs the bot in a process of its own."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(BOT), server.address, stderr=asyncio.subprocess.PIPE
    )
    try:
        yield
        assert process.returncode is None, "the bot gave up"
    finally:
        if process.returncode is None:
            process.kill()
        _, errors = await process.communicate()
    assert errors == b""


async def play_with_bot(client: HeadlessClient, hands: int) -> None:
    async with asyncio.timeout(TIMEOUT_SECONDS):
        await client.play_hands(choose_passively, hands=hands)


@pytest.mark.parametrize("game", FAMILY_GAMES)
async def test_the_example_bot_plays_hands_of_every_family(game: str) -> None:
    async with run_server() as server:
        client = await connect_in_memory(server)
        await client.open_table(game)
        await client.sit()
        async with example_bot(server):
            await play_with_bot(client, 3)


async def test_the_example_bot_comes_back_to_its_seat_and_acts() -> None:
    async with run_server() as server:
        client = await connect_in_memory(server)
        await client.open_table()
        await client.sit()
        async with example_bot(server):
            await play_with_bot(client, 2)
            assert client.view is not None
            for session in list(server._sessions):
                if session.player.name == "Parrot":
                    session._transport.close(1001, "cut")
            await play_with_bot(client, client.view.hand + 2)
            parrots = [seat for seat in client.view.occupied if seat.name.startswith("Parrot")]
            assert [seat.connected for seat in parrots] == [True]


async def test_the_example_bot_buys_chips_when_it_has_lost_them_all() -> None:
    def push(view: TableView, legal: LegalActions) -> Action:
        """Bets all there is, or calls."""
        return legal.wager.action(legal.wager.maximum) if legal.wager else choose_passively(view, legal)

    rng = random.Random(5)
    async with run_server(shuffle=lambda pack: salted(rng.sample(list(pack), len(pack)))) as server:
        client = await connect_in_memory(server)
        await client.open_table()
        await client.sit()
        async with example_bot(server):
            async with asyncio.timeout(TIMEOUT_SECONDS):
                while client.view is None or not any(seat.bought_in > 200 for seat in client.view.occupied if seat.bot):
                    await client.act_if_in_turn(push)
                    await client.receive()
                    if (view := client.view) and (own := view.own_seat) and own.sitting_out and not own.stack:
                        await client.expect_accepted(AddChips())
            await play_with_bot(client, client.view.hand + 1)
