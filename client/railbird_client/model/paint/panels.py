"""Draws the panels made of lines of text: the title, the log, the chat, and the rows of a small screen."""

from __future__ import annotations

from msgspec import Struct

from railbird_client.model.canvas import Canvas, draw_frame, draw_rule
from railbird_client.model.card_art import card_row, card_span
from railbird_client.model.keys import DIGIT_KEYS, TableKey
from railbird_client.model.log import ChatLine
from railbird_client.model.paint.board import BoardViewModel
from railbird_client.model.paint.own_seat import OwnSeatViewModel
from railbird_client.model.paint.seat import (
    SeatViewModel,
    name_role,
    result_text,
    seat_card_spans,
    state_text,
)
from railbird_client.model.paint.text import capitalize, draw_time_bar, sentence_spans, time_text
from railbird_client.model.text_roles import Lines, Span, TextRole
from railbird_client.model.text_width import cell_width, format_chips, wrap

_ROW_TURN_WIDTH = 12  # the cells for what a seat in turn shows in a row, beside its clock
_ROW_STATE_WIDTH = 18  # the cells for the state of any other seat


class TitleViewModel(Struct, frozen=True):
    """The first line of the screen: `left_variants`, the longest first, and `right`.

    `trouble` is set while the connection is lost.
    """

    left_variants: tuple[str, ...]
    right: str
    trouble: bool = False


def draw_title(model: TitleViewModel, width: int, height: int) -> Lines:
    """Draws the first line with the longest variant that fits beside the whole right side."""
    canvas = Canvas(width, height)
    begin = canvas.put_right(width - 1, 0, model.right, TextRole.WARN if model.trouble else TextRole.DIM)
    room = begin - 3
    left = next((words for words in model.left_variants if cell_width(words) <= room), model.left_variants[-1])
    canvas.put(1, 0, left, TextRole.TITLE, max_width=room)
    return canvas.lines()


class LogViewModel(Struct, frozen=True):
    """The last sentences of the hand."""

    title: str
    sentences: tuple[str, ...]
    framed: bool = False
    two_colour: bool = False


def draw_log(model: LogViewModel, width: int, height: int) -> Lines:
    """Draws the end of the log, the newest sentence last."""
    canvas = Canvas(width, height)
    x, top, room, rows = _draw_panel_edges(canvas, model.title, framed=model.framed)
    lines: list[tuple[str, TextRole]] = []
    for sentence in model.sentences[-rows:] if rows > 0 else ():
        role = TextRole.HEADING if sentence.startswith("—") else TextRole.WIN if " wins " in sentence else TextRole.TEXT
        words = sentence if cell_width(sentence) <= room else sentence.removesuffix(" —")
        lines += [(line, role) for line in wrap(words, room, indent=2)]
    for y, (line, role) in enumerate(lines[-rows:] if rows > 0 else ()):
        canvas.put_spans(x, top + y, sentence_spans(line, role, two_colour=model.two_colour))
    return canvas.lines()


class ChatViewModel(Struct, frozen=True):
    """The last lines of chat; `typing` while the viewer writes one."""

    lines: tuple[ChatLine, ...]
    framed: bool = False
    typing: bool = False


def draw_chat(model: ChatViewModel, width: int, height: int) -> Lines:
    """Draws the end of the chat above its input line."""
    canvas = Canvas(width, height)
    title = "chat · Esc back" if model.typing else "chat · Tab"
    x, top, room, rows = _draw_panel_edges(canvas, title, framed=model.framed)
    if model.framed or model.typing:
        rows -= 1
    if model.framed and not model.typing:
        canvas.put(x, top + rows, "Tab to say something", TextRole.FAINT, max_width=room)
    lines: list[list[Span]] = []
    for chat_line in model.lines[-rows:] if rows > 0 else ():
        lines += _chat_lines(chat_line, room)
    for y, spans in enumerate(lines[-rows:] if rows > 0 else ()):
        canvas.put_spans(x, top + y, spans)
    return tuple(tuple(Span(span.text, span.role, TableKey.CHAT) for span in line) for line in canvas.lines())


def _chat_lines(chat_line: ChatLine, room: int) -> list[list[Span]]:
    name = f"{chat_line.name}{' (rail)' if chat_line.rail else ''}: "
    first, *rest = wrap(name + chat_line.text, room, indent=2)
    if not first.startswith(name):
        return [[Span(line)] for line in (first, *rest)]
    head = [Span(name, TextRole.DIM if chat_line.rail else TextRole.NAME), Span(first[len(name) :])]
    return [head, *([Span(line)] for line in rest)]


def _draw_panel_edges(canvas: Canvas, title: str, *, framed: bool) -> tuple[int, int, int, int]:
    """Draws the edges of a panel and returns the x, y, width and height inside them."""
    if framed:
        draw_frame(canvas, title=title)
        return 2, 1, canvas.width - 4, canvas.height - 2
    draw_rule(canvas, 0, title)
    return 1, 1, canvas.width - 2, canvas.height - 1


class RowsViewModel(Struct, frozen=True):
    """A whole table in plain rows for a small screen; only `notice` on one that is too small."""

    seats: tuple[SeatViewModel, ...] = ()
    board: BoardViewModel | None = None
    own_seat: OwnSeatViewModel | None = None
    notice: str = ""


def draw_rows(model: RowsViewModel, width: int, height: int) -> Lines:
    """Draws the table as rows: the seats, the board and the own seat."""
    canvas = Canvas(width, height)
    if model.notice:
        for y, line in enumerate(wrap(model.notice, max(1, width - 2))):
            canvas.put(1, y, line, TextRole.WARN)
        return canvas.lines()
    y = 0
    for seat in model.seats:
        _draw_seat_row(canvas, y, seat)
        y += 1
    if model.board:
        _draw_board_row(canvas, y, model.board)
    if model.own_seat:
        _draw_own_seat_rows(canvas, y + 1, model.own_seat)
    return canvas.lines()


def _draw_seat_row(canvas: Canvas, y: int, model: SeatViewModel) -> None:
    seat = model.seat
    canvas.put(0, y, "▶" if model.to_act else " ", TextRole.TURN)
    canvas.put(1, y, f"{model.number:>2} ", TextRole.DIM)
    if seat is None:
        canvas.put(4, y, "click to sit" if model.can_sit else "- empty -", TextRole.FAINT, model.click)
        return
    canvas.put(4, y, seat.name, TextRole.TURN if model.to_act else name_role(seat), model.click, max_width=11)
    canvas.put_right(24, y, format_chips(seat.stack, 8), TextRole.CHIPS)
    spans = seat_card_spans(model, seat)
    x = max(26, canvas.put_spans(26, y, spans)) + 2
    words, role = state_text(model, seat, _ROW_TURN_WIDTH if model.to_act else _ROW_STATE_WIDTH)
    if model.to_act and model.time_left:
        words = f"{words} {time_text(model.time_left)}"
    elif seat.shown_hand:
        words = f"+{format_chips(seat.won, 7)}" if seat.won else ""
    x = canvas.put(max(x, 33), y, words, role)
    if seat.bet:
        x = canvas.put(x + 1, y, f"●{format_chips(seat.bet, 7)}", TextRole.CHIPS)
    marks = " ".join(model.marks)
    if seat.shown_hand:
        x += 1 if words else 0
        room = canvas.width - x - 1 - (len(marks) + 1 if marks else 0)
        canvas.put(
            x, y, capitalize(seat.shown_hand), TextRole.STRONG if seat.won else TextRole.TEXT, max_width=max(0, room)
        )
    canvas.put_right(canvas.width - 1, y, marks, TextRole.STRONG)


def _draw_board_row(canvas: Canvas, y: int, model: BoardViewModel) -> None:
    x = 1
    if model.board:
        x = canvas.put(x, y, "board ", TextRole.DIM)
        x = canvas.put_spans(x, y, card_row(model.board, model.card_style)) + 2
    if model.result:
        words = " · ".join(model.short_result if len(model.result) > 1 and model.short_result else model.result)
        canvas.put(x, y, words, TextRole.WIN, max_width=canvas.width - x - 1)
        return
    if model.total:
        x = canvas.put(x, y, "pot ", TextRole.DIM)
        x = canvas.put(x, y, f"{model.total:,}", TextRole.CHIPS) + 2
    canvas.put(x, y, model.status, TextRole.DIM, max_width=canvas.width - x - 1)


def _draw_own_seat_rows(canvas: Canvas, y: int, model: OwnSeatViewModel) -> None:
    draw_rule(
        canvas,
        y,
        f"{model.seat.name} · seat {model.seat.seat}",
        role=TextRole.TURN if model.to_act else TextRole.BORDER,
    )
    x = (
        canvas.put_spans(1, y + 1, _discard_choice_spans(model) if model.choosing_discards else _own_card_spans(model))
        + 2
    )
    x = canvas.put(max(x, 8), y + 1, format_chips(model.seat.stack, 10), TextRole.CHIPS) + 1
    x = canvas.put(x, y + 1, result_text(model.seat), TextRole.DIM) + (2 if model.seat.result else 1)
    if model.to_act and model.time_left and canvas.width - x > 30:
        end = canvas.width - 22
        canvas.put(x, y + 1, capitalize(model.hand_name), TextRole.STRONG, max_width=max(0, end - x - 1))
        draw_time_bar(canvas, end, y + 1, model.time_left, 21)
        return
    canvas.put(
        x, y + 1, capitalize(model.hand_name) or model.status, TextRole.STRONG, max_width=max(0, canvas.width - x - 1)
    )


def _own_card_spans(model: OwnSeatViewModel) -> list[Span]:
    return card_row(model.cards, model.card_style, dimmed=model.given_up)


def _discard_choice_spans(model: OwnSeatViewModel) -> list[Span]:
    """Returns the own cards in a draw: a click chooses one, and chosen ones stand in parentheses."""
    spans: list[Span] = []
    for index, card in enumerate(model.cards):
        text, role, _ = card_span(card, model.card_style)
        discarded = index in model.discards
        spans += [
            Span(f"({text})" if discarded else text, TextRole.FAINT if discarded else role, DIGIT_KEYS[index + 1]),
            Span(" "),
        ]
    return spans[:-1]
