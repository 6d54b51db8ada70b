"""The replayer as it is drawn: whole pictures as text, kept in `golden/`, and the contrast of every letter.

`RAILBIRD_RENEW=1 uv run pytest tests/client/replay/test_replay_painter.py` draws them anew; read `git diff` before you
commit them.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from railbird_client.drawing.canvas import PixelCanvas
from railbird_client.drawing.palette import Look, find_look
from railbird_client.replay.replay_painter import ReplayTable, draw_replay, lay_out_replay, lay_out_table, replay_title
from railbird_client.replay.replayer import Replayer, SteppedHand
from railbird_client.table.table_options import TableOptions
from support.canvas_reading import canvas_lines, cells_of
from support.contrast import contrast
from support.golden_files import CLIENT_SCREENS, assert_matches_golden_file
from support.replayed_hands import SHELF_FILES, HandList, hand_of, lines_of

GOLDEN = CLIENT_SCREENS
SIZES = ((60, 18), (80, 24), (120, 40), (160, 48))
READABLE = 4.5
"""The least contrast of a letter and its ground."""


def picture(
    replayer: Replayer, size: tuple[int, int], look: Look | None = None, table: ReplayTable | None = None
) -> PixelCanvas:
    look = look or find_look()
    layout = lay_out_table(replayer, *size)
    table = table or ReplayTable(TableOptions(ascii=look.ascii_only))
    canvas = table.draw(replayer, layout, look, "2026-11-20")
    draw_replay(canvas, replayer, lay_out_replay(layout, rail=True), look)
    return canvas


def at(name: str, number: int, position: int, *, open_cards: bool = True) -> Replayer:
    replayer = Replayer(HandList(*([hand_of(name, number)] * 3)))
    replayer.go_to(position)
    replayer.open_cards = open_cards
    return replayer


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize(
    ("title", "replayer"),
    [
        ("holdem-before", at("holdem.phh", 0, 0)),
        ("holdem-turn", at("holdem.phh", 0, 11)),
        ("holdem-closed", at("holdem.phh", 0, 7, open_cards=False)),
        ("holdem-end", at("holdem.phh", 0, 18)),
        ("razz-third-street", at("evening.phhs", 0, 3)),
        ("draw-end", at("evening.phhs", 1, 10)),
    ],
)
def test_the_replayer_looks_as_it_did(title: str, replayer: Replayer, size: tuple[int, int]) -> None:
    text = "\n".join(canvas_lines(picture(replayer, size))) + "\n"
    assert_matches_golden_file(GOLDEN / f"replay-{title}-{size[0]}x{size[1]}.txt", text, __file__)


@pytest.mark.parametrize("dark", [True, False], ids=["dark", "light"])
@pytest.mark.parametrize("colours", [0, 256])
@pytest.mark.parametrize("size", SIZES[1:3], ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_word_can_be_read(size: tuple[int, int], colours: int, dark: bool) -> None:
    look = find_look(dark=dark, size=colours)
    for position in range(19):
        canvas = picture(at("holdem.phh", 0, position), size, look)
        log = lay_out_replay(lay_out_table(at("holdem.phh", 0, 1), *size)).log
        for y in range(log.y, canvas.height):
            for x, run in enumerate(cells_of(canvas, y)):
                is_ours = x >= log.x or y >= canvas.height - 6
                if is_ours and run.text.isalnum() and run.colour is not None and run.ground is not None:
                    assert contrast(run.colour, run.ground) >= READABLE, (position, x, y, run)


def test_the_log_and_the_bar_never_touch_the_table() -> None:
    for size in ((60, 18), (80, 24), (100, 30), (120, 30), (120, 40), (160, 48), (200, 60), (240, 70)):
        replayer = at("holdem.phh", 0, 11)
        layout = lay_out_table(replayer, *size)
        table = ReplayTable(TableOptions()).draw(replayer, layout, find_look(), "")
        parts = lay_out_replay(layout)
        for rect in (parts.log, parts.bar):
            for y in range(max(1, rect.y), rect.y + rect.height):
                words = "".join(canvas_lines(table)[y].ljust(size[0]))[rect.x : rect.x + rect.width]
                assert not words.strip(), (size, y, words)


def test_the_table_is_the_same_whichever_way_one_comes_to_it() -> None:
    replayer = at("holdem.phh", 0, 0)
    wandering = ReplayTable(TableOptions())
    for position in (3, 18, 18, 6, 11, 0, 17, 18, 2, 16):
        replayer.go_to(position)
        fresh = picture(replayer, (120, 40))
        again = picture(replayer, (120, 40), table=wandering)
        assert (canvas_lines(again), again.pixels) == (canvas_lines(fresh), fresh.pixels)


def test_the_title_says_what_the_chips_of_a_file_are_worth() -> None:
    replayer = at("holdem.phh", 0, 1)
    assert replayer.hand is not None
    cents = SteppedHand(replace(replayer.hand.hand, chips_per_unit=100))
    assert replay_title(cents, "2026-11-20").right_variants == (
        "hand 7 · 2026-11-20 · 100 chips make 1",
        "hand 7 · 2026-11-20",
        "hand 7",
    )
    assert replay_title(replayer.hand, "").right_variants == ("hand 7",)


def test_all_that_is_ascii_is_drawn_without_symbols() -> None:
    look = find_look(ascii_only=True)
    canvas = picture(at("holdem.phh", 0, 11), (80, 24), look)
    assert all(run.ground is None for y in range(canvas.height) for run in cells_of(canvas, y))


@pytest.mark.parametrize("file", SHELF_FILES, ids=lambda file: file.stem)
def test_recorded_hands_are_drawn_at_every_step(file: Path) -> None:
    replayer = Replayer(HandList(*lines_of(file)))
    assert replayer.hand is not None
    for position in range(len(replayer.hand.steps) + 1):
        replayer.go_to(position)
        for size in SIZES[:3]:
            canvas = picture(replayer, size)
            assert f"step {position} of" in "\n".join(canvas_lines(canvas))
