"""The people of a demonstration: nobody goes on before the rail has heard of it."""

from __future__ import annotations

import asyncio

from railbird_server.demo.demo_table import DemoPlayer, DemoTable
from railbird_server.demo.night import all_in
from railbird_shared.game.rotation import ChosenGame, Rotation
from railbird_shared.protocol.commands import OpenTable
from support.network_clients import run_server
from support.timeouts import TIMEOUT_SECONDS

HOLDEM = ChosenGame("holdem")


async def test_a_player_who_has_bought_again_has_their_chips_before_the_next_game_is_named() -> None:
    async with asyncio.timeout(TIMEOUT_SECONDS), run_server() as server:
        table = DemoTable(server, "Rook", lambda _: None, seed="1")
        table.players = [DemoPlayer("Wren"), DemoPlayer("Jay"), DemoPlayer("Heron")]
        table.plan = all_in("Wren", "Jay")
        rotation = Rotation((HOLDEM, ChosenGame("omaha8")), hands=1, dealers_choice=True)
        await table.open(OpenTable(name="Den", game="holdem", seats=3, rotation=rotation), host=table.players[0])
        await table.sit_down()
        while all(seat.bought_in == table.view.buy_in for seat in table.view.occupied):
            await table.play_hand(HOLDEM)
            assert all(seat.stack for seat in table.view.occupied)
