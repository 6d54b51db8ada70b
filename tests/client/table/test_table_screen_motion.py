"""Bets fade and cards turn over on the screen, unless the player, the terminal or the connection says otherwise."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.network.link import LinkState
from railbird_client.table.paint.motion import FRAME_SECONDS
from railbird_client.table.table_options import TableOptions
from railbird_shared.game.cards import parse_cards
from railbird_shared.protocol.view import TableView
from support.screen_harness import TableApp, screen_text
from support.view_builders import holdem_view, snapshot_message

MOVING = TableOptions(street_pause=0, bell=False, motion=True)


@pytest.fixture(autouse=True)
def _true_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("TERM", "xterm-256color")


def street(board: str, bet: int = 0) -> TableView:
    view = holdem_view(board=parse_cards(board), to_match=bet)
    return replace(view, seats=tuple(each and replace(each, bet=bet if each.seat == 2 else 0) for each in view.seats))


async def play_river(app: TableApp, *, latency_ms: int = 3) -> list[str]:
    """Shows the river after a bet of 77; returns what is on the screen at the start, the end and after each frame."""
    shown: list[str] = []
    async with app.run_test(size=(120, 40)) as pilot:
        app.receive(snapshot_message(street("Kd 9s 4h 2c", 77)))
        app.show_connection(LinkState.ONLINE, latency_ms)
        await pilot.pause()
        app.receive(snapshot_message(street("Kd 9s 4h 2c 7d"), seq=2))
        for _ in range(5):
            shown.append(screen_text(app.screen))
            app.clock.advance(FRAME_SECONDS)
            app.table.show()
    return shown


async def test_the_last_bet_fades_and_the_river_turns_over() -> None:
    shown = await play_river(TableApp(options=MOVING))
    assert [("● 77" in text, "7♦" in text) for text in shown] == [
        (True, False),
        (True, False),
        (True, False),
        (False, False),
        (False, True),
    ]


async def test_a_key_shows_the_table_as_it_is() -> None:
    app = TableApp(options=MOVING)
    async with app.run_test(size=(120, 40)) as pilot:
        app.receive(snapshot_message(street("Kd 9s 4h 2c", 77)))
        await pilot.pause()
        app.receive(snapshot_message(street("Kd 9s 4h 2c 7d"), seq=2))
        assert "7♦" not in screen_text(app.screen)
        await pilot.press("c")
        assert "7♦" in screen_text(app.screen)


@pytest.mark.parametrize("reason", ["switched off", "ascii", "animations", "slow connection"])
async def test_nothing_moves_where_it_is_not_wanted(reason: str) -> None:
    options = replace(MOVING, motion=reason != "switched off", ascii=reason == "ascii")
    app = TableApp(options=options)
    if reason == "animations":
        app.animation_level = "none"
    shown = await play_river(app, latency_ms=200 if reason == "slow connection" else 3)
    river = "7d" if reason == "ascii" else "7♦"
    assert river in shown[0]
