"""The server of a night: the program itself with a data directory, which is killed in the middle of a hand."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sys
from asyncio.subprocess import DEVNULL, PIPE, STDOUT, Process
from collections.abc import AsyncIterator
from pathlib import Path

HOUSE = """
straddles = 1
runs = 2
bomb_pot = 4
"""
"""The rules of the house, apart from a casino's."""

_SETTINGS = (
    *("--no-config", "--no-memory", "--no-discovery", "--no-tls", "--host", "127.0.0.1"),
    *("--clock", "0", "--pause", "0", "--bot-processes", "0", "--exit-with-stdin"),
    *("--connection-rate", "0", "--new-player-rate", "0", "--frame-rate", "0", "--byte-rate", "0"),
    *("--command-rate", "0", "--connections-per-address", "100"),
)
"""Nobody is in a hurry, and nine people come from one machine at once."""

_START_SECONDS = 60.0
_STOP_SECONDS = 30.0
_RETRY_SECONDS = 0.05


class ServerFailed(Exception):
    """The server does not run; the message is what it has said."""


class NightServer:
    """A server on one port of this machine and one data directory, which can be killed and started again.

    A first hand needs `players` players.
    """

    def __init__(self, folder: Path, players: int) -> None:
        self.data = folder / "data"
        self.address = ""
        self._players = players
        self._house = folder / "house.toml"
        self._port = 0
        self._process: Process | None = None

    async def start(self) -> None:
        """Starts the server and waits until it listens; raises ServerFailed."""
        self._house.write_text(HOUSE, encoding="utf-8")
        self._port = self._port or _free_port()
        self.address = f"ws://127.0.0.1:{self._port}"
        arguments = ("--port", f"{self._port}", "--data", f"{self.data}", "--house", f"{self._house}")
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "railbird_server", "serve", *_SETTINGS, *arguments),
            *("--min-players", f"{self._players}"),
            stdin=PIPE,
            stdout=PIPE,
            stderr=STDOUT,
        )
        try:
            async with asyncio.timeout(_START_SECONDS):
                while not await self._listens():  # noqa: ASYNC110  nobody tells when another process listens
                    await asyncio.sleep(_RETRY_SECONDS)
        except TimeoutError:
            raise ServerFailed(f"The server has not begun within {_START_SECONDS:.0f} seconds.") from None

    async def _listens(self) -> bool:
        assert self._process is not None
        if self._process.returncode is not None:
            assert self._process.stdout is not None
            raise ServerFailed((await self._process.stdout.read()).decode(errors="replace").strip())
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", self._port)
            writer.close()
            return True
        return False

    async def kill(self) -> None:
        """Ends the server at once, as a power cut does."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
        await self._wait()

    async def stop(self) -> None:
        """Ends the server in order, which keeps its tables."""
        if self._process is not None and self._process.returncode is None:
            self._process.terminate()
        try:
            async with asyncio.timeout(_STOP_SECONDS):
                await self._wait()
        except TimeoutError:
            await self.kill()

    async def _wait(self) -> None:
        """Waits until the process is gone, and reads what it has said, so that it never waits for a reader."""
        process, self._process = self._process, None
        if process is not None:
            await process.communicate()

    async def run_program(self, *arguments: str) -> tuple[int, str]:
        """Runs another command of the program on the data directory; returns its exit status and what it says."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "railbird_server", *arguments, "--data", f"{self.data}"),
            stdin=DEVNULL,
            stdout=PIPE,
            stderr=STDOUT,
        )
        said, _ = await process.communicate()
        return process.returncode or 0, said.decode(errors="replace").strip()


@contextlib.asynccontextmanager
async def night_server(folder: Path, players: int) -> AsyncIterator[NightServer]:
    """Runs a server for as long as the context lasts; raises ServerFailed."""
    server = NightServer(folder, players)
    await server.start()
    try:
        yield server
    finally:
        await server.kill()


def _free_port() -> int:
    """Returns a port that is free now, and that a server may have again and again."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
