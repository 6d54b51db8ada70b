"""Whose request it is that a reverse proxy passes on: trusted proxies, and the headers in which they name the client.

Each proxy adds the address from which a request came to the end of `X-Forwarded-For`, or of `Forwarded` (RFC 7239).
What stands before the addresses that trusted proxies added may be invented by the client, so the list is read from the
right, as far as the machines are trusted.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable, Sequence

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address

MAX_HOPS = 32
"""The most addresses that are read of a header."""

_QUOTED_OR_PLAIN = r'"(?:[^"\\]|\\.)*"|[^",;\s]*'
_PAIR = re.compile(rf"\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)=({_QUOTED_OR_PLAIN})\s*")


class BadForwarding(ValueError):
    """A trusted proxy does not say clearly whose request it is; the message is a sentence for its administrator."""


class TrustedProxies:
    """The addresses and networks of the proxies whose word on a client's address is taken; raises ValueError."""

    def __init__(self, networks: Iterable[str]) -> None:
        self._networks = tuple(parse_network(each) for each in networks)

    def __bool__(self) -> bool:
        return bool(self._networks)

    def trusts(self, address: str) -> bool:
        """Whether an address is one of a trusted proxy."""
        if not self._networks:
            return False
        found = _plain(ipaddress.ip_address(address.partition("%")[0]))
        return any(found in network for network in self._networks)

    def client_address(self, peer: str, x_forwarded_for: Sequence[str], forwarded: Sequence[str]) -> str:
        """Returns the address of the client behind `peer`, which is `peer` itself where it is not trusted.

        The arguments are the values of both headers, in order. Raises BadForwarding where a trusted proxy names
        something else than an address, or where the headers disagree: one of them then comes from the client.
        """
        if not self.trusts(peer):
            return peer
        found = {
            self._last_untrusted(peer, hops)
            for hops in (_x_forwarded_for_hops(x_forwarded_for), _forwarded_hops(forwarded))
            if hops
        }
        if len(found) > 1:
            raise BadForwarding("The headers Forwarded and X-Forwarded-For disagree: let the proxy remove one of them.")
        return found.pop() if found else peer

    def _last_untrusted(self, peer: str, hops: Sequence[str]) -> str:
        address = peer
        for hop in reversed(hops[-MAX_HOPS:]):
            if not self.trusts(address):
                break
            address = _parse_hop(hop)
        return address


def parse_network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    """Reads an address or a network such as 10.0.0.0/8; raises ValueError with a sentence."""
    try:
        return ipaddress.ip_network(text.strip())
    except ValueError:
        sentence = f"{text[:60]!a} is no network: write an address, or a network such as 10.0.0.0/8 or fd00::/8."
        raise ValueError(sentence) from None


def _plain(address: IPAddress) -> IPAddress:
    """Returns the IPv4 address that an IPv6 address stands for, else the address itself."""
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return address if mapped is None else mapped


def _parse_hop(hop: str) -> str:
    """Reads an address, with or without brackets and port; raises BadForwarding."""
    host = hop.strip()
    if host.startswith("["):
        host = host[1:].partition("]")[0]
    elif host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        return str(_plain(ipaddress.ip_address(host.partition("%")[0])))
    except ValueError:
        raise BadForwarding("The proxy forwards something else than the address of a client.") from None


def _x_forwarded_for_hops(values: Sequence[str]) -> list[str]:
    return [hop for value in values for hop in value.split(",")]


def _forwarded_hops(values: Sequence[str]) -> list[str]:
    """Returns the `for` of each element of the header; raises BadForwarding where it cannot be read."""
    return [hop for value in values for hop in _elements(value)]


def _elements(value: str) -> list[str]:
    hops: list[str] = []
    hop: str | None = None
    position = 0
    while True:
        pair = _PAIR.match(value, position)
        if pair is None:
            raise BadForwarding("The header Forwarded cannot be read.")
        name, text = pair[1].lower(), pair[2]
        if name == "for":
            hop = re.sub(r"\\(.)", r"\1", text[1:-1]) if text.startswith('"') else text
        position = pair.end()
        separator = value[position : position + 1]
        if separator in ("", ","):
            if hop is None:
                raise BadForwarding("The header Forwarded does not name the client.")
            hops.append(hop)
            hop = None
        elif separator != ";":
            raise BadForwarding("The header Forwarded cannot be read.")
        if not separator:
            return hops
        position += 1
