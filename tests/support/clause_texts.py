"""Generates `clause_texts.json` of `railbird_shared` from the text of the clauses.

It is the text of the clauses that a table can cite, for clients, which do not have the server's files.
`python tests/support/clause_texts.py` prints it; with `--write` it writes the file.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable
from pathlib import Path

import click

import railbird_server
import railbird_shared
import railbird_shared.game
from railbird_server.guide.rulebook import Rulebook, load_rulebook

_GAME = Path(railbird_shared.game.__file__).parent

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
"""What renews the generated file after a change of the clauses."""

_EMPHASIS = "**"


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
@click.option("--write", is_flag=True, help="Write the file instead of printing it.")
def main(*, write: bool) -> None:
    """Print or write the file with the text of the clauses that tables cite."""
    rulebook = load_rulebook()
    text = generate_texts(rulebook, find_cited_clauses(rulebook))
    if write:
        TEXTS_FILE.write_text(text, encoding="utf-8", newline="\n")
    else:
        click.echo(text, nl=False)


if __name__ == "__main__":
    main()
