"""Encrypted connections: the certificate in use, and what asyncio needs to hold many of them and see slow readers."""

from __future__ import annotations

import asyncio.sslproto
import ssl
from asyncio import BaseTransport, WriteTransport
from typing import NamedTuple

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


def transport_below(transport: BaseTransport) -> WriteTransport | None:
    """Returns the transport that carries the encrypted bytes of another one, None below a plain one.

    What it holds is out of sight of the upper one, which says that nothing waits while megabytes do.
    """
    below: WriteTransport | None = getattr(getattr(transport, "_ssl_protocol", None), "_transport", None)
    return below
