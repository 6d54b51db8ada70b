"""Layers over a canvas look as if all had been drawn on it, and a picture keeps the lines that do not change."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird_client.drawing.canvas import Layer, Letter, Picture, PixelCanvas, Surface, compose
from railbird_client.table.turn.table_keys import TableKey

RED, BLUE, WHITE = (255, 0, 0), (0, 0, 255), (255, 255, 255)
WIDTH, HEIGHT = 12, 4

xs, rows, pixel_rows = st.integers(-3, WIDTH + 2), st.integers(0, HEIGHT - 1), st.integers(-2, 2 * HEIGHT + 1)
inside = st.integers(0, WIDTH - 1)
colours = st.sampled_from([RED, BLUE, WHITE, None])
texts = st.text("ab 日", max_size=8)
widths = st.integers(0, 6)

DrawingAct = Callable[[Surface], object]
acts: st.SearchStrategy[DrawingAct] = st.one_of(
    st.builds(lambda *a: lambda surface: surface.dot(*a), xs, pixel_rows, colours),
    st.builds(lambda *a: lambda surface: surface.bar(*a), xs, pixel_rows, widths, colours),
    st.builds(lambda *a: lambda surface: surface.fill(*a), xs, pixel_rows, widths, widths, colours),
    st.builds(lambda *a: lambda surface: surface.put(*a), xs, rows, texts, colours),
    st.builds(lambda *a: lambda surface: surface.erase(*a), inside, rows),
    st.builds(lambda x, y: lambda surface: surface.set_letter(x, y, Letter("▟", WHITE)), inside, rows),
    st.builds(lambda x, y: lambda surface: surface.click(x, y, 2, 1, TableKey.CHAT), inside, rows),
)  # fmt: skip
parts = st.lists(acts, max_size=8)


def ground() -> PixelCanvas:
    """A canvas with something on it."""
    canvas = PixelCanvas(WIDTH, HEIGHT, RED)
    canvas.fill(2, 1, 5, 4, BLUE)
    canvas.put(0, 1, "below日all", WHITE)
    return canvas


def layer_of(part: list[DrawingAct]) -> Layer:
    """A layer on which a part has been drawn."""
    layer = Layer(WIDTH, HEIGHT, ground().pixels)
    for act in part:
        act(layer)
    return layer


def looks(picture: Picture) -> tuple[object, ...]:
    """All that can be seen of a picture and clicked on it."""
    return picture.pixels, picture.letters, picture.clicks


@given(st.lists(parts, max_size=5))
def test_layers_look_as_if_drawn_on_the_canvas_one_after_another(drawn: list[list[DrawingAct]]) -> None:
    canvas = ground()
    for act in (act for part in drawn for act in part):
        act(canvas)
    assert looks(compose(ground(), [*map(layer_of, drawn)])) == looks(canvas)


@given(st.lists(parts, min_size=1, max_size=5), st.lists(parts, min_size=1, max_size=3), st.data())
def test_a_picture_composed_after_another_is_the_same_as_one_composed_anew(
    drawn: list[list[DrawingAct]], others: list[list[DrawingAct]], data: st.DataObject
) -> None:
    base, layers = ground(), [*map(layer_of, drawn)]
    before = compose(base, layers)
    for part in others:
        place = data.draw(st.integers(0, len(layers)))
        layers[place : place + data.draw(st.integers(0, 2))] = [layer_of(part)] * data.draw(st.integers(0, 1))
        after = compose(base, layers, before)
        assert looks(after) == looks(compose(base, layers))
        before = after
    assert looks(base) == looks(ground())


def test_lines_in_which_nothing_changes_are_not_made_anew() -> None:
    base, title, bar = ground(), layer_of([lambda s: s.put(0, 0, "title", WHITE)]), layer_of([])
    before = compose(base, [title, bar])
    after = compose(base, [title, layer_of([lambda s: s.fill(0, 6, 3, 2, BLUE)])], before)
    assert all(after.letters[y] is before.letters[y] for y in range(3))
    assert after.letters[3] is not before.letters[3]
    assert [y for y in range(HEIGHT) if after.changes(before, y)] == [3]


@pytest.mark.parametrize("lower", [False, True])
def test_a_cut_corner_shows_what_lies_below_the_drawing(lower: bool) -> None:
    layer = Layer(WIDTH, HEIGHT, ground().pixels)
    layer.fill(0, 0, 4, 2, WHITE)
    layer.cut_corner(2, 0, Letter("▙", WHITE), lower=lower)
    picture = compose(ground(), [layer])
    assert [picture.pixels[py][2] for py in (0, 1)] == [BLUE if lower else RED] * 2
    assert picture.letters[0][2].char == "▙"
