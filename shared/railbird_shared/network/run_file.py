"""The run file of a server: where it listens and how its owner may end it, in its folder of data.

The server writes it, and the client of the person who started the server reads it. It holds a secret, so only its owner
may read it. A file whose process is gone tells of a server that ended without closing its tables.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

SERVER_FOLDER_NAME, HOSTED_FOLDER_NAME = "server", "host"
"""The names of the folders of data of `railbird-server serve` and of `railbird host`, where a user's data are kept."""

RUN_FILE_NAME = "running.json"

MAX_RUN_FILE_BYTES = 16 * 1024
"""The longest run file that is read."""


class RelayState(Struct, frozen=True):
    """The relay by which friends elsewhere come to a server: its room and place, such as wren@relay.example:7781.

    `ssh_port` is where they come by ssh, 0 for nowhere, and `trouble` why the room is not open, empty where it is.
    """

    place: Annotated[str, Meta(max_length=300)]
    ssh_port: Annotated[int, Meta(ge=0, le=65535)] = 0
    trouble: Annotated[str, Meta(max_length=300)] = ""


class RunFile(Struct, frozen=True):
    """The facts about a server while it listens.

    `address` is how clients on this machine reach it, `pid` its process, 0 once it has ended and kept its tables, and
    `started` the Unix time in seconds. A client that knows `owner` may end the server. `relay` is the one that the
    server uses, None without one.
    """

    address: Annotated[str, Meta(min_length=1, max_length=500)]
    pid: Annotated[int, Meta(ge=0, lt=2**31)]
    owner: Annotated[str, Meta(max_length=64)]
    name: Annotated[str, Meta(max_length=200)]
    started: Annotated[int, Meta(ge=0)]
    relay: RelayState | None = None


def encode_run_file(run_file: RunFile) -> bytes:
    """Returns the content of a run file."""
    return msgspec.json.format(msgspec.json.encode(run_file), indent=2) + b"\n"


def decode_run_file(content: bytes) -> RunFile | None:
    """Reads the content of a run file, None if it is damaged."""
    try:
        return msgspec.json.decode(content, type=RunFile)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
