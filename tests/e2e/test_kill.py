"""The server's process is killed at random moments and started again, and nothing that was acknowledged is lost.

`RAILBIRD_KILLS=500 pytest -m slow -s tests/e2e/test_kill.py -k random_moments` kills more often and prints what came of
it; with `RAILBIRD_KILL_PROGRAM=1` every server is the program itself, not a fork of one that has loaded it, and with
`RAILBIRD_KILL_SEED` others are the moments.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import sys
import time
from pathlib import Path

import pytest

from support.killed_house import KilledHouse, killed_house
from support.server_processes import ProgramStarter, Starter, forked_servers

pytestmark = pytest.mark.slow

if sys.platform == "win32":
    pytest.skip("needs the signals of POSIX", allow_module_level=True)

KILLS = int(os.environ.get("RAILBIRD_KILLS", "60"))
SEED = int(os.environ.get("RAILBIRD_KILL_SEED", "1"))


async def kill_at_random(house: KilledHouse, kills: int, *, start_seconds: float) -> None:
    """Kills the server that often: in play, or while it starts and everybody comes back."""
    server, chance = house.server, house.chance
    for _ in range(kills):
        if chance.random() < 0.25:
            await asyncio.sleep(chance.uniform(0, start_seconds))
            house.figures.in_start += 1
        else:
            await house.wait_until_all_are_back()
            await house.wait_for_steps(chance.randint(1, 15))
            await asyncio.sleep(chance.uniform(0, 0.01))
        await house.kill()
        server.start()
    await house.wait_until_all_are_back()
    await house.wait_for_steps(20)
    await house.stop()


async def test_three_kills_lose_nothing(tmp_path: Path) -> None:
    with forked_servers() as starter:
        async with killed_house(starter, tmp_path, random.Random(SEED)) as house:
            for _ in range(3):
                await house.wait_for_steps(house.chance.randint(5, 30))
                await house.kill()
                house.server.start()
                await house.wait_until_all_are_back()
            await house.wait_for_steps(20)
            await house.stop()


@pytest.mark.slow
async def test_kills_at_random_moments_lose_nothing(tmp_path: Path) -> None:
    as_program = bool(os.environ.get("RAILBIRD_KILL_PROGRAM"))
    with contextlib.ExitStack() as stack:
        starter: Starter = ProgramStarter() if as_program else stack.enter_context(forked_servers())
        began = time.monotonic()
        async with killed_house(starter, tmp_path, random.Random(SEED)) as house:
            await kill_at_random(house, KILLS, start_seconds=3.0 if as_program else 0.3)
        print(f"\n{house.report(time.monotonic() - began)}")
        assert house.figures.in_mid_hand > KILLS


@pytest.mark.slow
async def test_kills_while_many_return_lose_nothing(tmp_path: Path) -> None:
    with forked_servers() as starter:
        async with killed_house(starter, tmp_path, random.Random(SEED), spectators=20) as house:
            for _ in range(8):
                await house.kill()
                house.server.start()
                await asyncio.sleep(house.chance.uniform(0.05, 0.5))
            await house.wait_until_all_are_back()
            await house.wait_for_steps(20)
            await house.stop()
