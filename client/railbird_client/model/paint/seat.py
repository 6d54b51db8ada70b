"""Draws another player's seat."""

from __future__ import annotations

from msgspec import Struct

from railbird_client.model.canvas import Canvas, draw_frame
from railbird_client.model.card_art import (
    DEFAULT_STYLE,
    CardSize,
    CardStyle,
    card_row,
    draw_fan,
    fan_width,
    is_given_up,
)
from railbird_client.model.clock import TimeLeft
from railbird_client.model.keys import SeatClick
from railbird_client.model.layout import seat_rows
from railbird_client.model.paint.text import capitalize, draw_time, time_role, time_text
from railbird_client.model.text_roles import Lines, Span, TextRole
from railbird_client.model.text_width import cell_width, format_chips, truncate, wrap, wrap_to_rows
from railbird_shared.games import Family
from railbird_shared.view import LastAct, SeatView

_NARROW_WIDTH = 12
_USUAL_TEXT_WIDTH = 18
_LEFT_MARGIN = 2
_SECOND_COLUMN = 8  # where cards and bets begin, counted from the left margin
_MAX_SPACED_CARDS = 3  # the most cards of a hand with a board that are written with gaps
_STUD_DOTS = 3  # what stands for a hand of stud in which no card lay open
_NO_LINK = "no link"
_MIN_TURN_WIDTH = 22  # the least width in which a lost connection, a bet and the seconds fit in one line
_MIN_TEXT_WIDTH = 6  # the cells that text needs beside the cards
_SHOWDOWN_WORDS = {LastAct.SHOWED: "shows", LastAct.MUCKED: "mucks"}


class SeatViewModel(Struct, frozen=True):
    """What is drawn of a seat.

    `dealt_count` is the number of cards that the game deals and `marks` are the button, the blinds and the last draw.
    A seat is `selectable` if the open prompt asks for it, and `can_sit` is set if the viewer may take it.
    """

    number: int
    seat: SeatView | None
    family: Family
    boxed: bool = False
    card_size: CardSize = CardSize.SMALL
    dealt_count: int = 2
    marks: tuple[str, ...] = ()
    to_act: bool = False
    time_left: TimeLeft | None = None
    can_sit: bool = False
    selectable: bool = False
    card_style: CardStyle = DEFAULT_STYLE

    @property
    def usual_rows(self) -> int:
        """The usual height of the seat in rows; the rows below are for a long name of a hand."""
        return seat_rows(self.family, self.card_size, boxed=self.boxed)

    @property
    def has_cards_beside_text(self) -> bool:
        """Whether the seat is a box with medium cards beside the text."""
        return self.boxed and self.family is not Family.STUD and self.card_size is CardSize.MEDIUM

    @property
    def click(self) -> SeatClick:
        """What a click on the seat presses."""
        return SeatClick(self.number)


def draw_seat(model: SeatViewModel, width: int, height: int) -> Lines:
    """Draws a seat in its usual rows and, if the name of its hand needs them, in the rows below."""
    if model.seat is None:
        canvas = _draw_empty(model, width)
    elif model.boxed:
        canvas = _draw_boxed(model, model.seat, width, max(0, height - model.usual_rows))
    elif model.family is Family.STUD:
        canvas = _draw_unboxed_stud(model, model.seat, width, height)
    else:
        canvas = _draw_unboxed(model, model.seat, width, height)
    full = Canvas(width, height)
    full.paste(0, 0, canvas.lines())
    return tuple(tuple(Span(span.text, span.role, span.click or model.click) for span in line) for line in full.lines())


def name_role(seat: SeatView) -> TextRole:
    """Returns the role of a name: winner, in the hand, or not."""
    return TextRole.WIN if seat.won else TextRole.NAME if seat.live else TextRole.DIM


def state_text(model: SeatViewModel, seat: SeatView, room: int | None = None) -> tuple[str, TextRole]:
    """Returns that a seat is to act, or else its status, in a few words for `room` cells.

    Without `room` there are as many as usual, and fewer beside a lost connection and a bet.
    """
    if room is None:
        room = _NARROW_WIDTH if seat.bet and not seat.connected else _USUAL_TEXT_WIDTH
    if not model.to_act:
        return status_text(seat, model.family, room)
    return ("to act", TextRole.TURN) if seat.connected else _lost_connection_text(room)


def _lost_connection_text(room: int) -> tuple[str, TextRole]:
    return "no connection" if room > _NARROW_WIDTH else _NO_LINK, TextRole.WARN


def status_text(seat: SeatView, family: Family, room: int = _USUAL_TEXT_WIDTH) -> tuple[str, TextRole]:
    """Returns what a seat did last or its state, in a few words for `room` cells."""
    if seat.won:
        return f"{'wins ' if room > _NARROW_WIDTH else '+'}{format_chips(seat.won, max(5, room - 5))}", TextRole.WIN
    if not seat.connected:
        return _lost_connection_text(room)
    if seat.sitting_out and not seat.live:
        return "sitting out" if room > _NARROW_WIDTH else "away", TextRole.DIM
    if seat.folded:
        return "fold", TextRole.FAINT
    if seat.all_in and seat.last_act not in _SHOWDOWN_WORDS:
        return "ALL-IN", TextRole.ALL_IN
    if not seat.in_hand:
        return "", TextRole.DIM
    if seat.last_act is LastAct.DREW:
        return f"{'threw' if family is Family.BOARD else 'drew'} {seat.drew}", TextRole.TEXT
    return _SHOWDOWN_WORDS.get(seat.last_act, seat.last_act.value), TextRole.TEXT


def result_text(seat: SeatView) -> str:
    """Returns what a player has won or lost at this table, empty for nothing: "up 38", "down 1,200"."""
    return f"{'up' if seat.result > 0 else 'down'} {abs(seat.result):,}" if seat.result else ""


def seat_card_spans(model: SeatViewModel, seat: SeatView, *, no_gaps: bool = False) -> list[Span]:
    """Returns a seat's cards as spans of one line: names, backs, or dots for a hand given up."""
    if seat.in_hand and not seat.cards and is_given_up(seat):
        count = _STUD_DOTS if model.family is Family.STUD else model.dealt_count
        return [Span(("" if count > _MAX_SPACED_CARDS else " ").join("·" * count), TextRole.FAINT)]
    if not any(seat.cards) and (model.family is Family.DRAW or len(seat.cards) > _MAX_SPACED_CARDS):
        return [Span("▒" * len(seat.cards), TextRole.CARD_BACK)]
    no_gaps = no_gaps or (model.family is Family.BOARD and len(seat.cards) > _MAX_SPACED_CARDS)
    return card_row(seat.cards, model.card_style, gap="" if no_gaps else " ", dimmed=is_given_up(seat))


def _spans_width(spans: list[Span]) -> int:
    return sum(cell_width(span.text) for span in spans)


def _hand_name(model: SeatViewModel, seat: SeatView) -> str:
    return "" if model.to_act else capitalize(seat.shown_hand)


def _chips_won_text(seat: SeatView) -> str:
    return f"+{format_chips(seat.won, 9)}" if seat.won else ""


def _hand_with_winnings(seat: SeatView) -> str:
    """Returns the chips that a hand won and its name."""
    return f"{_chips_won_text(seat)} {capitalize(seat.shown_hand)}".strip()


def _draw_name(canvas: Canvas, model: SeatViewModel, seat: SeatView, x: int, room: int) -> int:
    """Writes the number, the name and whether a bot sits there; returns the x after them."""
    role = TextRole.TURN if model.to_act else name_role(seat)
    end = x + room
    x = canvas.put(x, 0, str(model.number), TextRole.SELECTED_KEY if model.selectable else TextRole.DIM)
    x = canvas.put(x, 0, " ")
    x = canvas.put(x, 0, truncate(seat.name, end - x), role)
    return canvas.put(x, 0, " bot", TextRole.FAINT) if seat.bot and end - x >= len(" bot") else x


def _marks_width(model: SeatViewModel) -> int:
    return sum(len(mark) + 2 for mark in model.marks)


def _draw_marks(canvas: Canvas, model: SeatViewModel, end: int) -> None:
    """Writes the marks so that they end before x = `end`."""
    for mark in reversed(model.marks):
        end = canvas.put_right(end, 0, f" {mark} ", TextRole.BUTTON_MARK if mark == "D" else TextRole.STRONG)


def _draw_empty(model: SeatViewModel, width: int) -> Canvas:
    canvas = Canvas(width, model.usual_rows)
    words = "click to sit" if model.can_sit else "- empty -"
    if model.boxed:
        draw_frame(canvas, role=TextRole.FAINT)
        canvas.put(2, 0, f" {model.number} ", TextRole.FAINT)
        canvas.put(2, 1, words, TextRole.DIM if model.can_sit else TextRole.FAINT)
    else:
        canvas.put(1, 0, str(model.number), TextRole.FAINT)
        x, y = (3, 0) if model.family is Family.STUD else (2, 1)
        canvas.put(x, y, words, TextRole.DIM if model.can_sit else TextRole.FAINT)
    return canvas


def _draw_unboxed(model: SeatViewModel, seat: SeatView, width: int, height: int) -> Canvas:
    """Draws three lines without a border: the name, the chips and cards, the status."""
    canvas = Canvas(width, height)
    if model.to_act:
        canvas.put(0, 0, "▶", TextRole.TURN)
    state_above = model.to_act and not seat.connected and width < _MIN_TURN_WIDTH
    room = width - 2 - _marks_width(model)
    x = _draw_name(canvas, model, seat, 1, room - (len(_NO_LINK) + 1 if state_above else 0))
    if state_above:
        x = canvas.put(x + 1, 0, _NO_LINK, TextRole.WARN)
    _draw_marks(canvas, model, width - 1)
    _draw_stack_and_cards(canvas, model, seat, width - 1)
    if model.to_act and model.time_left:
        _draw_turn(canvas, seat, model.time_left, width - 1, state_above=state_above)
    elif _hand_name(model, seat):
        _draw_shown_hand(canvas, seat, x, width - 1 - _marks_width(model))
    else:
        _draw_status(canvas, model, seat, 2, width - 1)
    return canvas


def _draw_turn(canvas: Canvas, seat: SeatView, time_left: TimeLeft, end: int, *, state_above: bool) -> None:
    """Writes a lost connection, unless it stands above, and the bet, and the clock in the cells that they leave."""
    x = 1
    if not seat.connected and not state_above:
        x = canvas.put(_LEFT_MARGIN, 2, _NO_LINK, TextRole.WARN) + 1
    if seat.bet:
        x = canvas.put(max(x, _LEFT_MARGIN), 2, f"●{format_chips(seat.bet, 6)}", TextRole.CHIPS) + 1
    draw_time(canvas, x, 2, time_left, end - x)


def _draw_shown_hand(canvas: Canvas, seat: SeatView, begin: int, end: int) -> None:
    """Writes what a hand won and its name; if both do not fit, the chips go between `begin` and `end` above."""
    won, text = _chips_won_text(seat), _hand_with_winnings(seat)
    room, rows = canvas.width - _LEFT_MARGIN, canvas.height - 2
    if won and len(wrap(text, room)) > rows and end - begin > len(won):
        canvas.put_right(end, 0, won, TextRole.WIN)
        won, text = "", capitalize(seat.shown_hand)
    role = TextRole.STRONG if seat.won else TextRole.TEXT
    for row, line in enumerate(wrap_to_rows(text, room, rows), start=2):
        canvas.put(_LEFT_MARGIN, row, line, role)
    canvas.put(_LEFT_MARGIN, 2, won, TextRole.WIN)


def _draw_boxed(model: SeatViewModel, seat: SeatView, width: int, spare: int) -> Canvas:
    """Draws a box with the clock in its lower edge and up to `spare` more rows for the name of a hand.

    If these rows are too few, the name replaces the status and the medium cards.
    """
    lines = _fit_in_box(_hand_name(model, seat), width, spare + 1)
    cramped = not lines
    if cramped:
        rows = 3 if model.has_cards_beside_text else 2
        lines = _fit_in_box(_hand_with_winnings(seat), width, rows) or wrap_to_rows(
            _hand_with_winnings(seat), width - 6, rows
        )
    *inside, edge = lines
    canvas = Canvas(width, model.usual_rows + (0 if cramped else len(inside)))
    draw_frame(
        canvas,
        role=TextRole.TURN if model.to_act else TextRole.WIN if seat.won else TextRole.BORDER,
        heavy=model.to_act,
    )
    if model.family is Family.STUD:
        _draw_stud_box(canvas, model, seat)
    else:
        _draw_box_name(canvas, model, seat)
        if model.has_cards_beside_text and not cramped:
            _draw_cards_beside_text(canvas, model, seat)
        else:
            _draw_stack_and_cards(canvas, model, seat, width - 2)
    if not cramped and not model.has_cards_beside_text:
        _draw_status(canvas, model, seat, model.usual_rows - 2, width - 2)
    for row, line in enumerate(inside, start=canvas.height - 1 - len(inside)):
        canvas.put(_LEFT_MARGIN, row, line, TextRole.STRONG)
    if cramped and seat.won:
        canvas.put(_LEFT_MARGIN, canvas.height - 1 - len(inside), _chips_won_text(seat), TextRole.WIN)
    _draw_lower_edge(canvas, model, seat, edge)
    return canvas


def _draw_box_name(canvas: Canvas, model: SeatViewModel, seat: SeatView) -> None:
    """Writes the name and marks in the upper edge; long ones reach to its end."""
    marks = _marks_width(model)
    end = canvas.width - (2 if cell_width(f"{model.number} {seat.name}") + marks + 5 <= canvas.width else 1)
    canvas.put(1, 0, " ")
    x = _draw_name(canvas, model, seat, 2, end - marks - 3)
    canvas.put(x, 0, " ")
    _draw_marks(canvas, model, end)


def _fit_in_box(words: str, width: int, rows: int) -> list[str]:
    """Returns a text as lines inside a box and a last one in its edge; none if `rows` are too few."""
    if cell_width(words) <= width - 6:
        return [words]
    lines = wrap(words, width - 4)
    if len(lines) < rows:
        return [*lines, ""]
    return lines if len(lines) == rows and cell_width(lines[-1]) <= width - 6 else []


def _draw_cards_beside_text(canvas: Canvas, model: SeatViewModel, seat: SeatView) -> None:
    """Draws three lines inside the border: cards at the left, chips and status beside them."""
    fan = canvas.width - 4 - _MIN_TEXT_WIDTH
    if not fan_width(model.dealt_count, fan):
        _draw_stacked(canvas, model, seat)
        return
    if not draw_fan(canvas, _LEFT_MARGIN, 1, seat.cards, fan, style=model.card_style, dimmed=is_given_up(seat)):
        canvas.put_spans(_LEFT_MARGIN + 2, 2, seat_card_spans(model, seat))
    x = max(fan_width(model.dealt_count, fan), fan_width(len(seat.cards), fan)) + 3
    room = canvas.width - 1 - x
    canvas.put(x, 1, format_chips(seat.stack, room), TextRole.CHIPS if seat.live or not seat.in_hand else TextRole.DIM)
    words, role = state_text(model, seat, room)
    canvas.put(x, 2, words, role, max_width=room)
    if seat.bet:
        canvas.put(x, 3, f"●{format_chips(seat.bet, room - 1)}", TextRole.CHIPS)


def _draw_stacked(canvas: Canvas, model: SeatViewModel, seat: SeatView) -> None:
    """Draws three lines inside the border if medium cards do not fit: chips, status and small cards."""
    canvas.put(
        _LEFT_MARGIN, 1, format_chips(seat.stack, 9), TextRole.CHIPS if seat.live or not seat.in_hand else TextRole.DIM
    )
    _draw_status(canvas, model, seat, 2, canvas.width - 2)
    canvas.put_spans(_LEFT_MARGIN, 3, seat_card_spans(model, seat))


def _draw_lower_edge(canvas: Canvas, model: SeatViewModel, seat: SeatView, words: str) -> None:
    """Writes the clock of a turn in the lower edge, or the name of a hand and the player's result."""
    low = canvas.height - 1
    if model.to_act and model.time_left:
        left = f" {time_text(model.time_left)} "
        cells = canvas.width - 2 - len(left)
        full = model.time_left.filled_cells(cells)
        x = canvas.put(1, low, "━" * full, time_role(model.time_left))
        x = canvas.put(x, low, "╌" * (cells - full), TextRole.FAINT)
        canvas.put(x, low, left, time_role(model.time_left))
        return
    x = canvas.put(2, low, f" {words} ", TextRole.STRONG) if words else 2
    result = f" {result_text(seat)} "
    # Beside the chips just won, the result at the table would be taken for the result of the hand.
    if seat.result and not seat.won and canvas.width - 2 - x >= len(result):
        canvas.put_right(canvas.width - 2, low, result, TextRole.DIM)


def _draw_stack_and_cards(canvas: Canvas, model: SeatViewModel, seat: SeatView, end: int) -> None:
    """Writes the stack and, in a second column, the cards, which come first if room is short."""
    spans = seat_card_spans(model, seat)
    if _LEFT_MARGIN + cell_width(format_chips(seat.stack, 5)) + 1 + _spans_width(spans) > end:
        spans = seat_card_spans(model, seat, no_gaps=True)
    cards = _spans_width(spans)
    stack = format_chips(seat.stack, max(5, end - _LEFT_MARGIN - cards - 1))
    at = max(_LEFT_MARGIN + _SECOND_COLUMN, _LEFT_MARGIN + cell_width(stack) + 1)
    if at + cards > end:
        at = end - cards
    if _LEFT_MARGIN + cell_width(stack) < at:
        canvas.put(_LEFT_MARGIN, 1, stack, TextRole.CHIPS if seat.live or not seat.in_hand else TextRole.DIM)
    canvas.put_spans(max(_LEFT_MARGIN, at), 1, spans)


def _draw_status(canvas: Canvas, model: SeatViewModel, seat: SeatView, y: int, end: int) -> None:
    words, role = state_text(model, seat)
    x = canvas.put(_LEFT_MARGIN, y, words, role)
    if seat.bet:
        bet = f"●{format_chips(seat.bet, 7)}"
        canvas.put(min(max(_LEFT_MARGIN + _SECOND_COLUMN, x + 1), end - cell_width(bet)), y, bet, TextRole.CHIPS)


def _draw_unboxed_stud(model: SeatViewModel, seat: SeatView, width: int, height: int) -> Canvas:
    """Draws two lines without a border: name, chips and status; cards. A third is for a long name of a hand."""
    canvas = Canvas(width, height)
    if model.to_act:
        canvas.put(0, 0, "▶", TextRole.TURN)
    _draw_name(canvas, model, seat, 1, 13)
    canvas.put_right(22, 0, format_chips(seat.stack, 7), TextRole.CHIPS)
    words, role = state_text(model, seat)
    x = canvas.put(24, 0, words, role)
    if seat.bet:
        canvas.put(max(x + 1, 32), 0, f"●{format_chips(seat.bet, 6)}", TextRole.CHIPS)
    _draw_marks(canvas, model, width - 1)
    x = canvas.put_spans(3, 1, seat_card_spans(model, seat)) + 1
    if model.to_act and model.time_left:
        draw_time(canvas, max(x, 24), 1, model.time_left, width - max(x, 24))
    elif cell_width(seat.shown_hand) > width - x - 2 and height > model.usual_rows:
        canvas.put(3, 2, _hand_name(model, seat), TextRole.STRONG, max_width=width - 4)
    else:
        canvas.put(x + 1, 1, _hand_name(model, seat), TextRole.STRONG, max_width=width - x - 2)
    return canvas


def _draw_stud_box(canvas: Canvas, model: SeatViewModel, seat: SeatView) -> None:
    """Writes the name, chips, marks and cards of a box in stud."""
    stack = format_chips(seat.stack, 12)
    canvas.put(1, 0, " ")
    x = _draw_name(canvas, model, seat, 2, canvas.width - len(stack) - 8 - _marks_width(model))
    canvas.put(x, 0, " ")
    begin = canvas.put_right(canvas.width - 1, 0, f" {stack} ", TextRole.CHIPS)
    _draw_marks(canvas, model, begin - 1)
    rows, room = model.usual_rows - 3, canvas.width - 4
    fanned = rows >= CardSize.MEDIUM.height and draw_fan(
        canvas, _LEFT_MARGIN, 1, seat.cards, room, style=model.card_style, dimmed=is_given_up(seat)
    )
    if not fanned:
        canvas.put_spans(3, 1 + rows // 2 if not seat.cards else 1, seat_card_spans(model, seat))
