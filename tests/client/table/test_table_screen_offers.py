"""What a player may ask for at the table: to straddle, and to see a mucked hand."""

from __future__ import annotations

import asyncio

import pytest

from railbird_shared.protocol.actions import Offers
from railbird_shared.protocol.commands import Command, SeeHand, Straddle
from railbird_shared.protocol.events import YourOffers
from support.screen_harness import run_table_screen
from support.timeouts import TIMEOUT_SECONDS
from support.view_builders import after_showdown_view, step_message


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 18)])
async def test_a_straddle_can_be_announced_and_withdrawn(size: tuple[int, int]) -> None:  # BT-43
    async with run_table_screen(after_showdown_view(), size=size) as player:
        await player.click("Straddle")
        player.app.receive(step_message(private=(YourOffers(Offers(straddle=True)),)))
        await player.pilot.pause()
        assert "No straddle" in player.text
        await player.press("t")
        assert player.commands == [Straddle(on=True), Straddle(on=False)]


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 18)])
async def test_asking_to_see_a_mucked_hand_names_its_seat(size: tuple[int, int]) -> None:  # SD-8
    async with run_table_screen(after_showdown_view(3, 4), size=size) as player:
        assert "See mucked hand" in player.text
        await player.press("e")
        assert "See whose hand? 3 Jay, 4 Magpie" in player.text
        await player.press("4")
        assert player.commands == [SeeHand(seat=4)]


@pytest.mark.parametrize(("muckers", "asked"), [((3,), [SeeHand(seat=3)]), ((), [])])
async def test_the_palette_offers_a_mucked_hand_while_there_is_one(
    muckers: tuple[int, ...], asked: list[Command]
) -> None:
    async with run_table_screen(after_showdown_view(*muckers)) as player:
        await player.press("ctrl+p")
        await player.press(" ".join("seeahandthat"))
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while ("See a hand that was mucked" if asked else "No matches") not in player.text:
                await player.pilot.pause(0.01)
        await player.press("enter")
        await player.pilot.pause()
        assert player.commands == asked
