"""Announces the server on the local network by multicast DNS, so that clients find it without an address.

The announcement is a courtesy. It is made beside the server and never delays it, and a machine that cannot make it says
so once in the log. Clients may use it to find a server and not to trust one.
"""

from __future__ import annotations

import asyncio
import hashlib
import importlib
import ipaddress
import logging
import secrets
import socket
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from railbird_server.refusal import describe_error
from railbird_server.runtime.monitoring import program_version
from railbird_shared.game.catalogue import MIXES, OTHER_MIX
from railbird_shared.network.announcement import SERVER_NAME_LENGTH, SERVICE_TYPE, Announcement, encode_announcement
from railbird_shared.network.interfaces import own_interfaces, reachable_addresses
from railbird_shared.protocol.messages import TableInfo
from railbird_shared.text.text_cleaning import clean_line
from railbird_shared.tournament.view import TournamentStatus

if TYPE_CHECKING:
    from zeroconf import InterfaceChoice, ServiceInfo
    from zeroconf.asyncio import AsyncZeroconf

logger = logging.getLogger("railbird.discovery")

# The library logs packets of strangers, with tracebacks.
logging.getLogger("zeroconf").setLevel(logging.CRITICAL + 1)

UPDATE_INTERVAL = 3.0
"""Seconds after which an announcement that is no longer true is renewed."""

NETWORK_CHECK_INTERVAL = 30.0
"""Seconds after which the server looks whether the machine has other addresses, and tries again after a failure."""

STOP_TIMEOUT = 1.5
"""Seconds that taking the announcement back may take."""

TTL_SECONDS = 30
"""How long clients may believe that a server is there which has not taken its announcement back."""


class NoNetwork(Exception):
    """The machine has no address under which others could reach the server."""


class LanAnnouncer:
    """Keeps the announcement of one server true until it stops.

    `hosts` are the addresses on which the server listens, and `describe` says what is to be announced now.
    """

    def __init__(self, hosts: Sequence[str], port: int, describe: Callable[[], Announcement]) -> None:
        self._hosts = tuple(hosts)
        self._port = port
        self._host_label = f"railbird-{secrets.token_hex(6)}.local."  # tells nobody what the machine is called
        self._describe = describe
        self._task: asyncio.Task[None] | None = None
        self._failure_reported = False

    @property
    def is_reachable(self) -> bool:
        """Whether the server listens beyond the machine's loopback."""
        return not all(ipaddress.ip_address(host).is_loopback for host in self._hosts)

    def start(self) -> None:
        """Begins to announce the server, where it can be reached at all; returns at once."""
        if self.is_reachable:
            self._task = asyncio.create_task(self._run(), name="announcement on the network")

    async def stop(self) -> None:
        """Takes the announcement back, within `STOP_TIMEOUT` seconds."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task}, timeout=STOP_TIMEOUT)
            self._task.cancel()

    async def _run(self) -> None:
        while True:
            try:
                await self._announce_on_this_network()
            except Exception as error:  # noqa: BLE001  no fault of the network or the library may touch the game
                if not self._failure_reported:
                    self._report_failure(error)
                await asyncio.sleep(NETWORK_CHECK_INTERVAL)

    def _report_failure(self, error: Exception) -> None:
        self._failure_reported = True
        if isinstance(error, NoNetwork):
            reason = "the machine has no address on a network"
        elif isinstance(error, OSError) and error.strerror:
            reason = f"multicast fails: {error.strerror}"
        else:
            reason = describe_error(error)
        logger.warning("Clients cannot find this server by themselves (%s); they join by its address.", reason)

    async def _announce_on_this_network(self) -> None:
        """Announces the server until the machine's addresses change; raises where it cannot."""
        await asyncio.to_thread(importlib.import_module, "zeroconf.asyncio")  # takes a tenth of a second
        from zeroconf.asyncio import AsyncZeroconf

        addresses = await asyncio.to_thread(self._reachable_addresses)
        if not addresses:
            raise NoNetwork
        zeroconf = AsyncZeroconf(interfaces=self.choose_interfaces(addresses))
        try:
            announced = self._describe()
            label = instance_label(announced.name, self._port)
            info = self._service(f"{label}.{SERVICE_TYPE}", announced, addresses)
            await (await zeroconf.async_register_service(info, allow_name_change=True))
            self._failure_reported = False
            logger.info("Clients on the network find this server as %s", info.name.removesuffix(f".{SERVICE_TYPE}"))
            await self._keep_true(zeroconf, info.name, announced, addresses)
        finally:
            await zeroconf.async_close()  # says goodbye for what is registered

    async def _keep_true(
        self, zeroconf: AsyncZeroconf, name: str, announced: Announcement, addresses: tuple[str, ...]
    ) -> None:
        """Renews the announcement when it is no longer true, until the machine's addresses change."""
        rounds = max(1, round(NETWORK_CHECK_INTERVAL / UPDATE_INTERVAL))
        while await asyncio.to_thread(self._reachable_addresses) == addresses:
            for _ in range(rounds):
                await asyncio.sleep(UPDATE_INTERVAL)
                if (newest := self._describe()) != announced:
                    announced = newest
                    await (await zeroconf.async_update_service(self._service(name, announced, addresses)))

    def _service(self, name: str, announced: Announcement, addresses: Sequence[str]) -> ServiceInfo:
        from zeroconf import ServiceInfo

        return ServiceInfo(
            SERVICE_TYPE,
            name,
            self._port,
            properties=dict(encode_announcement(announced)),
            server=self._host_label,
            parsed_addresses=list(addresses),
            host_ttl=TTL_SECONDS,
        )

    def choose_interfaces(self, addresses: Sequence[str]) -> InterfaceChoice | list[str]:
        """Returns the interfaces of the announcement, by their IPv4 addresses; multicast goes over IPv4 alone."""
        from zeroconf import InterfaceChoice

        listening_v4 = [address for address in addresses if ":" not in address]
        everywhere = any(ipaddress.ip_address(host).is_unspecified for host in self._hosts)
        return InterfaceChoice.All if everywhere or not listening_v4 else listening_v4

    def _reachable_addresses(self) -> tuple[str, ...]:
        return reachable_addresses(self._hosts, own_interfaces())


def describe_server(
    name: str,
    tables: Sequence[TableInfo],
    tournaments: Sequence[TournamentStatus] = (),
    *,
    fingerprint: str = "",
    locked: bool = False,
) -> Announcement:
    """Returns the announcement of a server of that name with these tables and tournaments, those open first.

    `tables` are without those of tournaments. `fingerprint` is that of the certificate of one that encrypts. `locked`
    says that the server has a password; one of which each table and tournament has its own is locked as well.
    """
    mixes = {mix.name: mix.id for mix in MIXES}
    played = (mixes.get(table.mix, OTHER_MIX) if table.mix else table.game.id for table in tables)
    locks = [table.locked for table in tables] + [tournament.locked for tournament in tournaments]
    cup = next(iter(tournaments), None)
    return Announcement(
        name=name,
        version=program_version(),
        tables=len(tables),
        free_seats=sum(max(0, table.seats - len(table.players)) for table in tables),
        games=tuple(dict.fromkeys(played)),
        tls=bool(fingerprint),
        fingerprint=fingerprint,
        locked=locked or (bool(locks) and all(locks)),
        seats=sum(table.seats for table in tables),
        shut=bool(tables) and all(table.seats_locked for table in tables),
        tournament=cup.name if cup else "",
        entered=cup.entrants if cup else 0,
        places=cup.most_players if cup and cup.open else 0,
    )


def instance_label(name: str, port: int) -> str:
    """Returns the name of the service, at most 63 bytes long.

    Its last characters tell servers apart that have the same name on different machines or ports, also when both start
    at once and cannot notice each other. They stay the same when the server starts anew.
    """
    label = clean_line(name, SERVER_NAME_LENGTH).replace(".", " ").strip() or "Railbird"
    short = label.encode()[:40].decode("utf-8", "ignore").strip()
    digest = hashlib.sha256(f"{socket.gethostname()}:{port}".encode()).hexdigest()
    return f"{short} {digest[:4]}"
