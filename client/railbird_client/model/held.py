"""Keys that are held down: a keyboard repeats them, and one that is held counts as pressed once.

The first repeat comes after a pause in which a person could well have pressed again; all others come in haste.
"""

from __future__ import annotations

from math import inf

REPEAT = 0.2
"""A key that comes again within so many seconds is held down."""

PAUSE = 0.75
"""The longest that a keyboard usually waits before the first repeat, in seconds."""


class HeldKeys:
    """Tells the repeats of a key from its presses."""

    def __init__(self) -> None:
        self._came: dict[str, float] = {}
        self._counted: dict[str, float] = {}

    def repeats(self, name: str, now: float, *, decides: bool) -> bool:
        """Takes a key that comes at `now`; returns whether it may be a repeat.

        Of a key that `decides` nothing that cannot be taken back, the first repeat counts as a press.
        """
        haste = now - self._came.get(name, -inf) < REPEAT
        self._came[name] = now
        if haste or (decides and now - self._counted.get(name, -inf) < PAUSE):
            return True
        self._counted[name] = now
        return False
