"""What must not disturb a player: a window that changes its size, somebody else's turn, and an empty chat."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.model.options import Options
from railbird_shared import events as ev
from railbird_shared.actions import Draw, Raise
from railbird_shared.cards import Card
from railbird_shared.messages import Chat
from railbird_shared.view import TableView, Turn, You
from tables import draw, holdem, playing, step


@pytest.mark.parametrize("size", [(120, 40), (70, 20), (100, 30)])
async def test_an_amount_that_is_being_typed_outlives_a_change_of_size(size: tuple[int, int]) -> None:
    async with playing(holdem()) as player:
        await player.press("equals_sign 3 0")
        await player.pilot.resize_terminal(*size)
        await player.pilot.pause()
        assert player.asked == []
        assert " 30▏" in player.text
        await player.press("0 enter")
        assert player.acts == [Raise(300)]


@pytest.mark.parametrize("size", [(120, 40), (70, 20)])
async def test_cards_that_are_chosen_outlive_a_change_of_size(size: tuple[int, int]) -> None:
    async with playing(draw()) as player:
        await player.press("3 4")
        await player.pilot.resize_terminal(*size)
        await player.pilot.pause()
        assert player.asked == []
        assert "Draw 2" in player.text
        await player.press("enter")
        assert player.acts == [Draw((Card.C7, Card.H4))]


def away() -> TableView:
    """Wren sits out at seat 1 while the others play on."""
    view = holdem()
    seats = (replace(view.seats[0], in_hand=False, sitting_out=True, cards=()), *view.seats[1:])  # type: ignore[type-var]
    return replace(view, seats=seats, turn=Turn(2, 31, 1_003_000), you=You(1))


async def test_nobody_who_sits_out_is_called_or_hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    async with playing(away(), options=Options(pace=0, bell=True)) as player:
        rung: list[bool] = []
        monkeypatch.setattr(player.app, "bell", lambda: rung.append(True))
        player.app.table.receive(step(ev.Folded(2), ev.TurnBegan(4, 32, 1_003_000)))
        await player.pilot.pause()
        rows = player.text.splitlines()
        own = next(y for y, row in enumerate(rows) if "Wren · seat 1" in row)
        assert "3 s!" in "".join(rows[:own])
        assert not any("YOUR TURN" in row or " s!" in row for row in rows[own:])
        assert rung == []
        assert "You sit out: press S to come back." in player.text


async def test_the_log_has_the_room_of_a_chat_in_which_nobody_talks() -> None:
    async with playing(holdem()) as player:
        assert "chat · Tab" not in player.text
        await player.press("tab")
        await player.pilot.pause()
        assert "chat · Esc back" in player.text
        await player.press("escape")
        await player.pilot.pause()
        assert "chat · Esc back" not in player.text
        player.app.table.receive(Chat(name="Heron", text="nice hand"))
        await player.pilot.pause()
        assert "chat · Tab" in player.text
        assert "Heron: nice hand" in player.text


async def test_a_box_for_the_chat_stays_where_there_is_room_for_it() -> None:
    async with playing(holdem(), size=(120, 40)) as player:
        assert "Tab to say something" in player.text


@pytest.mark.parametrize("size", [(80, 24), (70, 20)])
async def test_the_last_result_stands_over_a_short_log(size: tuple[int, int]) -> None:
    async with playing(holdem(), size=size) as player:
        won = (ev.PotAwarded(2, 0, 411, words="pair of kings"), ev.HandEnded(148))
        player.app.table.receive(step(*won))
        player.app.table.receive(step(ev.HandStarted(149, 9, (1, 2, 3))))
        await player.pilot.pause()
        assert "hand 149 · last: Heron wins 411 with pair of kings" in player.text
