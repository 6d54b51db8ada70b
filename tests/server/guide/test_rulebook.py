"""The clauses: read whole, and every id that the sources name is one of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from railbird_server.guide.rulebook import CLAUSE_ID, load_rulebook, parse_rulebook, rulebook_text

HOUSE = Path(__file__).parents[3]
SOURCES = sorted(file for side in ("client", "server", "shared") for file in (HOUSE / side).rglob("*.py"))
NOT_THERE = "BT-99"

SMALL = """
# Part 1
## AB. Apples
- **AB-1** Apples are `red`.
### AB-XY. Pears
- **AB-2** Pears are not apples.
- **AB-3** Nor plums.
"""


def test_every_clause_of_the_text_is_parsed_once() -> None:
    written = re.findall(rf"^- \*\*({CLAUSE_ID.pattern})\*\*", rulebook_text(), re.MULTILINE)
    assert [clause.id for clause in load_rulebook()] == written
    assert len(set(written)) == len(written) > 400


def test_every_list_item_of_the_text_is_a_clause() -> None:
    assert sum(line.startswith("- ") for line in rulebook_text().splitlines()) == len(list(load_rulebook()))


def test_clauses_cited_in_the_rulebook_exist() -> None:
    assert {name for name in CLAUSE_ID.findall(rulebook_text()) if name not in load_rulebook()} == set()


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: str(file.relative_to(HOUSE)))
def test_clauses_cited_in_the_source_code_exist(file: Path) -> None:
    named = re.findall(rf"(?<![\w-]){CLAUSE_ID.pattern}\b", file.read_text(encoding="utf-8"))
    assert {name for name in named if name not in load_rulebook()} == set()


def test_a_group_includes_its_parts() -> None:
    small = parse_rulebook(SMALL)
    assert [group.title for group in small.group_and_parts("ab")] == ["Apples", "Pears"]
    assert [group.title for group in small.group_and_parts("AB-XY")] == ["Pears"]
    assert small.group_and_parts("") == ()


def test_a_clause_is_found_in_any_case() -> None:
    found = parse_rulebook(SMALL).clause("ab-1")
    assert found is not None
    assert found.text == "Apples are red."


def test_a_range_stays_within_one_group() -> None:
    assert [clause.id for clause in parse_rulebook(SMALL).clause_range("AB-1", "AB-3")] == ["AB-1", "AB-2", "AB-3"]
    assert load_rulebook().clause_range("BT-1", "AI-3") == ()
    assert load_rulebook().clause_range("BT-1", NOT_THERE) == ()


def test_a_search_matches_clauses_with_all_words() -> None:
    assert [clause.id for clause in parse_rulebook(SMALL).search(["apple"])] == ["AB-1", "AB-2"]
    assert [clause.id for clause in parse_rulebook(SMALL).search(["apple", "PEARS"])] == ["AB-2"]
    assert parse_rulebook(SMALL).search([]) == ()


def test_selected_clauses_are_in_the_order_of_the_text() -> None:
    assert [clause.id for clause in parse_rulebook(SMALL).select(["AB-3", "AB-1", "AB-9"])] == ["AB-1", "AB-3"]
