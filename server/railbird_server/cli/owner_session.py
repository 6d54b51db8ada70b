"""The session of a server's owner, who reaches it over its socket like anybody else, and commands of its own in one.

The secret that proves the owner is in the run file of the server's folder, which nobody else may read.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, Concatenate, NamedTuple, ParamSpec, Self

import click

from railbird_server.bots.remote import open_wire
from railbird_server.cli.console import CommandFailed, ended_by, print_text
from railbird_shared.carrier import Carrier, Wire, WireClosed
from railbird_shared.conversation import CommandRefused, Conversation
from railbird_shared.network.address import BadAddress, parse_address
from railbird_shared.network.run_file import MAX_RUN_FILE_BYTES, RUN_FILE_NAME, RunFile, decode_run_file
from railbird_shared.protocol import commands, host_commands
from railbird_shared.protocol.codec import ProtocolError
from railbird_shared.protocol.messages import Accepted, Lobby, People, Person, TableInfo
from railbird_shared.text.text_cleaning import look_alike
from railbird_shared.tournament import messages as tournament_messages
from railbird_shared.tournament.messages import Tournaments
from railbird_shared.tournament.view import TournamentStatus

ANSWER_SECONDS = 10
"""Seconds that the server has for an answer."""

P = ParamSpec("P")


class OwnerSession(Carrier):
    """A session with a running server, whose owner it is that asks; `wanted` is the table that is meant."""

    def __init__(self, wire: Wire, owner: str, wanted: str) -> None:
        super().__init__(Conversation("Owner", bot=True, owner=owner), wire)
        self._owner = owner
        self._wanted = wanted

    @classmethod
    async def open(cls, run_file: RunFile, wanted: str) -> Self:
        """Says hello to a server; raises CommandFailed, CommandRefused, ProtocolError or WireClosed."""
        try:
            wire = await open_wire(parse_address(run_file.address))
        except BadAddress as error:
            raise CommandFailed(f"The run file names an address that is none: {error}") from None
        session = cls(wire, run_file.owner, wanted)
        await session.hello()
        return session

    async def administer(self, command: commands.OwnerCommand, table: str = "") -> Accepted:
        """Does something at a table, or at the server; raises CommandRefused."""
        return await self.request(commands.Administer(owner=self._owner, table=table, command=command))

    async def tables(self) -> list[TableInfo]:
        """Returns all tables of the server."""
        tables: list[TableInfo] = []
        while True:
            page = await self.read(commands.ListTables(first=len(tables)), Lobby)
            tables += page.tables
            if not page.tables or len(tables) >= page.total:
                return tables

    async def find_table(self) -> TableInfo:
        """Returns the table that is meant, by its name or id, or the only one; raises CommandFailed."""
        if not (tables := await self.tables()):
            raise CommandFailed("No table is open.")
        names = ", ".join(table.name for table in tables)
        wanted = self._wanted
        found = [each for each in tables if not wanted or wanted == each.table or look_alike(wanted, each.name)]
        if not found:
            raise CommandFailed(f"There is no table {wanted}; the tables are {names}.")
        if not wanted and len(found) > 1:
            raise CommandFailed(f"Say which table with --table: {names}.")
        return found[0]

    async def at_table(self, command: commands.OwnerCommand) -> TableInfo:
        """Does something at the table that is meant, and returns it; raises CommandFailed and CommandRefused."""
        table = await self.find_table()
        await self.administer(command, table.table)
        return table

    async def people(self, table: TableInfo) -> People:
        """Returns who is at a table."""
        listed = commands.Administer(owner=self._owner, table=table.table, command=host_commands.ListPeople())
        return await self.read(listed, People)

    async def find_seat(self, wanted: str) -> tuple[TableInfo, Person]:
        """Returns the table, and the seated player of that name or in the seat of that number; raises CommandFailed."""
        table = await self.find_table()
        seated = [person for person in (await self.people(table)).people if person.seat]
        for person in seated:
            if wanted == str(person.seat) or look_alike(wanted, person.name):
                return table, person
        names = ", ".join(person.name for person in seated) or "nobody"
        raise CommandFailed(f"{wanted} has no seat at {table.name}; there sit: {names}.")

    async def tournaments(self) -> Sequence[TournamentStatus]:
        """Returns all tournaments of the server."""
        return (await self.read(tournament_messages.ListTournaments(), Tournaments)).tournaments

    async def find_tournament(self, wanted: str) -> TournamentStatus:
        """Returns the tournament of that name or id, the only one without a name; raises CommandFailed."""
        if not (running := await self.tournaments()):
            raise CommandFailed("There is no tournament.")
        found = [each for each in running if not wanted or wanted == each.tournament or look_alike(wanted, each.name)]
        if len(found) != 1:
            names = ", ".join(f"{each.name} ({each.tournament})" for each in running)
            raise CommandFailed(f"Name one of these tournaments: {names}.")
        return found[0]


class Found(NamedTuple):
    """A running server by the folder of its data, and the table that is meant there, empty for the only one."""

    folder: Path
    table: str


def owner_command(
    group: click.Group, name: str | None = None
) -> Callable[[Callable[Concatenate[OwnerSession, P], Coroutine[Any, Any, str]]], click.Command]:
    """Makes a command of a group that is carried out in a session, and prints the sentence that it returns.

    The exit status is 1 where it was not done. The object of the command's context is the `Found` server.
    """

    def decorate(work: Callable[Concatenate[OwnerSession, P], Coroutine[Any, Any, str]]) -> click.Command:
        @group.command(name)
        @functools.wraps(work)
        def command(*arguments: P.args, **options: P.kwargs) -> None:
            found: Found = click.get_current_context().obj
            run_file = _read_run_file(found.folder)

            async def carry_out() -> str:
                async with asyncio.timeout(ANSWER_SECONDS), await OwnerSession.open(run_file, found.table) as session:
                    return await work(session, *arguments, **options)

            with ended_by(CommandRefused, ProtocolError, WireClosed, as_error=CommandFailed):
                try:
                    print_text(asyncio.run(carry_out()))
                except TimeoutError:
                    raise CommandFailed("The server does not answer; look at its log.") from None

        return command

    return decorate


def _read_run_file(folder: Path) -> RunFile:
    """Returns what the server that keeps its data in a folder says of itself; raises CommandFailed."""
    path = folder / RUN_FILE_NAME
    try:
        with path.open("rb") as file:
            run_file = decode_run_file(file.read(MAX_RUN_FILE_BYTES))
    except FileNotFoundError:
        raise CommandFailed(
            f"No server runs with its data in {folder}: start it, or name its folder with --data."
        ) from None
    except OSError as error:
        raise CommandFailed(
            f"{path} cannot be read: {error.strerror}. Only the user who started the server may."
        ) from None
    if run_file is None:
        raise CommandFailed(f"{path} is damaged: stop the server and start it again.")
    if not run_file.pid:
        raise CommandFailed(
            f"The server with its data in {folder} has ended; its tables wait until it is started again."
        )
    return run_file
