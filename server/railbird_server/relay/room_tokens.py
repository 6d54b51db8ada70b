"""The tokens of rooms, of which a relay keeps digests, and what a host has to know to open a room."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from pathlib import Path

import msgspec

from railbird_server.store.data_directory import unfinished_file

FILE_NAME = "rooms.json"


class BadRoomFile(Exception):
    """The file of rooms cannot be used; the message is a sentence for whoever runs the relay."""


class RoomTokens:
    """The tokens in a folder, and a password that opens every room without one; empty for none."""

    def __init__(self, folder: Path, password: str = "") -> None:
        self._file = folder / FILE_NAME
        self._password = password

    def load(self) -> dict[str, str]:
        """Returns the digest of each room's token; raises BadRoomFile."""
        try:
            return msgspec.json.decode(self._file.read_bytes(), type=dict[str, str])
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or "it is no list of rooms"
            raise BadRoomFile(f"{self._file} cannot be read ({why}): restore it, or move it away.") from None

    def make(self, room: str) -> str:
        """Makes a token for a room, in place of the one before; raises BadRoomFile."""
        token = secrets.token_urlsafe(16)
        digests = self.load() | {room: _digest(token)}
        try:
            with unfinished_file(self._file) as unfinished:
                unfinished.write_bytes(msgspec.json.encode(digests))
        except OSError as error:
            raise BadRoomFile(f"{self._file} cannot be written: {error.strerror}.") from None
        return token

    def find_claim(self, room: str, secret: str, claim: str) -> str:
        """Returns what says that two hosts of a room are the same one; empty for a secret that does not open it.

        With a token that is its digest. The password is many hosts': there it is a random `claim` of one of them.
        """
        digests = self.load()
        kept = digests.get(room) or (self._password and _digest(self._password))
        if not hmac.compare_digest(_digest(secret), kept or _digest("")) or not kept:
            return ""
        return kept if room in digests else _digest(claim)


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
