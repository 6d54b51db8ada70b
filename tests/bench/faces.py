"""How soon a guest is at the table and sees their key, over each face of the game, beside the client in a terminal.

    python tests/bench/faces.py [--json]

A server runs with its house of guests, all as programs; the ssh guests come with the OpenSSH client. Nobody acts, so
the table rests while letters are typed into the chat, to the local client and to a guest in turns. Memory is what the
process of the house adds to the machine (Linux only). Figures of a busy machine are worth nothing.
"""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
import tempfile
import termios
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median, quantiles

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.report import Row, print_report
from railbird_shared.network.doors import DOORS_FILE_NAME, decode_doors
from support.ssh_house import SSH, SshHouse, run_ssh_house

COLUMNS, ROWS = 120, 40
STARTS = 5
ROUNDS, LETTERS = 5, 20
GUESTS = 8
TIMEOUT_SECONDS = 60.0
BETWEEN_KEYS = 0.05

CONTROL = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|[P\]].*?\x1b\\)")
SEATED = re.compile(rb"Your turn|Sit out")


class Face:
    """A program in a terminal that paints a table: the times at which it has painted."""

    def __init__(self, process: subprocess.Popen[bytes], handle: int) -> None:
        self.begun = time.perf_counter()
        self.painted = threading.Condition()
        self.times: list[float] = []
        self._process = process
        self._handle = handle
        self._output = b""
        self._is_kept = True
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        while True:
            try:
                content = os.read(self._handle, 65536)
            except OSError:
                return
            if not content:
                return
            with self.painted:
                self.times.append(time.perf_counter())
                if self._is_kept:
                    self._output += content
                self.painted.notify_all()

    def wait_for(self, pattern: re.Pattern[bytes]) -> float:
        """Waits once until a pattern has been painted; returns the seconds since the start."""
        with self.painted:
            found = self.painted.wait_for(lambda: pattern.search(CONTROL.sub(b"", self._output)), TIMEOUT_SECONDS)
            assert found, CONTROL.sub(b"", self._output)[-500:].decode("utf-8", "replace")
            self._is_kept, self._output = False, b""
            return self.times[-1] - self.begun

    def type_keys(self, keys: bytes) -> None:
        os.write(self._handle, keys)

    def time_key(self, key: bytes) -> float:
        """Types a key; returns the seconds until something is painted."""
        with self.painted:
            count = len(self.times)
            begun = time.perf_counter()
            self.type_keys(key)
            assert self.painted.wait_for(lambda: len(self.times) > count, TIMEOUT_SECONDS)
            return self.times[count] - begun

    def time_letters(self, letters: int) -> list[float]:
        """Types letters into the chat, and takes them out again; returns the seconds that each took."""
        self.type_keys(b"\t")
        time.sleep(0.3)
        taken = []
        for number in range(letters):
            taken.append(self.time_key(b"%c" % (ord("a") + number % 26)))
            time.sleep(BETWEEN_KEYS)
        for _ in range(letters):
            self.time_key(b"\x7f")
            time.sleep(BETWEEN_KEYS / 2)
        self.type_keys(b"\x1b")
        time.sleep(0.3)
        return taken

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._handle)


@contextmanager
def show(command: Sequence[str], home: Path) -> Iterator[Face]:
    """Runs a program in a terminal."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (ROWS, COLUMNS))
    folders = {f"XDG_{name.upper()}_HOME": str(home / name) for name in ("config", "state", "data")}
    environment = {**os.environ, **folders, "HOME": str(home), "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
    for name in ("COLORTERM", "PYTHONDONTWRITEBYTECODE"):
        environment.pop(name, None)
    environment["PYTHONPYCACHEPREFIX"] = str(home / "bytecode")  # an installed program has its bytecode
    process = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True
    )
    face = Face(process, ours)
    os.close(theirs)
    try:
        yield face
    finally:
        face.close()


def local_client(house: SshHouse, name: str) -> list[str]:
    """Returns the command of a client that its player has installed."""
    return [sys.executable, "-m", "railbird_client", "join", house.server.address, "--name", name]


def ssh_client(house: SshHouse, name: str) -> list[str]:
    """Returns the command of a guest who has nothing but ssh."""
    return [SSH, *house.options(name), f"{name}@127.0.0.1"]


def memory_mb(pid: int) -> float:
    """Returns what a process takes of the memory: its share of what it shares, and the rest whole."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


def house_process(house: SshHouse) -> int:
    """Returns the process of the house of guests."""
    doors = decode_doors((house.server.directory / DOORS_FILE_NAME).read_bytes())
    assert doors is not None
    return doors.pid


def measure_starts(house: SshHouse, home: Path) -> tuple[list[float], list[float]]:
    """Returns the seconds from the command to the player's seat: of guests, and of local clients."""
    found: tuple[list[float], list[float]] = ([], [])
    for number in range(STARTS + 1):
        for command, taken in zip((ssh_client, local_client), found, strict=True):
            with show(command(house, "Wren" if command is ssh_client else "Ada"), home) as face:
                seconds = face.wait_for(SEATED)
            if number:  # the first start reads files from the disk
                taken.append(seconds)
    return found


def measure_faces(house: SshHouse, home: Path) -> list[Row]:
    """Returns the rows of guests who come with ssh."""
    process = house_process(house)
    empty = memory_mb(process)
    starts, local_starts = measure_starts(house, home)
    with ExitStack() as stack:
        local = stack.enter_context(show(local_client(house, "Ada"), home))
        guests = [stack.enter_context(show(ssh_client(house, "Wren"), home))]
        for face in (local, *guests):
            face.wait_for(SEATED)
        time.sleep(1)
        first = memory_mb(process)
        keys: list[float] = []
        local_keys: list[float] = []
        for _ in range(ROUNDS):
            keys += guests[0].time_letters(LETTERS)
            local_keys += local.time_letters(LETTERS)
        for number in range(1, GUESTS):
            guests.append(stack.enter_context(show(ssh_client(house, f"Guest{number}"), home)))
            guests[-1].wait_for(SEATED)
        time.sleep(1)
        full = memory_mb(process)
        together = type_at_once(guests)

    def row(what: str, ours: float, peer: float | None = None) -> Row:
        return Row(what, "holdem", ours, peer, less_is_better=True)

    return [
        row("ssh: Enter to seat, median (ms)", 1000 * median(starts), 1000 * median(local_starts)),
        row("ssh: key to paint, median (ms)", 1000 * median(keys), 1000 * median(local_keys)),
        row("ssh: key to paint, p95 (ms)", 1000 * p95(keys), 1000 * p95(local_keys)),
        row(f"ssh: {GUESTS} guests type at once, median (ms)", 1000 * median(together)),
        row(f"ssh: {GUESTS} guests type at once, p95 (ms)", 1000 * p95(together)),
        row("house of guests, nobody in (MB)", empty),
        row(f"house of guests, {GUESTS} in (MB)", full),
        row("each guest after the first (MB)", (full - first) / (GUESTS - 1)),
    ]


def type_at_once(faces: Sequence[Face]) -> list[float]:
    """Has all type letters at the same time; returns the seconds that each letter took."""
    with ThreadPoolExecutor(len(faces)) as pool:
        return [seconds for taken in pool.map(lambda face: face.time_letters(LETTERS), faces) for seconds in taken]


def p95(taken: Sequence[float]) -> float:
    return quantiles(taken, n=20)[-1]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, run_ssh_house(Path(folder)) as house:
        rows = measure_faces(house, Path(folder))
    notes = ["The peer is the client in a terminal of the same machine.", f"Load: {os.getloadavg()[0]:.1f}."]
    print_report(rows, notes)


if __name__ == "__main__":
    main()
