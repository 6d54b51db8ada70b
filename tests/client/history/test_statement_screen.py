"""The page of the statement: a row for each player, who pays whom, and its keys."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from unittest.mock import Mock

import pytest
from msgspec.structs import replace

from railbird_client.history.statement_screen import StatementPage, own_payments, result_rows, table_ledger
from railbird_shared.protocol.events import Correction, Pot
from railbird_shared.protocol.messages import Statement, StatementCorrection, StatementLine
from railbird_shared.protocol.view import You
from support.golden_files import CLIENT_SCREENS, assert_matches_golden_file
from support.live_sessions import session_view
from support.screen_harness import ScreenHarness, run_screen
from support.view_builders import seat_view, table_view

TOLD = (
    ("Finch", 400, 1056),
    ("Wren", 200, 382),
    ("Kestrel", 200, 271),
    ("Jay", 200, 200),
    ("Dunlin", 200, 156),
    ("Plover", 200, 35),
    ("Heron", 400, 182),
    ("Magpie", 600, 118),
)
LINES = tuple(
    StatementLine(account, name, bought, took, hands=100 + account)
    for account, (name, bought, took) in enumerate(TOLD, start=1)
)
CORRECTED = StatementCorrection(
    3, "Wren", "The pot of hand 3 was Heron's.", (Correction("Heron", 30), Correction("Wren", -30))
)
NIGHT = Statement(table="t1", hand=148, lines=LINES, chip_worth="0.05 EUR", corrections=(CORRECTED,))
NOTHING = Statement(table="", hand=0)


@asynccontextmanager
async def run_statement(
    statement: Statement | None = NIGHT, *, ledger: Statement = NOTHING, size: tuple[int, int] = (120, 40)
) -> AsyncIterator[ScreenHarness]:
    def page() -> StatementPage:
        return StatementPage(ledger, own_name="Wren", place="Kitchen", waiting="It comes between hands.")

    async with run_screen(page, size=size) as harness:
        screen = harness.app.screen
        assert isinstance(screen, StatementPage)
        screen.show_session(session_view(statement=statement))
        await harness.wait_until_idle()
        yield harness


def words(statement: Statement, own_name: str = "Wren") -> str:
    return "".join(span.text for span in own_payments(statement, own_name))


def files_in(folder: Path) -> set[str]:
    return {each.name for each in folder.iterdir()}


def test_the_rows_of_a_statement_add_up_to_zero() -> None:
    lines = (StatementLine(2, "Heron", 200, 448), StatementLine(1, "Wren", 400, 0, 140, seat=1))
    rows = result_rows(replace(NIGHT, lines=lines, rake=12), "Wren")
    assert [(row.name, row.took, row.result, row.money, row.you) for row in rows] == [
        ("Heron", 448, 248, "12.40", False),
        ("Wren", 140, -260, "-13.00", True),
        ("the house", 12, 12, "", False),
    ]
    waiting = replace(NIGHT, lines=lines, carried=6, others=3, others_result=6)
    assert [row.name for row in result_rows(waiting, "")][2:] == ["3 others", "the pot"]


def test_the_own_payments_are_a_sentence() -> None:
    assert words(NIGHT) == "You get 9.10 EUR from Heron."
    assert words(NIGHT, "Heron") == "You pay 10.90 EUR: 9.10 EUR to Wren, 1.35 EUR to Kestrel, 0.45 EUR to Finch."
    assert words(replace(NIGHT, chip_worth="")) == "You get 182 from Heron."
    assert words(NIGHT, "Jay") == words(replace(NIGHT, carried=5)) == ""


def test_a_table_shows_its_ledger_the_biggest_winner_first() -> None:
    results = ((1, 150, 200), (2, 200, 200), (3, 260, 200), (4, 110, -90))
    seats = [replace(seat_view(number, stack=stack), bought_in=bought) for number, stack, bought in results]
    ledger = table_ledger(table_view(*seats, playing=True, pots=(Pot(20, (1, 2)),), you=You(1)))
    assert [(row.name, row.bought, row.took, row.result) for row in result_rows(ledger, "Wren")] == [
        ("Magpie", -90, 110, 200),
        ("Jay", 200, 260, 60),
        ("Heron", 200, 200, 0),
        ("Wren", 200, 150, -50),
        ("the pot", 0, 20, 20),
    ]


async def test_until_the_statement_has_come_the_page_shows_the_ledger() -> None:
    async with run_statement(None, ledger=replace(NIGHT, chip_worth="")) as harness:
        assert "+656" in harness.text
        assert "It comes between hands." in harness.text
        assert "Payments" not in harness.text
        await harness.press("c", "x", "b", "e", "right")
        assert "It comes between hands." in harness.text


async def test_a_ledger_names_bots_whole_and_says_nothing_of_a_pot_that_is_played_for() -> None:
    bot = StatementLine(1, "Bunting", 200, 0, 148, bot=True)
    async with run_statement(None, ledger=Statement(table="t1", hand=3, lines=(bot,), carried=52)) as harness:
        assert "Bunting bot" in harness.text
        assert "the pot" in harness.text
        assert "waits for the next hand" not in harness.text
        assert "Kitchen · hand 3" in harness.text
    told = Statement(table="t1", hand=3, lines=(bot,), carried=52)
    async with run_statement(told) as harness:
        assert "A pot of 52 waits for the next" in harness.text
        assert "after hand 3" in harness.text


async def test_the_statement_is_copied_as_text_or_written_into_two_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("railbird_client.history.exports.documents_folder", lambda: tmp_path)
    async with run_statement() as harness:
        copied = Mock()
        monkeypatch.setattr(harness.app, "copy_to_clipboard", copied)
        await harness.press("c")
        assert "Heron pays Wren 9.10 EUR" in copied.call_args.args[0]
        assert "is copied" in harness.text
        await harness.press("X")
        assert files_in(tmp_path) == {"railbird-t1-hand-148.csv", "railbird-t1-hand-148.json"}
        assert "railbird-t1-hand-148.json is in" in " ".join(harness.text.split())


async def test_the_page_tells_chips_in_place_of_money() -> None:
    async with run_statement() as harness:
        await harness.press("e")
        assert "You get 182 from Heron." in harness.text
        assert "EUR" not in harness.text
        await harness.press("E")
        assert "You get 9.10 EUR from Heron." in harness.text


async def test_what_has_no_room_is_on_further_leaves() -> None:
    async with run_statement(size=(80, 24)) as harness:
        assert "leaf 1 of 3" in harness.text
        assert "Payments" not in harness.text
        await harness.press("right")
        assert "Payments  6 settle everything" in harness.text
        await harness.press("b")
        assert "Corrected by Wren after 3 hands: Heron +30, Wren −30." in harness.text
        await harness.press("left", "left")
        assert "the books balance" in harness.text


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        (replace(NIGHT, lines=LINES[3:4]), "Nobody owes anybody anything."),
        (replace(NIGHT, carried=6), "Payments can be named when the pot that waits has been won."),
        (replace(NIGHT, others=9), "Payments cannot be named for so many players; settle up by the results."),
        (NOTHING, "Nobody has bought chips at this table yet."),
    ],
)
async def test_without_payments_the_page_says_why(statement: Statement, sentence: str) -> None:
    async with run_statement(statement) as harness:
        assert sentence in harness.text


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 30), (120, 40), (160, 48), (200, 60)])
async def test_thirty_players_fit_on_leaves_of_every_size(size: tuple[int, int]) -> None:
    lines = tuple(StatementLine(number, f"Bird {number}", 200, 185 + number) for number in range(30, 0, -1))
    shown = ""
    async with run_statement(replace(NIGHT, lines=lines[:29]), size=size) as harness:
        for _ in range(12):
            shown += harness.text
            assert all(len(line) <= size[0] for line in harness.text.splitlines())
            await harness.press("pagedown")
    assert all(f" {line.name} " in shown for line in lines[:29])


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40), (160, 48)])
async def test_the_statement_matches_its_golden_screen(size: tuple[int, int]) -> None:
    async with run_statement(size=size) as harness:
        assert_matches_golden_file(CLIENT_SCREENS / f"statement-{size[0]}x{size[1]}.txt", f"{harness.text}\n", __file__)


async def test_without_colours_the_bars_are_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with run_statement() as harness:
        assert_matches_golden_file(CLIENT_SCREENS / "statement-no-color-120x40.txt", f"{harness.text}\n", __file__)
