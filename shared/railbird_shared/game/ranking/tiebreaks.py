"""House tie-breaks between hands of the same category and ranks: by wild cards, and then by a suit (WC-20, SU-5).

A tie-break's score stands below the strength of categories and ranks, in bits of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from railbird_shared.game.cards import JOKER, Card
from railbird_shared.game.game_rules import WildTiebreak
from railbird_shared.game.ranking.card_use import CandidateHand, CardUse, arrange_cards
from railbird_shared.game.ranking.lookup import NATURAL_KEYS, is_wild
from railbird_shared.game.ranking.order import HandOrder, group_count, rank_of
from railbird_shared.game.ranking_rules import RankingRules, card_order

_WILD_BITS = 3
_SUIT_BITS = 2
_TIEBREAK_BITS = _WILD_BITS + _SUIT_BITS
_BEST_WILD_SCORE = (1 << _WILD_BITS) - 1
_WILD_COUNT_WORDS = ("natural", "one wild card", *(f"{count} wild cards" for count in ("two", "three", "four", "five")))


class Tiebreaks:
    """The tie-breaks of one set of rules.

    A refined strength is a strength with the score of the tie-breaks below it.
    """

    def __init__(self, rules: RankingRules, hand_order: HandOrder) -> None:
        self._rules = rules
        self._hand_order = hand_order

    def ways_to_play(self, candidate: CandidateHand) -> Iterator[CandidateHand]:
        """Yields a hand and, where wild cards break ties, every hand with some of them played as printed (WC-24)."""
        if self._rules.wild_tiebreak is WildTiebreak.NONE:
            yield candidate
            return
        either = [
            (NATURAL_KEYS[card], key) if is_wild(key) and card is not JOKER else (key,)
            for card, key in zip(*candidate, strict=True)
        ]
        for keys in product(*either):
            yield CandidateHand(candidate.cards, keys)

    def refine(self, strength: int, candidate: CandidateHand) -> int:
        """Returns the refined strength of a hand whose cards all play."""
        wild_score = self._wild_score(candidate)
        return strength << _TIEBREAK_BITS | wild_score << _SUIT_BITS | self._suit_score(strength, candidate)

    def unrefined(self, refined_strength: int) -> int:
        """Returns the strength of the category and ranks alone."""
        return refined_strength >> _TIEBREAK_BITS

    def _wild_score(self, candidate: CandidateHand) -> int:
        used = sum(map(is_wild, candidate.keys))
        match self._rules.wild_tiebreak:
            case WildTiebreak.NATURAL_FIRST:
                return 0 if used else _BEST_WILD_SCORE
            case WildTiebreak.FEWER_WILD_FIRST:
                return _BEST_WILD_SCORE - used
            case WildTiebreak.MORE_WILD_FIRST:
                return used or _BEST_WILD_SCORE
            case WildTiebreak.NONE:
                return 0

    def _suit_score(self, strength: int, candidate: CandidateHand) -> int:
        if not self._rules.suit_tiebreak:
            return 0
        cards = arrange_cards(self._hand_order, self._rules.suit_order, candidate, strength)
        return card_order(self._find_deciding_card(strength, cards), self._rules.suit_order)[1]

    def deciding_card(self, refined_strength: int, cards: Sequence[CardUse]) -> Card | None:
        """Returns the card whose suit breaks the ties of a hand made of these cards, None if suits break no ties."""
        if not self._rules.suit_tiebreak:
            return None
        return self._find_deciding_card(self.unrefined(refined_strength), cards)

    def _find_deciding_card(self, strength: int, cards: Sequence[CardUse]) -> Card:
        """The card that the method looks at; if the hand has no such card, the top card (SU-6..SU-10)."""
        category, numbers = self._hand_order.category(strength), self._hand_order.numbers(strength)
        pairs_or_more = group_count(category)
        deciding_numbers = {1: numbers, 2: numbers[:pairs_or_more], 3: numbers[pairs_or_more:]}[
            self._rules.suit_tiebreak
        ] or numbers
        rank = rank_of(max(deciding_numbers))
        best_suited = (card.counts_as for card in cards if card.counts_as.rank is rank)
        return max(best_suited, key=lambda card: card_order(card, self._rules.suit_order))

    def differ_by_wild_cards(self, refined_strength: int, rival: int) -> bool:
        """Whether the wild cards of two hands of the same category and ranks decide between them."""
        return refined_strength >> _SUIT_BITS != rival >> _SUIT_BITS

    def wild_words(self, refined_strength: int) -> str:
        """Returns the words that say how many wild cards a hand uses: ", natural", ", two wild cards"."""
        score = refined_strength >> _SUIT_BITS & _BEST_WILD_SCORE
        if self._rules.wild_tiebreak is WildTiebreak.NATURAL_FIRST:
            return ", natural" if score else ", with wild cards"
        fewer_first = self._rules.wild_tiebreak is WildTiebreak.FEWER_WILD_FIRST
        used = _BEST_WILD_SCORE - score if fewer_first else score % _BEST_WILD_SCORE
        return f", {_WILD_COUNT_WORDS[used]}"
