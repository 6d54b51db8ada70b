"""Pieces that several pictures share: time bars, coloured sentences, capital letters."""

from __future__ import annotations

from railbird_client.model.clock import Left
from railbird_client.model.ink import Ink, Run, suit_ink
from railbird_client.model.sheet import Sheet
from railbird_shared.cards import RANK_OF_LETTER, Suit

_SUITS = {suit.symbol: suit for suit in Suit if suit is not Suit.NONE}


def capital(words: str) -> str:
    """Returns words with a capital at their beginning."""
    return words[:1].upper() + words[1:]


def time_ink(left: Left) -> Ink:
    """Returns the ink of a clock: calm, or a warning shortly before the end."""
    return Ink.WARN if left.hurry else Ink.TURN


def time_words(left: Left) -> str:
    """Returns the seconds left in words; the last ones carry a mark that needs no colour."""
    return f"{left.seconds} s{'!' if left.hurry else ''}"


def draw_time(sheet: Sheet, x: int, y: int, left: Left, width: int) -> None:
    """Draws a bar of `width` cells in all, its words included."""
    cells = width - 8
    full = left.cells(cells)
    x = sheet.put(x, y, "▕", Ink.FAINT)
    x = sheet.put(x, y, "█" * full, time_ink(left))
    x = sheet.put(x, y, "░" * (cells - full), Ink.FAINT)
    x = sheet.put(x, y, "▏", Ink.FAINT)
    sheet.put(x + 1, y, time_words(left), time_ink(left))


def sentence_runs(sentence: str, ink: Ink = Ink.TEXT, *, two_colour: bool = False) -> list[Run]:
    """Returns a sentence as runs, with the cards in it in their colours."""
    runs: list[Run] = []
    begin = 0
    for index, char in enumerate(sentence):
        suit = _SUITS.get(char)
        if suit is None or index == 0 or sentence[index - 1] not in RANK_OF_LETTER:
            continue
        if index - 1 > begin:
            runs.append(Run(sentence[begin : index - 1], ink))
        runs.append(Run(sentence[index - 1 : index + 1], suit_ink(suit, two_colour=two_colour)))
        begin = index + 1
    if begin < len(sentence):
        runs.append(Run(sentence[begin:], ink))
    return runs
