"""The doors file: by which ways guests who install nothing come to a server, in its folder of data.

The process that runs the clients of guests writes it beside the run file, and the client of the person who started the
server reads it. It holds no secret.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

DOORS_FILE_NAME = "guests.json"

MAX_DOORS_FILE_BYTES = 16 * 1024
"""The longest doors file that is read."""


class Door(Struct, frozen=True, omit_defaults=True):
    """A way in. `port` is 0 where it is closed, and `problem` then the sentence that says why.

    `fingerprint` is that of the host key of ssh, as OpenSSH shows it, and `secure` whether pages are shown over https.
    """

    port: Annotated[int, Meta(ge=0, le=65535)] = 0
    fingerprint: Annotated[str, Meta(max_length=100)] = ""
    secure: bool = False
    problem: Annotated[str, Meta(max_length=500)] = ""


class Doors(Struct, frozen=True, omit_defaults=True):
    """The ways in while the process `pid` runs; None for one that the host has turned off."""

    pid: Annotated[int, Meta(ge=0, lt=2**31)]
    ssh: Door | None = None
    page: Door | None = None


def encode_doors(doors: Doors) -> bytes:
    """Returns the content of a doors file."""
    return msgspec.json.format(msgspec.json.encode(doors), indent=2) + b"\n"


def decode_doors(content: bytes) -> Doors | None:
    """Reads the content of a doors file, None if it is damaged."""
    try:
        return msgspec.json.decode(content, type=Doors)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
