"""Access to the server: by password, by invite, or for players let in before; and the owner's say.

A password or an invite is shown once; the player who has shown it is admitted and known by their token from then on. An
invite leads to one table and opens the passwords of the server and of that table. Its secret is kept as a digest only.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from contextlib import suppress
from hashlib import sha256
from hmac import compare_digest

from msgspec.structs import replace

from railbird_server.refusal import Refusal
from railbird_server.runtime.passwords import PasswordChecks
from railbird_server.runtime.players import Player
from railbird_server.runtime.tables.room import Room
from railbird_server.store.memory import MemoryStore
from railbird_server.store.protocols import NotKept, Store
from railbird_server.store.records import AccessChange, AccessState, Invite
from railbird_shared.protocol.commands import Hello, MakeInvite
from railbird_shared.protocol.messages import InviteInfo, Invites
from railbird_shared.protocol.table_limits import MAX_INVITES

SERVER = ""
"""The place of those who have been let into the server, among the ids of tables."""

EVERY_TABLE = "*"
"""The place of the owner of the server, who sees every table."""

MAX_ADMISSIONS = 10_000
"""Admissions remembered; beyond them those made first are forgotten, and their players are asked again."""

SERVER_LOCKED = "This server has a password: ask your host for it, or for an invite."
TABLE_LOCKED = "This table has a password: ask its host for it, or for an invite."
INVITE_UNKNOWN = "This invite holds no more: it was revoked, or its table is closed. Ask your host for a new one."
INVITE_USED = "This invite serves once, and somebody has used it already: ask your host for another one."


class InviteBook:
    """The invites to the tables of a server; times are milliseconds of the calendar."""

    def __init__(self, invites: Iterable[Invite] = (), next_number: int = 1) -> None:
        self._invites = {invite.digest: invite for invite in invites}
        self._next_number = next_number

    def add(self, table: str, secret: str, now: int, *, expires: int = 0, once: bool = False) -> Invite:
        """Adds an invite to a table that holds for so many seconds, 0 for any time; raises Refusal.

        A table that has as many as allowed first loses one that has expired, then one that has been used.
        """
        made = self.invites_to(table)
        if len(made) >= MAX_INVITES:
            spent = [each for each in made if each.has_expired(now)] or [each for each in made if each.used_by]
            if not spent:
                raise Refusal("invites", f"This table has {MAX_INVITES} invites already; revoke one of them first.")
            del self._invites[spent[0].digest]
        expires_at = now + 1000 * expires if expires else 0
        invite = Invite(table, self._next_number, _digest(secret), expires_at, once)
        self._next_number += 1
        self._invites[invite.digest] = invite
        return invite

    def find(self, secret: str, player: str, now: int) -> Invite:
        """Returns the invite of that secret, for a player of that id, empty for a newcomer; raises Refusal.

        The player whom an invite has served may use it again, whatever the time.
        """
        invite = self._invites.get(_digest(secret))
        if invite is None:
            raise Refusal("invite-unknown", INVITE_UNKNOWN)
        if player and invite.used_by == player:
            return invite
        if invite.once and invite.used_by:
            raise Refusal("invite-used", INVITE_USED)
        if invite.has_expired(now):
            raise Refusal("invite-expired", "The time of this invite is over: ask your host for a new one.")
        return invite

    def reserve(self, invite: Invite, player: str) -> Invite:
        """Has an invite that serves once serve only that player from now on; returns the invite as it is then."""
        used = replace(invite, used_by=player) if invite.once else invite
        self._invites[invite.digest] = used
        return used

    def drop(self, table: str, number: int) -> Invite:
        """Drops an invite to a table, so that nobody else comes by it; raises Refusal where there is none."""
        invite = next((each for each in self.invites_to(table) if each.number == number), None)
        if invite is None:
            raise Refusal("invite-unknown", f"This table has no invite {number}; list its invites to see them.")
        return self._invites.pop(invite.digest)

    def put_back(self, invite: Invite) -> None:
        """Has an invite that was reserved or dropped be as it was before, because that is not kept."""
        self._invites[invite.digest] = invite

    def invites_to(self, table: str) -> list[Invite]:
        """Returns the invites to a table, the oldest first."""
        return [invite for invite in self._invites.values() if invite.table == table]

    def forget_table(self, table: str) -> None:
        """Forgets the invites to a table."""
        for invite in self.invites_to(table):
            del self._invites[invite.digest]


def _digest(secret: str) -> bytes:
    return sha256(secret.encode()).digest()


class Access:
    """Lets players in by password, by invite, or because they have been let in before.

    `password_hash` is that of the server's password, empty without one. Times are milliseconds of the calendar. A
    player with a seat is never asked. `books` keep invites and who has been let in to tables, before anybody is told.
    `owner` is the id of the player who has proved to own the server, empty while nobody has.
    """

    def __init__(self, password_hash: str = "", *, books: Store | None = None) -> None:
        self.owner = ""
        self.passwords = PasswordChecks()
        self._password_hash = password_hash
        self._books: Store = books or MemoryStore()
        self._now: Callable[[], int] = lambda: time.time_ns() // 1_000_000
        self.invite_book = InviteBook()
        self._admitted: OrderedDict[tuple[str, str], None] = OrderedDict()

    @property
    def has_password(self) -> bool:
        """Whether newcomers need a password, or an invite, to come to the server at all."""
        return bool(self._password_hash)

    def is_admitted(self, player: str, place: str = SERVER) -> bool:
        """Whether a player has shown a password or an invite for the server, or for the table of that id."""
        return (place, player) in self._admitted

    def admit(self, player: str, place: str = SERVER) -> None:
        """Notes that a player may come in, and may come back."""
        self._admitted[place, player] = None
        self._admitted.move_to_end((place, player))
        if len(self._admitted) > MAX_ADMISSIONS:
            self._admitted.popitem(last=False)

    def forget_table(self, table: str) -> None:
        """Forgets the invites to a table that has closed, and who has been let in there."""
        self.invite_book.forget_table(table)
        for key in [key for key in self._admitted if key[0] == table]:
            del self._admitted[key]

    def restore(self, state: AccessState, tables: Iterable[str]) -> None:
        """Takes over what was kept, as far as its tables are open."""
        open_tables = frozenset(tables)
        self.invite_book = InviteBook((each for each in state.invites if each.table in open_tables), state.next_number)
        admitted = [key for key in state.admitted if key[0] in open_tables]
        self._admitted = OrderedDict.fromkeys(admitted[-MAX_ADMISSIONS:])

    async def check_hello(self, hello: Hello, player: Player | None, address: str) -> None:
        """Raises Refusal where a newcomer, or a player known by token, may not come in."""
        if not self._password_hash or (player is not None and (player.seated or self.is_admitted(player.id))):
            return
        if not hello.password:
            if self.invite_of(hello, player) is None:
                raise Refusal("password-needed", SERVER_LOCKED)
            return
        with suppress(Refusal):  # they come in by the password then
            if self.invite_of(hello, player) is not None:
                return
        await self.passwords.check(self._password_hash, hello.password, address)

    def invite_of(self, hello: Hello, player: Player | None) -> Invite | None:
        """Returns the invite of a hello, None without one; raises Refusal where it lets nobody in."""
        return self.invite_book.find(hello.invite, player.id if player else "", self._now()) if hello.invite else None

    async def let_in(self, player: Player, invite: Invite | None) -> None:
        """Notes that a player has come in, perhaps by an invite.

        Raises Refusal where the use of an invite that serves once cannot be kept.
        """
        if invite is not None and not self.is_admitted(player.id, invite.table):
            await self._use_invite(invite, player)  # not of a host, who may try the link that they give away
        if self._password_hash:
            self.admit(player.id)

    async def _use_invite(self, invite: Invite, player: Player) -> None:
        """Lets a player in by an invite, once that is kept; raises Refusal where it has to be and cannot."""
        used = self.invite_book.reserve(invite, player.id)
        change = AccessChange(used if invite.once else None, table=invite.table, player=player.stored)
        try:
            await self._books.keep_access(change)
        except NotKept as error:
            if invite.once:
                self.invite_book.put_back(invite)
                raise Refusal("invites", f"Your invite cannot be used just now. {error}") from None
        self.admit(player.id)
        self.admit(player.id, invite.table)

    def may_enter(self, room: Room, player: Player) -> bool:
        """Whether a player may go to a table without being asked for its password."""
        belongs = player is room.host or room.id in (player.table, *player.named_at)
        return not room.settings.password_hash or belongs or self.is_admitted(player.id, room.id)

    async def check_table(self, room: Room, player: Player, password: str, address: str) -> None:
        """Raises Refusal where a player whom the table does not know may not go to it with that password."""
        if not password:
            raise Refusal("password-needed", TABLE_LOCKED)
        await self.passwords.check(room.settings.password_hash, password, address)
        self.admit(player.id, room.id)
        with suppress(NotKept):  # they come in; it is after a restart that they are asked again
            await self._books.keep_access(AccessChange(table=room.id, player=player.stored))

    async def make_invite(self, command: MakeInvite, table: str) -> str:
        """Makes an invite to a table and returns its secret, of 128 bits; raises Refusal."""
        secret, earlier = secrets.token_urlsafe(16), self.invite_book.invites_to(table)
        invite = self.invite_book.add(table, secret, self._now(), expires=command.expires, once=command.once)
        dropped = {each.number for each in earlier} - {each.number for each in self.invite_book.invites_to(table)}
        try:
            await self._books.keep_access(AccessChange(invite, revoked=tuple(dropped)))
        except NotKept as error:
            with suppress(Refusal):
                self.invite_book.drop(table, invite.number)
            raise Refusal("invites", f"No invite can be made. {error}") from None
        return secret

    async def revoke_invite(self, table: str, number: int) -> None:
        """Revokes an invite to a table; raises Refusal where there is none, or it cannot be kept."""
        invite = self.invite_book.drop(table, number)
        try:
            await self._books.keep_access(AccessChange(revoked=(number,)))
        except NotKept as error:
            self.invite_book.put_back(invite)
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
            for each in self.invite_book.invites_to(room.id)
        )
        return Invites(table=room.id, invites=listed, needed=bool(self._password_hash or room.settings.password_hash))


GAME_ENDED = "The host has ended the game."
"""Why the tables close when the owner ends the server."""


class Ownership:
    """The owner's say over a server: `stopped` is set when it is to end.

    `ended` says that its owner has ended the game, so that no table is kept for later.
    """

    def __init__(self) -> None:
        self.secret = secrets.token_urlsafe(24)
        self.stopped = asyncio.Event()
        self.ended = False

    def is_owner(self, secret: str) -> bool:
        """Whether a secret is that of the owner of the server."""
        return compare_digest(secret.encode(), self.secret.encode())

    def check(self, secret: str) -> None:
        """Raises Refusal for anybody but the owner of the server."""
        if not self.is_owner(secret):
            raise Refusal("not-owner", "Only the user who started this server may do that.")

    def end_game(self, secret: str) -> None:
        """Ends the server for good; raises Refusal for anybody but its owner."""
        self.check(secret)
        self.ended = True
        self.stopped.set()
