"""The version of this program."""

from __future__ import annotations

from functools import cache
from importlib import metadata


@cache
def program_version() -> str:
    """Returns the version as it is installed, empty for a checkout that nobody has installed."""
    try:
        return metadata.version("railbird")
    except metadata.PackageNotFoundError:
        return ""
