"""A guest who is led by words over ssh, since nothing can be painted for them: a screen reader, or a plain terminal."""

from __future__ import annotations

import asyncio
import codecs
from contextlib import suppress

from railbird_client.guests.channel_driver import Channel
from railbird_client.guests.guest import FAREWELL, FAULT, GuestHome, describe_fault, logger
from railbird_client.lines.line_session import Farewell, LineSession
from railbird_client.network.known_servers import KnownServers
from railbird_client.record_file import has_own_machine
from railbird_client.settings.player_settings import KeptServers
from railbird_shared.network.websocket import Throttle
from railbird_shared.text.text_cleaning import strip_escapes

MAX_LINE_LENGTH = 500
"""The most characters of a line that are read."""

LINE_RATE, LINE_BURST, MAX_WAITING_LINES = 10.0, 20, 100
"""Lines a second and at once that are read, and the most that wait; those beyond are dropped."""

END_OF_INPUT, INTERRUPT, ERASE, ERASE_LINE = "\x04", "\x03", "\x7f\x08", "\x15"
"""The characters of Ctrl-D, Ctrl-C, Backspace and Ctrl-U."""


class TypedLine:
    """The line that is being typed: in a terminal (`edited`) nobody else shows it, or takes a character of it back."""

    def __init__(self, *, edited: bool) -> None:
        self.text = ""
        self._edited = edited
        self._decode = codecs.getincrementaldecoder("utf-8")(errors="replace").decode

    def take(self, data: bytes) -> tuple[str, list[str | None]]:
        """Takes what was typed; returns what the terminal is to show of it, and the lines, with None for their end."""
        shown: list[str] = []
        lines: list[str | None] = []
        for char in strip_escapes(self._decode(data)) if self._edited else self._decode(data):
            if char == ("\r" if self._edited else "\n"):
                lines.append(self.text.strip())
                self.text = ""
                shown.append("\r\n")
            elif self._edited and (char == INTERRUPT or (char == END_OF_INPUT and not self.text)):
                lines.append(None)
            elif self._edited and char in ERASE + ERASE_LINE:
                gone = len(self.text) if char == ERASE_LINE else min(1, len(self.text))
                self.text = self.text[: len(self.text) - gone]
                shown.append(gone * "\b \b")
            elif char.isprintable() and len(self.text) < MAX_LINE_LENGTH:
                self.text += char
                shown.append(char)
        return "".join(shown) if self._edited else "", lines


class ToldGuest:
    """A guest who is told in sentences; in a `terminal` they see the letters that they type by this alone."""

    def __init__(self, channel: Channel, *, terminal: bool) -> None:
        self._channel = channel
        self._line_end = "\r\n" if terminal else "\n"
        self._typed = TypedLine(edited=terminal)
        self._lines: asyncio.Queue[str | None] = asyncio.Queue(MAX_WAITING_LINES)
        self._may_read = asyncio.Event()
        self._may_read.set()
        self._playing: asyncio.Task[Farewell] | None = None

    async def run(self, home: GuestHome) -> None:
        """Leads the guest until they leave or their line ends."""
        has_own_machine.set(False)
        file = home.settings_file
        kept = KeptServers(file, home.find_name(file))
        session = LineSession(
            home.plan,
            name=kept.player,
            tokens=kept,
            write=self.tell,
            ring=self._ring if file.load().bell else lambda: None,
            known_servers=KnownServers(),
            rename=kept.rename,
        )
        playing = self._playing = asyncio.create_task(session.run())
        reading = asyncio.create_task(self._read(session))
        sentence = FAULT
        try:
            sentence = (await playing).sentence or FAREWELL
        except asyncio.CancelledError:
            return
        except Exception as error:  # noqa: BLE001  it is this guest's alone
            logger.error("A guest's lines have failed: %s", describe_fault(error))
        finally:
            reading.cancel()
        self._channel.close(sentence)

    async def _read(self, session: LineSession) -> None:
        throttle, loop = Throttle(LINE_RATE, LINE_BURST), asyncio.get_running_loop()
        while True:
            line = await self._lines.get()
            await self._may_read.wait()
            await session.feed(line)
            await asyncio.sleep(throttle.delay(loop.time()))

    def tell(self, sentence: str) -> None:
        """Tells the guest a sentence, on a line of its own."""
        start = self._line_end if self._typed.text else ""
        self._channel.write(f"{start}{sentence}{self._line_end}".encode())

    def _ring(self) -> None:
        self._channel.write(b"\a")

    def feed(self, data: bytes) -> None:
        """Takes bytes that the guest has typed."""
        shown, lines = self._typed.take(data)
        if shown:
            self._channel.write(shown.encode())
        for line in lines:
            self._put(line)

    def end_input(self) -> None:
        """Has the guest leave once their lines are read: nothing more comes from them."""
        self._put(None)

    def _put(self, line: str | None) -> None:
        with suppress(asyncio.QueueFull):
            self._lines.put_nowait(line)

    def resize(self, width: int, height: int) -> None:
        """Does nothing: words have no width."""

    def pause(self) -> None:
        """Reads no lines, and so tells little, until the channel takes it again."""
        self._may_read.clear()

    def resume(self) -> None:
        """Reads lines again."""
        self._may_read.set()

    def end(self, sentence: str = "") -> None:
        """Ends the line, whose seat is kept, and tells the guest a sentence; without one the line is gone already."""
        if sentence:
            self._channel.close(sentence)
        if self._playing is not None:
            self._playing.cancel()
