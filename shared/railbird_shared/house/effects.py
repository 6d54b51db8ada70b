"""Which rules of a house have an effect in a game.

A rule about how something is done counts for nothing in a game that has no such thing: `effective_rules` takes it out,
and `rules_without_effect` names it. Only the pack, the jokers and the seats may rule a game out, which `apply` does
(CX-47).
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from railbird_shared.game.variants import Variant
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.house.rule import Rule, limited_rules, rules_of


def effective_rules(house: HouseRules, variant: Variant) -> HouseRules:
    """Returns the rules of a house for a game, those without effect left out; `variant` is of the catalogue."""
    return _reduce(house, variant)[0]


def rules_without_effect(house: HouseRules, variant: Variant) -> tuple[Rule, ...]:
    """Returns the rules that a house has and that count for nothing in a game."""
    return _reduce(house, variant)[1]


def tournament_rules(house: HouseRules) -> HouseRules:
    """Returns the rules of a house for tournaments, those without effect there left out."""
    usual: dict[str, Any] = {
        rule.name: rule.default for rule in rules_of(type(house)).values() if not rule.rule.in_tournaments
    }
    return replace(house, **usual)


def _reduce(house: HouseRules, variant: Variant) -> tuple[HouseRules, tuple[Rule, ...]]:
    house = house.for_game(variant.id)
    idle: list[Rule] = []
    for rule in limited_rules(type(house)):
        if rule.asks(house) and not rule.counts(house, variant):
            idle.append(rule)
            usual: dict[str, Any] = {rule.name: rule.default}
            house = replace(house, **usual)
    return house, tuple(idle)
