"""The keys of the rail at the table: who watches, and whether it sees the player's cards."""

from __future__ import annotations

from railbird_shared.protocol.host_commands import LetRailSee, ListWatchers
from railbird_shared.protocol.messages import Watcher, Watchers
from railbird_shared.protocol.view import You
from railbird_shared.settings.table_terms import RailTerms
from support.screen_harness import run_table_screen
from support.view_builders import seat_view, table_view

VIEW = table_view(seat_view(1), seat_view(2), you=You(1), rail=RailTerms(delay_hands=2))


async def test_a_key_lets_the_rail_see_the_players_cards() -> None:
    async with run_table_screen(VIEW) as player:
        await player.press("f8")
        assert player.commands == [LetRailSee()]


async def test_a_key_lists_who_watches() -> None:
    async with run_table_screen(VIEW) as player:
        await player.press("f9")
        await player.pilot.pause()
        assert player.commands == [ListWatchers()]
        player.app.receive(Watchers(table="t1", watchers=(Watcher("Magpie", 90_000),)))
        await player.pilot.pause()
        assert "Magpie" in player.text
        assert "for 1 min" in player.text
