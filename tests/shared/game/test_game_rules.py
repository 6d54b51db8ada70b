"""The rules of a game as a table's description carries them."""

from __future__ import annotations

from msgspec import json

from railbird_shared.game.cards import parse_cards
from railbird_shared.game.game_rules import GameRules, HandRanking, LowestWild, Order


def test_a_game_of_high_hands_without_house_rules_is_short_on_the_wire() -> None:
    assert json.encode(GameRules(high=HandRanking())) == b'{"high":{}}'


def test_only_what_differs_from_the_usual_is_written() -> None:
    rules = GameRules(
        low=HandRanking(order=Order.ACE_TO_FIVE, wild_cards=parse_cards("2c 2d"), lowest_wild=LowestWild.NONE)
    )
    assert json.encode(rules) == b'{"low":{"order":"a5","wild_cards":["2c","2d"]}}'
    assert json.decode(json.encode(rules), type=GameRules) == rules
