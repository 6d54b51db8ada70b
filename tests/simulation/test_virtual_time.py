"""The virtual loop passes time at once, in order, and tells a standstill from a long wait."""

from __future__ import annotations

import asyncio

import pytest

from simulation.virtual_time import Standstill, VirtualTimeLoop, run


def test_an_hour_takes_no_time_and_things_happen_in_order() -> None:
    loop = VirtualTimeLoop()
    happened: list[tuple[str, float]] = []

    async def sleep(name: str, seconds: float) -> None:
        await asyncio.sleep(seconds)
        happened.append((name, loop.time()))

    async def main() -> None:
        await asyncio.gather(sleep("late", 3600.0), sleep("early", 0.5), sleep("between", 60.0))

    run(main(), loop)
    assert happened == [("early", 0.5), ("between", 60.0), ("late", 3600.0)]


def test_timeouts_run_in_virtual_time() -> None:
    loop = VirtualTimeLoop()

    async def main() -> float:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(30.0):
                await asyncio.Event().wait()
        return loop.time()

    assert run(main(), loop) == 30.0


def test_a_jump_makes_everything_late_that_was_due_meanwhile() -> None:
    loop = VirtualTimeLoop()

    async def main() -> float:
        loop.call_later(1.0, loop.jump, 100.0)
        await asyncio.sleep(2.0)
        return loop.time()

    assert run(main(), loop) == 101.0


def test_a_loop_in_which_nothing_can_happen_any_more_says_so() -> None:
    async def main() -> None:
        await asyncio.Event().wait()

    with pytest.raises(Standstill):
        run(main(), VirtualTimeLoop())
