"""Writes text in roles on a part of a surface, and words that several parts share: clocks, and cards in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from railbird_client.drawing.palette import Look
from railbird_client.drawing.pixel_canvas import PixelCanvas
from railbird_client.drawing.surface import Ground, Surface
from railbird_client.drawing.text_roles import Lines, Span, TextRole, find_colour, suit_role
from railbird_client.drawing.text_width import cell_width, clip, truncate
from railbird_client.table.turn.table_keys import Press
from railbird_client.table.turn.time_left import TimeLeft
from railbird_shared.game.cards import RANK_OF_LETTER, Suit

_SUITS = {suit.symbol: suit for suit in Suit if suit is not Suit.NONE}


class TextPainter:
    """Writes on a rectangle of a surface, beyond which it writes nothing; x and y count from its upper left corner.

    In outlines, where grounds may not be seen, the selected is reversed.
    """

    def __init__(self, surface: Surface, look: Look, rect: tuple[int, int, int, int]) -> None:
        self._surface, self._look = surface, look
        self._x, self._y, self.width, self.height = rect

    def put(
        self,
        x: int,
        y: int,
        text: str,
        role: TextRole = TextRole.TEXT,
        click: Press | None = None,
        *,
        max_width: int | None = None,
    ) -> int:
        """Writes a text, truncated to `max_width` cells if given, and returns the x after it."""
        text = text if max_width is None else truncate(text, max_width)
        after = x + cell_width(text)
        begin, end = max(0, x), min(after, self.width)
        if begin >= end or not 0 <= y < self.height:
            return after
        ink, palette, row = role.value, self._look.palette, self._y + y
        reverse = role is TextRole.SELECTED and self._look.outlined
        if ink.ground and not reverse:
            for pixels in (2 * row, 2 * row + 1):
                self._surface.bar(self._x + begin, pixels, end - begin, find_colour(palette, ink.ground))
        for edge in (self._x + begin, self._x + end):
            self._drop_half(edge, row)
        text = clip(text, self.width - x)
        self._surface.put(self._x + x, row, text, find_colour(palette, ink.text), bold=ink.bold, reverse=reverse)
        if click is not None:
            self._surface.click(self._x + begin, row, end - begin, 1, click)
        return after

    def _drop_half(self, x: int, y: int) -> None:
        """Erases a wide letter of which only the half on one side of `x` will be written over."""
        letter = self._surface.erase(x, y) if x < self._surface.width else None
        if letter is None:
            return
        if letter.char:
            self._surface.set_letter(x, y, letter)
        else:
            self._surface.erase(x - 1, y)

    def put_right(self, end: int, y: int, text: str, role: TextRole = TextRole.TEXT, click: Press | None = None) -> int:
        """Writes a text that ends before x = `end` and returns the x of its first cell."""
        begin = end - cell_width(text)
        self.put(begin, y, text, role, click)
        return begin

    def put_spans(self, x: int, y: int, spans: Iterable[Span]) -> int:
        """Writes spans one after another and returns the x after them."""
        for text, role, click in spans:
            x = self.put(x, y, text, role, click)
        return x

    def put_rule(self, y: int, title: str = "", role: TextRole = TextRole.BORDER) -> None:
        """Draws a line across, with a title near its left end."""
        self.put(0, y, "─" * self.width, role)
        if title:
            self.put(1, y, f" {truncate(title, self.width - 4)} ", TextRole.TITLE)

    def click_all(self, press: Press) -> None:
        """Has a click anywhere on the rectangle press something."""
        self._surface.click(self._x, self._y, self.width, self.height, press)


def draw_lines(lines: Lines, width: int, look: Look, ground: Ground) -> PixelCanvas:
    """Returns a canvas of `width` cells with those lines on a colour."""
    canvas = PixelCanvas(width, len(lines), ground)
    painter = TextPainter(canvas, look, (0, 0, width, len(lines)))
    for y, line in enumerate(lines):
        painter.put_spans(0, y, line)
    return canvas


def capitalize(words: str) -> str:
    """Returns words with a capital first letter."""
    return words[:1].upper() + words[1:]


def join_words(words: Sequence[str]) -> str:
    """Returns words as a sentence lists them: "flop", "flop and turn", "flop, turn and river"."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def time_text(time_left: TimeLeft) -> str:
    """Returns the seconds left, and whether the time bank runs; the last seconds carry an exclamation mark.

    So neither needs colour.
    """
    bank = "bank " if time_left.on_time_bank else ""
    return f"{bank}{time_left.seconds} s{'!' if time_left.is_urgent else ''}"


def time_bar(time_left: TimeLeft, width: int) -> list[Span]:
    """Returns a time bar of `width` cells, the seconds included; shortly before the end it warns."""
    role = TextRole.WARN if time_left.is_urgent else TextRole.TURN
    cells = max(0, width - max(8, 3 + len(time_text(time_left))))
    full = time_left.filled_cells(cells)
    left, spent = Span("█" * full, role), Span("░" * (cells - full) + "▏ ", TextRole.FAINT)
    return [Span("▕", TextRole.FAINT), left, spent, Span(time_text(time_left), role)]


def sentence_spans(sentence: str, role: TextRole = TextRole.TEXT, *, two_colour: bool = False) -> list[Span]:
    """Returns a sentence as spans, with the cards in it in their colours."""
    spans: list[Span] = []
    begin = 0
    for index, char in enumerate(sentence):
        suit = _SUITS.get(char)
        if suit is None or index == 0 or sentence[index - 1] not in RANK_OF_LETTER:
            continue
        if index - 1 > begin:
            spans.append(Span(sentence[begin : index - 1], role))
        spans.append(Span(sentence[index - 1 : index + 1], suit_role(suit, two_colour=two_colour)))
        begin = index + 1
    if begin < len(sentence):
        spans.append(Span(sentence[begin:], role))
    return spans
