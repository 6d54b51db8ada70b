"""Hypothesis strategies for house rules, and hands of a variant as a house plays it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, NamedTuple, get_args, get_type_hints

import msgspec
from hypothesis import strategies as st

from railbird_server.rules.hand import Hand
from railbird_server.rules.setup import ExtraPost
from railbird_shared.game.game_rules import BadSetup
from railbird_shared.game.ranking_rules import SUIT_ORDERS
from railbird_shared.game.variants import VARIANTS, ForcedBets, Variant
from railbird_shared.house.apply import apply_house_rules
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.house.terms import house_game
from railbird_shared.protocol.events import Post
from support.hand_builders import make_hand, shuffled_deck

TRIED_VALUES: dict[str, Sequence[object]] = {
    "pack": (None, None, 52, 40, 36, 32, 20),
    "jokers": (None, None, 0, 1, 2),
    "wild_ranks": (
        "none",
        "none",
        "deuces",
        "one-eyed-jacks",
        "lowest-card",
        "lowest-concealed",
        "Q",
        "A 9s",
        "Td, Kh",
    ),
    "qualifier": (None, None, 0, 8),
    "suit_tiebreak": (0, 0, 0, 1, 2, 3),
    "suit_order": SUIT_ORDERS,
    "raise_cap": (None, 0, 3, 4),
    "min_buy_in_multiple": range(10, 21),
    "ante": (None, 1, 2),
    "small_blind": (None, 0, 1, 2),
    "big_blind": (None, 2, 4, 5),
    "seats": (None, None, None, 2, 3, 6, 8),
    "straddles": (0, 0, 1, 2),
    "runs": (1, 1, 1, 2, 3),
    "seven_deuce": (0, 2, 1000),
    "bomb_pot": (0, 3, 1000),
    "bomb_pot_every": (0, 1, 5),
    "rake_percent": (1, 5, 20),
    "rake_cap": (1, 3, 1000),
    "time_charge": (1, 10),
}
"""The values to try for every setting whose type does not list them."""


def tried_values(name: str) -> Sequence[object]:
    """Returns the values to try for a setting, the default first."""
    if name in TRIED_VALUES:
        return TRIED_VALUES[name]
    kind = get_type_hints(HouseRules)[name]
    default = getattr(HouseRules(), name)
    kinds = get_args(kind) or (kind,)
    if bool in kinds:
        return default, False, True
    words = next(part for part in kinds if issubclass(part, StrEnum))
    return [default, *words]


def setting_strategy(name: str) -> st.SearchStrategy[object]:
    """Returns a strategy that draws the default of a setting more often than all other values together."""
    default = getattr(HouseRules(), name)
    return st.one_of(st.just(default), st.just(default), st.sampled_from(list(tried_values(name))))


SETTING_NAMES = tuple(field.name for field in msgspec.structs.fields(HouseRules) if field.name != "games")

any_settings = st.fixed_dictionaries({name: setting_strategy(name) for name in SETTING_NAMES})
"""Any settings, some of which no house can have."""

few_settings = st.lists(st.sampled_from(SETTING_NAMES), max_size=4, unique=True).flatmap(
    lambda names: st.fixed_dictionaries({name: st.sampled_from(list(tried_values(name))) for name in names})
)
"""A few settings, so that most games can be played with them."""


class HouseHandCase(NamedTuple):
    """A house, a game that it plays or refuses to play, and the other inputs of a hand."""

    settings: dict[str, Any]
    game: str
    stacks: list[int]
    seed: int
    carried: int

    def house_and_variant(self) -> tuple[HouseRules, Variant]:
        """Returns the house and the game as it plays it; raises BadSetup."""
        house = HouseRules(**self.settings)
        variant = apply_house_rules(house, VARIANTS[self.game])
        house_game(house, variant)
        return house, variant

    def make_hand_or_none(self) -> Hand | None:
        """Returns a hand about to start, None if the house does not play the game."""
        try:
            house, variant = self.house_and_variant()
        except BadSetup:
            return None
        stacks = self.stacks[: variant.max_seats]
        stakes = house_game(house, variant).stakes
        straddles = house.straddles if variant.forced_bets is ForcedBets.BLINDS and len(stacks) > 2 else 0
        return make_hand(
            variant,
            stacks,
            deck=shuffled_deck(self.seed, variant),
            stakes=stakes,
            posts=[
                ExtraPost(seat, Post.STRADDLE, stakes.big_blind << straddle)
                for straddle, seat in enumerate(range(3, min(len(stacks), 2 + straddles) + 1), start=1)
            ],
            carried=self.carried,
            passed_out=self.seed % 8,
            rake=house.pot_rake,
        )


house_hand_cases = st.builds(
    HouseHandCase,
    settings=st.one_of(few_settings, few_settings, any_settings),
    game=st.sampled_from(sorted(VARIANTS)),
    stacks=st.lists(st.integers(1, 150), min_size=2, max_size=10),
    seed=st.integers(0, 10_000),
    carried=st.sampled_from([0, 0, 7]),
)
"""Any house at any game with any players."""
