"""Encrypted connections of the client: nothing is sent to a server before its certificate is recognized.

A server is recognized by the fingerprint of its certificate, or by an authority that this system trusts where the
address has no fingerprint.
"""

from __future__ import annotations

import asyncio
import ssl
from functools import lru_cache
from typing import cast

from railbird_shared.network.address import Address
from railbird_shared.network.fingerprint import certificate_fingerprint

_OUT_OF_DATE = {9, 10}
"""OpenSSL's codes of a certificate that is not valid yet, and of one that has ended."""


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
    """What answers does not encrypt, and may be a plain server."""


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


def client_context(address: Address) -> ssl.SSLContext | None:
    """Returns the context of a connection to an address, None for a plain one."""
    if not address.is_encrypted:
        return None
    return pinning_context() if address.fingerprint else authority_context()


def check_certificate(transport: asyncio.BaseTransport, address: Address) -> None:
    """Compares the certificate of a new connection with the fingerprint of its address; raises CertificateRefused."""
    if address.is_encrypted and address.fingerprint:
        found = _shown_fingerprint(transport)
        if found != address.fingerprint:
            raise CertificateRefused(address, found)


def as_refusal(error: ssl.SSLError, address: Address) -> Exception:
    """Returns what a failed handshake means: a certificate that is refused, no encryption, or the error itself."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return CertificateRefused(address, "", error.verify_message)
    return NotEncrypted() if error.reason in _NO_TLS else error


_NO_TLS = {"WRONG_VERSION_NUMBER", "PACKET_LENGTH_TOO_LONG", "RECORD_LAYER_FAILURE", "HTTP_REQUEST"}


async def is_issued_by_authority(address: Address, seconds: float) -> bool:
    """Whether an authority vouches for the server; raises OSError, NotEncrypted, CertificateRefused if out of date."""
    try:
        await _shake_hands(address, authority_context(), seconds)
    except ssl.SSLCertVerificationError as error:
        if error.verify_code in _OUT_OF_DATE:
            raise as_refusal(error, address) from None
        return False
    except ssl.SSLError as error:
        raise as_refusal(error, address) from None
    return True


async def find_fingerprint(address: Address, seconds: float) -> str:
    """Returns the fingerprint of the certificate that a server shows now; raises OSError or NotEncrypted."""
    try:
        return await _shake_hands(address, pinning_context(), seconds)
    except ssl.SSLError as error:
        raise as_refusal(error, address) from None


async def _shake_hands(address: Address, context: ssl.SSLContext, seconds: float) -> str:
    """Opens an encrypted connection, sends nothing on it, closes it and returns the fingerprint it showed."""
    async with asyncio.timeout(seconds):
        transport, _ = await asyncio.get_running_loop().create_connection(
            asyncio.Protocol, address.host, address.port, ssl=context
        )
    try:
        return _shown_fingerprint(transport)
    finally:
        transport.abort()


def _shown_fingerprint(transport: asyncio.BaseTransport) -> str:
    connection = cast("ssl.SSLObject", transport.get_extra_info("ssl_object"))
    return certificate_fingerprint(connection.getpeercert(binary_form=True) or b"")
