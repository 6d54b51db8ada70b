"""Chooses among several addresses of a server the one that answers, and lists those of this machine.

A machine with bridges for containers or a VPN announces addresses that lead nowhere from other machines.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import socket
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


_PROBE_ADDRESS = ("192.0.2.1", 9)  # reserved for documentation; connecting a UDP socket sends no packet


def lan_addresses() -> tuple[str, ...]:
    """Returns this machine's addresses on its networks, the most likely first; may block for a moment."""
    found: list[str] = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(_PROBE_ADDRESS)
        found.append(str(probe.getsockname()[0]))
    with contextlib.suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return tuple(dict.fromkeys(each for each in found if not ipaddress.ip_address(each).is_loopback))
