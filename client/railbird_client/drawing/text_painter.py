"""Draws what several parts share: time bars, and sentences with coloured cards."""

from __future__ import annotations

from collections.abc import Sequence

from railbird_client.drawing.canvas import Canvas
from railbird_client.drawing.text_roles import Span, TextRole, suit_role
from railbird_client.table.turn.time_left import TimeLeft
from railbird_shared.game.cards import RANK_OF_LETTER, Suit

_SUITS = {suit.symbol: suit for suit in Suit if suit is not Suit.NONE}


def capitalize(words: str) -> str:
    """Returns words with a capital first letter."""
    return words[:1].upper() + words[1:]


def join_words(words: Sequence[str]) -> str:
    """Returns words as a sentence lists them: "flop", "flop and turn", "flop, turn and river"."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def time_role(time_left: TimeLeft) -> TextRole:
    """Returns the role of a clock: a warning shortly before the end."""
    return TextRole.WARN if time_left.is_urgent else TextRole.TURN


def time_text(time_left: TimeLeft) -> str:
    """Returns the seconds left, and whether the time bank runs; the last seconds carry an exclamation mark.

    So neither needs colour.
    """
    bank = "bank " if time_left.on_time_bank else ""
    return f"{bank}{time_left.seconds} s{'!' if time_left.is_urgent else ''}"


def draw_time_bar(canvas: Canvas, x: int, y: int, time_left: TimeLeft, width: int) -> None:
    """Draws a time bar of `width` cells, the seconds included."""
    cells = max(0, width - max(8, 3 + len(time_text(time_left))))
    full = time_left.filled_cells(cells)
    x = canvas.put(x, y, "▕", TextRole.FAINT)
    x = canvas.put(x, y, "█" * full, time_role(time_left))
    x = canvas.put(x, y, "░" * (cells - full), TextRole.FAINT)
    x = canvas.put(x, y, "▏", TextRole.FAINT)
    canvas.put(x + 1, y, time_text(time_left), time_role(time_left))


def sentence_spans(sentence: str, role: TextRole = TextRole.TEXT, *, two_colour: bool = False) -> list[Span]:
    """Returns a sentence as spans, with the cards in it in their colours."""
    spans: list[Span] = []
    begin = 0
    for index, char in enumerate(sentence):
        suit = _SUITS.get(char)
        if suit is None or index == 0 or sentence[index - 1] not in RANK_OF_LETTER:
            continue
        if index - 1 > begin:
            spans.append(Span(sentence[begin : index - 1], role))
        spans.append(Span(sentence[index - 1 : index + 1], suit_role(suit, two_colour=two_colour)))
        begin = index + 1
    if begin < len(sentence):
        spans.append(Span(sentence[begin:], role))
    return spans
