"""No settings file is read; hypothesis has no deadline, and in CI tries the same cases every time; bytecode is kept."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path

from hypothesis import settings

from support.examples import examples

_BASE_PROFILE = settings.get_profile("ci" if "CI" in os.environ else "default")

settings.register_profile("railbird", _BASE_PROFILE, deadline=None, max_examples=examples(100))
settings.load_profile("railbird")

# Servers that tests start as processes read no settings of the developer either, and keep nothing in their home.
os.environ["RAILBIRD_NO_CONFIG"] = "1"
os.environ["RAILBIRD_MEMORY"] = "1"

if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
    # Hundreds of processes would compile every module anew. Whoever wants no bytecode has none beside the sources.
    sys.pycache_prefix = str(Path(__file__).parent.parent / ".pytest_cache" / "bytecode")
    sys.dont_write_bytecode = False
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix


def pytest_collection_finish() -> None:
    """Spares the garbage collector the thousands of tests and modules, which stay until the end."""
    gc.collect()
    gc.freeze()
