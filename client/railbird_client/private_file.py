"""Files that only the player may read, replaced as a whole."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write_private_file(path: Path, content: bytes) -> None:
    """Writes a file in one step, readable by its owner alone; raises OSError and leaves the old one then."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}-")  # readable by its owner alone
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
