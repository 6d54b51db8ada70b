"""Lines that people said at the table, the last ones kept."""

from __future__ import annotations

from collections import deque

from msgspec import Struct

from railbird_shared.text import clean_chat, clean_name

MAX_CHAT_LINES = 300


class ChatLine(Struct, frozen=True):
    """A line of chat; `rail` when the speaker is not seated."""

    name: str
    text: str
    rail: bool = False


class ChatHistory:
    """The lines heard, oldest first."""

    def __init__(self) -> None:
        self.lines: deque[ChatLine] = deque(maxlen=MAX_CHAT_LINES)

    def add(self, name: str, text: str, *, rail: bool) -> None:
        """Takes a line as it came from the server, and keeps it if anything of it can be shown."""
        clean = clean_chat(text)
        if clean:
            self.lines.append(ChatLine(clean_name(name) or "?", clean, rail))

    def tail(self, count: int) -> tuple[ChatLine, ...]:
        """Returns the last lines."""
        return tuple(self.lines)[-count:] if count > 0 else ()
