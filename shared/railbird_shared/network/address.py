"""Where a server is: addresses as people write them, and the links by which a host invites."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from railbird_shared import DEFAULT_PORT
from railbird_shared.network.recognition import is_fingerprint

_MAX_PORT = 65535
_MAX_HOST_LENGTH = 253
_MAX_HOSTS = 8
_HOST = re.compile(r"(?!-)[\w-]{1,63}(?<!-)(\.(?!-)[\w-]{1,63}(?<!-))*\.?")
_INVITE = re.compile(r"[A-Za-z0-9_-]{0,43}")
_ROOM = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?")
_LINK_SCHEME = "railbird"

INVITE_VARIABLE = "RAILBIRD_INVITE"
"""The environment variable with an invite link; a program removes it from its environment."""

RELAY_PORT = 7781
"""The usual port of a relay."""

ROOM_DOMAIN = ".railbird"
"""The end of the name that a client asks a relay for in its TLS handshake, behind the name of the room."""

MAX_LINK_SIZE = 4096
"""The most bytes that are read of an invite link."""


class BadAddress(ValueError):
    """Text that is no address of a server; the message is a sentence for the player."""


def only_way(ways: Mapping[str, object]) -> str:
    """Returns the one of several ways by which an address is given, empty for none; raises BadAddress for two."""
    named = [way for way, given in ways.items() if given]
    if len(named) > 1:
        raise BadAddress(f"{named[0]} and {named[1]} both say where to go: leave one of them out.")
    return named[0] if named else ""


class Scheme(StrEnum):
    """How a connection is to be opened; `ANY` is plain on this machine and encrypted everywhere else."""

    ANY = ""
    PLAIN = "ws"
    ENCRYPTED = "wss"


@dataclass(frozen=True, slots=True)
class Address:
    """The host and port of a server, and what an invite link says of it.

    `fingerprint` is that of the server's certificate, empty if it is not known; `invite` the token of an invitation;
    `others` are hosts and ports by which the same server may be reached as well. For a server behind a relay the host
    is its room there, an @ and the relay, as in wren@relay.example.
    """

    host: str
    port: int = DEFAULT_PORT
    scheme: Scheme = Scheme.ANY
    fingerprint: str = ""
    invite: str = field(default="", repr=False)
    others: tuple[tuple[str, int], ...] = ()

    @property
    def room(self) -> str:
        """The room of a relay in which the server is; empty for one that is reached without a relay."""
        return self.host.rpartition("@")[0]

    @property
    def machine(self) -> str:
        """The host to connect to: that of the server itself, or of the relay."""
        return self.host.rpartition("@")[2]

    @property
    def server_name(self) -> str | None:
        """The name to ask a relay for in a TLS handshake; None without a relay, where it is the host's own."""
        return f"{self.room}{ROOM_DOMAIN}" if self.room else None

    @property
    def url(self) -> str:
        """The address as a websocket's URL."""
        return f"{Scheme.ENCRYPTED if self.is_encrypted else Scheme.PLAIN}://{str(self).rpartition('@')[2]}"

    @property
    def is_loopback(self) -> bool:
        """Whether the address is one of this machine's own."""
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host.rstrip(".") == "localhost"

    @property
    def is_number(self) -> bool:
        """Whether the host is given by number and not by name."""
        try:
            ipaddress.ip_address(self.host)
        except ValueError:
            return False
        return True

    @property
    def is_encrypted(self) -> bool:
        """Whether the connection is to be encrypted."""
        if self.scheme is Scheme.ANY:
            return bool(self.fingerprint) or not self.is_loopback
        return self.scheme is Scheme.ENCRYPTED

    @property
    def places(self) -> tuple[Address, ...]:
        """The server's addresses one by one, the first first."""
        places = ((self.host, self.port), *self.others)
        return tuple(replace(self, host=host, port=port, others=()) for host, port in places)

    @property
    def identity(self) -> str:
        """The key of a player's token for this server: the certificate that proves the server, or the address.

        A server with another certificate has another identity, and an encrypted one never that of a plain one.
        """
        if self.fingerprint:
            return f"sha256:{self.fingerprint}"
        return f"wss://{self}" if self.is_encrypted else str(self)

    @property
    def short(self) -> str:
        """The address without the usual port."""
        return self._bracketed_host if self.port == DEFAULT_PORT else str(self)

    @property
    def typed(self) -> str:
        """The address as a person would type it: with a scheme only where the usual one is not meant."""
        return f"ws://{self.short}" if self.scheme is Scheme.PLAIN and not self.is_loopback else self.short

    @property
    def link(self) -> str:
        """The invite link of the server."""
        hosts = ",".join(str(place) for place in self.places)
        known = f"#{self.invite}.{self.fingerprint}" if self.fingerprint or self.invite else ""
        return f"{_LINK_SCHEME}://{hosts}/{known}"

    @property
    def _bracketed_host(self) -> str:
        room, at, machine = self.host.rpartition("@")
        return f"{room}{at}[{machine}]" if ":" in machine else self.host

    def __str__(self) -> str:
        return f"{self._bracketed_host}:{self.port}"


def parse_address(text: str) -> Address:
    """Reads host, host:port, [v6]:port, a bare v6 address, a URL with ws:// or wss://, or an invite link.

    An invite link is railbird://host:port,host2:port/#invite.fingerprint. The room of a relay and an @ may come before
    each host. Raises BadAddress.
    """
    rest = text.strip()
    scheme, separator, after = rest.partition("://")
    if not separator:
        return _parse_place(rest)
    scheme = scheme.lower()
    if scheme not in {_LINK_SCHEME, *filter(None, Scheme)}:
        raise BadAddress(
            f"Write the address as host:port or copy an invite link; {_quoted(scheme)}:// is not spoken here."
        )
    place, _, known = after.partition("#")
    places = [_parse_place(each) for each in place.rstrip("/").split(",")]
    if len(places) > _MAX_HOSTS:
        raise BadAddress(f"An invite link has at most {_MAX_HOSTS} addresses.")
    invite, fingerprint = _parse_known(known)
    if scheme == Scheme.PLAIN and any(each.room for each in places):
        raise BadAddress("The way through a relay is always encrypted: leave out ws://.")
    if scheme == Scheme.PLAIN and fingerprint:
        raise BadAddress("A plain ws:// address has no certificate: leave out what follows the #, or write wss://.")
    return replace(
        places[0],
        scheme=Scheme.ENCRYPTED if scheme == _LINK_SCHEME else Scheme(scheme),
        fingerprint=fingerprint,
        invite=invite,
        others=tuple((each.host, each.port) for each in places[1:]),
    )


def is_room_name(text: str) -> bool:
    """Whether a text may name a room of a relay: small letters, digits and dashes, 32 at most."""
    return bool(_ROOM.fullmatch(text))


def _parse_known(known: str) -> tuple[str, str]:
    """Reads what follows the # of a link: the invite and the fingerprint, each of which may be empty."""
    invite, _, fingerprint = known.rpartition(".") if "." in known else (known, "", "")
    if not _INVITE.fullmatch(invite) or (fingerprint and not is_fingerprint(fingerprint)):
        raise BadAddress(
            "The end of the link is damaged: copy the whole link again, from railbird:// to the last letter."
        )
    return invite, fingerprint


def _parse_place(rest: str) -> Address:
    if not rest:
        raise BadAddress("Write the address of a server, like 192.168.1.20 or den.local:7777.")
    room, at, machine = rest.rpartition("@")
    if at and not is_room_name(room.lower()):
        raise BadAddress(f"{_quoted(room)} is not a room of a relay: write letters, digits and dashes before the @.")
    host, port = _split_host_and_port(machine)
    host = f"{room.lower()}{at}{host}"
    if port is None:
        return Address(host)
    number = int(port) if port.isascii() and port.isdigit() and len(port) < len("100000") else 0
    if not 1 <= number <= _MAX_PORT:
        raise BadAddress(f"{_quoted(port)} is not a port: write a number from 1 to {_MAX_PORT}.")
    return Address(host, number)


def _split_host_and_port(rest: str) -> tuple[str, str | None]:
    if rest.startswith("["):
        host, closed, port = rest[1:].partition("]")
        if not closed or (port and not port.startswith(":")):
            raise BadAddress("Write an IPv6 address and its port as [address]:port.")
        return _parse_ipv6(host), port[1:] if port else None
    if rest.count(":") > 1:
        return _parse_ipv6(rest), None
    host, colon, port = rest.partition(":")
    if len(host) > _MAX_HOST_LENGTH or not _HOST.fullmatch(host):
        raise BadAddress(f"{_quoted(host)} is not the name or address of a machine.")
    return host.lower(), port if colon else None


def _parse_ipv6(host: str) -> str:
    try:
        return str(ipaddress.IPv6Address(host))
    except ValueError:
        raise BadAddress(f"{_quoted(host)} is not an IPv6 address.") from None


def _quoted(text: str) -> str:
    return ascii(text[:40])
