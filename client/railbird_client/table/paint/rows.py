"""Draws the table and the action bar in plain rows of text, for a terminal that is too small for an oval."""

from __future__ import annotations

from railbird_client.drawing.canvas import PixelCanvas, Rect, SliderClick
from railbird_client.drawing.card_art import card_row, card_span
from railbird_client.drawing.palette import Look
from railbird_client.drawing.text_roles import Span, TextPainter, TextRole, capitalize, sentence_spans
from railbird_client.drawing.text_width import cell_width, format_chips, wrap
from railbird_client.table import view_models
from railbird_client.table.paint.geometry import RowsLayout
from railbird_client.table.paint.pixel_bar import draw_question
from railbird_client.table.paint.seat_words import name_role, result_text, seat_card_spans, state_text
from railbird_client.table.turn.table_keys import DIGIT_KEYS, TableKey
from railbird_client.table.turn.time_left import time_bar, time_text

_ROW_TURN_WIDTH = 12  # the cells for what a seat in turn shows in a row, beside its clock
_ROW_STATE_WIDTH = 18  # the cells for the state of any other seat
_TIME_BAR, _LEAST_TIME_BAR = 21, 10  # the cells of a clock, and those that the words of a hand leave it
TOO_SMALL = "The terminal is too small for the table: make it at least 60 by 18 to play. Ctrl+Q quits."
TURN_TOO_SMALL = f"It is your turn. {TOO_SMALL}"


def draw_action_bar(canvas: TextPainter, model: view_models.ActionBarViewModel) -> None:
    """Draws the bar in three rows: the buttons, the amounts, and the keys."""
    label = "" if model.in_turn else model.label  # the buttons stay where they are once they can be pressed
    x = canvas.put(1, 0, f"{label}  ", TextRole.DIM) if label else 1
    is_long = sum(button.width + 7 for button in model.buttons) > canvas.width
    _draw_buttons(canvas, model.buttons, x, 0, gap=1 if is_long else 3)
    if model.question is None or model.fills_amounts:
        _draw_amounts(canvas, model)
    else:
        draw_question(canvas, model.question, 1, whole=True)
    _draw_hints(canvas, model)


def _draw_buttons(canvas: TextPainter, buttons: tuple[view_models.Button, ...], x: int, y: int, *, gap: int) -> None:
    for button in buttons:
        state = (
            TextRole.DISABLED if button.disabled or button.dimmed else TextRole.SELECTED if button.selected else None
        )
        role, click = state or TextRole.BUTTON, None if button.disabled else button.key
        x = canvas.put(x, y, f"[{button.display}]", state or TextRole.KEY, click)
        x = canvas.put(x, y, f" {button.label} ", role, click) + gap


def _draw_amounts(canvas: TextPainter, model: view_models.ActionBarViewModel) -> None:
    x, y, room = 1, 1, canvas.width - 2
    if model.typed is not None:
        at = canvas.put(x, y, model.caption or "Exact total:", TextRole.TEXT)
        at = canvas.put(at + 1, y, f" {model.typed}▏", TextRole.SELECTED)
        canvas.put(at + 2, y, model.typed_range, TextRole.DIM, max_width=max(0, x + room - at - 2))
        return
    if model.slider is not None:
        presets = sum(button.width + 3 for button in model.second_row) + 5
        end = _draw_slider(canvas, model.slider, x, y, room - presets - 2)
        _draw_presets(canvas, model.second_row, max(end + 2, x + room - presets), y)
        return
    buttons = sum(button.width + 5 for button in model.second_row)
    if cell_width(model.caption) + 2 + buttons <= room:
        x = canvas.put(x, y, model.caption, TextRole.TEXT if model.active else TextRole.DIM, max_width=room) + 2
    _draw_buttons(canvas, model.second_row, x, y, gap=1)  # without the caption where there is no room for both


def _draw_slider(canvas: TextPainter, slider: view_models.Slider, x: int, y: int, room: int) -> int:
    low, high = f"{slider.minimum:,} ", f" {slider.maximum:,}"
    cells = max(4, room - cell_width(low) - cell_width(high) - 2)
    knob = slider.knob(cells)
    x = canvas.put(x, y, low, TextRole.DIM, TableKey.MINIMUM)
    x = canvas.put(x, y, "├", TextRole.BORDER)
    for cell in range(cells):
        char = "●" if cell == knob else "━" if cell < knob else "─"
        role = TextRole.TURN if cell <= knob and slider.touched else TextRole.TEXT if cell == knob else TextRole.BORDER
        canvas.put(x + cell, y, char, role, SliderClick(cell, cells - 1))
    x = canvas.put(x + cells, y, "┤", TextRole.BORDER)
    return canvas.put(x, y, high, TextRole.DIM, TableKey.MAXIMUM)


def _draw_presets(canvas: TextPainter, presets: tuple[view_models.Button, ...], x: int, y: int) -> None:
    for button in presets:
        role = TextRole.SELECTED if button.selected else None
        x = canvas.put(x, y, button.display, role or TextRole.KEY, button.key)
        x = canvas.put(x, y, f" {button.label}", role or TextRole.TEXT, button.key) + 2
    x = canvas.put(x, y, "=", TextRole.KEY, TableKey.EXACT)
    canvas.put(x, y, "type", TextRole.TEXT, TableKey.EXACT)


def _draw_hints(canvas: TextPainter, model: view_models.ActionBarViewModel) -> None:
    x, y = 1, canvas.height - 1
    if model.notice:
        canvas.put(x, y, model.notice, TextRole.WARN, max_width=canvas.width - 1 - x)
        return
    for hint, press in model.all_hints:
        if x + cell_width(hint) > canvas.width - 1:
            break
        x = canvas.put(x, y, hint, TextRole.DIM, press) + 2


def draw_rows(model: view_models.TableViewModel, layout: RowsLayout, look: Look) -> PixelCanvas:
    """Draws the whole table screen in rows, or only a notice on a screen that is too small for that."""
    canvas = draw_seat_rows(model, layout, look)
    if layout.too_small:
        return canvas
    draw_action_bar(TextPainter(canvas, look, layout.bar), model.action_bar)
    has_chat = bool(model.chat.lines) or model.chat.typing
    log = layout.log if has_chat else layout.log._replace(width=layout.width)
    _draw_log(TextPainter(canvas, look, log), model.log)
    if has_chat:
        _draw_chat(TextPainter(canvas, look, layout.chat), model.chat)
    if model.action_bar.question is not None and model.action_bar.fills_amounts:  # on the rule above the log
        rule = TextPainter(canvas, look, Rect(0, layout.log.y, layout.width, 1))
        draw_question(rule, model.action_bar.question, whole=not model.my_turn)
    return canvas


def draw_seat_rows(model: view_models.TableViewModel, layout: RowsLayout, look: Look) -> PixelCanvas:
    """Draws the title and the seats, without log, chat and action bar, or a notice where they have no room."""
    canvas = PixelCanvas(layout.width, layout.height, look.ground)
    _draw_title(TextPainter(canvas, look, layout.title), model.title)
    rows = TextPainter(canvas, look, layout.rows)
    if layout.too_small:
        for y, line in enumerate(wrap(TURN_TOO_SMALL if model.my_turn else TOO_SMALL, max(1, rows.width - 2))):
            rows.put(1, y, line, TextRole.WARN)
    else:
        _draw_seats(rows, model)
    return canvas


def _draw_title(canvas: TextPainter, model: view_models.TitleViewModel) -> None:
    """Draws the first line with the longest variant that fits beside the whole right side."""
    right = model.right_variants[0]
    begin = canvas.put_right(canvas.width - 1, 0, right, TextRole.WARN if model.trouble else TextRole.DIM)
    room = begin - 3
    named = (*(f"{model.name} · {words}" for words in model.left_variants), *model.left_variants)
    left = next((words for words in named if cell_width(words) <= room), model.left_variants[-1])
    canvas.put(1, 0, left, TextRole.TITLE, max_width=room)


def _draw_log(canvas: TextPainter, model: view_models.LogViewModel) -> None:
    canvas.put_rule(0, model.title)
    room, rows = canvas.width - 2, canvas.height - 1
    lines: list[tuple[str, TextRole]] = []
    for sentence in model.sentences[-rows:] if rows > 0 else ():
        role = TextRole.HEADING if sentence.startswith("—") else TextRole.WIN if " wins " in sentence else TextRole.TEXT
        words = sentence if cell_width(sentence) <= room else sentence.removesuffix(" —")
        lines += [(line, role) for line in wrap(words, room, indent=2)]
    for y, (line, role) in enumerate(lines[-rows:] if rows > 0 else ()):
        canvas.put_spans(1, 1 + y, sentence_spans(line, role))


def _draw_chat(canvas: TextPainter, model: view_models.ChatViewModel) -> None:
    canvas.put_rule(0, "chat · Esc back" if model.typing else "chat · Tab")
    rows = canvas.height - (2 if model.typing else 1)
    lines: list[list[Span]] = []
    for chat_line in model.lines[-rows:] if rows > 0 else ():
        lines += _chat_lines(chat_line, canvas.width - 2)
    for y, spans in enumerate(lines[-rows:] if rows > 0 else (), start=1):
        canvas.put_spans(1, y, spans)
    canvas.click_all(TableKey.CHAT)


def _chat_lines(chat_line: view_models.ChatLine, room: int) -> list[list[Span]]:
    name = f"{chat_line.name}{' (rail)' if chat_line.rail else ''}: "
    first, *rest = wrap(name + chat_line.text, room, indent=2)
    if not first.startswith(name):
        return [[Span(line)] for line in (first, *rest)]
    head = [Span(name, TextRole.DIM if chat_line.rail else TextRole.STRONG), Span(first[len(name) :])]
    return [head, *([Span(line)] for line in rest)]


def _draw_seats(canvas: TextPainter, model: view_models.TableViewModel) -> None:
    for y, number in enumerate(sorted(model.seats)):
        _draw_seat_row(canvas, y, model.seats[number])
    y = len(model.seats)
    _draw_board_row(canvas, y, model.board)
    if model.own_seat:
        _draw_own_seat_rows(canvas, y + 1, model.own_seat, model.own_status)
    else:
        canvas.put_rule(y + 1, "on the rail")
        canvas.put(1, y + 2, model.own_status, TextRole.DIM, max_width=canvas.width - 2)


def _draw_seat_row(canvas: TextPainter, y: int, model: view_models.SeatViewModel) -> None:
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
        role = TextRole.STRONG if seat.won else TextRole.TEXT
        canvas.put(x, y, capitalize(seat.shown_hand), role, max_width=max(0, room))
    canvas.put_right(canvas.width - 1, y, marks, TextRole.STRONG)


def _draw_board_row(canvas: TextPainter, y: int, model: view_models.BoardViewModel) -> None:
    x = 1
    if model.board:
        label = f"run {model.run} of {len(model.runs)} " if model.runs else "board "
        x = canvas.put(x, y, label, TextRole.DIM)
        x = canvas.put_spans(x, y, card_row(model.board, model.card_style)) + 2
    if model.result:
        words = " · ".join(model.short_result if len(model.result) > 1 and model.short_result else model.result)
        canvas.put(x, y, words, TextRole.WIN, max_width=canvas.width - x - 1)
        return
    if model.total:
        x = canvas.put(x, y, "pot ", TextRole.DIM)
        x = canvas.put(x, y, f"{model.total:,}", TextRole.CHIPS) + 2
    canvas.put(x, y, model.status, TextRole.DIM, max_width=canvas.width - x - 1)


def _draw_own_seat_rows(canvas: TextPainter, y: int, model: view_models.OwnSeatViewModel, status: str) -> None:
    role = TextRole.TURN if model.to_act else TextRole.BORDER
    canvas.put_rule(y, f"{model.seat.name} · seat {model.seat.seat}", role)
    cards = card_row(model.cards, model.card_style, dimmed=model.given_up)
    x = canvas.put_spans(1, y + 1, _discard_choice_spans(model) if model.choosing_discards else cards) + 2
    x = canvas.put(max(x, 8), y + 1, format_chips(model.seat.stack, 10), TextRole.CHIPS) + 1
    result = result_text(model.result)
    x = canvas.put(x, y + 1, result, TextRole.DIM) + (2 if result else 1)
    if model.to_act and model.time_left and canvas.width - x > 30:
        name = capitalize(model.hand_name)  # the bar gives way to the words
        bar = max(_LEAST_TIME_BAR, min(_TIME_BAR, canvas.width - 2 - x - cell_width(name)))
        end = canvas.width - 1 - bar
        canvas.put(x, y + 1, name, TextRole.STRONG, max_width=max(0, end - x - 1))
        canvas.put_spans(end, y + 1, time_bar(model.time_left, bar))
        return
    words = capitalize(model.hand_name) or status
    canvas.put(x, y + 1, words, TextRole.STRONG, max_width=max(0, canvas.width - x - 1))


def _discard_choice_spans(model: view_models.OwnSeatViewModel) -> list[Span]:
    """Returns the own cards in a draw: a click chooses one, and chosen ones stand in parentheses."""
    spans: list[Span] = []
    for index, card in enumerate(model.cards):
        text, role, _ = card_span(card, model.card_style)
        if index in model.discards:
            text, role = f"({text})", TextRole.FAINT
        spans += [Span(text, role, DIGIT_KEYS[index + 1]), Span(" ")]
    return spans[:-1]
