from __future__ import annotations

from railbird_client.network.lan_addresses import lan_addresses


def test_own_addresses_leave_out_the_loopback() -> None:
    found = lan_addresses()
    assert len(set(found)) == len(found)
    assert not any(address.startswith("127.") for address in found)
