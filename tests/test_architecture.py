"""The walls and measures of the house that no linter holds."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import typing
from pathlib import Path

import pytest

from railbird_server.cli import COMMANDS
from railbird_server.rules.variants import VARIANTS
from railbird_shared import events
from railbird_shared.actions import LegalActions
from railbird_shared.cards import Card

HOUSE = Path(__file__).parent.parent
SOURCES = sorted(file for side in ("client", "server", "shared") for file in (HOUSE / side).rglob("*.py"))
TESTS = sorted((HOUSE / "tests").rglob("*.py"))
PAGES = sorted((*HOUSE.glob("*.md"), *(HOUSE / "docs").glob("*.md")))
LONGEST_FILE = 600
LONGEST_FUNCTION = 60


def named(file: Path) -> str:
    return str(file.relative_to(HOUSE))


@pytest.mark.parametrize("file", [*SOURCES, *TESTS], ids=named)
def test_files_and_functions_stay_short(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count("\n") <= LONGEST_FILE
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert (node.end_lineno or 0) - node.lineno < LONGEST_FUNCTION, node.name


@pytest.mark.parametrize("file", SOURCES, ids=named)
def test_every_file_says_what_it_is_for(file: Path) -> None:
    assert ast.get_docstring(ast.parse(file.read_text(encoding="utf-8")))


def imported_by(module: str) -> set[str]:
    """The modules that an import loads, seen in a process of its own; commas separate several modules."""
    code = f"import sys, {module}; print(*sys.modules)"
    return set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split())


def test_the_server_never_loads_the_client_or_a_screen() -> None:
    loaded = imported_by(",".join(f"railbird_server.cli.{command}" for command in COMMANDS))
    assert not {name for name in loaded if name.split(".")[0] in {"railbird_client", "textual", "rich"}}


def test_the_client_never_loads_the_server() -> None:
    assert not {name for name in imported_by("railbird_client.cli") if name.startswith("railbird_server")}


PURE = {
    "__future__",
    "collections",
    "difflib",
    "enum",
    "functools",
    "hashlib",
    "itertools",
    "math",
    "msgspec",
    "tomllib",
}
PURE |= {"re", "typing", "unicodedata"}
"""What pure rooms may import: no clock, no chance, no socket, no disk, no log and no screen is among them."""


@pytest.mark.parametrize(
    ("room", "neighbours"),
    [
        ("server/railbird_server/rules", {"railbird_server", "railbird_shared"}),
        ("server/railbird_server/table", {"railbird_server", "railbird_shared"}),
        ("client/railbird_client/model", {"railbird_client", "railbird_shared"}),
        ("shared/railbird_shared", {"railbird_shared"}),
    ],
)
def test_pure_rooms_ask_for_nothing_of_the_world(room: str, neighbours: set[str]) -> None:
    """Hypothesis and typing may load anything; what counts is what a room asks for itself."""
    files = list((HOUSE / room).rglob("*.py"))
    assert files
    for file in files:
        assert asked_for(file) <= PURE | neighbours, named(file)


def asked_for(file: Path) -> set[str]:
    """The packages and modules that a file imports, by their first name."""
    names: list[str] = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names.append(node.module or "")
    return {name.split(".")[0] for name in names}


# --- documents ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_links_and_pictures_of_documents_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8"))
    assert not [link for link in links if "://" not in link and not (page.parent / link).exists()]


def test_the_documents_count_the_games_there_are() -> None:
    assert len(VARIANTS) == 31
    for page in ("README.md", "CHANGELOG.md"):
        assert "thirty-one games" in (HOUSE / page).read_text(encoding="utf-8").lower()


def test_the_architecture_names_every_file_of_the_rules_that_decides_something() -> None:
    page = (HOUSE / "docs" / "architecture.md").read_text(encoding="utf-8")
    rooms = HOUSE / "server" / "railbird_server" / "rules"
    decide = {room.name for room in rooms.glob("*.py")} - {"__init__.py", "errors.py", "events.py", "player.py"}
    assert {name for name in decide if f"`{name}`" not in page} == set()


# --- what is told ---------------------------------------------------------------------------------------------------


CARDS_EVERYBODY_SEES = {
    ("CardsDealt", "up"),
    ("BoardDealt", "cards"),
    ("HandShown", "cards"),
    ("WinningCards", "cards"),
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
