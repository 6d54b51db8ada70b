"""Records that the player keeps in files which nobody else may read: replaced as a whole, set aside where damaged."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from contextvars import ContextVar
from pathlib import Path
from typing import Generic, TypeVar

import msgspec
from msgspec import Struct

RecordT = TypeVar("RecordT", bound=Struct)

has_own_machine: ContextVar[bool] = ContextVar("has_own_machine", default=True)
"""Whether the player sits at this machine; a guest who came over a line names no file of it."""

NO_FILES = "You are a guest on your host's machine, where no file of yours is read or written."


class RecordFile(Generic[RecordT]):
    """Reads and writes one record; once the file has failed, or without `kept`, it lasts for this run alone.

    `error_message` is a sentence once the file has failed, empty otherwise. It says what the record is, by `what`, and
    how the player goes on without it, by `then`. A `durable` one waits for the disk each time.
    """

    def __init__(
        self, path: Path, empty: RecordT, *, what: str, then: str, kept: bool = True, durable: bool = True
    ) -> None:
        self.path = path
        self.error_message = ""
        self._empty = empty
        self._what = what
        self._then = then
        self._durable = durable
        self._unsaved: RecordT | None = None if kept else empty

    def load(self) -> RecordT:
        """Reads the record, which is empty where there is no file, or one that cannot be read."""
        if self._unsaved is not None:
            return self._unsaved
        try:
            return self.decode(self.path.read_bytes())
        except (FileNotFoundError, NotADirectoryError):
            return self._empty
        except OSError as error:
            self._unsaved = self._empty  # a file that cannot be read is not overwritten
            self.error_message = f"The {self._what} in {self.path} cannot be read ({error.strerror}){self._then}."
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            self._set_aside()
        return self._empty

    def decode(self, content: bytes) -> RecordT:
        """Returns the record that a file holds; raises DecodeError."""
        return msgspec.json.decode(content, type=type(self._empty))

    def update(self, change: Callable[[RecordT], RecordT]) -> RecordT:
        """Reads the record, changes it and writes it; a change that cannot be written lasts for this run."""
        changed = change(self.load())
        if self._unsaved is not None:
            self._unsaved = changed
            return changed
        try:
            content = msgspec.json.format(msgspec.json.encode(changed), indent=2) + b"\n"
            write_private_file(self.path, content, durable=self._durable)
        except OSError as error:
            self._unsaved = changed
            self.error_message = f"The {self._what} cannot be kept in {self.path}: {error.strerror}."
        return changed

    @property
    def is_kept(self) -> bool:
        """Whether the record is in the file, and not for this run alone."""
        return self._unsaved is None

    def take_error(self) -> str:
        """Returns what is wrong with the file, once."""
        error, self.error_message = self.error_message, ""
        return error

    def _set_aside(self) -> None:
        aside = self.path.with_name(f"{self.path.stem}-broken{self.path.suffix}")
        try:
            self.path.replace(aside)
        except OSError as error:
            self._unsaved = self._empty
            self.error_message = (
                f"The {self._what} in {self.path} are damaged and cannot be set aside ({error.strerror}){self._then}."
            )
        else:
            self.error_message = f"The {self._what} were damaged and are set aside as {aside}{self._then}."


def write_private_file(path: Path, content: bytes, *, durable: bool = True) -> None:
    """Writes a file in one step, readable by its owner alone; raises OSError and leaves the old one then.

    A `durable` one waits for the disk.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}-")  # readable by its owner alone
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            if durable:
                os.fsync(file.fileno())
        temporary.replace(path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
