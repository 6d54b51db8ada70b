"""Draws the table of a replay as a list of its seats, with board and pot above them."""

from __future__ import annotations

from collections.abc import Sequence

from railbird_client.model.layout import Rect
from railbird_client.model.look import Look
from railbird_client.model.pixel_canvas import PixelCanvas, Words
from railbird_shared.cards import Card
from railbird_shared.view import SeatView, TableView


def draw_seat_list(canvas: PixelCanvas, view: TableView, rect: Rect, look: Look) -> None:
    """Draws the table in a rectangle."""
    palette, x, y = look.palette, rect.x + 1, rect.y
    canvas.put(x, y, f"Pot {view.total_pot:,}", palette.chips, bold=True)
    canvas.put_words(x + 20, y, card_words(view.board, look))
    for row, seat in enumerate(view.occupied[: max(0, rect.height - 1)], start=y + 1):
        _draw_seat(canvas, view, seat, Rect(x, row, rect.width - 2, 1), look)


def _draw_seat(canvas: PixelCanvas, view: TableView, seat: SeatView, rect: Rect, look: Look) -> None:
    palette, y = look.palette, rect.y
    to_act = view.turn is not None and view.turn.seat == seat.seat
    colour = palette.turn_label if to_act else palette.dim if seat.folded else palette.text
    mark = ">" if to_act else "D" if view.button == seat.seat else " "
    canvas.put(rect.x, y, f"{mark} {seat.name}", colour, bold=to_act, max_width=16)
    canvas.put_right(rect.x + 27, y, f"{seat.stack:,}", palette.chips)
    if seat.bet:
        canvas.put_right(rect.x + 38, y, f"{seat.bet:,}", palette.chips_dim)
    mine = view.you.seat == seat.seat and seat.cards and view.you.cards
    end = canvas.put_words(rect.x + 40, y, card_words(view.you.cards if mine else seat.cards, look))
    words = f"+{seat.won:,}" if seat.won else seat.last_act.value
    canvas.put(max(end + 1, rect.x + 56), y, words, palette.win_label if seat.won else palette.soft)


def card_words(cards: Sequence[Card | None], look: Look) -> list[Words]:
    """Returns cards as a line names them, two question marks for a hidden one."""
    words: list[Words] = []
    for card in cards:
        if card is None:
            words.append(Words("?? ", look.palette.dim))
        else:
            suit = look.palette.text_suits.of(card.suit, two_colour=look.two_colour)
            words.append(Words(f"{card.rank.letter}{card.suit.symbol} ", suit, bold=True))
    return words
