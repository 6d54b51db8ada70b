"""Players behind a network that delays, dribbles and is cut, with others who wait for them: nobody loses an act.

They come back by themselves, resume, and send again what was not answered. What each has heard is compared with all the
others, and with the table at the end.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from railbird_server.runtime.server import Server
from support.network_clients import run_server
from support.returning_players import ReturningPlayer, Story
from support.tcp_proxy import TcpProxy, bad_network
from support.timeouts import TIMEOUT_SECONDS

pytestmark = pytest.mark.slow


class Cabin:
    """A table of two players at the server and one behind a bad network."""

    def __init__(self, server: Server, proxy: TcpProxy, chance: random.Random) -> None:
        self.story = Story()
        self.proxy = proxy
        self.far = ReturningPlayer(proxy.address, "Wren", chance, self.story)
        near = [ReturningPlayer(server.address, name, chance, self.story) for name in ("Heron", "Jay")]
        self.players = [self.far, *near]
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        """Seats everybody and lets them play."""
        host, *others = self.players
        table = await host.open_table("holdem", bots=0)
        for player in others:
            await player.join(table)
        self._tasks = [asyncio.create_task(player.run()) for player in self.players]

    async def wait_for(self, test: Callable[[], bool]) -> None:
        """Waits until something is so."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while not test():
                for task in self._tasks:
                    if task.done():
                        task.result()
                await asyncio.sleep(0.005)

    async def play_acts(self, number: int) -> None:
        """Waits until the far player has had that many more acts acknowledged."""
        wanted = self.far.ledger.acts + number
        await self.wait_for(lambda: self.far.ledger.acts >= wanted)

    async def end(self) -> None:
        """Ends the play, and compares what was acknowledged with what was told."""
        for player in self.players:
            player.acts.clear()
        await self.wait_for(lambda: not any(player.pending for player in self.players))
        # An answer comes before the step that it is about.
        acts = sum(player.ledger.acts for player in self.players)
        await self.wait_for(lambda: sum(self.story.acts.values()) >= acts)
        await self.wait_for(lambda: all(player.place == self.far.place for player in self.players))
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        assert self.story.is_whole
        for player in self.players:
            assert player.view is not None
            assert player.view.you.seat is not None
            assert self.story.acts[player.view.you.seat] == player.ledger.acts, player.name
            chips = sum(seat.stack for seat in player.view.occupied) + player.view.total_pot
            assert chips == self.story.chips


@asynccontextmanager
async def cabin(seed: int) -> AsyncIterator[Cabin]:
    async with run_server() as server, bad_network(server.port) as proxy:
        found = Cabin(server, proxy, random.Random(seed))
        await found.begin()
        yield found
        await found.end()


async def test_a_player_behind_a_slow_network_loses_no_act() -> None:
    async with cabin(1) as table:
        table.proxy.delay = 0.02
        await table.play_acts(8)
        assert table.proxy.pieces > 16


async def test_a_player_whose_bytes_come_one_by_one_plays_on() -> None:
    async with cabin(2) as table:
        table.proxy.piece = 1
        await table.play_acts(4)
        assert table.proxy.pieces > 1000


async def test_a_player_whose_connection_is_cut_again_and_again_loses_no_act() -> None:
    chance = random.Random(3)
    async with cabin(3) as table:
        for _ in range(8):
            await table.play_acts(chance.randint(1, 2))
            await asyncio.sleep(chance.uniform(0, 0.01))
            table.proxy.cut()
            table.far.back.clear()
            await table.wait_for(table.far.back.is_set)
        await table.play_acts(2)
        assert table.far.ledger.returns >= 8


async def test_an_act_that_a_half_open_connection_swallows_is_sent_again() -> None:
    async with cabin(4) as table:
        await table.play_acts(2)
        await table.wait_for(lambda: not table.far.pending)  # the next act goes into the half-open connection
        table.proxy.half_open = True
        await table.wait_for(lambda: bool(table.far.pending))
        table.proxy.cut()
        table.proxy.half_open = False
        await table.play_acts(3)
        assert table.far.ledger.repeated >= 1
