"""Evaluates hands by the rules that a table announces, for each side of the pot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Protocol

from railbird_shared.game.cards import Card
from railbird_shared.game.game_rules import BadSetup, GameRules, LowestWild, Selection
from railbird_shared.game.ranking import TwoFromHand, scale_of, winners
from railbird_shared.game.ranking.scale import upcard_scale
from railbird_shared.game.ranking_rules import RankingRules

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
