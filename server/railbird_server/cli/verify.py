"""`railbird-server verify`: replay hand histories and say where they differ from the rules."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from railbird_server.cli.console import CommandError, print_text
from railbird_server.history.verification import NothingToReplay
from railbird_server.history.verification import verify as verify_paths


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def verify(*, paths: tuple[Path, ...], as_json: bool) -> None:
    """Replay Poker Hand History files, or folders of them, by the rules.

    Prints a line for every hand that differs, with the first difference, and how many were replayed and failed.
    The exit status is 1 if any failed, and 2 if there is nothing to replay.
    """
    try:
        summary = verify_paths(paths)
    except NothingToReplay as error:
        raise CommandError(str(error)) from None
    print_text(json.dumps(summary.as_json(), indent=2) if as_json else str(summary))
    sys.exit(1 if summary.failed else 0)
