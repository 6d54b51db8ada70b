"""A process that thinks for bots: it reads questions from standard input and writes an answer to each, in order.

    python -m railbird_server.bots.worker

Questions and answers are lines of JSON.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from railbird_server.bots.question import Question, answer
from railbird_server.error_text import describe_error
from railbird_server.stdin_worker import answer_lines
from railbird_shared.protocol.actions import Action


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


if __name__ == "__main__":
    answer_lines(answer_line)
