"""Draws the replayer: the table as in play, and around it title, log, line of steps, place and keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from railbird_client.drawing.canvas import PixelCanvas, Rect, SliderClick, Words
from railbird_client.drawing.card_art import card_words
from railbird_client.drawing.palette import Look
from railbird_client.drawing.text_roles import PageWriter
from railbird_client.drawing.text_width import cell_width, truncate, wrap
from railbird_client.replay.replayer import Replayer, ReplayKey, Speed, SteppedHand
from railbird_client.table.paint.geometry import RowsLayout, TableGeometry, compute_layout, compute_rows_layout
from railbird_client.table.paint.rows import draw_seat_rows
from railbird_client.table.paint.side_column import is_heading, split_heading
from railbird_client.table.paint.table_painter import TablePainter
from railbird_client.table.table_model import TableModel, TableState
from railbird_client.table.table_options import TableOptions
from railbird_client.table.table_pages import showdown_page
from railbird_client.table.view_model_builder import build_table_view_model
from railbird_client.table.view_models import TitleViewModel
from railbird_shared.protocol.events import PrivateEvent
from railbird_shared.protocol.messages import Snapshot, Step

_FEW_BAR_ROWS = 4
_FIRST_LOG_ROW = 2
_OWN_ROWS = 2
_LEAST_ROWS = 3
_SPEED_WORDS = {Speed.SLOW: "slow", Speed.NORMAL: "usual speed", Speed.FAST: "fast"}
WAITING = "The hand is being read."

_HINTS = (
    (ReplayKey.BACK, ""),
    (ReplayKey.NEXT, "step"),
    (ReplayKey.STREET_BEFORE, ""),
    (ReplayKey.NEXT_STREET, "street"),
    (ReplayKey.PLAY, "play"),
    (ReplayKey.OPEN_CARDS, "cards"),
    (ReplayKey.HAND_BEFORE, ""),
    (ReplayKey.NEXT_HAND, "hand"),
    (ReplayKey.HELP, "keys"),
    (ReplayKey.CLOSE, "back"),
)


class ReplayLayout(NamedTuple):
    """Where the parts of the replayer lie around its table.

    `bar` has the line of steps, the place and the keys, and where it has room the present step in words. The log stands
    in a column, or in rows above the bar.
    """

    main: Rect
    log: Rect
    bar: Rect
    has_column: bool


def lay_out_replay(table: TableGeometry | RowsLayout, *, rail: bool = False) -> ReplayLayout:
    """Returns the layout for a table: its column or its rows for the log, and its action bar for the keys.

    A table in rows that is seen from the `rail` leaves the rows of the viewer's own seat to the log.
    """
    if isinstance(table, TableGeometry):
        main = Rect(table.left, 0, table.main, table.height)
        if table.side is not None:
            return ReplayLayout(main, table.side, table.bar, has_column=True)
        few = table.bar._replace(y=table.height - _LEAST_ROWS, height=_LEAST_ROWS)
        log = Rect(table.bar.x - 1, table.log.y, table.bar.width + 2, few.y - table.log.y)
        return ReplayLayout(main, log, few, has_column=False)
    bar = Rect(1, table.height - _LEAST_ROWS, table.width - 2, _LEAST_ROWS)
    top = min(bar.y, table.rows.y + table.rows.height - (_OWN_ROWS if rail else 0))
    main = Rect(0, 0, table.width, table.height)
    return ReplayLayout(main, Rect(0, top, table.width, bar.y - top), bar, has_column=False)


def draw_replay(canvas: PixelCanvas, replayer: Replayer, layout: ReplayLayout, look: Look, *, notice: str = "") -> None:
    """Draws all but the table; a `notice` stands in the place of the keys."""
    bar, palette, bottom = layout.bar, look.palette, layout.bar.y + layout.bar.height
    is_roomy = bar.height > _FEW_BAR_ROWS
    if replayer.hand is not None:
        _draw_log(canvas, replayer, replayer.hand, layout, look)
        _draw_steps(canvas, replayer, replayer.hand, bar._replace(y=bottom - (4 if is_roomy else 3)), look)
        if is_roomy:  # the present step in words above the line of steps
            sentences = replayer.step.sentences if replayer.step is not None else ()
            line = truncate(" · ".join(each.strip("— ") for each in sentences), bar.width)
            canvas.put_words(bar.x, bar.y + 1, card_words(line, palette.text, palette.text_suits, bold=True))
    else:
        main = layout.main
        canvas.put(main.x + 1, 0, replayer.source.title, palette.text, bold=True, max_width=main.width - 2)
        _draw_problem(canvas, replayer, layout, look)
    _draw_place(canvas, replayer, bar._replace(y=bottom - (3 if is_roomy else 2)), look)
    if notice:
        canvas.put(bar.x, bottom - 1, notice, palette.turn_label, bold=True, max_width=bar.width)
    else:
        _draw_keys(canvas, bar._replace(y=bottom - 1), look)


def replay_title(hand: SteppedHand, when: str) -> TitleViewModel:
    """Returns the title of a hand that ended `when`."""
    game, unit = hand.start.game, hand.hand.chips_per_unit
    facts = (f"hand {hand.hand.history.hand}", when, f"{unit:,} chips make 1" if unit > 1 else "")
    parts = [fact for fact in facts if fact]
    return TitleViewModel(
        hand.start.name,
        (game.full_title, f"{game.title} {game.stakes}", f"{game.name} {game.stakes}"),
        tuple(" · ".join(parts[:count]) for count in range(len(parts), 0, -1)),
    )


def _draw_problem(canvas: PixelCanvas, replayer: Replayer, layout: ReplayLayout, look: Look) -> None:
    main, colour = layout.main, look.palette.danger if replayer.problem else look.palette.soft
    lines = wrap(replayer.problem or WAITING, max(10, main.width - 8))
    top = max(2, (layout.bar.y - len(lines)) // 2)
    for row, line in enumerate(lines[: max(0, layout.bar.y - top)]):
        canvas.put_centred(2 * main.x + main.width, top + row, [Words(line, colour)])


# --- the log


class _LogRow(NamedTuple):
    """A row of the log: the step that it belongs to, from 1, its text, and what is written at its end."""

    step: int
    text: str
    right: str = ""
    is_heading: bool = False


def _log_rows(hand: SteppedHand, width: int, *, open_cards: bool, in_column: bool) -> Iterator[_LogRow]:
    for number, step in enumerate(hand.steps, start=1):
        for sentence in (*step.sentences, *(step.known if open_cards else ())):
            if not is_heading(sentence):
                yield from (_LogRow(number, line) for line in wrap(sentence, width, indent=2))
                continue
            body, pot = split_heading(sentence)  # in a column the pot stands at the right
            if in_column:
                yield from [_LogRow(0, "")] if number > 1 else ()
                yield _LogRow(number, truncate(body, width - cell_width(pot) - 1), pot, is_heading=True)
            else:
                yield _LogRow(number, truncate(f"{body}{f' · pot {pot}' if pot else ''}", width), is_heading=True)


def _draw_log(canvas: PixelCanvas, replayer: Replayer, hand: SteppedHand, layout: ReplayLayout, look: Look) -> None:
    log, palette, position = layout.log, look.palette, replayer.position
    if layout.has_column:
        canvas.put(log.x + 2, 0, replayer.source.title, palette.soft, bold=True, max_width=log.width - 4)
        log = log._replace(x=log.x + 1, width=log.width - 1, y=_FIRST_LOG_ROW, height=log.height - _FIRST_LOG_ROW)
    else:
        canvas.fill(log.x, 2 * log.y, log.width, 2 * log.height, look.ground)
    rows = list(_log_rows(hand, log.width - 4, open_cards=replayer.open_cards, in_column=layout.has_column))
    for y, row in enumerate(_window(rows, position, log.height), start=log.y):
        if not row.step:
            continue
        present, ahead = row.step == position, row.step > position
        colour = palette.text if present else palette.dim if ahead else palette.soft
        if present:
            if not look.outlined:
                canvas.fill(log.x, 2 * y, log.width, 2, palette.plate)
            canvas.put(log.x + 1, y, "▸", palette.turn_label, bold=True)
        suits = palette.dim if ahead else palette.text_suits
        canvas.put_words(log.x + 3, y, card_words(row.text, colour, suits, bold=present or row.is_heading))
        canvas.put_right(log.x + log.width - 1, y, row.right, palette.dim if ahead else palette.chips_dim)
        canvas.click(log.x, y, log.width, 1, SliderClick(row.step, len(hand.steps)))


def _window(rows: Sequence[_LogRow], position: int, height: int) -> Sequence[_LogRow]:
    """Returns the rows around those of a step, of which two thirds of the window lie before."""
    last = max((at for at, row in enumerate(rows) if row.step and row.step <= position), default=-1)
    first = min((at for at, row in enumerate(rows) if row.step == position), default=0)
    begin = max(0, min(last + 1 - max(1, 2 * height // 3), len(rows) - height, first))
    return rows[begin : begin + height]


# --- the rows at the bottom


def _draw_steps(canvas: PixelCanvas, replayer: Replayer, hand: SteppedHand, row: Rect, look: Look) -> None:
    """Draws the line of steps: the part that is done, the present place, and where streets begin."""
    palette, whole, y = look.palette, len(hand.steps), row.y
    if not whole or row.width < 2:
        return
    places = [row.x + step * (row.width - 1) // whole for step in range(whole + 1)]
    here = places[replayer.position]
    canvas.put(row.x, y, "━" * (here - row.x), palette.turn_label)
    canvas.put(here, y, "─" * (row.x + row.width - here), palette.faint)
    for stop in hand.stops:
        done = stop <= replayer.position
        canvas.put(places[stop], y, "┃" if done else "│", palette.turn_label if done else palette.dim)
    canvas.put(here, y, "●", palette.turn_label, bold=True)
    for step, x in enumerate(places):
        begin = row.x if step == 0 else (places[step - 1] + x) // 2 + 1
        end = row.x + row.width if step == whole else (x + places[step + 1]) // 2 + 1
        if end > begin:
            canvas.click(begin, y, end - begin, 1, SliderClick(step, whole))


def _draw_place(canvas: PixelCanvas, replayer: Replayer, row: Rect, look: Look) -> None:
    palette = look.palette
    cards = "known cards open" if replayer.open_cards else "cards as they lay"
    state = f"{'playing' if replayer.playing else 'stopped'}, {_SPEED_WORDS[replayer.speed]}"
    room = row.width - cell_width(replayer.place) - 3
    right = next((words for words in (f"{cards} · {state}", state) if cell_width(words) <= room), "")
    end = row.x + row.width
    begin = canvas.put_right(end, row.y, right, palette.win_label if replayer.playing else palette.dim)
    canvas.put(row.x, row.y, replayer.place, palette.text, bold=True, max_width=max(0, begin - row.x - 2))


def _draw_keys(canvas: PixelCanvas, row: Rect, look: Look) -> None:
    palette, x = look.palette, row.x
    for key, words in _HINTS:
        width = cell_width(key.display) + (1 + cell_width(words) if words else 0)
        if x + width > row.x + row.width:
            return
        end = canvas.put(x, row.y, key.display, palette.key, bold=True)
        end = canvas.put(end + 1, row.y, words, palette.dim) if words else end
        canvas.click(x, row.y, end - x, 1, key)
        x = end + (2 if words else 1)


class ReplayTable:
    """The table of a replay: a session that is told the hand as far as it is shown, for the result and its story."""

    def __init__(self, options: TableOptions) -> None:
        self._options = replace(options, street_pause=0.0, bell=False, hints=False)
        self._hand: SteppedHand | None = None
        self._position = 0
        self._model = TableModel(self._options)

    def draw(self, replayer: Replayer, layout: TableGeometry | RowsLayout, look: Look, when: str) -> PixelCanvas:
        """Draws the table at the place of a replayer that has a hand."""
        assert replayer.hand is not None
        assert replayer.view is not None
        self._follow(replayer.hand, replayer.position)
        model = build_table_view_model(TableState(self._model), replayer.view, 0.0, typing=False, room=layout.room)
        model = replace(model, title=replay_title(replayer.hand, when), own_status="")
        if isinstance(layout, TableGeometry):
            return TablePainter(layout, look).draw_felt_and_seats(model).copy()
        return draw_seat_rows(model, layout, look)

    def why_page(self) -> PageWriter:
        """Returns the page of the winners and of the rules that decided, as far as the hand was drawn last."""
        return showdown_page(self._model.showdown, self._model.log, symbols=not self._options.ascii)

    def _follow(self, hand: SteppedHand, position: int) -> None:
        """Tells the model the steps up to a position, from the beginning if it knows more, or another hand."""
        if hand is not self._hand or position < self._position:
            self._hand, self._position = hand, 0
            self._model = TableModel(self._options)
            self._model.receive(Snapshot(epoch="", seq=0, at=0, view=hand.start), 0.0)
        told = hand.steps[self._position - 1].events if self._position else 0
        for number, step in enumerate(hand.steps[self._position : position], start=self._position + 1):
            events = hand.hand.history.events[told : step.events]
            told = step.events
            private = tuple(event for event in events if isinstance(event, PrivateEvent))
            public = tuple(event for event in events if not isinstance(event, PrivateEvent))
            self._model.receive(Step(epoch="", seq=number, at=0, public=public, private=private), 0.0)
        self._position = position


def lay_out_table(replayer: Replayer, width: int, height: int) -> TableGeometry | RowsLayout:
    """Returns the layout for the hand of a replayer, or for any table while it has none."""
    view = replayer.view
    return compute_rows_layout(width, height, 2) if view is None else compute_layout(view, width, height)
