"""Asks a terminal once whether it shows 24-bit colours: ssh does not carry what the player's system knows of it."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress

ANSWER_SECONDS = 0.1
"""The time for which the first picture waits for the answer."""

LATE_ANSWER_SECONDS = 3.0
"""The time for which a later answer is kept away from the game."""

QUESTION = b"\x1b[38;2;1;2;3m\x1bP$qm\x1b\\\x1b[m\x1b[c"
"""Sets a colour, asks which one is set (DECRQSS), sets it back, and asks what every terminal answers (DA1)."""

_COLOUR = re.compile(rb"\x1bP[01]?\$r[^\x1b\x07]*(?:\x1b\\|\x07)")
_SET_AS_ASKED = re.compile(rb"38[:;]2[:;]{1,2}1[:;]2[:;]3")
_ATTRIBUTES = re.compile(rb"\x1b\[\?[\d;]*c")
_BEGINNING = re.compile(rb"\x1b(?:P[01]?(?:\$(?:r[^\x1b\x07]*\x1b?)?)?|\[(?:\?[\d;]*)?)?\Z")

_SILENT = ("ansi", "cons", "cygwin", "linux", "screen", "sun", "tmux", "vt")
_OF_ALL_COLOURS = ("alacritty",)
"""Names of terminals that do not answer, and that show all colours and do not answer."""


class ColourQuestion:
    """Finds the answers of a terminal among what a player types."""

    def __init__(self) -> None:
        self.found = ""
        """The value that COLORTERM should have: "truecolor" for a terminal that shows all colours, else empty."""
        self._answered = asyncio.Event()
        self._answered.set()
        self._held = b""

    def ask(self, terminal: str) -> bytes:
        """Returns the question for a terminal of that name; nothing for one that would print it or pass it on."""
        if terminal.startswith(_SILENT):
            return b""
        if terminal.startswith(_OF_ALL_COLOURS):
            self.found = "truecolor"
            return b""
        self._answered.clear()
        return QUESTION

    async def wait(self, seconds: float) -> None:
        """Waits for the answer, but not longer than that."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._answered.wait()

    def sift(self, data: bytes) -> bytes:
        """Takes what came from the terminal, and returns what of it the player has typed."""
        if self._answered.is_set():
            return data
        data = self._held + data
        if found := _COLOUR.search(data):
            if _SET_AS_ASKED.search(found[0]):
                self.found = "truecolor"
            data = data[: found.start()] + data[found.end() :]
        if found := _ATTRIBUTES.search(data):
            self._answered.set()
            data = data[: found.start()] + data[found.end() :]
        held = None if self._answered.is_set() else _BEGINNING.search(data)
        self._held = held[0] if held else b""
        return data.removesuffix(self._held)

    def give_up(self) -> bytes:
        """Expects no answer any more; returns what was held back as the beginning of one."""
        self._answered.set()
        held, self._held = self._held, b""
        return held
