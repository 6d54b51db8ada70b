"""Generates `railbird_shared/clauses.py`, the type of the ids of clauses, from the text of the clauses.

`python -m railbird_server.guide.clause_ids` prints the module; with `--write` it writes the file.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap

import click

import railbird_shared
from railbird_server.guide.rulebook import Rulebook, load_rulebook

MODULE_FILE = Path(railbird_shared.__file__).with_name("clauses.py")
"""Where the generated module stands."""

WRITE_COMMAND = "uv run python -m railbird_server.guide.clause_ids --write"
"""What renews the generated module after a change of the clauses."""

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


def generate_module(rulebook: Rulebook) -> str:
    """Returns the text of `railbird_shared/clauses.py` for these clauses."""
    return _HEADER + "".join(f"{' ' * 8}{line}\n" for line in _literal_lines(rulebook)) + _FOOTER


def _literal_lines(rulebook: Rulebook) -> Iterator[str]:
    for group in rulebook.groups:
        if group.clauses:
            yield f"# {group.title}"
            yield from wrap(
                " ".join(f'"{clause.id}",' for clause in group.clauses), _LINE_WIDTH, break_on_hyphens=False
            )


@click.command()
@click.option("--write", is_flag=True, help="Write the module instead of printing it.")
def main(*, write: bool) -> None:
    """Print or write the module with the ids of all clauses."""
    text = generate_module(load_rulebook())
    if write:
        MODULE_FILE.write_text(text, encoding="utf-8", newline="\n")
    else:
        click.echo(text, nl=False)


if __name__ == "__main__":
    main()
