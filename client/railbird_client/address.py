"""Where a server is: addresses as people write them, and the ones under which this machine can be found."""

from __future__ import annotations

import contextlib
import ipaddress
import re
import socket
from dataclasses import dataclass

DEFAULT_PORT = 7777
"""The port of a Railbird server that names no other."""

_MOST_PORTS = 65535
_LONGEST_HOST = 253
_HOST = re.compile(r"(?!-)[\w-]{1,63}(?<!-)(\.(?!-)[\w-]{1,63}(?<!-))*\.?")
_NOWHERE = ("192.0.2.1", 9)  # reserved for documentation: no packet is sent, the system only picks a way out


class BadAddress(ValueError):
    """A text that names no server; the message is a sentence for the person who wrote it."""


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
        return self._host if self.port == DEFAULT_PORT else str(self)

    @property
    def _host(self) -> str:
        return f"[{self.host}]" if ":" in self.host else self.host

    def __str__(self) -> str:
        return f"{self._host}:{self.port}"


def parse_address(text: str) -> Address:
    """Reads host, host:port, ws://host:port, [v6]:port or a bare v6 address; raises BadAddress."""
    rest = text.strip()
    scheme, separator, after = rest.partition("://")
    if separator:
        if scheme.lower() != "ws":
            raise BadAddress(
                f"Write the address as host:port or ws://host:port; {_shown(scheme)}:// is not spoken here."
            )
        rest = after.rstrip("/")
    if not rest:
        raise BadAddress("Write the address of a server, like 192.168.1.20 or den.local:7777.")
    host, port = _split(rest)
    return Address(host, _port(port) if port is not None else DEFAULT_PORT)


def lan_addresses() -> tuple[str, ...]:
    """Returns this machine's addresses on its networks, the likeliest first; asks the system and may take a moment."""
    found: list[str] = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(_NOWHERE)
        found.append(str(probe.getsockname()[0]))
    with contextlib.suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return tuple(dict.fromkeys(each for each in found if not ipaddress.ip_address(each).is_loopback))


def _split(rest: str) -> tuple[str, str | None]:
    if rest.startswith("["):
        host, closed, port = rest[1:].partition("]")
        if not closed or (port and not port.startswith(":")):
            raise BadAddress("Write an IPv6 address and its port as [address]:port.")
        return _v6(host), port[1:] if port else None
    if rest.count(":") > 1:
        return _v6(rest), None
    host, colon, port = rest.partition(":")
    return _name(host), port if colon else None


def _v6(host: str) -> str:
    try:
        return str(ipaddress.IPv6Address(host))
    except ValueError:
        raise BadAddress(f"{_shown(host)} is not an IPv6 address.") from None


def _name(host: str) -> str:
    if len(host) > _LONGEST_HOST or not _HOST.fullmatch(host):
        raise BadAddress(f"{_shown(host)} is not the name or address of a machine.")
    return host.lower()


def _port(port: str) -> int:
    number = int(port) if port.isascii() and port.isdigit() and len(port) < len("100000") else 0
    if not 1 <= number <= _MOST_PORTS:
        raise BadAddress(f"{_shown(port)} is not a port: write a number from 1 to {_MOST_PORTS}.")
    return number


def _shown(text: str) -> str:
    return ascii(text[:40])
