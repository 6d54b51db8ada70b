"""The other end of a connection: households, and the names under which this machine is asked for."""

from __future__ import annotations

import pytest

from railbird_shared.network.peer import address_group, requested_host


@pytest.mark.parametrize(
    ("address", "whose"),
    [
        ("192.168.1.20", "192.168.1.20"),
        ("::ffff:192.168.1.20", "192.168.1.20"),
        ("2606:4700:7:9::1", "2606:4700:7:9::/64"),
        ("2606:4700:7:9:ffff::2", "2606:4700:7:9::/64"),
        ("fd12::7", "fd12::7"),
        ("fe80::1%eth0", "fe80::1"),
    ],
)
def test_a_household_has_one_address_or_one_network(address: str, whose: str) -> None:
    assert address_group(address) == whose


@pytest.mark.parametrize(
    ("hosts", "name"),
    [
        (["Den.local:7780"], "den.local"),
        (["[fe80::1]:7780"], "fe80::1"),
        (["192.168.1.20"], "192.168.1.20"),
        (["a b"], ""),
        (["den.local/x"], ""),
        (["den.local", "den.local"], ""),
        ([], ""),
    ],
)
def test_a_request_asks_for_one_host(hosts: list[str], name: str) -> None:
    assert requested_host(hosts) == name
