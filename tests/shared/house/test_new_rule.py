"""A house rule is declared once: an invented one is found wherever a host, a player or a program meets house rules."""

from __future__ import annotations

from typing import Annotated

import msgspec
import pytest

from railbird_client.hosting.house_draft import HouseDraft
from railbird_shared.game.game_rules import BadSetup
from railbird_shared.game.variants import VARIANTS, ForcedBets, Variant
from railbird_shared.house.apply import rules_in_effect, rules_without_effect, tournament_rules
from railbird_shared.house.describe import differences, house_sentences
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.house.rule import RuleGroup, RuleSpec, called, house_rule, rules_of, where
from railbird_shared.house.toml import from_toml, to_toml
from railbird_shared.protocol.quantities import Count
from railbird_shared.settings.kinds import whole

SENTENCE = "The deck is cut 3 times before every deal (DL-2)."


def has_blinds(_: HouseRules, variant: Variant) -> bool:
    return variant.forced_bets is ForcedBets.BLINDS


class CutRules(HouseRules, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A copy of the declarations with one more."""

    cuts: Annotated[
        Count,
        house_rule(RuleGroup.DEALING, "HS-99", "Cuts", "How often the deck is cut.", whole(0, 9), in_tournaments=False),
        called({1: "once"}, "times"),
        RuleSpec(told=lambda cuts: f"The deck is cut {cuts} times before every deal (DL-2)." if cuts else ""),
        where("in games with blinds (DL-10)", has_blinds),
    ] = 0


CUT = CutRules(cuts=3, min_buy_in_multiple=20)


def test_it_is_written_to_a_file_and_read_from_one() -> None:
    assert "cuts = 3  # a whole number from 0 to 9 (HS-99)" in to_toml(CUT).splitlines()
    assert from_toml(to_toml(CUT), CutRules) == CUT
    assert from_toml("[games.omaha]\ncuts = 2", CutRules).for_game("omaha") == CutRules(cuts=2)


def test_a_wrong_value_is_refused_in_a_file_and_by_the_record() -> None:
    with pytest.raises(BadSetup, match=r"^cuts cannot be 10: choose a whole number from 0 to 9\.$"):
        from_toml("cuts = 10", CutRules)
    with pytest.raises(BadSetup, match=r"^cuts cannot be 10: choose a whole number from 0 to 9\.$"):
        CutRules(cuts=10)
    with pytest.raises(BadSetup, match=r"called 'cutz'; you may mean cuts\.$"):
        from_toml("cutz = 1", CutRules)


def test_it_is_a_row_of_the_form_with_its_words_and_its_steps() -> None:
    draft = HouseDraft(record=CutRules).with_rules(CUT)
    rows = draft.rows()
    row = next(row for row in rows if row.id == "house:cuts")
    heading = next(each.label for each in reversed(rows[: rows.index(row)]) if not each.id.startswith("house:"))
    assert (heading, row.label, row.value, row.sentence) == ("Dealing and drawing", "Cuts", "3 times", SENTENCE)
    assert draft.step("cuts", -1).rules == CutRules(cuts=2, min_buy_in_multiple=20)
    assert (
        HouseDraft(record=CutRules).with_value("cuts", 10).conflict
        == "cuts cannot be 10: choose a whole number from 0 to 9."
    )


def test_it_is_a_field_of_the_protocol() -> None:
    _, components = msgspec.json.schema_components([CutRules])
    assert components["CutRules"]["properties"]["cuts"]["default"] == 0
    assert msgspec.json.decode(b'{"cuts":3,"min_buy_in_multiple":20}', type=CutRules) == CUT


def test_it_is_told_on_pages_and_in_the_lobby() -> None:
    assert differences(CUT, VARIANTS["holdem"]) == (SENTENCE,)
    assert [*house_sentences(CUT, VARIANTS["holdem"])][-1] == "cuts"


def test_it_applies_only_where_it_says_so() -> None:
    (limited,) = rules_without_effect(CUT, VARIANTS["razz"])
    assert (limited.name, limited.spec.where) == ("cuts", "in games with blinds (DL-10)")
    assert rules_in_effect(CUT, VARIANTS["razz"]) == CutRules(min_buy_in_multiple=20)
    assert differences(CUT, VARIANTS["razz"]) == ()
    assert tournament_rules(CUT) == CutRules()


def test_no_other_rule_changes() -> None:
    assert [*rules_of(CutRules)] == ["cuts", *rules_of(HouseRules)]
