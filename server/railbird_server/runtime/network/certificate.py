"""The certificate that proves a server to its players: made once, or the host's own.

A made certificate is kept with its key in one file, so that a crash leaves both or neither. It has no date at which it
ends, because players recognize it by its fingerprint. Both are read again when their files change, and open connections
stay.
"""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
import os
import ssl
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes
from cryptography.x509.oid import NameOID

from railbird_server.config import ServerSettings
from railbird_server.refusal import describe_error
from railbird_server.runtime.monitoring import logger
from railbird_server.runtime.network.transport import ServerCertificate
from railbird_server.store.data_directory import CERTIFICATE_NAME, unfinished_file
from railbird_shared.network.recognition import certificate_fingerprint

_BEGINNING = dt.datetime(2020, 1, 1, tzinfo=dt.UTC)
_NEVER = dt.datetime(9999, 12, 31, 23, 59, 59, tzinfo=dt.UTC)  # RFC 5280, 4.1.2.5: no date at which it ends

LOOK_INTERVAL = 5.0
"""Seconds between two looks whether the files of a certificate have changed."""


class CertificateError(Exception):
    """A certificate that cannot be used; the message is a sentence for the host, `status` the exit status."""

    def __init__(self, sentence: str, *, status: int = 2) -> None:
        super().__init__(sentence)
        self.status = status


def choose_certificate(settings: ServerSettings, folder: Path | None, now: dt.datetime) -> ServerCertificate | None:
    """Returns the certificate by which a server encrypts, None where it does not; raises CertificateError.

    That is the host's own if the settings name one. Without one, a server that other machines reach uses the one kept
    in `folder`, unless the settings turn encryption off.
    """
    names_own = bool(settings.cert or settings.key)
    if settings.proxy_protocol and (names_own or settings.encrypts):
        replaced = " in place of --cert" if names_own else ""
        sentence = f"A PROXY header comes before all encryption: let the proxy encrypt, and add --no-tls{replaced}."
        raise CertificateError(sentence)
    if names_own:
        if not (settings.cert and settings.key):
            raise CertificateError("A certificate and its key belong together: give both --cert and --key.")
        if not settings.tls:
            raise CertificateError("A certificate needs encryption: leave out --no-tls, or --cert and --key.")
        return load_certificate(Path(settings.cert), Path(settings.key), now=now)
    return open_certificate(folder) if settings.encrypts else None


def open_certificate(folder: Path | None) -> ServerCertificate:
    """Returns the certificate of a folder, made if there is none, for this run without one; raises CertificateError."""
    if folder is None:
        with tempfile.TemporaryDirectory(prefix="railbird-") as temporary:
            return open_certificate(Path(temporary))._replace(files=())
    file = folder / CERTIFICATE_NAME
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not file.exists():
            with unfinished_file(file) as unfinished:
                unfinished.write_bytes(_make_certificate())
        if sys.platform != "win32" and file.stat().st_mode & 0o077:
            file.chmod(0o600)
        certificate, _ = _read(file, file)
    except CertificateError as error:
        raise CertificateError(
            f"{error} Restore it, or move it away: the server then makes a new one, which every player has to confirm."
        ) from None
    except OSError as error:
        raise CertificateError(
            f"The server's certificate in {folder} cannot be read or kept ({error.strerror}): "
            "give the folder to the user who runs the server.",
            status=1,
        ) from None
    return ServerCertificate(_load(file, file), _fingerprint(certificate), files=(file,))


def load_certificate(certificate_file: Path, key_file: Path, *, now: dt.datetime) -> ServerCertificate:
    """Returns the host's own certificate, as it stands in two PEM files; raises CertificateError."""
    try:
        certificate, key = _read(certificate_file, key_file)
    except OSError as error:
        raise CertificateError(f"{error.filename} cannot be read: {error.strerror}.") from None
    if certificate.public_key() != key.public_key():
        raise CertificateError(f"{key_file} is not the key of the certificate in {certificate_file}.")
    begins, ends = certificate.not_valid_before_utc, certificate.not_valid_after_utc
    if ends < now:
        raise CertificateError(f"The certificate in {certificate_file} ended on {ends:%d %B %Y}: renew it.")
    if begins > now:
        raise CertificateError(
            f"The certificate in {certificate_file} is not valid before {begins:%d %B %Y}: check this machine's clock."
        )
    context, files = _load(certificate_file, key_file), tuple(dict.fromkeys((certificate_file, key_file)))
    return ServerCertificate(context, _fingerprint(certificate), _issued_names(certificate), files)


async def fresh_certificates(
    certificate: ServerCertificate, asked: asyncio.Event, *, interval: float = LOOK_INTERVAL
) -> AsyncIterator[ServerCertificate]:
    """Yields a certificate anew whenever its files have changed, or somebody has `asked`; a bad one is logged instead.

    Changed files are read once they are the same in two looks: a certificate and its key are not written at once.
    """
    files, read = certificate.files, None
    seen = await asyncio.to_thread(_stamps, files)
    while True:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asked.wait(), interval)
        before, seen = seen, await asyncio.to_thread(_stamps, files)
        if asked.is_set() or before == seen != read:
            asked.clear()
            read = seen
            try:
                yield await asyncio.to_thread(load_certificate, files[0], files[-1], now=dt.datetime.now(dt.UTC))
            except Exception as error:  # noqa: BLE001  no file, whatever is in it, takes the certificate in use away
                fault = str(error) if isinstance(error, CertificateError) else f"{files[0]}: {describe_error(error)}."
                logger.error("%s The server goes on with the certificate that it has.", fault)


def _stamps(files: tuple[Path, ...]) -> tuple[tuple[int, ...], ...]:
    """Returns what differs after any file has been written; nothing where one is missing."""
    with contextlib.suppress(OSError):
        return tuple((found.st_ino, found.st_size, found.st_mtime_ns) for found in map(os.stat, files))
    return ()


def _make_certificate() -> bytes:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Railbird")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(_BEGINNING)
        .not_valid_after(_NEVER)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    kept_key = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return kept_key + certificate.public_bytes(pem)


def _read(certificate_file: Path, key_file: Path) -> tuple[x509.Certificate, PrivateKeyTypes]:
    """Reads a certificate and its key; raises OSError and CertificateError."""
    try:
        certificate = x509.load_pem_x509_certificates(certificate_file.read_bytes())[0]
    except ValueError:
        raise CertificateError(f"{certificate_file} holds no certificate in PEM.") from None
    try:
        return certificate, serialization.load_pem_private_key(key_file.read_bytes(), None)
    except TypeError:
        raise CertificateError(f"The key in {key_file} has a password: keep one without for the server.") from None
    except ValueError:
        raise CertificateError(f"{key_file} holds no private key in PEM.") from None


def _load(certificate_file: Path, key_file: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.num_tickets = 0  # nobody resumes an encrypted session: clients look at the certificate each time
    try:
        context.load_cert_chain(certificate_file, key_file, password="")
    except (ssl.SSLError, OSError) as error:
        reason = str(getattr(error, "reason", None) or error.strerror or "unknown reason").replace("_", " ").lower()
        raise CertificateError(f"The certificate in {certificate_file} cannot be used: {reason}.") from None
    return context


def _fingerprint(certificate: x509.Certificate) -> str:
    return certificate_fingerprint(certificate.public_bytes(serialization.Encoding.DER))


def _issued_names(certificate: x509.Certificate) -> tuple[str, ...]:
    """Returns the names of hosts in a certificate that somebody else has issued, without those for a whole domain."""
    if certificate.issuer == certificate.subject:
        return ()
    with contextlib.suppress(x509.ExtensionNotFound):
        names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        return tuple(name for name in names.get_values_for_type(x509.DNSName) if not name.startswith("*"))
    return ()
