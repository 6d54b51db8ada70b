"""Scales: from cards to strength, and from strength back to words and cards.

`scale_of` returns the scale for a set of rules. `TiebreakScale` adds each player's lowest card as a wild card, ties
broken by wild cards and ties broken by suits. It tries every five cards that a player may take, since the best of
equal choices counts (WC-24, SU-10); a tie-break's score stands below the strength of categories and ranks.
`HIGH_SCALE` ranks high hands of one 52-card pack (HR-1..HR-32).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import msgspec

from railbird_server.rules.ranking import badugi_words, low_words, words
from railbird_server.rules.ranking.badugi import BadugiLookup
from railbird_server.rules.ranking.lookup import EMPTY_SUM, NATURAL_KEYS, StrengthLookup, card_keys, is_wild
from railbird_server.rules.ranking.order import NO_HAND, Category, HandOrder, group_count, rank_of
from railbird_server.rules.ranking.rules import RankingRules, card_order
from railbird_server.rules.ranking.value import CardChoice, CardUse, HandValue, Wording, arrange_cards
from railbird_server.rules.ranking.wild import HandKeys, lowest_wild_cards, lowest_wild_keys
from railbird_shared.cards import JOKER, Card, Rank
from railbird_shared.game_rules import CircularOrder, LowestWild, Order, WildTiebreak

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
        self.wording: Wording = badugi_words if badugi else low_words if self.hand_order.low else words
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

    def strength_among(
        self, cards: Sequence[Card], choices: Sequence[CardChoice], concealed: Sequence[Card] = ()
    ) -> int:
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
                    yield CandidateHand(
                        tuple(cards[place] for place in selected), tuple(keys[place] for place in selected)
                    )

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
            decoded = self._decoded[base] = (
                self.hand_order.category(base),
                tuple(map(rank_of, self.hand_order.numbers(base))),
            )
        return decoded

    def short_name(self, strength: int) -> str:
        """Returns the words for a hand of this strength, without kickers."""
        base = self.without_tiebreaks(strength)
        name = self._short_names.get(base)
        if name is None:
            name = self._short_names[base] = self.special_name(strength) or self.wording.short_name(
                *self.decode(strength)
            )
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
        return self.arrange(
            next(reading for reading in candidates if self.candidate_strength(reading) == hand.strength)
        )

    def arrange(self, candidate: CandidateHand) -> tuple[CardUse, ...]:
        """Returns the cards of a reading in the order they are shown."""
        natural = [card for card, key in zip(*candidate, strict=True) if not is_wild(key)]
        wild = [card for card, key in zip(*candidate, strict=True) if is_wild(key)]
        return arrange_cards(
            self.hand_order, self.lookup.strength(candidate.keys), natural, wild, self.rules.suit_order
        )

    def lowest_wild(self, hand: HandValue) -> tuple[Card, ...]:  # noqa: ARG002
        """Returns no cards: a card is not wild for being low on this scale."""
        return ()

    def deciding_card(self, hand: HandValue) -> Card | None:  # noqa: ARG002
        """Returns no card: suits break no ties on this scale (HR-2)."""
        return None

    def tiebreak_words(self, hand: HandValue, rivals: Sequence[HandValue]) -> str:  # noqa: ARG002
        """Returns nothing: hands of the same ranks are equal on this scale."""
        return ""


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

    def strength_among(
        self, cards: Sequence[Card], choices: Sequence[CardChoice], concealed: Sequence[Card] = ()
    ) -> int:
        """Returns the strength of the best of the choices that a game allows, any five cards if none are named."""
        candidates = list(self.candidates(cards, concealed, choices))
        bases = [self.lookup.strength_if_all_play(reading.keys) for reading in candidates]
        best = max(bases)
        return max(
            self.candidate_strength(reading) for reading, base in zip(candidates, bases, strict=True) if base == best
        )

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
        deciding_numbers = {1: numbers, 2: numbers[:pairs_or_more], 3: numbers[pairs_or_more:]}[
            self.rules.suit_tiebreak
        ] or numbers
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
        used = (
            _BEST_WILD_SCORE - score
            if self.rules.wild_tiebreak is WildTiebreak.FEWER_WILD_FIRST
            else score % _BEST_WILD_SCORE
        )
        return f", {_WILD_COUNT_WORDS[used]}"


@lru_cache(maxsize=64)
def scale_of(rules: RankingRules) -> Scale:
    """Returns the scale that ranks hands by these settings, always the same one for the same settings."""
    needs_tiebreaks = (
        rules.lowest_wild is not LowestWild.NONE
        or rules.wild_tiebreak is not WildTiebreak.NONE
        or rules.suit_tiebreak > 0
    )
    return TiebreakScale(rules) if needs_tiebreaks else Scale(rules)


@lru_cache(maxsize=64)
def upcard_scale(scale: Scale) -> Scale:
    """Returns the scale by which open cards alone are ranked while a hand is played (PH-6, PH-7, PH-9).

    Who has the lowest card is known at the showdown only (WC-29), and the house's tie-breaks, qualifier and circular
    order are for the showdown as well.
    """
    return scale_of(
        msgspec.structs.replace(
            scale.rules,
            lowest_wild=LowestWild.NONE,
            wild_tiebreak=WildTiebreak.NONE,
            suit_tiebreak=0,
            qualifier=0,
            unbeatable=CircularOrder.NONE,
        )
    )


HIGH_SCALE = scale_of(RankingRules())
"""The scale on which the highest hand of a plain pack wins."""
