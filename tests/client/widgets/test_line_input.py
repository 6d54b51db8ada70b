"""A line to type in: what gets in, and that fast fingers are read in order."""

from __future__ import annotations

import pytest
from textual import on
from textual.app import App, ComposeResult
from textual.events import Key, Paste
from textual.pilot import Pilot

from railbird_client.widgets.line_input import LineInput


class Pad(App[None]):
    """A line, and what was handed over."""

    def __init__(self, *, again: bool = False, most: int = 20) -> None:
        super().__init__()
        self.line = LineInput(most=most, again=again)
        self.handed_over: list[str] = []

    def compose(self) -> ComposeResult:
        yield self.line

    @on(LineInput.Submitted)
    def _take(self, submitted: LineInput.Submitted) -> None:
        self.handed_over.append(submitted.value)


async def in_one_burst(pilot: Pilot[None], keys: str) -> None:
    """Presses keys as they come over a slow connection: all of them before the first is heard."""
    for key in keys.split():
        pilot.app.post_message(Key(key, key if len(key) == 1 else None))
    await pilot.pause()
    await pilot.pause()


@pytest.mark.parametrize(
    ("keys", "value"),
    [
        ("a b c ctrl+u 4 2", "42"),
        ("a b backspace c", "ac"),
        ("a b left c", "acb"),
        ("a b home c end d", "cabd"),
    ],
)
async def test_keys_that_edit_are_not_overtaken_by_letters(keys: str, value: str) -> None:
    pad = Pad()
    async with pad.run_test() as pilot:
        await in_one_burst(pilot, keys)
        assert pad.line.value == value


async def test_lines_that_follow_each_other_at_once_stay_apart() -> None:
    pad = Pad(again=True)
    async with pad.run_test() as pilot:
        await in_one_burst(pilot, "o n e enter t w o enter x")
        assert pad.handed_over == ["one", "two"]
        assert pad.line.value == "x"


async def test_a_line_is_kept_where_it_may_have_to_be_mended() -> None:
    pad = Pad()
    async with pad.run_test() as pilot:
        await in_one_burst(pilot, "a enter")
        assert pad.handed_over == ["a"]
        assert pad.line.value == "a"


async def test_what_is_pasted_gets_in_as_far_as_it_can_be_shown_and_there_is_room() -> None:
    pad = Pad(most=8)
    async with pad.run_test() as pilot:
        pad.post_message(Paste("a\tb\x1b\x00cdefghijkl"))
        await pilot.pause()
        await pilot.pause()
        assert pad.line.value == "a bcdefg"


async def test_nothing_gets_in_of_what_would_command_a_terminal() -> None:
    pad = Pad(most=16)
    async with pad.run_test() as pilot:
        pad.post_message(Paste("\x1b[31mHeron\x1b[0m"))
        await pilot.pause()
        await pilot.pause()
        assert pad.line.value == "Heron"
