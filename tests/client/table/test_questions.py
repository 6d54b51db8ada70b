"""Questions on the table: requests for chips, which the host answers with a key, and votes."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.table.input_state import InputState
from railbird_client.table.turn.table_keys import TableKey
from railbird_shared.protocol.events import PlayerLeft
from railbird_shared.protocol.host_commands import AnswerBuyIn
from railbird_shared.protocol.view import SeatView, TableView, You
from support.screen_harness import run_table_screen
from support.view_builders import holdem_view, seat_view, step_message, table_view

HERON = replace(seat_view(2), stack=0, requested=150, sitting_out=True)
JAY = replace(seat_view(3), stack=0, requested=80, sitting_out=True)
SIZES = ((60, 18), (80, 24), (120, 40))


def asking(*seats: SeatView) -> TableView:
    return table_view(seat_view(1), *seats, you=You(1, is_host=True), host="Wren")


@pytest.mark.parametrize("size", SIZES)
async def test_a_request_stands_on_the_table_with_its_keys(size: tuple[int, int]) -> None:
    async with run_table_screen(asking(HERON, JAY), size=size) as host:
        assert "Heron asks for 150" in host.text
        for words in ("give", "refuse", "give all 2"):
            assert words in host.text


@pytest.mark.parametrize(("key", "approve"), [("y", True), ("n", False)])
async def test_the_host_answers_the_first_request_with_a_key(key: str, *, approve: bool) -> None:
    async with run_table_screen(asking(HERON, JAY)) as host:
        host.app.clock.advance()
        await host.press(key)
        assert host.commands == [AnswerBuyIn(seat=2, chips=150, approve=approve)]


async def test_the_host_gives_all_with_one_key() -> None:
    async with run_table_screen(asking(HERON, JAY)) as host:
        host.app.clock.advance()
        await host.press("b")
        host.app.tick()
        given = [AnswerBuyIn(seat=2, chips=150, approve=True), AnswerBuyIn(seat=3, chips=80, approve=True)]
        assert host.commands == given


def test_a_key_that_was_meant_for_something_else_answers_no_request() -> None:
    state = InputState("Wren")
    state.update_view(asking(replace(HERON, requested=0)), 10.0)
    state.update_view(asking(HERON), 20.0)
    state.press(TableKey.RABBIT, 20.1)
    assert state.tick(21.0) is None
    state.press(TableKey.RABBIT, 25.0)
    assert state.tick(26.0) == AnswerBuyIn(seat=2, chips=150, approve=True)


def test_a_click_on_another_button_answers_no_request() -> None:
    state = InputState("Wren")
    state.update_view(asking(HERON), 10.0)
    state.press(TableKey.ADD_BOT, 20.0, clicked=True)
    assert not isinstance(state.tick(21.0), AnswerBuyIn)


async def test_the_keys_of_a_turn_stay_those_of_the_turn() -> None:
    view = holdem_view()
    seats = tuple(replace(each, requested=90) if each and each.seat == 9 else each for each in view.seats)
    async with run_table_screen(replace(view, seats=seats, you=replace(view.you, is_host=True))) as host:
        host.app.clock.advance()
        assert "Q 1 asks for chips" in host.text
        await host.press("y")
        assert host.commands == []


async def test_a_host_reads_that_a_request_is_gone() -> None:
    async with run_table_screen(asking(HERON)) as host:
        host.app.receive(step_message(PlayerLeft(2, "Heron", 0)))
        await host.pilot.pause()
        assert "Heron has left; nothing was given." in host.text


async def test_a_player_who_asked_reads_that_they_wait_for_the_host() -> None:
    own = replace(seat_view(1), stack=0, requested=150)
    view = table_view(own, seat_view(2), you=You(1), host="Heron")
    async with run_table_screen(view) as player:
        assert "You asked for 150. Heron has to agree." in player.text
        assert "press [+]" not in player.text
