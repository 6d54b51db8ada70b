"""Servers as processes of their own: the real program, or one that is forked from a process which has loaded it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from support.timeouts import TIMEOUT_SECONDS

FORKING = Path(__file__).with_name("forked_server.py")

PLAIN = ("--no-memory", "--no-discovery", "--pause", "0", "--clock", "0", "--quick-bots", "--bot-processes", "0")
NO_LIMITS = (
    *("--connection-rate", "0", "--new-player-rate", "0", "--frame-rate", "0", "--byte-rate", "0"),
    *("--command-rate", "0", "--chat-rate", "0", "--room-chat-rate", "0", "--connections-per-address", "1000"),
    *("--hello-timeout", "60"),
)
"""Settings of a server that waits for nothing and nobody, and takes whatever comes."""


def free_port() -> int:
    """Returns a port that is free now, and that a server may have again and again."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Starter(Protocol):
    """Starts servers, and returns the ids of their processes."""

    def start(self, arguments: tuple[str, ...], log: Path) -> int: ...
    def has_ended(self, process: int) -> bool: ...


class ProgramStarter:
    """Starts the program itself."""

    def __init__(self) -> None:
        self._running: dict[int, subprocess.Popen[bytes]] = {}

    def start(self, arguments: tuple[str, ...], log: Path) -> int:
        """Starts a server that writes its output to the end of a file."""
        with log.open("ab") as output:
            command = [sys.executable, "-m", "railbird_server", "serve", *arguments]
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        self._running[process.pid] = process
        return process.pid

    def has_ended(self, process: int) -> bool:
        """Whether a process is gone."""
        return self._running[process].poll() is not None

    def status(self, process: int) -> int:
        """Returns the exit status of a process when it ends."""
        return self._running[process].wait(TIMEOUT_SECONDS)


class ForkStarter:
    """Starts servers that are forked from a process which has loaded the program, so that a start takes no second."""

    def __init__(self) -> None:
        self._parent = subprocess.Popen(
            [sys.executable, "-P", str(FORKING)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def start(self, arguments: tuple[str, ...], log: Path) -> int:
        """Starts a server that writes its output to the end of a file."""
        assert self._parent.stdin is not None
        assert self._parent.stdout is not None
        self._parent.stdin.write(json.dumps([*arguments, str(log)]) + "\n")
        self._parent.stdin.flush()
        return int(self._parent.stdout.readline())

    def has_ended(self, process: int) -> bool:
        """Whether a process is gone."""
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        return False

    def close(self) -> None:
        """Starts no more servers."""
        self._parent.communicate(timeout=TIMEOUT_SECONDS)


class ServerProcess:
    """A server on one port and one data directory, which can be killed and started again."""

    def __init__(self, starter: Starter, directory: Path, *settings: str) -> None:
        self.directory = directory
        self.log = directory.with_name(f"{directory.name}.log")
        self.port = free_port()
        self.address = f"ws://127.0.0.1:{self.port}"
        self._starter = starter
        self._settings = settings
        self._process = 0

    @property
    def process(self) -> int:
        """The id of the process, 0 while none runs."""
        return self._process

    def start(self) -> None:
        """Starts the server; it may not listen yet."""
        arguments = (*PLAIN, *NO_LIMITS, "--port", str(self.port), "--data", str(self.directory), *self._settings)
        self._process = self._starter.start(arguments, self.log)

    def send_signal(self, number: int) -> None:
        """Sends a signal to the process."""
        os.kill(self._process, number)

    def kill(self) -> None:
        """Ends the process at once, and waits until it is gone."""
        if self._process:
            with contextlib.suppress(ProcessLookupError):
                self.send_signal(signal.SIGKILL)
            self.wait()

    def wait(self) -> None:
        """Waits until the process is gone."""
        give_up_at = time.monotonic() + TIMEOUT_SECONDS
        while not self._starter.has_ended(self._process):
            assert time.monotonic() < give_up_at, "The server goes on."
            time.sleep(0.001)
        self._process = 0

    async def wait_until_it_listens(self) -> None:
        """Waits until the server takes connections."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while True:
                assert not self._starter.has_ended(self._process), self.log.read_text()
                with contextlib.suppress(OSError):
                    _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                    writer.close()
                    return
                await asyncio.sleep(0.02)


@contextlib.contextmanager
def forked_servers() -> Iterator[ForkStarter]:
    """Starts servers quickly for as long as the context lasts."""
    starter = ForkStarter()
    try:
        yield starter
    finally:
        starter.close()
