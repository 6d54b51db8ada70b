"""`railbird-server rules`: the rules in a terminal."""

from __future__ import annotations

import shutil

import click

from railbird_server.guide.asking import Unanswered, answer
from railbird_server.guide.catalogue import catalogue
from railbird_server.guide.layout import lay_out
from railbird_server.printing import tell
from railbird_server.refusal import Refusal


@click.command()
@click.argument("words", nargs=-1, metavar="[GAME | CLAUSE | WORD]...")
def rules(*, words: tuple[str, ...]) -> None:
    """Print the rules: an overview, a game's page, clauses by id or group, or all clauses with a word."""
    try:
        page = answer(words, catalogue())
    except Unanswered as fault:
        raise Refusal(str(fault)) from None
    tell(lay_out(page, shutil.get_terminal_size().columns))
