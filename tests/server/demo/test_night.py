"""The parts of the night that need no server: what players do as planned, what must not be lost, and how it fails."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from railbird_server.demo.demo_table import DemoError, DemoPlayer
from railbird_server.demo.night import NightServer, all_in, call_along, run_night, what_counts
from railbird_shared.protocol.actions import Call, Check, Fold, LegalActions, Raise, Run, Wager, WagerKind
from support.view_builders import holdem_view

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
    await server.start()
    assert server.address.startswith("ws://127.0.0.1:")
    await server.stop()


@pytest.mark.skipif(sys.platform == "win32", reason="the night is for systems with signals")
async def test_a_server_that_does_not_run_ends_the_night_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(_: NightServer) -> None:
        raise DemoError("There is no room on the disk.")

    monkeypatch.setattr(NightServer, "start", fail)
    lines: list[str] = []
    assert await run_night(print_line=lines.append) == 1
    assert lines == ["The night ends here: There is no room on the disk."]
