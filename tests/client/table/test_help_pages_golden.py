"""The ranking card, the charts and the page of a showdown, as text in three sizes, compared with golden screens.

`RAILBIRD_RENEW=1` writes the golden screens anew; read `git diff` before you commit them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace
from textual.screen import Screen

from railbird_client.history.charts_screen import ChartsPage
from railbird_client.history.night_screen import NightPage
from railbird_client.history.statistics_screen import StatisticsPage
from railbird_client.table.ranking_screen import RankingPage
from railbird_client.table.showdown_story import ShowdownStory
from railbird_client.table.table_log import Log
from railbird_client.table.table_pages import showdown_page
from railbird_client.widgets.page_screen import Page
from railbird_shared.game.cards import parse_cards
from railbird_shared.game.variants import VARIANTS, get_variant
from railbird_shared.protocol.view import TableView, You
from support.golden_files import CLIENT_SCREENS, assert_matches_golden_file
from support.hand_builders import deal_order, make_hand
from support.live_sessions import session_view
from support.night_builders import told_night
from support.screen_harness import run_screen
from support.told_hands import told_hand
from support.view_builders import holdem_view, omaha_view, seat_view, table_view

GOLDEN = CLIENT_SCREENS


@pytest.fixture
def utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


SIZES = ((80, 24), (120, 40), (160, 48))


def low_view(game: str, cards: str) -> TableView:
    own = parse_cards(cards)
    seat = seat_view(1, hidden=len(own))
    return table_view(seat, game=VARIANTS[game].make_game(), rules=VARIANTS[game].rules, you=You(1, own), playing=True)


RANKINGS = {
    "holdem": holdem_view(),
    "hi-lo": replace(omaha_view("omaha8", "As 2d Kc 3d"), board=parse_cards("Kd 7s 4h 5c")),
    "lowball-27": low_view("lowball-27", "2s 3d 4c 7h Kd"),
    "badugi": low_view("badugi", "As 2d 3c 4c"),
    "joker-draw": low_view("joker-draw", "As Ad 7c 4h X"),
}


def ranking(name: str) -> Screen[None]:
    return RankingPage(RANKINGS[name])


def showdown(*, ascii_only: bool = False) -> Screen[None]:
    hand = make_hand(
        replace(get_variant("holdem"), runs=3),
        (21, 60, 60),
        deck=deal_order("Ts 9s", "As Ac", "8d 8c") + "2c 8s 7s 2h 3c Js 4c 5d 6c Kd 7c 3h",
    )
    told = told_hand(hand, "r 6", "c", "c", "x", "b 15", "r 54", "c", "c", "run 2", "run 2", "run 2")
    story, log = ShowdownStory(), Log(symbols=not ascii_only)
    story.add(told, symbols=not ascii_only)
    log.add_transitions(told)
    return Page("why hand 1 ended so", showdown_page(story, log, symbols=not ascii_only))


async def screen_lines_of(
    create: Callable[[], Screen[None]], size: tuple[int, int], keys: tuple[str, ...] = (), *, ascii_only: bool = False
) -> list[str]:
    async with run_screen(create, size=size, ascii_only=ascii_only) as harness:
        screen = harness.app.screen
        if isinstance(screen, NightPage):
            screen.show_session(session_view(past_hands=told_night()))
        for key in keys:
            await harness.pilot.press(key)
        await harness.pilot.pause()
        return harness.text.splitlines()


def assert_matches(name: str, size: tuple[int, int], lines: list[str]) -> None:
    text = "\n".join(lines).rstrip("\n") + "\n"
    assert_matches_golden_file(GOLDEN / f"{name}-{size[0]}x{size[1]}.txt", text, __file__)
    assert max(map(len, lines)) <= size[0]


@pytest.mark.parametrize("size", [(60, 18), *SIZES])
@pytest.mark.parametrize("name", RANKINGS)
async def test_the_ranking_page_matches_its_golden_screen(name: str, size: tuple[int, int]) -> None:
    assert_matches(f"ranking-{name}", size, await screen_lines_of(lambda: ranking(name), size))


async def test_the_other_leaves_of_the_ranking_page_match_their_golden_screens() -> None:
    for name, key, size in (("hi-lo", "right", (120, 40)), ("holdem", "pagedown", (80, 24))):
        lines = await screen_lines_of(lambda name=name: ranking(name), size, (key,))  # type: ignore[misc]
        assert_matches(f"ranking-{name}-{key}", size, lines)


async def test_without_colours_brackets_tell_which_cards_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert_matches("ranking-no-color", (120, 40), await screen_lines_of(lambda: ranking("holdem"), (120, 40)))


@pytest.mark.parametrize("size", [(60, 18), *SIZES])
@pytest.mark.parametrize(("name", "keys"), [("mine", ()), ("all", ("2", "up"))])
@pytest.mark.usefixtures("utc")
async def test_the_charts_match_their_golden_screens(name: str, keys: tuple[str, ...], size: tuple[int, int]) -> None:
    lines = await screen_lines_of(lambda: ChartsPage("t1"), size, keys)
    assert_matches(f"charts-{name}", size, lines)


@pytest.mark.parametrize("size", [(60, 18), *SIZES])
@pytest.mark.usefixtures("utc")
async def test_the_statistics_match_their_golden_screens(size: tuple[int, int]) -> None:
    assert_matches("statistics", size, await screen_lines_of(lambda: StatisticsPage("t1"), size))


@pytest.mark.usefixtures("utc")
async def test_without_colours_bars_and_lines_are_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    for name, page in (("charts-no-color", ChartsPage), ("statistics-no-color", StatisticsPage)):
        assert_matches(name, (120, 40), await screen_lines_of(lambda page=page: page("t1"), (120, 40)))  # type: ignore[misc]


@pytest.mark.parametrize("size", SIZES)
async def test_the_page_of_a_showdown_matches_its_golden_screen(size: tuple[int, int]) -> None:
    assert_matches("showdown-page", size, await screen_lines_of(showdown, size))


@pytest.mark.usefixtures("utc")
async def test_ascii_mode_has_pages_of_ascii_alone() -> None:
    pages: dict[str, Callable[[], Screen[None]]] = {
        "ascii-ranking": lambda: ranking("holdem"),
        "ascii-charts": lambda: ChartsPage("t1"),
        "ascii-statistics": lambda: StatisticsPage("t1"),
        "ascii-showdown-page": lambda: showdown(ascii_only=True),
    }
    for name, create in pages.items():
        lines = await screen_lines_of(create, (80, 24), ascii_only=True)
        assert_matches(name, (80, 24), lines)
        assert "".join(lines).isascii(), name
