"""Servers on the local network: what they announce by multicast DNS, and the search for them.

zeroconf is loaded when a search begins, in a thread: neither `--help` nor the first screen waits for it.
"""

from __future__ import annotations

import asyncio
import importlib
import ipaddress
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from railbird_shared import PROTOCOL_VERSION
from railbird_shared.game.catalogue import CHOICES, OTHER_MIX, OTHER_MIX_NAME
from railbird_shared.network.address import Address
from railbird_shared.network.announcement import SERVICE_TYPE, Announcement, decode_announcement
from railbird_shared.network.interfaces import Interface, MachineAddress, own_interfaces
from railbird_shared.network.recognition import readable_fingerprint

if TYPE_CHECKING:
    from zeroconf import ServiceStateChange, Zeroconf


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
        """How many seats are free, or have entered where there is a tournament alone, and what keeps people away."""
        said = self.announcement
        free = f"{said.free_seats} free seat{'s' * (said.free_seats > 1)}" if said.free_seats else "all seats taken"
        words = free if said.tables else self._entries_text if said.tournament else "no table yet"
        return ", ".join(filter(None, (words, self.lock_text)))

    @property
    def lock_text(self) -> str:
        """The obstacle to sitting down: a password, or the hosts' lock; empty where there is none."""
        return "password" if self.announcement.locked else "locked" if self.announcement.shut else ""

    @property
    def games_text(self) -> str:
        """The games and mixes of its tables by name, and its tournament."""
        said = self.announcement
        names = {each.id: each.name for each in CHOICES} | {OTHER_MIX: OTHER_MIX_NAME}
        tournament = f"tournament {said.tournament}" if said.tournament else ""
        return ", ".join(filter(None, (*(names.get(game, game) for game in said.games), tournament)))

    @property
    def tournament_text(self) -> str:
        """Its tournament with how many have entered, empty without one."""
        name = self.announcement.tournament
        return f"{name}, {self._entries_text}" if name else ""

    @property
    def _entries_text(self) -> str:
        said = self.announcement
        return f"{said.entered} of {said.places} entered" if said.places else "being played"

    @property
    def fingerprint_text(self) -> str:
        """The fingerprint that the server claims, as its host's screen shows it; empty without one."""
        fingerprint = self.announcement.fingerprint
        return readable_fingerprint(fingerprint) if fingerprint else ""

    @property
    def objection(self) -> str:
        """Why this program cannot join the server, in a short sentence; empty if it can."""
        return self.objections[0]

    @property
    def objections(self) -> tuple[str, str]:
        """The objection, and the same in few words for a row of a list."""
        protocol = self.announcement.protocol
        if self.announcement.is_compatible:
            return "", ""
        if not protocol:
            return "does not say which version it speaks", "of no known version"
        speaks = f"speaks version {protocol} and not {PROTOCOL_VERSION}"
        if protocol < PROTOCOL_VERSION:
            return f"{speaks}: update that server", "too old to join"
        return f"{speaks}: update Railbird here", "newer: update yours"


def without_predecessors(servers: Sequence[FoundServer]) -> tuple[FoundServer, ...]:
    """Returns the servers without those whose place another one has taken since; the latest found stand last.

    Two servers cannot listen at the same addresses and port, so the older one has ended without saying so. One address
    alone proves nothing: a bridge for containers has the same on many machines.
    """
    latest = {frozenset(server.address.places): server.instance for server in servers}
    return tuple(server for server in servers if latest[frozenset(server.address.places)] == server.instance)


# The library logs packets of strangers, with tracebacks.
logging.getLogger("zeroconf").setLevel(logging.CRITICAL + 1)

Publish = Callable[[tuple[FoundServer, ...]], None]
"""Takes the servers that are there now, each time that this changes."""

Search = Callable[[Publish], Coroutine[None, None, None]]
"""Searches until it is cancelled; raises SearchUnavailable."""

MAX_SERVERS = 50
"""How many servers are shown: the rest of a flood of announcements is ignored."""

MAX_ADDRESSES = 6
"""How many addresses of a server are tried."""

RESOLVE_TIMEOUT_MS = 3000
"""Milliseconds that a server may take to say where it listens."""

RESOLVE_INTERVAL = 0.5
"""Seconds between two readings of one announcement, however often it changes."""

REFRESH_INTERVAL = 10.0
"""Seconds after which servers are asked whether they are still there, once what they said is no longer valid."""


class SearchUnavailable(Exception):
    """The network cannot be searched; the message is a sentence for the player."""


async def search_lan(publish: Publish) -> None:
    """Publishes the servers on the network, at every change, until it is cancelled; raises SearchUnavailable."""
    async with open_search(publish):
        await asyncio.get_running_loop().create_future()


async def find_servers(seconds: float, search: Search = search_lan) -> tuple[FoundServer, ...]:
    """Returns the servers that are found on the network in that time; raises SearchUnavailable."""
    published: list[tuple[FoundServer, ...]] = [()]
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await search(published.append)
    return published[-1]


@asynccontextmanager
async def open_search(publish: Publish, *, interfaces: Sequence[str] | None = None) -> AsyncIterator[None]:
    """Searches while the context lasts, on all interfaces or those of the given addresses; raises SearchUnavailable."""
    try:
        await asyncio.to_thread(importlib.import_module, "zeroconf.asyncio")  # takes a tenth of a second
        from zeroconf import InterfaceChoice
        from zeroconf.asyncio import AsyncServiceBrowser, AsyncZeroconf

        own = await asyncio.to_thread(own_interfaces)
        on_network = interfaces is not None or any(each.version == 4 and not each.is_loopback for each in own)
        searched = InterfaceChoice.All if interfaces is None else list(interfaces)
        zeroconf = AsyncZeroconf(interfaces=searched) if on_network else None
    except Exception as error:  # whatever the library finds wrong with this machine
        reason = f" ({error.strerror})" if isinstance(error, OSError) and error.strerror else ""
        raise SearchUnavailable(f"This machine cannot search its network{reason}.") from error
    if zeroconf is None:
        raise SearchUnavailable("This machine is on no network.")
    known = _AnnouncedServers(zeroconf.zeroconf, own, publish)
    try:
        browser = AsyncServiceBrowser(zeroconf.zeroconf, SERVICE_TYPE, handlers=[known.on_change])
        refreshing = asyncio.create_task(known.refresh_forever())
        try:
            yield
        finally:
            refreshing.cancel()
            known.close()
            await browser.async_cancel()
    finally:
        await zeroconf.async_close()


@dataclass(eq=False)
class _AnnouncedServers:
    """The services that were announced and not taken back, and what each one says."""

    _zeroconf: Zeroconf
    _own: Sequence[Interface]
    _publish: Publish
    _announced: dict[str, bool] = field(default_factory=dict, init=False)
    """Every service's name, and whether it has changed since it was read."""
    _servers: dict[str, FoundServer] = field(default_factory=dict, init=False)
    _reading: dict[str, asyncio.Task[None]] = field(default_factory=dict, init=False)
    _closed: bool = field(default=False, init=False)

    # The library passes its arguments by these names.
    def on_change(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        del zeroconf, service_type
        if self._closed:
            return
        if state_change.name == "Removed":
            self._announced.pop(name, None)
            self._forget(name)
        elif name in self._announced or len(self._announced) < MAX_SERVERS:
            self._announced[name] = True
            self._read_soon(name)

    async def refresh_forever(self) -> None:
        """Reads every announcement again from time to time: a server that was killed has not taken its own back."""
        while True:
            await asyncio.sleep(REFRESH_INTERVAL)
            for name in list(self._announced):
                self._read_soon(name)

    def close(self) -> None:
        self._closed = True
        for task in self._reading.values():
            task.cancel()

    def _read_soon(self, name: str) -> None:
        if name not in self._reading:
            self._reading[name] = task = asyncio.create_task(self._read(name), name=f"server {len(self._reading)}")
            task.add_done_callback(lambda _: self._reading.pop(name, None))

    async def _read(self, name: str) -> None:
        while True:
            self._announced[name] = False
            found = await self._resolve(name)
            if name not in self._announced:  # it was taken back meanwhile
                return
            if found is None:
                self._forget(name)
            elif found != self._servers.get(name):
                self._servers[name] = found
                self._publish_all()
            await asyncio.sleep(RESOLVE_INTERVAL)
            if not self._announced.get(name):
                return

    async def _resolve(self, name: str) -> FoundServer | None:
        """Returns a server as it describes itself now, None where it does not answer or makes no sense."""
        import zeroconf
        from zeroconf.asyncio import AsyncServiceInfo

        try:
            info = AsyncServiceInfo(SERVICE_TYPE, name)
            if not await info.async_request(self._zeroconf, RESOLVE_TIMEOUT_MS) or not info.port:
                return None
            hosts = order_addresses(info.parsed_addresses(), self._own)
        except (zeroconf.Error, OSError, ValueError):  # what strangers announce
            return None
        if not hosts:
            return None
        address = Address(hosts[0], info.port, others=tuple((host, info.port) for host in hosts[1:]))
        return FoundServer(name, address, decode_announcement(info.properties))

    def _forget(self, name: str) -> None:
        if self._servers.pop(name, None) is not None:
            self._publish_all()

    def _publish_all(self) -> None:
        if not self._closed:
            self._publish(without_predecessors(tuple(self._servers.values())))


MAX_CLAIMS = 8
"""How many places that strangers name are tried for one server."""


def places_claimed(servers: Sequence[FoundServer], fingerprint: str) -> tuple[tuple[str, int], ...]:
    """Returns the hosts and ports of servers that say that they have a certificate; nobody vouches for that."""
    claiming = (each.address.places for each in reversed(servers) if each.announcement.fingerprint == fingerprint)
    return tuple((place.host, place.port) for places in claiming for place in places)[:MAX_CLAIMS]


def order_addresses(addresses: Iterable[str], own: Sequence[Interface]) -> tuple[str, ...]:
    """Returns the addresses of a server in the order in which they are to be tried, at most `MAX_ADDRESSES`.

    Addresses on a network of this machine come first. Those that this machine has itself come last: a bridge for
    containers has the same address on many machines. IPv6 addresses that need the name of an interface are left out.
    """
    own_addresses = {interface.ip for interface in own}

    def rank(address: MachineAddress) -> tuple[bool, bool, bool, int, int]:
        near = any(interface.version == address.version and address in interface.network for interface in own)
        mine = address in own_addresses or address.is_loopback
        return mine, address.is_link_local, not near, address.version, int(address)

    usable = {
        address
        for address in map(ipaddress.ip_address, addresses)
        if not (address.is_unspecified or address.is_multicast or (address.version == 6 and address.is_link_local))
    }
    return tuple(map(str, sorted(usable, key=rank)[:MAX_ADDRESSES]))
