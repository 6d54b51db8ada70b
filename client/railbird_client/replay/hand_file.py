"""The hands of a Poker Hand History file, played by a child process that knows the rules.

The child is `railbird-server replay --json`. It prints a line for each hand as soon as it is played, so that the first
can be looked at while the others are read. It ends by itself, or when the file is closed here.
"""

from __future__ import annotations

import contextlib
import subprocess
import sys
import threading
from pathlib import Path

from railbird_client.widgets.terminal import STANDARD_INPUT
from railbird_shared.history import hand_history
from railbird_shared.protocol.messages import History
from railbird_shared.protocol.validation import is_valid
from railbird_shared.text.text_cleaning import clean_line

UNPLAYABLE_STATUS = 1
UNREADABLE_STATUS = 2
"""The exit status for a file of which no hand can be played, and for what is no file of hands."""

MAX_LINE_BYTES = 4_000_000
"""The longest line that is read: more than any hand has."""

_MAX_SENTENCE_LENGTH = 500


class HandFileUnreadable(Exception):
    """No hand of a file can be looked at; the message is a sentence, and `status` the exit status that says so."""

    def __init__(self, sentence: str, status: int) -> None:
        super().__init__(sentence)
        self.status = status


class HandFile:
    """The hands of one file, as far as they have been read, `total` of them: a source of hands for a replayer.

    `found` is what the standard input had, for the file of that name. It is read in a thread of its own, to its end
    when it `is_complete`.
    """

    def __init__(self, file: str, found: bytes = b"", *, command: tuple[str, ...] = ()) -> None:
        self.title = "standard input" if file == STANDARD_INPUT else clean_line(Path(file).name, 60)
        self.total = 0
        self._file = file
        self._lines: list[bytes] = []
        self._first: int | None = None
        self._refusal = ""
        self.is_complete = False
        self._news = threading.Condition()
        # -P: files in the current folder are not imported in place of the server's modules.
        replay = (sys.executable, "-P", "-X", "utf8", "-m", "railbird_server", "replay", "--json", "--", file)
        try:
            self._process = subprocess.Popen(  # noqa: S603  the server of this program
                command or replay,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=sys.platform != "win32",  # Ctrl+C is for the client
            )
        except OSError as error:
            raise HandFileUnreadable(f"The hands cannot be played: {error.strerror}.", UNREADABLE_STATUS) from None
        self._thread = threading.Thread(target=self._read, args=(found,), name="hand file", daemon=True)
        self._thread.start()

    def find(self, index: int) -> hand_history.ReplayLine | None:
        """Returns a hand of the file, counted from 0; None for one that has not been read yet."""
        return _decode(self._lines[index]) if index < len(self._lines) else None

    # --- reading

    def wait_for_hand(self) -> int:
        """Waits for the first hand that can be looked at, and returns its place; raises HandFileUnreadable."""
        with self._news:
            self._news.wait_for(lambda: self._first is not None or self.is_complete)
        if self._first is not None:
            return self._first
        if not self._lines:
            raise HandFileUnreadable(self._refusal, UNREADABLE_STATUS)
        first = _decode(self._lines[0])
        sentence = first.sentence if isinstance(first, hand_history.UnplayableHand) else ""
        joint = ", " if sentence.startswith(("line ", "field ")) else ": "
        rest = f" None of the {len(self._lines):,} hands can be played." if len(self._lines) > 1 else ""
        name = "The input" if self._file == STANDARD_INPUT else repr(self._file)
        raise HandFileUnreadable(f"{name}{joint}{sentence}{rest}", UNPLAYABLE_STATUS)

    def close(self) -> None:
        """Ends the child, and reads no more."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        self._thread.join()

    def _read(self, found: bytes) -> None:
        """Reads what the child prints, to its end."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        with process.stdout, process.stderr:
            with contextlib.suppress(OSError), process.stdin:
                process.stdin.write(found)
            while line := process.stdout.readline(MAX_LINE_BYTES):
                with self._news:
                    if self._first is None and isinstance(_decode(line), hand_history.HandReplay):
                        self._first = len(self._lines)
                        self._news.notify_all()
                    self._lines.append(line)
                    self.total += 1
            refusal = clean_line(process.stderr.read(MAX_LINE_BYTES).decode("utf-8", "replace"), _MAX_SENTENCE_LENGTH)
            process.wait()
        with self._news:
            self._refusal = refusal or "The hands could not be played, and nobody knows why."
            self.is_complete = True
            self._news.notify_all()


def _decode(line: bytes) -> hand_history.ReplayLine:
    """Reads a line of the child; one that can be true of no table is a hand that cannot be played."""
    try:
        read = hand_history.decode_replay_line(line)
    except hand_history.BadReplayLine:
        return hand_history.UnplayableHand("This hand is too long to be looked at.")
    if isinstance(read, hand_history.HandReplay) and not is_valid(History(history=read.history), 0):
        return hand_history.UnplayableHand("This hand can be true of no table.")
    return read


def read_standard_input() -> bytes:
    """Reads a file of hands from the standard input, no more of it than such a file may have and one byte."""
    return sys.stdin.buffer.read(hand_history.MAX_FILE_BYTES + 1)
