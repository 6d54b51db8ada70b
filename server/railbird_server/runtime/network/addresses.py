"""Where connections come from: clients behind trusted proxies, shared addresses, and the names of this machine.

Each proxy adds the address from which a request came to the end of `X-Forwarded-For`, or of `Forwarded` (RFC 7239).
The part before the addresses that trusted proxies added may be invented by the client, so the list is read from the
right, as far as the machines are trusted. Others name the client in front of the connection, by the PROXY protocol,
version 1 or 2, as in HAProxy's `proxy-protocol.txt`: known libraries read a stream of asyncio, or raise whatever a
malformed header makes them raise.
Many players may share an address; no limit by address holds for those that are known to be such.

A name that somebody else points at this machine (DNS rebinding) is none of its own. A browser sends the origin of the
page with every websocket, and our own clients send none; only pages of the origins that the host has listed are let in,
under a name of the machine.

Where this machine listens, too: why a port of it cannot be had is told to whoever starts the server.
"""

from __future__ import annotations

import errno
import ipaddress
import re
import socket
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from railbird_shared.network.peer import is_known_host, plain_address

MAX_HOPS = 32
"""The most addresses that are read of a header."""

_QUOTED_OR_PLAIN = r'"(?:[^"\\]|\\.)*"|[^",;\s]*'
_PAIR = re.compile(rf"\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)=({_QUOTED_OR_PLAIN})\s*([;,]|\Z)")


class BadForwarding(ValueError):
    """A trusted proxy does not say clearly whose connection it is; the message is a sentence for its administrator."""


class ListedNetworks:
    """The addresses and networks that a host has listed; raises ValueError."""

    def __init__(self, networks: Iterable[str]) -> None:
        self._networks = tuple(parse_network(each) for each in networks)

    def holds(self, address: str) -> bool:
        """Whether an address is listed, or a network of IPv6 whose clients are counted as by one address."""
        if not (self._networks and address):
            return False
        counted = ipaddress.ip_network(address)
        return any(counted.overlaps(each) for each in self._networks if each.version == counted.version)


class TrustedProxies(ListedNetworks):
    """The addresses and networks of the proxies whose word on a client's address is taken; raises ValueError."""

    def trusts(self, address: str) -> bool:
        """Whether an address is one of a trusted proxy."""
        return self.holds(str(plain_address(address))) if self._networks else False

    def client_address(self, peer: str, x_forwarded_for: Sequence[str], forwarded: Sequence[str]) -> str:
        """Returns the address of the client behind `peer`, which is `peer` itself where it is not trusted.

        The arguments are the values of both headers, in order. Raises BadForwarding where a trusted proxy names
        something else than an address, or where the headers disagree: one of them then comes from the client.
        """
        if not self.trusts(peer):
            return peer
        in_list = [hop for value in x_forwarded_for for hop in value.split(",")]
        elements = [hop for value in forwarded for hop in _elements(value)]
        found = {self._last_untrusted(peer, hops) for hops in (in_list, elements) if hops}
        if len(found) > 1:
            raise BadForwarding("The headers Forwarded and X-Forwarded-For disagree: let the proxy remove one of them.")
        return found.pop() if found else peer

    def _last_untrusted(self, address: str, hops: Sequence[str]) -> str:
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


def _parse_hop(hop: str) -> str:
    """Reads an address, with or without brackets and port; raises BadForwarding."""
    host = hop.strip()
    if host.startswith("["):
        host = host[1:].partition("]")[0]
    elif host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        return str(plain_address(host))
    except ValueError:
        raise BadForwarding("The proxy forwards something else than the address of a client.") from None


def _elements(value: str) -> list[str]:
    """Returns the `for` of each element of a header; raises BadForwarding where it cannot be read."""
    hops: list[str] = []
    hop: str | None = None
    position, separator = 0, ","
    while separator:
        pair = _PAIR.match(value, position)
        if pair is None:
            raise BadForwarding("The header Forwarded cannot be read.")
        name, text, separator = pair.groups()
        position = pair.end()
        if name.lower() == "for":
            hop = re.sub(r"\\(.)", r"\1", text[1:-1]) if text.startswith('"') else text
        if separator != ";":
            if hop is None:
                raise BadForwarding("The header Forwarded does not name the client.")
            hops.append(hop)
            hop = None
    return hops


V1_SIGNATURE = b"PROXY "
V2_SIGNATURE = b"\r\n\r\n\x00\r\nQUIT\n"

MAX_V1_LENGTH = 107
"""The longest header of version 1, in bytes, its line end included."""

MAX_V2_LENGTH = 4096
"""The longest header of version 2 that is read, in bytes; the addresses and what proxies add to them take far less."""

_V2_FIXED = 16
_LOCAL, _PROXY = 0x20, 0x21
_ADDRESS_BYTES = {0x00: (0, 0), 0x31: (0, 216), 0x11: (4, 12), 0x21: (16, 36)}
"""Length of an IP address, and of both addresses with their ports, by family of version 2.

They are unspecified and sockets of the same machine, which name none, and TCP over IPv4 and over IPv6.
"""


class ProxyHeader(NamedTuple):
    """A header that is `length` bytes long; `source` is the client's address, empty where it names none."""

    length: int
    source: str


def parse_proxy_header(data: bytes) -> ProxyHeader | None:
    """Returns the header with which `data` begins, None where more bytes are needed; raises BadForwarding."""
    if data.startswith(V1_SIGNATURE):
        return _parse_v1(data)
    if data.startswith(V2_SIGNATURE):
        return _parse_v2(data)
    if V1_SIGNATURE.startswith(data) or V2_SIGNATURE.startswith(data):
        return None
    raise BadForwarding("The connection does not begin with a PROXY header.")


def _parse_v1(data: bytes) -> ProxyHeader | None:
    end = data.find(b"\r\n", 0, MAX_V1_LENGTH)
    if end < 0 and len(data) >= MAX_V1_LENGTH:
        raise BadForwarding("The PROXY line has no end.")
    if end < 0:
        return None
    length = end + 2
    try:
        family, *fields = data[len(V1_SIGNATURE) : end].decode("ascii").split(" ")
    except UnicodeDecodeError:
        raise BadForwarding("The PROXY line is not plain text.") from None
    if family == "UNKNOWN":
        return ProxyHeader(length, "")
    if family not in {"TCP4", "TCP6"} or len(fields) != 4 or not all(_is_port(each) for each in fields[2:]):
        raise BadForwarding("The PROXY line does not name two addresses and their ports.")
    kind = ipaddress.IPv4Address if family == "TCP4" else ipaddress.IPv6Address
    try:
        source, _ = map(kind, fields[:2])
    except ValueError:
        raise BadForwarding("The PROXY line does not name two addresses.") from None
    return ProxyHeader(length, str(source).partition("%")[0])


def _is_port(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= 0xFFFF


def _parse_v2(data: bytes) -> ProxyHeader | None:
    if len(data) < _V2_FIXED:
        return None
    command, family = data[12], data[13]
    payload = int.from_bytes(data[14:_V2_FIXED], "big")
    length = _V2_FIXED + payload
    if command not in {_LOCAL, _PROXY}:
        raise BadForwarding("The PROXY header is of another version, or has an unknown command.")
    if length > MAX_V2_LENGTH:
        raise BadForwarding("The PROXY header is too long.")
    if command == _PROXY and family not in _ADDRESS_BYTES:
        raise BadForwarding("The PROXY header is not about a TCP connection.")
    address_length, least_payload = _ADDRESS_BYTES[family] if command == _PROXY else (0, 0)
    if payload < least_payload:
        raise BadForwarding("The PROXY header is too short for its addresses.")
    if len(data) < length:
        return None
    address = data[_V2_FIXED : _V2_FIXED + address_length]
    return ProxyHeader(length, str(ipaddress.ip_address(address)) if address else "")


_ORIGIN = re.compile(r"(https?)://(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::([0-9]{1,5}))?")
_DEFAULT_PORTS = {"http": "80", "https": "443"}


def parse_origin(text: str) -> str:
    """Reads an origin such as https://play.example.org as browsers write it; raises ValueError with a sentence."""
    origin = text.strip().lower()
    found = _ORIGIN.fullmatch(origin)
    if found is None:
        sentence = f"{text[:60]!a} is no origin: write scheme, name and port, such as https://play.example.org."
        raise ValueError(sentence)
    scheme, host, port = found.groups()
    return f"{scheme}://{host}" if port in (None, _DEFAULT_PORTS[scheme]) else f"{scheme}://{host}:{port}"


class AllowedOrigins:
    """The origins whose pages may talk to a server that is also reached under the name `host`; raises ValueError."""

    def __init__(self, origins: Iterable[str], host: str) -> None:
        self.origins = tuple(parse_origin(each) for each in origins)
        names = {found[2] for each in self.origins if (found := _ORIGIN.fullmatch(each))}
        self._names = frozenset(names | {host.lower()})

    def allow_host(self, origins: list[str], hosts: list[str]) -> bool:
        """Whether a request may name these hosts, given the origins that it names.

        A request without an origin comes from no browser, and one with another origin is refused for that. One with a
        listed origin has to name a listed origin's host, this machine, or a plain address, which nobody can point
        elsewhere.
        """
        return not origins or origins[0].strip() not in self.origins or is_known_host(hosts, self._names)


class CannotListen(Exception):
    """A port cannot be listened on; the message is a sentence for whoever starts the server.

    `purpose` is what the port is for, empty for the game itself, and `settings` what the names of its two settings
    begin with. `status` is the exit status: 2 where the address is not this machine's, else 1.
    """

    def __init__(
        self, error: OSError | UnicodeError, host: str, port: int, *, purpose: str = "", settings: str = ""
    ) -> None:
        self.status = 1
        wanted = f"Port {port} {purpose}".rstrip()
        no_address = {errno.EADDRNOTAVAIL, None}  # None: asyncio has tried every address of a host, since Python 3.13
        if isinstance(error, socket.gaierror | UnicodeError) or error.errno in no_address:
            self.status = 2
            place = f"This machine has no address {host!r} {purpose}".rstrip()
            others = "" if purpose else ", or 0.0.0.0 for the LAN"
            sentence = f"{place}: choose 127.0.0.1 with --{settings}host{others}."
        elif error.errno == errno.EADDRINUSE:
            sentence = f"{wanted} is taken: choose another one with --{settings}port."
        elif error.errno in {errno.EACCES, errno.EPERM}:
            sentence = f"{wanted} is not for everybody: choose one above 1023 with --{settings}port."
        else:
            sentence = f"{wanted} of {host} cannot be listened on: {error.strerror}."
        super().__init__(sentence)
