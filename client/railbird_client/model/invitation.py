"""How friends come to a server: by an invite link, or by an address and a fingerprint to compare."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Invitation:
    """What a host passes on; `addresses` are empty where nobody else can join.

    `link` and `fingerprint`, the latter in its readable form, are empty where the connection is not encrypted.
    """

    addresses: tuple[str, ...] = ()
    link: str = ""
    fingerprint: str = ""

    def __bool__(self) -> bool:
        return bool(self.addresses)
