"""The header of the PROXY protocol, versions 1 and 2, with which a proxy begins a connection to say whose it is.

Pure: bytes in, a header out. The specification is HAProxy's `proxy-protocol.txt`. Known libraries read a stream of
asyncio, or raise whatever a malformed header makes them raise.
"""

from __future__ import annotations

import ipaddress
from typing import NamedTuple

V1_SIGNATURE = b"PROXY "
V2_SIGNATURE = b"\r\n\r\n\x00\r\nQUIT\n"

MAX_V1_LENGTH = 107
"""The longest header of version 1, in bytes, its line end included."""

MAX_V2_LENGTH = 4096
"""The longest header of version 2 that is read, in bytes; the addresses and what proxies add to them take far less."""

_V2_FIXED = 16
_LOCAL, _PROXY = 0x20, 0x21
_NO_ADDRESSES = {0x00: 0, 0x31: 216}
"""The families of version 2 that name no address: unspecified, and sockets of the same machine; with their lengths."""
_ADDRESS_BYTES = {0x11: (4, 12), 0x21: (16, 36)}
"""Length of an address, and of both with their ports, by family: TCP over IPv4 and over IPv6."""


class BadProxyHeader(ValueError):
    """Bytes that do not begin with a header of the PROXY protocol."""


class ProxyHeader(NamedTuple):
    """A header that is `length` bytes long; `source` is the client's address, empty where it names none."""

    length: int
    source: str


def parse_proxy_header(data: bytes) -> ProxyHeader | None:
    """Returns the header with which `data` begins, None where more bytes are needed; raises BadProxyHeader."""
    if data.startswith(V1_SIGNATURE):
        return _parse_v1(data)
    if data.startswith(V2_SIGNATURE):
        return _parse_v2(data)
    if V1_SIGNATURE.startswith(data) or V2_SIGNATURE.startswith(data):
        return None
    raise BadProxyHeader("The connection does not begin with a PROXY header.")


def _parse_v1(data: bytes) -> ProxyHeader | None:
    end = data.find(b"\r\n", 0, MAX_V1_LENGTH)
    if end < 0:
        if len(data) >= MAX_V1_LENGTH:
            raise BadProxyHeader("The PROXY line has no end.")
        return None
    length = end + 2
    try:
        family, *fields = data[len(V1_SIGNATURE) : end].decode("ascii").split(" ")
    except UnicodeDecodeError:
        raise BadProxyHeader("The PROXY line is not plain text.") from None
    if family == "UNKNOWN":
        return ProxyHeader(length, "")
    if family not in {"TCP4", "TCP6"} or len(fields) != 4 or not all(_is_port(each) for each in fields[2:]):
        raise BadProxyHeader("The PROXY line does not name two addresses and their ports.")
    kind = ipaddress.IPv4Address if family == "TCP4" else ipaddress.IPv6Address
    try:
        source, _ = kind(fields[0]), kind(fields[1])
    except ValueError:
        raise BadProxyHeader("The PROXY line does not name two addresses.") from None
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
        raise BadProxyHeader("The PROXY header is of another version, or has an unknown command.")
    if length > MAX_V2_LENGTH:
        raise BadProxyHeader("The PROXY header is too long.")
    if command == _PROXY and family not in _ADDRESS_BYTES and family not in _NO_ADDRESSES:
        raise BadProxyHeader("The PROXY header is not about a TCP connection.")
    if command == _PROXY and payload < _least_payload(family):
        raise BadProxyHeader("The PROXY header is too short for its addresses.")
    if len(data) < length:
        return None
    if command == _LOCAL or family in _NO_ADDRESSES:
        return ProxyHeader(length, "")
    address_length, _ = _ADDRESS_BYTES[family]
    return ProxyHeader(length, str(ipaddress.ip_address(data[_V2_FIXED : _V2_FIXED + address_length])))


def _least_payload(family: int) -> int:
    return _ADDRESS_BYTES[family][1] if family in _ADDRESS_BYTES else _NO_ADDRESSES[family]
