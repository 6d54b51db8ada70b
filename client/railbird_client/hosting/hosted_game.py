"""The player's own server: its process, and the game that runs on it.

The server says in its run file where it listens. A client of the same player finds it there and comes back, so that a
crash, a closed window or a lost connection to the machine ends nothing.

A server of a game against bots is a child that ends when its standard input closes. The client connects to it over a
socket as to any other server; its output goes to a log file, never to the terminal.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import BinaryIO, NamedTuple

import msgspec
import platformdirs
from msgspec import Struct

from railbird_client.player_requests import HostTable
from railbird_shared.network.address import Address, BadAddress, parse_address
from railbird_shared.network.doors import DOORS_FILE_NAME, MAX_DOORS_FILE_BYTES, Doors, decode_doors
from railbird_shared.network.run_file import (
    HOSTED_FOLDER_NAME,
    MAX_RUN_FILE_BYTES,
    RUN_FILE_NAME,
    RelayState,
    RunFile,
    decode_run_file,
)
from railbird_shared.text.text_cleaning import clean_line

START_TIMEOUT_SECONDS = 60.0
"""How long a server may take to say where it listens."""

STOP_TIMEOUT_SECONDS = 3.0
"""How long a server may take to end before it is terminated, and again before it is killed."""

LOG_FILE_NAME = "server.log"
_LISTENING_LINE = re.compile(r"Railbird listens on (wss?://\S+)")
_NO_START = "The server cannot be started"
_TOO_SLOW = f"The server did not start within {START_TIMEOUT_SECONDS:.0f} seconds; try again."
_MAX_LOG_BYTES = 1_000_000
_MAX_SENTENCE_LENGTH = 300


class ServerStartFailed(Exception):
    """The server did not start; the message is a sentence for the player."""


@contextlib.contextmanager
def _explained(what: str, then: str = ".") -> Iterator[None]:
    """Has an OSError say what has failed, and what the player can do `then`."""
    try:
        yield
    except OSError as error:
        raise ServerStartFailed(f"{what}: {error.strerror}{then}") from None


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
    program = (sys.executable, "-P", "-m", "railbird_server", "serve", "--log-format", "text")
    return (*program, *listen_arguments, *arguments)


class ServerProcess(NamedTuple):
    """A running server process, and where it listens."""

    process: asyncio.subprocess.Process
    address: Address


@asynccontextmanager
async def run_server(command: Sequence[str], log: Path, on_lost: Callable[[], object]) -> AsyncIterator[ServerProcess]:
    """Runs a server as long as the context lasts, from when it listens; raises ServerStartFailed.

    At the end its input is closed, then it is terminated, then killed. `on_lost` is called if it ends by itself.
    """
    server = await _start(command, log)
    process = server.process

    async def watch() -> None:
        await process.wait()
        on_lost()

    watching, draining = asyncio.create_task(watch()), asyncio.create_task(_drain_stdout(process))
    try:
        yield server
    finally:
        watching.cancel()
        await _terminate(process)
        draining.cancel()
        await asyncio.gather(draining, return_exceptions=True)
        # asyncio closes a pipe only at its end, which never comes where another process holds it
        process._transport.close()  # type: ignore[attr-defined]  # noqa: SLF001
        await asyncio.sleep(0)


async def _start(command: Sequence[str], log: Path) -> ServerProcess:
    """Starts a server and waits until it listens; raises ServerStartFailed."""
    with open_log(log) as errors, _explained(_NO_START):
        log_offset = errors.tell()
        # in a session of its own, so that Ctrl+C and a closed terminal reach the server only through the client
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            start_new_session=sys.platform != "win32",
        )
    try:
        async with asyncio.timeout(START_TIMEOUT_SECONDS):
            return ServerProcess(process, await _read_address(process))
    except (TimeoutError, BadAddress, EOFError) as trouble:
        await _terminate(process)
        why = _TOO_SLOW if isinstance(trouble, TimeoutError) else last_log_line(log, log_offset)
        raise ServerStartFailed(why) from None
    except BaseException:  # a cancelled start, too: the process does not outlive it
        await _terminate(process)
        raise


def open_log(log: Path) -> BinaryIO:
    """Opens the log of a server to be written at its end, emptied if it is large; raises ServerStartFailed."""
    with _explained(f"The server's log {short_path(log)} cannot be written"):
        log.parent.mkdir(parents=True, exist_ok=True)
        if log.exists() and log.stat().st_size > _MAX_LOG_BYTES:
            os.truncate(log, 0)
        return log.open("ab")  # always at the end: another server may write there as well


async def _read_address(process: asyncio.subprocess.Process) -> Address:
    assert process.stdout is not None
    while line := await process.stdout.readline():
        if matched := _LISTENING_LINE.search(line.decode("utf-8", "replace")):
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


UNATTENDED_SECONDS = 600
"""How long a hosted server waits for people before it ends; its tables are kept."""

KEPT_SECONDS = 24 * 3600
"""How long a hosted table waits for people who have all lost their connection."""

POLL_SECONDS = 0.02
"""How often a server that starts or ends is looked at."""

WATCH_SECONDS = 1.0
"""How often a server that runs is looked at."""

OPTIONS_FILE_NAME = "options.json"


def default_folder() -> Path:
    """Returns the folder where this system keeps the data of a user's hosted game."""
    return Path(platformdirs.user_data_dir("railbird", appauthor=False)) / HOSTED_FOLDER_NAME


class GameLeft(StrEnum):
    """A game that its host has left: it runs, or its tables wait to go on."""

    RUNNING = "your game of this evening is still running"
    KEPT = "your last game waits to go on, with everybody's chips"


@dataclass(frozen=True, slots=True)
class RunningGame:
    """A hosted server that runs: where it is, its process, and the secret by which its owner may end it."""

    address: Address
    pid: int
    owner: str = field(repr=False)


class _StartedGame(Struct, frozen=True):
    """With which options the server of a process was started."""

    pid: int
    options: dict[str, str]


class HostedGame:
    """The hosted game whose data are in `folder`, and the log of its server in `log`."""

    def __init__(self, folder: Path | None = None) -> None:
        """The game is kept in a folder, without one in the usual one of this system."""
        self.folder = folder or default_folder()
        self.log = self.folder / LOG_FILE_NAME
        self._child: subprocess.Popen[bytes] | None = None

    @property
    def left(self) -> GameLeft | None:
        """How the player's last game is to be found, None if it was ended."""
        if self.find() is not None:
            return GameLeft.RUNNING
        return GameLeft.KEPT if self._read_run_file() is not None else None

    @property
    def port(self) -> int:
        """The port of a game that runs or waits to go on, 0 where there is none."""
        said = self._read_run_file()
        with contextlib.suppress(BadAddress):
            return parse_address(said.address).port if said is not None else 0
        return 0

    @property
    def relay(self) -> RelayState | None:
        """The relay of the game that runs, None without one."""
        said = self._read_run_file()
        return said.relay if said is not None else None

    @property
    def doors(self) -> Doors | None:
        """The doors for guests of the game that runs, None before they are open."""
        with contextlib.suppress(OSError), (self.folder / DOORS_FILE_NAME).open("rb") as file:
            return decode_doors(file.read(MAX_DOORS_FILE_BYTES))
        return None

    def find(self) -> RunningGame | None:
        """Returns the game that runs, None if its process is gone or its run file says nothing."""
        said = self._read_run_file()
        if said is None or not said.pid or self._is_gone(said.pid):
            return None
        with contextlib.suppress(BadAddress):
            return RunningGame(parse_address(said.address), said.pid, said.owner)
        return None

    async def start(self, command: Sequence[str]) -> RunningGame:
        """Starts a server that outlives this client and waits until it listens; raises ServerStartFailed.

        Where another client starts the same game at the same time, both come to the one server.
        """
        what = f"The folder {self.folder} for the data of your game cannot be made"
        with _explained(what, "; choose another with --data."):
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        before = self._read_run_file()
        with open_log(self.log) as output, _explained(_NO_START):
            offset = output.tell()
            self._child = child = _spawn_detached(command, output)
        try:
            async with asyncio.timeout(START_TIMEOUT_SECONDS):
                while True:
                    ended = child.poll() is not None
                    running = self.find()
                    if running is not None and (self._read_run_file() != before or (ended and await answers(running))):
                        if running.pid != child.pid and sys.platform != "win32":  # there, a launcher starts Python
                            child.terminate()  # another client was quicker
                        return running
                    if ended:
                        raise ServerStartFailed(last_log_line(self.log, offset))
                    await asyncio.sleep(POLL_SECONDS)
        except TimeoutError:
            child.kill()
            raise ServerStartFailed(_TOO_SLOW) from None
        except asyncio.CancelledError:
            child.terminate()
            raise

    async def wait_until_gone(self, running: RunningGame, *, seconds: float = WATCH_SECONDS) -> None:
        """Waits until the server has ended, looking every so many seconds."""
        while not self._is_gone(running.pid):  # noqa: ASYNC110  no event tells of another client's process
            await asyncio.sleep(seconds)

    async def wait_until_ended(self, running: RunningGame) -> None:
        """Waits for a server that has agreed to end; kills one that does not, and waits a while longer."""
        if await self._is_soon_gone(running):
            return
        with contextlib.suppress(OSError):
            os.kill(running.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
        await self._is_soon_gone(running)  # where only the run file tells, nobody removes that of a killed server

    async def _is_soon_gone(self, running: RunningGame) -> bool:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(STOP_TIMEOUT_SECONDS):
                await self.wait_until_gone(running, seconds=POLL_SECONDS)
                return True
        return False

    def stop_started(self) -> None:
        """Terminates the server that this client has started, if it runs."""
        if self._child is not None and self._child.poll() is None:
            self._child.terminate()

    # --- what the game was started with ------------------------------------------------------------------------------

    def note_options(self, running: RunningGame, options: Mapping[str, str]) -> None:
        """Keeps the options with which a game was started."""
        content = msgspec.json.encode(_StartedGame(running.pid, dict(options)))
        with contextlib.suppress(OSError):  # without them the player is asked
            (self.folder / OPTIONS_FILE_NAME).write_bytes(content)

    def was_started_with(self, running: RunningGame, options: Mapping[str, str]) -> bool:
        """Whether a game that runs was started with these options, and any others."""
        with contextlib.suppress(OSError, msgspec.DecodeError, UnicodeError, RecursionError):
            content = (self.folder / OPTIONS_FILE_NAME).read_bytes()
            started = msgspec.json.decode(content, type=_StartedGame)
            return started.pid == running.pid and options.items() <= started.options.items()
        return False

    async def runs_otherwise(self, plan: HostTable) -> bool:
        """Whether the game runs, and was started with other options than those that a plan names."""
        if (running := self.find()) is None:
            return False
        named = {name: value for name, value in plan.options.items() if name in plan.chosen}
        if not plan.has_new_password and self.was_started_with(running, named):
            return False
        return await answers(running)

    # --- the folder and the process ----------------------------------------------------------------------------------

    def _read_run_file(self) -> RunFile | None:
        with contextlib.suppress(OSError), (self.folder / RUN_FILE_NAME).open("rb") as file:
            return decode_run_file(file.read(MAX_RUN_FILE_BYTES))
        return None

    def _is_gone(self, pid: int) -> bool:
        """Whether there is no process of that number; where the system cannot say, whether the run file is gone."""
        if self._child is not None and self._child.poll() is not None and self._child.pid == pid:
            return True
        if sys.platform == "win32":
            said = self._read_run_file()
            return said is None or said.pid != pid
        try:
            os.kill(pid, 0)
        except (ProcessLookupError, PermissionError):  # gone, or somebody else's by now
            return True
        return False


async def answers(running: RunningGame) -> bool:
    """Whether a server listens where a game is said to run, with the game's certificate if it has one."""
    from railbird_client.network import first_contact  # noqa: PLC0415  takes its time
    from railbird_shared.network.websocket import CONNECTION_ERRORS  # noqa: PLC0415

    address = running.address
    with contextlib.suppress(*CONNECTION_ERRORS):
        if address.fingerprint:
            return await first_contact.find_fingerprint(address, STOP_TIMEOUT_SECONDS) == address.fingerprint
        async with asyncio.timeout(STOP_TIMEOUT_SECONDS):
            await first_contact.connect(address)
            return True
    return False


def _spawn_detached(command: Sequence[str], output: BinaryIO) -> subprocess.Popen[bytes]:
    # In a session of its own and with no terminal, so that nothing that ends the client reaches it.
    flags, nothing = 0, subprocess.DEVNULL
    if sys.platform == "win32":
        flags = subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP
    apart = sys.platform != "win32"
    return subprocess.Popen(  # noqa: S603
        command, stdin=nothing, stdout=nothing, stderr=output, creationflags=flags, start_new_session=apart
    )
