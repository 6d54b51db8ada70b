"""Scales: from cards to strength, and from strength back to words and cards.

`scale_of` returns the scale for a set of rules. `HIGH_SCALE` ranks high hands of one 52-card pack (HR-1..HR-32).

Theory of operation. Most rankings depend on the cards alone: the scale's lookup finds the best hand in one step. Two
house settings need more. Where each player's lowest card is wild, the lookup is asked once for every way in which the
cards may count. Where wild cards or suits break ties, every five cards that a player may take are tried, since the
best of equal choices counts (WC-24, SU-10).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Protocol

import msgspec

from railbird_shared.game.cards import Card, Rank
from railbird_shared.game.game_rules import CircularOrder, LowestWild, Order, WildTiebreak
from railbird_shared.game.ranking.badugi import BadugiLookup
from railbird_shared.game.ranking.card_use import (
    CandidateHand,
    CardChoice,
    CardUse,
    arrange_cards,
    lowest_wild_cards,
    lowest_wild_keys,
)
from railbird_shared.game.ranking.lookup import FiveCardLookup, HandKeys, is_wild
from railbird_shared.game.ranking.order import NO_HAND, Category, HandOrder, rank_of
from railbird_shared.game.ranking.tiebreaks import Tiebreaks
from railbird_shared.game.ranking.value import HandValue
from railbird_shared.game.ranking.words import BadugiWording, HighWording, LowWording, Wording
from railbird_shared.game.ranking_rules import RankingRules

MAX_CARDS = 7


class Strength(Protocol):
    """Finds the strength of the best hand in some cards."""

    def __call__(self, cards: Sequence[Card], lowest_among: Sequence[Card] = (), /) -> int:
        """Returns a number that compares as the hands do, or `NO_HAND` for a hand that cannot win."""
        ...


class Scale:
    """An order of hands: on every scale the better hand is the greater, in whatever order its cards lie (HR-4).

    Where a method takes `lowest_among`, the player's lowest card is sought among these, if it is wild: the cards dealt
    to them, for WC-27 those face down, and never a board card (CX-41). Without any, WC-26 takes all cards. `choices`
    are the cards, by their indices, that a game lets a player choose from.
    """

    def __init__(self, rules: RankingRules) -> None:
        self.rules = rules
        self.circular = rules.circular
        self.hand_order = HandOrder(rules)
        badugi = rules.order is Order.BADUGI
        self.lookup = BadugiLookup(rules, self.hand_order) if badugi else FiveCardLookup(rules, self.hand_order)
        self.wording: Wording = BadugiWording() if badugi else LowWording() if self.hand_order.low else HighWording()
        breaks_ties = rules.wild_tiebreak is not WildTiebreak.NONE or rules.suit_tiebreak > 0
        self._tiebreaks = Tiebreaks(rules, self.hand_order) if breaks_ties else None
        self._has_lowest_wild = rules.lowest_wild is not LowestWild.NONE
        self.strength: Strength = self._choose_strength()
        """Returns a number that compares as the hands do, from one to seven cards of the deck, unchecked.

        It is `NO_HAND` for a hand that cannot win: a low that does not qualify (LO-22).
        """
        self._copies_in_deck = Counter(rules.deck)
        self._deck_cards = frozenset(rules.deck)
        self._decoded: dict[int, tuple[Category, tuple[Rank, ...]]] = {}
        self._short_names: dict[int, str] = {}

    def _choose_strength(self) -> Strength:
        if self._tiebreaks is not None:
            return self._strength_with_tiebreaks
        return self._strength_with_lowest_wild if self._has_lowest_wild else self.lookup.best

    def _strength_with_tiebreaks(self, cards: Sequence[Card], lowest_among: Sequence[Card] = (), /) -> int:
        return self.strength_among(cards, (), lowest_among)

    def _strength_with_lowest_wild(self, cards: Sequence[Card], lowest_among: Sequence[Card] = (), /) -> int:
        return max(map(self.lookup.best_of_keys, self._possible_keys(cards, lowest_among)))

    @property
    def sum_lookup(self) -> FiveCardLookup | None:
        """The lookup of strengths by sums of keys, None on a scale where such a sum does not decide."""
        by_sums = self._tiebreaks is None and not self._has_lowest_wild
        return self.lookup if by_sums and isinstance(self.lookup, FiveCardLookup) else None

    def strength_among(
        self, cards: Sequence[Card], choices: Sequence[CardChoice], lowest_among: Sequence[Card] = ()
    ) -> int:
        """Returns the strength of the best of the choices that a game allows, of any cards if it names none."""
        candidates = list(self._candidates(cards, lowest_among, choices))
        strengths = [self.lookup.strength_if_all_play(candidate.keys) for candidate in candidates]
        best = max(strengths)
        if self._tiebreaks is None or best == NO_HAND:
            return best
        return max(
            self._tiebreaks.refine(best, candidate)
            for candidate, strength in zip(candidates, strengths, strict=True)
            if strength == best
        )

    def value(self, cards: Sequence[Card], lowest_among: Sequence[Card] = ()) -> HandValue:
        """Returns the best hand in one to seven cards; raises ValueError when they are no such cards."""
        dealt_cards = tuple(cards)
        self.check_cards(dealt_cards, MAX_CARDS)
        return HandValue(self, self.strength(dealt_cards, lowest_among), dealt_cards, tuple(lowest_among))

    def check_cards(self, cards: Sequence[Card], max_cards: int) -> None:
        """Raises ValueError unless the cards are from 1 to `max_cards` cards of the deck."""
        if not 1 <= len(cards) <= max_cards:
            raise ValueError(f"A hand to be valued has from 1 to {max_cards} cards, not {len(cards)}.")
        if len(set(cards)) == len(cards) and self._deck_cards.issuperset(cards):
            return
        for card, copies in Counter(cards).items():
            if copies > self._copies_in_deck[card]:
                times = "no" if not self._copies_in_deck[card] else "not so many of"
                raise ValueError(f"This game has {times} {card}.")

    def _possible_keys(self, cards: Sequence[Card], lowest_among: Sequence[Card]) -> Sequence[HandKeys]:
        """Every way in which the cards may count."""
        keys = tuple(self.lookup.key_of[card] for card in cards)
        return lowest_wild_keys(self.rules, cards, keys, lowest_among) if self._has_lowest_wild else (keys,)

    def _candidates(
        self, cards: Sequence[Card], lowest_among: Sequence[Card], choices: Sequence[CardChoice]
    ) -> Iterator[CandidateHand]:
        """Every choice of cards in every way in which they may count, natural cards before wild ones."""
        for keys in self._possible_keys(cards, lowest_among):
            indices = sorted(range(len(cards)), key=lambda index: is_wild(keys[index]))
            for choice in choices or (indices,):
                for selected in self.lookup.choices(choice):
                    candidate = CandidateHand(
                        tuple(cards[index] for index in selected), tuple(keys[index] for index in selected)
                    )
                    yield from self._ways_to_play(candidate)

    def _ways_to_play(self, candidate: CandidateHand) -> Iterable[CandidateHand]:
        return self._tiebreaks.ways_to_play(candidate) if self._tiebreaks else (candidate,)

    def _strength_of(self, candidate: CandidateHand) -> int:
        strength = self.lookup.strength_if_all_play(candidate.keys)
        if self._tiebreaks is None or strength == NO_HAND:
            return strength
        return self._tiebreaks.refine(strength, candidate)

    def _without_tiebreaks(self, strength: int) -> int:
        """The part of a strength that the category and the ranks make up."""
        return self._tiebreaks.unrefined(strength) if self._tiebreaks else strength

    def decode(self, strength: int) -> tuple[Category, tuple[Rank, ...]]:
        """Returns the category of a strength and the ranks that decide within it."""
        if strength == NO_HAND:
            return Category.HIGH_CARD, ()
        base = self._without_tiebreaks(strength)
        decoded = self._decoded.get(base)
        if decoded is None:
            decoded = self._decoded[base] = (
                self.hand_order.category(base),
                tuple(map(rank_of, self.hand_order.numbers(base))),
            )
        return decoded

    def short_name(self, strength: int) -> str:
        """Returns the name of a hand of this strength, without kickers."""
        base = self._without_tiebreaks(strength)
        name = self._short_names.get(base)
        if name is None:
            name = self.special_name(strength) or self.wording.short_name(*self.decode(strength))
            self._short_names[base] = name
        return name

    def special_name(self, strength: int) -> str:
        """Returns what a hand is called whatever its category, "" for most hands."""
        if strength == NO_HAND:
            return "no low"
        return "imperial flush" if self.is_imperial(strength) else ""

    def is_imperial(self, strength: int) -> bool:
        """Whether this is the royal flush of hearts where it stands above all others (NU-9)."""
        return strength != NO_HAND and self._without_tiebreaks(strength) == self.hand_order.imperial_strength

    def card_uses(self, hand: HandValue) -> tuple[CardUse, ...]:
        """Returns the cards that make a hand, in the order they are shown, and what each counts as."""
        if hand.strength == NO_HAND:
            return ()
        strength = self._without_tiebreaks(hand.strength)
        return arrange_cards(self.hand_order, self.rules.suit_order, self._playing_cards(hand), strength)

    def _playing_cards(self, hand: HandValue) -> CandidateHand:
        """The first five cards that make a hand, or all of its cards where their ranks alone tell the five."""
        lookup = None if hand.choices else self.sum_lookup
        if lookup and lookup.ranks_decide(hand.dealt_cards):
            return CandidateHand(hand.dealt_cards, tuple(lookup.key_of[card] for card in hand.dealt_cards))
        candidates = self._candidates(hand.dealt_cards, hand.lowest_among, hand.choices)
        return next(candidate for candidate in candidates if self._strength_of(candidate) == hand.strength)

    def lowest_wild(self, hand: HandValue) -> tuple[Card, ...]:
        """Returns the cards that are wild for being the player's lowest, if any are."""
        if not self._has_lowest_wild:
            return ()
        keys = tuple(self.lookup.key_of[card] for card in hand.dealt_cards)
        return lowest_wild_cards(self.rules, hand.dealt_cards, keys, hand.lowest_among)

    def deciding_card(self, hand: HandValue) -> Card | None:
        """Returns the card whose suit breaks the ties of a hand, None if suits break no ties (HR-2)."""
        if self._tiebreaks is None or hand.strength == NO_HAND:
            return None
        return self._tiebreaks.deciding_card(hand.strength, self.card_uses(hand))

    def tiebreak_words(self, hand: HandValue, rivals: Sequence[HandValue]) -> str:
        """Returns the words that tell a hand from rivals of the same ranks: its wild cards, or else its suit."""
        if self._tiebreaks is None:
            return ""
        if any(self._tiebreaks.differ_by_wild_cards(hand.strength, rival.strength) for rival in rivals):
            return self._tiebreaks.wild_words(hand.strength)
        card = self.deciding_card(hand)
        return f", {card.rank.word} of {card.suit.name.lower()}" if card else ""


@lru_cache(maxsize=64)
def scale_of(rules: RankingRules) -> Scale:
    """Returns the scale that ranks hands by these rules, always the same one for the same rules."""
    return Scale(rules)


@lru_cache(maxsize=64)
def upcard_scale(scale: Scale) -> Scale:
    """Returns the scale by which open cards alone are ranked while a hand is played (PH-6, PH-7, PH-9).

    The lowest card is known at the showdown only (WC-29), and the house's tie-breaks, qualifier and circular order are
    for the showdown as well.
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
