"""Generates two modules of `railbird_shared` from the text of the clauses: `clauses.py` and `clause_texts.py`.

`clauses.py` is the type of all ids. `clause_texts.py` is the text of the clauses that a table can cite, for clients,
which do not have the server's files. `python -m railbird_server.guide.clause_ids` prints both; with `--write` it writes
the files.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path
from textwrap import wrap

import click

import railbird_server
import railbird_shared
import railbird_shared.game
from railbird_server.guide.rulebook import ClauseText, Rulebook, load_rulebook

_GAME = Path(railbird_shared.game.__file__).parent

MODULE_FILE = _GAME / "clauses.py"
"""Where the generated type of the ids stands."""

TEXTS_FILE = _GAME / "clause_texts.py"
"""Where the generated texts stand."""

CITING_PACKAGES = (
    *(Path(railbird_server.__file__).parent / package for package in ("rules", "table", "tournament")),
    Path(railbird_shared.__file__).parent / "house",
    _GAME / "variants",
)
"""The folders of the packages whose rulings and settings cite clauses."""

CITING_MODULES = (_GAME / "ranking_rules.py",)
"""Modules outside of them that do."""

WRITE_COMMAND = "uv run python -m railbird_server.guide.clause_ids --write"
"""What renews the generated modules after a change of the clauses."""

_LINE_WIDTH = 112
_HEADER = f'''"""The ids of the clauses of the rules, as a type: a wrong id does not type-check.

Generated from `server/railbird_server/guide/clauses.md`; do not edit. After a change of the clauses run
`{WRITE_COMMAND}`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

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
'''

_TEXTS_HEADER = f'''"""The text of the clauses that a table can cite, by their ids, as plain text.

Generated from `server/railbird_server/guide/clauses.md` and the rulings in the server's source; do not edit. After a
change of either run `{WRITE_COMMAND}`.
"""

from __future__ import annotations

from typing import Final

from railbird_shared.game.clauses import Clause

# fmt: off
CLAUSE_TEXTS: Final[dict[Clause, str]] = {{
'''
_TEXTS_FOOTER = '''}
# fmt: on
"""The clauses in the order of the rules; a clause that no ruling of a table cites is not among them."""
'''
_EMPHASIS = "**"


def generate_module(rulebook: Rulebook) -> str:
    """Returns the text of `railbird_shared/game/clauses.py` for these clauses."""
    return _HEADER + "".join(f"{' ' * 8}{line}\n" for line in _literal_lines(rulebook)) + _FOOTER


def _literal_lines(rulebook: Rulebook) -> Iterator[str]:
    for group in rulebook.groups:
        if group.clauses:
            yield f"# {group.title}"
            yield from wrap(
                " ".join(f'"{clause.id}",' for clause in group.clauses), _LINE_WIDTH, break_on_hyphens=False
            )


def generate_texts(rulebook: Rulebook, cited: Iterable[str]) -> str:
    """Returns the text of `railbird_shared/game/clause_texts.py` for the cited ones of these clauses."""
    entries = (_text_entry(clause) for clause in rulebook.select(cited))
    return _TEXTS_HEADER + "".join(entries) + _TEXTS_FOOTER


def _text_entry(clause: ClauseText) -> str:
    """The lines of one clause; a long text is written as several literals, each of one line."""
    literals = [_quote(part) for part in _split_text(clause.text.replace(_EMPHASIS, ""))]
    if len(literals) == 1 and len(line := f'    "{clause.id}": {literals[0]},') <= _LINE_WIDTH:
        return f"{line}\n"
    return "\n".join((f'    "{clause.id}":', *(f"        {literal}" for literal in literals))) + ",\n"


def _split_text(text: str) -> list[str]:
    lines = wrap(text, _LINE_WIDTH - 6, break_on_hyphens=False)
    return [f"{line} " for line in lines[:-1]] + lines[-1:]


def _quote(text: str) -> str:
    """The text as a literal of the source, in double quotes unless it contains some."""
    escaped = text.replace("\\", "\\\\")
    quote = "'" if '"' in text and "'" not in text else '"'
    return quote + (escaped if quote == "'" else escaped.replace('"', '\\"')) + quote


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
@click.option("--write", is_flag=True, help="Write the modules instead of printing them.")
def main(*, write: bool) -> None:
    """Print or write the modules with the ids of all clauses and the text of those that tables cite."""
    rulebook = load_rulebook()
    modules = {
        MODULE_FILE: generate_module(rulebook),
        TEXTS_FILE: generate_texts(rulebook, find_cited_clauses(rulebook)),
    }
    for file, text in modules.items():
        if write:
            file.write_text(text, encoding="utf-8", newline="\n")
        else:
            click.echo(text, nl=False)


if __name__ == "__main__":
    main()
