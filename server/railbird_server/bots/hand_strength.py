"""Evaluates hands in the game being played, for each side of the pot and under the house rules of the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextvars import ContextVar
from functools import lru_cache

from railbird_server.rules.errors import BadSetup
from railbird_server.rules.hand_values import scales_of
from railbird_server.rules.house import DEFAULT, PRESETS, HouseRules, apply_house_rules, summary
from railbird_server.rules.ranking import TwoFromHand, winners
from railbird_server.rules.ranking.scale import upcard_scale
from railbird_server.rules.variants import VARIANTS, Variant
from railbird_shared.cards import Card
from railbird_shared.game_rules import Selection
from railbird_shared.games import Game

Strengths = tuple[int, ...]
"""What a hand is worth on each side of the pot, high before low; more is better on both."""

FinalEvaluator = Callable[[Sequence[Card]], Strengths]
EarlyEvaluator = Callable[[Sequence[Card]], int]


class HandEvaluator:
    """How hands are valued in one game: by one scale, or by one for each half of the pot."""

    def __init__(self, variant: Variant) -> None:
        self.id = variant.id
        self.pack = variant.pack
        self.card_set = frozenset(variant.pack)
        self.scales = tuple(scales_of(variant).values())
        self.two_from_hand = variant.selection is Selection.TWO_FROM_HAND
        self._early_scales = tuple(map(upcard_scale, self.scales))
        self._one_linear_scale = len(self.scales) == 1 and not self.scales[0].circular

    @property
    def side_count(self) -> int:
        """How many parts a pot has."""
        return len(self.scales)

    def final_evaluator(self, board: Sequence[Card] = ()) -> FinalEvaluator:
        """Returns what hands are worth with a board."""
        if self.two_from_hand:
            omahas = [TwoFromHand(scale, board) for scale in self.scales]
            return lambda hand: tuple([omaha.strength(hand) for omaha in omahas])
        if len(self.scales) == 1:
            [scale] = self.scales
            return lambda hand: (scale.strength((*hand, *board)),)
        return lambda hand: tuple([scale.strength((*hand, *board)) for scale in self.scales])

    def early_evaluator(self, board: Sequence[Card] = (), side: int = 0) -> EarlyEvaluator:
        """Returns how good hands look on one side while cards are still to come, where none is ruled out yet."""
        scale = self._early_scales[side]
        if self.two_from_hand:
            return TwoFromHand(scale, board).strength
        return lambda hand: scale.strength((*hand, *board))

    def side_shares(self, own: Strengths, others: Sequence[Strengths]) -> tuple[float | None, ...]:
        """Returns the part of each side that one hand wins against others, None for a side that nobody can win."""
        parts: list[float | None] = []
        for side, scale in enumerate(self.scales):
            places = winners([own[side], *[other[side] for other in others]], scale)
            parts.append((0 in places) / len(places) if places else None)
        return tuple(parts)

    def pot_share(self, own: Strengths, others: Sequence[Strengths]) -> float:
        """Returns the part of the pot, from 0 to 1, that one hand wins against others (SD-15, SD-18)."""
        if self._one_linear_scale:
            best = max(others, default=(-1,))
            return 1.0 if own > best else 1.0 / (1 + others.count(own)) if own == best else 0.0
        parts = [part for part in self.side_shares(own, others) if part is not None]
        return sum(parts) / len(parts) if parts else 0.0


_current_house: ContextVar[HouseRules | None] = ContextVar("house", default=DEFAULT)


def use_house_rules(house: HouseRules) -> None:
    """Has the bots of the running task value hands as a house plays the games; others take them as they are known."""
    _current_house.set(house)


def recognize_house_rules(game: Game, sentences: tuple[str, ...]) -> None:
    """Has the bots of the running task value hands as that house does which says this about a game.

    It is the one they are in, or one of the presets; where none would say so, no hand's value is understood.
    """
    houses = (_current_house.get() or DEFAULT, *PRESETS.values())
    _current_house.set(next((house for house in houses if _description_in(house, game.id) == sentences), None))


def knows_rules(game: Game) -> bool:
    """Whether it is known what wins in a game, as the house plays it."""
    return _current_house.get() is not None and game.id in VARIANTS


def evaluator_for(game: Game) -> HandEvaluator:
    """Returns how hands are valued in a game that is understood."""
    return _build_evaluator(game.id, _current_house.get() or DEFAULT)


@lru_cache(maxsize=64)
def _build_evaluator(game: str, house: HouseRules) -> HandEvaluator:
    try:
        return HandEvaluator(apply_house_rules(house, VARIANTS[game]))
    except BadSetup:
        return HandEvaluator(VARIANTS[game])


@lru_cache(maxsize=256)
def _description_in(house: HouseRules, game: str) -> tuple[str, ...] | None:
    """What players are told about a game in a house, None where it is not played there."""
    try:
        return summary(house, VARIANTS[game])
    except (BadSetup, KeyError):
        return None
