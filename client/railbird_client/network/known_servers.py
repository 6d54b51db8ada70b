"""The servers whose certificates the player has confirmed, and the file that remembers them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import platformdirs
from msgspec import Meta, Struct

from railbird_client.record_file import RecordFile
from railbird_shared.network.address import Address

Fingerprint = Annotated[str, Meta(pattern="^([A-Za-z0-9_-]{43})?$")]


class KnownServer(Struct, frozen=True, omit_defaults=True):
    """A server by its host and port, and the fingerprint of its certificate.

    Without a fingerprint an authority vouches for the server, and has to do so each time.
    """

    address: str
    fingerprint: Fingerprint = ""


class _Content(Struct, frozen=True):
    servers: tuple[KnownServer, ...] = ()

    def without(self, address: Address) -> tuple[KnownServer, ...]:
        return tuple(server for server in self.servers if server.address != str(address))


def known_servers_path() -> Path:
    """Returns where this system keeps the servers that a user knows."""
    return Path(platformdirs.user_data_dir("railbird", appauthor=False)) / "known_servers.json"


class KnownServers(RecordFile[_Content]):
    """Finds and remembers servers, in a file of the `folder`; without a path in none, and for this run alone."""

    def __init__(self, path: Path | None = None) -> None:
        then = ": compare fingerprints again"
        super().__init__(path or known_servers_path(), _Content(), what="known servers", then=then, kept=bool(path))
        self.folder = path and path.parent

    @property
    def servers(self) -> tuple[KnownServer, ...]:
        """All servers known, the latest first."""
        return self.load().servers

    def find(self, address: Address) -> KnownServer | None:
        """Returns what is known of a server, None if nothing is."""
        return next((server for server in self.servers if server.address == str(address)), None)

    def remember(self, address: Address) -> None:
        """Remembers by which certificate an encrypted server is recognized."""
        server = KnownServer(str(address), address.fingerprint)
        if address.is_encrypted and self.find(address) != server:
            self.update(lambda old: _Content((server, *old.without(address))))

    def forget(self, address: Address) -> bool:
        """Forgets a server; returns whether it was known."""
        if known := self.find(address) is not None:
            self.update(lambda old: _Content(old.without(address)))
        return known
