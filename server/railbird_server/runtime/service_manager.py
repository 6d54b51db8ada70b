"""Tells the service manager that started the server, such as systemd, how it is (sd_notify(3))."""

from __future__ import annotations

import os
import socket
import sys

READY = "READY=1"
"""The server listens."""

STOPPING = "STOPPING=1"
"""The server has begun to stop."""

_VARIABLE = "NOTIFY_SOCKET"


def notify(state: str) -> None:
    """Sends a state to the service manager, if there is one; never waits and never fails."""
    path = os.environ.get(_VARIABLE, "")
    if sys.platform == "win32" or not path.startswith(("/", "@")):
        return
    address = f"\0{path[1:]}" if path.startswith("@") else path  # a name of Linux that is no file
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            manager.setblocking(False)
            manager.sendto(state.encode(), address)
    except OSError:
        pass  # the server runs all the same
