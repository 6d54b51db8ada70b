from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import pytest
from textual.events import Key
from textual.screen import Screen

from railbird_client.widgets.dialogs import ConfirmDialog, Dialog, NameDialog
from support.screen_harness import ScreenHarness, run_screen

Answer = TypeVar("Answer")


def empty_screen() -> Screen[None]:
    return Screen()


async def open_dialog(shown: ScreenHarness, dialog: Dialog[Answer]) -> list[Answer | None]:
    """Opens a dialog; its answer comes into the list returned."""
    answers: list[Answer | None] = []
    await shown.app.push_screen(dialog, answers.append)
    await shown.wait_until_idle()
    return answers


async def test_a_question_is_answered_by_keys_and_clicks() -> None:
    async with run_screen(empty_screen) as shown:
        for keys, expected in ((("y",), True), (("n",), None), (("escape",), None), (("enter",), True)):
            answers = await open_dialog(shown, ConfirmDialog("Leave [b]now[/b]?", "Leave", answer=True))
            assert "Leave [b]now[/b]?" in shown.text
            assert "Enter Leave Esc Stay" in " ".join(shown.text.split())
            await shown.press(*keys)
            assert answers == [expected]
        answers = await open_dialog(shown, ConfirmDialog("Leave?", "Leave", answer=True))
        await shown.click("KeyHint")
        assert answers == [True]


@pytest.mark.parametrize("keys", [("enter",) * 5, ("escape",) * 5, ("enter", "escape", "enter", "escape")])
@pytest.mark.parametrize("make", [lambda: NameDialog("Wren"), lambda: ConfirmDialog("Really?", "Yes", answer=True)])
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


async def test_a_new_name_is_cleaned() -> None:
    async with run_screen(empty_screen) as shown:
        answers = await open_dialog(shown, NameDialog("Wren"))
        await shown.press("end", "ctrl+u")
        await shown.paste("  M\x1b[31magpie\u202e [b]\nnext line")
        await shown.press("enter")
        assert answers == ["Magpie [b]"]


async def test_an_empty_name_is_refused() -> None:
    async with run_screen(empty_screen) as shown:
        answers = await open_dialog(shown, NameDialog("Wren"))
        await shown.press("end", "ctrl+u", "enter")
        assert "Give a name of 1 to 16 characters that can be shown." in shown.text
        assert answers == []
