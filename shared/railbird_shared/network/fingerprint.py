"""Fingerprints of certificates: the SHA-256 of a server's certificate, whole for links and short for people.

A client that knows the fingerprint of a server needs no authority to recognize it.
"""

from __future__ import annotations

import base64
import hashlib
import re

_WHOLE = re.compile(r"[A-Za-z0-9_-]{43}")
_BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_READABLE = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Digits and capitals without I, L, O and U: no two are taken for each other, read or heard."""

_TO_READABLE = str.maketrans(_BASE32, _READABLE)
_GROUPS = 4
_GROUP_SIZE = 4

READABLE_BITS = 5 * _GROUPS * _GROUP_SIZE
"""How many bits of the fingerprint its readable form has."""


def certificate_fingerprint(certificate: bytes) -> str:
    """Returns the SHA-256 of a certificate in DER, as 43 characters of base64url."""
    return base64.urlsafe_b64encode(hashlib.sha256(certificate).digest()).decode().rstrip("=")


def is_fingerprint(text: str) -> bool:
    """Whether a text has the form of a fingerprint."""
    return bool(_WHOLE.fullmatch(text))


def readable_fingerprint(fingerprint: str) -> str:
    """Returns the first 80 bits of a fingerprint as four groups that people can read aloud: 7Q2E-VC4X-0P6D-1W0J."""
    digest = base64.urlsafe_b64decode(fingerprint + "=")
    letters = base64.b32encode(digest[: READABLE_BITS // 8]).decode().translate(_TO_READABLE)
    return "-".join(letters[at : at + _GROUP_SIZE] for at in range(0, len(letters), _GROUP_SIZE))
