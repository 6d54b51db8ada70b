"""Scales that look closer: at each player's lowest card, at who used fewer wild cards, at suits.

They try every five cards that a player may take, since of equal choices the one that fares best counts (WC-24, SU-10).
A tie-break's score stands below the strength that categories and ranks make up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from railbird_server.rules.ranking.keys import NATURAL, is_wild
from railbird_server.rules.ranking.ladder import groups_in, rank_of
from railbird_server.rules.ranking.marking import Marking, lowest_wild_cards, markings
from railbird_server.rules.ranking.picking import Played
from railbird_server.rules.ranking.rules import LowestWild, RankingRules, WildTiebreak
from railbird_server.rules.ranking.scale import Reading, Scale
from railbird_server.rules.ranking.strength import NO_HAND
from railbird_server.rules.ranking.suits import standing
from railbird_server.rules.ranking.value import Choice, HandValue
from railbird_shared.cards import JOKER, Card

_WILD_BITS = 3
_SUIT_BITS = 2
_TIEBREAK_BITS = _WILD_BITS + _SUIT_BITS
_BEST = (1 << _WILD_BITS) - 1
_WILD_CARDS = ("natural", "one wild card", *(f"{count} wild cards" for count in ("two", "three", "four", "five")))


class Refined(Scale):
    """A scale with a player's own wild card, a wild tie-break or a suit tie-break."""

    def __init__(self, rules: RankingRules) -> None:
        super().__init__(rules)
        self.keyed = False
        self._ties_broken = rules.wild_tiebreak is not WildTiebreak.NONE or rules.suit_tiebreak > 0

    def strength(self, cards: Sequence[Card], concealed: Sequence[Card] = ()) -> int:
        """Returns a number that compares as the hands do, from one to seven cards of the pack, unchecked."""
        if self._ties_broken:
            return self.strength_among(cards, (), concealed)
        return max(map(self.tables.strength, self.markings(cards, concealed)))

    def strength_among(self, cards: Sequence[Card], choices: Sequence[Choice], concealed: Sequence[Card] = ()) -> int:
        """Returns the strength of the best of the choices that a game allows, any five cards if none are named."""
        readings = list(self.readings(cards, concealed, choices))
        bases = [self.tables.exact(reading.keys) for reading in readings]
        best = max(bases)
        return max(self.grade(reading) for reading, base in zip(readings, bases, strict=True) if base == best)

    def markings(self, cards: Sequence[Card], concealed: Sequence[Card]) -> Sequence[Marking]:
        """Returns every way in which the cards may count."""
        [keys] = super().markings(cards, concealed)
        if self.rules.lowest_wild is LowestWild.NONE:
            return (keys,)
        return markings(self.rules, cards, keys, concealed)

    def readings(
        self, cards: Sequence[Card], concealed: Sequence[Card], choices: Sequence[Choice] = ()
    ) -> Iterator[Reading]:
        """Yields every choice of cards in every way that they may count."""
        for reading in super().readings(cards, concealed, choices):
            yield from self._with_printed(reading)

    def _with_printed(self, reading: Reading) -> Iterator[Reading]:
        """The reading, and where wild cards break ties also those in which some are played as printed (WC-24)."""
        if self.rules.wild_tiebreak is WildTiebreak.NONE:
            yield reading
            return
        either = [
            (NATURAL[card], key) if is_wild(key) and card is not JOKER else (key,)
            for card, key in zip(*reading, strict=True)
        ]
        for keys in product(*either):
            yield Reading(reading.cards, keys)

    def grade(self, reading: Reading) -> int:
        """Returns the strength of a reading, the score of its tie-breaks included."""
        base = self.tables.exact(reading.keys)
        if not self._ties_broken or base == NO_HAND:
            return base
        return base << _TIEBREAK_BITS | self._wild_score(reading) << _SUIT_BITS | self._suit_score(reading)

    def base(self, strength: int) -> int:
        """Returns the part of a strength that categories and ranks make up."""
        return strength >> _TIEBREAK_BITS if self._ties_broken else strength

    def _wild_score(self, reading: Reading) -> int:
        used = sum(map(is_wild, reading.keys))
        match self.rules.wild_tiebreak:
            case WildTiebreak.NATURAL_FIRST:
                return 0 if used else _BEST
            case WildTiebreak.FEWER_WILD_FIRST:
                return _BEST - used
            case WildTiebreak.MORE_WILD_FIRST:
                return used or _BEST
            case WildTiebreak.NONE:
                return 0

    def _suit_score(self, reading: Reading) -> int:
        if not self.rules.suit_tiebreak:
            return 0
        card = self._decider(self.tables.strength(reading.keys), self.laid_out(reading))
        return standing(card, self.rules.suit_order)[1]

    def _decider(self, base: int, cards: Sequence[Played]) -> Card:
        """The card that a method looks at; a method that finds no card of its kind takes the top card (SU-6..SU-10)."""
        category, numbers = self.ladder.category(base), self.ladder.numbers(base)
        groups = groups_in(category)
        looked_at = {1: numbers, 2: numbers[:groups], 3: numbers[groups:]}[self.rules.suit_tiebreak] or numbers
        rank = rank_of(max(looked_at))
        best_suited = (card.counts_as for card in cards if card.counts_as.rank is rank)
        return max(best_suited, key=lambda card: standing(card, self.rules.suit_order))

    def lowest_wild(self, hand: HandValue) -> tuple[Card, ...]:
        """Returns the cards that are wild for being the player's lowest, if any are."""
        if self.rules.lowest_wild is LowestWild.NONE:
            return ()
        [keys] = super().markings(hand.held, hand.concealed)
        return lowest_wild_cards(self.rules, hand.held, keys, hand.concealed)

    def deciding(self, hand: HandValue) -> Card | None:
        """Returns the card whose suit breaks the ties of a hand, if suits do."""
        if not self.rules.suit_tiebreak or hand.strength == NO_HAND:
            return None
        return self._decider(self.base(hand.strength), self.played(hand))

    def edge(self, hand: HandValue, rivals: Sequence[HandValue]) -> str:
        """Returns the words that tell a hand from others of the same ranks: its wild cards, or else its suit."""
        score = hand.strength >> _SUIT_BITS
        if any(rival.strength >> _SUIT_BITS != score for rival in rivals):
            return self._wild_words(score & _BEST)
        card = self.deciding(hand)
        return f", {card.rank.word} of {card.suit.name.lower()}" if card else ""

    def _wild_words(self, score: int) -> str:
        if self.rules.wild_tiebreak is WildTiebreak.NATURAL_FIRST:
            return ", natural" if score else ", with wild cards"
        used = _BEST - score if self.rules.wild_tiebreak is WildTiebreak.FEWER_WILD_FIRST else score % _BEST
        return f", {_WILD_CARDS[used]}"
