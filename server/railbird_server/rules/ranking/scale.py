"""What every scale of hands can do: cards to strength by their keys, and strength back to words and cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from railbird_server.rules.ranking import badugi_wording, low_wording, wording
from railbird_server.rules.ranking.badugi import BadugiTables
from railbird_server.rules.ranking.category import Category
from railbird_server.rules.ranking.keys import START, Tables, is_wild, keys_under
from railbird_server.rules.ranking.ladder import Ladder, rank_of
from railbird_server.rules.ranking.marking import Marking
from railbird_server.rules.ranking.picking import Played, played
from railbird_server.rules.ranking.rules import Order, RankingRules
from railbird_server.rules.ranking.strength import NO_HAND
from railbird_server.rules.ranking.value import Choice, HandValue, Wording
from railbird_shared.cards import Card, Rank

MOST_CARDS = 7


class Reading(NamedTuple):
    """At most five of a player's cards and how each counts, by its key."""

    cards: tuple[Card, ...]
    keys: Marking


class Scale:
    """An order of hands: on every scale the better one is the greater, in whatever order its cards lie (HR-4).

    `concealed` are those of a player's cards that lie face down, which only matters where the lowest of them is wild
    (WC-27); `choices` are the fives of his cards, by their places, that a game lets him take.
    """

    def __init__(self, rules: RankingRules) -> None:
        self.rules = rules
        self.circular = rules.circular
        self.ladder = Ladder(rules)
        badugi = rules.order is Order.BADUGI
        self.tables = BadugiTables(rules, self.ladder) if badugi else Tables(rules, self.ladder)
        self.keyed = self.tables.sums
        """Whether the strength of five cards is that of the sum of their keys."""
        self.wording: Wording = badugi_wording if badugi else low_wording if self.ladder.low else wording
        self.key_of = keys_under(rules)
        self._key = self.key_of.__getitem__
        self._special = self.tables.special
        self._by_ranks = self.tables.by_ranks
        self._graded = self.tables.graded
        self._most_of = Counter(rules.deck)
        self._known = frozenset(rules.deck)
        self._read: dict[int, tuple[Category, tuple[Rank, ...]]] = {}
        self._said: dict[int, str] = {}

    def strength(self, cards: Sequence[Card], concealed: Sequence[Card] = ()) -> int:  # noqa: ARG002
        """Returns a number that compares as the hands do, from one to seven cards of the pack, unchecked.

        It is `NO_HAND` for a hand that cannot win, a low that does not qualify (LO-22).
        """
        total = sum(map(self._key, cards), START)
        if total & self._special:
            return self.tables.special_strength(total, map(self._key, cards))
        return self._by_ranks[total & self._graded]

    def strength_among(self, cards: Sequence[Card], choices: Sequence[Choice], concealed: Sequence[Card] = ()) -> int:
        """Returns the strength of the best of the choices that a game allows."""
        return max(self.grade(reading) for reading in self.readings(cards, concealed, choices))

    def value(self, cards: Sequence[Card], concealed: Sequence[Card] = ()) -> HandValue:
        """Returns the best hand in one to seven cards; raises ValueError when they are no such cards."""
        held = tuple(cards)
        self.check(held, MOST_CARDS)
        return HandValue(self, self.strength(held, concealed), held, tuple(concealed))

    def check(self, cards: Sequence[Card], most: int) -> None:
        """Raises ValueError unless the cards are from 1 to `most` cards of the pack."""
        if not 1 <= len(cards) <= most:
            raise ValueError(f"A hand to be valued has from 1 to {most} cards, not {len(cards)}.")
        if len(set(cards)) == len(cards) and self._known.issuperset(cards):
            return
        for card, copies in Counter(cards).items():
            if copies > self._most_of[card]:
                times = "no" if not self._most_of[card] else "not so many of"
                raise ValueError(f"This game has {times} {card}.")

    def markings(self, cards: Sequence[Card], concealed: Sequence[Card]) -> Sequence[Marking]:  # noqa: ARG002
        """Returns every way in which the cards may count."""
        return (tuple(map(self._key, cards)),)

    def readings(
        self, cards: Sequence[Card], concealed: Sequence[Card], choices: Sequence[Choice] = ()
    ) -> Iterator[Reading]:
        """Yields every choice of cards in every way that they may count, natural cards before wild ones."""
        for keys in self.markings(cards, concealed):
            places = sorted(range(len(cards)), key=lambda place: is_wild(keys[place]))
            for choice in choices or (places,):
                for taken in self.tables.choices(choice):
                    yield Reading(tuple(cards[place] for place in taken), tuple(keys[place] for place in taken))

    def grade(self, reading: Reading) -> int:
        """Returns the strength of a reading all of whose cards play, else none."""
        return self.tables.exact(reading.keys)

    def base(self, strength: int) -> int:
        """Returns the part of a strength that categories and ranks make up."""
        return strength

    def read(self, strength: int) -> tuple[Category, tuple[Rank, ...]]:
        """Returns the category of a strength and the ranks that decide within it."""
        if strength == NO_HAND:
            return Category.HIGH_CARD, ()
        base = self.base(strength)
        read = self._read.get(base)
        if read is None:
            read = self._read[base] = self.ladder.category(base), tuple(map(rank_of, self.ladder.numbers(base)))
        return read

    def said(self, strength: int) -> str:
        """Returns the words for a hand of this strength, without kickers."""
        base = self.base(strength)
        said = self._said.get(base)
        if said is None:
            said = self._said[base] = self.title(strength) or self.wording.short(*self.read(strength))
        return said

    def title(self, strength: int) -> str:
        """Returns what a hand is called beyond its category, or nothing."""
        if strength == NO_HAND:
            return "no low"
        return "imperial flush" if self.is_imperial(strength) else ""

    def is_imperial(self, strength: int) -> bool:
        """Whether this is the royal flush of hearts where it stands above all others (NU-9)."""
        return strength != NO_HAND and self.base(strength) == self.ladder.imperial

    def played(self, hand: HandValue) -> tuple[Played, ...]:
        """Returns the cards that make a hand and what they are played as."""
        if hand.strength == NO_HAND:
            return ()
        readings = self.readings(hand.held, hand.concealed, hand.choices)
        return self.laid_out(next(reading for reading in readings if self.grade(reading) == hand.strength))

    def laid_out(self, reading: Reading) -> tuple[Played, ...]:
        """Returns the cards of a reading in the order they are shown."""
        natural = [card for card, key in zip(*reading, strict=True) if not is_wild(key)]
        wild = [card for card, key in zip(*reading, strict=True) if is_wild(key)]
        return played(self.ladder, self.tables.strength(reading.keys), natural, wild, self.rules.suit_order)

    def lowest_wild(self, hand: HandValue) -> tuple[Card, ...]:  # noqa: ARG002
        """Returns no cards: a card is not wild for being low on this scale."""
        return ()

    def deciding(self, hand: HandValue) -> Card | None:  # noqa: ARG002
        """Returns no card: suits break no ties on this scale (HR-2)."""
        return None

    def edge(self, hand: HandValue, rivals: Sequence[HandValue]) -> str:  # noqa: ARG002
        """Returns nothing: hands of the same ranks are equal on this scale."""
        return ""
