"""Text in roles: what a piece of text means, lines of such pieces, and the painter that writes them on a surface.

Pages of text are values made of this, in the colours of a palette once they are written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from functools import partial, wraps
from itertools import zip_longest
from typing import Concatenate, NamedTuple, ParamSpec

from railbird_client.drawing.canvas import Ground, PixelCanvas, Press, Surface
from railbird_client.drawing.palette import Colour, Look, Palette, SuitColours
from railbird_client.drawing.text_width import cell_width, clip, truncate, wrap
from railbird_shared.game.cards import RANK_OF_LETTER, Suit

_SUIT_OF_SYMBOL = {suit.symbol: suit for suit in Suit if suit is not Suit.NONE}
_CARD = re.compile(rf"([{''.join(RANK_OF_LETTER)}][{''.join(_SUIT_OF_SYMBOL)}])")


class Ink(NamedTuple):
    """The names of the colours of a role in the palette, `ground` empty for the ground on which it is written."""

    text: str
    ground: str = ""
    bold: bool = False


_bold = partial(Ink, bold=True)


class TextRole(Enum):
    """The meaning of a span of text; roles that look alike are one."""

    TEXT = Ink("text")
    STRONG = _bold("text")
    SOFT = Ink("soft")
    DIM = Ink("dim")
    FAINT = Ink("faint")
    BORDER = Ink("plate_edge")
    TITLE = STRONG
    HEADING = _bold("soft")
    CHIPS = Ink("chips")
    TURN = _bold("turn_label")
    WARN = _bold("danger")
    WIN = _bold("win_label")
    CARD_BACK = Ink("card_back_edge")
    SPADE = _bold("suit_spade")
    HEART = _bold("suit_heart")
    DIAMOND = _bold("suit_diamond")
    CLUB = _bold("suit_club")
    CARD = Ink("card_edge", "card")
    CARD_SPADE = _bold("card_spade", "card")
    CARD_HEART = _bold("card_heart", "card")
    CARD_DIAMOND = _bold("card_diamond", "card")
    CARD_CLUB = _bold("card_club", "card")
    CARD_FRESH = _bold("card_fresh", "card")
    CARD_DIMMED = Ink("card_out_text", "card_out")
    KEY = _bold("key", "button")
    BUTTON = Ink("button_text", "button")
    SELECTED = _bold("turn_text", "turn")
    CHOSEN = _bold("background", "text")
    """The chosen tab, and the button of Enter on a page."""
    CAP = _bold("text", "button")
    """A key that does something now."""
    NOTICE = Ink("text", "plate_edge")
    LUCK = _bold("luck")
    DISABLED = FAINT
    QR_CODE = Ink("card_spade", "card")


def find_colour(palette: Palette, name: str) -> Colour:
    """Returns a colour of a palette by its name, that of a suit as "suit_heart" in text and "card_heart" on cards."""
    kind, _, suit = name.partition("_")
    named: Palette | SuitColours = palette
    if suit in SuitColours._fields:
        named, name = palette.text_suits if kind == "suit" else palette.card_suits, suit
    colour: Colour = getattr(named, name)
    return colour


def suit_role(suit: Suit, *, on_card: bool = False) -> TextRole:
    """Returns the role that draws a suit, in plain text or on the face of a card; a joker is red."""
    name = (Suit.HEARTS if suit is Suit.NONE else suit).name.removesuffix("S")
    return TextRole[f"CARD_{name}" if on_card else name]


class Span(NamedTuple):
    """A piece of a line in one role; `click` is what a click on it presses."""

    text: str
    role: TextRole = TextRole.TEXT
    click: Press | None = None


Line = tuple[Span, ...]
Lines = tuple[Line, ...]
PageWriter = Callable[[int], Lines]
"""Writes a page of text for a width in cells."""

P = ParamSpec("P")


def page_writer(lines: Callable[Concatenate[int, P], Iterable[Line]]) -> Callable[P, PageWriter]:
    """Makes a function of a width and of what a page shows return the writer of that page, without the width."""

    @wraps(lines)
    def bind(*args: P.args, **shown: P.kwargs) -> PageWriter:
        return lambda width: tuple(lines(width, *args, **shown))

    return bind


class Column(NamedTuple):
    """A piece of a line that begins at `x`."""

    x: int
    text: str
    role: TextRole


def at(x: int, text: str, role: TextRole = TextRole.TEXT, *, max_width: int | None = None) -> Column:
    """Returns a text that begins at `x`, truncated to `max_width` cells if given."""
    return Column(x, text if max_width is None else truncate(text, max_width), role)


def ending(end: int, text: str, role: TextRole = TextRole.TEXT) -> Column:
    """Returns a text that ends before `end`."""
    return Column(max(0, end - cell_width(text)), text, role)


def columns(width: int, *pieces: Column) -> Line:
    """Returns a line of `width` cells with each text at its place, cut where the next one begins."""
    filled: list[Span] = []
    x = 0
    written = sorted((piece for piece in pieces if piece.text and piece.x < width), key=lambda piece: piece.x)
    for piece, end in zip(written, [*(each.x for each in written[1:]), width], strict=False):
        text = clip(piece.text, min(end, width) - piece.x)
        filled += [Span(" " * (piece.x - x)), Span(text, piece.role)]
        x = piece.x + cell_width(text)
    return tuple(span for span in (*filled, Span(" " * (width - x))) if span.text)


def beside(left: Lines, x: int, right: Lines) -> Lines:
    """Returns lines with others at their right, from `x` on."""
    return tuple((*_fill(line, x), *other) for line, other in zip_longest(left, right, fillvalue=()))


def _fill(line: Line, width: int) -> Iterator[Span]:
    for span in (*line, Span(" " * width)):
        text = clip(span.text, width)
        width -= cell_width(text)
        if text:
            yield span._replace(text=text)


def text_lines(width: int, *texts: str, role: TextRole = TextRole.TEXT, indent: int = 0) -> Lines:
    """Returns texts one below the other, each wrapped to lines of that width; all but its first are indented."""
    return tuple((Span(line, role),) for text in texts for line in wrap(text, width, indent=indent))


def labelled(label: Span, text: str, width: int) -> Lines:
    """Returns a text wrapped to lines of that width at the right of its label."""
    indent = cell_width(label.text)
    first, *rest = wrap(text, width - indent)
    return ((label, Span(first)), *((Span(" " * indent + line),) for line in rest))


class TextPainter:
    """Writes on a rectangle of a surface, beyond which it writes nothing; x and y count from its upper left corner.

    In outlines, where grounds may not be seen, the selected and the chosen are reversed.
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
        reverse = role in (TextRole.SELECTED, TextRole.CHOSEN) and self._look.outlined
        if ink.ground and not reverse:
            for pixels in (2 * row, 2 * row + 1):
                self._surface.bar(self._x + begin, pixels, end - begin, find_colour(palette, ink.ground))
        for edge in (self._x + begin, self._x + end):
            self._drop_half(edge, row)
        text = clip(text, self.width - x)
        colour = find_colour(palette, ink.ground if reverse else ink.text)
        self._surface.put(self._x + x, row, text, colour, bold=ink.bold, reverse=reverse)
        if click is not None:
            self._surface.click(self._x + begin, row, end - begin, 1, click)
        return after

    def _drop_half(self, x: int, y: int) -> None:
        """Erases a wide letter of which only the half on one side of `x` will be written over."""
        letter = self._surface.erase(x, y) if x < self._surface.width else None
        if letter is not None and letter.char:
            self._surface.set_letter(x, y, letter)
        elif letter is not None:
            self._surface.erase(x - 1, y)

    def put_right(self, end: int, y: int, text: str, role: TextRole = TextRole.TEXT) -> int:
        """Writes a text that ends before x = `end` and returns the x of its first cell."""
        begin = end - cell_width(text)
        self.put(begin, y, text, role)
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


def split_cards(sentence: str) -> Iterator[tuple[str, Suit | None]]:
    """Yields the parts of a sentence, each card with its suit and the words between with None."""
    for place, part in enumerate(_CARD.split(sentence)):
        if part:
            yield part, _SUIT_OF_SYMBOL[part[1]] if place % 2 else None


def sentence_spans(sentence: str, role: TextRole = TextRole.TEXT) -> list[Span]:
    """Returns a sentence as spans, with the cards in it in their colours."""
    return [Span(part, role if suit is None else suit_role(suit)) for part, suit in split_cards(sentence)]
