"""The roles of drawn text, from which a theme makes colours, and spans of text with a role."""

from __future__ import annotations

from enum import Enum, auto
from typing import NamedTuple

from railbird_client.table.turn.table_keys import Press
from railbird_shared.game.cards import Suit


class TextRole(Enum):
    """The meaning of a span of text."""

    TEXT = auto()
    STRONG = auto()
    DIM = auto()
    FAINT = auto()
    BORDER = auto()
    TITLE = auto()
    HEADING = auto()
    NAME = auto()
    CHIPS = auto()
    TURN = auto()
    WARN = auto()
    WIN = auto()
    ALL_IN = auto()
    CARD_BACK = auto()
    SPADE = auto()
    HEART = auto()
    DIAMOND = auto()
    CLUB = auto()
    CARD = auto()
    CARD_SPADE = auto()
    CARD_HEART = auto()
    CARD_DIAMOND = auto()
    CARD_CLUB = auto()
    CARD_FRESH = auto()
    CARD_DIMMED = auto()
    KEY = auto()
    BUTTON = auto()
    SELECTED_KEY = auto()
    SELECTED = auto()
    DISABLED = auto()
    BUTTON_MARK = auto()
    NOTICE = auto()
    QR_CODE = auto()


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
