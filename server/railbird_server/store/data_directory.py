"""The directory in which a server keeps what outlives it: for its owner alone, and for one server at a time.

Its files are written whole or not at all.
"""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import platformdirs
from filelock import FileLock, Timeout

from railbird_server.store.protocols import StoreError
from railbird_shared.network.run_file import HOSTED_FOLDER_NAME, RUN_FILE_NAME, SERVER_FOLDER_NAME

if sys.platform != "win32":
    import fcntl

DATABASE_NAME = "railbird.db"
LOCK_NAME = "server.lock"
CERTIFICATE_NAME = "certificate.pem"

ANOTHER = "choose another directory with --data"

_LOGS = ("-wal", "-journal")
"""The endings that SQLite adds to the name of a database for the files that hold its latest changes."""

APPLICATION_ID = 0x5241_494C
"""Marks a database as ours: "RAIL"."""

_ID_AT = slice(68, 72)
"""Where the file format of SQLite has the application's id."""


def server_folder() -> Path:
    """Returns where this system keeps the data of a user's server."""
    return _user_data_folder() / SERVER_FOLDER_NAME


def hosted_folder() -> Path:
    """Returns where this system keeps the data of the game that a user hosts with `railbird host`."""
    return _user_data_folder() / HOSTED_FOLDER_NAME


def relay_folder() -> Path:
    """Returns where this system keeps the certificate and the rooms of a user's relay."""
    return _user_data_folder() / "relay"


def _user_data_folder() -> Path:
    return Path(platformdirs.user_data_dir("railbird", appauthor=False))


class DataDirectory:
    """A data directory that this process has for itself until `close`; `database` is the file in it.

    It is made if it is not there yet. Raises StoreError where it cannot be used, another server uses it, others may
    write it, or its database has lost its content.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.database = path / DATABASE_NAME
        try:
            with contextlib.ExitStack() as locks:
                path.mkdir(mode=0o700, parents=True, exist_ok=True)
                _check_owner(path)
                _lock_folder(path, locks)
                lock = FileLock(path / LOCK_NAME, mode=0o600, timeout=0)
                lock.acquire()
                locks.callback(lock.release)
                _check_not_lost(self.database)
                self._locks = locks.pop_all()
        except Timeout:
            raise StoreError(f"Another server keeps its tables in {path}: stop it, or {ANOTHER}.") from None
        except FileExistsError:
            raise StoreError(f"{path} is no directory: {ANOTHER}.") from None
        except OSError as error:
            raise StoreError(f"{path} cannot be used ({error.strerror}): {ANOTHER}, or --memory for none.") from None

    def close(self) -> None:
        """Lets other servers have the directory."""
        self._locks.close()


def _check_owner(path: Path) -> None:
    """Raises StoreError for a directory of another user, or one in which others may change what is kept."""
    if sys.platform == "win32":
        return
    own, found = os.geteuid(), path.stat()
    if found.st_uid != own or path.lstat().st_uid not in (own, 0):
        raise StoreError(f"{path} belongs to another user: {ANOTHER}.")
    if found.st_mode & 0o022:
        raise StoreError(f"Others may write in {path}: take that from them with `chmod go-w {path}`, or {ANOTHER}.")


def _lock_folder(path: Path, locks: contextlib.ExitStack) -> None:
    """Locks the folder itself, which nobody can take away as they can a lock in it; raises Timeout.

    Windows removes no file that is locked, and some network file systems lock no folders: there the file alone counts.
    """
    if sys.platform != "win32":
        descriptor = os.open(path, os.O_RDONLY)
        locks.callback(os.close, descriptor)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Timeout(str(path)) from None
        except OSError:
            return


def _check_not_lost(database: Path) -> None:
    """Raises StoreError for a database without content beside what a server has left, which SQLite would begin anew.

    A file of 0 bytes or 1 is an empty database to SQLite, and it deletes the log of such a one.
    """
    file = database.resolve()
    size = file.stat().st_size if file.exists() else None
    if size is not None and size > 1:
        return
    logs = [log for log in (file.with_name(file.name + each) for each in _LOGS) if log.exists()]
    beside = [each for each in sorted(database.parent.iterdir()) if _is_left_by_server(each)]
    remains = logs or (beside if size is not None else [])
    if remains:
        raise StoreError(
            f"{database} has lost its content, for {remains[0].name} of a server lies beside it: move every "
            f"{DATABASE_NAME}* away, and put a backup in its place or begin anew."
        )


def _is_left_by_server(file: Path) -> bool:
    """Whether a file is one that a server leaves in its directory, or a backup."""
    if file.name in (DATABASE_NAME, LOCK_NAME) or not file.is_file():
        return False
    if file.name.startswith(DATABASE_NAME) or file.name in (CERTIFICATE_NAME, RUN_FILE_NAME):
        return True
    with contextlib.suppress(OSError), file.open("rb") as opened:
        return opened.read(_ID_AT.stop)[_ID_AT] == APPLICATION_ID.to_bytes(4, "big")
    return False


@contextlib.contextmanager
def unfinished_file(path: Path, *, durable: bool = True) -> Iterator[Path]:
    """Makes a file beside a path, which takes its place when the context ends well, and goes if it does not.

    A `durable` one is on the disk before. Raises OSError.
    """
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")  # readable by its owner alone
    os.close(handle)
    unfinished = Path(name)
    try:
        yield unfinished
        if durable:
            with unfinished.open("rb+") as file:
                os.fsync(file.fileno())
        unfinished.replace(path)
    except BaseException:  # Ctrl+C, too: half a file is no use to anybody
        unfinished.unlink(missing_ok=True)
        raise
