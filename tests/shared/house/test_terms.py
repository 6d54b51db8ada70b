"""The note on a house's cards in a game's name."""

from __future__ import annotations

import pytest

from railbird_shared.game.announced_game import Game
from railbird_shared.game.cards import parse_cards
from railbird_shared.game.game_rules import JokerRole
from railbird_shared.game.variants import VARIANTS
from railbird_shared.house.apply import apply_house_rules
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.house.terms import house_game


def game_in(house: HouseRules, game: str = "five-card-draw") -> Game:
    return house_game(house, apply_house_rules(house, VARIANTS[game]))


@pytest.mark.parametrize(
    ("house", "words"),
    [
        (HouseRules(), ""),
        (HouseRules(wild_ranks="deuces"), "deuces wild"),
        (HouseRules(wild_ranks="3 9"), "nines and threes wild"),
        (HouseRules(wild_ranks="2"), "deuces wild"),
        (HouseRules(wild_ranks="one-eyed-jacks"), "one-eyed jacks wild"),
        (HouseRules(wild_ranks="Kh"), "Kh wild"),
        (HouseRules(wild_ranks="9s, Kh"), "Kh 9s wild"),
        (HouseRules(wild_ranks="lowest-card"), "lowest card wild"),
        (HouseRules(jokers=1, joker_role=JokerRole.WILD), "a joker"),
        (HouseRules(jokers=2, joker_role=JokerRole.WILD), "two jokers"),
        (HouseRules(jokers=1, joker_role=JokerRole.BUG), "the bug"),
        (HouseRules(jokers=2, joker_role=JokerRole.BUG), "two bugs"),
        (HouseRules(pack=32, jokers=1, joker_role=JokerRole.WILD), "32 cards, a joker"),
    ],
)
def test_the_note_names_the_wild_cards(house: HouseRules, words: str) -> None:
    assert game_in(house).variant_note == words


def test_cards_a_game_always_has_are_not_noted() -> None:
    assert game_in(HouseRules(), "joker-draw").variant_note == ""
    assert game_in(HouseRules(), "short-deck").variant_note == ""
    assert game_in(HouseRules(jokers=0), "joker-draw").variant_note == "no joker"
    assert game_in(HouseRules(pack=52), "short-deck").variant_note == "52 cards"


def test_another_role_of_a_joker_is_noted_and_the_role_of_no_joker_is_not() -> None:
    assert game_in(HouseRules(joker_role=JokerRole.WILD), "bug-draw").variant_note == "a joker"
    assert game_in(HouseRules(joker_role=JokerRole.BUG), "joker-draw").variant_note == "the bug"
    assert game_in(HouseRules(joker_role=JokerRole.BUG)).variant_note == ""


def test_of_the_cards_in_the_hole_the_lowest_may_be_wild() -> None:  # WC-27
    assert game_in(HouseRules(wild_ranks="lowest-concealed"), "seven-card-stud").variant_note == "lowest hole card wild"


def test_the_title_has_the_note_and_the_game_names_its_wild_cards() -> None:
    game = game_in(HouseRules(wild_ranks="deuces"))
    assert game.full_title == "Limit Five Card Draw, deuces wild 2/4 · ante 1"
    assert game.wild == parse_cards("2c 2d 2h 2s")
