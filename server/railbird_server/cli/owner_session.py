"""How the owner of a running server reaches it: by the run file of its folder, over its socket."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, NamedTuple, Self

import click

from railbird_server.bots.remote import open_wire
from railbird_server.cli.console import print_text
from railbird_server.store.data_directory import usual_directory
from railbird_shared.carrier import Carrier, Wire, WireClosed
from railbird_shared.conversation import CommandRefused, Conversation
from railbird_shared.network.address import BadAddress, parse_address
from railbird_shared.network.run_file import MAX_RUN_FILE_BYTES, RUN_FILE_NAME, RunFile, decode_run_file
from railbird_shared.protocol.codec import ProtocolError
from railbird_shared.protocol.commands import Administer, ListTables, OpenTable, OwnerCommand
from railbird_shared.protocol.host_commands import ListPeople
from railbird_shared.protocol.messages import Lobby, People, TableInfo
from railbird_shared.tournament.commands import OpenTournament, TournamentHostCommand

ANSWER_SECONDS = 10
"""Seconds that the server has for an answer."""


class AdminError(Exception):
    """The request cannot be carried out; the message is a sentence for the owner."""


class Found(NamedTuple):
    """A running server as its owner reaches it, and the table that is meant, empty for the only one."""

    data: str | None
    table: str


class OwnerSession(Carrier):
    """A session with a running server, whose owner it is that asks."""

    def __init__(self, wire: Wire, owner: str) -> None:
        super().__init__(Conversation("Owner", bot=True, owner=owner), wire)
        self._owner = owner

    @classmethod
    async def open(cls, run_file: RunFile) -> Self:
        """Says hello to a server; raises AdminError, CommandRefused, ProtocolError or WireClosed."""
        try:
            wire = await open_wire(parse_address(run_file.address))
        except BadAddress as error:
            raise AdminError(f"The run file names an address that is none: {error}") from None
        session = cls(wire, run_file.owner)
        await session.hello()
        return session

    async def administer(self, table: TableInfo, command: OwnerCommand) -> None:
        """Does something at a table; raises CommandRefused."""
        await self.request(Administer(owner=self._owner, table=table.table, command=command))

    async def open_table(self, command: OpenTable) -> str:
        """Opens a table that the house hosts; returns its id. Raises CommandRefused."""
        return (await self.request(Administer(owner=self._owner, table="", command=command))).table

    async def run_tournament(self, command: OpenTournament | TournamentHostCommand) -> str:
        """Does something to a tournament as its host may; returns the id of one that is opened.

        Raises CommandRefused.
        """
        return (await self.request(Administer(owner=self._owner, table="", command=command))).tournament

    async def tables(self) -> list[TableInfo]:
        """Returns all tables of the server."""
        tables: list[TableInfo] = []
        while True:
            await self.request(ListTables(first=len(tables)))
            page = await self.wait_for(Lobby)
            tables += page.tables
            if not page.tables or len(tables) >= page.total:
                return tables

    async def people(self, table: TableInfo) -> People:
        """Returns who is at a table."""
        await self.administer(table, ListPeople())
        return await self.wait_for(People)


Work = Callable[[OwnerSession], Coroutine[Any, Any, str]]
"""Does what is asked for, and returns what it has done, in a sentence."""


def run_as_owner(found: Found, work: Work) -> None:
    """Carries out a command of the owner, and says how it went; the exit status is 1 where it was not done."""
    try:
        run_file = _read_run_file(Path(found.data) if found.data else usual_directory())
        done = asyncio.run(_work(run_file, work))
    except (AdminError, CommandRefused, ProtocolError, WireClosed) as error:
        click.echo(str(error), err=True)
        sys.exit(1)
    except TimeoutError:
        click.echo("The server does not answer; look at its log.", err=True)
        sys.exit(1)
    print_text(done)


async def _work(run_file: RunFile, work: Work) -> str:
    async with asyncio.timeout(ANSWER_SECONDS):
        session = await OwnerSession.open(run_file)
        try:
            return await work(session)
        finally:
            await session.close()


def _read_run_file(folder: Path) -> RunFile:
    """Returns what the server that keeps its data in a folder says of itself; raises AdminError."""
    path = folder / RUN_FILE_NAME
    try:
        with path.open("rb") as file:
            run_file = decode_run_file(file.read(MAX_RUN_FILE_BYTES))
    except FileNotFoundError:
        raise AdminError(
            f"No server runs with its data in {folder}: start it, or name its folder with --data."
        ) from None
    except OSError as error:
        raise AdminError(f"{path} cannot be read: {error.strerror}. Only who started the server may.") from None
    if run_file is None:
        raise AdminError(f"{path} is damaged: stop the server and start it again.")
    if not run_file.pid:
        raise AdminError(f"The server with its data in {folder} has ended; its tables wait until it is started again.")
    return run_file
