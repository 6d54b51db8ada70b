"""Writes sentences with the cards in them in the colours of their suits."""

from __future__ import annotations

import re

from railbird_client.drawing.palette import Colour, SuitColours
from railbird_client.drawing.surface import Words
from railbird_shared.game.cards import Suit

_SUITS = {suit.symbol: suit for suit in Suit if suit is not Suit.NONE}
_CARD = re.compile(rf"([2-9TJQKA])([{''.join(_SUITS)}])")


def card_words(
    sentence: str,
    colour: Colour,
    cards: SuitColours | Colour,
    *,
    bold: bool = False,
    two_colour: bool = False,
) -> list[Words]:
    """Returns a sentence in one colour with its cards bold, in the colours of their suits or in one of their own."""
    words: list[Words] = []
    begin = 0
    for found in _CARD.finditer(sentence):
        if found.start() > begin:
            words.append(Words(sentence[begin : found.start()], colour, bold))
        suit = _SUITS[found[2]]
        shade = cards.of(suit, two_colour=two_colour) if isinstance(cards, SuitColours) else cards
        words.append(Words(found[0], shade, bold=True))
        begin = found.end()
    if begin < len(sentence):
        words.append(Words(sentence[begin:], colour, bold))
    return words
