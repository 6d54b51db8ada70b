"""Servers as a search of the network finds them, and a search that finds what the test says."""

from __future__ import annotations

import asyncio

from railbird_client.network.lan_search import FoundServer, Publish
from railbird_shared import PROTOCOL_VERSION
from railbird_shared.network.address import Address
from railbird_shared.network.announcement import Announcement


def found_server(
    name: str = "Wren's game",
    *hosts: str,
    port: int = 7777,
    instance: str = "",
    protocol: int = PROTOCOL_VERSION,
    tables: int = 1,
    free_seats: int = 5,
    games: tuple[str, ...] = ("holdem",),
    fingerprint: str = "",
    locked: bool = False,
    seats: int = 0,
    shut: bool = False,
    tournament: tuple[str, int, int] = ("", 0, 0),
) -> FoundServer:
    """A server as it is found; of its `tournament` the name, who has entered, and the places that there are."""
    first, *others = hosts or ("192.168.1.20",)
    address = Address(first, port, others=tuple((host, port) for host in others))
    tls = bool(fingerprint)
    seat_counts = tables, free_seats, games, tls, fingerprint, locked, seats
    said = Announcement(name, "0.1.0", protocol, *seat_counts, shut, *tournament)
    return FoundServer(instance or name, address, said)


class FakeSearch:
    """A search of the network: `publish` gives the screen what the test has found."""

    def __init__(self, *servers: FoundServer, trouble: Exception | None = None) -> None:
        self.running = 0
        self.started = 0
        self._servers = servers
        self._trouble = trouble
        self._publish: Publish = lambda _: None

    def publish(self, *servers: FoundServer) -> None:
        self._publish(servers)

    async def __call__(self, publish: Publish) -> None:
        if self._trouble is not None:
            raise self._trouble
        self._publish = publish
        self.running += 1
        self.started += 1
        try:
            if self._servers:
                publish(self._servers)
            await asyncio.Event().wait()
        finally:
            self.running -= 1
