"""Whether this machine passes multicast packets over its loopback, which tests of the search need."""

from __future__ import annotations

import socket
import struct
from functools import cache

LOOPBACK = "127.0.0.1"
_GROUP = "224.0.0.251"


@cache
def loopback_has_multicast() -> bool:
    """Sends a packet to the group of multicast DNS, on a port of its own, and looks whether it arrives."""
    with (
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as listening,
        socket.socket(type=socket.SOCK_DGRAM) as sending,
    ):
        try:
            listening.bind(("", 0))
            membership = struct.pack("4s4s", socket.inet_aton(_GROUP), socket.inet_aton(LOOPBACK))
            listening.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, membership)
            listening.settimeout(5.0)
            sending.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(LOOPBACK))
            sending.sendto(b"railbird", (_GROUP, listening.getsockname()[1]))
            return listening.recv(64) == b"railbird"
        except OSError:
            return False
