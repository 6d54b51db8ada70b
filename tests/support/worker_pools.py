"""How many processes a pool of workers has."""

from __future__ import annotations

from typing import Any

from railbird_server.runtime.workers import WorkerPool


def process_count(pool: WorkerPool[Any, Any]) -> int:
    """How many processes run, start or end."""
    return len(pool._tasks) + len(pool._ending)
