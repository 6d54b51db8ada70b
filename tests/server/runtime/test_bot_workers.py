"""The processes that think for the bots of the house: when they start and end, and what happens if one dies."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from railbird_server.bots.bot import NoAnswer, answer
from railbird_server.runtime import workers as module
from railbird_server.runtime.workers import WorkerPool, usual_process_count
from railbird_shared.protocol.actions import Check
from support.bot_builders import question_on_the_flop
from support.processes import worker_processes
from support.timeouts import TIMEOUT_SECONDS
from support.worker_pools import process_count

ENDS_AT_ONCE = (sys.executable, "-c", "")
SAYS_NONSENSE = (sys.executable, "-c", "input(); print('hello', flush=True); input()")
FAILS = (sys.executable, "-c", """input(); print('{"fault": "ValueError in decide"}', flush=True); input()""")
NEVER_ANSWERS = (sys.executable, "-c", "import sys; sys.stdin.read()")


def dies_after(path: Path, lives: int) -> tuple[str, ...]:
    """A process that ends at the first question, as often as that, and after that checks for ever."""
    program = (
        "import sys, pathlib\n"
        f"path = pathlib.Path({str(path)!r})\n"
        "for line in sys.stdin:\n"
        "    begun = len(path.read_text()) if path.exists() else 0\n"
        "    path.write_text('x' * (begun + 1))\n"
        f"    if begun < {lives}: sys.exit(1)\n"
        """    print('{"answer": {"do": "check"}}', flush=True)\n"""
    )
    return (sys.executable, "-c", program)


async def test_no_process_starts_before_a_question() -> None:
    workers = WorkerPool(answer, most=2)
    assert process_count(workers) == 0
    await workers.stop()


async def test_the_answers_are_the_same_whatever_the_number_of_processes_and_the_order() -> None:
    questions = [question_on_the_flop(str(seed)) for seed in range(12)]
    expected = [answer(question) for question in questions]
    for count in (1, 2):
        workers = WorkerPool(answer, most=count)
        async with asyncio.timeout(TIMEOUT_SECONDS):
            assert await asyncio.gather(*map(workers.ask, questions)) == expected
            assert await asyncio.gather(*map(workers.ask, reversed(questions))) == expected[::-1]
        assert process_count(workers) == count
        await workers.stop()
        assert process_count(workers) == 0


async def test_one_question_at_a_time_needs_one_process() -> None:
    workers = WorkerPool(answer, most=4)
    async with asyncio.timeout(TIMEOUT_SECONDS):
        for seed in range(3):
            await workers.ask(question_on_the_flop(str(seed)))
    assert process_count(workers) == 1
    await workers.stop()


async def test_a_question_whose_process_dies_is_asked_once_more(tmp_path: Path) -> None:
    workers = WorkerPool(answer, most=1, command=dies_after(tmp_path / "deaths", 1))
    async with asyncio.timeout(TIMEOUT_SECONDS):
        assert await workers.ask(question_on_the_flop("a")) == Check()
    await workers.stop()


async def test_a_question_that_ends_two_processes_is_given_up(tmp_path: Path) -> None:
    workers = WorkerPool(answer, most=1, command=dies_after(tmp_path / "deaths", 2))
    async with asyncio.timeout(TIMEOUT_SECONDS):
        with pytest.raises(NoAnswer):
            await workers.ask(question_on_the_flop("a"))
        assert await workers.ask(question_on_the_flop("b")) == Check()
    await workers.stop()


@pytest.mark.parametrize("command", [ENDS_AT_ONCE, ("/nowhere/python",)], ids=["ends", "is not there"])
async def test_what_cannot_run_is_not_tried_for_ever(command: tuple[str, ...]) -> None:
    workers = WorkerPool(answer, most=1, command=command)
    async with asyncio.timeout(TIMEOUT_SECONDS):
        for seed in range(4):
            with pytest.raises(NoAnswer):
                await workers.ask(question_on_the_flop(str(seed)))
        while process_count(workers):  # noqa: ASYNC110  nothing tells of it
            await asyncio.sleep(0)
    await workers.stop()


@pytest.mark.parametrize("command", [SAYS_NONSENSE, FAILS], ids=["nonsense", "a fault"])
async def test_an_answer_that_is_no_act_is_none(command: tuple[str, ...]) -> None:
    workers = WorkerPool(answer, most=1, command=command)
    async with asyncio.timeout(TIMEOUT_SECONDS):
        with pytest.raises(NoAnswer):
            await workers.ask(question_on_the_flop("a"))
    await workers.stop()


async def test_a_process_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ANSWER_TIMEOUT", 0.01)
    workers = WorkerPool(answer, most=1, command=NEVER_ANSWERS)
    async with asyncio.timeout(TIMEOUT_SECONDS):
        with pytest.raises(NoAnswer):
            await workers.ask(question_on_the_flop("a"))
    await workers.stop()


async def test_stopping_ends_the_processes_and_the_questions() -> None:
    workers = WorkerPool(answer, most=1, command=NEVER_ANSWERS)
    asked = [asyncio.create_task(workers.ask(question_on_the_flop(str(seed)))) for seed in range(2)]
    await asyncio.sleep(0)
    await workers.stop()
    assert process_count(workers) == 0
    for each in await asyncio.gather(*asked, return_exceptions=True):
        assert isinstance(each, NoAnswer)


async def test_who_has_stopped_asking_gets_no_answer_and_holds_up_nobody() -> None:
    workers = WorkerPool(answer, most=1)
    gone = asyncio.create_task(workers.ask(question_on_the_flop("a")))
    await asyncio.sleep(0)
    gone.cancel()
    async with asyncio.timeout(TIMEOUT_SECONDS):
        assert await workers.ask(question_on_the_flop("b")) == answer(question_on_the_flop("b"))
    await workers.stop()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads the processes from /proc")
async def test_a_process_that_is_killed_is_replaced() -> None:
    workers = WorkerPool(answer, most=1)
    async with asyncio.timeout(TIMEOUT_SECONDS):
        expected = await workers.ask(question_on_the_flop("a"))
        [process] = worker_processes(os.getpid())
        os.kill(process, signal.SIGKILL)
        assert await workers.ask(question_on_the_flop("a")) == expected
    await workers.stop()
    assert not worker_processes(os.getpid())


def test_a_core_is_left_for_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = []
    for cores in (1, 2, 3, 64):
        monkeypatch.setattr(os, "cpu_count", lambda cores=cores: cores)
        counts.append(usual_process_count())
    assert counts == [1, 1, 2, 2]
