"""The names under which a machine may be reached, and the web pages that may talk to the server.

A name that somebody else points at this machine (DNS rebinding) is none of its own. A browser sends the origin of the
page with every websocket, and our own clients send none; only pages of the origins that the host has listed are let in,
under a name of the machine.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Collection, Iterable, Sequence

_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::[0-9]{1,5})?")


def is_known_host(hosts: Sequence[str], names: Collection[str]) -> bool:
    """Whether a request, by its `Host` headers, reached this machine under a plain address or one of its names.

    The names are in small letters. Nobody can point a plain address elsewhere.
    """
    found = _HOST.fullmatch(hosts[0].strip().lower()) if len(hosts) == 1 else None
    if found is None:
        return False
    name = found[1]
    return name in names or name == "localhost" or name.endswith(".localhost") or _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


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

        A request without an origin comes from no browser, and one with another origin is refused for that.
        One with a listed origin has to name a listed origin's host, this machine, or a plain address, which nobody can
        point elsewhere.
        """
        if not origins or origins[0].strip() not in self.origins:
            return True
        return is_known_host(hosts, self._names)
