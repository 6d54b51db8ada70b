"""Files that a server writes whole or not at all, readable by their owner alone."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path


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
