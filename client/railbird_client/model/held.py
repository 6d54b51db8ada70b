"""Keys that are held down: a keyboard repeats them, and one that is held counts as pressed once.

The first repeat comes after a pause in which a person could well have pressed again; all others come in haste.
"""

from __future__ import annotations

from math import inf

REPEAT_INTERVAL = 0.2
"""A key that comes again within so many seconds is held down."""

REPEAT_DELAY = 0.75
"""The longest that a keyboard usually waits before the first repeat, in seconds."""


class KeyRepeatFilter:
    """Tells the repeats of a key from its presses."""

    def __init__(self) -> None:
        self._last_seen: dict[str, float] = {}
        self._last_counted: dict[str, float] = {}

    def is_repeat(self, name: str, now: float, *, irrevocable: bool) -> bool:
        """Takes a key that comes at `now`; returns whether it may be a repeat.

        Of a key that `irrevocable` nothing that cannot be taken back, the first repeat counts as a press.
        """
        rapid = now - self._last_seen.get(name, -inf) < REPEAT_INTERVAL
        self._last_seen[name] = now
        if rapid or (irrevocable and now - self._last_counted.get(name, -inf) < REPEAT_DELAY):
            return True
        self._last_counted[name] = now
        return False
