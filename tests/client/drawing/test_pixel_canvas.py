"""A canvas of half-block pixels with letters on top."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from railbird_client.drawing.canvas import PixelCanvas, Run, Words
from railbird_client.table.turn.table_keys import TableKey
from support.canvas_reading import canvas_lines, cells_of

RED, BLUE, WHITE = (255, 0, 0), (0, 0, 255), (255, 255, 255)


def test_a_cell_of_two_pixels_is_a_half_block() -> None:
    canvas = PixelCanvas(3, 1, RED)
    canvas.dot(1, 0, BLUE)
    assert canvas.runs(0) == [Run(" ", None, RED), Run("▀ ", BLUE, RED)]


def test_blanks_join_the_letters_before_them() -> None:
    canvas = PixelCanvas(6, 1, RED)
    canvas.put(0, 0, "A B", WHITE, bold=True)
    assert canvas.runs(0) == [Run("A B   ", WHITE, RED, bold=True)]


def test_a_letter_stands_on_a_mixture_of_both_pixels() -> None:
    canvas = PixelCanvas(1, 1, RED)
    canvas.dot(0, 1, BLUE)
    canvas.put(0, 0, "x", WHITE)
    assert canvas.runs(0) == [Run("x", WHITE, (128, 0, 128))]
    flat = PixelCanvas(1, 1, RED, blends=False)
    flat.dot(0, 1, BLUE)
    flat.put(0, 0, "x", WHITE)
    assert flat.runs(0) == [Run("x", WHITE, BLUE)]


def test_filling_erases_the_letters_below() -> None:
    canvas = PixelCanvas(4, 2, RED)
    canvas.put(0, 0, "abcd", WHITE)
    canvas.put(0, 1, "efgh", WHITE)
    canvas.fill(1, 0, 2, 2, BLUE)
    assert canvas_lines(canvas) == ["a  d", "efgh"]


def test_a_wide_letter_takes_two_cells_and_is_never_cut() -> None:
    canvas = PixelCanvas(4, 1, RED)
    assert canvas.put(1, 0, "日本", WHITE) == 5
    assert canvas.runs(0)[-1].text == " 日"[1:] + " "
    assert sum(len(run.text) + run.text.count("日") for run in canvas.runs(0)) == 4


def test_the_last_rectangle_takes_the_click() -> None:
    canvas = PixelCanvas(10, 2, RED)
    canvas.click(0, 0, 10, 2, TableKey.CHAT)
    canvas.click(2, 0, 2, 1, TableKey.FOLD)
    over, beside = canvas.press_at(3, 0), canvas.press_at(3, 1)
    assert over is not None
    assert over.press is TableKey.FOLD
    assert beside is not None
    assert beside.press is TableKey.CHAT
    assert canvas.press_at(10, 0) is None


def test_words_are_centred_around_a_middle() -> None:
    canvas = PixelCanvas(11, 1, RED)
    canvas.put_centred(11, 0, [Words("Pot ", WHITE), Words("7", WHITE, bold=True)])
    assert canvas_lines(canvas) == ["   Pot 7"]


@given(st.lists(st.tuples(st.integers(-3, 12), st.integers(-2, 9), st.sampled_from([RED, BLUE])), max_size=12))
def test_exactly_the_changed_cells_are_told(dots: list[tuple[int, int, tuple[int, int, int]]]) -> None:
    before = PixelCanvas(10, 4, WHITE)
    after = before.copy()
    for x, py, colour in dots:
        after.dot(x, py, colour)
    for y in range(4):
        differing = {
            x
            for x, (one, other) in enumerate(zip(cells_of(before, y), cells_of(after, y), strict=True))
            if one != other
        }
        told = {x for begin, end in after.changes(before, y) for x in range(begin, end)}
        assert differing <= told
        assert bool(differing) == bool(told)


def test_a_copy_leaves_the_original_as_it_was() -> None:
    canvas = PixelCanvas(3, 1, RED)
    twin = canvas.copy()
    twin.fill(0, 0, 3, 2, BLUE)
    twin.put(0, 0, "x", WHITE)
    assert canvas_lines(canvas) == [""]
    assert canvas.runs(0) == [Run("   ", None, RED)]
    assert twin.below is canvas.pixels
