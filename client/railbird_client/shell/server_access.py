"""The way to the server of a launch plan: one of the player's own is started, any other is recognized first."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Protocol

from railbird_client.fair_deal.deal_files import DEALS_FOLDER_NAME
from railbird_client.hosting.hosted_game import HostedGame, ServerStartFailed
from railbird_client.hosting.own_server import OwnGame, run_bots_server
from railbird_client.network.first_contact import NotRecognized, first_reachable, recognize
from railbird_client.network.invitation import GuestWays, Invitation, InvitationChanged, invitation_to
from railbird_client.network.known_servers import KnownServers
from railbird_client.network.lan_search import Search
from railbird_client.network.link import (
    HANDSHAKE_TIMEOUT_SECONDS,
    Closed,
    CloseReason,
    ConnectionStatus,
    Link,
    LinkEvent,
    LinkState,
    Offline,
    closed_by,
)
from railbird_client.player_requests import HostTable, JoinServer, LaunchPlan, PlayBots, WatchServer
from railbird_shared.network.address import Address
from railbird_shared.network.doors import Doors
from railbird_shared.network.interfaces import lan_addresses
from railbird_shared.network.run_file import RelayState
from railbird_shared.network.websocket import CONNECTION_ERRORS
from railbird_shared.protocol.commands import ListTables
from railbird_shared.protocol.messages import Lobby, Welcome

AccessEvent = LinkEvent | InvitationChanged
"""An event of a player's access to a server."""

ADDRESS_CHECK_SECONDS = 1.0
"""How often a host's machine is asked for its addresses; it takes less than a millisecond."""


class TokenStore(Protocol):
    """Where the secret tokens are kept that prove the player to a server."""

    def find_tokens(self, address: Address, *, hosting: bool) -> Sequence[str]:
        """Returns the tokens for a server, the latest first; a host's own server knows them by any name."""
        ...

    def save_token(self, address: Address, token: str) -> None:
        """Keeps the token that a server has given."""
        ...


async def _confirm_none(_: Address, __: str) -> bool:
    return False


class ServerAccess:
    """A player's access to the server of a plan, from the first connection until they leave.

    `password` is that of the server, as far as the player has typed one. `tokens` are kept between sessions. Without
    `known_servers` every server that encrypts is unknown; `confirm` then shows its fingerprint to the player and
    returns whether it is that of their host. `own_game` is the one that the player hosts, None if they host none. The
    records of fair deals are kept in `deals_folder`, beside the known servers. `search` looks on the network for a
    server that has moved.
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
        confirm: Callable[[Address, str], Awaitable[bool]] = _confirm_none,
        search: Search | None = None,
    ) -> None:
        self.plan = plan
        self.welcome: Welcome | None = None
        self.connection = ConnectionStatus()
        self._loss_announced = False
        self._known_servers = known_servers or KnownServers()
        folder = self._known_servers.folder
        self.deals_folder = None if folder is None else folder / DEALS_FOLDER_NAME
        game = hosted_game or HostedGame()
        self.own_game = OwnGame(game) if isinstance(plan, HostTable) else None
        self._name = name
        self._tokens = tokens
        self._keeps_token = isinstance(plan, HostTable | JoinServer)  # the rail and a private game need none
        self._password = password
        self._confirm = confirm
        self._search = search
        self._own_hosts: tuple[str, ...] = ()
        self._doors: Doors | None = None
        self._relay: RelayState | None = None
        self._link: Link | None = None

    @property
    def owns_server(self) -> bool:
        """Whether the server is the player's own."""
        return self.plan.owns_server

    @property
    def started_own_game(self) -> bool:
        """Whether the player hosts a game that began with this session."""
        return self.own_game is not None and not self.own_game.resumed

    @property
    def ends_own_game(self) -> bool:
        """Whether the player hosts a game and ends it."""
        return self.own_game is not None and self.own_game.ends

    async def end_own_game(self) -> bool:
        """Ends the player's own game for everybody; returns False if its server does not agree in time."""
        return self.own_game is not None and await self.own_game.end(self.link.request)

    @property
    def invitation(self) -> Invitation:
        """How friends come to this server."""
        address, plan = self.link.address, self.plan
        if plan.is_private:
            return Invitation()
        if isinstance(plan, HostTable):
            if not self._own_hosts and self._relay is None:
                return Invitation(waits_for_network=True)
            places = [dataclasses.replace(address, host=host) for host in self._own_hosts]
            listed = f"{self._name}'s game" if plan.new_table.listed else ""
            moved = self.own_game.moved if self.own_game is not None else ""
            ways = GuestWays.of(self._doors, places[0].host) if places else GuestWays()
            invitation = invitation_to(*places, relay=self._relay, own=address)
            return dataclasses.replace(invitation, listed=listed, moved=moved, ways=ways)
        return invitation_to(address)

    @property
    def link(self) -> Link:
        """The link to the server; raises Offline before there is one."""
        if self._link is None:
            raise Offline("There is no connection to a server yet.")
        return self._link

    async def list_tables(self) -> Lobby:
        """Returns the tables of the server and how many people it has; raises CommandRefused or Offline."""
        return await self.link.request_list(ListTables(), Lobby)

    async def run(self, on_event: Callable[[AccessEvent], object]) -> None:
        """Starts the server if it is the player's own, and runs the link until it closes."""
        plan = self.plan
        if isinstance(plan, JoinServer | WatchServer):
            assert plan.address is not None
            await self._join(plan.address, on_event)
            return

        def on_lost(sentence: str) -> None:
            on_event(Closed(CloseReason.OWN_SERVER, sentence))

        if isinstance(plan, PlayBots):
            running = run_bots_server(plan, on_lost)
        else:
            assert self.own_game is not None
            find_tokens = partial(self._tokens.find_tokens, hosting=True)
            running = self.own_game.run(plan, on_lost, name=self._name, find_tokens=find_tokens)
        try:
            async with running as address:
                await self._run_link(address, on_event)
        except ServerStartFailed as failed:
            on_lost(str(failed))

    async def _join(self, address: Address, on_event: Callable[[AccessEvent], object]) -> None:
        if not address.fingerprint:  # with one, the link looks which of the places has it
            address = await first_reachable(address.places)
        confirm = partial(self._confirm, address)
        try:
            recognized = await recognize(address, self._known_servers, confirm, HANDSHAKE_TIMEOUT_SECONDS)
        except NotRecognized as refused:
            on_event(Closed(CloseReason.UNREACHABLE, str(refused)))
        except CONNECTION_ERRORS as error:
            on_event(closed_by(error, address))
        else:
            await self._run_link(recognized, on_event)

    async def _run_link(self, address: Address, on_event: Callable[[AccessEvent], object]) -> None:
        game = self.own_game
        hosting = game is not None
        if game is not None:
            self._own_hosts = await asyncio.to_thread(lan_addresses)
            self._doors, self._relay = game.doors, game.relay
        tokens = self._tokens.find_tokens(address, hosting=hosting) if self._keeps_token else ()
        name, password, search = self._name, self._password, None if hosting else self._search
        owner = game.running.owner if game is not None and game.running is not None else ""
        self._link = Link(
            address, name=name, tokens=tokens, on_event=on_event, password=password, search=search, owner=owner
        )
        watching = None if game is None else asyncio.create_task(self._watch_addresses(game, on_event))
        try:
            await self._link.run()
        finally:
            if watching is not None:
                watching.cancel()

    async def _watch_addresses(self, game: OwnGame, on_event: Callable[[AccessEvent], object]) -> None:
        """Tells when friends come by other ways than before: on other networks, by a relay, or for guests."""
        while True:
            await asyncio.sleep(ADDRESS_CHECK_SECONDS)
            found = await asyncio.to_thread(lambda: (lan_addresses(), game.doors, game.relay))
            if found != (self._own_hosts, self._doors, self._relay):
                before = set(self.invitation.notes)
                self._own_hosts, self._doors, self._relay = found
                on_event(InvitationChanged(tuple(note for note in self.invitation.notes if note not in before)))

    def record_welcome(self, welcome: Welcome) -> bool:
        """Keeps a welcome and its token; returns whether it is the first of this session."""
        first, self.welcome = self.welcome is None, welcome
        if not self.owns_server:
            self._known_servers.remember(self.link.address)
        if self._keeps_token:
            self._tokens.save_token(self.link.address, welcome.token)
        return first

    def rename(self, name: str) -> None:
        """Takes the player's new name, to which the server has agreed."""
        self.link.conversation.name = name

    def take_error(self) -> str:
        """Returns the sentence about known servers that could not be read or kept, once; empty without one."""
        return self._known_servers.take_error()

    def announce_loss(self) -> None:
        """Notes that the player has been told that the connection is about to be lost."""
        self._loss_announced = True

    def record_connection(self, status: ConnectionStatus) -> bool:
        """Keeps the state of the connection; returns whether it is lost and the player has to be told."""
        before, self.connection = self.connection, status
        if status.state is before.state:
            return False
        lost, announced = status.state is LinkState.LOST, self._loss_announced
        self._loss_announced = lost
        return lost and not announced and not self.owns_server
