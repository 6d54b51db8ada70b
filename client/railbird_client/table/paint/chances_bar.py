"""Draws chances: a bar in the edge of a plate, and one bar of all hands in the rows of the action bar."""

from __future__ import annotations

from railbird_client.drawing.palette import Colour, Look
from railbird_client.drawing.surface import Surface
from railbird_client.drawing.text_width import cell_width, truncate
from railbird_client.table.paint.plain_layout import Rect
from railbird_client.table.shown_chances import Chance, bar_cells

_LEAST_NAME = 3


def draw_chance_edge(canvas: Surface, look: Look, rect: Rect, chance: Chance, words: str) -> None:
    """Draws the edge row of a plate as a bar as long as its chance, with the percentage and at the right more words.

    `rect` is the plate without its edge, which is the row below it.
    """
    palette, y = look.palette, rect.y + rect.height
    full = min(rect.width, round(chance.part * rect.width))
    if not look.outlined:
        canvas.fill(rect.x, 2 * y, rect.width, 2, palette.plate_edge)
        canvas.fill(rect.x, 2 * y, full, 2, palette.equity)
    else:
        canvas.put(rect.x, y, "━" * full, palette.text)
    x = canvas.put(rect.x + 1, y, f" {chance.words} " if look.outlined else chance.words, palette.text, bold=True)
    end, width = rect.x + rect.width - 1, cell_width(words)
    if end - width > max(x, rect.x + full):
        canvas.put_right(end, y, words, palette.text)
    elif rect.x + full - 1 - width > x:  # no word lies across the end of the bar
        canvas.put_right(rect.x + full - 1, y, f" {words} " if look.outlined else words, palette.text)


def draw_chances_bar(canvas: Surface, look: Look, rect: Rect, chances: tuple[Chance, ...]) -> str:
    """Draws one bar of all hands, the best first, and returns in words those that have no room in it."""
    left_over: list[str] = []
    x, row = rect.x, rect.y + rect.height // 2
    for place, (chance, cells) in enumerate(zip(chances, bar_cells(chances, rect.width), strict=True)):
        ground, text = _segment_colours(look, place)
        if look.outlined:
            canvas.put(x, row, f"│{'─' * (cells - 1)}" if cells else "", text)
        elif rect.height > 1:
            canvas.fill(x, 2 * rect.y + 1, cells, 4, ground)
        else:
            canvas.fill(x, 2 * rect.y, cells, 2, ground)
        if not _write_segment(canvas, chance, Rect(x, row, cells, 1), text):
            left_over.append(f"{chance.name} {chance.words}")
        x += cells
    return "   ".join(left_over)


def _segment_colours(look: Look, place: int) -> tuple[Colour, Colour]:
    """The ground and the text of a segment; neighbours differ."""
    palette = look.palette
    if look.outlined or place == 0:
        return palette.equity, palette.text
    return (palette.card_back, palette.felt_text) if place % 2 else (palette.slot, palette.felt_text)


def _write_segment(canvas: Surface, chance: Chance, rect: Rect, text: Colour) -> bool:
    """Writes the name and the percentage on a segment; returns whether there was room for both."""
    room = rect.width - 4 - cell_width(chance.words) - 1
    if room < _LEAST_NAME:
        return False
    name = truncate(chance.name, room)
    canvas.put(rect.x + 2, rect.y, f"{name} ", text, bold=True)
    canvas.put_right(rect.x + rect.width - 2, rect.y, f" {chance.words}", text, bold=True)
    return True
