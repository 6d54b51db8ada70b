"""One session with one server: the server process if it is the player's own, the link, and the way to a table.

A session carries out the launch plan with the commands that every client uses.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

from msgspec.structs import replace

from railbird_client.fair_deal.deal_files import DEALS_FOLDER_NAME
from railbird_client.hosting.hosted_game import (
    KEPT_SECONDS,
    STOP_TIMEOUT_SECONDS,
    UNATTENDED_SECONDS,
    HostedGame,
    RunningGame,
    ServerProcess,
    ServerStartFailed,
    answers,
    log_path,
    serve_command,
    short_path,
)
from railbird_client.network.first_contact import NotConfirmed, PlainServer, first_reachable, lan_addresses, recognize
from railbird_client.network.known_servers import KnownServers
from railbird_client.network.link import (
    HANDSHAKE_TIMEOUT_SECONDS,
    PASSWORD_CODES,
    Closed,
    CloseReason,
    ConfirmationNeeded,
    Link,
    LinkEvent,
    Offline,
    StateChanged,
    refused_certificate,
    unreachable_sentence,
)
from railbird_client.start.invitation import Invitation, invitation_to
from railbird_client.start.launch import HostTable, JoinServer, LaunchPlan, NewTable, PlayBots, WatchServer
from railbird_shared.conversation import CommandRefused
from railbird_shared.game.catalogue import find_mix
from railbird_shared.game.rotation import rotation_of
from railbird_shared.network.address import Address
from railbird_shared.network.websocket import CONNECTION_ERRORS, CertificateRefused
from railbird_shared.protocol import commands
from railbird_shared.protocol.messages import Lobby, Refused, TableInfo, Welcome
from railbird_shared.text.text_cleaning import clean_table_name
from railbird_shared.tournament.messages import (
    ListTournaments,
    OpenTournament,
    ReadTournament,
    RegisterTournament,
    Tournaments,
)

ALL_INTERFACES = "0.0.0.0"  # noqa: S104 - a host's friends come from other machines
FAST_SERVER_ARGUMENTS = ("--pause", "1", "--quick-bots")
"""Options of a fast server: a second between hands, and bots that act at once."""

ANSWER_TIMEOUT_SECONDS = 1.0
"""How long the server may take to answer a host who goes away."""

GAME_DOES_NOT_END = "Your game's server does not agree to end, so it still runs; `railbird host` brings you back to it."


A = TypeVar("A")


@dataclasses.dataclass(frozen=True, slots=True)
class OwnServerFailed:
    """The player's own server did not start, or ended by itself; the sentence says so."""

    sentence: str


class LockedOut(CommandRefused):
    """A table has a password that the player has not shown, or they typed another one."""

    def __init__(self, refused: Refused, table: str) -> None:
        super().__init__(refused)
        self.table = table


class TokenStore(Protocol):
    """Where the secret tokens are kept that prove the player to a server."""

    def find_tokens(self, address: Address, *, hosting: bool) -> Sequence[str]:
        """Returns the tokens for a server, the latest first; a host's own server knows them by any name."""
        ...

    def save_token(self, address: Address, token: str) -> None:
        """Keeps the token that a server has given."""
        ...


class ServerLink:
    """A player's session at a server, from the first connection until they leave.

    `password` is that of the server, as far as the player has typed one. `tokens` are kept between sessions. Without
    `known_servers` every server that encrypts is unknown. `hosted_game` is the player's own; `resumed` says that it ran
    before this session, `ends_game` that the player ends it, and `waits_in_lobby` that its tournament is yet to start.
    `address` is where the session joins a server of somebody else: of several addresses, the one that answers.
    """

    def __init__(
        self,
        plan: LaunchPlan,
        *,
        name: str,
        tokens: TokenStore,
        known_servers: KnownServers | None = None,
        password: str = "",
        hosted_game: HostedGame | None = None,
    ) -> None:
        self.plan = plan
        self.welcome: Welcome | None = None
        self.address: Address | None = plan.address if isinstance(plan, JoinServer | WatchServer) else None
        self._name = name
        self._tokens = tokens
        self._password = password
        self._link: Link | None = None
        self._autoselect = False
        self.known_servers = known_servers or KnownServers()
        self._confirmation: asyncio.Future[bool] | None = None
        self.resumed = False
        self._recovered_tables: tuple[TableInfo, ...] = ()
        self._return_told = False
        self.ends_game = False
        self._arrived = False
        self.waits_in_lobby = False
        self._hosted_game = hosted_game
        self._running_game: RunningGame | None = None
        self._on_event: Callable[[LinkEvent | OwnServerFailed], None] = lambda _: None
        self._own_hosts: tuple[str, ...] = ()

    @property
    def owns_server(self) -> bool:
        """Whether the server is the player's own."""
        return isinstance(self.plan, PlayBots | HostTable)

    @property
    def hosts_game(self) -> bool:
        """Whether the server is one that goes on without the player."""
        return isinstance(self.plan, HostTable)

    @property
    def invitation(self) -> Invitation:
        """How friends come to this server."""
        link, plan = self.link.address, self.plan
        if isinstance(plan, PlayBots):
            return Invitation()
        if isinstance(plan, HostTable):
            places = [dataclasses.replace(link, host=host, port=plan.port) for host in self._own_hosts]
            listed = f"{self._name}'s game" if plan.server_options.found else ""
            return dataclasses.replace(invitation_to(*places), listed=listed)
        return invitation_to(link)

    @property
    def deals_folder(self) -> Path | None:
        """Where the records of fair deals are kept, beside the known servers; None where nothing is."""
        folder = self.known_servers.folder
        return None if folder is None else folder / DEALS_FOLDER_NAME

    @property
    def keeps_token(self) -> bool:
        """Whether the player's token is kept for the next visit; the rail and a private game need none."""
        return isinstance(self.plan, HostTable | JoinServer)

    @property
    def log(self) -> Path:
        """The path of the log of the player's own server."""
        return self._hosted_game.log if self.hosts_game and self._hosted_game is not None else log_path()

    @property
    def link(self) -> Link:
        """The link to the server; raises Offline before there is one."""
        if self._link is None:
            raise Offline("There is no connection to a server yet.")
        return self._link

    async def run(self, on_event: Callable[[LinkEvent | OwnServerFailed], None]) -> None:
        """Starts the server if it is the player's own, and runs the link until it closes; raises ServerStartFailed."""
        self._on_event = on_event
        match self.plan:
            case PlayBots(fast=fast, server_options=server_options):
                fast_arguments = FAST_SERVER_ARGUMENTS if fast else ()
                arguments = ("--memory", "--exit-with-stdin", *server_options.arguments, *fast_arguments)
                server = await ServerProcess.start(serve_command(arguments=arguments), self.log)
                try:
                    server.on_unexpected_exit(self._report_lost_server)
                    await self._run_link(server.address)
                finally:
                    await server.stop()
            case HostTable() as plan:
                await self._run_hosted_game(plan)
            case JoinServer(address) | WatchServer(address):
                assert address is not None
                await self._join(address)

    async def _report_lost_server(self) -> None:
        sentence = f"The table's server stopped by itself; its log is {short_path(self.log)}."
        self._on_event(OwnServerFailed(sentence))

    async def _join(self, address: Address) -> None:
        if not address.fingerprint:  # with one, the link looks which of the places has it
            address = await first_reachable(address.places)
        self.address = address
        recognized = await self._recognize(address)
        if recognized is not None:
            await self._run_link(recognized)

    async def _recognize(self, address: Address) -> Address | None:
        """Finds out by what the server is recognized; returns None where there will be no link, which is told."""

        async def ask(fingerprint: str) -> bool:
            self._confirmation = asyncio.get_running_loop().create_future()
            self._on_event(ConfirmationNeeded(address, fingerprint))
            return await self._confirmation

        try:
            return await recognize(address, self.known_servers, ask, HANDSHAKE_TIMEOUT_SECONDS)
        except NotConfirmed:
            sentence = f"You did not confirm the server at {address}, so nothing was sent to it."
            self._on_event(Closed(CloseReason.NOT_CONFIRMED, sentence))
        except PlainServer:
            sentence = (
                f"The server at {address} does not encrypt: on a network that you trust, join it with ws://{address}."
            )
            self._on_event(Closed(CloseReason.UNREACHABLE, sentence))
        except CertificateRefused as refused:
            self._on_event(refused_certificate(refused))
        except CONNECTION_ERRORS as error:
            self._on_event(Closed(CloseReason.UNREACHABLE, unreachable_sentence(address, error)))
        return None

    def confirm_server(self, *, same: bool) -> None:
        """Answers whether the fingerprint that the player was shown is that of their host."""
        if self._confirmation is not None and not self._confirmation.done():
            self._confirmation.set_result(same)

    @property
    def known_fingerprint(self) -> str:
        """The fingerprint that the server has to have, empty if none is known."""
        return "" if self._link is None else self._link.address.fingerprint

    def take_command_id(self) -> int:
        """Returns an id for a command that no other command of the link has; raises Offline."""
        return self.link.take_command_id()

    def record_welcome(self, welcome: Welcome) -> bool:
        """Keeps a welcome and its token; returns whether it is the first of this session."""
        first, self.welcome = self.welcome is None, welcome
        if not self.owns_server:
            self.known_servers.remember(self.link.address)
        if self.keeps_token:
            self._tokens.save_token(self.link.address, welcome.token)
        return first

    async def execute_plan(self) -> None:
        """Carries out the launch plan, or asks for the tables to choose from; raises CommandRefused or Offline."""
        assert self.welcome is not None
        match self.plan:
            case HostTable(new_table):
                tables = (await self.list_tables()).tables
                if tables:
                    self._recovered_tables = () if self.resumed else tables
                    await self.watch(self._own_table(tables))
                elif self.resumed and await self._has_tournament():
                    await self._go_to_lobby()
                elif new_table.tournament is not None:
                    await self.open_tournament(new_table.tournament)
                else:
                    await self.open_table(new_table)
                self._arrived = True
            case _ if self.welcome.table:
                await self.watch(self.welcome.table)
            case PlayBots(new_table):
                await self.open_table(new_table)
            case JoinServer() if self.welcome.invited:
                await self.sit(self.welcome.invited)
            case WatchServer() if self.welcome.invited:
                await self.watch(self.welcome.invited)
            case JoinServer() | WatchServer():
                self._autoselect = True
                await self.link.request(commands.ListTables())

    def _own_table(self, tables: tuple[TableInfo, ...]) -> str:
        """Returns the id of the table to which a host comes back: their seat's, one that they host, or any."""
        assert self.welcome is not None
        own = [each.table for each in tables if each.host == self.welcome.name]
        return self.welcome.table or (own or [each.table for each in tables])[0]

    def rename(self, name: str) -> None:
        """Notes what the server calls the player from now on."""
        if self.welcome is not None:
            self.welcome = replace(self.welcome, name=name)
        self.link.name = name

    async def list_tables(self) -> Lobby:
        """Returns the tables of the server and how many people it has; raises CommandRefused or Offline."""
        return await self.link.request_list(commands.ListTables(), Lobby)

    def autoselect_table(self, lobby: Lobby) -> TableInfo | None:
        """Returns the table to go to without asking: the only suitable one of the first list, or None."""
        autoselect, self._autoselect = self._autoselect, False
        suitable = [table for table in lobby.tables if isinstance(self.plan, WatchServer) or table.has_room]
        return suitable[0] if autoselect and lobby.is_whole and len(suitable) == 1 else None

    async def open_table(self, new_table: NewTable) -> None:
        """Opens a table, takes a seat and adds the bots; raises CommandRefused or Offline.

        A table without a name is named for the player.
        """
        assert self.welcome is not None
        name = clean_table_name(new_table.name) or f"{self.welcome.name}'s table"
        opened = await self.link.request(replace(_opening(new_table), name=name))
        await self.sit(opened.table)
        styles = self.welcome.bots or ("",)
        for number in range(new_table.bots):
            await self.link.request(commands.AddBot(style=styles[number % len(styles)]))

    async def open_tournament(self, command: OpenTournament) -> None:
        """Opens a tournament, enters it and goes to the lobby; raises CommandRefused or Offline.

        A tournament without a name is named for the player.
        """
        assert self.welcome is not None
        name = command.terms.name or clean_table_name(f"{self.welcome.name}'s tournament")
        opened = await self.link.request(OpenTournament(terms=replace(command.terms, name=name)))
        await self.link.request(RegisterTournament(tournament=opened.tournament, password=command.terms.password))
        await self.link.request(ReadTournament(tournament=opened.tournament))
        await self._go_to_lobby()

    async def _go_to_lobby(self) -> None:
        """Goes to the lobby of the player's own game, where a tournament is yet to start."""
        self.waits_in_lobby = True
        await self.link.request(commands.ListTables())

    async def _has_tournament(self) -> bool:
        """Whether the server has a tournament that goes on; raises CommandRefused or Offline."""
        listed = await self.link.request_list(ListTournaments(), Tournaments)
        return any(not status.phase.is_over for status in listed.tournaments)

    async def sit(self, table: str, chips: int = 0, password: str = "", *, waits: bool = False) -> None:
        """Goes to a table and takes any seat, with the usual buy-in for 0 chips; raises CommandRefused or Offline.

        A player who `waits` joins its waiting list instead.
        """
        await self.watch(table, password)
        await self.link.request(commands.JoinWaitingList(chips=chips) if waits else commands.Sit(chips=chips))

    async def watch(self, table: str, password: str = "") -> None:
        """Goes to a table and watches; raises CommandRefused, LockedOut or Offline."""
        try:
            await self.link.request(commands.Watch(table=table, password=password))
        except CommandRefused as refused:
            if refused.refused.code in PASSWORD_CODES:
                raise LockedOut(refused.refused, table) from None
            raise

    # --- the player's own game ----------------------------------------------------------------------------------------

    async def _run_hosted_game(self, plan: HostTable) -> None:
        """Goes to the game that runs, or starts one; the game goes on after this session."""
        game = self._hosted_game
        assert game is not None
        running = game.find()
        if running is not None and not await answers(running):
            running = None
        if running is not None and plan.anew:
            if not await _end_game(
                running, name=self._name, tokens=self._tokens.find_tokens(running.address, hosting=True)
            ):
                raise ServerStartFailed(GAME_DOES_NOT_END)
            await game.wait_until_ended(running)
            running = None
        self.resumed = running is not None
        if running is None:
            name = ("--name", f"{self._name}'s game")
            keeping = ("--unattended-after", str(UNATTENDED_SECONDS), "--abandoned-after", str(KEPT_SECONDS))
            arguments = (*name, "--no-memory", "--data", str(game.folder), *keeping, *plan.server_options.arguments)
            running = await game.start(serve_command(host=ALL_INTERFACES, port=plan.port, arguments=arguments))
            game.note_options(running, plan.options)
        self._running_game = running

        async def watch_game(running: RunningGame) -> None:
            await game.wait_until_gone(running)
            await self._report_lost_server()

        watching = asyncio.create_task(watch_game(running))
        try:
            await self._run_link(running.address)
        finally:
            watching.cancel()
            if not self._arrived and not self.resumed:  # nobody has come to it
                game.stop_started()

    def take_return(self) -> bool:
        """Whether the player has come back to their game, and has not been told so yet."""
        told, self._return_told = self._return_told, True
        return self.resumed and not told

    def take_recovered_tables(self) -> tuple[TableInfo, ...]:
        """Returns the tables of an earlier game that the server has brought back, once."""
        tables, self._recovered_tables = self._recovered_tables, ()
        return tables

    async def find_tables(self) -> Lobby | None:
        """Returns the tables of the server and how many people it has, None if it does not say so soon."""
        return await _answer_in_time(self.list_tables(), ANSWER_TIMEOUT_SECONDS)

    async def end_hosted_game(self) -> bool:
        """Ends the player's own game for everybody, and waits until its server has ended.

        Returns False if the server does not answer.
        """
        game, running = self._hosted_game, self._running_game
        assert game is not None
        self.ends_game = running is not None
        if running is None or not await _request_end(self.link, running):
            self.ends_game = False
            return False
        await game.wait_until_ended(running)
        return True

    async def sit_out(self) -> None:
        """Sits out, so that nobody waits for a player who goes away from their own game."""
        await _answer_in_time(self.link.request(commands.SitOut()), ANSWER_TIMEOUT_SECONDS)

    async def _run_link(self, address: Address) -> None:
        if self.hosts_game:
            self._own_hosts = await asyncio.to_thread(lan_addresses)
        tokens = self._tokens.find_tokens(address, hosting=self.hosts_game) if self.keeps_token else ()
        self._link = Link(address, name=self._name, tokens=tokens, on_event=self._on_event, password=self._password)
        await self._link.run()


async def _answer_in_time(request: Awaitable[A], seconds: float) -> A | None:
    """Returns the answer to a request, None where it is refused or does not come in time."""
    with contextlib.suppress(TimeoutError, Offline, CommandRefused):
        async with asyncio.timeout(seconds):
            return await request
    return None


async def _request_end(link: Link, running: RunningGame) -> bool:
    """Tells a server to end the game for everybody; returns whether it agrees in time."""
    request = link.request(commands.StopServer(owner=running.owner))
    return await _answer_in_time(request, STOP_TIMEOUT_SECONDS) is not None


async def _end_game(running: RunningGame, *, name: str, tokens: Sequence[str]) -> bool:
    """Connects to a server and tells it to end the game for everybody; returns whether it agrees in time."""
    ready = asyncio.Event()

    def on_event(event: LinkEvent) -> None:
        if isinstance(event, StateChanged | Closed):
            ready.set()

    link = Link(running.address, name=name, tokens=tokens, on_event=on_event)
    task = asyncio.create_task(link.run())
    try:
        async with asyncio.timeout(STOP_TIMEOUT_SECONDS):
            await ready.wait()
        return await _request_end(link, running)
    except TimeoutError:
        return False
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def _opening(new_table: NewTable) -> commands.OpenTable:
    """Returns the command that opens a table, without its name."""
    if new_table.opening is not None:
        return new_table.opening
    mix = find_mix(new_table.game)
    return commands.OpenTable(
        name="",
        game=mix.games[0] if mix else new_table.game,
        rotation=rotation_of(mix, new_table.bet) if mix else None,
        seats=new_table.seats,
        bet=new_table.bet,
        password=new_table.password,
    )
