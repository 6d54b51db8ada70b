"""What a player sees of a fair deal: the mark in the title, the section of [W], and a deal that is not proved."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.fair_deal.deal_controller import NOT_PROVED
from railbird_shared.fair_deal.checker import DealReport
from railbird_shared.fair_deal.record import DealProgress
from railbird_shared.fair_deal.shuffling import CommittedDeal, context_of, seat_commitment
from railbird_shared.game.cards import PACK
from railbird_shared.protocol.events import DeckDealt, SeedShare
from railbird_shared.protocol.view import TableView
from support.golden_files import CLIENT_SCREENS, assert_matches_golden_file
from support.screen_harness import run_table_screen, screen_lines, wait_until_idle
from support.view_builders import holdem_view

GOLDEN = CLIENT_SCREENS / "fair-deal"
SIZES = [(80, 24), (120, 40)]
PROVED = DealReport(5, (), ())
FAULT = "Hand 148: The opening of the K♠ does not fit what the server committed to."


def fair_view() -> TableView:
    """The hold'em hand of the other golden screens, with a fair deal to which two players gave a seed."""
    view = holdem_view()
    context, seed = context_of(view.table, view.hand), bytes(32)
    shares = [SeedShare(seat, seat_commitment(context, seat, seed), seed if seat != 3 else None) for seat in (1, 2, 3)]
    deal = CommittedDeal(view.table, view.hand, PACK, seed, shares)
    return replace(view, deal=DealProgress(deal.commitment, (DeckDealt((1, 2, 3)),)))


async def lines_of(size: tuple[int, int], report: DealReport, keys: str = "") -> list[str]:
    """The screen of a hand whose deal was checked with that result, after some keys."""
    async with run_table_screen(fair_view(), size=size) as player:
        player.app.table_model.show_deal(report, tuple(NOT_PROVED.format(fault) for fault in report.faults))
        player.app.show_table()
        await wait_until_idle(player.app, player.messages)
        await player.press(keys)
        player.app.show_table()  # as it is now: a timer of the turn's guard may have drawn it so already, or not yet
        player.app.screen.refresh()
        await wait_until_idle(player.app, player.messages)
        return screen_lines(player.app)


def assert_matches(name: str, size: tuple[int, int], lines: list[str]) -> None:
    text = "\n".join(lines).rstrip("\n") + "\n"
    assert_matches_golden_file(GOLDEN / f"{name}-{size[0]}x{size[1]}.txt", text, __file__)


@pytest.mark.parametrize("size", SIZES)
async def test_the_title_counts_the_cards_that_were_checked(size: tuple[int, int]) -> None:
    lines = await lines_of(size, PROVED)
    assert "deal proved: 5" in lines[0]
    assert_matches("proved", size, lines)


@pytest.mark.parametrize("size", SIZES)
async def test_a_deal_that_is_not_proved_is_told_loudly(size: tuple[int, int]) -> None:
    lines = await lines_of(size, DealReport(5, (FAULT.partition(": ")[2],), ()))
    assert "deal NOT proved [W]" in lines[0]
    assert any("The deal is not proved" in line for line in lines)
    assert_matches("not-proved", size, lines)


@pytest.mark.parametrize("size", SIZES)
async def test_the_page_of_rulings_says_how_the_hand_was_dealt(size: tuple[int, int]) -> None:
    lines = await lines_of(size, PROVED, "w end")
    assert any("How it was dealt" in line for line in lines)
    assert_matches("page", size, lines)
