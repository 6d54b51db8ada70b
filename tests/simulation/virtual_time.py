"""An event loop in virtual time: nothing waits, and an hour of play takes as long as its computing.

Where asyncio would sleep until its next timer, the clock of this loop moves there at once. No thread and no socket may
take part: nobody outside the loop can wake it.
"""

from __future__ import annotations

import asyncio
import contextvars
import selectors
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar, TypeVarTuple, Unpack

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class Standstill(Exception):
    """No timer runs and nothing is ready: nothing would ever happen again."""


class _Clock(selectors.SelectSelector):
    """Passes the time that the loop would sleep, instead of waiting for sockets."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise Standstill("Nothing is left that could happen.")
        self.now += max(0.0, timeout)
        return []


class VirtualTimeLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock begins at 0 seconds and runs only while nothing else is to be done."""

    def __init__(self) -> None:
        self._virtual_clock = _Clock()
        super().__init__(self._virtual_clock)

    def time(self) -> float:
        """Returns the virtual time in seconds."""
        return self._virtual_clock.now

    def call_soon_threadsafe(
        self, callback: Callable[[Unpack[Ts]], object], *args: *Ts, context: contextvars.Context | None = None
    ) -> asyncio.Handle:
        """Calls back soon; there is no other thread to call from."""
        return self.call_soon(callback, *args, context=context)

    def jump(self, seconds: float) -> None:
        """Moves the clock forward at once, as after a suspended process: what was due meanwhile comes late."""
        self._virtual_clock.now += seconds


def run(main: Coroutine[Any, Any, T], loop: VirtualTimeLoop) -> T:
    """Runs a coroutine to its end in virtual time, cancels the tasks that are left, and closes the loop."""
    try:
        return loop.run_until_complete(main)
    finally:
        left = asyncio.all_tasks(loop)
        for task in left:
            task.cancel()
        if left:
            loop.run_until_complete(asyncio.wait(left))
        loop.close()
