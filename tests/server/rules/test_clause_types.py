"""The ids of clauses are typed output: code cites clauses that exist, and never decides anything by one."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from railbird_server.guide.rulebook import CLAUSE_ID, load_rulebook

ROOT = Path(__file__).parents[3]
SOURCES = sorted(file for room in ("client", "server", "shared") for file in (ROOT / room).rglob("*.py"))
GENERATED = "clauses.py"


class Literal(NamedTuple):
    """A string literal that looks like the id of a clause, and where it stands."""

    file: str
    line: int
    text: str


def clause_literals(tree: ast.AST, file: Path) -> Iterator[Literal]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and CLAUSE_ID.fullmatch(node.value):
            yield Literal(file.name, node.lineno, node.value)


@cache
def parse_sources() -> list[tuple[Path, ast.Module]]:
    return [(file, ast.parse(file.read_text(encoding="utf-8"))) for file in SOURCES if file.name != GENERATED]


def test_every_clause_that_the_source_cites_exists() -> None:
    cited = [literal for file, tree in parse_sources() for literal in clause_literals(tree, file)]
    assert len(cited) > 200
    rulebook = load_rulebook()
    assert not [literal for literal in cited if literal.text not in rulebook]


def test_no_code_branches_on_a_clause() -> None:
    """What a program has to know about a ruling is a field of its own."""
    compared = [
        literal
        for file, tree in parse_sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare | ast.MatchValue)
        for literal in clause_literals(node, file)
    ]
    assert not compared


@pytest.mark.slow
@pytest.mark.parametrize(
    ("clause", "accepted"),
    [("DL-9", True), ("DL-99", False)],
    ids=["a clause of the rules", "no clause of the rules"],
)
def test_a_wrong_clause_does_not_type_check(clause: str, *, accepted: bool, tmp_path: Path) -> None:
    snippet = tmp_path / "snippet.py"
    snippet.write_text(f'from railbird_server.refusal import Refusal\n\nRefusal.clause = "{clause}"\n')
    command = [sys.executable, "-m", "mypy", "--config-file=", "--strict", f"--cache-dir={tmp_path}", str(snippet)]
    checked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (checked.returncode == 0) is accepted, checked.stdout[:500]
