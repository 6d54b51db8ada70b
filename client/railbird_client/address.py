"""Where a server is: addresses as people write them, and the ones under which this machine can be found."""

from __future__ import annotations

import contextlib
import ipaddress
import re
import socket
from dataclasses import dataclass

from railbird_shared import DEFAULT_PORT

_MAX_PORT = 65535
_MAX_HOST_LENGTH = 253
_HOST = re.compile(r"(?!-)[\w-]{1,63}(?<!-)(\.(?!-)[\w-]{1,63}(?<!-))*\.?")
_PROBE_ADDRESS = ("192.0.2.1", 9)  # reserved for documentation; connecting a UDP socket sends no packet


class BadAddress(ValueError):
    """Text that is no address of a server; the message is a sentence for the player."""


@dataclass(frozen=True, slots=True)
class Address:
    """The host and port of a server."""

    host: str
    port: int = DEFAULT_PORT

    @property
    def url(self) -> str:
        """The address as a websocket's URL."""
        return f"ws://{self}"

    @property
    def short(self) -> str:
        """The address as a person would type it, without the usual port."""
        return self._bracketed_host if self.port == DEFAULT_PORT else str(self)

    @property
    def _bracketed_host(self) -> str:
        return f"[{self.host}]" if ":" in self.host else self.host

    def __str__(self) -> str:
        return f"{self._bracketed_host}:{self.port}"


def parse_address(text: str) -> Address:
    """Reads host, host:port, ws://host:port, [v6]:port or a bare v6 address; raises BadAddress."""
    rest = text.strip()
    scheme, separator, after = rest.partition("://")
    if separator:
        if scheme.lower() != "ws":
            raise BadAddress(
                f"Write the address as host:port or ws://host:port; {_quoted(scheme)}:// is not spoken here."
            )
        rest = after.rstrip("/")
    if not rest:
        raise BadAddress("Write the address of a server, like 192.168.1.20 or den.local:7777.")
    host, port = _split_host_and_port(rest)
    return Address(host, _parse_port(port) if port is not None else DEFAULT_PORT)


def lan_addresses() -> tuple[str, ...]:
    """Returns this machine's addresses on its networks, the most likely first; may block for a moment."""
    found: list[str] = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(_PROBE_ADDRESS)
        found.append(str(probe.getsockname()[0]))
    with contextlib.suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return tuple(dict.fromkeys(each for each in found if not ipaddress.ip_address(each).is_loopback))


def _split_host_and_port(rest: str) -> tuple[str, str | None]:
    if rest.startswith("["):
        host, closed, port = rest[1:].partition("]")
        if not closed or (port and not port.startswith(":")):
            raise BadAddress("Write an IPv6 address and its port as [address]:port.")
        return _parse_ipv6(host), port[1:] if port else None
    if rest.count(":") > 1:
        return _parse_ipv6(rest), None
    host, colon, port = rest.partition(":")
    return _parse_host_name(host), port if colon else None


def _parse_ipv6(host: str) -> str:
    try:
        return str(ipaddress.IPv6Address(host))
    except ValueError:
        raise BadAddress(f"{_quoted(host)} is not an IPv6 address.") from None


def _parse_host_name(host: str) -> str:
    if len(host) > _MAX_HOST_LENGTH or not _HOST.fullmatch(host):
        raise BadAddress(f"{_quoted(host)} is not the name or address of a machine.")
    return host.lower()


def _parse_port(port: str) -> int:
    number = int(port) if port.isascii() and port.isdigit() and len(port) < len("100000") else 0
    if not 1 <= number <= _MAX_PORT:
        raise BadAddress(f"{_quoted(port)} is not a port: write a number from 1 to {_MAX_PORT}.")
    return number


def _quoted(text: str) -> str:
    return ascii(text[:40])
