"""The line input: the text it accepts, and the order of keys that come fast."""

from __future__ import annotations

import pytest
from textual import on
from textual.app import App, ComposeResult
from textual.events import Key, Paste
from textual.pilot import Pilot

from railbird_client.widgets.controls import LineInput


class InputApp(App[None]):
    """Shows one input and keeps what was submitted."""

    def __init__(self, *, clear_on_submit: bool = False, max_length: int = 20) -> None:
        super().__init__()
        self.line = LineInput(max_length=max_length, clear_on_submit=clear_on_submit)
        self.submitted: list[str] = []

    def compose(self) -> ComposeResult:
        yield self.line

    @on(LineInput.Submitted)
    def _line_submitted(self, message: LineInput.Submitted) -> None:
        self.submitted.append(message.value)


async def in_one_burst(pilot: Pilot[None], keys: str) -> None:
    """Presses keys as they come over a slow connection: all of them before the first is handled."""
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
async def test_editing_keys_keep_their_order_with_letters(keys: str, value: str) -> None:
    pad = InputApp()
    async with pad.run_test() as pilot:
        await in_one_burst(pilot, keys)
        assert pad.line.value == value


async def test_lines_submitted_in_quick_succession_stay_separate() -> None:
    pad = InputApp(clear_on_submit=True)
    async with pad.run_test() as pilot:
        await in_one_burst(pilot, "o n e enter t w o enter x")
        assert pad.submitted == ["one", "two"]
        assert pad.line.value == "x"


async def test_the_line_is_kept_without_clear_on_submit() -> None:
    pad = InputApp()
    async with pad.run_test() as pilot:
        await in_one_burst(pilot, "a enter")
        assert pad.submitted == ["a"]
        assert pad.line.value == "a"


async def test_a_paste_keeps_printable_text_up_to_the_maximum_length() -> None:
    pad = InputApp(max_length=8)
    async with pad.run_test() as pilot:
        pad.post_message(Paste("a\tb\x1b\x00cdefghijkl"))
        await pilot.pause()
        await pilot.pause()
        assert pad.line.value == "a bcdefg"


async def test_a_paste_drops_escape_sequences() -> None:
    pad = InputApp(max_length=16)
    async with pad.run_test() as pilot:
        pad.post_message(Paste("\x1b[31mHeron\x1b[0m"))
        await pilot.pause()
        await pilot.pause()
        assert pad.line.value == "Heron"
