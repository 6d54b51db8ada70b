"""Automatic top-up, the answer to who asks for chips, and the results of the night."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.history.statement_screen import StatementPage
from railbird_client.hosting.host_menu_screen import HostMenu
from railbird_client.table.prompts import refusal_of
from railbird_client.table.table_screen import TableScreen
from railbird_client.table.turn.table_keys import TableKey
from railbird_shared.protocol.actions import Offers, TopUpTo
from railbird_shared.protocol.events import CameBack, YourOffers
from railbird_shared.protocol.host_commands import AnswerBuyIn, AutoTopUp
from railbird_shared.protocol.messages import Statement, StatementLine
from railbird_shared.protocol.view import You
from support.screen_harness import run_table_screen
from support.view_builders import seat_view, step_message, table_view


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 18)])
async def test_one_key_goes_round_what_a_player_is_topped_up_to(size: tuple[int, int]) -> None:
    view = table_view(seat_view(1), seat_view(2), you=You(1))
    async with run_table_screen(view, size=size) as player:
        for to in (TopUpTo.USUAL, TopUpTo.MOST, TopUpTo.OFF):
            await player.press("asterisk")
            player.app.receive(step_message(private=(YourOffers(Offers(auto_top_up=to)),)))
            await player.pilot.pause()
        assert player.commands == [AutoTopUp(to=to) for to in (TopUpTo.USUAL, TopUpTo.MOST, TopUpTo.OFF)]


async def test_who_has_no_seat_is_topped_up_by_nothing() -> None:
    async with run_table_screen(table_view(seat_view(1), you=You())) as player:
        await player.press("asterisk")
        assert player.commands == []
    assert refusal_of(TableKey.AUTO_TOP_UP, table_view(seat_view(1), you=You()))


@pytest.mark.parametrize(("key", "approve"), [("y", True), ("n", False)])
async def test_a_key_opens_the_menu_in_which_the_host_answers_who_asks_for_chips(key: str, *, approve: bool) -> None:
    asking = replace(seat_view(2), stack=0, requested=150)
    async with run_table_screen(table_view(seat_view(1), asking, you=You(1, is_host=True))) as host:
        await host.press("d")
        assert isinstance(host.app.screen, HostMenu)
        await host.press(key)
        assert host.commands == [AnswerBuyIn(seat=2, chips=150, approve=approve)]


async def test_a_host_of_whom_nobody_asks_chips_has_nothing_to_answer() -> None:
    async with run_table_screen(table_view(seat_view(1), seat_view(2), you=You(1, is_host=True))) as host:
        await host.press("d enter")
        assert "Nobody asks for chips." in host.text
        assert host.commands == []


async def test_others_leave_the_answer_to_the_host() -> None:
    asking = replace(seat_view(2), stack=0, requested=150)
    view = table_view(seat_view(1), asking, you=You(1), host="Jay")
    async with run_table_screen(view) as player:
        await player.press("d enter")
        assert "Jay answers requests for chips." in player.text
        assert player.commands == []
    assert refusal_of(TableKey.ANSWER_BUY_IN, view)


async def test_the_statement_after_the_last_hand_opens_by_itself_once() -> None:
    view = replace(table_view(seat_view(1), seat_view(2), you=You(1), last_hand=9), playing=False)
    lines = (StatementLine(1, "Wren", 10, 0, 70, seat=1), StatementLine(2, "Heron", 70, 0, 10, seat=2))
    async with run_table_screen(view) as player:
        player.app.receive(Statement(table="t1", hand=9, lines=lines, final=True))
        await player.pilot.pause()
        assert isinstance(player.app.screen, StatementPage)
        await player.press("escape")
        player.app.receive(step_message(CameBack(2)))
        player.app.receive(Statement(table="t1", hand=9, lines=lines, final=True))  # once more, after a reconnect
        await player.pilot.pause()
        assert isinstance(player.app.screen, TableScreen)
