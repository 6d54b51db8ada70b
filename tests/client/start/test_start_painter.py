"""The start screen as text, at every size and without colours or symbols, kept in `golden/`.

`RAILBIRD_RENEW=1 uv run pytest tests/client/start/test_start_painter.py` draws them anew.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird_client.drawing.canvas import PixelCanvas
from railbird_client.drawing.palette import Look, find_look
from railbird_client.drawing.text_width import cell_width, text_to_ascii
from railbird_client.start.start_page import HOST, EntryClick, StartKey, StartPage, days_ago
from railbird_client.start.start_painter import StartPainter, lay_out_start_page
from support.canvas_reading import canvas_lines, cells_of
from support.contrast import contrast
from support.golden_files import CLIENT_SCREENS, assert_matches_golden_file
from support.start_pages import start_page

GOLDEN = CLIENT_SCREENS
CASES = {
    "full": start_page(marked="found Kitchen"),
    "quiet": start_page(quiet=True),
    "notice": start_page(marked=HOST, left="your last game waits to go on", notice="You leave with 238, 38 more."),
}
SIZES = ((60, 18), (80, 24), (120, 40), (160, 48))


def drawn(page: StartPage, width: int, height: int, look: Look) -> PixelCanvas:
    canvas = PixelCanvas(width, height, look.ground)
    StartPainter(canvas, page, look).draw()
    return canvas


def drawn_text(page: StartPage, width: int, height: int, look: Look) -> str:
    lines = canvas_lines(drawn(page, width, height, look))
    return "\n".join(map(text_to_ascii, lines) if look.ascii_only else lines) + "\n"


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", CASES)
def test_the_screen_matches_its_golden_text(name: str, size: tuple[int, int]) -> None:
    text = drawn_text(CASES[name], *size, find_look())
    assert_matches_golden_file(GOLDEN / f"start-{name}-{size[0]}x{size[1]}.txt", text, __file__)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=str)
@pytest.mark.parametrize(
    ("name", "look"), [("plain", find_look(ascii_only=True)), ("no-color", find_look(coloured=False))], ids=str
)
def test_without_colours_or_symbols_it_matches_its_golden_text(name: str, look: Look, size: tuple[int, int]) -> None:
    text = drawn_text(CASES["full"], *size, look)
    assert_matches_golden_file(GOLDEN / f"start-{name}-{size[0]}x{size[1]}.txt", text, __file__)
    assert text.isascii() or name != "plain"


@pytest.mark.parametrize("size", SIZES[1:], ids=str)
def test_a_long_notice_is_told_to_its_end(size: tuple[int, int]) -> None:
    path = "/home/wren/.local/state/railbird/a-long-folder-of-logs/another-long-folder-of-logs/server.log"
    notice = f"The table's server stopped by itself, and the hand that ran does not count; its log is {path}. It ended."
    text = drawn_text(start_page(notice=notice), *size, find_look())
    assert "It ended." in text


@given(st.integers(1, 220), st.integers(1, 70), st.sampled_from(sorted(CASES)), st.booleans())
def test_every_size_draws_within_its_lines(width: int, height: int, name: str, coloured: bool) -> None:
    canvas = drawn(CASES[name], width, height, find_look(coloured=coloured))
    assert all(cell_width(line) <= width for line in canvas_lines(canvas))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_click_on_an_entry_or_a_button_finds_it(size: tuple[int, int]) -> None:
    canvas = drawn(CASES["full"], *size, find_look())
    for y, line in enumerate(canvas_lines(canvas)):
        for words, entry in (("Kitchen  ", "found Kitchen"), ("cellar:7777  ", "recent cellar:7777")):
            if words in line:
                area = canvas.press_at(line.index(words), y)
                assert area is not None
                assert area.press == EntryClick(entry)
    actions = {area.press.action for area in canvas.clicks if isinstance(area.press, StartKey)}
    assert actions >= {"accept", "watch", "host", "join", "play", "help"}


@pytest.mark.parametrize(
    ("size", "shown"),
    [
        ((71, 21), ""),
        ((72, 21), "motto, long labels"),
        ((72, 22), "sign, bird, long labels"),
        ((100, 27), "sign, bird, motto, long labels"),
        ((100, 28), "sign, bird, motto, long labels, table"),
        ((100, 34), "sign, bird, motto, long labels, table, high buttons"),
    ],
    ids=str,
)
def test_what_is_shown_follows_from_the_size(size: tuple[int, int], shown: str) -> None:
    layout = lay_out_start_page(*size)
    parts = {
        "sign": layout.header.sign is not None,
        "bird": layout.bird is not None,
        "motto": bool(layout.motto),
        "long labels": layout.has_long_labels,
        "table": layout.table is not None,
        "high buttons": layout.button_rows > 1,
    }
    assert ", ".join(part for part, is_shown in parts.items() if is_shown) == shown


def test_a_notice_takes_its_rows_from_the_list_and_the_table() -> None:
    layout, noticed = (lay_out_start_page(120, 40, notice=notice) for notice in ("", "The table is closed."))
    assert noticed.notice == ("The table is closed.",)
    assert noticed.entries == layout.entries._replace(height=layout.entries.height - 1)
    assert layout.table is not None
    assert noticed.table == layout.table._replace(height=layout.table.height - 1)


@pytest.mark.parametrize(
    ("width", "keys"),
    [(80, "↑↓ ←→ R V S ? Q"), (60, "↑↓ V S ? Q"), (40, "↑↓ S ? Q"), (10, "Q"), (120, "↑↓ ←→ -+ R V S ? Q")],
)
def test_a_narrow_screen_keeps_the_hints_that_matter_most(width: int, keys: str) -> None:
    canvas = drawn(CASES["full"], width, 24, find_look())
    hints = [key for key in StartKey if key.labels and f"{key.keycap} {key.labels[0]}" in canvas_lines(canvas)[-1]]
    assert " ".join(key.keycap for key in hints) == keys


@pytest.mark.parametrize("dark", [True, False])
@pytest.mark.parametrize("colours", [0, 256])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_letter_can_be_read(size: tuple[int, int], colours: int, dark: bool) -> None:
    look = find_look(dark=dark, size=colours)
    for page in CASES.values():
        canvas = drawn(page, *size, look)
        for y in range(canvas.height):
            for run in cells_of(canvas, y):
                if run.text not in "▀ ●○" and run.colour is not None and run.ground is not None:
                    assert contrast(run.colour, run.ground) >= 4.5, (y, run)


@pytest.mark.parametrize(
    ("days", "words"),
    [(-1, "today"), (0, "today"), (1, "yesterday"), (6, "6 days ago"), (14, "2 weeks ago"), (70, "2 months ago")],
)
def test_visits_are_told_by_the_days_since(days: int, words: str) -> None:
    assert days_ago(days) == words


def test_years_are_told_too() -> None:
    assert days_ago(800) == "2 years ago"
