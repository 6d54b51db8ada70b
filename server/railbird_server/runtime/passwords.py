"""Passwords, of the server and of tables: hashed with argon2 in threads of their own, a few at a time.

Few wrong ones are taken from one address. One check takes about 150 ms and 64 MiB. The event loop never waits for one,
and at most two run at a time.
"""

from __future__ import annotations

import asyncio
import time
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError, VerifyMismatchError

from railbird_server.refusal import Refusal
from railbird_server.runtime.monitoring import report_error
from railbird_server.runtime.token_buckets import TokenBuckets

Result = TypeVar("Result")

MAX_AT_ONCE = 2
"""Passwords that are hashed at a time."""

MAX_UNDER_WAY = 16
"""Passwords that may be hashed or wait for it; further ones are refused, and may be tried again."""

PASSWORD_BURST = 5
PASSWORD_RATE = 0.1
"""Wrong passwords, and passwords of new tables, that one address may send at once, and each second after them."""

PASSWORD_WRONG = "That is another password: ask your host, and type it once more."  # noqa: S105
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
        """Returns the argon2 hash of a new password from an address, empty for none; raises Refusal after too many."""
        if not password:
            return ""
        self._admit(address)
        return await self._run(partial(self._hasher.hash, normalized(password)))

    async def check(self, password_hash: str, password: str, address: str) -> None:
        """Raises Refusal where a password that came from an address does not have that hash, or after too many."""
        self._admit(address)
        if not await self._run(partial(self._verify, password_hash, normalized(password))):
            raise Refusal("password-wrong", PASSWORD_WRONG)
        self._passwords.give_back(address)

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
