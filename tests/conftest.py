"""No settings file is read; no database stays open; hypothesis has no deadline and tries the same cases every time."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Generator
from importlib import import_module
from pathlib import Path

import pytest

from support.examples import TRIES_NEW_CASES, examples
from support.open_databases import all_closed, note_databases

# Servers that tests start as processes read no settings of the developer either, and keep nothing in their home.
os.environ["RAILBIRD_NO_CONFIG"] = "1"
os.environ["RAILBIRD_MEMORY"] = "1"

if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
    # Hundreds of processes would compile every module anew. Whoever wants no bytecode has none beside the sources.
    sys.pycache_prefix = str(Path(__file__).parent.parent / ".pytest_cache" / "bytecode")
    sys.dont_write_bytecode = False
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix

from hypothesis import settings  # a hundred modules that pytest rewrites, once the bytecode has its place
from hypothesis.internal.conjecture import providers

if not TRIES_NEW_CASES:
    # The constants of our modules that it tries are those of the modules loaded by then, and so by the tests before.
    providers._get_local_constants = lambda: providers._local_constants

_BASE_PROFILE = settings.get_profile("default" if TRIES_NEW_CASES else "ci")

settings.register_profile("railbird", _BASE_PROFILE, deadline=None, max_examples=examples(100))
settings.load_profile("railbird")

note_databases()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Spares the garbage collector the thousands of tests and modules that stay, and most of its work."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)
        gc.enable()


@pytest.fixture(autouse=True)
def no_database_stays_open() -> Generator[None]:
    """Fails the test that leaves a database open, rather than one in which the garbage collector finds it."""
    with all_closed():
        yield


@pytest.fixture
def hasty_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets bots try fewer deals for a decision: for tests of everything but how well they play."""
    for name in ("opponents.DEFAULT_TRIALS", "opponents.MIN_TRIALS", "decision._SIDE_TRIALS"):
        module, constant = name.split(".")
        bots = import_module(f"railbird_server.bots.{module}")
        monkeypatch.setattr(bots, constant, examples(getattr(bots, constant)))
