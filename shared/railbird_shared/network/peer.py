"""The other end of a connection that this machine has taken: its address, and the name under which it came here."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Collection, Sequence

from railbird_shared.network.address import Address

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address


def plain_address(text: str) -> IPAddress:
    """Reads an address without its zone, as the IPv4 address that it may stand for; raises ValueError."""
    address = ipaddress.ip_address(text.partition("%")[0])
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return address if mapped is None else mapped


def address_group(address: str) -> str:
    """Returns what the addresses of a household share: the network of a public IPv6 address, else the whole address."""
    found = plain_address(address)
    public_v6 = found.version == 6 and not found.is_private
    return str(ipaddress.ip_network((found, 64), strict=False) if public_v6 else found)


_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::[0-9]{1,5})?")


def requested_host(hosts: Sequence[str]) -> str:
    """Returns the host that a request asks for by its `Host` headers, in small letters; empty where it is not clear."""
    found = _HOST.fullmatch(hosts[0].strip().lower()) if len(hosts) == 1 else None
    return "" if found is None else found[1].strip("[]")


def is_known_host(hosts: Sequence[str], names: Collection[str]) -> bool:
    """Whether a request, by its `Host` headers, reached this machine under a plain address or one of its names.

    The names are in small letters. Nobody can point a plain address elsewhere.
    """
    name = requested_host(hosts)
    is_own = name in names or name == "localhost" or name.endswith(".localhost")
    return bool(name) and (is_own or Address(name).is_number)
