"""The processes that think for bots, as the system lists them."""

from __future__ import annotations

import time
from pathlib import Path

from support.timeouts import TIMEOUT_SECONDS


def worker_processes(parent: int) -> list[int]:
    """Returns the ids of the running processes that a server has started to think for bots."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            stat = (folder / "stat").read_text().rpartition(")")[2].split()
            command = (folder / "cmdline").read_bytes()
        except OSError:  # it has ended meanwhile
            continue
        if int(stat[1]) == parent and b"railbird_server.bots.bot:answer" in command:
            found.append(int(folder.name))
    return found


def wait_until_ended(processes: list[int]) -> None:
    """Waits until none of the processes runs."""
    give_up_at = time.monotonic() + TIMEOUT_SECONDS
    while running := [process for process in processes if Path(f"/proc/{process}").exists()]:
        assert time.monotonic() < give_up_at, f"{running} still run"
        time.sleep(0.01)
