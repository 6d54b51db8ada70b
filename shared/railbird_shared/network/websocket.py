"""Opens a websocket to the server that is meant and to no other, and carries frames over it.

This is the only module of the package that knows asyncio, because client and server both need it. Nothing is sent to a
server that encrypts before its certificate is recognized: by its fingerprint, or by an authority that this system
trusts where the address has no fingerprint. No redirect is followed. A server that does not encrypt is asked which of
the player's tokens it knows, before one is sent.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import ssl
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, cast

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI

from railbird_shared.carrier import WireClosed
from railbird_shared.network.address import Address
from railbird_shared.network.recognition import (
    CHALLENGE_HEADER,
    MAX_MARKS,
    NONCE_BYTES,
    PROOF_HEADER,
    Challenge,
    Recognition,
    certificate_fingerprint,
    is_on_this_machine,
    place_of,
    proven_token,
    token_digest,
    token_mark,
)
from railbird_shared.protocol.codec import MAX_MESSAGE_BYTES

PLACE_DELAY_SECONDS = 0.3
"""How much later each further place of a server is tried than the one before (RFC 8305, section 8)."""


class CertificateRefused(Exception):
    """A server whose certificate is not the one that it has to have; nothing was sent to it.

    `found` is the fingerprint that it showed, empty if it has no valid certificate for `reason`.
    """

    def __init__(self, address: Address, found: str, reason: str = "") -> None:
        super().__init__(f"The certificate of {address} is not the one that is known.")
        self.address = address
        self.found = found
        self.reason = reason


class NotEncrypted(Exception):
    """The other end does not encrypt, and may be a plain server."""


CONNECTION_ERRORS = (OSError, InvalidURI, InvalidHandshake, UnicodeError, CertificateRefused, NotEncrypted)
"""Why a connection cannot be opened."""


@lru_cache(maxsize=1)
def pinning_context() -> ssl.SSLContext:
    """Returns the context of connections whose certificate is compared with a fingerprint by the caller."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    return context


@lru_cache(maxsize=1)
def authority_context() -> ssl.SSLContext:
    """Returns the context of connections whose certificate an authority has to have issued for that host."""
    return ssl.create_default_context()


def shown_fingerprint(transport: asyncio.BaseTransport) -> str:
    """Returns the fingerprint of the certificate that the server of an encrypted connection has shown."""
    connection = cast("ssl.SSLObject", transport.get_extra_info("ssl_object"))
    return certificate_fingerprint(connection.getpeercert(binary_form=True) or b"")


_NO_TLS = {"WRONG_VERSION_NUMBER", "PACKET_LENGTH_TOO_LONG", "RECORD_LAYER_FAILURE", "HTTP_REQUEST"}


def as_refusal(error: ssl.SSLError, address: Address) -> Exception:
    """Returns what a failed handshake means: a certificate that is refused, no encryption, or the error itself."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return CertificateRefused(address, "", error.verify_message)
    return NotEncrypted() if error.reason in _NO_TLS else error


class ListeningConnection(ClientConnection):
    """A websocket that notes when anything arrives: `heard` is set then, and cleared by its reader.

    `recognition` is what the server has proved to know, None where its certificate has proved the server.
    """

    heard = True
    recognition: Recognition | None = Recognition()
    server_address: Address | None = None

    def data_received(self, data: bytes) -> None:
        """Takes bytes from the server."""
        self.heard = True
        super().data_received(data)

    async def handshake(self, *arguments: Any, **options: Any) -> None:
        """Opens the websocket, after the server's certificate has been compared; raises CertificateRefused."""
        address = self.server_address
        if address is not None and address.is_encrypted and address.fingerprint:
            found = shown_fingerprint(self.transport)
            if found != address.fingerprint:
                raise CertificateRefused(address, found)
        await super().handshake(*arguments, **options)


class _ConnectHere(connect):
    """Connects to an address and follows no redirect from there: what a player says is for this server alone."""

    def process_redirect(self, exc: Exception) -> Exception:
        """Returns the error as it is."""
        return exc


async def open_connection(
    address: Address, seconds: float, tokens: Sequence[str] = (), *, keepalive: float | None = None
) -> ListeningConnection:
    """Opens a connection within so many seconds, at the first of the server's places that answers rightly.

    `tokens` are those that the player may have at that server, the latest first. None of them is sent. With `keepalive`
    the websocket pings after so many seconds, and ends where nobody answers. Raises OSError, InvalidURI,
    InvalidHandshake, UnicodeError, CertificateRefused or NotEncrypted.
    """
    attempts = [
        asyncio.create_task(_open_place(place, seconds, tokens, keepalive, delay=PLACE_DELAY_SECONDS * number))
        for number, place in enumerate(address.places)
    ]
    opened: ListeningConnection | None = None
    try:
        for attempt in asyncio.as_completed(attempts):
            with contextlib.suppress(*CONNECTION_ERRORS):
                opened = await attempt
                return opened
    finally:
        for task in attempts:
            if not (opened is not None and task.done() and not task.exception() and task.result() is opened):
                task.add_done_callback(abort_opened)
                task.cancel()
    errors = [error for task in attempts if (error := task.exception()) is not None]
    refused = [error for error in errors if isinstance(error, CertificateRefused)]
    answered = [error for error in errors if not isinstance(error, OSError)]
    raise (refused or answered or errors)[0]  # that of the place which came nearest to being the server


def abort_opened(opened: asyncio.Task[ListeningConnection]) -> None:
    """Ends the connection that a task has opened and nobody takes, if there is one."""
    if not opened.cancelled() and opened.exception() is None:
        opened.result().transport.abort()


async def _open_place(
    address: Address, seconds: float, tokens: Sequence[str], keepalive: float | None, *, delay: float
) -> ListeningConnection:
    class PlaceConnection(ListeningConnection):
        server_address = address

    await asyncio.sleep(delay)
    context, headers, name = None, None, None
    marks = tuple(token_mark(token_digest(token)) for token in tokens[:MAX_MARKS])
    challenge = Challenge(secrets.token_urlsafe(NONCE_BYTES), marks)
    if address.is_encrypted:
        context, name = pinning_context() if address.fingerprint else authority_context(), address.server_name
    else:
        headers = {CHALLENGE_HEADER: str(challenge)}
    try:
        connection = await _ConnectHere(
            address.url,
            additional_headers=headers,
            compression=None,
            max_size=MAX_MESSAGE_BYTES,
            open_timeout=seconds,
            close_timeout=1,
            ping_interval=keepalive,
            proxy=None,
            create_connection=PlaceConnection,
            ssl=context,
            server_hostname=name,
        )
    except ssl.SSLError as error:
        raise as_refusal(error, address) from None
    assert isinstance(connection, ListeningConnection)
    connection.recognition = None if address.is_encrypted else _read_proof(connection, tokens, challenge)
    return connection


def _read_proof(connection: ClientConnection, tokens: Sequence[str], challenge: Challenge) -> Recognition:
    answers = connection.response.headers.get_all(PROOF_HEADER) if connection.response else []
    peer = connection.remote_address
    if len(answers) != 1 or not peer:
        return Recognition()
    place, _, proof = answers[0].partition(" ")
    if is_on_this_machine(peer) and place != place_of(peer):
        return Recognition()  # a program in between passes on what a server elsewhere has answered
    return Recognition(proven_token(tokens[:MAX_MARKS], challenge.nonce, place, proof), can_prove=True)


class WebSocketWire:
    """A wire over a websocket."""

    def __init__(self, connection: ClientConnection, recognition: Recognition | None = Recognition()) -> None:  # noqa: B008
        self.connection = connection
        self.recognition = recognition

    async def send(self, frame: bytes) -> None:
        """Sends a frame as text; raises WireClosed."""
        try:
            await self.connection.send(frame, text=True)
        except ConnectionClosed as closed:
            raise WireClosed(_close_reason(closed)) from None

    async def receive(self) -> str | bytes:
        """Waits for the next frame; raises WireClosed."""
        try:
            return await self.connection.recv()
        except ConnectionClosed as closed:
            raise WireClosed(_close_reason(closed)) from None

    async def close(self) -> None:
        """Closes the connection."""
        await self.connection.close()


def _close_reason(closed: ConnectionClosed) -> str:
    frame = closed.rcvd
    return f"The server ended the conversation: {frame.reason}." if frame and frame.reason else "The server is gone."


class Throttle:
    """Delays messages so that at most `rate` pass in a second, and `burst` at once after a pause."""

    def __init__(self, rate: float, burst: int) -> None:
        self._interval = 1 / rate
        self._burst_window = (burst - 1) / rate
        self._next_passes = 0.0

    def delay(self, now: float) -> float:
        """Returns the seconds to wait before the message that is due at `now` seconds."""
        at = max(now - self._burst_window, self._next_passes)
        self._next_passes = at + self._interval
        return max(0.0, at - now)
