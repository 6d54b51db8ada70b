"""How the owner of a running server reaches it: by the run file of its folder, over its socket."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, NamedTuple, Self, TypeVar

import click
from msgspec.structs import replace

from railbird_server.bots.bot_client import LinkClosed
from railbird_server.bots.remote import WebsocketLink
from railbird_server.cli.console import print_text
from railbird_server.store.data_directory import usual_directory
from railbird_shared import PROTOCOL_VERSION
from railbird_shared.network.address import BadAddress, parse_address
from railbird_shared.network.run_file import MAX_RUN_FILE_BYTES, RUN_FILE_NAME, RunFile, decode_run_file
from railbird_shared.protocol.commands import Administer, Command, Hello, ListTables, OpenTable, OwnerCommand
from railbird_shared.protocol.host_commands import ListPeople
from railbird_shared.protocol.messages import Accepted, Lobby, Message, People, Refused, TableInfo, Welcome
from railbird_shared.text.text_cleaning import clean_line
from railbird_shared.tournament.commands import OpenTournament, TournamentHostCommand

ANSWER_SECONDS = 10
"""Seconds that the server has for an answer."""

MAX_SENTENCE_LENGTH = 1000

M = TypeVar("M", bound=Message)


class AdminError(Exception):
    """What is asked for cannot be done; the message is a sentence for the owner."""


class Found(NamedTuple):
    """A running server as its owner reaches it, and the table that is meant, empty for the only one."""

    data: str | None
    table: str


class OwnerSession:
    """A session with a running server, whose owner it is that asks."""

    def __init__(self, link: WebsocketLink, owner: str) -> None:
        self._link = link
        self._owner = owner
        self._last_id = 0

    @classmethod
    async def open(cls, run_file: RunFile) -> Self:
        """Says hello to a server; raises AdminError or LinkClosed."""
        try:
            link = await WebsocketLink.open(parse_address(run_file.address))
        except BadAddress as error:
            raise AdminError(f"The run file names an address that is none: {error}") from None
        session = cls(link, run_file.owner)
        await link.send(Hello(id=0, v=PROTOCOL_VERSION, name="Owner", bot=True, owner=run_file.owner))
        await session.wait_for(Welcome)
        return session

    async def wait_for(self, kind: type[M]) -> M:
        """Reads until a message of that kind; raises AdminError for a refusal."""
        while True:
            message = await self._link.receive()
            if isinstance(message, Refused):
                raise AdminError(clean_line(message.sentence, MAX_SENTENCE_LENGTH))
            if isinstance(message, kind):
                return message

    async def request(self, command: Command) -> Accepted:
        """Sends a command and waits until it is accepted; raises AdminError."""
        self._last_id += 1
        await self._link.send(replace(command, id=self._last_id))
        return await self.wait_for(Accepted)

    async def administer(self, table: TableInfo, command: OwnerCommand) -> None:
        """Does something at a table; raises AdminError."""
        await self.request(Administer(owner=self._owner, table=table.table, command=command))

    async def open_table(self, command: OpenTable) -> str:
        """Opens a table that the house hosts; returns its id. Raises AdminError."""
        return (await self.request(Administer(owner=self._owner, table="", command=command))).table

    async def run_tournament(self, command: OpenTournament | TournamentHostCommand) -> str:
        """Does something to a tournament as its host may; returns the id of one that is opened. Raises AdminError."""
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

    async def close(self) -> None:
        """Ends the session."""
        await self._link.close()


Work = Callable[[OwnerSession], Coroutine[Any, Any, str]]
"""Does what is asked for, and returns what it has done, in a sentence."""


def run_as_owner(found: Found, work: Work) -> None:
    """Carries out a command of the owner, and says how it went; the exit status is 1 where it was not done."""
    try:
        run_file = _read_run_file(Path(found.data) if found.data else usual_directory())
        done = asyncio.run(_work(run_file, work))
    except (AdminError, LinkClosed) as error:
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
