"""docs/glossary.md names every family of clauses and keeps its own order."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from railbird_server.guide.rulebook import load_rulebook

PAGE = (Path(__file__).parent.parent / "docs" / "glossary.md").read_text(encoding="utf-8")
GROUPS = dict(re.findall(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))


def terms(group: str) -> list[str]:
    return re.findall(r"^- \*\*(.+?)\*\*: ", GROUPS[group], re.MULTILINE)


def test_every_family_of_clauses_is_in_the_glossary_and_no_other() -> None:
    families = {clause.id.rsplit("-", 1)[0] for clause in load_rulebook()}
    assert set(terms("Clause families")) == families


@pytest.mark.parametrize("group", GROUPS)
def test_the_terms_of_a_group_are_in_alphabetical_order(group: str) -> None:
    names = terms(group)
    assert names
    assert names == sorted(set(names), key=str.lower)


@pytest.mark.parametrize("group", GROUPS)
def test_every_term_is_one_line_with_one_sentence(group: str) -> None:
    for line in GROUPS[group].splitlines():
        if line.startswith("- "):
            assert re.fullmatch(r"- \*\*.+?\*\*: .+\.", line), line


def test_few_names_need_an_entry() -> None:
    """A name that explains itself is better than an entry."""
    assert len(PAGE.split()) <= 2000
