"""The record of house settings, its presets and its stakes."""

from __future__ import annotations

from typing import Any

import pytest

from railbird_shared.game.announced_game import Stakes
from railbird_shared.game.game_rules import BadSetup, Rake
from railbird_shared.game.variants import VARIANTS, ForcedBets
from railbird_shared.house.apply import apply_house_rules
from railbird_shared.house.house_rules import CASINO, PRESETS, AnteForm, Charge, HouseRules
from railbird_shared.house.terms import house_game


@pytest.mark.parametrize("game", VARIANTS)
def test_a_house_without_settings_leaves_every_game_as_it_is(game: str) -> None:
    assert apply_house_rules(HouseRules(), VARIANTS[game]) == VARIANTS[game]


@pytest.mark.parametrize("game", VARIANTS)
@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_plays_every_game_with_its_own_cards(preset: str, game: str) -> None:  # CX-47
    played = apply_house_rules(PRESETS[preset], VARIANTS[game])
    assert (played.id, played.pack) == (game, VARIANTS[game].pack)


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
        {"small_blind": -1},
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
    assert house_game(house, VARIANTS["holdem"]).stakes == Stakes(small_blind=5, big_blind=10)
    house = HouseRules(small_blind=2, big_blind=5)
    assert house_game(house, VARIANTS["holdem"]).stakes == Stakes(small_blind=2, big_blind=5)
    assert house_game(HouseRules(big_blind=4), VARIANTS["holdem"]).stakes == Stakes(small_blind=2, big_blind=4)


def test_a_bet_of_the_table_replaces_the_blinds_of_the_house() -> None:
    house = HouseRules(small_blind=2, big_blind=5, ante=1)
    assert house_game(house, VARIANTS["holdem"], bet=20).stakes == Stakes(ante=1, small_blind=10, big_blind=20)


def test_the_default_bet_rises_to_a_larger_ante_of_the_house() -> None:  # HS-29
    house = HouseRules(ante=5)
    assert house_game(house, VARIANTS["five-card-draw"]).stakes == Stakes(ante=5, small_bet=5, big_bet=10)
    assert house_game(house, VARIANTS["holdem"]).stakes == Stakes(ante=5, small_blind=2, big_blind=5)
    assert house_game(house, VARIANTS["five-card-draw"], bet=20).stakes == Stakes(ante=5, small_bet=20, big_bet=40)
    with pytest.raises(BadSetup, match="The ante of this house is 5"):
        house_game(house, VARIANTS["five-card-draw"], bet=4)


def test_a_house_without_antes_still_takes_one_that_a_table_names() -> None:  # HS-29, VT-S5-3
    house = HouseRules(ante=0)
    assert house_game(house, VARIANTS["five-card-stud"]).stakes == Stakes(small_bet=4, big_bet=8)
    assert house_game(house, VARIANTS["razz"]).stakes == Stakes(bring_in=2, small_bet=4, big_bet=8)
    assert house_game(house, VARIANTS["razz"], ante=1) == VARIANTS["razz"].make_game(ante=1)


def test_blinds_have_no_effect_on_a_game_of_antes() -> None:
    house = HouseRules(small_blind=2, big_blind=5)
    assert house_game(house, VARIANTS["seven-card-stud"]) == VARIANTS["seven-card-stud"].make_game()


def test_only_a_percentage_is_taken_from_the_pots() -> None:  # HS-27, AI-16
    assert HouseRules().pot_rake is None
    assert HouseRules(rake=Charge.TIME, time_charge=10).pot_rake is None
    assert HouseRules(rake=Charge.PERCENT, rake_percent=10, rake_cap=4).pot_rake == Rake(10, 4)


# --- one blind, and the ante of the big blind


@pytest.mark.parametrize("bet", [0, 10])
def test_a_small_blind_of_nothing_leaves_one_blind(bet: int) -> None:  # HS-29, CX-42
    assert house_game(HouseRules(small_blind=0), VARIANTS["holdem"], bet).stakes == Stakes(big_blind=bet or 2)
    game = house_game(HouseRules(small_blind=0, big_blind=5), VARIANTS["holdem"])
    assert game.stakes == Stakes(big_blind=5)
    assert game.full_title == "No-Limit Hold'em 5 · one blind"


def test_the_big_blind_may_post_the_ante_of_all() -> None:  # HS-40, CX-46
    house = HouseRules(ante_form=AnteForm.BIG_BLIND)
    assert house_game(house, VARIANTS["holdem"]).stakes == Stakes(small_blind=1, big_blind=2, big_blind_ante=2)
    game = house_game(HouseRules(ante_form=AnteForm.BIG_BLIND, ante=3, big_blind=10), VARIANTS["holdem"])
    assert game.stakes == Stakes(small_blind=5, big_blind=10, big_blind_ante=3)
    assert game.full_title == "No-Limit Hold'em 5/10 · big blind ante 3"
    assert house_game(HouseRules(ante_form=AnteForm.BIG_BLIND, ante=0), VARIANTS["holdem"]).stakes.big_blind_ante == 0


@pytest.mark.parametrize("game", [game for game, record in VARIANTS.items() if record.forced_bets is ForcedBets.BLINDS])
def test_the_ante_of_the_big_blind_goes_with_every_game_that_has_blinds(game: str) -> None:  # CX-46
    stakes = house_game(HouseRules(ante_form=AnteForm.BIG_BLIND), VARIANTS[game]).stakes
    assert (stakes.ante, stakes.big_blind_ante) == (0, stakes.big_blind)


def test_a_table_names_an_ante_in_the_form_of_the_house_or_one_of_the_big_blind() -> None:  # CX-46
    house = HouseRules(ante_form=AnteForm.BIG_BLIND)
    assert house_game(house, VARIANTS["holdem"], bet=10, ante=4).stakes.big_blind_ante == 4
    stakes = house_game(HouseRules(ante=1), VARIANTS["holdem"], bet=10, big_blind_ante=10).stakes
    assert (stakes.ante, stakes.big_blind_ante) == (0, 10)
    for game, ante in (("holdem", 1), ("razz", 0)):
        with pytest.raises(BadSetup, match="goes with blinds"):
            house_game(HouseRules(), VARIANTS[game], 10, ante, 5)
