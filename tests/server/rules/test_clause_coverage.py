"""Which clauses of the catalogue a test names, group by group, and which are not for this engine to keep.

`python -m pytest -s -k clauses` prints the table. A clause counts as named where the text of a test says its id, also
within a range such as "SD-1..SD-7". A clause that no test names has to stand in `ELSEWHERE` with the reason; one that
stands there and is named after all has to leave it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

HOUSE = Path(__file__).parents[3]
CATALOGUE = HOUSE / "server" / "railbird_server" / "guide" / "clauses.md"
TESTS = HOUSE / "tests"
NOT_OF_RULINGS = ("server/guide", "client", "bench", "shared", "server/rules/test_clause_coverage.py")
"""Tests that name clauses only to print or draw them."""
OF_RULINGS = ("shared/house", "shared/game/ranking")
"""Tests of what rules and clients read of the rulings, although it lies in the shared package."""

ID = r"(?:[A-Z0-9]+-)+\d+"
CLAUSE = re.compile(rf"^- \*\*({ID})\*\* ", re.MULTILINE)
MENTION = re.compile(rf"\b({ID})(?:\.\.((?:[A-Z0-9]+-)*\d+))?")

EXPLAINED = {
    "CX": "says how a question between the sources was settled; the clauses that it settles are tested",
    "NA": "lists what does not apply to a server",
}
"""Groups that rule on nothing, with the reason."""

ELSEWHERE = {
    "MD-1": "a remark on tables of probabilities",
    "DL-6": "a definition",
    "IR-7": "says what is not used",
    "IR-9": "the server reveals no card by mistake",
    "IR-11": "about people, and for the host of the table",
}
"""Clauses that are not for the engine to keep, with the reason."""


class Group(NamedTuple):
    """A group of the catalogue: its letters, and the ids of its clauses that are named, explained, or neither."""

    name: str
    clauses: list[str]
    named: list[str]
    missing: list[str]


def clauses() -> dict[str, list[str]]:
    """The ids of the catalogue by group, in order."""
    groups: dict[str, list[str]] = {}
    for clause in CLAUSE.findall(CATALOGUE.read_text(encoding="utf-8")):
        groups.setdefault(clause.rsplit("-", 1)[0], []).append(clause)
    return groups


def clauses_named_by_tests() -> set[str]:
    """The ids that tests and the rulings they run speak of."""
    files = (*TESTS.rglob("*.py"), *(TESTS / "rules" / "vectors").glob("*.json"))
    found: set[str] = set()
    for file in files:
        name = file.relative_to(TESTS).as_posix()
        if name.startswith(OF_RULINGS) or not name.startswith(NOT_OF_RULINGS):
            for mention in MENTION.finditer(file.read_text(encoding="utf-8")):
                found |= set(clauses_meant(mention))
    return found


def clauses_meant(mention: re.Match[str]) -> Iterator[str]:
    """The ids that a mention stands for: one, or all of a range."""
    group, first = mention[1].rsplit("-", 1)
    last = mention[2].rsplit("-", 1)[-1] if mention[2] else first
    return (f"{group}-{number}" for number in range(int(first), int(last) + 1))


def coverage_table() -> list[Group]:
    """Every group with its clauses, told apart by who names them."""
    named = clauses_named_by_tests()
    groups = []
    for group, ids in clauses().items():
        excused = set(ids) if group in EXPLAINED else ELSEWHERE.keys() & set(ids)
        missing = [clause for clause in ids if clause not in named | excused]
        groups.append(Group(group, ids, [clause for clause in ids if clause in named - excused], missing))
    return groups


def print_table(groups: list[Group]) -> str:
    """Formats the coverage of all groups as a table."""
    lines = [f"{'group':<8}{'clauses':>8}{'named':>8}{'not for the engine':>20}"]
    for name, ids, named, missing in groups:
        others = len(ids) - len(named) - len(missing)
        why = EXPLAINED.get(name, "")
        lines.append(f"{name:<8}{len(ids):>8}{len(named):>8}{others or '':>20}  {why}".rstrip())
        lines += [f"{'':<10}{clause}: {ELSEWHERE[clause]}" for clause in ids if clause in ELSEWHERE]
    total = [sum(len(group[column]) for group in groups) for column in (1, 2)]
    lines.append(f"{'all':<8}{total[0]:>8}{total[1]:>8}{total[0] - total[1]:>20}")
    return "\n".join(lines)


def test_every_clause_that_applies_is_named_by_a_test() -> None:
    groups = coverage_table()
    print(f"\n{print_table(groups)}")
    assert not [clause for group in groups for clause in group.missing]


def test_only_clauses_of_the_catalogue_that_no_test_names_are_excused() -> None:
    known = {clause for ids in clauses().values() for clause in ids}
    assert set(ELSEWHERE) <= known
    assert set(EXPLAINED) <= set(clauses())
    assert not set(ELSEWHERE) & clauses_named_by_tests()


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("# SD-1", ["SD-1"]),
        ("# VT-5D-24..27", ["VT-5D-24", "VT-5D-25", "VT-5D-26", "VT-5D-27"]),
        ("(HR-1..HR-3)", ["HR-1", "HR-2", "HR-3"]),
        ("three-card 6", []),
    ],
)
def test_a_range_names_all_of_its_clauses(text: str, ids: list[str]) -> None:
    assert [clause for mention in MENTION.finditer(text) for clause in clauses_meant(mention)] == ids


def test_clause_ids_are_unique_in_the_catalogue() -> None:
    every = [clause for ids in clauses().values() for clause in ids]
    assert len(every) == len(set(every)) > 400
