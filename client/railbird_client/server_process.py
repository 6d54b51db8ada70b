"""The server that a client starts for itself: a child process that ends when the client does, however that happens.

The client talks to it over a socket like everybody else. The child's standard input is its lifeline: it ends when that
closes. What it reports goes to a log file, never to the terminal.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import subprocess
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import BinaryIO

import platformdirs

from railbird_client.address import Address, BadAddress, parse_address
from railbird_shared.text import clean_line

START_SECONDS = 15.0
"""How long a server may take to say where it listens."""

STOP_SECONDS = 3.0
"""How long a server may take to end when asked, before it is ended by force."""

_LISTENS = re.compile(r"Railbird listens on (ws://\S+)")
_LARGE_LOG = 1_000_000
_LONGEST_SENTENCE = 300


class ServerFailed(Exception):
    """The server did not start; the message is a sentence for the player."""


def log_path() -> Path:
    """Returns where this system keeps the log of a server started from the client."""
    return Path(platformdirs.user_log_dir("railbird", appauthor=False)) / "server.log"


def serve_command(*, host: str = "127.0.0.1", port: int = 0, options: Sequence[str] = ()) -> tuple[str, ...]:
    """Returns the command that runs a server with a lifeline."""
    place = ("--host", host, "--port", str(port))
    # -P: whatever lies in the folder where the player stands is not to be taken for a part of the server.
    return (sys.executable, "-P", "-m", "railbird_server", "serve", *place, "--exit-with-stdin", *options)


class ServerProcess:
    """A running server of one's own."""

    def __init__(self, process: asyncio.subprocess.Process, address: Address) -> None:
        self.address = address
        self._process = process
        self._draining = asyncio.create_task(_drain(process))
        self._watching: asyncio.Task[None] | None = None

    @classmethod
    async def start(cls, command: Sequence[str], log: Path) -> ServerProcess:
        """Starts a server and waits until it listens; raises ServerFailed."""
        with _opened(log) as errors:
            start_of_log = errors.tell()
            process = await _spawn(command, errors)
        try:
            async with asyncio.timeout(START_SECONDS):
                return cls(process, await _listening(process))
        except (TimeoutError, BadAddress, EOFError) as trouble:
            await _end(process)
            if isinstance(trouble, TimeoutError):
                raise ServerFailed(f"The server did not start within {START_SECONDS:.0f} seconds; try again.") from None
            raise ServerFailed(_last_words(log, start_of_log)) from None
        except BaseException:
            await _end(process)
            raise

    def when_lost(self, tell: Callable[[], Awaitable[None]]) -> None:
        """Calls `tell` if the server ends without having been asked to."""

        async def watch() -> None:
            await self._process.wait()
            await tell()

        self._watching = asyncio.create_task(watch())

    async def stop(self) -> None:
        """Ends the server: asks it, then insists."""
        if self._watching is not None:
            self._watching.cancel()
        await _end(self._process)
        await self._draining


async def _spawn(command: Sequence[str], errors: BinaryIO) -> asyncio.subprocess.Process:
    # Of its own session, so that a Ctrl+C or a closed terminal reaches the server only through the client.
    try:
        return await asyncio.create_subprocess_exec(
            *command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            start_new_session=sys.platform != "win32",
        )
    except OSError as error:
        raise ServerFailed(f"The server cannot be started: {error.strerror}.") from None


def _opened(log: Path) -> BinaryIO:
    try:
        log.parent.mkdir(parents=True, exist_ok=True)
        large = log.exists() and log.stat().st_size > _LARGE_LOG
        return log.open("wb" if large else "ab")
    except OSError as error:
        raise ServerFailed(f"The server's log {log} cannot be written: {error.strerror}.") from None


async def _listening(process: asyncio.subprocess.Process) -> Address:
    assert process.stdout is not None
    while line := await process.stdout.readline():
        found = _LISTENS.search(line.decode("utf-8", "replace"))
        if found:
            return parse_address(found[1])
    raise EOFError


async def _drain(process: asyncio.subprocess.Process) -> None:
    assert process.stdout is not None
    with contextlib.suppress(ValueError):
        while await process.stdout.read(4096):
            pass


async def _end(process: asyncio.subprocess.Process) -> None:
    assert process.stdin is not None
    process.stdin.close()
    for insist in (process.terminate, process.kill):
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await process.wait()
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                insist()
    await process.wait()


def _last_words(log: Path, start: int) -> str:
    """The last line that the server wrote, which says what is wrong."""
    with contextlib.suppress(OSError), log.open("rb") as file:
        file.seek(start)
        lines = file.read().decode("utf-8", "replace").split("\n")
        words = [cleaned for line in lines if (cleaned := clean_line(line, _LONGEST_SENTENCE))]
        if words:
            return words[-1].removeprefix("Error: ")
    return f"The server ended before it listened; its log is {log}."
