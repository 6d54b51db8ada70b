"""Chooses among several addresses of one server the one that answers.

A machine with bridges for containers or a VPN announces addresses that lead nowhere from other machines.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from railbird_shared.network.address import Address

Connect = Callable[[Address], Awaitable[None]]
"""Opens a connection to an address and closes it; raises OSError."""

HEAD_START_SECONDS = 0.25
"""How much earlier than the next one an address is tried."""

TIMEOUT_SECONDS = 3.0
"""How long an address may take to answer."""


async def first_reachable(
    addresses: Sequence[Address],
    *,
    connect: Connect | None = None,
    head_start: float = HEAD_START_SECONDS,
) -> Address:
    """Returns the first address that accepts a connection, or the first of all where none does.

    Each next one is tried when the one before has failed, or has not answered for `head_start` seconds.
    """
    if len(addresses) < 2:
        return addresses[0]
    untried, pending = list(addresses), set[asyncio.Task[Address | None]]()
    try:
        while untried or pending:
            if untried:
                pending.add(asyncio.create_task(_attempt(untried.pop(0), connect or _connect)))
            timeout = head_start if untried else None
            done, pending = await asyncio.wait(pending, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                if (reached := task.result()) is not None:
                    return reached
        return addresses[0]
    finally:
        for task in pending:
            task.cancel()
        await asyncio.gather(*pending, return_exceptions=True)


async def _attempt(address: Address, connect: Connect) -> Address | None:
    """Returns the address if it accepts a connection in time, else None."""
    with suppress(OSError, UnicodeError):  # TimeoutError is an OSError
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await connect(address)
        return address
    return None


async def _connect(address: Address) -> None:
    _, writer = await asyncio.open_connection(address.host, address.port)
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()
