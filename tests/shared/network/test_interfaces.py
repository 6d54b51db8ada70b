from __future__ import annotations

import ipaddress
from types import SimpleNamespace

import pytest

from railbird_shared.network import interfaces
from railbird_shared.network.interfaces import MAX_ADDRESSES, lan_addresses, own_interfaces, reachable_addresses

MACHINE = ("127.0.0.1/8", "172.17.0.1/16", "192.168.1.20/24", "169.254.7.7/16", "::1/128", "fd00::2/64", "fe80::1/64")
V4 = ("192.168.1.20", "172.17.0.1", "169.254.7.7")


@pytest.fixture(autouse=True)
def _no_default_route(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interfaces, "_routed_address", str)


@pytest.mark.parametrize(
    ("hosts", "reachable"),
    [
        (("0.0.0.0",), V4),
        (("::",), ("fd00::2",)),
        (("0.0.0.0", "::"), (*V4, "fd00::2")),
        (("192.168.1.20",), ("192.168.1.20",)),
        (("127.0.0.1",), ()),
        (("::1",), ()),
        (("fe80::1%eth0",), ()),
    ],
)
def test_a_server_names_the_addresses_at_which_others_reach_it(
    hosts: tuple[str, ...], reachable: tuple[str, ...]
) -> None:
    assert reachable_addresses(hosts, map(ipaddress.ip_interface, MACHINE)) == reachable


def test_the_address_by_which_the_machine_goes_to_the_world_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interfaces, "_routed_address", lambda: "172.17.0.1")
    assert reachable_addresses(["0.0.0.0"], map(ipaddress.ip_interface, MACHINE))[0] == "172.17.0.1"


def test_hundreds_of_bridges_do_not_fill_the_announcement() -> None:
    machine = [ipaddress.ip_interface(f"172.17.{number}.1/24") for number in range(200)]
    assert len(reachable_addresses(["0.0.0.0"], machine)) == MAX_ADDRESSES


def test_a_machine_without_a_default_route_has_addresses_for_its_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def adapter(address: object, prefix: int) -> SimpleNamespace:
        return SimpleNamespace(ips=[SimpleNamespace(ip=address, network_prefix=prefix)])

    adapters = [adapter("127.0.0.1", 8), adapter("10.42.0.1", 24), adapter(("fe80::2", 0, 2), 64)]
    monkeypatch.setattr("ifaddr.get_adapters", lambda: adapters)
    assert [str(each) for each in own_interfaces()] == ["127.0.0.1/8", "10.42.0.1/24", "fe80::2/64"]
    assert lan_addresses() == ("10.42.0.1",)


def test_own_addresses_leave_out_the_loopback() -> None:
    found = lan_addresses()
    assert len(set(found)) == len(found)
    assert not any(address.startswith("127.") for address in found)
