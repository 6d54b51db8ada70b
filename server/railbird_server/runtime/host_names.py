"""The names under which a machine may be reached: one that somebody else points at it (DNS rebinding) is none."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Collection, Sequence

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
