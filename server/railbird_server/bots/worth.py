"""What hands are worth in the game at hand, on each side of its pots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextvars import ContextVar
from functools import lru_cache

from railbird_server.rules.errors import BadSetup
from railbird_server.rules.house import AS_KNOWN, PRESETS, HouseRules, shape, summary
from railbird_server.rules.ranking import TwoFromHand, winners
from railbird_server.rules.ranking.scales import scale_showing
from railbird_server.rules.valuing import scales_of
from railbird_server.rules.variants import VARIANTS, Selection, Variant
from railbird_shared.cards import Card
from railbird_shared.games import Game

Strengths = tuple[int, ...]
"""What a hand is worth on each side of the pot, high before low; more is better on both."""

Appraise = Callable[[Sequence[Card]], Strengths]
Grade = Callable[[Sequence[Card]], int]


class Worth:
    """How hands are valued in one game: by one scale, or by one for each half of the pot."""

    def __init__(self, variant: Variant) -> None:
        self.id = variant.id
        self.pack = variant.pack
        self.cards = frozenset(variant.pack)
        self.scales = tuple(scales_of(variant).values())
        self.two_from_hand = variant.selection is Selection.TWO_FROM_HAND
        self._early = tuple(map(scale_showing, self.scales))
        self._simple = len(self.scales) == 1 and not self.scales[0].circular

    @property
    def sides(self) -> int:
        """How many parts a pot has."""
        return len(self.scales)

    def on(self, board: Sequence[Card] = ()) -> Appraise:
        """Returns what hands are worth with a board."""
        if self.two_from_hand:
            omahas = [TwoFromHand(scale, board) for scale in self.scales]
            return lambda hand: tuple([omaha.strength(hand) for omaha in omahas])
        if len(self.scales) == 1:
            [scale] = self.scales
            return lambda hand: (scale.strength((*hand, *board)),)
        return lambda hand: tuple([scale.strength((*hand, *board)) for scale in self.scales])

    def graded(self, board: Sequence[Card] = (), side: int = 0) -> Grade:
        """Returns how good hands look on one side while cards are still to come, where none is ruled out yet."""
        scale = self._early[side]
        if self.two_from_hand:
            return TwoFromHand(scale, board).strength
        return lambda hand: scale.strength((*hand, *board))

    def wins(self, mine: Strengths, others: Sequence[Strengths]) -> tuple[float | None, ...]:
        """Returns the part of each side that one hand wins against others, None for a side that nobody can win."""
        parts: list[float | None] = []
        for side, scale in enumerate(self.scales):
            places = winners([mine[side], *[other[side] for other in others]], scale)
            parts.append((0 in places) / len(places) if places else None)
        return tuple(parts)

    def share(self, mine: Strengths, others: Sequence[Strengths]) -> float:
        """Returns the part of the pot, from 0 to 1, that one hand wins against others (SD-15, SD-18)."""
        if self._simple:
            best = max(others, default=(-1,))
            return 1.0 if mine > best else 1.0 / (1 + others.count(mine)) if mine == best else 0.0
        parts = [part for part in self.wins(mine, others) if part is not None]
        return sum(parts) / len(parts) if parts else 0.0


_house: ContextVar[HouseRules | None] = ContextVar("house", default=AS_KNOWN)


def enter(house: HouseRules) -> None:
    """Has the bots of the running task value hands as a house plays the games; others take them as they are known."""
    _house.set(house)


def listen(game: Game, sentences: tuple[str, ...]) -> None:
    """Has the bots of the running task value hands as that house does which says this about a game.

    It is the one they are in, or one of the presets; where none would say so, no hand's value is understood.
    """
    houses = (_house.get() or AS_KNOWN, *PRESETS.values())
    _house.set(next((house for house in houses if _said_in(house, game.id) == sentences), None))


def is_understood(game: Game) -> bool:
    """Whether it is known what wins in a game, as the house plays it."""
    return _house.get() is not None and game.id in VARIANTS


def worth_of(game: Game) -> Worth:
    """Returns how hands are valued in a game that is understood."""
    return _worth(game.id, _house.get() or AS_KNOWN)


@lru_cache(maxsize=64)
def _worth(game: str, house: HouseRules) -> Worth:
    try:
        return Worth(shape(house, VARIANTS[game]))
    except BadSetup:
        return Worth(VARIANTS[game])


@lru_cache(maxsize=256)
def _said_in(house: HouseRules, game: str) -> tuple[str, ...] | None:
    """What players are told about a game in a house, None where it is not played there."""
    try:
        return summary(house, VARIANTS[game])
    except (BadSetup, KeyError):
        return None
