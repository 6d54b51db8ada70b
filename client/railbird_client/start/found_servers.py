"""Servers found on the local network, as lists show them.

A server's words about itself are clean text, and nobody vouches for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from railbird_shared import PROTOCOL_VERSION
from railbird_shared.game.catalogue import GAMES
from railbird_shared.network.address import Address
from railbird_shared.network.announcement import Announcement
from railbird_shared.network.fingerprint import readable_fingerprint


@dataclass(frozen=True, slots=True)
class FoundServer:
    """A server on the network: its name in the service directory, its places, the best first, and what it says."""

    instance: str
    address: Address
    announcement: Announcement

    @property
    def name(self) -> str:
        """The name of the server, or its address where it has none."""
        return self.announcement.name or self.address.short

    @property
    def seats_text(self) -> str:
        """How many seats are free, in words, and whether a password is needed."""
        said = self.announcement
        locked = ", password" if said.locked else ""
        if not said.tables:
            return f"no table yet{locked}"
        if not said.free_seats:
            return f"all seats taken{locked}"
        return f"{said.free_seats} free seat{'s' if said.free_seats > 1 else ''}{locked}"

    @property
    def games_text(self) -> str:
        """The games of its tables by name."""
        names = {game.id: game.name for game in GAMES}
        return ", ".join(names.get(game, game) for game in self.announcement.games)

    @property
    def fingerprint_text(self) -> str:
        """The fingerprint that the server claims, as its host's screen shows it; empty without one."""
        fingerprint = self.announcement.fingerprint
        return readable_fingerprint(fingerprint) if fingerprint else ""

    @property
    def objection(self) -> str:
        """Why this program cannot join the server, in a short sentence; empty if it can."""
        protocol = self.announcement.protocol
        if self.announcement.is_compatible:
            return ""
        if not protocol:
            return "does not say which version it speaks"
        outdated = "update that server" if protocol < PROTOCOL_VERSION else "update Railbird here"
        return f"speaks version {protocol} and not {PROTOCOL_VERSION}: {outdated}"

    @property
    def short_objection(self) -> str:
        """The objection in few words, for a row of a list."""
        protocol = self.announcement.protocol
        if self.announcement.is_compatible:
            return ""
        if not protocol:
            return "of no known version"
        return "too old to join" if protocol < PROTOCOL_VERSION else "newer: update yours"


def without_predecessors(servers: Sequence[FoundServer]) -> tuple[FoundServer, ...]:
    """Returns the servers without those whose place another one has taken since; the latest found stand last.

    Two servers cannot listen at the same addresses and port, so the older one has ended without saying so. One address
    alone proves nothing: a bridge for containers has the same on many machines.
    """
    latest = {frozenset(server.address.places): server.instance for server in servers}
    return tuple(server for server in servers if latest[frozenset(server.address.places)] == server.instance)
