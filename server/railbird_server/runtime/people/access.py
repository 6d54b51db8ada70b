"""Players who have been let in, the invites and the passwords that let somebody in.

A password or an invite is shown once; the player who has shown it is admitted and known by their token from then on. An
invite leads to one table and opens the passwords of the server and of that table. Its secret is kept as a digest only.

Passwords are hashed with argon2 in threads of their own, a few at a time, and few wrong ones are taken from one
address.

One check takes about 150 ms and 64 MiB. The event loop never waits for one, and at most two run at a time.
"""

from __future__ import annotations

import asyncio
import time
import unicodedata
from collections import OrderedDict
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from hashlib import sha256
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError, VerifyMismatchError
from msgspec.structs import replace

from railbird_server.refusal import Refusal
from railbird_server.runtime.monitoring.log import report_error
from railbird_server.runtime.token_buckets import TokenBuckets
from railbird_server.store.records import AccessState, Invite
from railbird_shared.protocol.table_limits import MAX_INVITES

SERVER = ""
"""The place of those who have been let into the server, among the ids of tables."""

EVERY_TABLE = "*"
"""The place of the owner of the server, who sees every table."""

MAX_ADMISSIONS = 10_000
"""Admissions remembered; beyond them those made first are forgotten, and their players are asked again."""


class Access:
    """The invites of a server, and who has been let in where. Times are those of the calendar, in milliseconds."""

    def __init__(self) -> None:
        self._invites: dict[bytes, Invite] = {}
        self._next_number = 1
        self._admitted: OrderedDict[tuple[str, str], None] = OrderedDict()

    # --- admissions ---

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
        for invite in self._invites_to(table):
            del self._invites[invite.digest]
        for key in [key for key in self._admitted if key[0] == table]:
            del self._admitted[key]

    # --- invites ---

    def make_invite(self, table: str, secret: str, now: int, *, expires: int = 0, once: bool = False) -> Invite:
        """Makes an invite to a table that holds for so many seconds, 0 for any time; raises Refusal.

        A table that has as many as allowed first loses one that has expired, then one that has been used.
        """
        made = self._invites_to(table)
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

    def find_invite(self, secret: str, player: str, now: int) -> Invite:
        """Returns the invite of that secret, for a player of that id, empty for a newcomer; raises Refusal.

        The player whom an invite has served may use it again, whatever the time.
        """
        invite = self._invites.get(_digest(secret))
        if invite is None:
            sentence = "This invite holds no more: it was revoked, or its table is closed. Ask your host for a new one."
            raise Refusal("invite-unknown", sentence)
        if player and invite.used_by == player:
            return invite
        if invite.once and invite.used_by:
            sentence = "This invite serves once, and somebody has used it already: ask your host for another one."
            raise Refusal("invite-used", sentence)
        if invite.has_expired(now):
            raise Refusal("invite-expired", "The time of this invite is over: ask your host for a new one.")
        return invite

    def reserve_invite(self, invite: Invite, player: str) -> Invite:
        """Has an invite that serves once serve only that player from now on; returns the invite as it is then."""
        used = replace(invite, used_by=player) if invite.once else invite
        self._invites[invite.digest] = used
        return used

    def put_back(self, invite: Invite) -> None:
        """Makes an invite what it was before it was used or revoked, because that cannot be kept."""
        self._invites[invite.digest] = invite

    def invites(self, table: str) -> tuple[Invite, ...]:
        """Returns the invites to a table, the oldest first."""
        return tuple(self._invites_to(table))

    def revoke(self, table: str, number: int) -> Invite:
        """Revokes an invite to a table, so that nobody else comes by it; raises Refusal where there is none."""
        invite = next((each for each in self._invites_to(table) if each.number == number), None)
        if invite is None:
            raise Refusal("invite-unknown", f"This table has no invite {number}; list its invites to see them.")
        return self._invites.pop(invite.digest)

    def _invites_to(self, table: str) -> list[Invite]:
        return [invite for invite in self._invites.values() if invite.table == table]

    # --- what is kept ---

    def state(self) -> AccessState:
        """Returns what has to be kept over a restart."""
        admitted = tuple((place, player) for place, player in self._admitted if place != SERVER)
        return AccessState(tuple(self._invites.values()), self._next_number, admitted)

    def restore(self, state: AccessState, tables: Iterable[str]) -> None:
        """Takes over what was kept, as far as its tables are open."""
        open_tables = frozenset(tables)
        self._invites = {each.digest: each for each in state.invites if each.table in open_tables}
        self._next_number = state.next_number
        admitted = [key for key in state.admitted if key[0] in open_tables]
        self._admitted = OrderedDict.fromkeys(admitted[-MAX_ADMISSIONS:])


def _digest(secret: str) -> bytes:
    return sha256(secret.encode()).digest()


Result = TypeVar("Result")

MAX_AT_ONCE = 2
"""Passwords that are hashed at a time."""

MAX_UNDER_WAY = 16
"""Passwords that may be hashed or wait for it; further ones are refused, and may be tried again."""

PASSWORD_BURST = 5
PASSWORD_RATE = 0.1
"""Wrong passwords, and passwords of new tables, that one address may send at once, and each second after them."""

TOO_MANY_PASSWORDS = "Too many passwords came from your address; wait a moment and try again."
TOO_MANY_AT_ONCE = "Too many passwords are being checked just now; try again in a moment."

HASHER = PasswordHasher(parallelism=1)  # one core a check: the others are for the games


class PasswordChecks:
    """Hashes and checks passwords for a server; `seconds` is a clock for the limit on guesses."""

    def __init__(self, *, seconds: Callable[[], float] = time.monotonic, hasher: PasswordHasher | None = None) -> None:
        self._seconds = seconds
        self._hasher = hasher or HASHER
        self._passwords = TokenBuckets(PASSWORD_RATE, PASSWORD_BURST)
        self._under_way = 0
        self._threads = ThreadPoolExecutor(MAX_AT_ONCE, thread_name_prefix="passwords")

    async def hash(self, password: str, address: str) -> str:
        """Returns the argon2 hash of a new password that came from an address; raises Refusal after too many."""
        self._admit(address)
        return await self._run(partial(self._hasher.hash, normalized(password)))

    async def verify(self, password_hash: str, password: str, address: str) -> bool:
        """Whether a password that came from an address has that hash; raises Refusal after too many wrong ones."""
        self._admit(address)
        right = False
        try:
            right = await self._run(partial(self._verify, password_hash, normalized(password)))
        finally:
            if right:
                self._passwords.give_back(address)
        return right

    def close(self) -> None:
        """Checks no further passwords."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _admit(self, address: str) -> None:
        """Counts a password that came from an address; raises Refusal, and counts none where too many are under way."""
        if self._under_way >= MAX_UNDER_WAY:
            raise Refusal("slow-down", TOO_MANY_AT_ONCE)
        if not self._passwords.spend(address, self._seconds()):
            raise Refusal("slow-down", TOO_MANY_PASSWORDS)

    async def _run(self, work: Callable[[], Result]) -> Result:
        self._under_way += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._under_way -= 1

    def _verify(self, password_hash: str, password: str) -> bool:
        try:
            return self._hasher.verify(password_hash, password)
        except VerifyMismatchError:
            return False
        except (VerificationError, InvalidHashError) as error:
            report_error("password check", error)
            return False


def normalized(password: str) -> str:
    """Returns a password as it is hashed: the same for all keyboards that spell its accents in different ways."""
    return unicodedata.normalize("NFC", password)
