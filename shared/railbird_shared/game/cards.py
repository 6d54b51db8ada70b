"""The cards of a pack and their notation: rank then suit, "As"; the joker is "X".

A card is a value: cards with the same notation are equal, and a pack with two jokers holds the same card twice. This
module does not know what beats what.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum, IntEnum


class Rank(IntEnum):
    """A rank, ordered from the two up to the ace (HR-1); the joker's rank is below them all."""

    JOKER = 0
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        """The letter of this rank, "T" for the ten."""
        return "X?23456789TJQKA"[self]

    @property
    def word(self) -> str:
        """The name of this rank in the singular: "six", "queen"."""
        return self.name.lower()

    @property
    def plural(self) -> str:
        """The name of this rank in the plural: "sixes", "queens"."""
        return self.word + ("es" if self is Rank.SIX else "s")


class Suit(IntEnum):
    """A suit; the numbers follow the standard order of suits, clubs lowest (SU-1)."""

    NONE = -1
    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """The letter of this suit."""
        return "" if self is Suit.NONE else "cdhs"[self]

    @property
    def symbol(self) -> str:
        """The text glyph of this suit, without any variation selector."""
        return "" if self is Suit.NONE else "♣♦♥♠"[self]


HAND_SIZE = 5
"""The number of cards in a whole hand (HR-3)."""

RANK_OF_LETTER = {rank.letter: rank for rank in Rank if rank is not Rank.JOKER}
SUIT_OF_LETTER = {suit.letter: suit for suit in Suit if suit is not Suit.NONE}


class Card(Enum):
    """One of the 52 cards, or the joker."""

    rank: Rank
    suit: Suit

    C2, C3, C4, C5, C6, C7, C8 = "2c", "3c", "4c", "5c", "6c", "7c", "8c"
    C9, CT, CJ, CQ, CK, CA = "9c", "Tc", "Jc", "Qc", "Kc", "Ac"
    D2, D3, D4, D5, D6, D7, D8 = "2d", "3d", "4d", "5d", "6d", "7d", "8d"
    D9, DT, DJ, DQ, DK, DA = "9d", "Td", "Jd", "Qd", "Kd", "Ad"
    H2, H3, H4, H5, H6, H7, H8 = "2h", "3h", "4h", "5h", "6h", "7h", "8h"
    H9, HT, HJ, HQ, HK, HA = "9h", "Th", "Jh", "Qh", "Kh", "Ah"
    S2, S3, S4, S5, S6, S7, S8 = "2s", "3s", "4s", "5s", "6s", "7s", "8s"
    S9, ST, SJ, SQ, SK, SA = "9s", "Ts", "Js", "Qs", "Ks", "As"
    JOKER = "X"

    def __init__(self, code: str) -> None:
        self.rank = RANK_OF_LETTER.get(code[0], Rank.JOKER)
        self.suit = SUIT_OF_LETTER.get(code[-1], Suit.NONE)

    # A member is one object, so identity is equality; Enum's own hash is a slow call into Python.
    __hash__ = object.__hash__

    def __str__(self) -> str:
        return str(self._value_)

    @property
    def is_joker(self) -> bool:
        """Whether this is the joker."""
        return self is Card.JOKER


_CODES = re.compile("[xX]|..?", re.DOTALL)
JOKER = Card.JOKER
PACK: tuple[Card, ...] = tuple(card for card in Card if card is not JOKER)
"""The 52 cards, clubs to spades, two to ace within a suit."""


def parse_card(text: str) -> Card:
    """Parses one card; raises ValueError with a sentence if the text is not a card."""
    code = text[:1].upper() + text[1:].lower()
    try:
        return Card(code)
    except ValueError:
        raise ValueError(
            f"{text!r} is not a card: write a rank of 23456789TJQKA and a suit of cdhs, or X for the joker."
        ) from None


def parse_cards(text: str) -> tuple[Card, ...]:
    """Parses cards written with or without spaces ("As Kd", "AsKd", "X 2c")."""
    return tuple(map(parse_card, _CODES.findall("".join(text.split()))))


def format_cards(cards: Iterable[Card]) -> str:
    """Writes cards as `parse_cards` reads them, with a space between them."""
    return " ".join([card._value_ for card in cards])
