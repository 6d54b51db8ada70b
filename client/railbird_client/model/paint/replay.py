"""Draws the replayer around its table: title, log with the present step marked, line of steps, place and keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from railbird_client.model.hand_steps import SteppedHand
from railbird_client.model.keys import SliderClick
from railbird_client.model.layout import Rect
from railbird_client.model.look import Look
from railbird_client.model.palette import Colour
from railbird_client.model.pixel_canvas import PixelCanvas, Words
from railbird_client.model.replay import SPEEDS, Replayer
from railbird_client.model.replay_keys import ReplayKey
from railbird_client.model.text_width import cell_width, truncate, wrap
from railbird_shared.cards import RANK_OF_LETTER, Suit

_SUITS = {suit.symbol: suit for suit in Suit if suit is not Suit.NONE}
_LEAST_WIDTH_WITH_COLUMN = 100
_BOTTOM_ROWS = 3
WAITING = "The hand is being read."

_HINTS = (
    (ReplayKey.BACK, "back"),
    (ReplayKey.NEXT, "step"),
    (ReplayKey.NEXT_STREET, "street"),
    (ReplayKey.PLAY, "play"),
    (ReplayKey.OPEN_CARDS, "cards"),
    (ReplayKey.HAND_BEFORE, ""),
    (ReplayKey.NEXT_HAND, "hand"),
    (ReplayKey.HELP, "keys"),
    (ReplayKey.CLOSE, "back"),
)


class ReplayLayout(NamedTuple):
    """Where the parts of the replayer lie; the rows are those of the line of steps, the place and the keys."""

    table: Rect
    log: Rect
    has_column: bool
    steps_row: int
    place_row: int
    keys_row: int


def lay_out_replay(width: int, height: int) -> ReplayLayout:
    """Returns the layout for a size: the log stands in a column beside the table, or in a few rows below it."""
    bottom = height - _BOTTOM_ROWS
    if width >= _LEAST_WIDTH_WITH_COLUMN:
        column = min(44, max(34, width - 122))
        table, log = Rect(0, 1, width - column, bottom - 1), Rect(width - column, 0, column, bottom)
    else:
        rows = 3 if height >= 24 else 2
        table, log = Rect(0, 1, width, bottom - 1 - rows), Rect(0, bottom - rows, width, rows)
    return ReplayLayout(table, log, width >= _LEAST_WIDTH_WITH_COLUMN, bottom, bottom + 1, bottom + 2)


def draw_replay(
    canvas: PixelCanvas, replayer: Replayer, layout: ReplayLayout, look: Look, *, when: str = "", notice: str = ""
) -> None:
    """Draws all but the table; `when` is the date of the hand, and a `notice` stands in the place of the keys."""
    if layout.has_column:
        canvas.fill(layout.log.x, 0, layout.log.width, 2 * layout.log.height, look.palette.aside)
    _draw_title(canvas, replayer, layout, look, when)
    if replayer.hand is not None:
        _draw_log(canvas, replayer, replayer.hand, layout, look)
        _draw_steps(canvas, replayer, replayer.hand, layout.steps_row, look)
    else:
        _draw_problem(canvas, replayer, layout, look)
    _draw_place(canvas, replayer, layout, look)
    if notice:
        canvas.put(1, layout.keys_row, notice, look.palette.turn_label, bold=True, max_width=canvas.width - 2)
    else:
        _draw_keys(canvas, layout.keys_row, look)


def _draw_title(canvas: PixelCanvas, replayer: Replayer, layout: ReplayLayout, look: Look, when: str) -> None:
    palette, view = look.palette, replayer.hand.start if replayer.hand is not None else None
    end = layout.table.width - 1
    if view is None or replayer.hand is None:
        canvas.put(1, 0, replayer.source.title, palette.text, bold=True, max_width=end - 1)
        return
    history = replayer.hand.hand.history
    right = f"hand {history.hand}{f' · {when}' if when else ''}"
    canvas.put_right(end, 0, truncate(right, end), palette.dim)
    room = max(0, end - cell_width(right) - 3)
    canvas.put(1, 0, f"{view.name} · {view.game.full_title}", palette.text, bold=True, max_width=room)


def _draw_problem(canvas: PixelCanvas, replayer: Replayer, layout: ReplayLayout, look: Look) -> None:
    sentence, table = replayer.problem or WAITING, layout.table
    colour = look.palette.danger if replayer.problem else look.palette.soft
    lines = wrap(sentence, max(10, table.width - 8))
    top = table.y + max(0, (table.height - len(lines)) // 2)
    for row, line in enumerate(lines[: table.height]):
        canvas.put_centred(2 * table.x + table.width, top + row, [Words(line, colour)])


# --- the log


class _LogRow(NamedTuple):
    """A row of the log: the step that it belongs to, from 1, and its text."""

    step: int
    text: str
    is_heading: bool


def _log_rows(hand: SteppedHand, width: int, *, open_cards: bool) -> Iterator[_LogRow]:
    for number, step in enumerate(hand.steps, start=1):
        for sentence in (*step.sentences, *(step.known if open_cards else ())):
            for line in wrap(sentence, width, indent=2):
                yield _LogRow(number, line, sentence.startswith("—"))


def _draw_log(canvas: PixelCanvas, replayer: Replayer, hand: SteppedHand, layout: ReplayLayout, look: Look) -> None:
    log, palette, position = layout.log, look.palette, replayer.position
    top = log.y + (1 if layout.has_column else 0)
    height = log.height - (top - log.y)
    rows = list(_log_rows(hand, log.width - 4, open_cards=replayer.open_cards))
    for y, row in enumerate(_window(rows, position, height), start=top):
        present = row.step == position
        colour = palette.text if present else palette.soft if row.step < position else palette.dim
        if present:
            canvas.fill(log.x, 2 * y, log.width, 2, palette.button)
            canvas.put(log.x + 1, y, "▸", palette.turn_label, bold=True)
        canvas.put_words(log.x + 3, y, list(_sentence_words(row.text, colour, look, bold=present)))
        canvas.click(log.x, y, log.width, 1, SliderClick(row.step, len(hand.steps)))


def _window(rows: Sequence[_LogRow], position: int, height: int) -> Sequence[_LogRow]:
    """Returns the rows around those of a step, of which two thirds of the window lie before."""
    last = max((at for at, row in enumerate(rows) if row.step <= position), default=-1)
    first_of_step = min((at for at, row in enumerate(rows) if row.step == position), default=0)
    begin = max(0, min(last + 1 - max(1, 2 * height // 3), len(rows) - height))
    begin = max(0, min(begin, first_of_step))
    return rows[begin : begin + height]


def _sentence_words(sentence: str, colour: Colour, look: Look, *, bold: bool) -> Iterator[Words]:
    """Yields a sentence with the cards in it in the colours of their suits."""
    begin = 0
    for at, char in enumerate(sentence):
        suit = _SUITS.get(char)
        if suit is None or at == 0 or sentence[at - 1] not in RANK_OF_LETTER:
            continue
        if at - 1 > begin:
            yield Words(sentence[begin : at - 1], colour, bold)
        suit_colour = look.palette.text_suits.of(suit, two_colour=look.two_colour)
        yield Words(sentence[at - 1 : at + 1], suit_colour, bold)
        begin = at + 1
    if begin < len(sentence):
        yield Words(sentence[begin:], colour, bold)


# --- the rows at the bottom


def _draw_steps(canvas: PixelCanvas, replayer: Replayer, hand: SteppedHand, y: int, look: Look) -> None:
    """Draws the line of steps: the part that is done, the present place, and where streets begin."""
    palette, whole = look.palette, len(hand.steps)
    width = canvas.width - 2
    if not whole or width < 2:
        return
    places = [1 + step * (width - 1) // whole for step in range(whole + 1)]
    here = places[replayer.position]
    canvas.put(1, y, "━" * (here - 1), palette.turn_label)
    canvas.put(here, y, "─" * (width + 1 - here), palette.faint)
    for stop in hand.stops:
        done = stop <= replayer.position
        canvas.put(places[stop], y, "┃" if done else "│", palette.turn_label if done else palette.dim)
    canvas.put(here, y, "●", palette.turn_label, bold=True)
    for step, x in enumerate(places):
        begin = 1 if step == 0 else (places[step - 1] + x) // 2 + 1
        end = width + 1 if step == whole else (x + places[step + 1]) // 2 + 1
        if end > begin:
            canvas.click(begin, y, end - begin, 1, SliderClick(step, whole))


def _draw_place(canvas: PixelCanvas, replayer: Replayer, layout: ReplayLayout, look: Look) -> None:
    palette, y = look.palette, layout.place_row
    cards = "known cards open" if replayer.open_cards else "cards as they lay"
    speed = ("slow", "usual speed", "fast")[SPEEDS.index(replayer.speed)]
    state = f"playing, {speed}" if replayer.playing else f"stopped, {speed}"
    room = canvas.width - cell_width(replayer.place) - 4
    right = next((words for words in (f"{cards} · {state}", state) if cell_width(words) <= room), "")
    begin = canvas.put_right(canvas.width - 1, y, right, palette.win_label if replayer.playing else palette.dim)
    canvas.put(1, y, replayer.place, palette.text, bold=True, max_width=max(0, begin - 3))


def _draw_keys(canvas: PixelCanvas, y: int, look: Look) -> None:
    palette, x = look.palette, 1
    for key, words in _HINTS:
        width = cell_width(key.display) + (1 + cell_width(words) if words else 0)
        if x + width >= canvas.width:
            return
        end = canvas.put(x, y, key.display, palette.key, bold=True)
        end = canvas.put(end + 1, y, words, palette.dim) if words else end
        canvas.click(x, y, end - x, 1, key)
        x = end + (2 if words else 1)
