"""Why the server cannot listen on a port, in a sentence for whoever starts it."""

from __future__ import annotations

import errno
import socket


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
