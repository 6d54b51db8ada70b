"""Walls between packages, sizes of files, links of documents, and hidden cards by type: what no linter checks."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
import typing
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib.metadata import packages_distributions
from itertools import chain
from pathlib import Path

import pytest

from railbird_client.widgets.page_screen import FullPage
from railbird_server.cli import COMMANDS, module_of
from railbird_shared.game.cards import Card
from railbird_shared.protocol import events
from railbird_shared.protocol.actions import LegalActions
from railbird_shared.protocol.events import Opening
from support.key_reference import all_bindings, keys_of_screens, own_bindings, screen_types

ROOT = Path(__file__).parent.parent
SOURCES = sorted(file for side in ("client", "server", "shared") for file in (ROOT / side).rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
PAGES = sorted((*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")))
LONGEST_FILE = 900
LONGEST_FUNCTION = 60


def relative_name(file: Path) -> str:
    return str(file.relative_to(ROOT))


@cache
def tree_of(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def test_a_file_has_at_most_900_lines() -> None:
    lines = {relative_name(file): file.read_text(encoding="utf-8").count("\n") for file in (*SOURCES, *TESTS)}
    assert {name: count for name, count in lines.items() if count > LONGEST_FILE} == {}


def test_a_function_has_at_most_60_lines() -> None:
    lines = {
        f"{relative_name(file)}:{function.lineno} {function.name}": (function.end_lineno or 0) - function.lineno + 1
        for file in (*SOURCES, *TESTS)
        for function in functions_in(ast.parse(file.read_text(encoding="utf-8")))
    }
    assert {name: count for name, count in lines.items() if count > LONGEST_FUNCTION} == {}


def functions_in(node: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The functions of a module, and those in its classes, functions and other statements."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        yield node
    for parts in (getattr(node, name, ()) for name in ("body", "orelse", "finalbody", "handlers", "cases")):
        if isinstance(parts, list):  # the body of a lambda and of a choice is an expression
            for part in parts:
                yield from functions_in(part)


MOST_FILES = 25


def test_a_folder_has_at_most_25_modules() -> None:
    """A reader can take in a folder of so many names."""
    counts = Counter(relative_name(file.parent) for file in SOURCES)
    assert {name: count for name, count in counts.items() if count > MOST_FILES} == {}


def test_no_two_modules_of_a_folder_have_nearly_the_same_name() -> None:
    """Names that differ in a plural or an underscore alone do not say which has what."""
    names = Counter((file.parent, file.stem.replace("_", "").removesuffix("s")) for file in SOURCES)
    assert {relative_name(folder / name) for (folder, name), count in names.items() if count > 1} == set()


MOST_ATTRIBUTES = 20


def test_an_object_has_at_most_20_attributes() -> None:
    """Counts what methods set on `self`, with what our own base classes set; records of bare fields are no objects."""
    found = {
        (file, node.name): node for file in SOURCES for node in tree_of(file).body if isinstance(node, ast.ClassDef)
    }
    by_name = {name: node for (_, name), node in found.items()}
    counts = {
        f"{relative_name(file)} {name}": len(attributes_of(node, by_name)) for (file, name), node in found.items()
    }
    assert {name: count for name, count in counts.items() if count > MOST_ATTRIBUTES} == {}


def attributes_of(node: ast.ClassDef, classes: dict[str, ast.ClassDef]) -> set[str]:
    """The names that the methods of a class, and of its bases among `classes`, set on `self`."""
    names = {
        each.attr
        for method in node.body
        for each in ast.walk(method)
        if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store)
        if isinstance(each.value, ast.Name) and each.value.id == "self"
    }
    bases = (ast.unparse(base).partition("[")[0].rpartition(".")[2] for base in node.bases)
    inherited = (attributes_of(classes[base], classes) for base in bases if base in classes and base != node.name)
    return names.union(*inherited)


def test_every_module_has_a_docstring() -> None:
    assert [relative_name(file) for file in SOURCES if not ast.get_docstring(tree_of(file))] == []


def imported_by(module: str) -> set[str]:
    """The modules that an import loads, seen in a process of its own; commas separate several modules."""
    code = f"import sys, {module}; print(*sys.modules)"
    return set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split())


def test_the_server_loads_neither_the_client_nor_textual() -> None:
    loaded = imported_by(",".join(map(module_of, COMMANDS)))
    assert not {name for name in loaded if name.split(".")[0] in {"railbird_client", "textual", "rich"}}


def test_the_client_does_not_load_the_server() -> None:
    assert not {name for name in imported_by("railbird_client.cli") if name.startswith("railbird_server")}


PURE = {
    "__future__",
    "abc",
    "base64",
    "bisect",
    "calendar",  # counts days and has no clock
    "collections",
    "copy",
    "dataclasses",
    "difflib",
    "enum",
    "fractions",
    "functools",
    "hashlib",
    "hmac",
    "importlib",  # for the data files of a package
    "inspect",
    "ipaddress",
    "itertools",
    "math",
    "msgspec",
    "operator",
    "re",
    "tomllib",
    "types",
    "typing",
    "unicodedata",
}
"""What pure packages may import: no clock, no randomness, no socket, no disk, no log and no screen."""


SHOWN = re.compile(r"_(screens?|dialogs?|widget|list|panes?|panel)$")
"""How modules of a room of the client are called that show something with Textual; the others know nothing of it."""

OUTSIDE = {
    *("cli", "host_options", "host_plan"),
    *("deal_controller", "deal_files", "exports", "hand_file", "player_settings", "profiles", "record_file"),
    *("hosted_game", "line_session", "line_terminal", "own_server", "phone_session", "server_process"),
    "settings_controller",
}
"""The modules of such rooms that meet a command line, a disk, a process or the application."""


NETWORK = Path("shared/railbird_shared/network")
ON_THE_NETWORK = {ROOT / NETWORK / "websocket.py", ROOT / NETWORK / "interfaces.py"}
"""The modules of the shared package that meet the network: client and server both need them."""

IMPURE_ROOMS = {"guests", "shell", "network", "widgets"}
"""The rooms of the client that meet the application, a network, or lines of guests."""

PURE_ROOMS = ("server/railbird_server/rules", "server/railbird_server/table", "server/railbird_server/tournament")


def pure_modules() -> Iterator[Path]:
    """The modules of the rules, the tables and all that both sides share, and what the client draws."""
    for room in (*PURE_ROOMS, "shared/railbird_shared"):
        yield from (file for file in (ROOT / room).rglob("*.py") if file not in ON_THE_NETWORK)
    client = ROOT / "client" / "railbird_client"
    for file in client.rglob("*.py"):
        room = file.relative_to(client).parts[0]
        if (
            room not in {"guests", "shell", "network", "widgets"}
            and not SHOWN.search(file.stem)
            and file.stem not in OUTSIDE
        ):
            yield file


def test_a_pure_module_imports_no_clock_socket_or_screen() -> None:
    """What the imported modules load in turn does not count."""
    own = {"railbird_client", "railbird_server", "railbird_shared", "segno"}
    impure = {relative_name(file): imports_of(file) - PURE - own for file in pure_modules()}
    assert len(impure) > 150
    assert {name: modules for name, modules in impure.items() if modules} == {}


def imports_of(file: Path) -> set[str]:
    """The top-level names that a file imports."""
    names: list[str] = []
    for node in ast.walk(tree_of(file)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names.append(node.module or "")
    return {name.split(".")[0] for name in names}


OPTIONAL_PACKAGES = {"uvloop"}
"""What a server uses where somebody has installed it."""


def test_every_package_that_is_imported_is_declared() -> None:
    """What another package happens to bring may be gone with its next version."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    dependencies = (*project["dependencies"], *chain.from_iterable(project["optional-dependencies"].values()))
    declared = {re.split("[<>=]", dependency)[0].replace("-", "_") for dependency in dependencies}
    own = {"railbird_client", "railbird_server", "railbird_shared"}
    imported = set[str]().union(*map(imports_of, SOURCES)) - set(sys.stdlib_module_names) - own - OPTIONAL_PACKAGES
    packages = {
        name: {each.replace("-", "_") for each in distributions}
        for name, distributions in packages_distributions().items()
    }
    assert {name for name in imported if not declared & packages.get(name, set())} == set()


def test_no_two_modules_import_each_other_in_a_circle() -> None:
    """Imports for the type checker alone count, too."""
    modules = {module_name(file) for file in SOURCES}
    imported = {module_name(file): imported_modules(file, modules) for file in SOURCES}
    open_modules = dict(imported)
    while leaves := [name for name, others in open_modules.items() if not others & open_modules.keys()]:
        for name in leaves:
            del open_modules[name]
    assert not open_modules.keys()


MOST_IMPORTS = 25


def test_a_module_imports_at_most_25_of_our_own() -> None:
    modules = {module_name(file) for file in SOURCES}
    counts = {relative_name(file): len(imported_modules(file, modules) & modules) for file in SOURCES}
    assert {name: count for name, count in counts.items() if count > MOST_IMPORTS} == {}


def module_name(file: Path) -> str:
    """The dotted name of a source file's module."""
    parts = file.relative_to(ROOT).with_suffix("").parts[1:]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported_modules(file: Path, modules: set[str]) -> set[str]:
    """The modules of `modules` and others that a file imports, by dotted name, without itself."""
    found: set[str] = set()
    for node in ast.walk(tree_of(file)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            submodules = {f"{node.module}.{alias.name}" for alias in node.names}
            inside = submodules & modules
            found |= inside if inside == submodules else {*inside, node.module}
    return found - {module_name(file)}


def test_what_is_never_reached_is_what_was_matched() -> None:
    """Type checkers skip what cannot be reached, and there pass a name that does not exist."""
    wrong: list[str] = []
    for file in (*SOURCES, *TESTS):
        subjects = {
            call: ast.unparse(match.subject)
            for match in ast.walk(tree_of(file))
            if isinstance(match, ast.Match)
            for case in match.cases
            for call in never_reached(case)
        }
        calls = never_reached(tree_of(file))
        named = [call for call in calls if ast.unparse(call.args[0]) != subjects.get(call)]
        wrong += [f"{relative_name(file)}:{call.lineno}" for call in named]
    assert wrong == []


def never_reached(node: ast.AST) -> Iterator[ast.Call]:
    """The calls of `assert_never` within a node."""
    for each in ast.walk(node):
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Name) and each.func.id == "assert_never":
            yield each


# --- documents ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES, ids=relative_name)
def test_every_relative_link_of_a_document_leads_to_a_file(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8"))
    assert not [link for link in links if "://" not in link and not (page.parent / link).exists()]


@pytest.mark.parametrize("page", PAGES, ids=relative_name)
def test_no_document_counts_the_games_by_hand(page: Path) -> None:
    text = page.read_text(encoding="utf-8").lower()
    assert re.findall(r"\b(?:\d+|(?:twenty|thirty|forty|fifty)(?:-\w+)?) games\b", text) == []


ARCHITECTURE = ROOT / "docs" / "architecture.md"
PACKAGES = sorted(file.parent for side in ("client", "server", "shared") for file in (ROOT / side).rglob("__init__.py"))


@pytest.mark.parametrize("package", PACKAGES, ids=relative_name)
def test_the_architecture_names_every_package(package: Path) -> None:
    assert re.search(rf"\b{package.name}(/|\b)", ARCHITECTURE.read_text(encoding="utf-8"))


def test_the_architecture_names_every_module_of_the_rules_that_decides_something() -> None:
    page = ARCHITECTURE.read_text(encoding="utf-8")
    rooms = ROOT / "server" / "railbird_server" / "rules"
    decide = {room.name for room in rooms.glob("*.py")} - {"__init__.py", "events.py", "player.py"}
    assert {name for name in decide if f"`{name}`" not in page} == set()


# --- hidden cards ---------------------------------------------------------------------------------------------------


PLACES_OF_PUBLIC_CARDS = {
    ("CardsDealt", "up"),
    ("BoardDealt", "cards"),
    ("HandShown", "best_cards"),
    ("HandShown", "best_low_cards"),
    ("HandShown", "cards"),
    ("CardsShown", "cards"),
    ("CardsShown", "shown"),
    ("RabbitHunted", "cards"),
    ("WinningCards", "cards"),
    ("WinningCards", "low_cards"),
    ("DealerDrawn", "cards"),
    ("OpenersShown", "cards"),
    ("RunBegan", "board"),
    ("RunBegan", "hands"),
    ("CardsOpened", "openings"),
}
"""The only fields of public events that can hold a card: face up, on the board, shown, or drawn openly."""


def test_no_two_modules_of_events_define_the_same_name() -> None:
    """They are taken together by `*`, where the later of two would hide the other."""
    folder = ROOT / "shared" / "railbird_shared" / "protocol" / "events"
    defined = Counter(
        node.name for file in folder.glob("*.py") for node in tree_of(file).body if isinstance(node, ast.ClassDef)
    )
    assert {name for name, count in defined.items() if count > 1} == set()


def test_no_public_event_has_a_field_for_a_hidden_card() -> None:
    places = {
        (kind.__name__, name)
        for kind in typing.get_args(events.PublicEvent)
        for name, hint in typing.get_type_hints(kind).items()
        if mentions(hint, Card)
    }
    assert places == PLACES_OF_PUBLIC_CARDS


def test_no_public_event_has_a_field_for_legal_actions() -> None:
    """Whether a player may open can reveal what they hold."""
    for kind in typing.get_args(events.PublicEvent):
        assert not any(mentions(hint, LegalActions) for hint in typing.get_type_hints(kind).values()), kind


def mentions(hint: object, wanted: type) -> bool:
    if isinstance(hint, type) and issubclass(hint, Opening):
        return any(mentions(part, wanted) for part in typing.get_type_hints(hint).values())
    return hint is wanted or any(mentions(part, wanted) for part in typing.get_args(hint))


# --- keys -----------------------------------------------------------------------------------------------------------


def test_no_key_has_two_meanings_on_one_screen() -> None:
    for screen in screen_types():
        counts = Counter(key for key, _ in own_bindings(screen))
        assert {key: count for key, count in counts.items() if count > 1} == {}, screen


def test_one_meaning_has_one_key_on_every_screen() -> None:
    """What two screens say in the same words has a key in common."""
    found: dict[str, list[set[str]]] = {}
    for described in keys_of_screens().values():
        for description in set(described.values()) - {"Close", "Back"}:  # so does the key that opened a page
            same = {key for key, other in described.items() if other == description}
            found.setdefault(description.casefold(), []).append(same)
    assert {meaning: keys for meaning, keys in found.items() if not set.intersection(*keys)} == {}


COMMON_KEYS = {
    "find": "slash",
    "search": "slash",
    "replay the hand": "r",
    "statistics": "u",
    "chart": "f4",
    "statement": "dollar_sign",
    "help": "question_mark",
    "rules": "f2",
    "export": "x",
    "undo": "z",
    "back": "escape",
}
"""The key that is among those of every description which begins with these words."""


def test_what_many_screens_have_has_the_same_key() -> None:
    for screen, described in keys_of_screens().items():
        for words, key in COMMON_KEYS.items():
            same = {each for each, told in described.items() if f"{told.casefold()} ".startswith(f"{words} ")}
            assert not same or key in same, f"{screen}: {words} is {sorted(same)}, not {key}"


def test_every_full_page_goes_back_and_has_help() -> None:
    for screen in screen_types():
        assert not issubclass(screen, FullPage) or {"escape", "question_mark"} <= all_bindings(screen).keys(), screen
