"""Letters choose a value of a row, one after another or as a word."""

from __future__ import annotations

import pytest
from textual.app import ComposeResult
from textual.events import Key
from textual.screen import Screen

from railbird_client.widgets.controls import TYPING_PAUSE, Chooser
from support.screen_harness import run_screen

GAMES = ("Badugi", "Seven Card Stud", "Short-Deck Hold'em", "Stud Eight or Better", "Single Draw", "Razz")


class Games(Screen[None]):
    def compose(self) -> ComposeResult:
        yield Chooser([(game, game) for game in GAMES])


async def chosen_after(*letters: tuple[str, float]) -> list[str]:
    """The value after each letter, typed so many seconds after the one before."""
    values: list[str] = []
    now = 0.0
    async with run_screen(Games) as shown:
        chooser = shown.app.screen.query_one(Chooser)
        for letter, later in letters:
            event = Key({"\x1b": "escape", " ": "space"}.get(letter, letter), letter)
            now += later
            event.time = now
            chooser.on_key(event)
            values.append(chooser.value)
    return values


@pytest.mark.parametrize(
    ("typed", "game"),
    [
        ("sev", "Seven Card Stud"),
        ("sing", "Single Draw"),
        ("stud e", "Stud Eight or Better"),
        ("hold", "Short-Deck Hold'em"),
        ("r", "Razz"),
        ("x", "Badugi"),
    ],
)
async def test_a_word_typed_chooses_the_value_that_begins_so(typed: str, game: str) -> None:
    assert (await chosen_after(*((letter, 0.1) for letter in typed)))[-1] == game


async def test_one_letter_again_goes_to_the_next_value_with_it() -> None:
    assert await chosen_after(*([("s", 0.1)] * 5)) == [*GAMES[1:5], "Seven Card Stud"]


async def test_a_letter_after_a_pause_begins_anew() -> None:
    assert await chosen_after(("s", 1), ("r", TYPING_PAUSE)) == ["Seven Card Stud", "Razz"]
    assert await chosen_after(("s", 1), ("t", 0.5)) == ["Seven Card Stud", "Seven Card Stud"]


async def test_another_key_ends_the_word() -> None:
    assert (await chosen_after(("s", 1), ("\x1b", 0.1), ("r", 0.1)))[-1] == "Razz"
