"""The demonstration of a tournament: bots play it to the last place, and nothing is missing."""

from __future__ import annotations

from railbird_server.demo.tournament import run_tournament_demo


async def test_bots_play_a_tournament_to_the_last_place() -> None:
    lines: list[str] = []
    assert await run_tournament_demo(game="holdem", players=4, print_line=lines.append) == 0
    assert lines[0] == "The tournament starts with 4 players."
    assert lines[-1] == "12,000 chips are in play, and 80 of 80 units are won."
    assert any(line.startswith("  1. ") and "prize" in line for line in lines)


async def test_a_game_for_few_is_played_at_tables_for_as_many() -> None:
    lines: list[str] = []
    assert await run_tournament_demo(game="jacks-or-better", players=7, print_line=lines.append) == 0
    assert "-- 7 left at 2 tables" in lines


async def test_a_tournament_that_cannot_be_played_so_is_one_sentence() -> None:
    lines: list[str] = []
    assert await run_tournament_demo(game="jacks-or-better", players=9, seats=9, print_line=lines.append) == 1
    assert lines == ["Jacks or Better is played by 2 to 6; choose as many seats."]
