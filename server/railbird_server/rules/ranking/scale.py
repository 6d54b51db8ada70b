"""What every scale of hands can do: cards to strength by their keys, and strength back to words and cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from railbird_server.rules.ranking import badugi_wording, low_wording, wording
from railbird_server.rules.ranking.badugi import BadugiLookup
from railbird_server.rules.ranking.category import Category
from railbird_server.rules.ranking.keys import EMPTY_SUM, StrengthLookup, is_wild, card_keys
from railbird_server.rules.ranking.ladder import HandOrder, rank_of
from railbird_server.rules.ranking.marking import HandKeys
from railbird_server.rules.ranking.picking import CardUse, arrange_cards
from railbird_server.rules.ranking.rules import Order, RankingRules
from railbird_server.rules.ranking.strength import NO_HAND
from railbird_server.rules.ranking.value import CardChoice, HandValue, Wording
from railbird_shared.cards import Card, Rank

MAX_CARDS = 7


class CandidateHand(NamedTuple):
    """At most five of a player's cards and how each counts, by its key."""

    cards: tuple[Card, ...]
    keys: HandKeys


class Scale:
    """An order of hands: on every scale the better one is the greater, in whatever order its cards lie (HR-4).

    `concealed` are those of a player's cards that lie face down, which only matters where the lowest of them is wild
    (WC-27); `choices` are the fives of his cards, by their places, that a game lets him take.
    """

    def __init__(self, rules: RankingRules) -> None:
        self.rules = rules
        self.circular = rules.circular
        self.hand_order = HandOrder(rules)
        badugi = rules.order is Order.BADUGI
        self.lookup = BadugiLookup(rules, self.hand_order) if badugi else StrengthLookup(rules, self.hand_order)
        self.additive = self.lookup.additive
        """Whether the strength of five cards is that of the sum of their keys."""
        self.wording: Wording = badugi_wording if badugi else low_wording if self.hand_order.low else wording
        self.key_of = card_keys(rules)
        self._key = self.key_of.__getitem__
        self._special_bits = self.lookup.special_bits
        self._by_ranks = self.lookup.by_ranks
        self._suitless_mask = self.lookup.suitless_mask
        self._copies_in_deck = Counter(rules.deck)
        self._deck_cards = frozenset(rules.deck)
        self._decoded: dict[int, tuple[Category, tuple[Rank, ...]]] = {}
        self._short_names: dict[int, str] = {}

    def strength(self, cards: Sequence[Card], concealed: Sequence[Card] = ()) -> int:  # noqa: ARG002
        """Returns a number that compares as the hands do, from one to seven cards of the pack, unchecked.

        It is `NO_HAND` for a hand that cannot win, a low that does not qualify (LO-22).
        """
        total = sum(map(self._key, cards), EMPTY_SUM)
        if total & self._special_bits:
            return self.lookup.special_strength(total, map(self._key, cards))
        return self._by_ranks[total & self._suitless_mask]

    def strength_among(self, cards: Sequence[Card], choices: Sequence[CardChoice], concealed: Sequence[Card] = ()) -> int:
        """Returns the strength of the best of the choices that a game allows."""
        return max(self.candidate_strength(reading) for reading in self.candidates(cards, concealed, choices))

    def value(self, cards: Sequence[Card], concealed: Sequence[Card] = ()) -> HandValue:
        """Returns the best hand in one to seven cards; raises ValueError when they are no such cards."""
        dealt_cards = tuple(cards)
        self.check_cards(dealt_cards, MAX_CARDS)
        return HandValue(self, self.strength(dealt_cards, concealed), dealt_cards, tuple(concealed))

    def check_cards(self, cards: Sequence[Card], max_cards: int) -> None:
        """Raises ValueError unless the cards are from 1 to `max_cards` cards of the pack."""
        if not 1 <= len(cards) <= max_cards:
            raise ValueError(f"A hand to be valued has from 1 to {max_cards} cards, not {len(cards)}.")
        if len(set(cards)) == len(cards) and self._deck_cards.issuperset(cards):
            return
        for card, copies in Counter(cards).items():
            if copies > self._copies_in_deck[card]:
                times = "no" if not self._copies_in_deck[card] else "not so many of"
                raise ValueError(f"This game has {times} {card}.")

    def possible_keys(self, cards: Sequence[Card], concealed: Sequence[Card]) -> Sequence[HandKeys]:  # noqa: ARG002
        """Returns every way in which the cards may count."""
        return (tuple(map(self._key, cards)),)

    def candidates(
        self, cards: Sequence[Card], concealed: Sequence[Card], choices: Sequence[CardChoice] = ()
    ) -> Iterator[CandidateHand]:
        """Yields every choice of cards in every way that they may count, natural cards before wild ones."""
        for keys in self.possible_keys(cards, concealed):
            indices = sorted(range(len(cards)), key=lambda place: is_wild(keys[place]))
            for choice in choices or (indices,):
                for selected in self.lookup.choices(choice):
                    yield CandidateHand(tuple(cards[place] for place in selected), tuple(keys[place] for place in selected))

    def candidate_strength(self, candidate: CandidateHand) -> int:
        """Returns the strength of a reading all of whose cards play, else none."""
        return self.lookup.strength_if_all_play(candidate.keys)

    def without_tiebreaks(self, strength: int) -> int:
        """Returns the part of a strength that categories and ranks make up."""
        return strength

    def decode(self, strength: int) -> tuple[Category, tuple[Rank, ...]]:
        """Returns the category of a strength and the ranks that decide within it."""
        if strength == NO_HAND:
            return Category.HIGH_CARD, ()
        base = self.without_tiebreaks(strength)
        decoded = self._decoded.get(base)
        if decoded is None:
            decoded = self._decoded[base] = self.hand_order.category(base), tuple(map(rank_of, self.hand_order.numbers(base)))
        return decoded

    def short_name(self, strength: int) -> str:
        """Returns the words for a hand of this strength, without kickers."""
        base = self.without_tiebreaks(strength)
        name = self._short_names.get(base)
        if name is None:
            name = self._short_names[base] = self.special_name(strength) or self.wording.short_name(*self.decode(strength))
        return name

    def special_name(self, strength: int) -> str:
        """Returns what a hand is called beyond its category, or nothing."""
        if strength == NO_HAND:
            return "no low"
        return "imperial flush" if self.is_imperial(strength) else ""

    def is_imperial(self, strength: int) -> bool:
        """Whether this is the royal flush of hearts where it stands above all others (NU-9)."""
        return strength != NO_HAND and self.without_tiebreaks(strength) == self.hand_order.imperial_strength

    def card_uses(self, hand: HandValue) -> tuple[CardUse, ...]:
        """Returns the cards that make a hand and what they are played as."""
        if hand.strength == NO_HAND:
            return ()
        candidates = self.candidates(hand.dealt_cards, hand.concealed, hand.choices)
        return self.arrange(next(reading for reading in candidates if self.candidate_strength(reading) == hand.strength))

    def arrange(self, candidate: CandidateHand) -> tuple[CardUse, ...]:
        """Returns the cards of a reading in the order they are shown."""
        natural = [card for card, key in zip(*candidate, strict=True) if not is_wild(key)]
        wild = [card for card, key in zip(*candidate, strict=True) if is_wild(key)]
        return arrange_cards(self.hand_order, self.lookup.strength(candidate.keys), natural, wild, self.rules.suit_order)

    def lowest_wild(self, hand: HandValue) -> tuple[Card, ...]:  # noqa: ARG002
        """Returns no cards: a card is not wild for being low on this scale."""
        return ()

    def deciding_card(self, hand: HandValue) -> Card | None:  # noqa: ARG002
        """Returns no card: suits break no ties on this scale (HR-2)."""
        return None

    def tiebreak_words(self, hand: HandValue, rivals: Sequence[HandValue]) -> str:  # noqa: ARG002
        """Returns nothing: hands of the same ranks are equal on this scale."""
        return ""
