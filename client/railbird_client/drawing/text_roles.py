"""Text in roles: what a piece of text means, and lines of such pieces, side by side or in columns.

Pages of text are values made of this, which a `TextPainter` writes on a surface in the colours of a palette.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from itertools import zip_longest
from typing import NamedTuple

from railbird_client.drawing.palette import Colour, Palette
from railbird_client.drawing.text_width import cell_width, clip, truncate
from railbird_client.table.turn.table_keys import Press
from railbird_shared.game.cards import Suit


class Ink(NamedTuple):
    """The names of the colours of a role in the palette, `ground` empty for the ground on which it is written."""

    text: str
    ground: str = ""
    bold: bool = False


def _bold(text: str, ground: str = "") -> Ink:
    return Ink(text, ground, bold=True)


class TextRole(Enum):
    """The meaning of a span of text; roles that look alike are one."""

    TEXT = Ink("text")
    STRONG = _bold("text")
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
    DISABLED = FAINT
    QR_CODE = Ink("card_spade", "card")


_SUITS = ("spade", "heart", "diamond", "club")


def find_colour(palette: Palette, name: str) -> Colour:
    """Returns a colour of a palette by its name, that of a suit as "suit_heart" in text and "card_heart" on cards."""
    kind, _, suit = name.partition("_")
    if suit in _SUITS:
        suits = palette.text_suits if kind == "suit" else palette.card_suits
        return suits[_SUITS.index(suit)]
    colour: Colour = getattr(palette, name)
    return colour


SUIT_ROLES = {
    Suit.SPADES: (TextRole.SPADE, TextRole.CARD_SPADE),
    Suit.HEARTS: (TextRole.HEART, TextRole.CARD_HEART),
    Suit.DIAMONDS: (TextRole.DIAMOND, TextRole.CARD_DIAMOND),
    Suit.CLUBS: (TextRole.CLUB, TextRole.CARD_CLUB),
    Suit.NONE: (TextRole.HEART, TextRole.CARD_HEART),
}
"""The role of each suit in plain text and on the face of a card."""

_TWO_COLOURS = {Suit.DIAMONDS: Suit.HEARTS, Suit.CLUBS: Suit.SPADES}


def suit_role(suit: Suit, *, two_colour: bool = False, on_card: bool = False) -> TextRole:
    """Returns the role that draws a suit; with two colours diamonds are red and clubs black."""
    return SUIT_ROLES[_TWO_COLOURS.get(suit, suit) if two_colour else suit][on_card]


class Span(NamedTuple):
    """A piece of a line in one role; `click` is what a click on it presses."""

    text: str
    role: TextRole = TextRole.TEXT
    click: Press | None = None


Line = tuple[Span, ...]
Lines = tuple[Line, ...]


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
    """Yields a line cut or filled up to `width` cells."""
    for span in (*line, Span(" " * width)):
        text = clip(span.text, width)
        width -= cell_width(text)
        if text:
            yield span._replace(text=text)
