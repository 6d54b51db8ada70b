"""The walls and measures of the house that no linter holds."""

from __future__ import annotations

import ast
import subprocess
import sys
import typing
from pathlib import Path

import pytest

from railbird_shared import events
from railbird_shared.actions import LegalActions
from railbird_shared.cards import Card

HOUSE = Path(__file__).parent.parent
SOURCES = sorted(file for side in ("client", "server", "shared") for file in (HOUSE / side).rglob("*.py"))
LONGEST_FILE = 400
LONGEST_FUNCTION = 60


def named(file: Path) -> str:
    return str(file.relative_to(HOUSE))


@pytest.mark.parametrize("file", SOURCES, ids=named)
def test_files_and_functions_stay_short_and_say_what_they_are_for(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    tree = ast.parse(text)
    assert text.count("\n") <= LONGEST_FILE
    assert ast.get_docstring(tree), "say what this file owns"
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert (node.end_lineno or 0) - node.lineno < LONGEST_FUNCTION, node.name


def imported_by(module: str) -> set[str]:
    """The modules that importing one brings along, seen in a process of its own."""
    code = f"import sys, {module}; print(*sys.modules)"
    return set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split())


def test_the_server_never_loads_the_client_or_a_screen() -> None:
    loaded = imported_by("railbird_server.cli")
    assert not {name for name in loaded if name.split(".")[0] in {"railbird_client", "textual", "rich"}}


def test_the_client_never_loads_the_server() -> None:
    assert not {name for name in imported_by("railbird_client.cli") if name.startswith("railbird_server")}


def test_the_rules_load_no_clock_no_chance_and_no_socket() -> None:
    """Hypothesis and typing may load anything; what counts is what the rules ask for themselves."""
    forbidden = {"asyncio", "time", "random", "secrets", "logging", "sqlite3", "websockets", "socket", "datetime"}
    for folder in ("rules", "table"):
        for file in (HOUSE / "server" / "railbird_server" / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                assert not {name.split(".")[0] for name in names} & forbidden, named(file)


CARDS_EVERYBODY_SEES = {
    ("CardsDealt", "up"),
    ("BoardDealt", "cards"),
    ("HandShown", "cards"),
    ("DealerDrawn", "cards"),
    ("OpenersShown", "cards"),
    ("RunBegan", "board"),
    ("RunBegan", "hands"),
}
"""The only places of public events that can hold a card: face up, on the board, turned up, or drawn openly."""


def test_no_public_event_has_a_place_for_a_hidden_card() -> None:
    places = {
        (kind.__name__, name)
        for kind in typing.get_args(events.PublicEvent)
        for name, hint in typing.get_type_hints(kind).items()
        if mentions(hint, Card)
    }
    assert places == CARDS_EVERYBODY_SEES


def test_what_a_player_may_do_is_told_to_him_alone() -> None:
    """Whether somebody may open can tell what he holds."""
    for kind in typing.get_args(events.PublicEvent):
        assert not any(mentions(hint, LegalActions) for hint in typing.get_type_hints(kind).values()), kind


def mentions(hint: object, wanted: type) -> bool:
    return hint is wanted or any(mentions(part, wanted) for part in typing.get_args(hint))
