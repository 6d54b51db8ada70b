"""Certificates for tests: issued by an authority of the test, out of date, and in files."""

from __future__ import annotations

import datetime as dt
import ssl
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from railbird_shared.network.recognition import certificate_fingerprint

NOW = dt.datetime(2026, 11, 22, tzinfo=dt.UTC)
YEAR = dt.timedelta(days=365)


class CertificateFiles(NamedTuple):
    """A certificate and its key in PEM."""

    certificate: Path
    key: Path

    @property
    def fingerprint(self) -> str:
        return certificate_fingerprint(ssl.PEM_cert_to_DER_cert(self.certificate.read_text()))

    @property
    def context(self) -> ssl.SSLContext:
        """The context of a server that shows the certificate."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, self.key)
        return context


def write_certificate(
    folder: Path,
    *,
    name: str = "den.example",
    issuer: str = "Test Authority",
    begins: dt.datetime = NOW - YEAR,
    ends: dt.datetime = NOW + 1000 * YEAR,
    password: bytes = b"",
) -> CertificateFiles:
    """Writes a certificate for a host, signed with its own key whoever issues it, so that an authority of the test is
    the certificate itself.
    """
    folder.mkdir(exist_ok=True, parents=True)
    key = ec.generate_private_key(ec.SECP256R1())
    certificate = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]))
        .issuer_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, issuer)]))
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(begins)
        .not_valid_after(ends)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name), x509.DNSName("*.example")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=issuer == name, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    files = CertificateFiles(folder / f"{name}.pem", folder / f"{name}.key")
    files.certificate.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    protection = serialization.BestAvailableEncryption(password) if password else serialization.NoEncryption()
    files.key.write_bytes(key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, protection))
    return files
