from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import ClassVar, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from zeroconf import BadTypeInNameException, Zeroconf

from railbird_client.network import lan_search
from railbird_client.network.lan_search import FoundServer, SearchUnavailable, open_search, order_addresses
from railbird_server.runtime.network import discovery
from railbird_server.runtime.network.discovery import LanAnnouncer
from railbird_shared.network.address import Address
from railbird_shared.network.announcement import Announcement
from support.multicast import LOOPBACK, loopback_has_multicast
from support.timeouts import TIMEOUT_SECONDS

pytestmark = pytest.mark.slow

OWN = tuple(map(ipaddress.ip_interface, ("127.0.0.1/8", "192.168.1.30/24", "172.17.0.1/16", "10.8.0.2/24", "::1/128")))
NOWHERE = "192.0.2.77"

needs_multicast = pytest.mark.skipif(not loopback_has_multicast(), reason="no multicast on the loopback")


@pytest.mark.parametrize(
    ("announced", "tried"),
    [
        # A bridge of containers has the same address on the server's machine and on this one.
        (("172.17.0.1", "192.168.1.20"), ("192.168.1.20", "172.17.0.1")),
        (("10.0.0.5", "192.168.1.20"), ("192.168.1.20", "10.0.0.5")),
        (("169.254.3.3", "10.0.0.5"), ("10.0.0.5", "169.254.3.3")),
        (("fd00::2", "10.0.0.5"), ("10.0.0.5", "fd00::2")),
        (("fe80::1%2", "192.168.1.20"), ("192.168.1.20",)),
        (("224.0.0.1", "0.0.0.0"), ()),
        (("192.168.1.30", "172.17.0.1"), ("172.17.0.1", "192.168.1.30")),  # the server runs on this machine
    ],
)
def test_addresses_on_a_network_of_this_machine_are_tried_first(
    announced: tuple[str, ...], tried: tuple[str, ...]
) -> None:
    assert order_addresses(announced, OWN) == tried


@given(st.lists(st.ip_addresses().map(str), max_size=40))
def test_any_addresses_are_put_in_order_and_bounded(announced: list[str]) -> None:
    tried = order_addresses(announced, OWN)
    assert len(tried) <= lan_search.MAX_ADDRESSES
    assert set(tried) <= set(announced)


async def test_a_machine_without_a_network_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lan_search, "own_interfaces", lambda: OWN[:1])
    with pytest.raises(SearchUnavailable, match=r"^This machine is on no network\.$"):
        async with open_search(lambda _: None):
            pass


@pytest.mark.parametrize(
    ("trouble", "sentence"),
    [
        (OSError(19, "No such device"), "This machine cannot search its network (No such device)."),
        (RuntimeError("odd"), "This machine cannot search its network."),
    ],
)
async def test_a_machine_without_multicast_says_so(
    trouble: Exception, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**_: object) -> None:
        raise trouble

    monkeypatch.setattr(lan_search, "own_interfaces", lambda: OWN)
    monkeypatch.setattr("zeroconf.asyncio.AsyncZeroconf", fail)
    with pytest.raises(SearchUnavailable) as unavailable:
        async with open_search(lambda _: None):
            pass
    assert str(unavailable.value) == sentence


class FakeServiceInfo:
    """What a stranger announces, without a network."""

    port = 7777
    properties: ClassVar[dict[bytes, bytes | None]] = {b"name": b"Den"}
    trouble: Exception | None = None

    def __init__(self, *_: object) -> None:
        pass

    async def async_request(self, *_: object) -> bool:
        if self.trouble is not None:
            raise self.trouble
        return True

    def parsed_addresses(self) -> list[str]:
        return ["192.168.1.20"]


async def resolve(monkeypatch: pytest.MonkeyPatch, trouble: Exception | None = None) -> FoundServer | None:
    monkeypatch.setattr("zeroconf.asyncio.AsyncServiceInfo", FakeServiceInfo)
    monkeypatch.setattr(FakeServiceInfo, "trouble", trouble)
    return await lan_search._AnnouncedServers(cast("Zeroconf", None), OWN, lambda _: None)._resolve("Den")


@pytest.mark.parametrize(
    "trouble", [BadTypeInNameException("odd"), OSError(101, "Network is unreachable"), ValueError("odd")]
)
async def test_a_server_that_cannot_be_read_is_left_out(trouble: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    assert await resolve(monkeypatch) is not None
    assert await resolve(monkeypatch, trouble) is None


async def test_a_defect_of_the_search_does_not_pass_for_a_server_that_cannot_be_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(TypeError, match="defect"):
        await resolve(monkeypatch, TypeError("a defect"))


# --- over the loopback of this machine ------------------------------------------------------------------------------


class Seen:
    """The servers found last."""

    def __init__(self) -> None:
        self.servers: tuple[FoundServer, ...] = ()
        self._news = asyncio.Event()

    def publish(self, servers: tuple[FoundServer, ...]) -> None:
        self.servers = servers
        self._news.set()

    async def wait_for(self, condition: Callable[[list[Announcement]], bool]) -> None:
        """Waits until the servers of these tests, on whichever machine they run, are as told."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while not condition([server.announcement for server in self.own]):
                self._news.clear()
                await self._news.wait()

    @property
    def own(self) -> list[FoundServer]:
        return [server for server in self.servers if server.address.host == NOWHERE]


@asynccontextmanager
async def searching() -> AsyncIterator[Seen]:
    seen = Seen()
    async with open_search(seen.publish, interfaces=[LOOPBACK]):
        yield seen


@pytest.fixture(autouse=True)
def _on_the_loopback_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery, "UPDATE_INTERVAL", 0.05)
    monkeypatch.setattr(discovery, "own_interfaces", lambda: (ipaddress.ip_interface(f"{NOWHERE}/24"),))
    monkeypatch.setattr(LanAnnouncer, "choose_interfaces", lambda *_: [LOOPBACK])


def announcer(describe: Callable[[], Announcement], port: int) -> LanAnnouncer:
    """Announces a server that nobody can reach."""
    return LanAnnouncer(["0.0.0.0"], port, describe)


@needs_multicast
async def test_a_server_is_found_followed_and_gone_when_it_stops() -> None:
    said = Announcement(
        name="Loopback den",
        version="1",
        tables=1,
        free_seats=3,
        games=("razz",),
        fingerprint="ZZioVIp8mE_Y8723Fhqh4v8a_eMt0KT9N0v5GdxSjPY",
    )
    den = announcer(lambda: said, 47001)
    async with searching() as seen:
        den.start()
        await seen.wait_for(lambda found: found == [said])
        assert seen.own[0].address == Address(NOWHERE, 47001)
        said = replace(said, free_seats=2)
        await seen.wait_for(lambda found: found == [said])
        await den.stop()
        await seen.wait_for(lambda found: found == [])


@needs_multicast
async def test_two_servers_of_one_name_are_both_found_and_one_may_move_to_another_port() -> None:
    def twin() -> Announcement:
        return Announcement(name="Twin")

    first, second = announcer(twin, 47002), announcer(twin, 47003)
    first.start()
    second.start()
    async with searching() as seen:
        await seen.wait_for(lambda found: len(found) == 2)
        assert {server.address.port for server in seen.own} == {47002, 47003}
        await second.stop()
        moved = announcer(twin, 47004)
        moved.start()
        await seen.wait_for(lambda _: {server.address.port for server in seen.own} == {47002, 47004})
        await first.stop()
        await moved.stop()
        await seen.wait_for(lambda found: found == [])


@needs_multicast
async def test_a_server_that_vanishes_leaves_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its packets stop, and it has not taken the announcement back."""
    monkeypatch.setattr("railbird_server.runtime.network.discovery.TTL_SECONDS", 1)
    monkeypatch.setattr(lan_search, "REFRESH_INTERVAL", 0.2)
    monkeypatch.setattr(lan_search, "RESOLVE_TIMEOUT_MS", 500)
    den = announcer(lambda: Announcement(name="Ghost"), 47005)
    async with searching() as seen:
        den.start()
        await seen.wait_for(lambda found: len(found) == 1)
        monkeypatch.setattr(Zeroconf, "generate_unregister_all_services", lambda _: None)  # no goodbye
        await den.stop()
        await seen.wait_for(lambda found: found == [])
