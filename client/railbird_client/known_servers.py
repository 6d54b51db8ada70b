"""The servers whose certificates the player has confirmed, and the file that remembers them.

Only its owner may read the file. It is replaced as a whole. A damaged file is set aside, and the player is asked about
every server again.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import msgspec
import platformdirs
from msgspec import Meta, Struct

from railbird_client.private_file import write_private_file
from railbird_shared.address import Address

Fingerprint = Annotated[str, Meta(pattern="^([A-Za-z0-9_-]{43})?$")]


class KnownServer(Struct, frozen=True, omit_defaults=True):
    """A server by its host and port, and the fingerprint of its certificate.

    Without a fingerprint an authority vouches for the server, and has to do so each time.
    """

    address: str
    fingerprint: Fingerprint = ""


class _Content(Struct, frozen=True):
    servers: tuple[KnownServer, ...] = ()


def known_servers_path() -> Path:
    """Returns where this system keeps the servers that a user knows."""
    return Path(platformdirs.user_data_dir("railbird", appauthor=False)) / "known_servers.json"


class KnownServers:
    """Finds and remembers servers; without a path, or if the file fails, for this run alone.

    `error_message` is a sentence once the file has failed, empty otherwise.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.error_message = ""
        self._unsaved: _Content | None = None if path else _Content()

    @property
    def servers(self) -> tuple[KnownServer, ...]:
        """All servers known, the latest first."""
        return self._read().servers

    def find(self, address: Address) -> KnownServer | None:
        """Returns what is known of a server, None if nothing is."""
        return next((server for server in self.servers if server.address == str(address)), None)

    def remember(self, address: Address) -> None:
        """Remembers by which certificate an encrypted server is recognized."""
        server = KnownServer(str(address), address.fingerprint)
        if address.is_encrypted and self.find(address) != server:
            self._update(lambda old: (server, *(each for each in old if each.address != server.address)))

    def forget(self, address: Address) -> bool:
        """Forgets a server; returns whether it was known."""
        known = self.find(address) is not None
        if known:
            self._update(lambda old: tuple(each for each in old if each.address != str(address)))
        return known

    def _update(self, change: Callable[[tuple[KnownServer, ...]], tuple[KnownServer, ...]]) -> None:
        content = _Content(change(self._read().servers))
        if self._unsaved is not None or self.path is None:
            self._unsaved = content
            return
        try:
            write_private_file(self.path, msgspec.json.format(msgspec.json.encode(content), indent=2) + b"\n")
        except OSError as error:
            self._unsaved = content
            self.error_message = f"The servers that you know cannot be kept in {self.path}: {error.strerror}."

    def _read(self) -> _Content:
        if self._unsaved is not None or self.path is None:
            return self._unsaved or _Content()
        try:
            return msgspec.json.decode(self.path.read_bytes(), type=_Content)
        except (FileNotFoundError, NotADirectoryError):
            return _Content()
        except OSError as error:
            self._unsaved = _Content()  # a file that cannot be read is not overwritten
            self.error_message = (
                f"The known servers in {self.path} cannot be read ({error.strerror}): compare fingerprints again."
            )
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            self._set_aside(self.path)
        return _Content()

    def _set_aside(self, path: Path) -> None:
        aside = path.with_name("known_servers-broken.json")
        try:
            path.replace(aside)
        except OSError as error:
            self._unsaved = _Content()
            self.error_message = f"The file {path} is damaged and cannot be set aside ({error.strerror})."
        else:
            self.error_message = (
                f"The known servers were damaged; they are set aside as {aside}: compare fingerprints again."
            )
