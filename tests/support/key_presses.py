"""Presses written as words: `wager bet-more 3 seat:3 slider:30/60`."""

from __future__ import annotations

from railbird_client.drawing.canvas import Press, SliderClick
from railbird_client.table.input_state import InputState
from railbird_client.table.turn.table_keys import DIGIT_KEYS, SeatClick, TableKey
from railbird_shared.protocol.commands import Command


def parse_press(word: str) -> Press:
    """The press that a word names: a digit, the name of a key, a seat or a point of the slider."""
    if word.isdecimal():
        return DIGIT_KEYS[int(word)]
    kind, _, place = word.partition(":")
    match kind:
        case "seat":
            return SeatClick(int(place))
        case "slider":
            part, _, whole = place.partition("/")
            return SliderClick(int(part), int(whole))
        case _:
            return TableKey[kind.upper().replace("-", "_")]


def parse_presses(words: str) -> list[Press]:
    """The presses that words separated by spaces name."""
    return [parse_press(word) for word in words.split()]


def press_at(state: InputState, press: Press, now: float, *, clicked: bool = False) -> Command | None:
    """Takes a press and carries out what counts by then; returns the command that it leads to, if any."""
    state.press(press, now, clicked=clicked)
    return state.tick(now)
