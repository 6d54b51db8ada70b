"""The hello that opens a session: waited for, checked, and answered with a welcome or a refusal."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from websockets.frames import CloseCode

from railbird_server.bots.profiles import STYLES
from railbird_server.refusal import Refusal
from railbird_server.runtime.access import EVERY_TABLE, Ownership
from railbird_server.runtime.lobby import TableLobby
from railbird_server.runtime.monitoring import Metrics, RefusedConnection
from railbird_server.runtime.network.transport import Transport
from railbird_server.runtime.outbox import Outbox
from railbird_server.runtime.players import Limits, Player
from railbird_server.runtime.tables.new_table_settings import games_played
from railbird_shared import CLOSE_FULL, PROTOCOL_VERSION
from railbird_shared.protocol import codec
from railbird_shared.protocol.commands import Command, Hello
from railbird_shared.protocol.messages import Refused, Welcome
from railbird_shared.text.text_cleaning import name_refusal

TOO_MANY_NEW_PLAYERS = "Too many new players come from your address; wait a moment and come again."
TOO_MANY_COMMANDS = "You have said too much; wait a moment and come again."

StayRefusal = Callable[[Player | None], str]
"""Returns why a client may not stay, given the player whose token it has shown; empty where there is room for it."""

REFUSED_HELLOS: dict[str, RefusedConnection] = {
    "version": "version",
    "name": "name",
    "too-many-players": "too-fast",
    "slow-down": "too-fast",
}
"""How a hello that is refused is counted, by the code of the refusal."""


class SessionClosed(Exception):
    """The session ends; `reason` tells the client why."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


@dataclass(frozen=True)
class LoginServices:
    """The services that all logins to a server share; `seconds` is the clock of the limits."""

    lobby: TableLobby
    limits: Limits
    ownership: Ownership
    metrics: Metrics
    seconds: Callable[[], float]


class Login:
    """The login of one client, on its way to a session.

    A `trusted` client has no limit on speed and needs no password. `stay_refusal` says whether there is room for the
    client, given the player who comes back. `invite_refusal` is why the invite that the hello has lets nobody in, which
    is said where a table asks for a password.
    """

    def __init__(
        self, transport: Transport, outbox: Outbox, services: LoginServices, *, trusted: bool, stay_refusal: StayRefusal
    ) -> None:
        self.invite_refusal: Refusal | None = None
        self._transport = transport
        self._outbox = outbox
        self._services = services
        self._trusted = trusted
        self._stay_refusal = stay_refusal

    async def receive_hello(self) -> Hello:
        """Waits for the hello that opens the session; anything else is refused and ends it with SessionClosed."""
        services, by_token, command_id = self._services, self._services.lobby.players.by_token, 0
        try:
            async with asyncio.timeout(services.lobby.settings.hello_timeout):
                frame = await self._transport.receive()
        except TimeoutError:
            services.metrics.refused["no-hello"] += 1
            raise SessionClosed(CloseCode.POLICY_VIOLATION, "say hello first") from None
        try:
            command = codec.decode_command(frame)
            command_id = command.id
            hello = _checked_hello(command)
            if refusal := self._stay_refusal(by_token(hello.token)):
                raise SessionClosed(CLOSE_FULL, refusal)
            if not self._trusted and not services.ownership.is_owner(hello.owner):
                await services.lobby.access.check_hello(hello, by_token(hello.token), self._transport.address)
            self._check_rate(by_token(hello.token))
        except codec.ProtocolError as fault:
            raise self._refuse(command_id or fault.id, fault, "bad-hello") from None
        except Refusal as no:
            raise self._refuse(command_id, no, "password") from None
        return hello

    async def let_in(self, hello: Hello, player: Player, token: str) -> Welcome:
        """Lets a player in, the owner to every table, and returns their welcome; raises SessionClosed."""
        services, invite = self._services, None
        try:
            invite = services.lobby.access.invite_of(hello, player)
        except Refusal as no:
            self.invite_refusal = no
        try:
            await services.lobby.access.let_in(player, invite)
        except Refusal as no:
            services.lobby.players.release_if_gone(player)
            raise self._refuse(hello.id, no, "password") from None
        if services.ownership.is_owner(hello.owner):
            services.lobby.access.admit(player.id, EVERY_TABLE)
            if not player.bot:  # `railbird-server admin` plays nowhere
                services.lobby.access.owner = player.id
        settings = services.lobby.settings
        return Welcome(
            v=PROTOCOL_VERSION,
            server=settings.name,
            name=player.name,
            token=token,
            games=games_played(settings.house),
            table=player.table,
            bots=tuple(STYLES),
            invited=invite.table if invite else "",
        )

    def _refuse(self, command_id: int, no: Refusal | codec.ProtocolError, kind: RefusedConnection) -> SessionClosed:
        """Refuses a hello and returns how the session ends; it is counted as `kind` unless its code says more."""
        self._outbox.send(codec.encode(Refused(id=command_id, code=no.code, sentence=no.sentence)))
        self._services.metrics.refused[REFUSED_HELLOS.get(no.code, kind)] += 1
        return SessionClosed(CloseCode.POLICY_VIOLATION, no.code)

    def _check_rate(self, player: Player | None) -> None:
        """Raises ProtocolError where a hello comes too soon after others, of a new player or of a known one."""
        limits, now = self._services.limits, self._services.seconds()
        if player is None and not (self._trusted or limits.allows_new_player(self._transport.address, now)):
            raise codec.ProtocolError("too-many-players", TOO_MANY_NEW_PLAYERS)
        if player is not None and not (self._trusted or limits.allows_command(player, now)):
            raise codec.ProtocolError("slow-down", TOO_MANY_COMMANDS)


def _checked_hello(command: Command) -> Hello:
    """Returns a hello that a session can begin with; raises ProtocolError."""
    if not isinstance(command, Hello):
        raise codec.ProtocolError("hello-first", "Say hello before anything else.")
    codec.check_version(command.v)
    if objection := name_refusal(command.name):
        raise codec.ProtocolError("name", objection)
    return command
