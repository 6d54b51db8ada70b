"""Draws cards on the table: whole cards with a pip, the cards that stand behind a seat's plate, and places to come.

A card is a rectangle in the colour of its face with rounded corners; its name stands in the upper left cell. In
outlines it is a box of lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

from railbird_client.drawing.canvas import Letter, Press, Rect, Surface
from railbird_client.drawing.card_art import CardState, CardStyle, card_label
from railbird_client.drawing.palette import Colour, Look, Palette, mix
from railbird_client.table.paint.table_sizes import CardFormat
from railbird_shared.game.cards import Card, Suit

# The left half of the pips with their middle column, by their width; `#` is the suit and `+` half of it.
_PIPS: dict[int, dict[Suit, str]] = {
    5: {
        Suit.HEARTS: "##. ### ### .## ..# ...",
        Suit.DIAMONDS: "..# .## ### .## ..# ...",
        Suit.SPADES: "..# .## ### ### +.# .##",
        Suit.CLUBS: ".## .## ### ### +.# .##",
        Suit.NONE: ".## #.# ### #.# ##. .##",
    },
    7: {
        Suit.HEARTS: "+##. #### #### #### .### ..## ...# ....",
        Suit.DIAMONDS: "...# ..## .### #### .### ..## ...# ....",
        Suit.SPADES: "...# ..## .### #### #### ##+# ...# ..##",
        Suit.CLUBS: "..## ..## ..## ##+# #### ##+# ...# ..##",
        Suit.NONE: "..## .### ##.# #### #.## ##.. .### ..##",
    },
    9: {
        Suit.HEARTS: ".###. ##### ##### ##### ##### .#### ..### ...## ....# .....",
        Suit.DIAMONDS: "....# ...## ..### .#### ##### .#### ..### ...## ....# .....",
        Suit.SPADES: "....# ...## ..### .#### ##### ##### ##### .##.# ....# ..###",
        Suit.CLUBS: "...## ..### ..### ...## .##.# ##### ##### .##.# ....# ..###",
        Suit.NONE: "...## ..### .#### ###.# ##### ##### ##.## .##.. ..### ...##",
    },
}
_WIDEST_PIP_CARD, _WIDE_PIP_CARD, _PIP_CARD = 11, 9, 7
_TALL_CARD_ROWS = 7
_MAX_SPREAD = 3
_FAN_PITCH = 3
_MAX_SMALL_BACKS = 4
_ROW_BRACKETS = 2
_WINNING = frozenset({CardState.WINNING, CardState.WINNING_HIGH, CardState.WINNING_LOW, CardState.WINNING_BOTH})
_CORNERS = frozenset("▟▙▜▛")
_BRACKETS = {CardState.DIMMED: "()", **dict.fromkeys(_WINNING, "[]")}


def round_corners(
    canvas: Surface, look: Look, rect: Rect, upper: Colour, lower: Colour | None = None, *, above: bool = False
) -> None:
    """Rounds a rectangle of whole cells with quarter blocks, only `above` if so; the drawing below shows through.

    `upper` is the colour of its first row and `lower` that of its last.
    """
    low, right, lower = rect.y + rect.height - 1, rect.x + rect.width - 1, lower or upper
    cut_corners(canvas, look, (rect.x, rect.y, Letter("▟", upper)), (right, rect.y, Letter("▙", upper)))
    if above:
        return
    cut_corners(canvas, look, (rect.x, low, Letter("▜", lower)), (right, low, Letter("▛", lower)), lower=True)


def cut_corners(canvas: Surface, look: Look, *corners: tuple[int, int, Letter], lower: bool = False) -> None:
    """Draws letters for the upper corners of a shape, or for its `lower` ones, where the look has round corners."""
    for x, y, letter in corners if look.rounds_corners else ():
        if 0 <= x < canvas.width and 0 <= y < canvas.height:
            canvas.cut_corner(x, y, letter, lower=lower)


def win_colours(palette: Palette, half: str) -> tuple[Colour, Colour]:
    """Returns the colours, ground and text, of what has won the "low" or the "high" half of a pot, or any other."""
    halves = {"low": (palette.low, palette.low_text), "high": (palette.high, palette.high_text)}
    return halves.get(half, (palette.win, palette.win_text))


def draw_slot(canvas: Surface, look: Look, x: int, y: int, size: CardFormat) -> None:
    """Draws the place of a card that is not dealt yet."""
    if look.outlined or not look.palette.is_mixed:
        draw_box(canvas, Rect(x, y, *size), look.palette.slot_line, lines="╭╌╮┊╰╯")
        return
    canvas.fill(x, 2 * y, size.width, 2 * size.height, look.palette.slot)
    round_corners(canvas, look, Rect(x, y, *size), look.palette.slot)


def draw_back(canvas: Surface, look: Look, x: int, y: int, size: CardFormat) -> None:
    """Draws a card that lies face down, alone."""
    palette = look.palette
    canvas.fill(x, 2 * y, size.width, 2 * size.height, palette.card_back_edge)
    canvas.fill(x + 1, 2 * y + 1, size.width - 2, 2 * size.height - 2, palette.card_back)
    round_corners(canvas, look, Rect(x, y, *size), palette.card_back_edge)


def draw_box(canvas: Surface, rect: Rect, colour: Colour, *, lines: str = "╭─╮│╰╯", bold: bool = False) -> None:
    """Draws a box of lines along the edge of a rectangle."""
    left, across, right, down, low_left, low_right = tuple(lines)
    end, last = rect.x + rect.width - 1, rect.y + rect.height - 1
    canvas.put(rect.x, rect.y, left + across * (rect.width - 2) + right, colour, bold=bold)
    for row in range(rect.y + 1, last):
        canvas.put(rect.x, row, down, colour, bold=bold)
        canvas.put(end, row, down, colour, bold=bold)
    canvas.put(rect.x, last, low_left + across * (rect.width - 2) + low_right, colour, bold=bold)


class CardDrawing:
    """Draws the cards of one table in its look and its style."""

    def __init__(self, canvas: Surface, look: Look, style: CardStyle) -> None:
        self.canvas, self.look, self.style = canvas, look, style

    def suit_colour(self, card: Card, state: CardState) -> Colour:
        """Returns the colour of a card's name."""
        palette = self.look.palette
        return palette.card_out_text if state is CardState.DIMMED else palette.card_suits.of(card.suit)

    def draw_card(
        self,
        x: int,
        y: int,
        card: Card,
        size: CardFormat,
        *,
        state: CardState | None = None,
        click: Press | None = None,
        sunk: int = 0,
        bar_inside: bool = False,
        shown: int = 0,
    ) -> None:
        """Draws a card with its corner at x, y; its lowest `sunk` rows are hidden behind the plate.

        With `bar_inside` the bar of a winning card lies in its last row, since a plate covers what is below. Only the
        first `shown` columns of a card will be seen beside the next one, all of them with 0.
        """
        state = self.style.state_of(card) if state is None else state
        size = CardFormat(size.width, size.height - sunk)
        if click is not None:
            self.canvas.click(x, y, size.width, size.height, click)
        if self.look.outlined:
            self._draw_outlined(x, y, card, size, state, shown=shown or size.width)
        else:
            self._draw_face(x, y, card, size, state, sunk=sunk, bar_inside=bar_inside or size.width < _PIP_CARD)

    def _name(self, card: Card, state: CardState) -> str:
        brackets = _BRACKETS.get(state, "") if self.look.outlined else ""
        return f"{brackets[:1]}{card_label(card)}{self.style.wild_mark(card)}{brackets[1:]}"

    def write_name(self, x: int, y: int, card: Card) -> None:
        """Writes the name of a card, in brackets where it has won or does not count."""
        state = self.style.state_of(card)
        self.canvas.put(x, y, self._name(card, state), self.suit_colour(card, state), bold=True)

    def _draw_outlined(self, x: int, y: int, card: Card, size: CardFormat, state: CardState, *, shown: int) -> None:
        canvas, palette = self.canvas, self.look.palette
        canvas.fill(x, 2 * y, size.width, 2 * size.height, None)
        edge = palette.dim if state is CardState.DIMMED else palette.text
        draw_box(canvas, Rect(x, y, *size), edge, bold=state in _WINNING)
        name = self._name(card, state)
        if len(name) > size.width - 2:
            if name[0] in "[(":  # the brackets take the place of the sides
                canvas.put(x, y + 1, name[0], palette.text, bold=True)
                canvas.put(x + min(size.width, shown) - 1, y + 1, name[-1], palette.text, bold=True)
            name = card_label(card)
        if size.height < _TALL_CARD_ROWS - 2 or len(name) > size.width - 3:
            canvas.put(x + 1, y + 1, name, self.suit_colour(card, state), bold=True, max_width=size.width - 2)
        else:
            canvas.put(x + 2, y + 1, name, self.suit_colour(card, state), bold=True)
            canvas.put(x + size.width - 4, y + size.height - 2, card_label(card), self.suit_colour(card, state))
        marks = ("^" if CardState.WINNING_HIGH in state else "", "_" if CardState.WINNING_LOW in state else "")
        canvas.put(x + size.width // 2 - 1, y + min(2, size.height - 1), "".join(marks), palette.text, bold=True)

    def _draw_face(
        self, x: int, y: int, card: Card, size: CardFormat, state: CardState, *, sunk: int, bar_inside: bool
    ) -> None:
        canvas, palette = self.canvas, self.look.palette
        face = palette.card_out if state is CardState.DIMMED else palette.card
        canvas.fill(x, 2 * y, size.width, 2 * size.height, face)
        colour = self.suit_colour(card, state)
        round_corners(canvas, self.look, Rect(x, y, *size), face, above=bool(sunk))
        self._draw_pip(x, y, card, size, colour=colour, face=face, sunk=sunk)
        name = self._name(card, state)
        canvas.put(x + 1, y, name, colour, bold=True, max_width=size.width - 1)
        if state is CardState.FRESH or CardState.WINNING_HIGH in state:
            canvas.bar(x, 2 * y - 1, size.width, palette.card_fresh if state is CardState.FRESH else palette.high)
        below = palette.low if CardState.WINNING_LOW in state else palette.win if state is CardState.WINNING else None
        if below is not None and bar_inside:
            self.draw_foot(x, y + size.height - 1, size.width, below)
        elif below is not None:
            canvas.bar(x, 2 * (y + size.height), size.width, below)

    def draw_foot(self, x: int, y: int, width: int, colour: Colour) -> None:
        """Draws a bar in the last row of a card, below which there is no room."""
        for at in range(x, x + width):
            if (corner := self.canvas.erase(at, y)) is not None and corner.char in _CORNERS:
                self.canvas.dot(at, 2 * y, self.look.palette.card)
        self.canvas.bar(x, 2 * y + 1, width, colour)

    def _draw_pip(
        self, x: int, y: int, card: Card, size: CardFormat, *, colour: Colour, face: Colour, sunk: int
    ) -> None:
        """Draws the sign of the suit, as far as a card that is `sunk` by so many rows shows it."""
        if size.width < _PIP_CARD:
            if size.height > 2 and not sunk:
                self.canvas.put(x + size.width - 2, y + size.height - 1, card_label(card)[-1], colour)
            return
        width, down = {
            _WIDEST_PIP_CARD: (9, 4),
            _WIDE_PIP_CARD: (7, 4 if size.height + sunk >= _TALL_CARD_ROWS else 3),
        }.get(size.width, (5, 3))
        half = mix(face, colour, 0.5) if self.look.palette.is_mixed else face
        for py, left in enumerate(_PIPS[width][card.suit].split(), start=2 * y + down):
            if py >= 2 * (y + size.height) - (0 if sunk else 1):
                break
            for column, dot in enumerate(left + left[-2::-1], start=x + 1):
                if dot != ".":
                    self.canvas.dot(column, py, colour if dot == "#" else half)

    # --- the cards of another seat

    def draw_seat_cards(self, x: int, y: int, cards: Sequence[Card | None], room: int, *, tall: bool) -> None:
        """Draws the cards of a seat behind its plate, which begins in row y + 1; `x` is the middle of the seat, twice.

        Two or three lie apart. More are a fan of three cells each, or of two where they have no more room.
        """
        count, spread = len(cards), len(cards) <= _MAX_SPREAD
        width = 5 if tall else 4
        pitch = width + 1 if count * (width + 1) <= room + 1 else width
        if not spread:
            pitch, width = (_FAN_PITCH, _FAN_PITCH + 1) if 3 * count + 1 <= room else (2, 2)
        begin = (x - (count - 1) * pitch - width) // 2
        for index, card in enumerate(cards):
            ends = spread or index == 0, spread or index == count - 1
            at, wide = begin + index * pitch, width if ends[1] else pitch
            if self.look.outlined:
                self._draw_outlined_seat_card(at, y, card, wide, ends=ends)
            else:
                self._draw_seat_card(at, y, card, wide, rows=3 if tall else 2, ends=ends)
        for index, card in enumerate(cards, start=1) if pitch == _FAN_PITCH and not self.look.outlined else ():
            if card is not None and (mark := self.style.wild_mark(card)):  # in the cell after its name
                colour = self.suit_colour(card, self.style.state_of(card))
                self.canvas.put(begin + index * pitch, y, mark, colour, bold=True)

    def _draw_seat_card(
        self, x: int, y: int, card: Card | None, width: int, *, rows: int, ends: tuple[bool, bool]
    ) -> None:
        """Draws a card of a seat; `ends` are whether its left and its right edge are seen."""
        canvas, palette = self.canvas, self.look.palette
        state = self.style.state_of(card)
        face = palette.card_back if card is None else palette.card_out if state is CardState.DIMMED else palette.card
        top = y + 1 - rows
        canvas.fill(x, 2 * top + 1, width, 2 * rows - 1, face)
        if not self.draw_bars(x, 2 * top + 1, width, state):
            corners = (x, top, Letter("▗", face)), (x + width - 1, top, Letter("▖", face))
            cut_corners(canvas, self.look, *compress(corners, ends))
        edge = palette.card_back_edge if card is None else palette.card_edge
        if not ends[0] and (width > 2 or card is None):
            canvas.put(x, y, "│", edge)
        if card is not None:
            gap = 1 if width > 2 else 0
            name = self._name(card, state) if width > _FAN_PITCH and ends == (True, True) else card_label(card)
            canvas.put(x + gap, y, name, self.suit_colour(card, state), bold=True, max_width=width)

    def draw_bars(self, x: int, py: int, width: int, state: CardState) -> bool:
        """Draws a row of pixels in the colours of what a card has won, two for both halves; returns whether it has."""
        palette = self.look.palette
        marks = [palette.high] * (CardState.WINNING_HIGH in state) + [palette.low] * (CardState.WINNING_LOW in state)
        marks = [palette.win] if state is CardState.WINNING else marks
        if marks:
            half = (width + 1) // 2
            self.canvas.bar(x, py, half, marks[0])
            self.canvas.bar(x + half, py, width - half, marks[-1])
        return bool(marks)

    def _draw_outlined_seat_card(
        self, x: int, y: int, card: Card | None, width: int, *, ends: tuple[bool, bool]
    ) -> None:
        canvas, palette = self.canvas, self.look.palette
        canvas.fill(x, 2 * y, width, 2, None)
        state = self.style.state_of(card)
        left, right = tuple(_BRACKETS.get(state, "││"))
        name = "▒▒" if card is None else card_label(card)
        colour = palette.card_back_edge if card is None else self.suit_colour(card, state)
        inside = 1 if width > 2 else 0  # a narrow card has its left edge outside, as the last has its right one
        if ends[0] or inside:
            canvas.put(x - 1 + inside, y, left, palette.soft)
        at = canvas.put(x + inside, y, name, colour, bold=card is not None, max_width=max(2, width - 1))
        if ends[1]:
            canvas.put(at, y, right, palette.soft)

    def draw_small_cards(self, x: int, y: int, cards: Sequence[Card | None], room: int, ground: Colour) -> int:
        """Draws cards in one row of cells for a plate of two rows; returns the x after them."""
        count = len(cards)
        if self.look.outlined and count > _MAX_SPREAD - 1 and any(cards):
            return self._write_row(x, y, cards, room)
        spread = count <= 2 and any(cards)
        narrow = any(cards) or count > _MAX_SMALL_BACKS or 2 * count > room // 2
        for card in cards:
            if card is None:
                x = self._draw_small_back(x, y, narrow=narrow)
                continue
            x = self.draw_minis(x, y, (card,))
            if spread:
                if not self.look.outlined:
                    self.canvas.fill(x, 2 * y, 1, 2, ground)
                x += 1
        return x + (0 if spread else 1)

    def draw_minis(self, x: int, y: int, cards: Sequence[Card], *, gap: int = 0) -> int:
        """Draws cards of one row of cells that are their names alone; returns the x after them and a gap."""
        palette = self.look.palette
        for card in cards:
            state = self.style.state_of(card)
            if not self.look.outlined:
                self.canvas.fill(x, 2 * y, 2, 2, palette.card_out if state is CardState.DIMMED else palette.card)
            name = self._name(card, state) if self.look.outlined else card_label(card)
            x = self.canvas.put(x, y, name, self.suit_colour(card, state), bold=True) + gap
        return x

    def _write_row(self, x: int, y: int, cards: Sequence[Card | None], room: int) -> int:
        """Writes cards side by side in outlines, with brackets around neighbours that have won or are out."""
        palette, end, opened = self.look.palette, x + room, ""
        width = 2 * len(cards) + sum(card is not None and bool(self.style.wild_mark(card)) for card in cards)
        marked = width + _ROW_BRACKETS <= room
        for card in cards:
            state = self.style.state_of(card)
            brackets = _BRACKETS.get(state, "")
            if brackets != opened:
                x = self.canvas.put(x, y, opened[1:] + brackets[:1], palette.soft, max_width=max(0, end - x))
                opened = brackets
            if card is None:
                x = self.canvas.put(x, y, "▒", palette.card_back_edge, max_width=max(0, end - x))
                continue
            name = card_label(card) + (self.style.wild_mark(card) if marked else "")
            x = self.canvas.put(x, y, name, self.suit_colour(card, state), bold=True, max_width=max(0, end - x))
        return self.canvas.put(x, y, opened[1:], palette.soft, max_width=max(0, end - x)) + 1

    def _draw_small_back(self, x: int, y: int, *, narrow: bool) -> int:
        if self.look.outlined:
            return self.canvas.put(x, y, "▒" if narrow else "▒▒ ", self.look.palette.card_back_edge)
        return self.canvas.put(x, y, "▌" if narrow else "█▌", self.look.palette.card_back)
