"""The announcement of a server on the local network, as the TXT record of a DNS-SD service (RFC 6763).

Nobody vouches for an announcement: every machine on the network can say anything. A reader gets clean, short text and
numbers within bounds, and takes the fingerprint for a claim.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from railbird_shared import PROTOCOL_VERSION
from railbird_shared.network.recognition import is_fingerprint
from railbird_shared.text.text_cleaning import clean_line

SERVICE_TYPE = "_railbird._tcp.local."
"""The type under which servers are announced and looked for."""

SERVER_NAME_LENGTH = 24
"""The longest name of a server that is announced or shown, in characters."""

MAX_GAMES = 12
"""How many games an announcement names."""

MAX_COUNT = 99_999
"""The highest number of tables or seats that an announcement gives."""

MAX_FIELD_BYTES = 255
"""The longest field of a TXT record, its key and the equals sign included."""

VERSION_LENGTH = 16

_GAME_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")


@dataclass(frozen=True, slots=True)
class Announcement:
    """A server as it describes itself, with the ids of the games or mixes of its tables and all their free seats.

    `seats` are all seats of its tables, 0 where an older server does not say.
    `version` is that of the program and `protocol` that of the messages. `fingerprint` is what the server says of its
    certificate, empty if it says nothing. `locked` says that newcomers need a password or an invite, and `shut` that
    the hosts let nobody else sit down. `tournament` is the name of its tournament, the next to begin where there are
    several, for which `entered` players have entered of `places`; there are 0 places once it takes nobody any more.
    """

    name: str
    version: str = ""
    protocol: int = PROTOCOL_VERSION
    tables: int = 0
    free_seats: int = 0
    games: tuple[str, ...] = ()
    tls: bool = False
    fingerprint: str = ""
    locked: bool = False
    seats: int = 0
    shut: bool = False
    tournament: str = ""
    entered: int = 0
    places: int = 0

    @property
    def is_compatible(self) -> bool:
        """Whether this program speaks the server's version of the protocol."""
        return self.protocol == PROTOCOL_VERSION


def encode_announcement(announcement: Announcement) -> dict[str, bytes]:
    """Returns the fields of the TXT record; each fits into one string of it."""
    fields = {
        "proto": str(announcement.protocol),
        "version": clean_line(announcement.version, VERSION_LENGTH),
        "name": clean_line(announcement.name, SERVER_NAME_LENGTH),
        "tables": str(min(announcement.tables, MAX_COUNT)),
        "seats": str(min(announcement.free_seats, MAX_COUNT)),
        "of": str(min(announcement.seats, MAX_COUNT)),
        "games": _join_games(announcement.games),
        "tls": "1" if announcement.tls else "0",
        "pw": "1" if announcement.locked else "0",
        "fp": announcement.fingerprint if is_fingerprint(announcement.fingerprint) else "",
        "shut": "1" if announcement.shut else "0",
        "cup": clean_line(announcement.tournament, SERVER_NAME_LENGTH),
        "in": str(min(announcement.entered, MAX_COUNT)),
        "max": str(min(announcement.places, MAX_COUNT)),
    }
    return {key: value.encode() for key, value in fields.items()}


def decode_announcement(fields: Mapping[bytes, bytes | None]) -> Announcement:
    """Reads the fields of a TXT record; one that is missing or senseless is empty, 0 or no.

    A server without a version of the protocol has version 0, which nobody speaks.
    """
    games = _text(fields, b"games").split(",")
    fingerprint = _text(fields, b"fp")
    return Announcement(
        name=clean_line(_text(fields, b"name"), SERVER_NAME_LENGTH),
        version=clean_line(_text(fields, b"version"), VERSION_LENGTH),
        protocol=_count(fields, b"proto"),
        tables=_count(fields, b"tables"),
        free_seats=_count(fields, b"seats"),
        games=tuple(dict.fromkeys(game for game in games if _GAME_ID.fullmatch(game)))[:MAX_GAMES],
        tls=_text(fields, b"tls") == "1",
        locked=_text(fields, b"pw") == "1",
        fingerprint=fingerprint if is_fingerprint(fingerprint) else "",
        seats=max(seats, _count(fields, b"seats")) if (seats := _count(fields, b"of")) else 0,
        shut=_text(fields, b"shut") == "1",
        tournament=clean_line(_text(fields, b"cup"), SERVER_NAME_LENGTH),
        entered=_count(fields, b"in"),
        places=_count(fields, b"max"),
    )


def _join_games(games: tuple[str, ...]) -> str:
    """Returns the ids of the first games, as many whole ones as fit into a field."""
    joined = ""
    for game in tuple(dict.fromkeys(games))[:MAX_GAMES]:
        longer = f"{joined},{game}" if joined else game
        if len(longer.encode()) > MAX_FIELD_BYTES - len("games="):
            break
        joined = longer
    return joined


def _text(fields: Mapping[bytes, bytes | None], key: bytes) -> str:
    return (fields.get(key) or b"")[:MAX_FIELD_BYTES].decode("utf-8", "replace")


def _count(fields: Mapping[bytes, bytes | None], key: bytes) -> int:
    text = _text(fields, key)
    return min(int(text), MAX_COUNT) if text.isascii() and text.isdigit() and len(text) <= len("000099999") else 0
