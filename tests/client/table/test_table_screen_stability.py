"""What must not disturb a player: a resize, another player's turn, and an empty chat."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.table.table_options import TableOptions
from railbird_shared.game.cards import Card
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.actions import Draw, Raise
from railbird_shared.protocol.messages import Chat
from railbird_shared.protocol.view import TableView, Turn, You
from support.screen_harness import run_table_screen
from support.view_builders import draw_view, holdem_view, step_message


@pytest.mark.parametrize("size", [(120, 40), (70, 20), (100, 30)])
async def test_a_typed_amount_survives_a_resize(size: tuple[int, int]) -> None:
    async with run_table_screen(holdem_view()) as player:
        await player.press("equals_sign 3 0")
        await player.resize(*size)
        await player.pilot.pause()
        assert player.commands == []
        assert " 30▏" in player.text
        await player.press("0 enter")
        assert player.actions == [Raise(300)]


@pytest.mark.parametrize("size", [(120, 40), (70, 20)])
async def test_selected_cards_survive_a_resize(size: tuple[int, int]) -> None:
    async with run_table_screen(draw_view()) as player:
        await player.press("3 4")
        await player.resize(*size)
        await player.pilot.pause()
        assert player.commands == []
        assert "Draw 2" in player.text
        await player.press("enter")
        assert player.actions == [Draw((Card.C7, Card.H4))]


def view_while_sitting_out() -> TableView:
    """Wren sits out at seat 1 while the others play on."""
    view = holdem_view()
    seats = (replace(view.seats[0], in_hand=False, sitting_out=True, cards=()), *view.seats[1:])  # type: ignore[type-var]
    return replace(view, seats=seats, turn=Turn(2, 31, 1_003_000), you=You(1))


async def test_a_player_sitting_out_gets_no_turn_alert(monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_table_screen(view_while_sitting_out(), options=TableOptions(street_pause=0, bell=True)) as player:
        rung: list[bool] = []
        monkeypatch.setattr(player.app, "bell", lambda: rung.append(True))
        player.app.receive(step_message(ev.Folded(2), ev.TurnBegan(4, 32, 1_003_000)))
        await player.pilot.pause()
        rows = player.text.splitlines()
        own = next(y for y, row in enumerate(rows) if "Wren" in row)
        assert "3 s!" in "".join(rows[:own])
        assert not any("Your turn" in row or " s!" in row for row in rows[own:])
        assert rung == []
        assert "You sit out: press [S] to come back." in player.text


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (70, 20)])
async def test_an_empty_chat_gives_its_room_to_the_log(size: tuple[int, int]) -> None:
    async with run_table_screen(holdem_view(), size=size) as player:
        assert not player.app.screen.query_one("#say").display
        await player.press("tab")
        assert player.app.screen.query_one("#say").display
        assert "Your turn, but your keys write in the chat: [Esc] ends it." in player.text
        await player.press("escape")
        assert not player.app.screen.query_one("#say").display
        player.app.receive(Chat(name="Heron", text="nice hand"))
        await player.pilot.pause()
        assert "nice hand" in player.text


async def test_a_large_screen_always_shows_how_to_say_something() -> None:
    async with run_table_screen(holdem_view(), size=(120, 40)) as player:
        assert "Tab say something" in player.text


@pytest.mark.parametrize("size", [(80, 24), (70, 20), (120, 40)])
async def test_the_last_result_can_be_read_when_the_next_hand_begins(size: tuple[int, int]) -> None:
    async with run_table_screen(holdem_view(), size=size) as player:
        won = (ev.PotAwarded(2, 0, 411, hand_name="pair of kings"), ev.HandEnded(148))
        player.app.receive(step_message(*won))
        player.app.receive(step_message(ev.HandStarted(149, 9, (1, 2, 3))))
        await player.pilot.pause()
        words = " ".join(player.text.split())
        assert "hand 149" in words
        assert (
            "Heron wins 411 with pair of kings" in words.replace(" │ ", " ") or "Heron wins 411 with pair of" in words
        )
