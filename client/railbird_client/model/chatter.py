"""Lines that people said at the table, the last ones kept."""

from __future__ import annotations

from collections import deque

from msgspec import Struct

from railbird_shared.text import clean_chat, clean_name

MOST_LINES = 300


class Said(Struct, frozen=True):
    """A line of chat; `rail` when the speaker is not seated."""

    name: str
    text: str
    rail: bool = False


class Chatter:
    """The lines heard, oldest first."""

    def __init__(self) -> None:
        self.lines: deque[Said] = deque(maxlen=MOST_LINES)

    def heard(self, name: str, text: str, *, rail: bool) -> None:
        """Takes a line as it came from the server, and keeps it if anything of it can be shown."""
        clean = clean_chat(text)
        if clean:
            self.lines.append(Said(clean_name(name) or "?", clean, rail))

    def tail(self, count: int) -> tuple[Said, ...]:
        """Returns the last lines."""
        return tuple(self.lines)[-count:] if count > 0 else ()
