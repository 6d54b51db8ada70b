"""Draws the viewer's own seat: cards, stack, the name of the hand, and the clock of their turn."""

from __future__ import annotations

from itertools import pairwise

from msgspec import Struct

from railbird_client.model.canvas import Canvas, draw_frame, draw_rule
from railbird_client.model.card_art import DEFAULT_STYLE, CardSize, CardState, CardStyle, draw_card
from railbird_client.model.clock import TimeLeft
from railbird_client.model.keys import DIGIT_KEYS, TableKey
from railbird_client.model.paint.seat import SeatViewModel, draw_seat, result_text, status_text
from railbird_client.model.paint.text import capitalize, draw_time_bar
from railbird_client.model.text_roles import Lines, TextRole
from railbird_client.model.text_width import cell_width, format_chips, wrap, wrap_to_rows
from railbird_shared.cards import Card
from railbird_shared.games import Family
from railbird_shared.view import SeatView

_MIN_TEXT_WIDTH = 30
_USUAL_ROWS = 4  # more rows leave room for a name of the hand in two lines


class OwnSeatViewModel(Struct, frozen=True):
    """What is drawn of the viewer's own seat.

    `face_down` says of each card whether nobody else sees it. `fresh` and `discards` are indices of cards that have
    just been drawn and that are chosen to be discarded, which happens while `choosing_discards`. A hand is
    `given_up` once it is folded or mucked; its cards are dimmed.
    """

    seat: SeatView
    family: Family
    boxed: bool = False
    card_size: CardSize = CardSize.MEDIUM
    cards: tuple[Card, ...] = ()
    face_down: tuple[bool, ...] = ()
    fresh: frozenset[int] = frozenset()
    discards: frozenset[int] = frozenset()
    choosing_discards: bool = False
    given_up: bool = False
    hand_name: str = ""
    marks: tuple[str, ...] = ()
    to_act: bool = False
    time_left: TimeLeft | None = None
    status: str = ""
    card_style: CardStyle = DEFAULT_STYLE


class RailViewModel(Struct, frozen=True):
    """What is drawn at the bottom for a spectator: the first seat of the table, in the size of the others."""

    seat: SeatViewModel
    seat_width: int
    text: str
    boxed: bool = False


def draw_own_seat(model: OwnSeatViewModel | RailViewModel, width: int, height: int) -> Lines:
    """Draws the viewer's own seat, or the first seat for a spectator."""
    canvas = Canvas(width, height)
    if isinstance(model, RailViewModel):
        _draw_rail(canvas, model)
        return canvas.lines()
    top = _draw_edges(canvas, model)
    inside = height - top - (1 if model.boxed else 0)
    x = _draw_cards(canvas, model, top, inside) if model.cards else 2
    _draw_text(canvas, model, max(x + 2, 18), top + max(0, (inside - 4) // 2), roomy=inside > _USUAL_ROWS)
    return canvas.lines()


def _draw_edges(canvas: Canvas, model: OwnSeatViewModel) -> int:
    title = f"{model.seat.name} · seat {model.seat.seat}"
    role = TextRole.TURN if model.to_act else TextRole.WIN if model.seat.won else TextRole.BORDER
    if model.boxed:
        draw_frame(canvas, title=title, role=role, heavy=model.to_act)
    else:
        draw_rule(canvas, 0, title, role=role)
    x = cell_width(title) + (6 if model.boxed else 4)
    for mark in model.marks:
        x = canvas.put(x, 0, f" {mark} ", TextRole.BUTTON_MARK if mark == "D" else TextRole.STRONG)
    return 1


def _draw_cards(canvas: Canvas, model: OwnSeatViewModel, top: int, inside: int) -> int:
    size = _fitting_card_size(canvas, model)
    lift = 1 if model.family is Family.DRAW and inside > size.height else 0
    y = top + max(0, (inside - size.height - 2 * lift) // 2)
    x = 3 if model.boxed else 2
    for index, card in enumerate(model.cards):
        if index and model.family is Family.STUD and model.face_down[index] != model.face_down[index - 1]:
            for row in range(size.height):
                canvas.put(x, y + row, "┊", TextRole.FAINT)
            x += 2
        discarded = index in model.discards
        drop = lift if (discarded or not model.choosing_discards) else 0
        draw_card(
            *(canvas, x, y + drop, card, size),
            two_colour=model.card_style.two_colour,
            state=CardState.DIMMED if discarded else _card_state(model, index),
            mark=model.card_style.wild_mark(card),
            click=_discard_key(index) if model.choosing_discards else None,
        )
        if model.choosing_discards:
            _draw_discard_label(canvas, x, y, size, _discard_key(index), below=lift > 0, discarded=discarded)
        x += size.width + 1
    return x


def _discard_key(index: int) -> TableKey:
    """Returns the key that chooses or keeps the card at `index`, counted from 0."""
    return DIGIT_KEYS[index + 1]


def _card_state(model: OwnSeatViewModel, index: int) -> CardState:
    if model.given_up:
        return CardState.DIMMED
    return CardState.FRESH if index in model.fresh else model.card_style.state_of(model.cards[index])


def _draw_discard_label(
    canvas: Canvas, x: int, y: int, size: CardSize, key: TableKey, *, below: bool, discarded: bool
) -> None:
    """Writes below a card whether it is kept or discarded, or in its edges if there is no row below."""
    role = TextRole.WARN if discarded else TextRole.DIM
    if below:
        words = ("drop" if discarded else "keep") if size is CardSize.LARGE else ("out" if discarded else "in")
        canvas.put(x, y + size.height + 1, f"{key.display} {words}", role, key)
        return
    middle = x + size.width // 2
    canvas.put(middle, y, key.display, TextRole.KEY, key)
    if discarded:
        canvas.put(middle - 1, y + size.height - 1, "out", role, key)


def _fitting_card_size(canvas: Canvas, model: OwnSeatViewModel) -> CardSize:
    changes = sum(one != other for one, other in pairwise(model.face_down)) if model.family is Family.STUD else 0
    needed = len(model.cards) * (model.card_size.width + 1) + 2 * changes + _MIN_TEXT_WIDTH
    return model.card_size if needed <= canvas.width else CardSize.MEDIUM


def _draw_text(canvas: Canvas, model: OwnSeatViewModel, x: int, y: int, *, roomy: bool) -> None:
    seat = model.seat
    end = canvas.width - (2 if model.boxed else 1)
    room = end - x
    at = canvas.put(x, y, "stack ", TextRole.DIM)
    at = canvas.put(at, y, format_chips(seat.stack, 15), TextRole.CHIPS)
    if seat.result:
        at = canvas.put(at + 1, y, result_text(seat), TextRole.WIN if seat.result > 0 else TextRole.DIM)
    if seat.bet:
        at = canvas.put(at + 2, y, "bet ", TextRole.DIM)
        at = canvas.put(at, y, f"●{format_chips(seat.bet, 9)}", TextRole.CHIPS)
    words, role = status_text(seat, model.family)
    if words and not model.to_act:
        canvas.put(at + 2, y, words, role, max_width=end - at - 2)
    lines = wrap_to_rows(capitalize(model.hand_name), room, 2 if roomy else 1)
    for row, line in enumerate(lines, start=y + 1):
        canvas.put(x, row, line, TextRole.STRONG)
    y += 1 + len(lines)
    if model.to_act:
        _draw_turn(canvas, model, x, y, room)
    else:
        canvas.put(x, y, model.status, TextRole.DIM, max_width=room)


def _draw_turn(canvas: Canvas, model: OwnSeatViewModel, x: int, y: int, room: int) -> None:
    if model.choosing_discards:
        heading = "YOUR DRAW" if model.family is Family.DRAW else "YOUR DISCARD"
        words = f"throwing {len(model.discards)} of {len(model.cards)}" if model.discards else heading
    else:
        words = "YOUR TURN"
    at = canvas.put(x, y, words, TextRole.TURN) + 2
    if model.time_left is None:
        return
    space = x + room - at
    if space >= 14:
        bank = f" + bank {model.seat.time_bank // 1000} s"
        shows_bank = model.seat.time_bank and not model.time_left.on_time_bank and space >= 14 + len(bank)
        width = min(36, space - len(bank) if shows_bank else space)
        draw_time_bar(canvas, at, y, model.time_left, width)
        canvas.put(at + width, y, bank if shows_bank else "", TextRole.DIM)
    else:
        draw_time_bar(canvas, x, y + 1, model.time_left, min(30, room))


def _draw_rail(canvas: Canvas, model: RailViewModel) -> None:
    if model.boxed:
        draw_frame(canvas, title="on the rail")
    else:
        draw_rule(canvas, 0, "on the rail")
    inside = canvas.height - (2 if model.boxed else 1)
    height = min(inside, model.seat.usual_rows)
    seat = draw_seat(model.seat, model.seat_width, height)
    if not model.seat.boxed:
        canvas.paste(2, 1, seat)
        canvas.put(model.seat_width + 5, 2, model.text, TextRole.DIM, max_width=canvas.width - model.seat_width - 6)
        return
    x = (canvas.width - model.seat_width) // 2
    canvas.paste(x, 1 + (inside - height) // 2, seat)
    words = wrap(model.text, x - 5)
    for row, line in enumerate(words, start=1 + (inside - len(words)) // 2):
        canvas.put(3, row, line, TextRole.DIM)
