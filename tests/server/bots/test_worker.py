"""A process that thinks for bots: what it answers, and when it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from railbird_server.bots import worker
from railbird_server.bots.question import Question, answer
from railbird_server.bots.worker import Answer, answer_line, decode_answer, encode_question
from support.bot_builders import question_on_the_flop
from support.timeouts import TIMEOUT_SECONDS

COMMAND = (sys.executable, "-m", "railbird_server.bots.worker")


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
        assert answers == [Answer(answer(question)) for question in questions]


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


def test_a_fault_in_a_policy_is_an_answer_without_the_text_of_the_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_question: Question) -> None:
        raise ValueError("Ah Kh")

    monkeypatch.setattr(worker, "answer", fail)
    found = decode_answer(answer_line(encode_question(question_on_the_flop("a"))))
    assert found.action is None
    assert found.fault.startswith("ValueError in fail (")
    assert "Ah" not in found.fault


def test_what_is_no_question_is_a_fault() -> None:
    assert decode_answer(answer_line(b"hello\n")).fault.startswith("DecodeError")
