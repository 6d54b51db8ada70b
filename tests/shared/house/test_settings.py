"""The effect of every house setting, clause by clause."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from railbird_shared.game.announced_game import Structure
from railbird_shared.game.game_rules import (
    CircularOrder,
    JokerRole,
    LowestWild,
    OddChip,
    OpeningRequirement,
    Order,
    Rake,
    WildScope,
    WildTiebreak,
)
from railbird_shared.game.variants import VARIANTS, FirstToAct, ForcedBets, Variant
from railbird_shared.house.apply import apply_house_rules
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.house.terms import house_game
from railbird_shared.house.toml import from_toml

CLAUSES = Path(__file__).parents[3] / "server" / "railbird_server" / "guide" / "clauses.md"

Effect = Callable[[HouseRules, Variant], object]


class Setting(NamedTuple):
    """A clause, a house with the setting, a game that shows its effect, and what the game shows without and with it."""

    clause: str
    toml: str
    game: str
    observe: Effect
    default: object
    chosen: object


def high(name: str) -> Effect:
    return lambda _, game: getattr(game.high, name)


def low(name: str) -> Effect:
    return lambda _, game: getattr(game.low, name)


def of_game(name: str) -> Effect:
    return lambda _, game: getattr(game, name)


def of_house(name: str) -> Effect:
    return lambda house, _: getattr(house, name)


def stakes(name: str) -> Effect:
    return lambda house, game: getattr(house_game(house, game).stakes, name)


def first_after_draw(_: HouseRules, game: Variant) -> FirstToAct:
    return game.streets[1].first_to_act


def wild_ranks(_: HouseRules, game: Variant) -> object:
    return len(game.ranking.wild_cards), game.ranking.lowest_wild


SETTINGS = [
    Setting("HS-1", "pack = 40", "holdem", high("pack"), 52, 40),
    Setting("HS-1", "pack = 20", "old-poker", high("pack"), 20, 20),
    Setting("HS-2", "jokers = 2", "holdem", high("jokers"), 0, 2),
    Setting("HS-3", "jokers = 1\njoker_role = 'wild'", "bug-draw", high("joker_role"), JokerRole.BUG, JokerRole.WILD),
    Setting("HS-4", "wild_ranks = 'deuces'", "holdem", wild_ranks, (0, LowestWild.NONE), (4, LowestWild.NONE)),
    Setting("HS-4", "wild_ranks = 'one-eyed-jacks'", "holdem", wild_ranks, (0, LowestWild.NONE), (2, LowestWild.NONE)),
    Setting("HS-4", "wild_ranks = 'lowest-card'", "razz", wild_ranks, (0, LowestWild.NONE), (0, LowestWild.CARD)),
    Setting("HS-5", "double_ace_flush = true", "joker-draw", high("double_ace_flush"), False, True),
    Setting(
        "HS-6",
        "wild_tiebreak = 'natural-first'",
        "joker-draw",
        high("wild_tiebreak"),
        WildTiebreak.NONE,
        WildTiebreak.NATURAL_FIRST,
    ),
    Setting(
        "HS-7",
        "wild_ranks = 'lowest-card'\nlowest_wild_scope = 'all_of_rank'",
        "seven-card-stud",
        high("lowest_wild_scope"),
        WildScope.ONE_CARD,
        WildScope.ALL_OF_RANK,
    ),
    Setting("HS-8", "low_scale = '27'", "lowball", low("order"), Order.ACE_TO_FIVE, Order.DEUCE_TO_SEVEN),
    Setting("HS-9", "a6_broadway_straight = true", "lowball-a6", low("a6_broadway_straight"), False, True),
    Setting("HS-10", "a6_aces_high_pair = true", "lowball-a6", low("a6_aces_high_pair"), False, True),
    Setting("HS-11", "qualifier = 8", "stud-hilo", low("qualifier"), 0, 8),
    Setting("HS-11", "qualifier = 'none'", "omaha8", low("qualifier"), 8, 0),
    Setting("HS-12", "suit_tiebreak = 2", "holdem", high("suit_tiebreak"), 0, 2),
    Setting("HS-13", "suit_order = 'hdcs'", "five-card-stud", of_game("suit_order"), "shdc", "hdcs"),
    Setting("HS-14", "flush_over_full = true", "holdem", high("flush_over_full"), False, True),
    Setting(
        "HS-15", "unbeatable = 'greek'", "five-card-draw", high("unbeatable"), CircularOrder.NONE, CircularOrder.GREEK
    ),
    Setting("HS-16", "structure = 'half-pot'", "holdem", of_game("structure"), Structure.NO_LIMIT, Structure.HALF_POT),
    Setting("HS-17", "raise_cap = 4", "limit-holdem", of_game("raise_cap"), 3, 4),
    Setting("HS-17", "raise_cap = 'none'", "limit-holdem", of_game("raise_cap"), 3, None),
    Setting(
        "HS-18",
        "opener_first_round2 = 'left-of-button'",
        "five-card-draw",
        first_after_draw,
        FirstToAct.OPENER,
        FirstToAct.LEFT_OF_BUTTON,
    ),
    Setting("HS-19", "discard_limit = '3-or-4-with-ace'", "five-card-draw", of_game("discard_limit"), False, True),
    Setting("HS-20", "fifth_card_last = false", "five-card-draw", of_game("fifth_card_last"), True, False),
    Setting("HS-21", "bottom_card_held = false", "five-card-draw", of_game("bottom_card_held"), True, False),
    Setting("HS-22", "burn = false", "holdem", lambda _, game: game.streets[1].burn, True, False),
    Setting("HS-23", "odd_chip = 'suit'", "holdem", of_game("odd_chip"), OddChip.POSITION, OddChip.SUIT),
    Setting("HS-24", "declared_hands = true", "holdem", of_game("declared_hands"), False, True),
    Setting("HS-25", "see_called_hands = false", "holdem", of_house("see_called_hands"), True, False),
    Setting("HS-26", "hilo_declare = 'declare'", "stud-hilo", of_game("hilo_declare"), False, True),
    Setting("HS-27", "rake = 'percent'", "holdem", of_house("pot_rake"), None, Rake(5, 3)),
    Setting("HS-28", "min_buy_in_multiple = 20", "holdem", of_house("min_buy_in_multiple"), 10, 20),
    Setting("HS-29", "ante = 2", "seven-card-stud", stakes("ante"), 1, 2),
    Setting("HS-29", "small_blind = 5", "holdem", stakes("big_blind"), 2, 10),
    Setting("HS-29", "big_blind = 6", "holdem", stakes("small_blind"), 1, 3),
    Setting("HS-29", "small_blind = 0", "holdem", stakes("small_blind"), 1, 0),
    Setting("HS-30", "seats = 4", "holdem", of_game("max_seats"), 10, 4),
    Setting(
        "HS-31",
        "open_requirement = 'progressive'",
        "five-card-draw",
        of_game("open_requirement"),
        "none",
        "progressive",
    ),
    Setting(
        "HS-31",
        "open_requirement = 'none'",
        "jacks-or-better",
        of_game("open_requirement"),
        OpeningRequirement.JACKS,
        OpeningRequirement.NONE,
    ),
    Setting(
        "HS-32",
        "stud_start = 'high-card'",
        "seven-card-stud",
        lambda _, game: game.streets[0].first_to_act,
        FirstToAct.LOWEST_UPCARD,
        FirstToAct.HIGHEST_UPCARD,
    ),
    Setting("HS-33", "played = 'low'", "holdem", of_game("high"), VARIANTS["holdem"].high, None),
    Setting(
        "HS-34", "draw_bets = 'blinds'", "five-card-draw", of_game("forced_bets"), ForcedBets.ANTES, ForcedBets.BLINDS
    ),
    Setting("HS-39", "newcomers_wait = false", "holdem", of_house("newcomers_wait"), True, False),
    Setting("HS-35", "straddles = 2", "holdem", of_house("straddles"), 0, 2),
    Setting("HS-36", "runs = 3", "holdem", of_game("runs"), 1, 3),
    Setting("HS-37", "sevens_must_bet = true", "lowball", of_game("sevens_must_bet"), False, True),
    Setting(
        "HS-38",
        "rake = 'percent'\nrake_percent = 10\nrake_cap = 7",
        "holdem",
        of_house("pot_rake"),
        None,
        Rake(10, 7),
    ),
    Setting("HS-38", "rake = 'time'\ntime_charge = 4", "holdem", of_house("time_charge"), 0, 4),
    Setting("HS-40", "ante_form = 'big-blind'", "holdem", stakes("big_blind_ante"), 0, 2),
    Setting("HS-42", "show_one_card = false", "holdem", of_house("show_one_card"), True, False),
    Setting("HS-44", "chopped_blinds = true", "holdem", of_house("chopped_blinds"), False, True),
    Setting("HS-45", "seven_deuce = 5", "holdem", of_house("seven_deuce"), 0, 5),
    Setting("HS-46", "bomb_pot = 10", "holdem", of_house("bomb_pot"), 0, 10),
    Setting("HS-47", "bomb_pot_every = 5", "holdem", of_house("bomb_pot_every"), 0, 5),
    Setting("HS-43", "rabbit_hunt = true", "holdem", of_house("rabbit_hunt"), False, True),
    Setting("HS-48", "all_in_chances = true", "holdem", of_house("all_in_chances"), False, True),
    Setting("HS-41", "first_dealer = 'first-jack'", "holdem", of_house("first_dealer"), "high-card", "first-jack"),
]


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: f"{setting.clause} {setting.toml}")
def test_a_setting_has_its_effect(setting: Setting) -> None:
    usual, house = HouseRules(), from_toml(setting.toml)
    variant = VARIANTS[setting.game]
    assert setting.observe(usual, apply_house_rules(usual, variant)) == setting.default
    assert setting.observe(house, apply_house_rules(house, variant)) == setting.chosen


def test_every_setting_of_the_rules_is_covered() -> None:
    clauses = dict(re.findall(r"^- \*\*(HS-\d+)\*\* (.*)$", CLAUSES.read_text(encoding="utf-8"), re.MULTILINE))
    tried = {setting.clause for setting in SETTINGS}
    assert tried == set(clauses)
    for clause, text in clauses.items():
        names = re.findall(r"`(\w+)`", text.split(":")[0])
        assert names
        assert set(names) <= set(HouseRules.__struct_fields__), clause
