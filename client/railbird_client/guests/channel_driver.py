"""A driver of Textual that paints into a channel in place of a terminal: without thread, signal or standard input."""

from __future__ import annotations

import asyncio
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Protocol

from textual import events
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.constants import ESCAPE_DELAY
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message
from textual.messages import TerminalSupportsSynchronizedOutput

USUAL_SIZE, LARGEST_SIZE = (80, 24), (500, 200)
"""The columns and rows of a terminal that names none, and the most that are painted."""

MAX_UNSENT_BYTES = 512 * 1024
"""How much may wait for a channel that takes nothing: a terminal of full colour is painted in a quarter of it."""

EVENT_RATE, EVENT_BURST, MOVE_RESERVE = 50.0, 300.0, 150.0
"""Keys, presses and moves a second and at once; moves come only while so many other events may come besides."""

RESIZE_PAUSE = 0.2
"""Seconds between two sizes that are painted while a terminal changes its size all the time."""

BYTE_RATE, BYTE_BURST = 32 * 1024.0, 128 * 1024.0
"""Bytes a second and at once that are read of a guest."""

DOES_NOT_READ = "Your line is too slow for this screen, so it ends; come again, and your seat is still yours."
SENDS_TOO_MUCH = "More came over your line than anybody types, so it ends."

_ENTER = "\x1b[?1049h\x1b[?1000h\x1b[?1003h\x1b[?1006h\x1b[?25l\x1b[?1004h\x1b[?2004h\x1b[?7l\x1b[?2026$p"
_LEAVE = "\x1b[?2004l\x1b[?7h\x1b[?1000l\x1b[?1003l\x1b[?1006l\x1b[?1049l\x1b[?25h\x1b[?1004l"

_TAKEN = events.Key | events.MouseEvent | events.Paste | events.AppFocus | events.AppBlur
"""The events that a guest may cause; a size comes from the channel alone."""


def clamp_size(size: tuple[int, int]) -> tuple[int, int]:
    """Returns the columns and rows that are painted for a terminal that names these."""
    each = zip(size, USUAL_SIZE, LARGEST_SIZE, strict=True)
    width, height = (min(most, named) if named > 0 else usual for named, usual, most in each)
    return width, height


class Channel(Protocol):
    """The way to a guest, as a door offers it. None of its methods waits."""

    def write(self, data: bytes) -> None:
        """Sends bytes to the guest's terminal."""
        ...

    def close(self, sentence: str) -> None:
        """Tells the guest a sentence, if there is one, on their own screen again, and closes the line."""
        ...


class Allowance:
    """How much may come now: `rate` a second, and at most `burst` at once."""

    def __init__(self, rate: float, burst: float, now: Callable[[], float]) -> None:
        self._rate, self._burst, self._now = rate, burst, now
        self._left, self._at = burst, now()

    def spend(self, amount: float, *, reserve: float = 0.0) -> bool:
        """Takes so much, if it leaves the reserve; returns whether it does."""
        now = self._now()
        self._left, self._at = min(self._burst, self._left + (now - self._at) * self._rate), now
        if self._left - amount < reserve:
            return False
        self._left -= amount
        return True


class ChannelDriver(Driver):
    """Paints an app for a guest, and turns what they send into its events.

    `on_excess` gets a sentence about a guest who does not read, or who sends more than a person does.
    """

    def __init__(
        self,
        app: App[Any],
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
        channel: Channel | None,
        on_excess: Callable[[str], object],
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=clamp_size(size or USUAL_SIZE))
        self._channel = channel
        self._on_excess = on_excess
        self._parser = XTermParser()
        self._decode = getincrementaldecoder("utf-8")(errors="replace").decode
        self._escape: asyncio.TimerHandle | None = None
        self._resizing: asyncio.TimerHandle | None = None
        self._unsent: list[bytes] = []
        self._unsent_bytes = 0
        self._is_paused = False
        self._events = Allowance(EVENT_RATE, EVENT_BURST, self._loop.time)
        self._bytes = Allowance(BYTE_RATE, BYTE_BURST, self._loop.time)

    # --- to the guest ------------------------------------------------------------------------------------------------

    def write(self, data: str) -> None:
        """Sends text to the terminal: what is written in one turn of the loop goes out together."""
        if self._channel is None:
            return
        content = data.encode("utf-8", "replace")
        if not self._unsent and not self._is_paused:
            self._loop.call_soon(self._send)
        self._unsent.append(content)
        self._unsent_bytes += len(content)
        if self._is_paused and self._unsent_bytes > MAX_UNSENT_BYTES:
            self.close()
            self._on_excess(DOES_NOT_READ)

    def _send(self) -> None:
        if self._channel is None or self._is_paused or not self._unsent:
            return
        content, self._unsent, self._unsent_bytes = b"".join(self._unsent), [], 0
        self._channel.write(content)

    def pause(self) -> None:
        """Holds back what is written, until the channel takes it again."""
        self._is_paused = True

    def resume(self) -> None:
        """Sends what was held back, and what is written from now on."""
        self._is_paused = False
        self._send()

    def close(self) -> None:
        """Sends nothing any more."""
        self._send()
        self._channel = None
        self._unsent.clear()

    def start_application_mode(self) -> None:
        """Takes the terminal for the app."""
        self.write(_ENTER)
        self._post_size()

    def stop_application_mode(self) -> None:
        """Gives the terminal back."""
        self.disable_input()
        self.write(_LEAVE)
        self._send()

    # --- from the guest ----------------------------------------------------------------------------------------------

    def resize(self, size: tuple[int, int]) -> None:
        """Takes another size of the terminal, at which the next one is looked a little later."""
        self._size = clamp_size(size)
        if self._resizing is None:
            self._post_size()
            self._resizing = self._loop.call_later(RESIZE_PAUSE, self._settle_size, self._size)

    def _settle_size(self, posted: tuple[int, int]) -> None:
        """Takes the last of the sizes that have come meanwhile."""
        self._resizing = None
        if self._size not in {None, posted}:
            self.resize(self._size)

    def _post_size(self) -> None:
        size = Size(*(self._size or USUAL_SIZE))
        self._app.post_message(events.Resize(size, size))

    def feed(self, data: bytes) -> None:
        """Takes bytes of the guest; more of them than a person sends end the line."""
        if not self._bytes.spend(len(data)):
            self._on_excess(SENDS_TOO_MUCH)
            return
        text = self._decode(data)
        found = [*self._parsed(lambda: self._parser.feed(text))] if text else []
        moves = [event for event in found if isinstance(event, events.MouseMove)]
        for event in found:
            if not isinstance(event, events.MouseMove) or event is moves[-1]:
                self._take(event)
        if self._escape is not None:
            self._escape.cancel()
        self._escape = self._loop.call_later(ESCAPE_DELAY, self._take_escape)

    def _parsed(self, parse: Callable[[], Any]) -> Iterator[Message]:
        """Yields the events of what has come; Textual's parser ends at some sequences, and another one goes on."""
        try:
            yield from parse()
        except Exception:  # noqa: BLE001  such as for a key of a number that no character has
            self._parser = XTermParser()

    def _take_escape(self) -> None:
        """Takes an escape after which nothing has come as the key."""
        for event in self._parsed(self._parser.tick):
            self._take(event)

    def _take(self, event: Message) -> None:
        if isinstance(event, TerminalSupportsSynchronizedOutput):
            self.process_message(event)
        reserve = MOVE_RESERVE if isinstance(event, events.MouseMove) else 0.0
        if isinstance(event, _TAKEN) and self._events.spend(1.0, reserve=reserve):
            with suppress(RuntimeError):  # the app has just ended
                self.process_message(event)

    def send_message(self, message: Message) -> None:
        """Hands an event to the app."""
        self._app.post_message(message)

    def disable_input(self) -> None:
        """Takes nothing any more."""
        for timer in (self._escape, self._resizing):
            if timer is not None:
                timer.cancel()

    # --- what a guest may not do at the host's machine ----------------------------------------------------------------

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Opens nothing: the browser would be the host's."""

    def deliver_binary(self, *_: Any, **__: Any) -> None:
        """Saves nothing: the disk would be the host's."""
