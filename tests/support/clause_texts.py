"""Generates two files of `railbird_shared` from the text of the clauses: `clauses.py` and `clause_texts.json`.

`clauses.py` is the type of all ids. `clause_texts.json` is the text of the clauses that a table can cite, for clients,
which do not have the server's files. `python tests/support/clause_texts.py` prints both; with `--write` it writes
the files.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from textwrap import wrap

import click

import railbird_server
import railbird_shared
import railbird_shared.game
from railbird_server.guide.rulebook import Rulebook, load_rulebook

_GAME = Path(railbird_shared.game.__file__).parent

MODULE_FILE = _GAME / "clauses.py"
"""Where the generated type of the ids stands."""

TEXTS_FILE = _GAME / "clause_texts.json"
"""Where the generated texts stand."""

CITING_PACKAGES = (
    *(Path(railbird_server.__file__).parent / package for package in ("rules", "table", "tournament")),
    Path(railbird_shared.__file__).parent / "house",
    _GAME / "variants",
)
"""The folders of the packages whose rulings and settings cite clauses."""

CITING_MODULES = (_GAME / "facts.py", _GAME / "ranking_rules.py")
"""Modules outside of them that do."""

WRITE_COMMAND = "uv run python tests/support/clause_texts.py --write"
"""What renews the generated files after a change of the clauses."""

_LINE_WIDTH = 112
_HEADER = f'''"""The ids of the clauses of the rules, as a type: a wrong id does not type-check.

Generated from `server/railbird_server/guide/clauses.md`; do not edit. After a change of the clauses run
`{WRITE_COMMAND}`.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from typing import Literal

    # fmt: off
    Clause = Literal[
'''
_FOOTER = '''    ]
    # fmt: on
else:
    # A plain text at run time: messages decode faster, and a client accepts clauses that a newer server cites.
    Clause = str

Clauses = tuple[Clause, ...]
"""The clauses that decided a ruling, the most important first."""


@cache
def clause_texts() -> dict[Clause, str]:
    """Returns the texts of the clauses that a table can cite, in the order of the rules, by their ids."""
    from importlib import resources  # noqa: PLC0415  a start needs no texts

    file = resources.files("railbird_shared.game").joinpath("clause_texts.json")
    return msgspec.json.decode(file.read_bytes(), type=dict[Clause, str])
'''
_EMPHASIS = "**"


def generate_module(rulebook: Rulebook) -> str:
    """Returns the text of `railbird_shared/game/clauses.py` for these clauses."""
    return _HEADER + "".join(f"{' ' * 8}{line}\n" for line in _literal_lines(rulebook)) + _FOOTER


def _literal_lines(rulebook: Rulebook) -> Iterator[str]:
    for _, family in groupby(rulebook, key=lambda clause: clause.id.rpartition("-")[0]):
        yield from wrap(" ".join(f'"{clause.id}",' for clause in family), _LINE_WIDTH, break_on_hyphens=False)


def generate_texts(rulebook: Rulebook, cited: Iterable[str]) -> str:
    """Returns the text of `railbird_shared/game/clause_texts.json` for the cited ones of these clauses."""
    texts = {clause.id: clause.text.replace(_EMPHASIS, "") for clause in rulebook.select(cited)}
    return f"{json.dumps(texts, indent=2, ensure_ascii=False)}\n"


def find_cited_clauses(rulebook: Rulebook) -> frozenset[str]:
    """Returns the ids that stand as text in the source of the packages whose rulings cite clauses."""
    sources = (*CITING_MODULES, *(file for package in CITING_PACKAGES for file in package.rglob("*.py")))
    return frozenset(
        node.value
        for source in sources
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in rulebook
    )


@click.command()
@click.option("--write", is_flag=True, help="Write the files instead of printing them.")
def main(*, write: bool) -> None:
    """Print or write the files with the ids of all clauses and the text of those that tables cite."""
    rulebook = load_rulebook()
    files = {
        MODULE_FILE: generate_module(rulebook),
        TEXTS_FILE: generate_texts(rulebook, find_cited_clauses(rulebook)),
    }
    for file, text in files.items():
        if write:
            file.write_text(text, encoding="utf-8", newline="\n")
        else:
            click.echo(text, nl=False)


if __name__ == "__main__":
    main()
