"""A whole night by script: the real program, real connections, a kill, and books that agree with the hands."""

from __future__ import annotations

import asyncio
import re
import sys

import pytest
from click.testing import CliRunner

from railbird_server.cli.bots import demo
from railbird_server.demo.night import run_night
from support.timeouts import TIMEOUT_SECONDS

pytestmark = pytest.mark.slow

STORY = (
    "=== Robin opens a table, and seven friends come ===",
    r"A chip is worth 0\.05 EUR\.",
    r"\[\w+ is refused: This table does not play that; name one of holdem, .*",
    r"\[\w+ is refused: Five Card Draw is for 2 to 6 players, and 8 play; name another game\.\]",
    "the game is Limit Five Card Stud, deuces wild",
    "the game is Limit Seven Card Stud, lowest hole card wild",
    "=== A straddle ===",
    r"\w+ straddles to 4",
    r"Robin calls a bomb pot: in the next hand everybody posts 4, .*",
    r"\[Jay is refused: .*",
    r"(Wren|Jay) wants to run it twice",
    r"(Wren|Jay) buys 100 more and has 100",
    "Finch lost the connection",
    r"\[Finch reads \d+ steps that they have missed\.\]",
    r"\[kill -9; and the server starts again\.\]",
    r"\[Everybody has the same cards, chips and turn as before\.\]",
    "Robin begins a break of 5 minutes",
    r"\w+ pays \w+ \d+\.\d\d EUR",
    r"\[Jay is refused: Only the host of the table may do that\.\]",
    "Robin removes Plover from the table",
    "Robin hands the hosting over to Wren",
    r"Robin leaves with [\d,]+",
    "Wren calls the last hand: none is dealt after the next one",
    "Wren ends the night",
    r"The results add up to 0\.",
    r"Everything is as it was kept, and every chip is where it belongs\.",
)
"""What is told, in this order."""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a server on Windows is not stopped by a signal")
async def test_a_night_of_dealers_choice_ends_with_books_that_agree_with_its_hands() -> None:
    lines: list[str] = []
    async with asyncio.timeout(3 * TIMEOUT_SECONDS):
        status = await run_night(print_line=lines.append)
    told = iter(lines)
    for expected in STORY:
        assert any(re.fullmatch(expected, line) for line in told), f"{expected}\n" + "\n".join(lines)
    recount = [line for line in lines if re.fullmatch(r"\w+: \S+ in \d+ hands, as in the statement\.", line)]
    assert len(recount) == 8
    assert status == 0


@pytest.mark.parametrize("option", [("--game", "razz"), ("--hands", "3"), ("--seats", "4"), ("--phh", "hands")])
def test_a_night_takes_no_options_of_single_hands(option: tuple[str, str]) -> None:
    result = CliRunner().invoke(demo, ["--night", *option])
    assert result.exit_code == 2
    assert result.output.splitlines()[-1].endswith(
        f"A night has games, hands and seats of its own; leave {option[0]} out."
    )
