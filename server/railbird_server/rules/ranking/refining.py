"""Scales that look closer: at each player's lowest card, at who used fewer wild cards, at suits.

They try every five cards that a player may take, since of equal choices the one that fares best counts (WC-24, SU-10).
A tie-break's score stands below the strength that categories and ranks make up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from railbird_server.rules.ranking.keys import NATURAL_KEYS, is_wild
from railbird_server.rules.ranking.ladder import group_count, rank_of
from railbird_server.rules.ranking.marking import HandKeys, lowest_wild_cards, lowest_wild_keys
from railbird_server.rules.ranking.picking import CardUse
from railbird_server.rules.ranking.rules import LowestWild, RankingRules, WildTiebreak
from railbird_server.rules.ranking.scale import CandidateHand, Scale
from railbird_server.rules.ranking.strength import NO_HAND
from railbird_server.rules.ranking.suits import card_order
from railbird_server.rules.ranking.value import CardChoice, HandValue
from railbird_shared.cards import JOKER, Card

_WILD_BITS = 3
_SUIT_BITS = 2
_TIEBREAK_BITS = _WILD_BITS + _SUIT_BITS
_BEST_WILD_SCORE = (1 << _WILD_BITS) - 1
_WILD_COUNT_WORDS = ("natural", "one wild card", *(f"{count} wild cards" for count in ("two", "three", "four", "five")))


class TiebreakScale(Scale):
    """A scale with a player's own wild card, a wild tie-break or a suit tie-break."""

    def __init__(self, rules: RankingRules) -> None:
        super().__init__(rules)
        self.additive = False
        self._breaks_ties = rules.wild_tiebreak is not WildTiebreak.NONE or rules.suit_tiebreak > 0

    def strength(self, cards: Sequence[Card], concealed: Sequence[Card] = ()) -> int:
        """Returns a number that compares as the hands do, from one to seven cards of the pack, unchecked."""
        if self._breaks_ties:
            return self.strength_among(cards, (), concealed)
        return max(map(self.lookup.strength, self.possible_keys(cards, concealed)))

    def strength_among(self, cards: Sequence[Card], choices: Sequence[CardChoice], concealed: Sequence[Card] = ()) -> int:
        """Returns the strength of the best of the choices that a game allows, any five cards if none are named."""
        candidates = list(self.candidates(cards, concealed, choices))
        bases = [self.lookup.strength_if_all_play(reading.keys) for reading in candidates]
        best = max(bases)
        return max(self.candidate_strength(reading) for reading, base in zip(candidates, bases, strict=True) if base == best)

    def possible_keys(self, cards: Sequence[Card], concealed: Sequence[Card]) -> Sequence[HandKeys]:
        """Returns every way in which the cards may count."""
        [keys] = super().possible_keys(cards, concealed)
        if self.rules.lowest_wild is LowestWild.NONE:
            return (keys,)
        return lowest_wild_keys(self.rules, cards, keys, concealed)

    def candidates(
        self, cards: Sequence[Card], concealed: Sequence[Card], choices: Sequence[CardChoice] = ()
    ) -> Iterator[CandidateHand]:
        """Yields every choice of cards in every way that they may count."""
        for candidate in super().candidates(cards, concealed, choices):
            yield from self._with_cards_as_printed(candidate)

    def _with_cards_as_printed(self, candidate: CandidateHand) -> Iterator[CandidateHand]:
        """The reading, and where wild cards break ties also those in which some are played as printed (WC-24)."""
        if self.rules.wild_tiebreak is WildTiebreak.NONE:
            yield candidate
            return
        either = [
            (NATURAL_KEYS[card], key) if is_wild(key) and card is not JOKER else (key,)
            for card, key in zip(*candidate, strict=True)
        ]
        for keys in product(*either):
            yield CandidateHand(candidate.cards, keys)

    def candidate_strength(self, candidate: CandidateHand) -> int:
        """Returns the strength of a reading, the score of its tie-breaks included."""
        base = self.lookup.strength_if_all_play(candidate.keys)
        if not self._breaks_ties or base == NO_HAND:
            return base
        return base << _TIEBREAK_BITS | self._wild_score(candidate) << _SUIT_BITS | self._suit_score(candidate)

    def without_tiebreaks(self, strength: int) -> int:
        """Returns the part of a strength that categories and ranks make up."""
        return strength >> _TIEBREAK_BITS if self._breaks_ties else strength

    def _wild_score(self, candidate: CandidateHand) -> int:
        used = sum(map(is_wild, candidate.keys))
        match self.rules.wild_tiebreak:
            case WildTiebreak.NATURAL_FIRST:
                return 0 if used else _BEST_WILD_SCORE
            case WildTiebreak.FEWER_WILD_FIRST:
                return _BEST_WILD_SCORE - used
            case WildTiebreak.MORE_WILD_FIRST:
                return used or _BEST_WILD_SCORE
            case WildTiebreak.NONE:
                return 0

    def _suit_score(self, candidate: CandidateHand) -> int:
        if not self.rules.suit_tiebreak:
            return 0
        card = self._find_deciding_card(self.lookup.strength(candidate.keys), self.arrange(candidate))
        return card_order(card, self.rules.suit_order)[1]

    def _find_deciding_card(self, base: int, cards: Sequence[CardUse]) -> Card:
        """The card that a method looks at; a method that finds no card of its kind takes the top card (SU-6..SU-10)."""
        category, numbers = self.hand_order.category(base), self.hand_order.numbers(base)
        pairs_or_more = group_count(category)
        deciding_numbers = {1: numbers, 2: numbers[:pairs_or_more], 3: numbers[pairs_or_more:]}[self.rules.suit_tiebreak] or numbers
        rank = rank_of(max(deciding_numbers))
        best_suited = (card.counts_as for card in cards if card.counts_as.rank is rank)
        return max(best_suited, key=lambda card: card_order(card, self.rules.suit_order))

    def lowest_wild(self, hand: HandValue) -> tuple[Card, ...]:
        """Returns the cards that are wild for being the player's lowest, if any are."""
        if self.rules.lowest_wild is LowestWild.NONE:
            return ()
        [keys] = super().possible_keys(hand.dealt_cards, hand.concealed)
        return lowest_wild_cards(self.rules, hand.dealt_cards, keys, hand.concealed)

    def deciding_card(self, hand: HandValue) -> Card | None:
        """Returns the card whose suit breaks the ties of a hand, if suits do."""
        if not self.rules.suit_tiebreak or hand.strength == NO_HAND:
            return None
        return self._find_deciding_card(self.without_tiebreaks(hand.strength), self.card_uses(hand))

    def tiebreak_words(self, hand: HandValue, rivals: Sequence[HandValue]) -> str:
        """Returns the words that tell a hand from others of the same ranks: its wild cards, or else its suit."""
        score = hand.strength >> _SUIT_BITS
        if any(rival.strength >> _SUIT_BITS != score for rival in rivals):
            return self._wild_words(score & _BEST_WILD_SCORE)
        card = self.deciding_card(hand)
        return f", {card.rank.word} of {card.suit.name.lower()}" if card else ""

    def _wild_words(self, score: int) -> str:
        if self.rules.wild_tiebreak is WildTiebreak.NATURAL_FIRST:
            return ", natural" if score else ", with wild cards"
        used = _BEST_WILD_SCORE - score if self.rules.wild_tiebreak is WildTiebreak.FEWER_WILD_FIRST else score % _BEST_WILD_SCORE
        return f", {_WILD_COUNT_WORDS[used]}"
