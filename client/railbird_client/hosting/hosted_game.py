"""The game that the player hosts: a server of its own that outlives the client and its terminal.

The server says in its run file where it listens. A client of the same player finds it there and comes back, so that a
crash, a closed window or a lost connection to the machine ends nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import BinaryIO

import msgspec
import platformdirs
from msgspec import Struct

from railbird_client.hosting.server_process import (
    LOG_FILE_NAME,
    START_TIMEOUT_SECONDS,
    STOP_TIMEOUT_SECONDS,
    ServerStartFailed,
    last_log_line,
    open_log,
)
from railbird_shared.network.address import Address, BadAddress, parse_address
from railbird_shared.network.run_file import MAX_RUN_FILE_BYTES, RUN_FILE_NAME, RunFile, decode_run_file

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
    return Path(platformdirs.user_data_dir("railbird", appauthor=False)) / "host"


class GameLeft(StrEnum):
    """A game that its host has left: it runs, or its tables wait to go on."""

    RUNNING = "running"
    KEPT = "kept"


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
    """The hosted game whose data are in `folder`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._child: subprocess.Popen[bytes] | None = None

    @property
    def left(self) -> GameLeft | None:
        """How the player's last game is to be found, None if it was ended."""
        if self.find() is not None:
            return GameLeft.RUNNING
        return GameLeft.KEPT if self._read_run_file() is not None else None

    def find(self) -> RunningGame | None:
        """Returns the game that runs, None if its process is gone or its run file says nothing."""
        said = self._read_run_file()
        if said is None or not said.pid or self._is_gone(said.pid):
            return None
        with contextlib.suppress(BadAddress):
            return RunningGame(parse_address(said.address), said.pid, said.owner)
        return None

    @property
    def log(self) -> Path:
        """The path of the log of the game's server."""
        return self.folder / LOG_FILE_NAME

    async def start(self, command: Sequence[str]) -> RunningGame:
        """Starts a server that outlives this client and waits until it listens; raises ServerStartFailed.

        Where another client starts the same game at the same time, both come to the one server.
        """
        self._prepare_folder()
        before = self._read_run_file()
        with open_log(self.log) as output:
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
            raise ServerStartFailed(
                f"The server did not start within {START_TIMEOUT_SECONDS:.0f} seconds; try again."
            ) from None
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

    # --- the folder and the process ----------------------------------------------------------------------------------

    def _prepare_folder(self) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise ServerStartFailed(
                f"The folder {self.folder} for the data of your game cannot be made: {error.strerror}; choose another "
                "with --data."
            ) from None

    def _read_run_file(self) -> RunFile | None:
        try:
            with (self.folder / RUN_FILE_NAME).open("rb") as file:
                return decode_run_file(file.read(MAX_RUN_FILE_BYTES))
        except OSError:
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
        except ProcessLookupError:
            return True
        except PermissionError:  # it is somebody else's by now
            return True
        return False


async def answers(running: RunningGame) -> bool:
    """Whether anything listens where a game is said to run."""
    try:
        async with asyncio.timeout(STOP_TIMEOUT_SECONDS):
            _, writer = await asyncio.open_connection(running.address.host, running.address.port)
    except OSError:
        return False
    writer.close()
    return True


def _spawn_detached(command: Sequence[str], output: BinaryIO) -> subprocess.Popen[bytes]:
    # In a session of its own and with no terminal, so that nothing that ends the client reaches it.
    try:
        if sys.platform == "win32":
            flags = subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP
            return subprocess.Popen(  # noqa: S603
                command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=output, creationflags=flags
            )
        return subprocess.Popen(  # noqa: S603
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=output, start_new_session=True
        )
    except OSError as error:
        raise ServerStartFailed(f"The server cannot be started: {error.strerror}.") from None
