from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from railbird_client.forms.form_rows import FormRow, Mark
from railbird_client.hosting.house_draft import HouseDraft
from railbird_shared.house.house_rules import CASINO, PRESETS, HouseRules
from railbird_shared.house.rule import Rule, rules_of


def draft(games: tuple[str, ...] = ("holdem",), **values: object) -> HouseDraft:
    made = HouseDraft(games=games)
    for name, value in values.items():
        made = made.with_value(name, value)  # type: ignore[arg-type]
    return made


def row_of(house: HouseDraft, name: str) -> FormRow:
    return next(row for row in house.rows() if row.id == f"house:{name}")


def test_nothing_chosen_leaves_the_rules_to_the_server() -> None:
    assert draft().is_servers
    assert draft().rules == CASINO
    assert not draft(burn=False).is_servers


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_is_found_again_by_its_settings(preset: str) -> None:
    assert HouseDraft().with_rules(PRESETS[preset]).preset == preset


def test_a_rule_unlike_a_casino_s_is_marked_and_both_are_told() -> None:
    row = row_of(draft(burn=False), "burn")
    assert (row.value, row.mark) == ("no", Mark.DIFFERS)
    assert row.sentence == (
        "No card is burned before any later street (DL-17). In a casino: A card is burned before each later street "
        "(DL-17)."
    )
    listed = [row.label for row in draft(burn=False).rows(only_differences=True)]
    assert listed == ["Dealing and drawing", "Burn cards"]


def test_settings_that_exclude_each_other_are_told_in_a_sentence_as_they_are_chosen() -> None:
    house = draft(big_blind=4, small_blind=10)
    assert house.rules is None
    assert house.conflict == 'The "Small blind" is not larger than the "Big blind"; exchange them.'
    assert house.conflicting == "small_blind"
    assert house.with_value("small_blind", 2).conflict == ""
    by_time = draft(rake="time")
    assert by_time.conflict == 'A rake by time needs a "Charge an hour" of one chip or more for each hour.'
    assert by_time.with_value("time_charge", 5).conflict == ""


def test_a_setting_without_effect_says_where_it_counts() -> None:
    row = row_of(draft(sevens_must_bet=True), "sevens_must_bet")
    assert row.mark is Mark.IDLE
    assert row.sentence.endswith(
        "It counts only in ace to five lowball (VT-LB-5): change it back, or play such a game."
    )
    assert row_of(draft(("holdem", "lowball"), sevens_must_bet=True), "sevens_must_bet").mark is Mark.DIFFERS
    circle = draft(unbeatable="italian", suit_tiebreak=1)
    assert "NU-12" in row_of(circle, "suit_tiebreak").sentence


def test_what_is_unlike_a_casino_in_any_of_the_games_is_told_once() -> None:
    house = draft(("holdem", "stud8"), burn=False, stud_start="high-card")
    assert house.differences == (
        "No card is burned before any later street (DL-17).",
        "Antes start the hand, and the highest upcard begins (VT-S7-2).",
    )


def test_a_rule_about_what_no_game_of_the_table_has_is_marked() -> None:
    row = row_of(draft(("holdem",), discard_limit="3-or-4-with-ace"), "discard_limit")
    assert row.mark is Mark.IDLE
    assert row.sentence == "How many cards may be drawn. (HS-19) None of these games has that."


@pytest.mark.parametrize("rule", rules_of(HouseRules).values(), ids=lambda rule: rule.name)
def test_every_setting_steps_from_its_first_value_to_its_last_and_stops(rule: Rule) -> None:
    name, values = rule.name, rule.choices
    house = draft()
    for _ in values:
        house = house.step(name, -1)
    seen = [house.values[name]]
    for _ in values:
        house = house.step(name, 1)
        seen.append(house.values[name])
    assert seen[0] == values[0]
    assert seen[-1] == values[-1]
    assert row_of(house, name).last
    assert all(rule.in_words(value) for value in values)


@pytest.mark.parametrize(
    ("name", "typed", "sentence"),
    [
        ("ante", "abc", "Write Ante as a number of chips."),
        ("bomb_pot_every", "101", '"Bomb pot every" cannot be 101: choose a whole number from 0 to 100.'),
        ("wild_ranks", "foo", "\"Wild cards\" cannot be 'foo': choose one of none, deuces,"),
        ("small_blind", "9" * 30, "Write Small blind as a number of chips."),
    ],
)
def test_a_value_that_no_house_has_is_refused_in_a_sentence(name: str, typed: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}"):
        draft().typed(name, typed)


def test_what_is_typed_is_read() -> None:
    assert draft().typed("wild_ranks", "3 9 Kh").rules == replace(CASINO, wild_ranks="3 9 kh")
    assert draft().typed("seven_deuce", "1,000").values["seven_deuce"] == 1000
    assert draft(ante=5).typed("ante", "").values["ante"] is None


def test_the_rules_of_single_games_are_kept() -> None:
    house = HouseRules(burn=False, games=(("stud8", HouseRules(qualifier=0)),))
    assert HouseDraft().with_rules(house).rules == house
