"""The table screen: mouse, command palette, and the alerts of a turn."""

from __future__ import annotations

import asyncio

import pytest
from textual.command import CommandPalette

from railbird_client.table.table_options import TableOptions
from railbird_client.table.turn.table_keys import TableKey
from railbird_client.widgets.page_screen import Page
from railbird_client.widgets.pixel_canvas_widget import PixelCanvasWidget
from railbird_shared.protocol.actions import Call, Fold, LegalActions, Raise
from railbird_shared.protocol.commands import AddBot, SendChat
from railbird_shared.protocol.events import Folded, TurnBegan, YourTurn
from railbird_shared.protocol.messages import Chat
from railbird_shared.protocol.view import You
from support.screen_harness import run_table_screen
from support.timeouts import TIMEOUT_SECONDS
from support.view_builders import holdem_view, seat_view, step_message, stud_view, table_view

SIZES = [(80, 24), (100, 30), (120, 30), (120, 40), (160, 48), (200, 60)]


@pytest.mark.parametrize("size", SIZES)
async def test_clicks_do_what_keys_do(size: tuple[int, int]) -> None:
    async with run_table_screen(holdem_view(), size=size) as player:
        await player.click("4 Pot")
        await player.click("Raise to")
        assert player.actions == [Raise(601)]


@pytest.mark.parametrize("size", SIZES)
async def test_a_click_on_the_slider_sets_the_amount(size: tuple[int, int]) -> None:
    async with run_table_screen(holdem_view(), size=size) as player:
        await player.click("─ 1,415")
        assert "Raise to 1,415" in player.text
        await player.click("155 ━")
        assert "Raise to 155" in player.text
        await player.click(" 1,415   1 Min")
        assert "Raise to 1,415" in player.text
        assert player.actions == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("words", "action"), [("Fold", Fold()), ("Call 95", Call())])
async def test_a_button_can_be_clicked_on_its_edges(words: str, action: object, size: tuple[int, int]) -> None:
    async with run_table_screen(holdem_view(), size=size) as player:
        await player.press("escape")
        canvas = player.app.table.query_one(PixelCanvasWidget).canvas
        assert canvas is not None
        key = TableKey.FOLD if words == "Fold" else TableKey.CALL
        place = next(each for each in canvas.clicks if each.press is key)
        player.app.clock.advance()
        await player.pilot.click(offset=(place.x + place.width - 1, place.y + place.height - 1))
        await player.pilot.pause()
        assert player.actions == [action]


@pytest.mark.parametrize(("words", "screen"), [("? help", Page), ("H history", Page), ("^P palette", CommandPalette)])
async def test_key_hints_can_be_clicked(words: str, screen: type) -> None:
    async with run_table_screen(stud_view()) as player:
        await player.click(words)
        await player.pilot.pause()
        assert isinstance(player.app.screen, screen)


@pytest.mark.parametrize("size", [*SIZES, (70, 20)])
@pytest.mark.parametrize("words", ["good luck"])
async def test_a_click_anywhere_in_the_chat_opens_it(size: tuple[int, int], words: str) -> None:
    async with run_table_screen(holdem_view(), size=size) as player:
        player.app.receive(Chat(name="Kestrel", text="good luck"))
        await player.pilot.pause()
        await player.click(words)
        await player.press("h i")
        await player.press("enter")
        assert player.commands == [SendChat(text="hi")]


async def test_a_click_on_a_button_ends_the_chat() -> None:
    async with run_table_screen(holdem_view()) as player:
        player.app.receive(Chat(name="Kestrel", text="good luck"))
        await player.pilot.pause()
        await player.click("good luck")
        await player.press("tab")
        await player.click("Call 95")
        assert player.actions == [Call()]
        assert player.app.focused is None


async def test_the_host_adds_a_bot_through_the_palette() -> None:
    async with run_table_screen(table_view(seat_view(1), seat_count=6, you=You(1, is_host=True))) as player:
        await player.press("ctrl+p")
        await player.press(" ".join("addabot"))
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while "Add a bot (host)" not in player.text or "Fold" in player.text:
                await player.pilot.pause(0.01)
        await player.press("enter")
        await player.pilot.pause()
        assert player.commands == [AddBot()]


async def test_an_open_page_announces_the_turn() -> None:
    async with run_table_screen(stud_view()) as player:
        await player.press("h")
        await player.pilot.pause()
        player.app.receive(
            step_message(Folded(6), TurnBegan(1, 23), private=(YourTurn(LegalActions(1, 9, fold=True, call=5)),))
        )
        await player.pilot.pause()
        assert "It is your turn" in player.text
        player.app.receive(step_message(Folded(1), TurnBegan(2, 24)))
        await player.pilot.pause()
        assert "arrows scroll" in player.text
        assert player.actions == []


@pytest.mark.parametrize("bell", [True, False])
async def test_the_window_title_announces_the_turn(monkeypatch: pytest.MonkeyPatch, bell: bool) -> None:
    titles: list[str] = []
    rung: list[bool] = []
    monkeypatch.setattr("railbird_client.widgets.terminal.set_window_title", lambda _, title: titles.append(title))
    monkeypatch.setattr("textual.app.App.bell", lambda _: rung.append(True))
    async with run_table_screen(stud_view(), options=TableOptions(bell=bell)) as player:
        legal = LegalActions(1, 9, fold=True, call=5)
        player.app.receive(step_message(Folded(6), TurnBegan(1, 23), private=(YourTurn(legal),)))
        player.app.receive(step_message(Folded(1), TurnBegan(2, 24)))
        assert titles == ["Your turn · Railbird", "Railbird"]
        assert rung == [True] * bell
