"""Addresses that many players share, such as that of a club: the limits by address do not hold for them."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable

from railbird_server.runtime.network.forwarded import parse_network


class SharedAddresses:
    """The addresses and networks that a host has listed; raises ValueError."""

    def __init__(self, networks: Iterable[str]) -> None:
        self._networks = tuple(parse_network(each) for each in networks)

    def holds(self, address: str) -> bool:
        """Whether clients share an address, or a network of IPv6 by which they are counted as by one address."""
        if not (self._networks and address):
            return False
        counted = ipaddress.ip_network(address)
        return any(counted.overlaps(each) for each in self._networks if each.version == counted.version)
