"""The one session of an ssh connection: a guest's game is painted in their terminal, or told in words without one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

import asyncssh

from railbird_client.guests.colour_question import ANSWER_SECONDS, LATE_ANSWER_SECONDS, ColourQuestion
from railbird_client.guests.guest import FAULT, Guest, TerminalKind, describe_fault, logger
from railbird_client.guests.house import DrawnGuest, GuestHouse, GuestRefused
from railbird_client.guests.told_guest import ToldGuest

MAX_VALUE_LENGTH = 64
"""The most characters in the name of a terminal and in a value of its environment."""

MAX_EARLY_BYTES = 4096
"""The most that is kept for the game of what is typed before it begins."""

NO_KEYBOARD = "Nothing comes from your keyboard any more, so your line ends; come again, and your seat is still yours."


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
        self._game: DrawnGuest | ToldGuest | None = None
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
        if self._game is not None:
            self._game.resize(width, height)

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Takes what the terminal sends."""
        typed = self._colours.sift(data)
        if self._game is not None:
            self._feed(typed)
        else:
            self._early = (self._early + typed)[:MAX_EARLY_BYTES]

    def eof_received(self) -> bool:
        """Ends the game of a guest whose keyboard is gone."""
        self._is_deaf = True
        self._end_input()
        return True  # what is told can still be read

    def connection_lost(self, exc: Exception | None) -> None:
        """Ends the game; the seat is kept for the guest."""
        self._end()
        self._on_close()

    def pause_writing(self) -> None:
        """Holds back what is painted; as often as this is called, `resume_writing` has to be."""
        self._pauses += 1
        if self._game is not None:
            self._game.pause()

    def resume_writing(self) -> None:
        """Sends what was held back, once the channel and the connection take it."""
        self._pauses -= 1
        if self._game is not None and not self._pauses:
            self._game.resume()

    # --- the game ----------------------------------------------------------------------------------------------------

    async def _begin(self) -> None:
        try:
            kind = self._read_kind()
            if kind.is_paintable:
                await self._paint(kind)
            else:
                await self._tell()
        except GuestRefused as refusal:
            self._close(str(refusal), 1)
        except Exception as error:  # noqa: BLE001  it is this guest's alone
            logger.error("A guest cannot come in over ssh: %s", describe_fault(error))
            self._close(FAULT, 1)

    def _read_kind(self) -> TerminalKind:
        """Returns the kind of the terminal by its name and environment; one without a name is none."""
        environment = self._line.get_environment_bytes()
        colours, colourless = (
            value.decode() if len(value) <= MAX_VALUE_LENGTH and value.isascii() else ""
            for value in (environment.get(b"COLORTERM", b""), environment.get(b"NO_COLOR", b""))
        )
        return TerminalKind(self._terminal or "", colours, bool(colourless))

    async def _paint(self, kind: TerminalKind) -> None:
        """Has the game painted; the terminal is asked for its colours where nothing else says them."""
        if not kind.colour_term and not kind.colourless:
            if question := self._colours.ask(kind.name):
                self.write(question)
                await self._colours.wait(ANSWER_SECONDS)
                asyncio.get_running_loop().call_later(LATE_ANSWER_SECONDS, lambda: self._feed(self._colours.give_up()))
            kind = kind._replace(colour_term=self._colours.found)
        self._start(await self._house.draw(self._guest, self, self._size, kind))

    async def _tell(self) -> None:
        """Has the game told in words."""
        told = ToldGuest(self, terminal=self._terminal is not None)
        with self._house.admit(self._guest, told) as home:
            self._start(told)
            await told.run(home)

    def _start(self, game: DrawnGuest | ToldGuest) -> None:
        self._game = game
        if self._pauses:
            game.pause()
        self._feed(self._early)
        if self._is_deaf:
            self._end_input()

    def _end_input(self) -> None:
        if isinstance(self._game, DrawnGuest):
            self._game.end(NO_KEYBOARD)
        elif self._game is not None:
            self._game.end_input()

    def _feed(self, typed: bytes) -> None:
        if typed and self._game is not None:
            self._game.feed(typed)

    def _end(self) -> None:
        if self._game is not None:
            self._game.end()
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
