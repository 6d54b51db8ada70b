from __future__ import annotations

import asyncio
from unittest import mock

from railbird_client.network import first_contact
from railbird_shared.network.address import Address
from support.fake_server import run_fake_server
from support.timeouts import TIMEOUT_SECONDS

BRIDGE, LAN, VPN = Address("172.17.0.1"), Address("192.168.1.20"), Address("10.8.0.1")


class Network:
    """Addresses that accept a connection, refuse it, or swallow it; `tried` are those that were asked, in order."""

    def __init__(self, **answers: str) -> None:
        self.tried: list[Address] = []
        self._answers = {"bridge": "refuse", "lan": "refuse", "vpn": "refuse"} | answers

    async def connect(self, address: Address) -> None:
        self.tried.append(address)
        answer = self._answers[{BRIDGE: "bridge", LAN: "lan", VPN: "vpn"}[address]]
        if answer == "swallow":
            await asyncio.Event().wait()
        if answer == "refuse":
            raise ConnectionRefusedError

    async def choose(self, *addresses: Address, head_start: float = TIMEOUT_SECONDS) -> Address:
        with mock.patch.multiple(first_contact, connect=self.connect, HEAD_START_SECONDS=head_start):
            async with asyncio.timeout(TIMEOUT_SECONDS):
                return await first_contact.first_reachable(addresses)


async def test_the_only_address_is_not_tried_beforehand() -> None:
    network = Network()
    assert await network.choose(LAN) == LAN
    assert network.tried == []


async def test_the_first_address_that_answers_is_taken_and_no_later_one_tried() -> None:
    network = Network(lan="accept", vpn="accept")
    assert await network.choose(BRIDGE, LAN, VPN) == LAN
    assert network.tried == [BRIDGE, LAN]


async def test_an_address_that_swallows_packets_delays_the_next_one_only_by_its_head_start() -> None:
    assert await Network(bridge="swallow", lan="accept").choose(BRIDGE, LAN, head_start=0.001) == LAN


async def test_where_none_answers_the_first_one_is_reported() -> None:
    assert await Network().choose(BRIDGE, LAN) == BRIDGE


async def test_a_real_server_is_reached_beside_a_port_where_nobody_listens() -> None:
    async with run_fake_server() as server:
        nobody = Address("127.0.0.1", 1)
        assert await first_contact.first_reachable((nobody, server.address)) == server.address
