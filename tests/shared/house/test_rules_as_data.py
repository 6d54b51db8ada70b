"""The rules that a table announces are those of the game as the house plays it, and survive the wire."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json
from msgspec.structs import replace

from railbird_shared.game.cards import PACK, Card, parse_cards
from railbird_shared.game.game_rules import BadSetup, GameRules, HandRanking, OddChip, Selection
from railbird_shared.game.ranking_rules import RankingRules
from railbird_shared.game.variants import VARIANTS, Variant
from railbird_shared.house.apply import apply_house_rules
from railbird_shared.house.house_rules import PRESETS, DiscardLimit, HiLoDeclare, HouseRules
from support.examples import examples
from support.house_builders import any_settings, few_settings


def assert_rules_survive_the_wire(variant: Variant) -> None:
    rules = variant.rules
    received = json.decode(json.encode(rules), type=GameRules)
    assert received == rules
    for ranking, data in ((variant.high, received.high), (variant.low, received.low)):
        assert (data and RankingRules.from_data(data)) == ranking


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("game", VARIANTS)
def test_the_rules_of_every_game_in_every_preset_survive_the_wire(game: str, preset: str) -> None:
    try:
        variant = apply_house_rules(PRESETS[preset], VARIANTS[game])
    except BadSetup:
        return
    assert_rules_survive_the_wire(variant)


@settings(max_examples=examples(400))
@given(st.sampled_from(sorted(VARIANTS)), st.sampled_from(sorted(PRESETS)), st.one_of(few_settings, any_settings))
def test_the_rules_of_any_house_survive_the_wire(game: str, preset: str, changes: dict[str, object]) -> None:
    try:
        variant = apply_house_rules(replace(PRESETS[preset], **changes), VARIANTS[game])
    except BadSetup:
        return
    assert_rules_survive_the_wire(variant)


@given(st.lists(st.sampled_from(PACK), max_size=12))
def test_wild_cards_are_written_in_the_order_of_the_pack(cards: Sequence[Card]) -> None:
    rules = RankingRules(wild_cards=tuple(cards))
    assert rules.data.wild_cards == tuple(card for card in PACK if card in cards)
    assert rules == RankingRules(wild_cards=tuple(reversed(cards)))


def test_a_game_announces_how_its_cards_are_chosen_and_exchanged() -> None:
    house = HouseRules(odd_chip=OddChip.SUIT, suit_order="hdcs", hilo_declare=HiLoDeclare.DECLARE, declared_hands=False)
    rules = apply_house_rules(house, VARIANTS["omaha8"]).rules
    assert (rules.selection, rules.odd_chip, rules.suit_order) == (Selection.TWO_FROM_HAND, OddChip.SUIT, "hdcs")
    assert (rules.hilo_declare, rules.declared_hands, rules.draws) == (True, False, ())
    kitchen = HouseRules(discard_limit=DiscardLimit.THREE_OR_FOUR_WITH_ACE, declared_hands=True)
    draw = apply_house_rules(kitchen, VARIANTS["five-card-draw"]).rules
    assert (draw.draws, draw.discard_limit, draw.declared_hands) == ((5,), True, True)
    assert VARIANTS["badugi"].rules.draws == (4, 4, 4)


def test_settings_that_exclude_each_other_are_refused_when_they_are_read() -> None:
    with pytest.raises(BadSetup, match="A pack of 36 cards has no 2c to be wild"):
        RankingRules.from_data(HandRanking(pack=36, wild_cards=parse_cards("2c")))
