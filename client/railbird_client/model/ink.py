"""What a piece of drawn text means; the theme decides how it looks."""

from __future__ import annotations

from enum import Enum, auto
from typing import NamedTuple

from railbird_shared.cards import Suit


class Ink(Enum):
    """The meaning of a run of text."""

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
    BACK = auto()
    SLOT = auto()
    FELT_EDGE = auto()
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
    CARD_OUT = auto()
    KEY = auto()
    BUTTON = auto()
    CHOSEN_KEY = auto()
    CHOSEN = auto()
    OFF = auto()
    BUTTON_MARK = auto()
    NOTICE = auto()


SUIT_INKS = {
    Suit.SPADES: (Ink.SPADE, Ink.CARD_SPADE),
    Suit.HEARTS: (Ink.HEART, Ink.CARD_HEART),
    Suit.DIAMONDS: (Ink.DIAMOND, Ink.CARD_DIAMOND),
    Suit.CLUBS: (Ink.CLUB, Ink.CARD_CLUB),
    Suit.NONE: (Ink.HEART, Ink.CARD_HEART),
}
"""The ink of each suit's colour in plain text and on the face of a card."""

_TWO_COLOURS = {Suit.DIAMONDS: Suit.HEARTS, Suit.CLUBS: Suit.SPADES}


def suit_ink(suit: Suit, *, two_colour: bool = False, on_card: bool = False) -> Ink:
    """Returns the ink that draws a suit; with two colours diamonds are red and clubs black."""
    return SUIT_INKS[_TWO_COLOURS.get(suit, suit) if two_colour else suit][on_card]


class Run(NamedTuple):
    """A piece of a line in one ink; `hit` names what a click on it presses."""

    text: str
    ink: Ink = Ink.TEXT
    hit: str = ""


Line = tuple[Run, ...]
Lines = tuple[Line, ...]
