from __future__ import annotations

from railbird_server.rules.ranking.category import Category


def test_categories_sort_by_strength() -> None:
    """HR-5."""
    assert [category.word for category in sorted(Category, reverse=True)] == [
        "five of a kind",
        "straight flush",
        "four of a kind",
        "full house",
        "flush",
        "straight",
        "three of a kind",
        "two pair",
        "one pair",
        "high card",
    ]


def test_programs_get_a_name_of_one_word() -> None:
    assert Category.FOUR_OF_A_KIND.code == "four_of_a_kind"
