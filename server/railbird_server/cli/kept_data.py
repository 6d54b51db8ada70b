"""Opens the data of a server to be searched; `railbird-server backup` and `check`: a copy, and whether it is whole."""

from __future__ import annotations

import contextlib
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from railbird_server.cli.console import CommandFailed, ended_by, print_text
from railbird_server.cli.server_settings import database_path
from railbird_server.cli.setting_options import with_data_option
from railbird_server.store.contents import back_up, contents, database_to_search
from railbird_server.store.data_directory import DATABASE_NAME, hosted_folder, server_folder
from railbird_server.store.protocols import StoreError


@contextlib.contextmanager
def open_databases(data: str | None) -> Iterator[list[sqlite3.Connection]]:
    """Opens what servers keep, to be searched: in the folder that --data names, or else of all servers of this user.

    Those are the server and the games of `railbird host`. Raises CommandFailed with a sentence why it cannot be read.
    """
    folders = [Path(data)] if data else [server_folder(), hosted_folder()]
    paths = [folder / DATABASE_NAME for folder in folders]
    kept = [path for path in paths if path.exists()]
    if not kept:
        raise CommandFailed(f"There is no {' and no '.join(map(str, paths))}: name another directory with --data.")
    with ended_by(StoreError, as_error=CommandFailed), contextlib.ExitStack() as opened:
        yield [opened.enter_context(database_to_search(path)) for path in kept]


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@with_data_option
def backup(*, file: Path, data: str | None) -> None:
    """Copy everything that a server keeps into FILE, while it runs or not.

    The copy holds the same secrets as the original: decks, hidden cards, and who is who. To go back to it, stop the
    server, move railbird.db, railbird.db-wal and railbird.db-shm away, and put the copy in the place of the first.
    """
    source = database_path(data)
    with ended_by(StoreError, as_error=CommandFailed):
        back_up(source, file)
    print_text(f"Copied {source} into {file}.")


@click.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@with_data_option
def check(*, file: Path | None, data: str | None) -> None:
    """Examine what a server keeps: exit status 1, and what differs, if anything is wrong.

    Every open table is brought back, every hand and every tournament is replayed, and the chips on each table, and what
    each tournament holds, are compared with the books.
    The server may run meanwhile. FILE is a database, such as a backup; without it the server's own is examined.
    """
    from railbird_server.runtime.audit import audit, tournament_faults  # noqa: PLC0415  a search needs none of it

    path = file or database_path(data)
    with ended_by(StoreError, as_error=CommandFailed), contents(path) as kept:
        found = audit(kept)
        found.faults += tournament_faults(kept.tournaments)
    print_text(
        f"{path}: {found.tables} tables with {found.chips_on_tables:,} chips, {len(kept.players)} players, "
        f"{found.hands:,} finished hands."
    )
    for fault in found.faults:
        print_text(fault)
    if found.faults:
        sys.exit(1)
    print_text("Everything is as it was kept, and every chip is where it belongs.")
