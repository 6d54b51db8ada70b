"""The addresses under which other machines can find this one."""

from __future__ import annotations

import contextlib
import ipaddress
import socket

_PROBE_ADDRESS = ("192.0.2.1", 9)  # reserved for documentation; connecting a UDP socket sends no packet


def lan_addresses() -> tuple[str, ...]:
    """Returns this machine's addresses on its networks, the most likely first; may block for a moment."""
    found: list[str] = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(_PROBE_ADDRESS)
        found.append(str(probe.getsockname()[0]))
    with contextlib.suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return tuple(dict.fromkeys(each for each in found if not ipaddress.ip_address(each).is_loopback))
