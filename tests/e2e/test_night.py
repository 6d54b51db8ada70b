"""A whole night by script: the real program, real connections, a kill, and books that agree with the hands."""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from e2e.night import HOLDEM, OMAHA8, NightServer, ScriptedTable, all_in, call_along, run_night, what_counts
from railbird_server.demo.hands import DemoError, DemoPlayer
from railbird_shared.game.rotation import Rotation
from railbird_shared.protocol.actions import Call, Check, Fold, LegalActions, Raise, Run, Wager, WagerKind
from railbird_shared.protocol.commands import OpenTable
from support.network_clients import run_server
from support.timeouts import TIMEOUT_SECONDS
from support.view_builders import holdem_view

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


# --- the people of the night: what they do as planned, and what must not be lost

RAISE = Wager(WagerKind.RAISE, 4, 100)


@pytest.mark.parametrize(
    ("name", "legal", "action"),
    [
        ("Wren", LegalActions(1, 100, call=2, wager=RAISE), Raise(100)),
        ("Wren", LegalActions(1, 100, call=100), Call()),
        ("Wren", LegalActions(1, 100, max_runs=2), Run(2)),
        ("Heron", LegalActions(1, 100, call=2, fold=True, wager=RAISE), Fold()),
        ("Heron", LegalActions(1, 100, check=True, wager=RAISE), Check()),
    ],
)
def test_some_go_all_in_and_the_others_fold(name: str, legal: LegalActions, action: object) -> None:
    assert all_in("Wren", "Jay")(DemoPlayer(name), legal) == action


def test_who_stays_in_the_hand_takes_the_cheapest_act() -> None:
    assert call_along(LegalActions(1, 100, check=True)) == Check()
    assert call_along(LegalActions(1, 100, call=2)) == Call()
    assert call_along(LegalActions(1, 100, bring_in=2)) is None


def test_a_chip_a_card_or_a_turn_that_differs_counts_and_a_connection_does_not() -> None:
    view = holdem_view()
    first, *others = view.seats
    assert first is not None
    away = replace(view, seats=(replace(first, connected=False), *others))
    poorer = replace(view, seats=(replace(first, stack=first.stack - 1), *others))
    assert what_counts(away) == what_counts(view)
    assert what_counts(poorer) != what_counts(view)
    assert what_counts(replace(view, board=view.board[:-1])) != what_counts(view)
    assert what_counts(replace(view, turn=None)) != what_counts(view)


@pytest.mark.skipif(sys.platform == "win32", reason="the night is for systems with signals")
async def test_the_server_of_the_night_is_found_although_its_log_would_be_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAILBIRD_LOG_FORMAT", "json")
    server = NightServer(tmp_path, 2)
    server.start()
    await server.wait_until_it_listens()
    assert server.address.startswith("ws://127.0.0.1:")
    server.stop()


@pytest.mark.skipif(sys.platform == "win32", reason="the night is for systems with signals")
async def test_a_server_that_does_not_run_ends_the_night_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: NightServer) -> None:
        raise DemoError("There is no room on the disk.")

    monkeypatch.setattr(NightServer, "start", fail)
    lines: list[str] = []
    assert await run_night(print_line=lines.append) == 1
    assert lines == ["The night ends here: There is no room on the disk."]


async def test_a_player_who_has_bought_again_has_their_chips_before_the_next_game_is_named() -> None:
    async with asyncio.timeout(TIMEOUT_SECONDS), run_server() as server:
        table = ScriptedTable(server.address, lambda _: None, "1", "Wren", "Jay", "Heron")
        table.plan = all_in("Wren", "Jay")
        rotation = Rotation((HOLDEM, OMAHA8), hands=1, dealers_choice=True)
        await table.open_by(table.players[0], OpenTable(name="Den", game="holdem", seats=3, rotation=rotation))
        await table.sit_down()
        while all(seat.bought_in == table.view.buy_in for seat in table.view.occupied):
            await table.play_hand(HOLDEM)
            assert all(seat.stack for seat in table.view.occupied)
