"""Draws the plates of the seats on the table: name, stack, state, clock, and the cards behind them."""

from __future__ import annotations

from typing import NamedTuple

from railbird_client.drawing.canvas import Letter, Rect, Surface
from railbird_client.drawing.card_art import CardStyle, is_given_up
from railbird_client.drawing.palette import Colour, Look, Palette
from railbird_client.drawing.text_roles import TextRole, capitalize
from railbird_client.drawing.text_width import cell_width, format_chips, truncate
from railbird_client.table.paint.geometry import TableGeometry
from railbird_client.table.paint.pixel_cards import CardDrawing, cut_corners, round_corners, win_colours
from railbird_client.table.paint.seat_words import ALL_IN, fit_hand, result_text, status_text, won_hand
from railbird_client.table.turn.table_keys import DIGIT_KEYS
from railbird_client.table.turn.time_left import TimeLeft, time_text
from railbird_client.table.view_models import Chance, OwnSeatViewModel, SeatViewModel
from railbird_shared.game.announced_game import Family
from railbird_shared.protocol.view import SeatView

_STATE_WIDTH = 9
_MIN_NAME_WIDTH = 5
_SMALL_BAR_WIDTH = 3


class PlateColours(NamedTuple):
    """The colours of a plate: its ground and its edge, the name, the stack and the state."""

    ground: Colour
    edge: Colour
    name: Colour
    stack: Colour
    state: Colour


def plate_colours(palette: Palette, seat: SeatView | None, *, to_act: bool, has_clock: bool = True) -> PlateColours:
    """Returns the colours of a plate: exactly one is lit for the player to act, and those of winners.

    Without a clock all of the edge counts as time left.
    """
    if to_act:
        edge = palette.clock_spent if has_clock else palette.clock_left
        return PlateColours(palette.turn, edge, palette.turn_text, palette.turn_text, palette.turn_soft)
    if seat is not None and seat.won:
        return PlateColours(palette.win, palette.win, palette.win_text, palette.win_text, palette.win_text)
    if seat is None or not is_in_play(seat):
        return PlateColours(palette.plate_out, palette.plate_out, palette.dim, palette.dim, palette.dim)
    return PlateColours(palette.plate, palette.plate_edge, palette.text, palette.chips, palette.soft)


def is_in_play(seat: SeatView) -> bool:
    """Whether a seat is in the hand and not out, or waits for one and is ready."""
    return not is_given_up(seat) if seat.in_hand else not (seat.sitting_out or seat.folded)


def _half_words(seat: SeatView, style: CardStyle) -> str:
    """Returns which halves of a divided pot a seat has won, empty for a whole one."""
    if not style.split:
        return ""
    low, high = bool(seat.winning_low_cards), bool(seat.winning_cards)
    return "both" if low and high else "low" if low else "high" if high else ""


class Plates:
    """Draws the plates of one table."""

    def __init__(self, canvas: Surface, geometry: TableGeometry, look: Look) -> None:
        self.canvas, self.geometry, self.look = canvas, geometry, look
        self.palette = look.palette

    # --- another player's seat

    def draw_seat(self, model: SeatViewModel) -> None:
        """Draws a seat with its cards."""
        rect = self.geometry.seats[model.number].rect
        self.canvas.click(rect.x, rect.y, rect.width, rect.height, model.click)
        if model.seat is None:
            self._draw_empty(model, rect)
        elif self.geometry.size.has_edge:
            self._draw_tall(model, model.seat, rect)
        else:
            self._draw_small(model, model.seat, rect)

    def _draw_empty(self, model: SeatViewModel, rect: Rect) -> None:
        palette = self.palette
        self._plate(rect, plate_colours(palette, None, to_act=False))
        x = self.canvas.put(rect.x + 1, rect.y, "seat ", palette.dim)
        colour = palette.key if model.selectable else palette.dim
        self.canvas.put(x, rect.y, str(model.number), colour, bold=model.selectable)
        if model.can_sit:
            x = self.canvas.put(rect.x + 1, rect.y + 1, "S", palette.key, bold=True)
            self.canvas.put(x, rect.y + 1, " sit here", palette.soft)

    def _draw_tall(self, model: SeatViewModel, seat: SeatView, rect: Rect) -> None:
        colours = plate_colours(self.palette, seat, to_act=model.to_act, has_clock=model.time_left is not None)
        if seat.cards and not is_given_up(seat):
            drawing = CardDrawing(self.canvas, self.look, model.card_style)
            tall = self.geometry.size.seat_card_pixels > 3
            drawing.draw_seat_cards(2 * rect.x + rect.width, rect.y - 1, seat.cards, rect.width, tall=tall)
        self._plate(rect, colours, model.time_left if model.to_act else None)
        self._write_name(model, seat, rect, colours)
        left, end = rect.x + 1, rect.x + rect.width - 1
        words, colour, bold = self._state(model, seat, colours)
        bank = format_chips(seat.stack, rect.width - 3 - cell_width(words))
        self.canvas.put(left, rect.y + 1, bank, colours.stack, bold=model.to_act)
        self.canvas.put_right(end, rect.y + 1, words, colour, bold=bold)
        if model.chance is not None and not model.to_act and not seat.won:
            words = fit_hand(won_hand(seat), rect.width - 3 - cell_width(model.chance.words))
            draw_chance_edge(self.canvas, self.look, rect, model.chance, words if seat.shown_hand else "")
        elif seat.shown_hand and not model.to_act:
            self._write_hand(seat, rect, colours, model.card_style)

    def _write_name(self, model: SeatViewModel, seat: SeatView, rect: Rect, colours: PlateColours) -> None:
        """Writes the name, and at the right what was won, or else the marks of the seat."""
        left, end = rect.x + 1, rect.x + rect.width - 1
        if seat.won:
            won = f"+{format_chips(seat.won, rect.width - 3 - _MIN_NAME_WIDTH)}"
            end = self.canvas.put_right(end, rect.y, won, colours.name, bold=True)
        elif mark := self._mark(model):
            colour = self.palette.key if model.selectable else colours.state
            end = self.canvas.put_right(end, rect.y, mark, colour, bold=model.selectable)
        else:
            end += 1
        self._write_name_up_to(seat, left, end - 1, rect.y, colours)

    def _write_name_up_to(self, seat: SeatView, x: int, end: int, y: int, colours: PlateColours) -> bool:
        """Writes the name and that a bot sits there; returns whether there was room for all of it."""
        x = self.canvas.put(x, y, truncate(seat.name, end - x), colours.name, bold=is_in_play(seat))
        if seat.bot and end - x >= len(" bot"):
            self.canvas.put(x, y, " bot", colours.state)
            return True
        return not seat.bot

    def _mark(self, model: SeatViewModel) -> str:
        if model.selectable:
            return str(model.number)
        return " ".join(mark for mark in model.marks if mark != "D")

    def _state(self, model: SeatViewModel, seat: SeatView, colours: PlateColours) -> tuple[str, Colour, bool]:
        """Returns what a seat did last or its state, its colour, and whether it is bold."""
        if model.to_act:
            if model.time_left is None:
                return "to act" if seat.connected else "offline", colours.name, True
            seconds = time_text(model.time_left) if seat.connected else f"off {model.time_left.seconds} s"
            return seconds, colours.name, True
        words, role = status_text(seat, model.family, _STATE_WIDTH)
        if seat.won:
            return _half_words(seat, model.card_style), colours.name, True
        if role is TextRole.WARN:
            return words, self.palette.danger, words == ALL_IN
        return words, colours.state, False

    def _write_hand(self, seat: SeatView, rect: Rect, colours: PlateColours, style: CardStyle) -> None:
        """Writes the name of a shown hand in the edge of a plate, on the colour of the half that it won."""
        palette = self.palette
        ground, text = palette.plate_edge, palette.text
        if seat.won:
            ground, text = win_colours(palette, _half_words(seat, style))
        elif not is_in_play(seat):
            ground, text = palette.plate_out, palette.dim
        y = rect.y + rect.height
        if not self.look.outlined:
            self.canvas.fill(rect.x, 2 * y, rect.width, 2, ground)
            whole = rect._replace(height=rect.height + 1)
            round_corners(self.canvas, self.look, whole, colours.ground, ground)
        words = fit_hand(won_hand(seat), rect.width - 2)
        self.canvas.put(rect.x + 1, y, words, text, bold=bool(seat.won))

    def _draw_small(self, model: SeatViewModel, seat: SeatView, rect: Rect) -> None:
        """Draws a plate of two rows: the name and the stack, the cards and the state."""
        canvas, palette = self.canvas, self.palette
        colours = plate_colours(palette, seat, to_act=model.to_act)
        self._plate(rect, colours)
        left, end = rect.x + 1, rect.x + rect.width - 1
        chips = f"+{format_chips(seat.won, 7)}" if seat.won else format_chips(seat.stack, 8)
        colour = colours.name if seat.won else colours.stack
        begin = canvas.put_right(end, rect.y, chips, colour, bold=model.to_act or bool(seat.won))
        complete = self._write_name_up_to(seat, left, begin - 1, rect.y, colours)
        y, x = rect.y + 1, left
        if seat.cards and not is_given_up(seat):
            drawing = CardDrawing(canvas, self.look, model.card_style)
            x = drawing.draw_small_cards(x, y, seat.cards, rect.width - 2, colours.ground)
        words, colour, bold = self._state(model, seat, colours)
        if model.to_act and model.time_left:
            x = canvas.put(x, y, words, colour, bold=bold, max_width=max(0, end - x)) + 1
            self._draw_small_clock(model.time_left, x, y, end - x)
            return
        mark = self._mark(model)
        if model.chance is not None and not seat.won:
            x = canvas.put(x, y, model.chance.words, palette.text, bold=True, max_width=max(0, end - x)) + 1
        if cell_width(mark) + 1 + cell_width(words) > end - x and not seat.shown_hand:
            # No room for both: what happened last gives way to a draw, but not that a player is all-in or offline.
            mark, words = ("", words) if colour == palette.danger else (mark, "")
        if mark and x + cell_width(mark) <= end:
            key = palette.key if model.selectable else colours.state
            end = canvas.put_right(end, y, mark, key, bold=model.selectable) - 1
        if seat.shown_hand:
            words = fit_hand(won_hand(seat), end - x)
            colour, bold = colours.name, bool(seat.won)
        elif not complete and not words and not mark:
            end = canvas.put_right(end, y, "bot", colours.state) - 1
        canvas.put(x, y, words, colour, bold=bold, max_width=max(0, end - x))

    def _draw_small_clock(self, time_left: TimeLeft, x: int, y: int, cells: int) -> None:
        if cells >= _SMALL_BAR_WIDTH:
            full = time_left.filled_cells(cells)
            x = self.canvas.put(x, y, "━" * full, self.palette.turn_text)
            self.canvas.put(x, y, "─" * (cells - full), self.palette.clock_spent)

    # --- the viewer's own seat

    def draw_own(self, model: OwnSeatViewModel) -> None:
        """Draws the viewer's own cards and their plate."""
        OwnCards(self.canvas, self.geometry, self.look, model).draw()
        canvas, rect, seat = self.canvas, self.geometry.own, model.seat
        colours = plate_colours(self.palette, seat, to_act=model.to_act, has_clock=model.time_left is not None)
        if colours.ground == self.palette.plate:
            colours = colours._replace(ground=self.palette.plate_own)
        if seat.won:
            colours = colours._replace(edge=win_colours(self.palette, _half_words(seat, model.card_style))[0])
        self._plate(rect, colours, model.time_left if model.to_act else None, edged=True)
        left, end = rect.x + 2, rect.x + rect.width - 2
        end = canvas.put_right(end, rect.y, format_chips(seat.stack, 12), colours.stack, bold=True) - 1
        if seat.won:
            won = f"+{format_chips(seat.won, 9)}"
            if left + cell_width(f"{seat.name} {won} now") < end:
                end = canvas.put_right(end, rect.y, "now", colours.state) - 1
            end = canvas.put_right(end, rect.y, won, colours.name, bold=True) - 1
        marks = " ".join(mark for mark in model.marks if mark != "D")
        if seat.won and cell_width(seat.name) > end - left - cell_width(marks) - 2:
            marks = ""  # of a hand that is over: the name and what it has won tell more
        room = max(_MIN_NAME_WIDTH, end - left - cell_width(marks) - 2)
        x = canvas.put(left, rect.y, truncate(seat.name, room), colours.name, bold=True)
        x = canvas.put(x + 1, rect.y, marks, colours.state)
        words = "" if seat.won else result_text(model.result, 9)
        if words and x + 6 + cell_width(words) < end:  # else two numbers stand beside each other
            canvas.put_right(end, rect.y, f"{words} now", colours.state)
        elif words and x + 2 + cell_width(words) < end:
            canvas.put_right(end, rect.y, words, colours.state)
        self._write_own_state(model, colours)
        if model.chance is not None and not (seat.won or model.to_act or self.look.outlined):
            full = round(model.chance.part * (rect.width - 2))
            canvas.fill(rect.x + 1, 2 * (rect.y + rect.height), full, 1, self.palette.equity)

    def _write_own_state(self, model: OwnSeatViewModel, colours: PlateColours) -> None:
        """Writes the hand in words and the state, or what the player should know of their seat."""
        canvas, rect = self.canvas, self.geometry.own
        left, end = rect.x + 2, rect.x + rect.width - 2
        words, bold = self._own_state(model)
        colour = colours.name if model.to_act else colours.state
        hand = capitalize(won_hand(model.seat) if model.seat.won and model.seat.shown_hand else model.hand_name)
        if words == "ALL-IN":
            colour = self.palette.danger
        if model.chance is not None and not model.seat.won:
            end = canvas.put_right(end, rect.y + 1, model.chance.words, colours.name, bold=True) - 2
        hand = fit_hand(hand, end - left)
        if model.seat.won and (hand.endswith(f" {words}") or cell_width(hand) + 2 + cell_width(words) > end - left):
            words = ""  # which the hand says or the cards show
        end = canvas.put_right(end, rect.y + 1, words, colour, bold=bold) - 1
        canvas.put(left, rect.y + 1, fit_hand(hand, end - left), colours.name, bold=True)

    def _own_state(self, model: OwnSeatViewModel) -> tuple[str, bool]:
        if model.to_act:
            if model.time_left is None:
                return "", True
            bank = model.seat.time_bank // 1000
            spare = f" +{bank} s" if bank and not model.time_left.on_time_bank else ""
            return f"{time_text(model.time_left)}{spare}", True
        if model.seat.won:
            return _half_words(model.seat, model.card_style), True
        words, _ = status_text(model.seat, model.family, _STATE_WIDTH)
        return words, words == ALL_IN

    # --- shapes

    def _plate(
        self, rect: Rect, colours: PlateColours, time_left: TimeLeft | None = None, *, edged: bool | None = None
    ) -> None:
        """Draws a plate; the half row below it is its edge, which is the clock of the player to act."""
        edged = self.geometry.size.has_edge if edged is None else edged
        if self.look.outlined:
            self._draw_brackets(rect, colours, time_left, edged=edged)
            return
        canvas = self.canvas
        canvas.fill(rect.x, 2 * rect.y, rect.width, 2 * rect.height, colours.ground)
        if not edged:
            round_corners(canvas, self.look, rect, colours.ground)
            return
        full, left = rect.width, colours.edge
        if time_left is not None:
            full = time_left.filled_cells(rect.width)
            left = self.palette.danger if time_left.is_urgent else self.palette.clock_left
        py = 2 * (rect.y + rect.height)
        canvas.fill(rect.x, py, full, 1, left)
        canvas.fill(rect.x + full, py, rect.width - full, 1, colours.edge)
        last = left if full == rect.width else colours.edge
        first, right, low = left if full else colours.edge, rect.x + rect.width - 1, rect.y + rect.height
        round_corners(canvas, self.look, rect, colours.ground, above=True)
        cut_corners(canvas, self.look, (rect.x, low, Letter("▝", first)), (right, low, Letter("▘", last)), lower=True)

    def _draw_brackets(self, rect: Rect, colours: PlateColours, time_left: TimeLeft | None, *, edged: bool) -> None:
        """Draws a plate in outlines: a lower bracket for players in the hand, the clock for the one to act."""
        canvas, palette = self.canvas, self.palette
        rows = rect.height + (1 if edged else 0)
        canvas.fill(rect.x, 2 * rect.y, rect.width, 2 * rows, None)
        lit = colours.ground in {palette.turn, palette.win}
        if colours.ground == palette.plate_out:
            return
        right, low = rect.x + rect.width - 1, rect.y + rect.height
        left_mark, right_mark = ("▸", "◂") if lit else ("│", "│")
        for y in range(rect.y, low):
            canvas.put(rect.x, y, left_mark, colours.name, bold=lit)
            canvas.put(right, y, right_mark, colours.name, bold=lit)
        if not edged:
            return
        if time_left is not None:
            full = time_left.filled_cells(rect.width)
            x = canvas.put(rect.x, low, "━" * full, palette.turn_label, bold=True)
            canvas.put(x, low, "·" * (rect.width - full), palette.dim)
        else:
            canvas.put(rect.x, low, f"╰{'─' * (rect.width - 2)}╯", palette.soft)


class OwnCards:
    """Draws the viewer's own cards above their plate."""

    def __init__(self, canvas: Surface, geometry: TableGeometry, look: Look, model: OwnSeatViewModel) -> None:
        self.canvas, self.geometry, self.look, self.model = canvas, geometry, look, model
        self.size, self.pitch = geometry.own_card_size(len(model.cards))
        total = (len(model.cards) - 1) * self.pitch + self.size.width if model.cards else 0
        self.x = (2 * geometry.centre_x - total) // 2
        self.y = geometry.own.y - self.size.height

    def draw(self) -> None:
        """Draws the cards; those thrown sink behind the plate."""
        model = self.model
        drawing = CardDrawing(self.canvas, self.look, model.card_style)
        for index, card in enumerate(model.cards):
            x = self.x + index * self.pitch
            thrown = index in model.discards
            sunk = (2 if self.geometry.size.has_edge else 1) if thrown else 0
            drawing.draw_card(
                x,
                self.y + sunk,
                card,
                self.size,
                state=model.state_of(index),
                click=DIGIT_KEYS[(index + 1) % 10] if model.choosing_discards else None,
                sunk=sunk,
                bar_inside=True,
                shown=self.pitch if index < len(model.cards) - 1 else 0,
            )
            if model.family is Family.STUD and model.face_down[index]:
                self._draw_foot(drawing, x)
            if self.pitch <= self.size.width and index and not self.look.outlined:
                self._draw_overlap(x)
            if model.choosing_discards:
                self._write_choice(x, index, thrown=thrown)

    def _draw_foot(self, drawing: CardDrawing, x: int) -> None:
        """Draws the foot of a card that only the viewer sees."""
        palette, row = self.look.palette, self.geometry.own.y - 1
        if self.look.outlined:
            self.canvas.put(x + 1, row, "▒" * (self.size.width - 2), palette.card_back_edge)
        else:
            drawing.draw_foot(x, row, self.size.width, palette.card_back)

    def _draw_overlap(self, x: int) -> None:
        for y in range(self.y, self.y + self.size.height):
            self.canvas.erase(x, y)
            self.canvas.dot(x, 2 * y, self.look.palette.card_edge)
            self.canvas.dot(x, 2 * y + 1, self.look.palette.card_edge)

    def _write_choice(self, x: int, index: int, *, thrown: bool) -> None:
        """Writes above a card its digit, and whether it is kept; the row is always free."""
        palette, large = self.look.palette, self.geometry.size.has_edge
        digit = DIGIT_KEYS[(index + 1) % 10]
        y = self.y - (2 if large else 1)
        words = "" if self.pitch <= len("1 keep") else " drop" if thrown else " keep"
        width = 1 + len(words)
        at = x + (self.size.width - width) // 2
        after = self.canvas.put(at, y, digit.display, palette.felt_chips, bold=True)
        self.canvas.put(after, y, words, palette.felt_soft if thrown else palette.felt_text, bold=not thrown)
        self.canvas.click(at, y, width, 1, digit)


def draw_chance_edge(canvas: Surface, look: Look, rect: Rect, chance: Chance, words: str) -> None:
    """Draws the edge row of a plate as a bar as long as its chance, with the percentage and at the right more words.

    `rect` is the plate without its edge, which is the row below it.
    """
    palette, y = look.palette, rect.y + rect.height
    full = min(rect.width, round(chance.part * rect.width))
    if not look.outlined:
        canvas.fill(rect.x, 2 * y, rect.width, 2, palette.plate_edge)
        canvas.fill(rect.x, 2 * y, full, 2, palette.equity)
    else:
        canvas.put(rect.x, y, "━" * full, palette.text)
    x = canvas.put(rect.x + 1, y, f" {chance.words} " if look.outlined else chance.words, palette.text, bold=True)
    end, width = rect.x + rect.width - 1, cell_width(words)
    if end - width > max(x, rect.x + full):
        canvas.put_right(end, y, words, palette.text)
    elif rect.x + full - 1 - width > x:  # no word lies across the end of the bar
        canvas.put_right(rect.x + full - 1, y, f" {words} " if look.outlined else words, palette.text)
