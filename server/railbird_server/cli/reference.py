"""`railbird-server rules` and `schema`: the rules in a terminal, and the JSON Schema of the protocol."""

from __future__ import annotations

import json
import shutil

import click

from railbird_server.cli.console import CommandError, print_text
from railbird_server.guide.page import render_page
from railbird_server.guide.rulebook import load_rulebook
from railbird_server.guide.search import NothingFound, find_page
from railbird_shared.protocol.schema import protocol_schema


@click.command()
@click.argument("words", nargs=-1, metavar="[GAME | CLAUSE | WORD]...")
def rules(*, words: tuple[str, ...]) -> None:
    """Print the rules: an overview, a game's page, clauses by id or group, or all clauses with a word."""
    try:
        page = find_page(words, load_rulebook())
    except NothingFound as fault:
        raise CommandError(str(fault)) from None
    print_text(render_page(page, shutil.get_terminal_size().columns))


@click.command()
def schema() -> None:
    """Print the JSON Schema of the protocol."""
    print_text(json.dumps(protocol_schema(), indent=2, sort_keys=True))
