"""Stores on a disk that is full until there is room: for some tables, or for all that is written."""

from __future__ import annotations

import asyncio
from pathlib import Path

from railbird_server.store.commit_thread import Work
from railbird_server.store.memory import MemoryStore
from railbird_server.store.protocols import NotKept
from railbird_server.store.records import Change, Owned
from railbird_server.store.sqlite import SqliteStore

DISK_FULL = "The disk is full: make room, and the tables go on by themselves."
"""What the writer of a database says then."""


class FullDisk(MemoryStore):
    """A store without room for the tables in `full`; `refused_often` is set once it has refused four times."""

    def __init__(self) -> None:
        super().__init__()
        self.full: set[str] = set()
        self.refused = 0
        self.refused_often = asyncio.Event()

    async def append(self, owned: Owned, change: Change) -> None:  # noqa: ARG002  it keeps nothing anyway
        """Keeps a change where there is room."""
        await asyncio.sleep(0)
        if owned.table in self.full:
            self.refused += 1
            if self.refused == 4:
                self.refused_often.set()
            raise NotKept(DISK_FULL)


class FullDatabase(SqliteStore):
    """A store in a database that can be read, and keeps nothing while `full`."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.full = False
        self._write = self._writer.write
        self._writer.write = self._write_if_not_full  # type: ignore[method-assign]

    async def _write_if_not_full(self, work: Work) -> None:
        await asyncio.sleep(0)
        if self.full:
            raise NotKept(DISK_FULL)
        await self._write(work)
