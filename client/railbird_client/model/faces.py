"""Cards as they are drawn: small (2 cells by 1), medium (5 by 3) and large (7 by 5)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from railbird_client.model.ink import Ink, Run, suit_ink
from railbird_client.model.sheet import Sheet
from railbird_shared.cards import Card

FOOL = "☻"


class Size(Enum):
    """The size of a card: its width and height in cells."""

    SMALL = (2, 1)
    MEDIUM = (5, 3)
    LARGE = (7, 5)

    @property
    def width(self) -> int:
        """The cells from its left edge to its right edge."""
        return self.value[0]

    @property
    def height(self) -> int:
        """The rows from its upper edge to its lower edge."""
        return self.value[1]


class Finish(Enum):
    """What is special about a card that lies face up."""

    PLAIN = "plain"
    FRESH = "fresh"
    OUT = "out"


def label(card: Card) -> str:
    """Returns the two cells that name a card: "K♦"; the joker is an X with a fool's face."""
    return f"X{FOOL}" if card.is_joker else card.rank.letter + card.suit.symbol


def small(card: Card | None, *, two_colour: bool = False) -> Run:
    """Returns a card in one line: its name, or its back."""
    return Run("▒▒", Ink.BACK) if card is None else Run(label(card), suit_ink(card.suit, two_colour=two_colour))


def small_row(cards: Sequence[Card | None], *, two_colour: bool = False, gap: str = " ") -> list[Run]:
    """Returns several cards in one line."""
    runs: list[Run] = []
    for card in cards:
        runs += [small(card, two_colour=two_colour), Run(gap)]
    return runs[:-1] if gap else [run for run in runs if run.text]


def draw_card(
    sheet: Sheet,
    x: int,
    y: int,
    card: Card | None,
    size: Size,
    *,
    two_colour: bool = False,
    finish: Finish = Finish.PLAIN,
    hit: str = "",
) -> None:
    """Draws a card, or the back of one, with its upper left corner at x, y."""
    if size is Size.SMALL:
        run = small(card, two_colour=two_colour)
        sheet.put(x, y, run.text, run.ink, hit)
    elif card is None:
        _outline(sheet, x, y, size, Ink.BACK, fill="▒", hit=hit)
    else:
        _outline(sheet, x, y, size, _EDGE_INKS[finish], fill=" ", hit=hit)
        out = finish is Finish.OUT
        ink = Ink.CARD_OUT if out else suit_ink(card.suit, two_colour=two_colour, on_card=True)
        _write_face(sheet, x, y, card, size, ink=ink, hit=hit)


def fan_width(count: int, room: int) -> int:
    """Returns the cells that medium cards side by side take, overlapping where `room` is short; 0 if none will do."""
    pitch = _fan_pitch(count, room)
    return (count - 1) * pitch + Size.MEDIUM.width if pitch else 0


def draw_fan(
    sheet: Sheet, x: int, y: int, cards: Sequence[Card | None], room: int, *, two_colour: bool = False
) -> bool:
    """Draws medium cards side by side; draws nothing and returns False where not even their names would fit."""
    pitch = _fan_pitch(len(cards), room)
    for index, card in enumerate(cards if pitch else ()):
        draw_card(sheet, x + index * pitch, y, card, Size.MEDIUM, two_colour=two_colour)
    return pitch > 0


def _fan_pitch(count: int, room: int) -> int:
    width = Size.MEDIUM.width
    fitting = (pitch for pitch in range(width + 1, 2, -1) if count and (count - 1) * pitch + width <= room)
    return next(fitting, 0)


def draw_slot(sheet: Sheet, x: int, y: int, size: Size) -> None:
    """Draws the place of a card that is yet to come."""
    if size is Size.SMALL:
        sheet.put(x, y, "╌╌", Ink.SLOT)
    else:
        _outline(sheet, x, y, size, Ink.SLOT, fill=" ", across="╌", down="╎")


_EDGE_INKS = {Finish.PLAIN: Ink.CARD, Finish.FRESH: Ink.CARD_FRESH, Finish.OUT: Ink.CARD_OUT}


def _write_face(sheet: Sheet, x: int, y: int, card: Card, size: Size, *, ink: Ink, hit: str) -> None:
    if size is Size.MEDIUM:
        sheet.put(x + 1, y + 1, label(card), ink, hit)
        return
    letter, symbol = tuple(label(card))
    sheet.put(x + 1, y + 1, letter, ink, hit)
    sheet.put(x + 3, y + 2, symbol, ink, hit)
    sheet.put(x + 5, y + 3, letter, ink, hit)


def _outline(
    sheet: Sheet, x: int, y: int, size: Size, ink: Ink, *, fill: str, across: str = "─", down: str = "│", hit: str = ""
) -> None:
    inner = size.width - 2
    sheet.put(x, y, f"╭{across * inner}╮", ink, hit)
    for row in range(1, size.height - 1):
        sheet.put(x, y + row, f"{down}{fill * inner}{down}", ink, hit)
    sheet.put(x, y + size.height - 1, f"╰{across * inner}╯", ink, hit)
