"""A process that answers questions: what it answers, and when it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import msgspec
import pytest

from railbird_server.bots.bot import Question, answer
from railbird_server.worker import Reply, answer_line
from railbird_shared.protocol.actions import Action
from support.bot_builders import question_on_the_flop
from support.timeouts import TIMEOUT_SECONDS

COMMAND = (sys.executable, "-m", "railbird_server.worker", "railbird_server.bots.bot:answer")


def encode_question(question: Question) -> bytes:
    return msgspec.json.encode(question) + b"\n"


def decode_answer(line: bytes) -> Action:
    answers: msgspec.json.Decoder[Action] = msgspec.json.Decoder(Action)
    return answers.decode(msgspec.json.decode(line, type=Reply).answer)


def start_worker(hash_seed: int = 0) -> subprocess.Popen[bytes]:
    environment = os.environ | {"PYTHONHASHSEED": str(hash_seed)}
    return subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)


def test_every_process_gives_the_same_answers() -> None:
    questions = [question_on_the_flop(str(seed)) for seed in range(12)]
    lines = b"".join(map(encode_question, questions))
    for hash_seed in (1, 2):
        with start_worker(hash_seed) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(lines)
            process.stdin.flush()
            answers = [decode_answer(process.stdout.readline()) for _ in questions]
            process.stdin.close()
            assert process.wait(TIMEOUT_SECONDS) == 0
        assert answers == [answer(question) for question in questions]


def test_a_process_ends_with_its_input_even_while_it_thinks() -> None:
    thoughts = b"".join(encode_question(question_on_the_flop(str(seed))) for seed in range(5000))
    with start_worker() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(thoughts[: 2 * len(thoughts) // 5000])
        process.stdin.flush()
        process.stdout.readline()
        process.stdin.close()
        assert process.wait(TIMEOUT_SECONDS) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal for one process")
def test_an_interrupt_from_the_keyboard_is_not_for_the_process() -> None:
    with start_worker() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(encode_question(question_on_the_flop("a")))
        process.stdin.flush()
        first = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        process.stdin.write(encode_question(question_on_the_flop("a")))
        process.stdin.flush()
        assert process.stdout.readline() == first
        process.stdin.close()
        assert process.wait(TIMEOUT_SECONDS) == 0


def test_a_fault_in_a_function_is_a_reply_without_the_text_of_the_error() -> None:
    def fail(_question: Question) -> Action:
        raise ValueError("Ah Kh")

    reply = msgspec.json.decode(answer_line(fail, encode_question(question_on_the_flop("a"))), type=Reply)
    assert bytes(reply.answer) == b"null"
    assert reply.fault.startswith("ValueError in fail (")
    assert "Ah" not in reply.fault


def test_what_is_no_question_is_a_fault() -> None:
    assert msgspec.json.decode(answer_line(answer, b"hello\n"), type=Reply).fault.startswith("DecodeError")
