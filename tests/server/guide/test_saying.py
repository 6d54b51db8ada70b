from __future__ import annotations

import pytest

from railbird_server.guide.saying import cards_phrase, chips_phrase, number_word, cite, join_sentences


def test_a_sentence_stands_before_its_clauses() -> None:
    assert join_sentences([cite("One.", "HR-1"), cite("Two."), cite("Three.", "HR-2", "HR-3")]) == (
        "One. (HR-1) Two. Three. (HR-2, HR-3)"
    )


@pytest.mark.parametrize(("count", "words"), [(0, "no"), (1, "one"), (10, "ten"), (11, "11"), (1200, "1,200")])
def test_numbers(count: int, words: str) -> None:
    assert number_word(count) == words


def test_one_and_many() -> None:
    assert (cards_phrase(1), cards_phrase(3)) == ("one card", "three cards")
    assert (chips_phrase(1), chips_phrase(1000)) == ("1 chip", "1,000 chips")
