"""House rules written to files and read from them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings

from railbird_shared.game.game_rules import BadSetup
from railbird_shared.house.house_rules import PRESETS, HouseRules, LowScale
from railbird_shared.house.rule import rules_of
from railbird_shared.house.toml import from_toml, to_toml
from support.examples import examples
from support.house_builders import any_settings


def refusal(text: str) -> str:
    with pytest.raises(BadSetup) as refused:
        from_toml(text)
    return str(refused.value)


@settings(max_examples=examples(200))
@given(any_settings)
def test_every_house_is_read_as_it_was_written(chosen: dict[str, object]) -> None:
    try:
        house = HouseRules(**chosen)  # type: ignore[arg-type]
    except BadSetup:
        return
    assert from_toml(to_toml(house)) == house


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_read_as_it_was_written(name: str) -> None:
    assert from_toml(to_toml(PRESETS[name])) == PRESETS[name]


def test_an_empty_file_leaves_every_setting_to_the_games() -> None:
    assert from_toml("") == HouseRules()


def test_a_file_shows_every_setting_even_one_that_is_not_set() -> None:
    text = to_toml(HouseRules())
    assert all(f"{name} =" in text for name in rules_of(HouseRules))
    assert all(f"(HS-{number})" in text for number in range(1, 42))


def test_every_setting_is_declared_with_its_clause() -> None:
    assert {*rules_of(HouseRules), "games"} == set(HouseRules.__struct_fields__)
    assert all(re.fullmatch(r"HS-\d+", rule.spec.clause) for rule in rules_of(HouseRules).values())


def test_none_is_a_word_where_the_record_has_a_zero() -> None:
    house = from_toml('raise_cap = "none"\nqualifier = "none"\nsuit_tiebreak = "none"')
    assert (house.raise_cap, house.qualifier, house.suit_tiebreak) == (0, 0, 0)


def test_a_game_may_be_called_by_an_everyday_name() -> None:
    house = from_toml("[games.plo8]\nante = 2\n[games.stud]\nante = 1")
    assert [(game, own.ante) for game, own in house.games] == [("omaha8", 2), ("seven-card-stud", 1)]
    assert refusal("[games.plo]\nante = 2\n[games.omaha]\nante = 1") == (
        "[games.plo] and [games.omaha] are the same game: write its settings below one."
    )


def test_a_scale_may_be_written_as_a_number() -> None:
    assert from_toml("low_scale = 27").low_scale is LowScale.DEUCE_TO_SEVEN


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("pack = 51", "pack"),
        ('pack = "all"', "pack"),
        ("jokers = true", "jokers"),
        ("burn = 1", "burn"),
        ("colour = 4", "colour"),
        ("[pack]\nsize = 52", "pack"),
        ('low_scale = "28"', "low_scale"),
        ("low_scale = 28", "low_scale"),
        ('wild_ranks = "thirteens"', "wild_ranks"),
        ('wild_ranks = "X"', "wild_ranks"),
        ('wild_ranks = ""', "wild_ranks"),
        ("wild_ranks = [3]", "wild_ranks"),
        ("raise_cap = 5", "raise_cap"),
        ("min_buy_in_multiple = 9", "min_buy_in_multiple"),
        ("min_buy_in_multiple = 21", "min_buy_in_multiple"),
        ("seats = 11", "seats"),
        (f"seats = 0x{'f' * 9000}", "seats"),
        ("ante = -1", "ante"),
        ("ante = 1979-05-27", "ante"),
        ('suit_order = "abcd"', "suit_order"),
        ('rake = "time"', "time_charge"),
        ("small_blind = 5\nbig_blind = 2", "small_blind"),
        (f'wild_ranks = "{"long " * 1000}"', "wild_ranks"),
    ],
)
def test_a_bad_value_is_refused_with_one_sentence_that_names_its_key(text: str, key: str) -> None:
    sentence = refusal(text)
    assert key in sentence
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert len(sentence) < 1000


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Pack = 52", "There is no house setting called 'Pack'; you may mean pack."),
        ("fifth_card = false", "There is no house setting called 'fifth_card'; you may mean fifth_card_last."),
        (f"ante = {10**13}", "ante cannot be so large a number: choose a whole number from 0 to 1,000,000,000."),
        ("qualifyer = 8", "There is no house setting called 'qualifyer'; you may mean qualifier."),
        ("big-blind = 4", "There is no house setting called 'big-blind'; you may mean big_blind."),
        ("razz = 4", "The settings of razz alone stand under [games.razz]."),
        ("[games.stut-8]\nante = 1", "There is no game called 'stut-8' here; you may mean stud8."),
        ("[games.razz]\nanti = 1", "In [games.razz]: There is no house setting called 'anti'; you may mean ante."),
        ("low_scale = 28", "low_scale cannot be 28: choose one of a5, 27, a6."),
    ],
)
def test_a_misspelled_key_is_answered_with_the_nearest_key(text: str, sentence: str) -> None:
    assert refusal(text) == sentence


@pytest.mark.parametrize(
    "text", ["games = 1", "games.razz = 1", "[games.razz]\npack = 51", "[games.razz.razz]\nante = 1"]
)
def test_settings_of_a_game_that_cannot_be_read_are_refused_in_one_sentence(text: str) -> None:
    sentence = refusal(text)
    assert "games" in sentence
    assert sentence.endswith(".")


def test_a_game_has_the_settings_of_the_house_and_its_own() -> None:  # CX-47
    house = from_toml('jokers = 1\nqualifier = 8\n[games.stud8]\nqualifier = "none"\n[games.razz]\njokers = 1')
    assert (house.for_game("stud8").qualifier, house.for_game("stud8").jokers) == (0, 1)
    assert house.for_game("razz") == house.for_game("holdem") == house
    assert from_toml(to_toml(house)) == house


@pytest.mark.parametrize(
    "text", ["a", "pack = ", "pack = 52\npack = 52", "ante = " + "9" * 5000, "[" * 100_000, "\x00"]
)
def test_what_is_no_toml_is_refused(text: str) -> None:
    assert refusal(text).endswith(".")
