"""The first contact with a server: which of its addresses answers, and by what it is recognized.

It is recognized before anything is sent to it: by an invite link, an earlier visit, an authority, or the player, who
compares fingerprints once.
"""

from __future__ import annotations

import asyncio
import ssl
from asyncio.staggered import staggered_race
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from railbird_client.network.known_servers import KnownServers
from railbird_shared.network import websocket
from railbird_shared.network.address import Address, Scheme
from railbird_shared.network.websocket import CONNECTION_ERRORS, NotEncrypted, open_connection

HEAD_START_SECONDS = 0.25
"""How much earlier than the next one an address is tried."""

TIMEOUT_SECONDS = 3.0
"""How long an address may take to answer."""


async def connect(address: Address) -> None:
    """Opens a connection to an address and closes it; raises OSError."""
    _, writer = await asyncio.open_connection(address.machine, address.port)
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()


async def first_reachable(addresses: Sequence[Address]) -> Address:
    """Returns the first address that accepts a connection, or the first of all where none does.

    Each next one is tried when the one before has failed, or has not answered for `HEAD_START_SECONDS`.
    """
    if len(addresses) < 2:
        return addresses[0]

    async def attempt(address: Address) -> None:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await connect(address)

    _, reached, _ = await staggered_race((partial(attempt, address) for address in addresses), HEAD_START_SECONDS)
    return addresses[reached or 0]


PLAIN_TIMEOUT_SECONDS = 2.0
"""How long to look whether what does not encrypt is a plain server."""

_OUT_OF_DATE = {9, 10}
"""OpenSSL's codes of a certificate that is not valid yet, and of one that has ended."""


class NotRecognized(Exception):
    """A server that the player does not confirm, or that does not encrypt; the message is a sentence for them.

    Nothing of the player was sent to it.
    """


async def recognize(
    address: Address, known: KnownServers, ask: Callable[[str], Awaitable[bool]], seconds: float
) -> Address:
    """Returns the address by which the link recognizes the server: plain, with a fingerprint, or for an authority.

    `ask` shows a fingerprint to the player and returns whether they confirm it. Nothing of the player is sent. Raises
    NotRecognized, CertificateRefused, NotEncrypted or OSError.
    """
    if address.scheme is Scheme.PLAIN:
        return address
    if address.fingerprint:
        return replace(address, scheme=Scheme.ENCRYPTED)
    if (server := known.find(address)) is not None:
        return replace(address, scheme=Scheme.ENCRYPTED, fingerprint=server.fingerprint)
    if not address.is_encrypted and await _answers_plainly(address, seconds):
        return replace(address, scheme=Scheme.PLAIN)
    address = replace(address, scheme=Scheme.ENCRYPTED)
    try:
        if not (address.is_number or address.room) and await is_issued_by_authority(address, seconds):
            return address
        fingerprint = await find_fingerprint(address, seconds)
    except (NotEncrypted, OSError) as error:
        if not isinstance(error, ConnectionRefusedError) and await _answers_plainly(address, PLAIN_TIMEOUT_SECONDS):
            raise NotRecognized(
                f"The server at {address} does not encrypt: on a network that you trust, join it with ws://{address}."
            ) from None
        raise
    if not await ask(fingerprint):
        raise NotRecognized(f"You did not confirm the server at {address}, so nothing was sent to it.")
    confirmed = replace(address, fingerprint=fingerprint)
    known.remember(confirmed)
    return confirmed


async def _answers_plainly(address: Address, seconds: float) -> bool:
    """Whether a plain websocket opens at an address; it is closed at once, and nothing is said on it."""
    with suppress(*CONNECTION_ERRORS):
        connection = await open_connection(replace(address, scheme=Scheme.PLAIN, fingerprint=""), seconds)
        connection.transport.abort()
        return True
    return False


async def is_issued_by_authority(address: Address, seconds: float) -> bool:
    """Whether an authority vouches for the server; raises OSError, NotEncrypted, CertificateRefused if out of date."""
    try:
        await _shake_hands(address, websocket.authority_context(), seconds)
    except ssl.SSLError as error:
        if isinstance(error, ssl.SSLCertVerificationError) and error.verify_code not in _OUT_OF_DATE:
            return False
        raise websocket.as_refusal(error, address) from None
    return True


async def find_fingerprint(address: Address, seconds: float) -> str:
    """Returns the fingerprint of the certificate that a server shows now; raises OSError or NotEncrypted."""
    try:
        return await _shake_hands(address, websocket.pinning_context(), seconds)
    except ssl.SSLError as error:
        raise websocket.as_refusal(error, address) from None


async def _shake_hands(address: Address, context: ssl.SSLContext, seconds: float) -> str:
    """Opens an encrypted connection, sends nothing on it, closes it and returns the fingerprint it showed."""
    async with asyncio.timeout(seconds):
        transport, _ = await asyncio.get_running_loop().create_connection(
            asyncio.Protocol, address.machine, address.port, ssl=context, server_hostname=address.server_name
        )
    try:
        return websocket.shown_fingerprint(transport)
    finally:
        transport.abort()
