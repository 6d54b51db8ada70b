"""Runs the asynchronous part of a command until it ends or is interrupted."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine

from railbird_server.cli.console import OutputClosed

EXIT_INTERRUPTED = 130
"""The exit status of a command that was interrupted from the keyboard."""


def run_to_exit(work: Coroutine[None, None, int]) -> int:
    """Runs a coroutine until it ends or is interrupted, without a traceback; returns the exit status."""
    status = 1
    try:
        status = asyncio.run(work)
    except* KeyboardInterrupt:
        status = EXIT_INTERRUPTED
    except* OutputClosed:
        status = 1
    return status
