"""A store on a disk that is full for some tables until there is room."""

from __future__ import annotations

import asyncio

from railbird_server.store.memory import MemoryStore
from railbird_server.store.records import Change, Owned
from railbird_server.store.seams import NotKept


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
            raise NotKept("The disk is full: make room, and the tables go on by themselves.")
