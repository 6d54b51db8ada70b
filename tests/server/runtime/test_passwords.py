"""Passwords are checked a few at a time, and few wrong ones from one address."""

from __future__ import annotations

import asyncio
import threading

import pytest
from argon2 import PasswordHasher

from railbird_server.refusal import Refusal
from railbird_server.runtime.passwords import (
    MAX_AT_ONCE,
    MAX_UNDER_WAY,
    PASSWORD_BURST,
    PASSWORD_RATE,
    TOO_MANY_AT_ONCE,
    PasswordChecks,
)

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
HASHED = QUICK.hash("tern")


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class SlowHasher(PasswordHasher):
    """Checks nothing before it is let go; counts how many check at a time."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self.go = threading.Event()
        self.at_work = self.most_at_work = 0
        self._lock = threading.Lock()

    def verify(self, hash: str | bytes, password: str | bytes) -> bool:  # type: ignore[override]  # noqa: A002
        with self._lock:
            self.at_work += 1
            self.most_at_work = max(self.most_at_work, self.at_work)
        self.go.wait()
        with self._lock:
            self.at_work -= 1
        return super().verify(hash, password)


async def fits(checks: PasswordChecks, hashed: str, password: str, address: str) -> bool:
    """Whether a password is the right one."""
    try:
        await checks.check(hashed, password, address)
    except Refusal as no:
        if no.code != "password-wrong":
            raise
        return False
    return True


async def test_a_password_has_its_hash_and_no_other_one_has() -> None:
    checks = PasswordChecks(hasher=QUICK)
    hashed = await checks.hash("Zaunkönig", "192.0.2.1")
    assert hashed.startswith("$argon2id$")
    assert await fits(checks, hashed, "Zaunkönig", "192.0.2.1")
    assert not await fits(checks, hashed, "zaunkönig", "192.0.2.1")
    assert not await fits(checks, hashed, "", "192.0.2.1")


async def test_an_accent_counts_the_same_however_a_keyboard_spells_it() -> None:
    checks = PasswordChecks(hasher=QUICK)
    composed, decomposed = "ter\u0144", "tern\u0301"
    assert await fits(checks, await checks.hash(composed, ""), decomposed, "")


async def test_a_damaged_hash_fits_no_password() -> None:
    assert not await fits(PasswordChecks(hasher=QUICK), "$argon2id$damaged", "tern", "")
    assert not await fits(PasswordChecks(hasher=QUICK), "", "", "")


async def test_wrong_passwords_of_one_address_are_limited_and_others_are_not_kept_waiting() -> None:
    clock = Clock()
    checks = PasswordChecks(seconds=clock, hasher=QUICK)
    for _ in range(PASSWORD_BURST):
        assert not await fits(checks, HASHED, "wrong", "192.0.2.1")
    with pytest.raises(Refusal) as refused:
        await fits(checks, HASHED, "tern", "192.0.2.1")
    assert refused.value.code == "slow-down"
    assert await fits(checks, HASHED, "tern", "192.0.2.2")
    clock.now += 1 / PASSWORD_RATE
    assert await fits(checks, HASHED, "tern", "192.0.2.1")


async def test_right_passwords_cost_nothing() -> None:
    checks = PasswordChecks(seconds=Clock(), hasher=QUICK)
    for _ in range(3 * PASSWORD_BURST):
        assert await fits(checks, HASHED, "tern", "192.0.2.1")


async def test_the_event_loop_goes_on_while_two_passwords_are_checked_and_few_wait() -> None:
    hasher = SlowHasher()
    checks = PasswordChecks(seconds=Clock(), hasher=hasher)
    asked = [asyncio.create_task(fits(checks, HASHED, "tern", f"192.0.2.{at}")) for at in range(MAX_UNDER_WAY)]
    await asyncio.sleep(0)
    with pytest.raises(Refusal) as refused:
        await fits(checks, HASHED, "tern", "198.51.100.1")
    assert refused.value.code == "slow-down"
    hasher.go.set()
    assert all(await asyncio.gather(*asked))
    assert hasher.most_at_work <= MAX_AT_ONCE
    assert await fits(checks, HASHED, "tern", "198.51.100.1")


async def test_a_password_that_was_not_checked_for_want_of_time_is_no_wrong_one() -> None:
    hasher = SlowHasher()
    checks = PasswordChecks(seconds=Clock(), hasher=hasher)
    asked = [asyncio.create_task(fits(checks, HASHED, "tern", f"192.0.2.{at}")) for at in range(MAX_UNDER_WAY)]
    await asyncio.sleep(0)
    for _ in range(PASSWORD_BURST):
        with pytest.raises(Refusal) as refused:
            await fits(checks, HASHED, "tern", "198.51.100.1")
        assert refused.value.sentence == TOO_MANY_AT_ONCE
    hasher.go.set()
    await asyncio.gather(*asked)
    assert await fits(checks, HASHED, "tern", "198.51.100.1")
