"""The facts of a game, by their subjects; `tests/server/guide/test_game_page.py` holds what is said of each game."""

from __future__ import annotations

import pytest

from railbird_shared.game.facts import (
    card_use_facts,
    cards_phrase,
    chips_phrase,
    chosen,
    deal_facts,
    fact,
    number_word,
    procedure_facts,
    stakes_facts,
    variant_facts,
)
from railbird_shared.game.variants import VARIANTS, Variant


def test_a_sentence_names_its_clauses_at_its_end() -> None:
    told = [fact("a", "One.", "HR-1"), fact("b", "Two."), fact("c", "Three.", "HR-2", "HR-3")]
    assert " ".join(map(str, told)) == "One (HR-1). Two. Three (HR-2, HR-3)."


def test_facts_are_chosen_in_the_order_of_their_subjects_without_the_usual_ones() -> None:
    told = [fact("a", "One."), fact("b", "Two."), fact("c", "Three.")]
    assert [each.subject for each in chosen(told, ("c", "d", "b", "a"), {told[1]})] == ["c", "a"]


@pytest.mark.parametrize(("count", "words"), [(0, "no"), (1, "one"), (10, "ten"), (11, "11"), (1200, "1,200")])
def test_numbers_up_to_ten_are_words(count: int, words: str) -> None:
    assert number_word(count) == words


def test_counts_are_singular_or_plural() -> None:
    assert (cards_phrase(1), cards_phrase(3)) == ("one card", "three cards")
    assert (chips_phrase(1), chips_phrase(1000)) == ("1 chip", "1,000 chips")


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
def test_every_subject_has_one_fact(variant: Variant) -> None:
    game, rules = variant.make_game(), variant.rules
    announced = [*stakes_facts(game), *card_use_facts(game, rules), *deal_facts(game, rules)]
    for told in (announced, [*variant_facts(variant), *procedure_facts(variant)]):
        subjects = [each.subject for each in told]
        assert len(subjects) == len(set(subjects))


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
def test_every_fact_is_a_sentence(variant: Variant) -> None:
    for each in (*stakes_facts(variant.make_game()), *variant_facts(variant), *procedure_facts(variant)):
        assert each.sentence[0].isupper() or each.sentence[0].isdigit(), each
        assert each.sentence.endswith("."), each
