"""The one session of an ssh connection: the game of a guest, painted in their terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

import asyncssh

from railbird_client.guests.colour_question import ANSWER_SECONDS, LATE_ANSWER_SECONDS, ColourQuestion
from railbird_client.guests.guest import FAULT, Guest, TerminalKind, describe_fault, logger
from railbird_client.guests.house import DrawnGuest, GuestHouse, GuestRefused

MAX_VALUE_LENGTH = 64
"""The most characters in the name of a terminal and in a value of its environment."""

MAX_EARLY_BYTES = 4096
"""The most that is kept for the game of what is typed before it begins."""

NO_KEYBOARD = "Nothing comes from your keyboard any more, so your line ends; come again, and your seat is still yours."
NO_TERMINAL = "Railbird is painted in a terminal, and your ssh has asked for none: use ssh -t."
NO_SCREEN = (
    "Railbird cannot be painted in a terminal of this kind: set TERM to the name of yours, such as xterm-256color."
)


class SshSession(asyncssh.SSHServerSession[bytes]):
    """The session of a guest, in which nothing but the game runs; it is the channel to them.

    `farewell` is told after the game. `on_start` is called before it, and `on_close` after it.
    """

    def __init__(
        self,
        house: GuestHouse,
        guest: Guest,
        *,
        farewell: str,
        on_start: Callable[[], None],
        on_close: Callable[[], None],
    ) -> None:
        self._house = house
        self._guest = guest
        self._farewell = farewell
        self._on_start, self._on_close = on_start, on_close
        self._line: asyncssh.SSHServerChannel[bytes]
        self._terminal: str | None = None
        self._size = (0, 0)
        self._colours = ColourQuestion()
        self._task: asyncio.Task[None] | None = None
        self._drawn: DrawnGuest | None = None
        self._early = b""
        self._pauses = 0
        self._is_deaf = False

    # --- what the client asks for ------------------------------------------------------------------------------------

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """Takes note of the line."""
        self._line = chan

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Mapping[int, int]
    ) -> bool:
        """Takes note of the terminal."""
        self._terminal = term_type if _is_terminal_name(term_type) else TerminalKind().name
        self._size = term_size[:2]
        return True

    def shell_requested(self) -> bool:
        """Lets the game begin; commands and subsystems are refused."""
        return True

    def session_started(self) -> None:
        """Begins the game."""
        self._on_start()
        self._task = asyncio.create_task(self._begin())

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """Takes another size of the terminal."""
        self._size = (width, height)
        if self._drawn is not None:
            self._drawn.resize(width, height)

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Takes what the terminal sends."""
        typed = self._colours.sift(data)
        if self._drawn is not None:
            self._feed(typed)
        else:
            self._early = (self._early + typed)[:MAX_EARLY_BYTES]

    def eof_received(self) -> bool:
        """Ends the game of a guest whose keyboard is gone."""
        self._is_deaf = True
        if self._drawn is not None:
            self._drawn.end(NO_KEYBOARD)
        return True  # what is told can still be read

    def connection_lost(self, exc: Exception | None) -> None:
        """Ends the game; the seat is kept for the guest."""
        self._end()
        self._on_close()

    def pause_writing(self) -> None:
        """Holds back what is painted; as often as this is called, `resume_writing` has to be."""
        self._pauses += 1
        if self._drawn is not None:
            self._drawn.pause()

    def resume_writing(self) -> None:
        """Sends what was held back, once the channel and the connection take it."""
        self._pauses -= 1
        if self._drawn is not None and not self._pauses:
            self._drawn.resume()

    # --- the game ----------------------------------------------------------------------------------------------------

    async def _begin(self) -> None:
        try:
            kind = await self._learn_terminal()
            self._drawn = await self._house.draw(self._guest, self, self._size, kind)
        except GuestRefused as refusal:
            self._close(str(refusal), 1)
        except Exception as error:  # noqa: BLE001  it is this guest's alone
            logger.error("A guest cannot come in over ssh: %s", describe_fault(error))
            self._close(FAULT, 1)
        else:
            if self._pauses:
                self._drawn.pause()
            early, self._early = self._early, b""
            self._feed(early)
            if self._is_deaf:
                self._drawn.end(NO_KEYBOARD)

    async def _learn_terminal(self) -> TerminalKind:
        """Returns what is known of the terminal, which is asked for its colours where nothing else says them."""
        if self._terminal is None:
            raise GuestRefused(NO_TERMINAL)
        environment = self._line.get_environment_bytes()
        colours, colourless = (
            value.decode() if len(value) <= MAX_VALUE_LENGTH and value.isascii() else ""
            for value in (environment.get(b"COLORTERM", b""), environment.get(b"NO_COLOR", b""))
        )
        kind = TerminalKind(self._terminal, colours, bool(colourless))
        if not kind.is_paintable:
            raise GuestRefused(NO_SCREEN)
        if colours or colourless:
            return kind
        if question := self._colours.ask(kind.name):
            self.write(question)
            await self._colours.wait(ANSWER_SECONDS)
            asyncio.get_running_loop().call_later(LATE_ANSWER_SECONDS, lambda: self._feed(self._colours.give_up()))
        return kind._replace(colour_term=self._colours.found)

    def _feed(self, typed: bytes) -> None:
        if typed and self._drawn is not None:
            self._drawn.feed(typed)

    def _end(self) -> None:
        if self._drawn is not None:
            self._drawn.end()
        elif self._task is not None:
            self._task.cancel()

    # --- the channel -------------------------------------------------------------------------------------------------

    def write(self, data: bytes) -> None:
        """Sends bytes to the guest's terminal."""
        if not self._line.is_closing():
            self._line.write(data)

    def close(self, sentence: str) -> None:
        """Tells the guest a sentence, if there is one, and closes the line."""
        self._close(" ".join(filter(None, (sentence, self._farewell))), 0)

    def _close(self, words: str, status: int) -> None:
        if self._line.is_closing():
            return
        if words:
            self._line.write(words.encode() + (b"\n" if self._terminal is None else b"\r\n"))
        self._line.exit(status)
        self._on_close()


def _is_terminal_name(name: str) -> bool:
    return len(name) <= MAX_VALUE_LENGTH and all(char.isascii() and (char.isalnum() or char in "+-._") for char in name)
