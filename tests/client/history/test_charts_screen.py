"""The page of charts: its lines, its cursor, its tabs, and the words beside them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from msgspec.structs import replace

from railbird_client.history.charts_screen import ChartsPage, luck_sentence, night_line, nights_line, short_title
from railbird_client.history.hands_screens import HandPage, HandsPage
from railbird_client.history.past_hands import PastHands
from railbird_client.widgets.controls import CommandRequested
from railbird_shared.history.hand_history import NightStatistics
from railbird_shared.protocol.commands import ReadHand, ReadStatistics
from railbird_shared.protocol.messages import Statistics
from support.live_sessions import session_view
from support.night_builders import make_night, own_nights, told_night, told_own_nights
from support.screen_harness import ScreenHarness, run_screen

NIGHT = make_night()
WREN = NIGHT.players[1]


@asynccontextmanager
async def run_charts(
    past: PastHands | None = None, *, table: str = "t1", size: tuple[int, int] = (120, 40)
) -> AsyncIterator[ScreenHarness]:
    async with run_screen(lambda: ChartsPage(table), size=size) as harness:
        show(harness, past or told_night())
        await harness.wait_until_idle()
        yield harness


def show(harness: ScreenHarness, past: PastHands) -> None:
    screen = harness.app.screen
    assert isinstance(screen, ChartsPage)
    screen.show_session(session_view(past_hands=past))


def short_night(hands: int, points: int) -> NightStatistics:
    return replace(make_night(points), hands=hands)


def test_a_line_begins_at_zero_and_names_its_hands() -> None:
    line = night_line(NIGHT, WREN)
    assert (line.values[0], line.values[-1], line.even[-1]) == (0, 182, 118)
    assert (len(line.values), len(line.names), line.names[98]) == (101, 101, "hand 98")
    assert night_line(short_night(400, 100), WREN).names[1] == "to hand 1"
    assert night_line(NIGHT, NIGHT.players[0]).even == ()


def test_the_line_of_the_nights_begins_with_the_first_night() -> None:
    line = nights_line(own_nights())
    assert line.values == (0, 96, 47, 156, 119, 147, 101, 283)
    assert line.names[-1].endswith(" Kitchen")


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("No-Limit Hold'em", "No-Limit Hold'em"),
        ("Pot-Limit Five Card Omaha", "Five Card Omaha"),
        ("Limit Seven Card Stud Hi-Lo Eight or Better", "Seven Card Stud"),
        ("Unlimited", "Unlimited"),
    ],
)
def test_a_title_is_cut_by_words(title: str, words: str) -> None:
    assert short_title(title, 16) == words


def test_luck_is_told_in_a_sentence() -> None:
    all_ins = WREN.all_ins
    told = luck_sentence(all_ins)
    assert told == "Five all-ins were called. By their chances they were worth 64 less than they brought."
    one = luck_sentence(all_ins[1:2])
    assert one == "One all-in was called. By its chance it was worth 76 more than it brought."
    even = replace(all_ins[0], even=all_ins[0].net)
    assert luck_sentence([even] * 12).startswith("12 all-ins were called. By their chances they were worth what")
    assert luck_sentence(()) == "No all-in was called."


async def test_the_page_tells_what_was_won_with_luck_and_without_it() -> None:
    async with run_charts() as harness:
        for words in ("you are +182", "+182 won", "+118 even", "By position", "The button earns most, as it should"):
            assert words in harness.text
        for words in (
            "+64",
            "All-ins, chance and outcome",
            "hand 98",
            "82%",
            "96 hands prove",
        ):
            assert words in harness.text


async def test_the_arrows_move_the_cursor_and_enter_reads_the_hand() -> None:
    async with run_charts() as harness:
        assert "hand 100, −239 ▼" in harness.text
        await harness.press("left")
        assert "Read hand 99" in harness.text
        await harness.press("enter")
        assert isinstance(harness.app.screen, HandPage)
        asked = [each.command for each in harness.messages_of(CommandRequested)]
        assert asked[-1] == ReadHand(table="t1", hand=99)
        await harness.press("escape")
        assert isinstance(harness.app.screen, ChartsPage)
        await harness.press(*["left"] * 120)
        assert "▼ hand 1," in harness.text


async def test_up_and_down_have_another_line_stand_out_among_all() -> None:
    async with run_charts() as harness:
        await harness.press("down")
        assert "Kestrel is +71" in harness.text
        assert "what Kestrel won" in harness.text
        assert "Players" in harness.text
        await harness.press("1")
        assert "you are +182" in harness.text


async def test_the_tab_of_the_own_nights_asks_for_them_once() -> None:
    async with run_charts() as harness:
        await harness.press("3")
        assert "The hands are being counted." in harness.text
        show(harness, told_own_nights())
        await harness.wait_until_idle()
        assert "7 of your nights · 280 hands" in harness.text
        assert "Kitchen, +182 ▼" in harness.text
        await harness.press("1", "3", "enter")
        assert isinstance(harness.app.screen, HandsPage)
        asked = [each.command for each in harness.messages_of(CommandRequested)]
        assert asked[:2] == [ReadStatistics(table="t1"), ReadStatistics()]
        assert len([each for each in asked if isinstance(each, ReadStatistics)]) == 2


async def test_without_a_table_there_are_only_the_own_nights() -> None:
    async with run_charts(told_own_nights(), table="") as harness:
        await harness.press("1", "2")
        assert "my result" not in harness.text
        assert "My nights" in harness.text


async def test_a_refusal_is_told_with_the_key_that_tries_again() -> None:
    async with run_charts(PastHands(error="Wait a moment.")) as harness:
        assert "Wait a moment. R tries again." in harness.text
        await harness.press("r", "enter", "left", "down")
        asked = [each.command for each in harness.messages_of(CommandRequested)]
        assert asked == [ReadStatistics(table="t1")] * 2
        show(harness, PastHands(statistics=Statistics(nights=(), table="t1")))
        await harness.wait_until_idle()
        assert "There is no finished hand yet." in harness.text


async def test_a_night_of_one_hand_and_one_of_an_older_server_are_shown() -> None:
    async with run_charts(told_night(make_night(1))) as harness:
        assert "hand 1, +182" in harness.text
    players = tuple(replace(player, positions=(), all_ins=()) for player in NIGHT.players)
    async with run_charts(told_night(replace(NIGHT, players=players, points=()))) as harness:
        assert "By position" not in harness.text
        assert "No all-in was called." in harness.text
        assert "▼" not in harness.text
        await harness.press("enter")
        assert isinstance(harness.app.screen, ChartsPage)


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (100, 30), (120, 30), (140, 44), (160, 48), (200, 60)])
@pytest.mark.parametrize("tab", ["1", "2", "3"])
async def test_every_size_shows_the_result_and_the_keys(size: tuple[int, int], tab: str) -> None:
    async with run_charts(size=size) as harness:
        await harness.press(tab)
        show(harness, told_own_nights())
        await harness.wait_until_idle()
        assert ("+283" if tab == "3" else "+182") in harness.text
        assert all(len(line) <= size[0] for line in harness.text.splitlines())
