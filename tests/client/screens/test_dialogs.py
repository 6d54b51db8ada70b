from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace as copy_struct
from textual.events import Key
from textual.screen import Screen

from railbird_client.launch import NewTable
from railbird_client.screens.dialogs import BuyInDialog, ConfirmDialog, Dialog, NameDialog, OpenTableDialog
from railbird_client.widgets.chooser import Chooser
from support.fake_server import table_info
from support.screen_harness import ScreenHarness, run_screen

Answer = TypeVar("Answer")

NEW_TABLE = NewTable("holdem", name="Den")


def empty_screen() -> Screen[None]:
    return Screen()


async def open_dialog(shown: ScreenHarness, dialog: Dialog[Answer]) -> list[Answer | None]:
    """Opens a dialog; its answer comes into the list returned."""
    answers: list[Answer | None] = []
    await shown.app.push_screen(dialog, answers.append)
    await shown.wait_until_idle()
    return answers


async def test_each_row_of_the_new_table_dialog_is_read() -> None:
    async with run_screen(empty_screen) as shown:
        answers = await open_dialog(shown, OpenTableDialog(NEW_TABLE))
        await shown.press("down", "right", "down")
        await shown.paste("20")
        await shown.press("down", "left", "down", "right", "right", "enter")
        assert answers == [NewTable("five-card-draw", 20, 5, 2, "Den")]


async def test_the_time_to_think_is_read() -> None:
    async with run_screen(empty_screen) as shown:
        answers = await open_dialog(shown, OpenTableDialog(NEW_TABLE))
        await shown.press(*["down"] * 5, "right", "down", "right", "right", "enter")
        assert answers == [NewTable("holdem", 0, 6, 0, "Den", clock=0, time_bank=30)]


async def test_what_a_chip_is_worth_rebuys_and_approval_are_read() -> None:
    async with run_screen(empty_screen) as shown:
        answers = await open_dialog(shown, OpenTableDialog(NEW_TABLE))
        assert "Buy-ins" in shown.text
        await shown.press(*["down"] * 8)
        await shown.paste("0,05 eur")
        await shown.press("down", "right", "right", "right", "down")
        await shown.paste("lots")
        await shown.press("down", "right", "right", "enter")
        assert "Write the most chips as a number, or nothing." in shown.text
        await shown.press("up", *["backspace"] * 4)
        await shown.paste("600")
        await shown.press("enter")
        wanted = NewTable("holdem", 0, 6, 0, "Den", chip_worth="0.05 EUR")
        assert answers == [replace(wanted, most_rebuys=1, most_brought=600, approve_buy_ins=True)]


async def test_seats_and_bots_are_limited_by_the_game() -> None:
    async with run_screen(empty_screen) as shown:
        answers = await open_dialog(shown, OpenTableDialog(NewTable("holdem", seats=10, bots=9, name="Den")))
        await shown.press("down", "right", "enter")
        assert answers == [NewTable("five-card-draw", 0, 6, 5, "Den")]


async def test_every_game_is_within_a_few_keys() -> None:
    async with run_screen(empty_screen) as shown:
        await open_dialog(shown, OpenTableDialog(NEW_TABLE))
        await shown.press("down")
        game = shown.app.screen.query_one("#game", Chooser)
        found = []
        for key in ("r", "B", "b", "end", "pageup", "home", "pagedown", "x"):
            await shown.press(key)
            found.append(game.value.id)
        assert found[0] == found[3] == "razz"
        assert found[5] == "holdem"
        assert found[6] == found[7] != "holdem"
        assert "9 of 34" in shown.text


@pytest.mark.parametrize("bet", ["1", "two", "-4", "9" * 500])
async def test_an_invalid_bet_is_refused(bet: str) -> None:
    async with run_screen(empty_screen) as shown:
        answers = await open_dialog(shown, OpenTableDialog(NEW_TABLE))
        await shown.press("down", "down")
        await shown.paste(bet)
        await shown.press("enter")
        assert "Write the bet as a number of chips" in shown.text
        await shown.press("escape")
        assert answers == [None]


async def test_a_table_without_a_name_is_refused() -> None:
    async with run_screen(empty_screen) as shown:
        answers = await open_dialog(shown, OpenTableDialog(NewTable(name="")))
        await shown.press("enter")
        assert "Give the table a name" in shown.text
        await shown.paste("\u202e\x07 Den \x1b")
        await shown.press("enter")
        assert answers == [NewTable("holdem", 0, 6, 0, "Den")]


async def test_a_click_on_an_arrow_changes_a_value() -> None:
    async with run_screen(empty_screen) as shown:
        answers = await open_dialog(shown, OpenTableDialog(NEW_TABLE))
        await shown.click("#seats", x=0, y=0)
        await shown.click("#bots", x=4, y=0)
        assert shown.app.screen.query_one("#seats", Chooser).value == 5
        await shown.press("enter")
        assert answers == [NewTable("holdem", 0, 5, 1, "Den")]


async def test_a_fixed_buy_in_is_accepted() -> None:
    async with run_screen(empty_screen) as shown:
        answers = await open_dialog(
            shown, BuyInDialog(copy_struct(table_info(), min_buy_in=100, max_buy_in=0, buy_in=500))
        )
        await shown.press("enter")
        assert answers == [100]


async def test_a_question_is_answered_by_keys_and_clicks() -> None:
    async with run_screen(empty_screen) as shown:
        for keys, expected in ((("y",), True), (("n",), None), (("escape",), None), (("enter",), True)):
            answers = await open_dialog(shown, ConfirmDialog("Leave [b]now[/b]?", yes="Leave"))
            assert "Leave [b]now[/b]?" in shown.text
            await shown.press(*keys)
            assert answers == [expected]
        answers = await open_dialog(shown, ConfirmDialog("Leave?", yes="Leave"))
        await shown.click("KeyHint")
        assert answers == [True]


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (200, 60)])
async def test_the_largest_dialog_fits_the_smallest_terminal(size: tuple[int, int]) -> None:
    async with run_screen(empty_screen, size=size) as shown:
        await open_dialog(shown, OpenTableDialog(NEW_TABLE))
        for words in ("New table", "Name", "Game", "Bet", "Seats", "Bots", "Open it", "Cancel"):
            assert words in shown.text


@pytest.mark.parametrize("keys", [("enter",) * 5, ("escape",) * 5, ("enter", "escape", "enter", "escape")])
@pytest.mark.parametrize("make", [lambda: NameDialog("Wren"), lambda: ConfirmDialog("Really?", yes="Yes")])
async def test_keys_after_a_dialog_closed_close_nothing_else(
    keys: tuple[str, ...], make: Callable[[], Dialog[Any]]
) -> None:
    async with run_screen(empty_screen) as shown:
        answers = await open_dialog(shown, make())
        for key in keys:
            shown.app.post_message(Key(key, None))
        await shown.wait_until_idle()
        assert len(answers) == 1
        assert not isinstance(shown.app.screen, Dialog)
