"""The cards that make a hand, those wild for being a player's lowest, and what each counts as (DS-1, WC-4, WC-8).

House tie-breaks between hands of the same category and ranks look at these cards: at the wild ones, and then at a suit
(WC-20, SU-5). A tie-break's score stands below the strength of categories and ranks, in bits of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from railbird_shared.game.cards import JOKER, PACK, Card, Rank, Suit
from railbird_shared.game.game_rules import LowestWild, WildScope, WildTiebreak
from railbird_shared.game.ranking.hand_order import Category, HandOrder, group_count, rank_of
from railbird_shared.game.ranking.lookup import NATURAL_KEYS, WILD_KEY, HandKeys, is_wild
from railbird_shared.game.ranking_rules import RankingRules, card_order, suits_high_to_low

_CARD_BY_RANK_AND_SUIT = {(card.rank, card.suit): card for card in PACK}
_SUITED_CATEGORIES = (Category.FLUSH, Category.STRAIGHT_FLUSH)

CardChoice = tuple[int, ...]
"""Which of a player's cards are taken for a hand, by their indices."""


class CandidateHand(NamedTuple):
    """At most five of a player's cards and how each counts, by its key."""

    cards: tuple[Card, ...]
    keys: HandKeys


class CardUse(NamedTuple):
    """A card of a hand and the card it counts as; the two differ where a wild card stands for another."""

    card: Card
    counts_as: Card


def arrange_cards(
    hand_order: HandOrder, suit_order: str, candidate: CandidateHand, strength: int
) -> tuple[CardUse, ...]:
    """Returns the cards of a hand of this strength, the most significant first.

    A wild card is played as what is printed on it where that serves (WC-8), else as the card of the best suit that
    the hand lacks.
    """
    natural: list[Card] = []
    wild: list[Card] = []
    for card, key in zip(*candidate, strict=True):
        (wild if is_wild(key) else natural).append(card)
    category = hand_order.category(strength)
    ranks = hand_order.ranks_of_cards(category, hand_order.numbers(strength))
    left = list(natural)
    taken = [_take(left, rank) for rank in ranks]
    if not wild:
        return tuple(CardUse(card, card) for card in taken if card is not None)
    missing = [rank for rank, card in zip(ranks, taken, strict=True) if card is None]
    suits = _stand_in_suits(category, natural, suit_order)
    stand_ins = _stand_ins(missing, wild, natural, suits, differ=hand_order.suits_differ)
    return tuple(next(stand_ins) if card is None else CardUse(card, card) for card in taken)


def _take(cards: list[Card], rank: Rank) -> Card | None:
    card = next((card for card in cards if card.rank is rank), None)
    if card is not None:
        cards.remove(card)
    return card


def _stand_in_suits(category: Category, natural: Sequence[Card], suit_order: str) -> tuple[Suit, ...]:
    """The suits that a wild card may take, the best first: that of the flush, or those that make no flush."""
    suits = suits_high_to_low(suit_order)
    held = {card.suit for card in natural}
    if category in _SUITED_CATEGORIES:
        return tuple(held) or suits[:1]
    return tuple(suit for suit in suits if suit not in held) if len(held) == 1 and len(natural) >= 2 else suits


def _stand_ins(
    ranks: Sequence[Rank], wild: list[Card], natural: Sequence[Card], suits: Sequence[Suit], *, differ: bool
) -> Iterator[CardUse]:
    held = list(natural)

    def fits(card: Card) -> bool:
        clash = differ and card.suit in {other.suit for other in held}
        return card not in held and card.suit in suits and not clash

    themselves: dict[Rank, Card] = {}
    for rank in dict.fromkeys(ranks):
        if printed := next((card for card in wild if card.rank is rank and fits(card)), None):
            wild.remove(printed)
            held.append(printed)
            themselves[rank] = printed
    for rank in ranks:
        if itself := themselves.pop(rank, None):
            yield CardUse(itself, itself)
            continue
        choices = [_CARD_BY_RANK_AND_SUIT[rank, suit] for suit in suits]
        stood_for = next(filter(fits, choices), choices[0])
        held.append(stood_for)
        yield CardUse(wild.pop(0), stood_for)


def lowest_wild_keys(
    rules: RankingRules, cards: Sequence[Card], keys: HandKeys, lowest_among: Sequence[Card]
) -> tuple[HandKeys, ...]:
    """Returns every way in which the lowest card can be wild: several where a player may choose (WC-30)."""
    lowest = _lowest_indices(rules, cards, keys, lowest_among)
    wild = [lowest] if rules.lowest_wild_scope is WildScope.ALL_OF_RANK else [[index] for index in lowest]
    ways = [tuple(WILD_KEY if index in some else key for index, key in enumerate(keys)) for some in wild]
    return tuple(ways) or (keys,)


def lowest_wild_cards(
    rules: RankingRules, cards: Sequence[Card], keys: HandKeys, lowest_among: Sequence[Card]
) -> tuple[Card, ...]:
    """Returns the cards that are wild for being the player's lowest; of one card the player chooses among them."""
    return tuple(cards[index] for index in _lowest_indices(rules, cards, keys, lowest_among))


def _lowest_indices(
    rules: RankingRules, cards: Sequence[Card], keys: HandKeys, lowest_among: Sequence[Card]
) -> list[int]:
    """The indices of a player's lowest cards where they are wild, ace high (WC-28); a joker has no rank."""
    if rules.lowest_wild is LowestWild.NONE:
        return []
    remaining = list(cards if rules.lowest_wild is LowestWild.CARD and not lowest_among else lowest_among)
    ranked: list[int] = []
    for index, card in enumerate(cards):
        if card in remaining:
            remaining.remove(card)
            if not is_wild(keys[index]):
                ranked.append(index)
    lowest = min((cards[index].rank for index in ranked), default=None)
    return [index for index in ranked if cards[index].rank is lowest]


_WILD_BITS = 3
_SUIT_BITS = 2
_TIEBREAK_BITS = _WILD_BITS + _SUIT_BITS
_BEST_WILD_SCORE = (1 << _WILD_BITS) - 1
_WILD_COUNT_WORDS = ("natural", "one wild card", *(f"{count} wild cards" for count in ("two", "three", "four", "five")))


class Tiebreaks:
    """The tie-breaks of a set of rules. A refined strength is a strength with the score of the tie-breaks below it."""

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
        return card_order(self.deciding_card(strength, cards), self._rules.suit_order)[1]

    def deciding_card(self, strength: int, cards: Sequence[CardUse]) -> Card:
        """Returns the card whose suit breaks ties: the one that the method looks at, or the top card (SU-6..SU-10)."""
        category, numbers = self._hand_order.category(strength), self._hand_order.numbers(strength)
        pairs_or_more = group_count(category)
        by_method = {1: numbers, 2: numbers[:pairs_or_more], 3: numbers[pairs_or_more:]}
        rank = rank_of(max(by_method[self._rules.suit_tiebreak] or numbers))
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
