"""The directory in which a server keeps what outlives it: for its owner alone, and for one server at a time."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import platformdirs
from filelock import FileLock, Timeout

from railbird_server.store.seams import StoreError

DATABASE_NAME = "railbird.db"
LOCK_NAME = "server.lock"

ANOTHER = "choose another directory with --data"


def usual_directory() -> Path:
    """Returns where this system keeps the data of a user's server."""
    return Path(platformdirs.user_data_dir("railbird", appauthor=False)) / "server"


class DataDirectory:
    """A data directory that this process has for itself until `close`; `database` is the file in it.

    It is made if it is not there yet. Raises StoreError where it cannot be used, or another server uses it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.database = path / DATABASE_NAME
        try:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            _check_owner(path)
            self._lock = FileLock(path / LOCK_NAME, mode=0o600, timeout=0)
            self._lock.acquire()
        except Timeout:
            raise StoreError(f"Another server keeps its tables in {path}: stop it, or {ANOTHER}.") from None
        except FileExistsError:
            raise StoreError(f"{path} is no directory: {ANOTHER}.") from None
        except OSError as error:
            raise StoreError(f"{path} cannot be used ({error.strerror}): {ANOTHER}, or --memory for none.") from None

    def close(self) -> None:
        """Lets other servers have the directory."""
        self._lock.release()


def _check_owner(path: Path) -> None:
    """Raises StoreError for a directory of another user, who could read what is kept there."""
    if sys.platform != "win32" and path.stat().st_uid != os.geteuid():
        raise StoreError(f"{path} belongs to another user: {ANOTHER}.")
