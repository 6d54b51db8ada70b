"""The page of statistics: its rows, its order, its words, and what little hands say."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from msgspec.structs import replace

from railbird_client.history.hands_screens import HandsPage
from railbird_client.history.past_hands import PastHands
from railbird_client.history.statistics_screen import StatisticsPage, StyleRow, mean_of, style_rows, style_sentences
from railbird_client.widgets.controls import CommandRequested
from railbird_shared.history.hand_history import Tally
from railbird_shared.protocol.commands import ListHands, ReadStatistics
from support.live_sessions import session_view
from support.night_builders import STYLES, make_night, own_nights, style_tally, told_night, told_own_nights
from support.screen_harness import ScreenHarness, run_screen

ROWS = style_rows([make_night()], 1)


@asynccontextmanager
async def run_statistics(
    past: PastHands | None = None, *, size: tuple[int, int] = (120, 40)
) -> AsyncIterator[ScreenHarness]:
    async with run_screen(lambda: StatisticsPage("t1"), size=size) as harness:
        show(harness, past or told_night())
        await harness.wait_until_idle()
        yield harness


def show(harness: ScreenHarness, past: PastHands) -> None:
    screen = harness.app.screen
    assert isinstance(screen, StatisticsPage)
    screen.show_session(session_view(past_hands=past))


def names_in(harness: ScreenHarness) -> list[str]:
    return [word for line in harness.text.splitlines() for word in line.split()[:2] if word in STYLES]


def test_the_rows_are_players_nights_or_games() -> None:
    assert [row.name for row in ROWS] == [*STYLES]
    nights = style_rows(own_nights(), 2)
    assert [(row.tally.net, row.find[:9]) for row in nights[:2]] == [(182, "Kitchen 2"), (-46, "Den 2025-")]
    (game,) = style_rows(own_nights(), 3)
    assert (game.name, game.tally.hands, game.tally.net) == ("No-Limit Hold'em", 280, 283)


def test_the_mean_leaves_out_few_hands() -> None:
    few = StyleRow("Crow", Tally(hands=19, entered=19), "Crow")
    assert mean_of([*ROWS, few], 0) == mean_of(ROWS, 0)
    assert mean_of([few], 0) is None


def test_a_style_is_told_beside_that_of_the_table() -> None:
    assert style_sentences(ROWS[1], ROWS, of_table=True) == (
        "You play 31 of 100 hands and raise in 17.",
        "You come in as often as this table does, and raise a little more.",
    )
    assert style_sentences(ROWS[7], ROWS, of_table=True) == (
        "Magpie plays 52 of 100 hands and raises in 12.",
        "They come in more often than this table does, and raise as much.",
    )
    usual = StyleRow("Den", style_tally(100, 10, 2, 10, 20, 50, 0), "Den")
    assert style_sentences(usual, ROWS, of_table=False)[1] == "You come in less often than usual, and raise much less."
    assert style_sentences(usual, [usual], of_table=False)[1] == ""
    assert style_sentences(StyleRow("Jay", Tally(hands=1, walks=1), "Jay"), ROWS, of_table=True) == (
        "1 hand: too few to tell how Jay plays.",
        "",
    )


async def test_the_own_row_is_marked_and_told() -> None:
    async with run_statistics() as harness:
        for words in (
            "You play 31 of 100 hands",
            "the notch is the mean of the table",
            "Under 100 hands",
            "24%",
            "2.9",
        ):
            assert words in harness.text
        await harness.press("up")
        assert "Finch plays 24 of 100 hands" in harness.text
        assert "From 500 hands on these numbers describe a style." in harness.text


async def test_the_order_follows_the_marked_number_and_back() -> None:
    async with run_statistics() as harness:
        assert names_in(harness)[0] == "Finch"
        await harness.press("right", "o")
        assert "order: plays" in harness.text
        assert names_in(harness)[0] == "Magpie"
        assert "You play 31 of 100 hands" in harness.text
        await harness.press("o")
        assert "order: result" in harness.text
        assert names_in(harness)[0] == "Finch"


async def test_enter_finds_the_hands_of_the_marked_player() -> None:
    async with run_statistics() as harness:
        await harness.press("down", "enter")
        screen = harness.app.screen
        assert isinstance(screen, HandsPage)
        asked = [each.command for each in harness.messages_of(CommandRequested)]
        assert asked[-1] == ListHands(find="Kestrel")


async def test_few_hands_have_no_bars() -> None:
    night = make_night()
    wren = replace(night.players[1], total=style_tally(12, 30, 10, 10, 30, 50, 4))
    async with run_statistics(told_night(replace(night, players=(night.players[0], wren)))) as harness:
        assert "12 hands: too few." in harness.text


async def test_the_other_tabs_ask_for_the_own_nights_once() -> None:
    async with run_statistics() as harness:
        await harness.press("2")
        show(harness, told_own_nights())
        await harness.press("3", "1", "2")
        assert "7 of your nights · 280 hands" in harness.text
        assert "Hands of that night" in harness.text
        asked = [each.command for each in harness.messages_of(CommandRequested)]
        assert asked == [ReadStatistics(table="t1"), ReadStatistics()]


async def test_a_small_screen_has_three_numbers_at_a_time() -> None:
    async with run_statistics(size=(80, 24)) as harness:
        assert "W$SD" not in harness.text
        await harness.press("left", "left")
        assert "W$SD" in harness.text
        assert "VPIP" not in harness.text


async def test_the_smallest_screen_has_a_line_for_each_number_of_one_player() -> None:
    async with run_statistics(size=(60, 18)) as harness:
        assert "96 hands, +182" in harness.text
        for words in ("plays       VPIP    31%", "wins there  W$SD    47%"):
            assert words in harness.text
        await harness.press("down")
        assert "Kestrel" in harness.text


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 30), (140, 44), (160, 48), (200, 60)])
async def test_every_size_keeps_the_rows_inside_the_screen(size: tuple[int, int]) -> None:
    async with run_statistics(size=size) as harness:
        await harness.press("end")
        assert "Magpie" in harness.text
        assert all(len(line) <= size[0] for line in harness.text.splitlines())
