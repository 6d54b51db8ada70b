"""The hello that opens a session: who may come in, in the order in which a client is asked."""

from __future__ import annotations

from collections.abc import Callable

from railbird_server.refusal import Refusal
from railbird_server.runtime.access_checks import AccessChecks
from railbird_server.runtime.monitoring.metrics import Metrics, RefusedConnection
from railbird_server.runtime.network.transport import Transport
from railbird_server.runtime.people.limits import Limits
from railbird_server.runtime.people.players import Player, Players
from railbird_shared import CLOSE_FULL
from railbird_shared.protocol import codec, commands
from railbird_shared.protocol.messages import Message, Refused
from railbird_shared.text.text_cleaning import name_refusal

POLICY_VIOLATION = 1008
"""The websocket close code of a session that ends because of what its client did."""

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


class HelloChecks:
    """Checks the hello of one client; `reply` sends it a refusal before SessionClosed ends the session.

    `seconds`, `trusted`, `stay_refusal` and `check_owner` are those of the session.
    """

    def __init__(
        self,
        transport: Transport,
        players: Players,
        limits: Limits,
        access: AccessChecks,
        *,
        seconds: Callable[[], float],
        trusted: bool,
        stay_refusal: StayRefusal,
        check_owner: Callable[[str], None],
        metrics: Metrics,
        reply: Callable[[Message], None],
    ) -> None:
        self._transport = transport
        self._players = players
        self._limits = limits
        self._access = access
        self._seconds = seconds
        self._trusted = trusted
        self._stay_refusal = stay_refusal
        self._check_owner = check_owner
        self._metrics = metrics
        self._reply = reply

    async def read(self, frame: str | bytes) -> commands.Hello:
        """Returns the hello that opens a session; anything else is refused and ends it."""
        command_id = 0
        try:
            command = codec.decode_command(frame)
            command_id = command.id
            hello = _checked_hello(command)
            self._check_room(hello.token)
            await self._check_password(hello)
            self._check_login_rate(hello.token)
        except codec.ProtocolError as fault:
            self._reply(Refused(id=command_id or fault.id, code=fault.code, sentence=fault.sentence))
            self._metrics.connection_refused(REFUSED_HELLOS.get(fault.code, "bad-hello"))
            raise SessionClosed(POLICY_VIOLATION, fault.code) from None
        except Refusal as no:
            self._refuse(command_id, no)
            raise SessionClosed(POLICY_VIOLATION, no.code) from None
        return hello

    async def admit(self, hello: commands.Hello, player: Player) -> str:
        """Lets a player in; returns the table to which their invite leads, empty without one."""
        try:
            return await self._access.admit(hello, player)
        except Refusal as no:
            self._players.release_if_gone(player)
            self._refuse(hello.id, no)
            raise SessionClosed(POLICY_VIOLATION, no.code) from None

    def is_owner(self, secret: str) -> bool:
        """Whether a secret is that of the server's owner."""
        try:
            self._check_owner(secret)
        except Refusal:
            return False
        return True

    def _refuse(self, command_id: int, no: Refusal) -> None:
        self._reply(Refused(id=command_id, code=no.code, sentence=no.sentence))
        self._metrics.connection_refused(REFUSED_HELLOS.get(no.code, "password"))

    async def _check_password(self, hello: commands.Hello) -> None:
        """Raises Refusal where the server has a password that the client has not shown."""
        if not self._trusted and not self.is_owner(hello.owner):
            player = self._players.by_token(hello.token)
            await self._access.check_hello(hello, player, self._transport.address)

    def _check_room(self, token: str) -> None:
        """Raises SessionClosed where there is no room for a client, given the player who may come back by a token."""
        if refusal := self._stay_refusal(self._players.by_token(token)):
            raise SessionClosed(CLOSE_FULL, refusal)

    def _check_login_rate(self, token: str) -> None:
        """Raises ProtocolError where a hello comes too soon after others, of a new player or of a known one."""
        if self._trusted:
            return
        player, now = self._players.by_token(token), self._seconds()
        if player is None and not self._limits.allows_new_player(self._transport.address, now):
            raise codec.ProtocolError("too-many-players", TOO_MANY_NEW_PLAYERS)
        if player is not None and not self._limits.allows_command(player, now):
            raise codec.ProtocolError("slow-down", TOO_MANY_COMMANDS)


def _checked_hello(command: commands.Command) -> commands.Hello:
    """Returns a hello that a session can begin with; raises ProtocolError."""
    if not isinstance(command, commands.Hello):
        raise codec.ProtocolError("hello-first", "Say hello before anything else.")
    codec.check_version(command.v)
    if objection := name_refusal(command.name):
        raise codec.ProtocolError("name", objection)
    return command
