"""A process that reads lines from standard input and writes an answer to each, in order.

It ends as soon as its standard input closes, even in the middle of a thought, so that it never outlives the server that
started it, however that ended.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable
from queue import SimpleQueue

NICENESS = 10
"""How much a worker's priority is below the server's, in Unix's steps: a player's act goes before a thought."""


def answer_lines(answer_line: Callable[[bytes], bytes]) -> None:
    """Answers every line of standard input until it closes, and then ends the process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends its workers when it is interrupted
    if sys.platform != "win32":
        os.nice(NICENESS)
    lines: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_read_lines, args=(sys.stdin.buffer, lines), daemon=True).start()
    while True:
        found = answer_line(lines.get())
        try:
            sys.stdout.buffer.write(found)
            sys.stdout.buffer.flush()
        except OSError:
            os._exit(0)


def _read_lines(stream: Iterable[bytes], lines: SimpleQueue[bytes]) -> None:
    for line in stream:
        lines.put(line)
    os._exit(0)
