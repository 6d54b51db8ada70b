"""A watch on the loop in which all guests of a house play: says in the log what has held it up, and whose client."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

from textual.message_pump import MessagePump

from railbird_client.guests.guest import GuestApp, logger

BEAT_SECONDS = 0.25
"""How often the loop gives a sign of life, and how often it is looked at."""

LAG_SECONDS = 0.5
"""For how long the loop may be held up; by then every guest sees it."""


@contextlib.contextmanager
def watch_lag() -> Iterator[None]:
    """Watches the running loop as long as the context lasts."""
    watch = _LagWatch(asyncio.get_running_loop())
    threading.Thread(target=watch.run, name="lag", daemon=True).start()
    try:
        yield
    finally:
        watch.stopped.set()


class _LagWatch:
    """Looks at one loop from a thread of its own, since nothing in the loop runs while it is held up."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.stopped = threading.Event()
        self._loop = loop
        self._thread = threading.get_ident()
        self._beat_at = 0.0
        self._beat()

    def _beat(self) -> None:
        self._beat_at = time.monotonic()
        if not self.stopped.is_set():
            self._loop.call_later(BEAT_SECONDS, self._beat)

    def run(self) -> None:
        """Looks until it is stopped, and tells of each hold-up once."""
        told = 0.0
        while not self.stopped.wait(BEAT_SECONDS):
            beat_at = self._beat_at
            if beat_at != told and time.monotonic() - beat_at > BEAT_SECONDS + LAG_SECONDS:
                told = beat_at
                if (frame := sys._current_frames().get(self._thread)) is not None:  # noqa: SLF001
                    logger.warning("All guests wait: the loop is held up %s.", describe_frame(frame))


def describe_frame(frame: FrameType) -> str:
    """Returns where the code of a frame is, and in the client of which guest, by the folder of that guest."""
    where = f"at {Path(frame.f_code.co_filename).name}:{frame.f_lineno}"
    outer: FrameType | None = frame
    while outer is not None:
        owner = outer.f_locals.get("self")
        owner = getattr(owner, "_app", owner)  # of a driver
        while isinstance(owner, MessagePump) and not isinstance(owner, GuestApp):
            owner = owner._parent  # noqa: SLF001  its app is found by a context of the other thread
        if isinstance(owner, GuestApp):
            return f"{where}, in the client of guest {owner.settings.file.path.parent.name}"
        outer = outer.f_back
    return where
