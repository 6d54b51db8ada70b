"""Waiting for a seat and moving to another one, by keys, mouse and palette."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from railbird_shared.protocol.actions import Offers
from railbird_shared.protocol.commands import ChangeSeat, JoinWaitingList
from railbird_shared.protocol.events import SeatChanged, WaitingListJoined, YourOffers, YourSeat
from railbird_shared.protocol.view import TableView, You
from support.screen_harness import run_table_screen
from support.timeouts import TIMEOUT_SECONDS
from support.view_builders import seat_view, step_message, table_view

FULL = table_view(*(seat_view(number) for number in range(1, 7)))
SEATED = table_view(seat_view(1), seat_view(2), seat_view(4), you=You(1))


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 18)])
async def test_a_spectator_waits_for_a_seat_at_a_full_table(size: tuple[int, int]) -> None:
    async with run_table_screen(FULL, size=size) as player:
        await player.click("Wait for a seat")
        assert "Wait for a seat with how much?" in player.text
        await player.press("enter")
        assert player.commands == [JoinWaitingList(chips=200)]


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_others_who_wait_are_told_in_the_log(size: tuple[int, int]) -> None:
    async with run_table_screen(FULL, size=size) as player:
        player.app.receive(step_message(WaitingListJoined("Rook")))
        await player.pilot.pause()
        assert "Rook waits for a seat" in player.text


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 18)])
async def test_a_free_seat_is_chosen_from_a_list(size: tuple[int, int]) -> None:
    async with run_table_screen(SEATED, size=size) as player:
        await player.press("number_sign")
        assert "Seat 3, between Heron and Magpie" in player.text
        assert "Seat 6, between Magpie and Heron" in player.text
        await player.press("2")
        assert "Seat 3, between" in player.text, "seat 2 is taken"
        await player.press("3")
        player.app.receive(step_message(private=(YourOffers(Offers(moves_to=3)),)))
        await player.pilot.pause()
        await player.press("number_sign")
        assert "Stay: do not move to seat 3" in player.text
        await player.press("3")
        assert player.commands == [ChangeSeat(seat=3), ChangeSeat(seat=0)]


async def test_a_move_is_told_where_it_leads_to() -> None:
    async with run_table_screen(SEATED) as player:
        player.app.receive(step_message(private=(YourOffers(Offers(moves_to=3)),)))
        await player.pilot.pause()
        assert "You move to seat 3 before the next hand." in player.text
        player.app.receive(step_message(SeatChanged(1, 3), private=(YourSeat(3),), seq=3))
        await player.pilot.pause()
        assert "You have moved to seat 3." in player.text
        rows = player.text.splitlines()
        own = next(y for y, row in enumerate(rows) if "Wren" in row)
        assert own > next(y for y, row in enumerate(rows) if "seat 1" in row), "Wren stays at the bottom"


@pytest.mark.parametrize(("view", "found"), [(SEATED, True), (replace(FULL, you=You(1)), False)])
async def test_the_palette_moves_who_has_somewhere_to_move(view: TableView, *, found: bool) -> None:
    async with run_table_screen(view) as player:
        await player.press("ctrl+p")
        await player.press(" ".join("Movetoanother"))
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while ("Move to another seat" if found else "No matches") not in player.text:
                await player.pilot.pause(0.01)
