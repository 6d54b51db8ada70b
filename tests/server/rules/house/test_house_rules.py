"""The record of house settings, its presets and its stakes."""

from __future__ import annotations

from typing import Any

import pytest

from railbird_server.rules.errors import BadSetup
from railbird_server.rules.house import CASINO, PRESETS, HouseRules, apply_house_rules
from railbird_server.rules.house.house_rules import Charge
from railbird_server.rules.pots import Rake
from railbird_server.rules.variants import VARIANTS
from railbird_shared.games import Stakes


@pytest.mark.parametrize("game", VARIANTS)
def test_a_house_without_settings_leaves_every_game_as_it_is(game: str) -> None:
    assert apply_house_rules(HouseRules(), VARIANTS[game]) == VARIANTS[game]


@pytest.mark.parametrize("game", VARIANTS)
@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_plays_every_game(preset: str, game: str) -> None:
    assert apply_house_rules(PRESETS[preset], VARIANTS[game]).id == game


def test_the_classroom_leaves_its_game_exactly_as_it_is() -> None:  # SIMPLE-1, SIMPLE-12, SIMPLE-18
    assert apply_house_rules(PRESETS["classroom"], VARIANTS["classroom"]) == VARIANTS["classroom"]


@pytest.mark.parametrize(
    "chosen",
    [
        {"pack": 48},
        {"jokers": 3},
        {"suit_order": "hcsd"},
        {"suit_tiebreak": 4},
        {"raise_cap": 2},
        {"qualifier": 9},
        {"runs": 4},
        {"straddles": -1},
        {"min_buy_in_multiple": 30},
        {"rake_percent": 0},
        {"rake": Charge.TIME},
        {"small_blind": 0},
        {"big_blind": 1},
    ],
)
def test_a_value_that_no_house_can_have_is_refused(chosen: dict[str, Any]) -> None:
    with pytest.raises(BadSetup):
        HouseRules(**chosen)


def test_the_smallest_buy_in_is_a_multiple_of_the_minimum_bet() -> None:  # HS-28, AI-14, CX-38
    assert HouseRules(min_buy_in_multiple=15).min_buy_in(Stakes(small_blind=1, big_blind=2)) == 30
    assert CASINO.min_buy_in(Stakes(ante=1, small_bet=4, big_bet=8)) == 80


def test_the_big_blind_is_twice_the_small_one_unless_it_is_set() -> None:  # HS-29, DL-11
    house = HouseRules(small_blind=5)
    assert house.make_game(VARIANTS["holdem"]).stakes == Stakes(small_blind=5, big_blind=10)
    house = HouseRules(small_blind=2, big_blind=5)
    assert house.make_game(VARIANTS["holdem"]).stakes == Stakes(small_blind=2, big_blind=5)
    assert HouseRules(big_blind=4).make_game(VARIANTS["holdem"]).stakes == Stakes(small_blind=2, big_blind=4)


def test_a_bet_of_the_table_replaces_the_blinds_of_the_house() -> None:
    house = HouseRules(small_blind=2, big_blind=5, ante=1)
    assert house.make_game(VARIANTS["holdem"], bet=20).stakes == Stakes(ante=1, small_blind=10, big_blind=20)


def test_the_default_bet_rises_to_a_larger_ante_of_the_house() -> None:  # HS-29
    house = HouseRules(ante=5)
    assert house.make_game(VARIANTS["five-card-draw"]).stakes == Stakes(ante=5, small_bet=5, big_bet=10)
    assert house.make_game(VARIANTS["holdem"]).stakes == Stakes(ante=5, small_blind=2, big_blind=5)
    assert house.make_game(VARIANTS["five-card-draw"], bet=20).stakes == Stakes(ante=5, small_bet=20, big_bet=40)
    with pytest.raises(BadSetup, match="The ante of this house is 5"):
        house.make_game(VARIANTS["five-card-draw"], bet=4)


def test_a_house_without_antes_still_takes_one_that_a_table_names() -> None:  # HS-29, VT-S5-3
    house = HouseRules(ante=0)
    assert house.make_game(VARIANTS["five-card-stud"]).stakes == Stakes(small_bet=4, big_bet=8)
    assert house.make_game(VARIANTS["razz"]).stakes == Stakes(bring_in=2, small_bet=4, big_bet=8)
    assert house.make_game(VARIANTS["razz"], ante=1) == VARIANTS["razz"].make_game(ante=1)


def test_blinds_have_no_effect_on_a_game_of_antes() -> None:
    house = HouseRules(small_blind=2, big_blind=5)
    assert house.make_game(VARIANTS["seven-card-stud"]) == VARIANTS["seven-card-stud"].make_game()


def test_only_a_percentage_is_taken_from_the_pots() -> None:  # HS-27, AI-16
    assert HouseRules().pot_rake is None
    assert HouseRules(rake=Charge.TIME, time_charge=10).pot_rake is None
    assert HouseRules(rake=Charge.PERCENT, rake_percent=10, rake_cap=4).pot_rake == Rake(10, 4)
