"""The table under a player's pointer, in the palette, and while he looks elsewhere."""

from __future__ import annotations

import asyncio

import pytest
from textual.command import CommandPalette

from patience import PATIENCE_SECONDS
from railbird_client.model.options import Options
from railbird_client.screens.page import Page
from railbird_shared.actions import (
    Call,
    LegalActions,
    Raise,
)
from railbird_shared.commands import AddBot, Say
from railbird_shared.events import Folded, TurnBegan, YourTurn
from railbird_shared.messages import Chat
from railbird_shared.view import You
from tables import at, holdem, playing, step, stud
from viewing import view_of


async def test_clicks_do_what_keys_do() -> None:
    async with playing(holdem()) as player:
        await player.click("Pot")
        await player.click("Raise to")
        assert player.acts == [Raise(601)]


async def test_a_click_on_the_slider_sets_the_amount() -> None:
    async with playing(holdem(), size=(120, 40)) as player:
        await player.click("┤ 1,415")
        assert "Raise to 155" in player.text
        await player.click("─┤ 1,415")
        assert "Raise to 1,415" in player.text
        assert player.acts == []


@pytest.mark.parametrize(("words", "screen"), [("? help", Page), ("H history", Page), ("^P palette", CommandPalette)])
async def test_hints_can_be_clicked(words: str, screen: type) -> None:
    async with playing(stud()) as player:
        await player.click(words)
        await player.pilot.pause()
        assert isinstance(player.app.screen, screen)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (70, 20)])
@pytest.mark.parametrize("words", ["chat · Tab", "Kestrel: good luck"])
async def test_a_click_anywhere_in_the_chat_opens_it(size: tuple[int, int], words: str) -> None:
    async with playing(holdem(), size=size) as player:
        player.app.table.receive(Chat(name="Kestrel", text="good luck"))
        await player.pilot.pause()
        await player.click(words)
        await player.press("h i")
        await player.press("enter")
        assert player.asked == [Say(text="hi")]


async def test_a_click_on_a_button_ends_the_chat() -> None:
    async with playing(holdem()) as player:
        player.app.table.receive(Chat(name="Kestrel", text="good luck"))
        await player.pilot.pause()
        await player.click("chat · Tab")
        await player.press("tab")
        await player.click("Call 95")
        assert player.acts == [Call()]
        assert player.app.focused is None


async def test_the_host_adds_a_bot_through_the_palette() -> None:
    async with playing(view_of(at(1), places=6, you=You(1))) as player:
        await player.press("ctrl+p")
        await player.press(" ".join("addabot"))
        async with asyncio.timeout(PATIENCE_SECONDS):
            while "Add a bot (host)" not in player.text or "Fold" in player.text:
                await player.pilot.pause(0.01)
        await player.press("enter")
        await player.pilot.pause()
        assert player.asked == [AddBot()]


async def test_who_reads_a_page_is_called_to_his_turn() -> None:
    async with playing(stud()) as player:
        await player.press("h")
        await player.pilot.pause()
        player.app.table.receive(
            step(Folded(6), TurnBegan(1, 23), yours=(YourTurn(LegalActions(1, 9, fold=True, call=5)),))
        )
        await player.pilot.pause()
        assert "It is your turn" in player.text
        player.app.table.receive(step(Folded(1), TurnBegan(2, 24)))
        await player.pilot.pause()
        assert "arrows scroll" in player.text
        assert player.acts == []


@pytest.mark.parametrize("bell", [True, False])
async def test_the_window_says_whose_turn_it_is_with_or_without_a_bell(
    monkeypatch: pytest.MonkeyPatch, bell: bool
) -> None:
    titles: list[str] = []
    rung: list[bool] = []
    monkeypatch.setattr("railbird_client.screens.table.show_title", lambda _, title: titles.append(title))
    monkeypatch.setattr("textual.app.App.bell", lambda _: rung.append(True))
    async with playing(stud(), options=Options(bell=bell)) as player:
        legal = LegalActions(1, 9, fold=True, call=5)
        player.app.table.receive(step(Folded(6), TurnBegan(1, 23), yours=(YourTurn(legal),)))
        player.app.table.receive(step(Folded(1), TurnBegan(2, 24)))
        assert titles == ["Your turn · Railbird", "Railbird"]
        assert rung == [True] * bell
