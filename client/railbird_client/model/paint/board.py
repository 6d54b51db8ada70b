"""Draws the middle of the table: the board, the pots and the result of the hand."""

from __future__ import annotations

from msgspec import Struct

from railbird_client.model.canvas import Canvas, draw_frame
from railbird_client.model.card_art import DEFAULT_STYLE, CardSize, CardStyle, card_row, draw_card, draw_card_slot
from railbird_client.model.paint.text import sentence_spans
from railbird_client.model.text_roles import Lines, Span, TextRole
from railbird_client.model.text_width import cell_width, truncate, wrap
from railbird_shared.cards import Card
from railbird_shared.games import Family

_MIN_FRAME_ROWS = 6  # with so many rows beside the board there is room for a border
_USUAL_TEXT_ROWS = 2  # the rows of text that are always reserved, so that the board does not move


class PotViewModel(Struct, frozen=True):
    """A pot: its chips and the names of the players who can win it."""

    chips: int
    names: tuple[str, ...]


class BoardViewModel(Struct, frozen=True):
    """What is drawn in the middle of the table.

    `rabbit` is the rest of a board that would have come. `status` says what is going on, `result` who won what, and
    `short_result` the same in few words.
    """

    family: Family
    board: tuple[Card, ...] = ()
    rabbit: tuple[Card, ...] = ()
    slots: int = 0
    card_size: CardSize = CardSize.MEDIUM
    total: int = 0
    collected_pot: int = 0
    carried: int = 0
    pots: tuple[PotViewModel, ...] = ()
    status: str = ""
    result: tuple[str, ...] = ()
    short_result: tuple[str, ...] = ()
    card_style: CardStyle = DEFAULT_STYLE


def draw_board(model: BoardViewModel, width: int, height: int) -> Lines:
    """Draws the board and the text below it."""
    canvas = Canvas(width, height)
    graphic = model.family is Family.BOARD and (model.slots or model.board)
    board = model.card_size.height if graphic else 0
    if height >= board + _MIN_FRAME_ROWS:
        draw_frame(canvas, role=TextRole.FELT_EDGE)
    words = _text_lines(model, width - 4, height - board)
    gap = 1 if board and height > board + max(len(words), _USUAL_TEXT_ROWS) else 0
    reserved = max(len(words), _USUAL_TEXT_ROWS) if board else len(words)
    top = max(0, (height - board - gap - reserved) // 2)
    if board:
        _draw_board_cards(canvas, model, top)
    for offset, spans in enumerate(words[: height - board - gap]):
        room = sum(cell_width(span.text) for span in spans)
        canvas.put_spans((width - room) // 2, top + board + gap + offset, spans)
    return canvas.lines()


def _draw_board_cards(canvas: Canvas, model: BoardViewModel, top: int) -> None:
    slots = max(model.slots, len(model.board))
    pitch = model.card_size.width + 1
    x = (canvas.width - slots * pitch + 1) // 2
    for index in range(slots):
        at = x + index * pitch
        if index >= len(model.board):
            draw_card_slot(canvas, at, top, model.card_size)
            continue
        card, style = model.board[index], model.card_style
        state, mark = style.state_of(card), style.wild_mark(card)
        draw_card(canvas, at, top, card, model.card_size, two_colour=style.two_colour, state=state, mark=mark)


def _text_lines(model: BoardViewModel, room: int, max_lines: int) -> list[list[Span]]:
    lines: list[list[Span]] = []
    if model.board and model.family is not Family.BOARD:
        lines.append([Span("for all ", TextRole.DIM), *card_row(model.board, model.card_style)])
    if model.total:
        lines.append(_pot_line(model))
        lines += _side_pot_lines(model, room)
    if model.carried:
        lines.append([Span(f"{model.carried:,} waiting from the last hand", TextRole.DIM)])
    if model.result:
        lines = lines[:1] if model.board and model.family is not Family.BOARD else []
        results = [line for sentence in model.result for line in wrap(sentence, room)]
        if model.short_result and len(lines) + len(results) > max_lines:
            results = (
                list(model.short_result)
                if len(model.short_result) <= max_lines
                else wrap(" · ".join(model.short_result), room)
            )
        lines += [sentence_spans(line, TextRole.WIN, two_colour=model.card_style.two_colour) for line in results]
    if model.rabbit and len(lines) < max_lines:
        lines.append([Span("would have come ", TextRole.DIM), *card_row(model.rabbit, model.card_style)])
    if model.status and len(lines) < max_lines:
        parts = (model.status,) if cell_width(model.status) <= room else model.status.split(" · ")
        lines += [[Span(line, TextRole.DIM)] for part in parts for line in wrap(part, room)]
    return lines[:max_lines]


def _pot_line(model: BoardViewModel) -> list[Span]:
    line = [Span("POT ", TextRole.DIM), Span(f"{model.total:,}", TextRole.CHIPS)]
    bets = model.total - model.collected_pot
    if bets and model.collected_pot and len(model.pots) < 2:
        line.append(Span(f"   {model.collected_pot:,} + bets {bets:,}", TextRole.DIM))
    elif bets and model.collected_pot:
        line.append(Span(f"   bets {bets:,}", TextRole.DIM))
    return line


def _side_pot_lines(model: BoardViewModel, room: int) -> list[list[Span]]:
    if len(model.pots) < 2:
        return []
    parts = [f"main {model.pots[0].chips:,}", *(f"side {pot.chips:,}" for pot in model.pots[1:])]
    lines = [[Span(truncate(" · ".join(parts), room), TextRole.TEXT)]]
    names = ", ".join(model.pots[-1].names)
    return [*lines, [Span(truncate(f"side: {names}", room), TextRole.DIM)]]
