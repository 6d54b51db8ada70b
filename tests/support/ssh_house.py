"""A game with a house of guests and its ssh door in a process of its own, and the OpenSSH client in a terminal."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from railbird_client.guests.house import GuestHouse
from railbird_client.guests.ssh_door import open_ssh_door
from railbird_shared import PROTOCOL_VERSION
from railbird_shared.network.address import parse_address
from railbird_shared.protocol.commands import Hello, OpenTable, Watch
from railbird_shared.protocol.messages import Accepted
from support.network_clients import RawLink, run_server
from support.terminal import Terminal, run_in_terminal

SSH = shutil.which("ssh") or ""
CLOSING = "The house closes."

UNKNOWN_HOST = ("-F", "/dev/null", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null")
QUIET = ("-o", "LogLevel=ERROR", "-o", "IdentitiesOnly=yes", "-o", "IdentityAgent=none")


class SshHouse:
    """A house whose door is at `port`, with the keys of guests in its folder."""

    def __init__(self, folder: Path, port: int, orders: IO[bytes]) -> None:
        self._folder = folder
        self._orders = orders
        self.port = port

    def options(self, key: str) -> tuple[str, ...]:
        """Returns the options of a client that comes with the key of that name; without any for ""."""
        path = self._folder / (key or "no-such-key")
        if key and not path.exists():
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(path)], check=True)
        return (*UNKNOWN_HOST, *QUIET, "-i", str(path), "-o", f"Port={self.port}")

    @contextmanager
    def come_in(self, name: str, key: str, *options: str, **environment: str) -> Iterator[Terminal]:
        """Runs the OpenSSH client in a terminal."""
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
        """Has the house close."""
        self._orders.close()


@contextmanager
def run_ssh_house(folder: Path) -> Iterator[SshHouse]:
    """Runs a house beside a table of six seats, until the context ends."""
    command = [sys.executable, __file__, str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            yield SshHouse(folder, int(process.stdout.readline()), process.stdin)
        finally:
            process.stdin.close()


async def serve(folder: Path) -> None:
    """Runs a server with a table that stays open, and the house, until standard input closes; prints the port."""
    async with run_server() as server:
        link = RawLink(server.connect_in_memory())
        await link.send(Hello(v=PROTOCOL_VERSION, name="Robin"))
        await link.send(OpenTable(id=1, name="", game="holdem", seats=6))
        while not isinstance(message := await link.receive(), Accepted):
            pass
        await link.send(Watch(table=message.table))
        house = GuestHouse(parse_address(server.address), folder)
        door = await open_ssh_door(house, 0, folder, host="127.0.0.1")
        print(door.port, flush=True)
        watching = asyncio.create_task(watch(link))
        await asyncio.to_thread(sys.stdin.read)
        await house.close(CLOSING)
        await door.close()
        watching.cancel()


async def watch(link: RawLink) -> None:
    while True:
        await link.receive()


if __name__ == "__main__":
    asyncio.run(serve(Path(sys.argv[1])))
