"""How a client recognizes a server: by the fingerprint of its certificate, or by a proof that it knows a token.

A fingerprint is the SHA-256 of the certificate, whole for links and short for people. A client that knows it needs no
authority.

A server that does not encrypt proves that it knows a player's token, before the token is sent. The client's request has
a challenge in a header: a nonce, and for each of its tokens a mark, by which nobody finds the token who does not know
it. The server's answer has in a header where the connection has arrived, and after it a proof, if it knows one of the
tokens. The place is part of the proof, so that a program in between cannot pass one on.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import ipaddress
import re
from collections.abc import Iterable
from typing import NamedTuple

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
    return _encoded(hashlib.sha256(certificate).digest())


def is_fingerprint(text: str) -> bool:
    """Whether a text has the form of a fingerprint."""
    return bool(_WHOLE.fullmatch(text))


def readable_fingerprint(fingerprint: str) -> str:
    """Returns the first 80 bits of a fingerprint as four groups that people can read aloud: 7Q2E-VC4X-0P6D-1W0J."""
    digest = base64.urlsafe_b64decode(fingerprint + "=")
    letters = base64.b32encode(digest[: READABLE_BITS // 8]).decode().translate(_TO_READABLE)
    return "-".join(letters[at : at + _GROUP_SIZE] for at in range(0, len(letters), _GROUP_SIZE))


# --- proofs of a token -----------------------------------------------------------------------------------------------

CHALLENGE_HEADER = "Railbird-Challenge"
PROOF_HEADER = "Railbird-Proof"

MAX_MARKS = 4
"""The most tokens that a client asks about."""

NONCE_BYTES = 16
"""How many random bytes make a nonce, which base64url writes as 22 characters."""

_CHALLENGE = re.compile(rf"[A-Za-z0-9_-]{{22}}( [A-Za-z0-9_-]{{22}}){{0,{MAX_MARKS}}}")


class Challenge(NamedTuple):
    """The proof that a client wants: the knowledge of a token with one of these marks."""

    nonce: str
    marks: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join((self.nonce, *self.marks))


class Recognition(NamedTuple):
    """The proof of a server: the `token` that it knows, empty for none, and whether it can prove anything at all."""

    token: str = ""
    can_prove: bool = False


def parse_challenge(text: str) -> Challenge | None:
    """Reads a challenge as it stands in a header; None for anything else."""
    if not _CHALLENGE.fullmatch(text):
        return None
    nonce, *marks = text.split(" ")
    return Challenge(nonce, tuple(marks))


def token_digest(token: str) -> bytes:
    """Returns the digest of a token, which is all that a server keeps of it."""
    return hashlib.sha256(token.encode()).digest()


def token_mark(digest: bytes) -> str:
    """Returns the mark by which a server that keeps the digest of a token finds it."""
    return _encoded(hashlib.sha256(b"railbird token mark\n" + digest).digest()[:NONCE_BYTES])


def prove(digest: bytes, nonce: str, place: str) -> str:
    """Returns the proof that a server at a place knows the token of that digest."""
    return _encoded(hmac.digest(digest, f"railbird token proof\n{nonce}\n{place}".encode(), "sha256"))


def proven_token(tokens: Iterable[str], nonce: str, place: str, proof: str) -> str:
    """Returns the token whose knowledge a server at a place has proved, empty where it has proved none."""
    for token in tokens:
        if hmac.compare_digest(prove(token_digest(token), nonce, place).encode(), proof.encode()):
            return token
    return ""


def place_of(name: tuple[object, ...]) -> str:
    """Returns the host and port of a socket's name as both ends write it."""
    host = _host(name)
    return f"[{host}]:{name[1]}" if isinstance(host, ipaddress.IPv6Address) else f"{host}:{name[1]}"


def is_on_this_machine(name: tuple[object, ...]) -> bool:
    """Whether a socket's name is one of this machine's own."""
    return _host(name).is_loopback


def _host(name: tuple[object, ...]) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    host = ipaddress.ip_address(str(name[0]).partition("%")[0])
    return (host.ipv4_mapped or host) if isinstance(host, ipaddress.IPv6Address) else host


def _encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
