"""How clients know a server: by the certificate of encrypted connections, or by a proof that it knows their token."""

from __future__ import annotations

import asyncio.sslproto
import ssl
from collections.abc import Callable
from http import HTTPStatus
from typing import NamedTuple

from websockets.asyncio.server import ServerConnection
from websockets.http11 import Request, Response

from railbird_shared.network.recognition import CHALLENGE_HEADER, PROOF_HEADER, parse_challenge, place_of, prove

READ_BUFFER = 16 * 1024
"""Bytes that a connection holds to decrypt, as many as a record of TLS has; asyncio takes 256 kB."""


class ServerCertificate(NamedTuple):
    """A certificate ready for use.

    `names` are the names of hosts for which an authority has issued it; without any, players know the server by the
    fingerprint alone.
    """

    context: ssl.SSLContext
    fingerprint: str
    names: tuple[str, ...] = ()


def shrink_read_buffers() -> None:
    """Has every encrypted connection of this process take `READ_BUFFER` and not 256 kB of memory."""
    asyncio.sslproto.SSLProtocol.max_size = READ_BUFFER


def answer_challenge(
    connection: ServerConnection, request: Request, response: Response, find_digest: Callable[[str], bytes | None]
) -> None:
    """Adds to the answer to a request where it has arrived, and a proof if a token of that mark has a digest."""
    challenge = parse_challenge(" ".join(request.headers.get_all(CHALLENGE_HEADER)))
    if challenge is None or response.status_code != HTTPStatus.SWITCHING_PROTOCOLS or not connection.local_address:
        return
    place = place_of(connection.local_address)
    digest = next(filter(None, map(find_digest, challenge.marks)), None)
    proof = f" {prove(digest, challenge.nonce, place)}" if digest else ""
    response.headers[PROOF_HEADER] = place + proof
