"""The server of the night: the real program, which can be killed and started again."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from asyncio.subprocess import DEVNULL, PIPE, STDOUT, Process
from pathlib import Path

HOUSE = """
straddles = 1
runs = 2
bomb_pot = 4
"""
"""The rules of the house, apart from a casino's."""

_SETTINGS = (
    *("--no-config", "--no-memory", "--no-discovery", "--no-tls", "--host", "127.0.0.1", "--port", "0"),
    *("--clock", "0", "--pause", "0", "--bot-processes", "0", "--exit-with-stdin"),
    *("--connection-rate", "0", "--new-player-rate", "0", "--frame-rate", "0", "--byte-rate", "0"),
    *("--command-rate", "0", "--connections-per-address", "100"),
)
"""Nobody is in a hurry, and nine people come from one machine at once."""

_LISTENS = "Railbird listens on "
"""What the server says once it listens, before its address."""

_START_SECONDS = 60.0
_STOP_SECONDS = 30.0


class ServerFailed(Exception):
    """The server does not run; the message is what it has said."""


class NightServer:
    """The program itself with one data directory. A first hand needs `players` players."""

    def __init__(self, folder: Path, players: int) -> None:
        self.data = folder / "data"
        self.address = ""
        self._players = players
        self._house = folder / "house.toml"
        self._process: Process | None = None

    async def start(self) -> None:
        """Starts the server and waits until it listens; raises ServerFailed."""
        self._house.write_text(HOUSE, encoding="utf-8")
        arguments = ("--house", f"{self._house}", "--min-players", f"{self._players}", *_SETTINGS)
        self._process = await self._run("serve", *arguments, stdin=PIPE)
        try:
            async with asyncio.timeout(_START_SECONDS):
                self.address = await _address_of(self._process)
        except TimeoutError:
            raise ServerFailed(f"The server has not begun within {_START_SECONDS:.0f} seconds.") from None

    async def kill(self) -> None:
        """Ends the server at once, as a power cut does."""
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.communicate()  # what it has said is read, so that it never waits for a reader

    async def stop(self) -> None:
        """Ends the server in order, which keeps its tables."""
        if self._process is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_STOP_SECONDS):
                    await self._process.communicate()  # it ends when its standard input closes
        await self.kill()

    async def check(self) -> tuple[int, str]:
        """Has the program check what the server has kept; returns its exit status and what it says."""
        process = await self._run("check")
        said, _ = await process.communicate()
        return process.returncode or 0, said.decode(errors="replace").strip()

    async def _run(self, command: str, *arguments: str, stdin: int = DEVNULL) -> Process:
        program = (sys.executable, "-m", "railbird_server", command, "--data", f"{self.data}", *arguments)
        return await asyncio.create_subprocess_exec(*program, stdin=stdin, stdout=PIPE, stderr=STDOUT)


async def _address_of(process: Process) -> str:
    """Returns the address on which a server listens; raises ServerFailed with what it says where it ends instead."""
    assert process.stdout is not None
    said = ""
    while line := (await process.stdout.readline()).decode(errors="replace"):
        if line.startswith(_LISTENS):
            return line.removeprefix(_LISTENS).strip()
        said += line
    raise ServerFailed(said.strip())
