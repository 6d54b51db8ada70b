"""A process that answers the questions of a server, each a line of JSON on standard input, in order.

    python -P -m railbird_server.worker railbird_server.bots.bot:answer

The types of question and answer are those of the function that it is started for. It ends as soon as its standard input
closes, even in the middle of a thought, so that it never outlives the server that started it, however that ended.
"""

from __future__ import annotations

import importlib
import os
import signal
import sys
import threading
import typing
from collections.abc import Callable, Iterable
from queue import SimpleQueue
from typing import Any

import msgspec
from msgspec import Raw, Struct

from railbird_server.refusal import describe_error

NICENESS = 10
"""How much a worker's priority is below the server's, in Unix's steps: a player's act goes before a thought."""


class Reply(Struct, frozen=True):
    """The line for a question: its answer, or the fault, without any text that could hold a card."""

    answer: Raw = Raw(b"null")
    fault: str = ""


def types_of(function: Callable[..., object]) -> tuple[Any, Any]:
    """Returns the types of the questions and the answers of a function with one parameter."""
    question, answer = typing.get_type_hints(function).values()
    return question, answer


def answer_line(function: Callable[..., object], line: bytes) -> bytes:
    """Returns the line that answers a line with a question; an error in the function is an answer, too."""
    try:
        question = msgspec.json.decode(line, type=types_of(function)[0])
        reply = Reply(Raw(msgspec.json.encode(function(question))))
    except Exception as error:  # noqa: BLE001  a fault in one thought must not end the thoughts for others
        reply = Reply(fault=describe_error(error))
    return msgspec.json.encode(reply) + b"\n"


def answer_lines(function: Callable[..., object]) -> None:
    """Answers every line of standard input until it closes, and then ends the process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends its workers when it is interrupted
    if sys.platform != "win32":
        os.nice(NICENESS)
    lines: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_read_lines, args=(sys.stdin.buffer, lines), daemon=True).start()
    while True:
        found = answer_line(function, lines.get())
        try:
            sys.stdout.buffer.write(found)
            sys.stdout.buffer.flush()
        except OSError:
            os._exit(0)


def _read_lines(stream: Iterable[bytes], lines: SimpleQueue[bytes]) -> None:
    for line in stream:
        lines.put(line)
    os._exit(0)


if __name__ == "__main__":
    module, _, name = sys.argv[1].partition(":")
    answer_lines(getattr(importlib.import_module(module), name))
