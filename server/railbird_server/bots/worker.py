"""A process that thinks for bots: it reads questions from standard input and writes an answer to each, in order.

    python -m railbird_server.bots.worker

Questions and answers are lines of JSON. The process ends as soon as its standard input closes, even in the middle of a
thought, so that it never outlives the server that started it, however that ended.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterable
from queue import SimpleQueue

import msgspec
from msgspec import Struct

from railbird_server.bots.decision import Question, answer
from railbird_server.error_text import describe_error
from railbird_shared.actions import Action

NICENESS = 10
"""How much a worker's priority is below the server's, in Unix's steps: a player's act goes before a bot's thought."""


class Answer(Struct, frozen=True):
    """The answer to a question: an act, or where none was found the fault, without any text that could hold a card."""

    action: Action | None = None
    fault: str = ""


_encoder = msgspec.json.Encoder()
_questions: msgspec.json.Decoder[Question] = msgspec.json.Decoder(Question)
_answers: msgspec.json.Decoder[Answer] = msgspec.json.Decoder(Answer)


def encode_question(question: Question) -> bytes:
    """Returns a question as a line."""
    return _encoder.encode(question) + b"\n"


def decode_answer(line: bytes) -> Answer:
    """Decodes a line with an answer; raises msgspec.DecodeError for anything else."""
    return _answers.decode(line)


def answer_line(line: bytes) -> bytes:
    """Returns the line that answers a line with a question; an error in the policies is an answer too."""
    try:
        found = Answer(answer(_questions.decode(line)))
    except Exception as error:  # noqa: BLE001  a fault in one thought must not end the thoughts of the other bots
        found = Answer(fault=describe_error(error))
    return _encoder.encode(found) + b"\n"


def _read_lines(stream: Iterable[bytes], lines: SimpleQueue[bytes]) -> None:
    for line in stream:
        lines.put(line)
    os._exit(0)


def main() -> None:
    """Answers questions until standard input closes."""
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


if __name__ == "__main__":
    main()
