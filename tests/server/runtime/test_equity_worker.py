"""The process that finds chances: the same answers as at home, the latest question first, and no harm if it dies."""

from __future__ import annotations

import asyncio
import subprocess
import sys

import msgspec
import pytest

from railbird_server.rules.spot import ToCome
from railbird_server.runtime import workers
from railbird_server.runtime.broadcast.rail_chances import find_chances
from railbird_server.runtime.workers import EquityWorker
from railbird_server.table.all_in_reveal import OpenSpot
from railbird_server.worker import Reply, answer_line
from railbird_shared.protocol.view import WHOLE, SpotChances
from support.equity_spots import make_spot
from support.timeouts import TIMEOUT_SECONDS
from support.worker_pools import process_count

ANSWER_ONE_LINE = """
import sys
from railbird_server.runtime.broadcast.rail_chances import find_chances
from railbird_server.worker import answer_line
sys.stdout.buffer.write(answer_line(find_chances, sys.stdin.buffer.readline()))
"""
ANSWERS_ONCE = (sys.executable, "-c", ANSWER_ONE_LINE)
NEVER_ANSWERS = (sys.executable, "-c", "import sys; sys.stdin.read()")
ENDS_AT_ONCE = (sys.executable, "-c", "")
SAYS_NONSENSE = (sys.executable, "-c", "input(); print('hello', flush=True); input()")

Found = tuple[SpotChances, ...]

TURN = OpenSpot(7, 2, 0, make_spot("holdem", "As Ah", "Ks Kh", board="2c 7d 9h Jc", to_come=ToCome(board=1)))
RIVER = OpenSpot(7, 3, 1, make_spot("holdem", "As Ah", "Ks Kh", board="2c 7d 9h Jc Kd"))


def is_running(worker: EquityWorker) -> bool:
    """Whether the process runs, starts or ends."""
    return bool(worker._asked) or process_count(worker._pool) > 0


async def test_the_process_answers_as_this_one_does() -> None:
    worker = EquityWorker()
    assert not is_running(worker)
    told: asyncio.Future[Found] = asyncio.get_running_loop().create_future()
    worker.ask("t1", [TURN, RIVER], told.set_result)
    async with asyncio.timeout(TIMEOUT_SECONDS):
        found = await told
    await worker.stop()
    assert not is_running(worker)
    assert found == find_chances((TURN, RIVER))
    assert found[0].shares == ((1, 9545), (2, 455))
    assert found[1] == SpotChances(3, ((1, 0), (2, WHOLE)), run=1)


async def test_a_later_question_of_a_table_takes_the_place_of_an_earlier_one() -> None:
    worker = EquityWorker()
    told: list[str] = []
    last: asyncio.Future[Found] = asyncio.get_running_loop().create_future()
    worker.ask("t1", [TURN], lambda _: told.append("overtaken"))
    worker.ask("t1", [RIVER], lambda _: told.append("the latest"))
    worker.ask("t2", [TURN], lambda _: told.append("forgotten"))
    worker.forget("t2")
    worker.ask("t3", [RIVER], last.set_result)
    async with asyncio.timeout(TIMEOUT_SECONDS):
        await last
    await worker.stop()
    assert told == ["the latest"]


async def test_of_too_many_tables_the_one_that_waited_longest_goes_without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "MAX_WAITING", 2)
    worker = EquityWorker()
    told: list[str] = []
    last: asyncio.Future[Found] = asyncio.get_running_loop().create_future()
    worker.ask("t1", [RIVER], lambda _: told.append("t1"))
    worker.ask("t2", [RIVER], lambda _: told.append("t2"))
    worker.ask("t3", [RIVER], last.set_result)
    async with asyncio.timeout(TIMEOUT_SECONDS):
        await last
    await worker.stop()
    assert told == ["t2"]


@pytest.mark.parametrize("command", [ENDS_AT_ONCE, NEVER_ANSWERS, SAYS_NONSENSE, ("/no/such/program",)])
async def test_without_an_answer_nobody_is_told_and_the_next_question_starts_anew(
    command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "ANSWER_TIMEOUT", 0.05)
    monkeypatch.setattr(workers, "IDLE_SECONDS", 0.05)
    worker = EquityWorker(command=command)
    told: list[Found] = []
    for _ in range(2):
        worker.ask("t1", [TURN], told.append)
        assert is_running(worker)
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while is_running(worker):  # noqa: ASYNC110  nothing tells of the end
                await asyncio.sleep(0)
    assert told == []


async def ask_and_wait(worker: EquityWorker, spot: OpenSpot) -> Found:
    told: asyncio.Future[Found] = asyncio.get_running_loop().create_future()
    worker.ask("t1", [spot], told.set_result)
    async with asyncio.timeout(TIMEOUT_SECONDS):
        return await told


async def test_a_question_whose_process_has_ended_is_asked_once_more() -> None:
    worker = EquityWorker(command=ANSWERS_ONCE)
    for spot in (TURN, RIVER, TURN):
        assert await ask_and_wait(worker, spot) == find_chances((spot,))
    await worker.stop()


async def test_a_question_that_comes_while_the_idle_process_ends_starts_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workers, "IDLE_SECONDS", 0.0)
    worker = EquityWorker()
    await ask_and_wait(worker, TURN)
    for yields in range(4):
        for _ in range(yields):
            await asyncio.sleep(0)
        await ask_and_wait(worker, RIVER)
    await worker.stop()


async def test_stopping_ends_the_process_and_the_questions() -> None:
    worker = EquityWorker(command=NEVER_ANSWERS)
    told: list[Found] = []
    worker.ask("t1", [TURN], told.append)
    await asyncio.sleep(0)
    await worker.stop()
    assert not is_running(worker)
    assert told == []


def test_a_fault_names_no_card() -> None:
    nobody_wins = OpenSpot(1, 0, 0, make_spot("holdem", "As Ah"))
    assert msgspec.json.decode(answer_line(find_chances, b"[]"), type=Reply) == Reply(msgspec.Raw(b"[]"))
    with pytest.raises(ValueError, match="two hands"):
        find_chances((nobody_wins,))
    fault = msgspec.json.decode(answer_line(find_chances, b'["As"]'), type=Reply).fault
    assert fault
    assert "As" not in fault


def test_the_process_loads_neither_its_pool_nor_a_log() -> None:
    loads = f"import railbird_server.worker, {find_chances.__module__}, sys; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", loads], capture_output=True, text=True, check=True).stdout.split()
    assert not {"asyncio", "logging", "railbird_server.runtime.workers"}.intersection(loaded)
