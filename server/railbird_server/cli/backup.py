"""`railbird-server backup`: a copy of everything that a server keeps, while it runs or not."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from railbird_server.cli.console import print_text
from railbird_server.cli.settings_options import with_data_setting
from railbird_server.store.contents import back_up
from railbird_server.store.data_directory import DATABASE_NAME, usual_directory
from railbird_server.store.protocols import StoreError


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@with_data_setting
def backup(*, file: Path, data: str | None) -> None:
    """Copy everything that a server keeps into FILE, while it runs or not.

    The copy holds the same secrets as the original: decks, hidden cards, and who is who. To go back to it, stop the
    server, move railbird.db, railbird.db-wal and railbird.db-shm away, and put the copy in the place of the first.
    """
    source = (Path(data) if data else usual_directory()) / DATABASE_NAME
    try:
        back_up(source, file)
    except StoreError as error:
        click.echo(str(error), err=True)
        sys.exit(1)
    print_text(f"Copied {source} into {file}.")
