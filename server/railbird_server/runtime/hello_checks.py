"""The hello that opens a session: who may come in, in the order in which a client is asked.

Passwords are checked in threads; a door that is closed by a password or an invite opens once for each player.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from contextlib import suppress

from railbird_server.refusal import Refusal
from railbird_server.runtime.monitoring.metrics import Metrics, RefusedConnection
from railbird_server.runtime.network.transport import Transport
from railbird_server.runtime.ownership import Ownership
from railbird_server.runtime.people.access import EVERY_TABLE, Access, PasswordChecks
from railbird_server.runtime.people.limits import Limits
from railbird_server.runtime.people.players import Player, Players
from railbird_server.runtime.tables.room import Room
from railbird_server.store.memory import MemoryStore
from railbird_server.store.protocols import NotKept, Store
from railbird_server.store.records import AccessChange, Invite
from railbird_shared import CLOSE_FULL
from railbird_shared.protocol import codec, commands
from railbird_shared.protocol.commands import Hello, MakeInvite
from railbird_shared.protocol.messages import InviteInfo, Invites, Message, Refused
from railbird_shared.text.text_cleaning import name_refusal

SERVER_LOCKED = "This server has a password: ask your host for it, or for an invite."
TABLE_LOCKED = "This table has a password: ask its host for it, or for an invite."
PASSWORD_WRONG = "That is another password: ask your host, and type it once more."  # noqa: S105


class AccessChecks:
    """Lets players in by password, by invite, or because they have been let in before.

    `password_hash` is that of the server's password, empty without one. `now` is the time of the calendar in
    milliseconds. A player with a seat is never asked. `books` keep invites and who has been let in to tables, before
    anybody is told.
    """

    def __init__(
        self,
        password_hash: str = "",
        *,
        passwords: PasswordChecks | None = None,
        books: Store | None = None,
        now: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
    ) -> None:
        self.access = Access()
        self._password_hash = password_hash
        self._passwords = passwords or PasswordChecks()
        self._books: Store = books or MemoryStore()
        self._now = now

    @property
    def has_password(self) -> bool:
        """Whether newcomers need a password, or an invite, to come to the server at all."""
        return bool(self._password_hash)

    def close(self) -> None:
        """Checks no further passwords."""
        self._passwords.close()

    # --- the server ---

    async def check_hello(self, hello: Hello, player: Player | None, address: str) -> None:
        """Raises Refusal where a newcomer, or a player known by token, may not come in."""
        if not self._password_hash or (player is not None and (player.seated or self.access.is_admitted(player.id))):
            return
        refusal = self.invite_refusal(hello, player)
        if hello.invite and refusal is None:
            return
        if hello.password:
            await self.check_password(self._password_hash, hello.password, address)
        else:
            raise refusal or Refusal("password-needed", SERVER_LOCKED)

    def invite_refusal(self, hello: Hello, player: Player | None) -> Refusal | None:
        """Returns why the invite of a hello lets nobody in, None if it does, or if there is none."""
        try:
            self._find_invite(hello, player)
        except Refusal as no:
            return no
        return None

    async def admit(self, hello: Hello, player: Player) -> str:
        """Notes that a player has come in; returns the table to which their invite leads, empty without one.

        Raises Refusal where the use of an invite that serves once cannot be kept.
        """
        invite = None
        with suppress(Refusal):
            invite = self._find_invite(hello, player)
        if invite is not None and not self.access.is_admitted(player.id, invite.table):
            await self._use_invite(invite, player)  # not of a host, who may try the link that they give away
        if self._password_hash:
            self.access.admit(player.id)
        return invite.table if invite is not None else ""

    async def _use_invite(self, invite: Invite, player: Player) -> None:
        """Lets a player in by an invite, once that is kept; raises Refusal where it has to be and cannot."""
        used = self.access.reserve_invite(invite, player.id)
        change = AccessChange(used if invite.once else None, table=invite.table, player=player.stored)
        try:
            await self._books.keep_access(change)
        except NotKept as error:
            if invite.once:
                self.access.put_back(invite)
                raise Refusal("invites", f"Your invite cannot be used just now. {error}") from None
        self.access.admit(player.id)
        self.access.admit(player.id, invite.table)

    def _find_invite(self, hello: Hello, player: Player | None) -> Invite | None:
        if not hello.invite:
            return None
        return self.access.find_invite(hello.invite, player.id if player else "", self._now())

    # --- a table ---

    def may_enter(self, room: Room, player: Player) -> bool:
        """Whether a player may go to a table without being asked for its password."""
        return (
            not room.settings.password_hash
            or player is room.host
            or room.id in (player.table, *player.named_at)
            or self.access.is_admitted(player.id, room.id)
        )

    async def check_table(self, room: Room, player: Player, password: str, address: str) -> None:
        """Raises Refusal where a player may not go to a table with that password."""
        if self.may_enter(room, player):
            return
        if not password:
            raise Refusal("password-needed", TABLE_LOCKED)
        await self.check_password(room.settings.password_hash, password, address)
        self.access.admit(player.id, room.id)
        with suppress(NotKept):  # they come in; it is after a restart that they are asked again
            await self._books.keep_access(AccessChange(table=room.id, player=player.stored))

    async def hash_password(self, password: str, address: str) -> str:
        """Returns the hash of a new table's password, empty where it has none; raises Refusal."""
        return await self._passwords.hash(password, address) if password else ""

    async def check_password(self, password_hash: str, password: str, address: str) -> None:
        """Raises Refusal where a password is not the one of that hash."""
        if not await self._passwords.verify(password_hash, password, address):
            raise Refusal("password-wrong", PASSWORD_WRONG)

    # --- invites ---

    async def make_invite(self, command: MakeInvite, table: str) -> str:
        """Makes an invite to a table and returns its secret, of 128 bits; raises Refusal."""
        secret, earlier = secrets.token_urlsafe(16), self.access.invites(table)
        invite = self.access.make_invite(table, secret, self._now(), expires=command.expires, once=command.once)
        dropped = tuple({each.number for each in earlier} - {each.number for each in self.access.invites(table)})
        try:
            await self._books.keep_access(AccessChange(invite, revoked=dropped))
        except NotKept as error:
            with suppress(Refusal):
                self.access.revoke(table, invite.number)
            raise Refusal("invites", f"No invite can be made. {error}") from None
        return secret

    async def revoke_invite(self, table: str, number: int) -> None:
        """Revokes an invite to a table; raises Refusal where there is none, or it cannot be kept."""
        invite = self.access.revoke(table, number)
        try:
            await self._books.keep_access(AccessChange(revoked=(number,)))
        except NotKept as error:
            self.access.put_back(invite)
            raise Refusal("invites", f"The invite cannot be revoked. {error}") from None

    def invites(self, room: Room, name_of: Callable[[str], str]) -> Invites:
        """Returns the invites to a table, for its host; `name_of` says what a player of an id is called."""
        now = self._now()
        listed = tuple(
            InviteInfo(
                invite=each.number,
                left=max(0, each.expires_at - now) if each.expires_at else None,
                once=each.once,
                used_by=(name_of(each.used_by) or "somebody") if each.used_by else "",
            )
            for each in self.access.invites(room.id)
        )
        return Invites(table=room.id, invites=listed, needed=bool(self._password_hash or room.settings.password_hash))


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

    `seconds`, `trusted` and `stay_refusal` are those of the session.
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
        ownership: Ownership,
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
        self._ownership = ownership
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
        """Lets a player in, the owner to every table; returns the table of their invite, empty without one."""
        try:
            invited = await self._access.admit(hello, player)
        except Refusal as no:
            self._players.release_if_gone(player)
            self._refuse(hello.id, no)
            raise SessionClosed(POLICY_VIOLATION, no.code) from None
        if self._ownership.is_owner(hello.owner):
            self._access.access.admit(player.id, EVERY_TABLE)
        return invited

    def _refuse(self, command_id: int, no: Refusal) -> None:
        self._reply(Refused(id=command_id, code=no.code, sentence=no.sentence))
        self._metrics.connection_refused(REFUSED_HELLOS.get(no.code, "password"))

    async def _check_password(self, hello: commands.Hello) -> None:
        """Raises Refusal where the server has a password that the client has not shown."""
        if not self._trusted and not self._ownership.is_owner(hello.owner):
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
