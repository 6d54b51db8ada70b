"""A server for one player against bots: a child process that ends when the client ends, even by a crash.

The client connects to it over a socket as to any other server. The child ends when its standard input closes. What it
writes goes to a log file, never to the terminal.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import subprocess
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import BinaryIO

import platformdirs

from railbird_shared.network.address import Address, BadAddress, parse_address
from railbird_shared.text.text_cleaning import clean_line

START_TIMEOUT_SECONDS = 60.0
"""How long a server may take to say where it listens."""

STOP_TIMEOUT_SECONDS = 3.0
"""How long a server may take to end before it is terminated, and again before it is killed."""

_LISTENING_LINE = re.compile(r"Railbird listens on (wss?://\S+)")
_MAX_LOG_BYTES = 1_000_000
_MAX_SENTENCE_LENGTH = 300


class ServerStartFailed(Exception):
    """The server did not start; the message is a sentence for the player."""


LOG_FILE_NAME = "server.log"


def log_path() -> Path:
    """Returns the path of the log of servers for one player against bots."""
    return Path(platformdirs.user_log_dir("railbird", appauthor=False)) / LOG_FILE_NAME


def short_path(path: Path) -> str:
    """Returns a path as a sentence names it, with ~ for the player's home."""
    home = Path.home()
    return str(Path("~") / path.relative_to(home)) if path.is_relative_to(home) else str(path)


def serve_command(*, host: str = "127.0.0.1", port: int = 0, arguments: Sequence[str] = ()) -> tuple[str, ...]:
    """Returns the command that runs a server; `arguments` are its further options."""
    listen_arguments = ("--host", host, "--port", str(port))
    # -P: files in the current folder are not imported in place of the server's modules.
    return (sys.executable, "-P", "-m", "railbird_server", "serve", *listen_arguments, *arguments)


class ServerProcess:
    """A running server process."""

    def __init__(self, process: asyncio.subprocess.Process, address: Address) -> None:
        self.address = address
        self._process = process
        self._drain_task = asyncio.create_task(_drain_stdout(process))
        self._exit_watcher: asyncio.Task[None] | None = None

    @classmethod
    async def start(cls, command: Sequence[str], log: Path) -> ServerProcess:
        """Starts a server and waits until it listens; raises ServerStartFailed."""
        with open_log(log) as errors:
            log_offset = errors.tell()
            process = await _spawn(command, errors)
        try:
            async with asyncio.timeout(START_TIMEOUT_SECONDS):
                return cls(process, await _read_address(process))
        except (TimeoutError, BadAddress, EOFError) as trouble:
            await _terminate(process)
            if isinstance(trouble, TimeoutError):
                raise ServerStartFailed(
                    f"The server did not start within {START_TIMEOUT_SECONDS:.0f} seconds; try again."
                ) from None
            raise ServerStartFailed(last_log_line(log, log_offset)) from None
        except BaseException:  # a cancelled start, too: the process does not outlive it
            await _terminate(process)
            raise

    def on_unexpected_exit(self, callback: Callable[[], Awaitable[None]]) -> None:
        """Calls `callback` if the server ends before `stop` is called."""

        async def wait_for_exit() -> None:
            await self._process.wait()
            await callback()

        self._exit_watcher = asyncio.create_task(wait_for_exit())

    async def stop(self) -> None:
        """Ends the server: closes its input, then terminates it, then kills it."""
        if self._exit_watcher is not None:
            self._exit_watcher.cancel()
        await _terminate(self._process)
        self._drain_task.cancel()
        await asyncio.gather(self._drain_task, return_exceptions=True)
        # asyncio closes a pipe only at its end, which never comes where another process holds it
        self._process._transport.close()  # type: ignore[attr-defined]  # noqa: SLF001
        await asyncio.sleep(0)


async def _spawn(command: Sequence[str], errors: BinaryIO) -> asyncio.subprocess.Process:
    # In a session of its own, so that Ctrl+C and a closed terminal reach the server only through the client.
    try:
        return await asyncio.create_subprocess_exec(
            *command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            start_new_session=sys.platform != "win32",
        )
    except OSError as error:
        raise ServerStartFailed(f"The server cannot be started: {error.strerror}.") from None


def open_log(log: Path) -> BinaryIO:
    """Opens the log of a server to be written at its end, emptied if it is large; raises ServerStartFailed."""
    try:
        log.parent.mkdir(parents=True, exist_ok=True)
        if log.exists() and log.stat().st_size > _MAX_LOG_BYTES:
            os.truncate(log, 0)
        return log.open("ab")  # always at the end: another server may write there as well
    except OSError as error:
        raise ServerStartFailed(f"The server's log {short_path(log)} cannot be written: {error.strerror}.") from None


async def _read_address(process: asyncio.subprocess.Process) -> Address:
    assert process.stdout is not None
    while line := await process.stdout.readline():
        matched = _LISTENING_LINE.search(line.decode("utf-8", "replace"))
        if matched:
            return parse_address(matched[1])
    raise EOFError


async def _drain_stdout(process: asyncio.subprocess.Process) -> None:
    assert process.stdout is not None
    with contextlib.suppress(ValueError):
        while await process.stdout.read(4096):
            pass


async def _terminate(process: asyncio.subprocess.Process) -> None:
    assert process.stdin is not None
    process.stdin.close()
    for signal_process in (process.terminate, process.kill, None):
        try:
            async with asyncio.timeout(STOP_TIMEOUT_SECONDS):
                await process.wait()
                return
        except TimeoutError:  # even after the end of the server, where another process holds its output
            if signal_process is not None:
                with contextlib.suppress(ProcessLookupError):
                    signal_process()


def last_log_line(log: Path, start: int) -> str:
    """Returns the last line that the server wrote, which says what is wrong."""
    with contextlib.suppress(OSError), log.open("rb") as file:
        file.seek(start)
        lines = file.read().decode("utf-8", "replace").split("\n")
        sentences = [cleaned for line in lines if (cleaned := clean_line(line, _MAX_SENTENCE_LENGTH))]
        if sentences:
            return sentences[-1].removeprefix("Error: ")
    return f"The server ended before it listened; its log is {short_path(log)}."
