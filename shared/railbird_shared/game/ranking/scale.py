"""Scales: from cards to strength, and from strength back to words and cards.

Theory of operation. Most rankings depend on the cards alone: the scale's lookup finds the best hand in one step. Two
house settings need more. Where each player's lowest card is wild, the lookup is asked once for every way in which the
cards may count. Where wild cards or suits break ties, every five cards that a player may take are tried, since the
best of equal choices counts (WC-24, SU-10).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, total_ordering
from itertools import combinations, product
from typing import Protocol

import msgspec

from railbird_shared.game.cards import Card, Rank
from railbird_shared.game.game_rules import BadSetup, CircularOrder, GameRules, LowestWild, Selection, WildTiebreak
from railbird_shared.game.ranking.card_use import (
    CandidateHand,
    CardChoice,
    CardUse,
    Tiebreaks,
    arrange_cards,
    lowest_wild_cards,
    lowest_wild_keys,
)
from railbird_shared.game.ranking.hand_order import NO_HAND, Category, HandOrder, rank_of
from railbird_shared.game.ranking.lookup import BadugiLookup, FiveCardLookup, HandKeys, is_wild
from railbird_shared.game.ranking.words import BadugiWording, HighWording, LowWording
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
        badugi = self.hand_order.suits_differ
        self.lookup = BadugiLookup(rules, self.hand_order) if badugi else FiveCardLookup(rules, self.hand_order)
        wording = BadugiWording if badugi else LowWording if self.hand_order.low else HighWording
        self.wording: HighWording = wording()
        breaks_ties = rules.wild_tiebreak is not WildTiebreak.NONE or rules.suit_tiebreak > 0
        self._tiebreaks = Tiebreaks(rules, self.hand_order) if breaks_ties else None
        self._has_lowest_wild = rules.lowest_wild is not LowestWild.NONE
        by_keys = self._strength_with_lowest_wild if self._has_lowest_wild else self.lookup.best
        self.strength: Strength = self._strength_with_tiebreaks if breaks_ties else by_keys
        """Returns a number that compares as the hands do, from one to seven cards of the deck, unchecked.

        It is `NO_HAND` for a hand that cannot win: a low that does not qualify (LO-22).
        """
        self._copies_in_deck = Counter(rules.deck)
        self._deck_cards = frozenset(rules.deck)
        self._decoded: dict[int, tuple[Category, tuple[Rank, ...]]] = {}
        self._short_names: dict[int, str] = {}

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
                    yield from self._tiebreaks.ways_to_play(candidate) if self._tiebreaks else (candidate,)

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
            ranks = tuple(map(rank_of, self.hand_order.numbers(base)))
            decoded = self._decoded[base] = (self.hand_order.category(base), ranks)
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

    def deciding_card(self, hand: HandValue) -> Card | None:
        """Returns the card whose suit breaks the ties of a hand, None if suits break no ties (HR-2)."""
        if self._tiebreaks is None or not self.rules.suit_tiebreak or hand.strength == NO_HAND:
            return None
        return self._tiebreaks.deciding_card(self._without_tiebreaks(hand.strength), self.card_uses(hand))

    def tiebreak_words(self, hand: HandValue, rivals: Sequence[HandValue]) -> str:
        """Returns the words that tell a hand from rivals of the same ranks: its wild cards, or else its suit."""
        if self._tiebreaks is None:
            return ""
        if any(self._tiebreaks.differ_by_wild_cards(hand.strength, rival.strength) for rival in rivals):
            return self._tiebreaks.wild_words(hand.strength)
        card = self.deciding_card(hand)
        return f", {card.rank.word} of {card.suit.name.lower()}" if card else ""


@total_ordering
@dataclass(slots=True, eq=False, repr=False)
class HandValue:
    """The value of a hand; the greater one wins and equal ones tie (HR-8), on low scales too.

    Everything but the comparison is computed on request. Under a circular order two values cannot be compared:
    comparing them raises TypeError, and `winners` decides (NU-12).
    """

    _scale: Scale
    strength: int
    dealt_cards: tuple[Card, ...]
    lowest_among: tuple[Card, ...] = ()
    choices: tuple[CardChoice, ...] = ()

    def __eq__(self, other: object) -> bool:
        return self.strength == other.strength if isinstance(other, HandValue) else NotImplemented

    def __lt__(self, other: HandValue) -> bool:
        if self._scale.circular:
            raise TypeError("These hands go round in a circle; winners() finds who wins among them.")
        return self.strength < other.strength

    def __hash__(self) -> int:
        return hash(self.strength)

    def __repr__(self) -> str:
        return f"<{self.words}: {' '.join(map(str, self.cards))}>"

    @property
    def qualifies(self) -> bool:
        """Whether the hand can win anything; a low that is not eight or better cannot (LO-22)."""
        return self.strength != NO_HAND

    @property
    def category(self) -> Category:
        """The kind of hand; a low hand without a combination is a high card."""
        return self._scale.decode(self.strength)[0]

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """The ranks that decide between two hands of the category, the most significant first.

        A straight has one, its top; four of a kind has two, the four and the kicker. A hand that does not qualify has
        none.
        """
        return self._scale.decode(self.strength)[1]

    @property
    def cards(self) -> tuple[Card, ...]:
        """The five cards used, or all of fewer, the most significant first (HR-3, DS-1)."""
        return tuple(card for card, _ in self._scale.card_uses(self))

    @property
    def played_as(self) -> tuple[Card, ...]:
        """The card that each of `cards` counts as: itself, or what a wild card stands for (WC-4)."""
        return tuple(counts_as for _, counts_as in self._scale.card_uses(self))

    @property
    def lowest_wild(self) -> tuple[Card, ...]:
        """The player's lowest cards where these are wild, else none (WC-26, WC-27).

        Of several the player chooses one, unless all of the rank are wild (WC-30).
        """
        keys = tuple(self._scale.lookup.key_of[card] for card in self.dealt_cards)
        return lowest_wild_cards(self._scale.rules, self.dealt_cards, keys, self.lowest_among)

    @property
    def deciding_card(self) -> Card | None:
        """The card whose suit breaks ties under a suit tie-break, else None (SU-6..SU-10)."""
        return self._scale.deciding_card(self)

    @property
    def words(self) -> str:
        """The name of the hand without kickers: "pair of kings", "8-7-6-4-3"."""
        return self._scale.short_name(self.strength)

    def describe(self, others: Iterable[HandValue] = ()) -> str:
        """Returns the name with as many kickers as tell this hand from the others: "pair of kings, ace kicker".

        Where only wild cards or a suit tell it from another hand of the same ranks, the name adds them.
        """
        if title := self._scale.special_name(self.strength):
            return title
        category, ranks = self._scale.decode(self.strength)
        rival_ranks: list[tuple[Rank, ...]] = []
        alike: list[HandValue] = []
        for other in others:
            other_category, other_ranks = self._scale.decode(other.strength)
            if other_category is category and other.strength != NO_HAND:
                rival_ranks.append(other_ranks)
                if other_ranks == ranks and other.strength != self.strength:
                    alike.append(other)
        if not rival_ranks:
            return self.words
        text = self._scale.wording.name_with_kickers(category, ranks, rival_ranks)
        return text + (self._scale.tiebreak_words(self, alike) if alike else "")

    def names(self) -> tuple[str, ...]:
        """Returns every name that players give this hand, `words` first (DS-2..DS-14)."""
        if not self.qualifies:
            return (self.words,)
        return tuple(dict.fromkeys((self.words, *self._scale.wording.names(*self._scale.decode(self.strength)))))


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


FROM_HAND, FROM_BOARD = 2, 3


class TwoFromHand:
    """The hands that players make with one board, on any scale. The work on the board is done once for all players.

    While the board has fewer than three cards, every hand takes all of them.
    """

    def __init__(self, scale: Scale, board: Sequence[Card]) -> None:
        self._scale = scale
        self._board = tuple(board)
        self._sum_lookup = scale.sum_lookup if len(self._board) >= FROM_BOARD else None
        self._board_sums = key_sums(self._sum_lookup, self._board, FROM_BOARD) if self._sum_lookup else ()

    def strength(self, hand: Sequence[Card]) -> int:
        """Returns a number that compares as the hands do, from two or more cards in hand, unchecked."""
        if self._sum_lookup is None:
            return self._scale.strength_among([*hand, *self._board], self._choices(hand), hand)
        return self._sum_lookup.best_of_pairings(key_sums(self._sum_lookup, hand, FROM_HAND), self._board_sums)

    def value(self, hand: Sequence[Card]) -> HandValue:
        """Returns the best hand of two cards in hand and three of the board; raises ValueError for no such cards."""
        dealt_cards = (*hand, *self._board)
        self._scale.check_cards(dealt_cards, len(dealt_cards))
        return HandValue(self._scale, self.strength(hand), dealt_cards, tuple(hand), self._choices(hand))

    def _choices(self, hand: Sequence[Card]) -> tuple[CardChoice, ...]:
        return _two_from_hand_choices(len(hand), len(self._board))


def key_sums(lookup: FiveCardLookup, cards: Sequence[Card], size: int) -> list[int]:
    """Returns the sums of the keys of every `size` of the cards."""
    return list(map(sum, combinations([lookup.key_of[card] for card in cards], size)))


@lru_cache(maxsize=64)
def _two_from_hand_choices(in_hand: int, on_board: int) -> tuple[CardChoice, ...]:
    twos = combinations(range(in_hand), min(FROM_HAND, in_hand))
    threes = combinations(range(in_hand, in_hand + on_board), min(FROM_BOARD, on_board))
    return tuple(two + three for two, three in product(twos, threes))


def winners(strengths: Sequence[int], scale: Scale) -> tuple[int, ...]:
    """Returns the indices of the hands that share a pot, given the strengths of all that contest it (NU-12, NU-13).

    On an ordinary scale these are the strongest hands; where no hand can win there are none (SD-19).
    """
    strongest = max(strengths, default=NO_HAND)
    if strongest == NO_HAND:
        return ()
    best = {strongest}
    if scale.circular:
        greek = scale.rules.unbeatable is CircularOrder.GREEK
        best = _greek_winners(strengths, scale) if greek else _italian_winners(strengths, scale)
    return tuple(index for index, strength in enumerate(strengths) if strength in best)


def _greek_winners(strengths: Sequence[int], scale: Scale) -> set[int]:
    """The imperial flush loses only to four of the lowest rank; all three share with a hand between (NU-9..NU-11)."""
    strongest = max(strengths)
    fours = [strength for strength in strengths if _is_lowest_quads(strength, scale)]
    if not fours or not scale.is_imperial(strongest):
        return {strongest}
    between = [strength for strength in strengths if strength > max(fours) and not scale.is_imperial(strength)]
    return {strongest, max(fours), max(between)} if between else {max(fours)}


def _is_lowest_quads(strength: int, scale: Scale) -> bool:
    category, ranks = scale.decode(strength)
    return category is Category.FOUR_OF_A_KIND and ranks[0] is scale.rules.lowest_rank


def _italian_winners(strengths: Sequence[int], scale: Scale) -> set[int]:
    """The lowest straight flush beats the highest, which beats the others, which beat the lowest (NU-2..NU-8)."""
    strongest = max(strengths)
    if scale.decode(strongest)[0] is not Category.STRAIGHT_FLUSH:
        return {strongest}
    flushes = [strength for strength in strengths if scale.decode(strength)[0] is Category.STRAIGHT_FLUSH]
    lowest_top = scale.rules.lowest_rank + 3
    tops = {strength: scale.decode(strength)[1][0] for strength in flushes}
    minimum = max((strength for strength in flushes if tops[strength] == lowest_top), default=NO_HAND)
    maximum = max((strength for strength in flushes if tops[strength] is Rank.ACE), default=NO_HAND)
    medium = max((strength for strength in flushes if lowest_top < tops[strength] < Rank.ACE), default=NO_HAND)
    if minimum and medium and maximum:
        return {minimum, medium, maximum}
    return {minimum} if minimum and maximum else {maximum or medium or minimum}


Strengths = tuple[int, ...]
"""The strength of a hand on each side of the pot, high before low; more is better on both."""

EarlyEvaluator = Callable[[Sequence[Card]], int]


class FinalEvaluator(Protocol):
    """Evaluates whole hands."""

    def __call__(self, concealed: Sequence[Card], upcards: Sequence[Card] = (), /) -> Strengths:
        """Returns the strengths of a hand of cards dealt face down and, in stud, face up (WC-27)."""
        ...


class HandEvaluator:
    """The value of hands by the rules of a table: by one scale, or by one for each half of the pot.

    `side_count` is how many parts a pot has. Raises BadSetup for rules by which no hand wins, or whose settings exclude
    each other.
    """

    def __init__(self, rules: GameRules) -> None:
        rankings = [RankingRules.from_data(side) for side in (rules.high, rules.low) if side is not None]
        if not rankings:
            raise BadSetup("By these rules no hand wins anything.")
        self.pack = rankings[0].deck
        self.card_set = frozenset(self.pack)
        self.scales = tuple(map(scale_of, rankings))
        self.side_count = len(self.scales)
        self.two_from_hand = rules.selection is Selection.TWO_FROM_HAND
        self._early_scales = tuple(map(upcard_scale, self.scales))
        self._one_linear_scale = len(self.scales) == 1 and not self.scales[0].circular

    def final_evaluator(self, board: Sequence[Card] = (), *, board_is_held: bool = False) -> FinalEvaluator:
        """Returns the function that evaluates whole hands with a board.

        With `board_is_held` each player holds the board: it is the common last card of stud (CX-41).
        """
        if self.two_from_hand:
            omahas = [TwoFromHand(scale, board) for scale in self.scales]
            return lambda concealed, upcards=(): tuple([omaha.strength((*concealed, *upcards)) for omaha in omahas])
        if self.scales[0].rules.lowest_wild is LowestWild.CARD:
            held = tuple(board) if board_is_held else ()
            return lambda concealed, upcards=(): tuple(
                [scale.strength((*concealed, *upcards, *board), (*concealed, *upcards, *held)) for scale in self.scales]
            )
        if len(self.scales) == 1:
            [scale] = self.scales
            return lambda concealed, upcards=(): (scale.strength((*concealed, *upcards, *board), concealed),)
        return lambda concealed, upcards=(): tuple(
            [scale.strength((*concealed, *upcards, *board), concealed) for scale in self.scales]
        )

    def early_evaluator(self, board: Sequence[Card] = (), side: int = 0) -> EarlyEvaluator:
        """Returns the function that evaluates hands on one side while cards are still to come, without a qualifier."""
        scale = self._early_scales[side]
        if self.two_from_hand:
            return TwoFromHand(scale, board).strength
        return lambda hand: scale.strength((*hand, *board))

    def side_shares(self, own: Strengths, others: Sequence[Strengths]) -> tuple[float | None, ...]:
        """Returns the part of each side that one hand wins against others, None for a side that nobody can win."""
        by_side = zip(own, *others, strict=True)
        won = [winners(strengths, scale) for strengths, scale in zip(by_side, self.scales, strict=True)]
        return tuple([(0 in places) / len(places) if places else None for places in won])

    def pot_share(self, own: Strengths, others: Sequence[Strengths]) -> float:
        """Returns the part of the pot, from 0 to 1, that one hand wins against others (SD-15, SD-18)."""
        if self._one_linear_scale:
            best = max(others, default=(-1,))
            return 1.0 if own > best else 1.0 / (1 + others.count(own)) if own == best else 0.0
        parts = [part for part in self.side_shares(own, others) if part is not None]
        return sum(parts) / len(parts) if parts else 0.0


@lru_cache(maxsize=64)
def evaluator_of(rules: GameRules) -> HandEvaluator | None:
    """Returns the evaluator of hands by these rules, None for rules that this version does not know."""
    try:
        return HandEvaluator(rules)
    except BadSetup:
        return None
