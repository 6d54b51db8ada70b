"""Sentences of docstrings, and those that players and hosts read, name their subject: none begins with "who ..." or
"what ..." unless it asks."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = sorted(file for package in ("client", "server", "shared") for file in (ROOT / package).rglob("*.py"))

SUBJECT = re.compile(r"(?:^|[.;]\s+)(?:who|what)(?:ever)?\b[^.;?]*(?:[.;]|$)", re.IGNORECASE)
AFTER = (
    "of to for by from with than and or but that as when if where until while because only all first lets gives tells "
    "asks answer answers"
)
OBJECT = re.compile(rf"\b(?:{'|'.join(AFTER.split())}) who(?:ever)?\b(?! (?:am|are you|else)\b)", re.IGNORECASE)


def texts_in(tree: ast.Module) -> Iterator[ast.Constant]:
    """Yields the texts of a module that are no docstring, and no piece behind a value of an f-string."""
    skipped = {id(piece) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for piece in node.values[1:]}
    for node in ast.walk(tree):
        for statement in getattr(node, "body", None) or () if not isinstance(node, ast.Lambda | ast.IfExp) else ():
            if isinstance(statement, ast.Expr):
                skipped.add(id(statement.value))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped:
            yield node


def docstrings_in(tree: ast.Module) -> Iterator[ast.Constant]:
    """Yields the docstrings of a module, of its classes, functions, constants and fields."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value


def find_faults(text: str) -> list[str]:
    """Returns the parts of a text of several words whose subject or object is "who ..." or "what ..."."""
    if " " not in text:
        return []
    return [found.group().strip() for pattern in (SUBJECT, OBJECT) for found in pattern.finditer(text)]


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("Who watches is behind.", ["Who watches is behind."]),
        ("Chips go back. What nobody calls counts.", [". What nobody calls counts."]),
        ("Hands that who watches sees.", ["that who"]),
        ("Only who hosts may.", ["Only who"]),
        ("A player who watches is behind.", []),
        ("Who are you?", []),
        ("what", []),
    ],
)
def test_a_fault_is_found(text: str, faults: list[str]) -> None:
    assert find_faults(text) == faults


def test_no_text_has_who_or_what_as_its_subject() -> None:
    faults = [
        f"{file.relative_to(ROOT)}:{node.lineno} {fault}"
        for file in SOURCES
        for node in texts_in(ast.parse(file.read_text()))
        if isinstance(node.value, str)
        for fault in find_faults(node.value)
    ]
    assert faults == []


def test_no_docstring_has_who_or_what_as_its_subject() -> None:
    faults = [
        f"{file.relative_to(ROOT)}:{node.lineno} {fault.group()}"
        for file in SOURCES
        for node in docstrings_in(ast.parse(file.read_text()))
        for fault in SUBJECT.finditer(" ".join(str(node.value).split()))
    ]
    assert faults == []
