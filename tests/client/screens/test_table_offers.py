"""What a player asks of the house at the table: to straddle, and to see a mucked hand."""

from __future__ import annotations

import asyncio

import pytest

from patience import PATIENCE_SECONDS
from railbird_shared.actions import Offers
from railbird_shared.commands import Command, See, Straddle
from railbird_shared.events import YourOffers
from tables import playing, shown_down, step


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 18)])
async def test_a_straddle_is_asked_for_and_taken_back(size: tuple[int, int]) -> None:  # BT-43
    async with playing(shown_down(), size=size) as player:
        await player.click("[T] Straddle")
        player.app.table.receive(step(yours=(YourOffers(Offers(straddle=True)),)))
        await player.pilot.pause()
        assert "[T] No straddle" in player.text
        await player.press("t")
        assert player.asked == [Straddle(on=True), Straddle(on=False)]


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 18)])
async def test_a_mucked_hand_is_asked_for_by_its_seat(size: tuple[int, int]) -> None:  # SD-8
    async with playing(shown_down(3, 4), size=size) as player:
        assert "[E] See mucked hand" in player.text
        await player.press("e")
        assert "See whose hand? 3 Jay, 4 Magpie" in player.text
        await player.press("4")
        assert player.asked == [See(seat=4)]


@pytest.mark.parametrize(("muckers", "asked"), [((3,), [See(seat=3)]), ((), [])])
async def test_the_palette_offers_a_mucked_hand_while_there_is_one(
    muckers: tuple[int, ...], asked: list[Command]
) -> None:
    async with playing(shown_down(*muckers)) as player:
        await player.press("ctrl+p")
        await player.press(" ".join("seeahandmucked"))
        async with asyncio.timeout(PATIENCE_SECONDS):
            while ("See a hand mucked" if asked else "No matches") not in player.text:
                await player.pilot.pause(0.01)
        await player.press("enter")
        await player.pilot.pause()
        assert player.asked == asked
