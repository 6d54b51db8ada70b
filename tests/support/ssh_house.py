"""A server with the house of its guests, as programs, and the OpenSSH client that comes through its door."""

from __future__ import annotations

import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from websockets.sync.client import connect

from railbird_shared import PROTOCOL_VERSION
from railbird_shared.network.doors import DOORS_FILE_NAME, Door, decode_doors
from railbird_shared.protocol.codec import decode_message, encode
from railbird_shared.protocol.commands import Hello, OpenTable
from railbird_shared.protocol.messages import Accepted
from support.server_processes import ProgramStarter, ServerProcess, free_port
from support.terminal import Terminal, run_in_terminal
from support.timeouts import TIMEOUT_SECONDS

SSH = shutil.which("ssh") or ""

KEPT = ("--empty-after", "3600")
"""Settings of a server whose table waits for the first guest."""

UNKNOWN_HOST = ("-F", "/dev/null", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null")
QUIET = ("-o", "LogLevel=ERROR", "-o", "IdentitiesOnly=yes", "-o", "IdentityAgent=none")


class SshHouse:
    """A server with an open door, and a folder for the keys of guests."""

    def __init__(self, folder: Path, server: ServerProcess, door: Door) -> None:
        self.server = server
        self.door = door
        self._folder = folder

    def options(self, key: str) -> tuple[str, ...]:
        """Returns the options of a client that comes with the key of that name; "" is none."""
        path = self._folder / (key or "no-such-key")
        if key and not path.exists():
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(path)], check=True)
        return (*UNKNOWN_HOST, *QUIET, "-i", str(path), "-o", f"Port={self.door.port}")

    @contextmanager
    def come_in(self, name: str, key: str, *options: str, **environment: str) -> Iterator[Terminal]:
        """Runs the client in a terminal."""
        arguments = (*self.options(key), *options, f"{name}@127.0.0.1")
        with run_in_terminal(
            *arguments,
            home=self._folder,
            executable=SSH,
            program=(),
            columns=100,
            rows=34,
            environment=environment,
        ) as terminal:
            yield terminal

    def run(self, *arguments: str, program: str = "ssh", key: str = "attacker") -> subprocess.CompletedProcess[str]:
        """Runs a client without a terminal until it ends."""
        command = [program, *self.options(key), "-o", "BatchMode=yes", *arguments]
        return subprocess.run(
            command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, timeout=60
        )

    def close(self) -> None:
        """Asks the server to end."""
        self.server.send_signal(signal.SIGTERM)


@contextmanager
def run_ssh_house(folder: Path) -> Iterator[SshHouse]:
    """Runs a server with a table of nine seats."""
    starter = ProgramStarter()
    server = ServerProcess(starter, folder / "data", *KEPT, "--ssh-port", str(free_port()))
    server.start()
    try:
        door = wait_for_door(server)
        open_table(server.address)
        yield SshHouse(folder, server, door)
    finally:
        if server.process and not starter.has_ended(server.process):
            server.send_signal(signal.SIGTERM)
            server.wait()


def wait_for_door(server: ServerProcess) -> Door:
    """Waits until guests can come with ssh."""
    give_up_at = time.monotonic() + TIMEOUT_SECONDS
    file = server.directory / DOORS_FILE_NAME
    while True:
        doors = decode_doors(file.read_bytes()) if file.exists() else None
        if doors is not None:
            assert doors.ssh is not None
            assert doors.ssh.port, doors.ssh.problem
            return doors.ssh
        assert time.monotonic() < give_up_at, server.log.read_text()
        time.sleep(0.02)


def open_table(address: str, seats: int = 9) -> None:
    """Opens a table at a server."""
    with connect(address, proxy=None) as wire:
        wire.send(encode(Hello(v=PROTOCOL_VERSION, name="Robin")), text=True)
        wire.send(encode(OpenTable(id=1, name="", game="holdem", seats=seats)), text=True)
        while not isinstance(decode_message(wire.recv(decode=False)), Accepted):
            pass
