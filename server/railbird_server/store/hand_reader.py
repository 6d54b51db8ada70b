"""The thread that reads finished hands from a database, with a connection of its own beside the one that writes."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from railbird_server.store.protocols import StoreError

Result = TypeVar("Result")


class HandReader:
    """Reads the database at `path`, one question at a time; the file is opened with the first of them."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="hand reader")
        self._connection: sqlite3.Connection | None = None

    async def run(self, read: Callable[[sqlite3.Connection], Result]) -> Result:
        """Returns what `read` finds in the database; raises StoreError."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._run, read)

    async def close(self) -> None:
        """Answers the questions that wait, and closes the file."""
        await asyncio.get_running_loop().run_in_executor(None, self._thread.shutdown)  # one of them may still open it
        self._close()

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()

    def _run(self, read: Callable[[sqlite3.Connection], Result]) -> Result:
        try:
            if self._connection is None:
                uri = f"{self._path.absolute().as_uri()}?mode=ro"
                self._connection = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
            return read(self._connection)
        except sqlite3.Error as error:
            raise StoreError(f"The hands cannot be read: {error}.") from None
