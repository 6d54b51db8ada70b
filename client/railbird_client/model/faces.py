"""Cards as they are drawn: small (2 cells by 1), medium (5 by 3) and large (7 by 5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum

from msgspec import Struct

from railbird_client.model.ink import Ink, Run, suit_ink
from railbird_client.model.sheet import Sheet
from railbird_shared.cards import Card
from railbird_shared.view import LastAct, SeatView, TableView

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
    """What is special about a card that lies face up; one that is out counts no more, one that is read has won."""

    PLAIN = "plain"
    FRESH = "fresh"
    OUT = "out"
    READ = "read"


class Manner(Struct, frozen=True):
    """How the cards of a table are drawn now.

    `wild` cards carry a mark. Once a hand has been won with the cards laid open, `read` are those that won and all
    others are out; until then it is None.
    """

    two_colour: bool = False
    wild: frozenset[Card] = frozenset()
    read: frozenset[Card] | None = None

    def finish(self, card: Card | None) -> Finish:
        """Returns what is special about a card as the hand stands."""
        if card is None or self.read is None:
            return Finish.PLAIN
        return Finish.READ if card in self.read else Finish.OUT

    def mark(self, card: Card) -> str:
        """Returns the mark of a wild card, nothing for others; a joker tells by itself what it is."""
        return WILD if card in self.wild and not card.is_joker else ""


PLAIN = Manner()
WILD = "*"


def given_up(seat: SeatView) -> bool:
    """Returns whether a hand was folded, and not shown all the same."""
    return seat.folded and seat.last is not LastAct.SHOWED


def manner_of(view: TableView, won: Iterable[SeatView], *, two_colour: bool) -> Manner:
    """Returns how cards are drawn among which those that won the hands of these seats are lit."""
    read = frozenset(card for seat in won for card in seat.read)
    laid_open = any(seat.read for seat in view.occupied)
    return Manner(two_colour, frozenset(view.game.wild), read if laid_open else None)


def label(card: Card) -> str:
    """Returns the two cells that name a card: "K♦"; the joker is an X with a fool's face."""
    return f"X{FOOL}" if card.is_joker else card.rank.letter + card.suit.symbol


def small(card: Card | None, manner: Manner = PLAIN, *, out: bool = False) -> Run:
    """Returns a card in one line: its name, or its back."""
    if card is None:
        return Run("▒▒", Ink.BACK)
    out = out or manner.finish(card) is Finish.OUT
    ink = Ink.FAINT if out else suit_ink(card.suit, two_colour=manner.two_colour)
    return Run(label(card) + manner.mark(card), ink)


def small_row(cards: Sequence[Card | None], manner: Manner = PLAIN, *, gap: str = " ", out: bool = False) -> list[Run]:
    """Returns several cards in one line; brackets hold those that have won, and stand in the gaps where they can."""
    runs: list[Run] = []
    held = False
    for index, card in enumerate(cards):
        won = not out and manner.finish(card) is Finish.READ
        edge = ("" if held else "[") if won else "]" if held else ""
        between = gap if index and not edge else ""
        runs += [Run(edge, Ink.WIN) if edge else Run(between), small(card, manner, out=out)]
        held = won
    return [run for run in (*runs, Run("]" if held else "", Ink.WIN)) if run.text]


def draw_card(
    sheet: Sheet,
    x: int,
    y: int,
    card: Card | None,
    size: Size,
    *,
    two_colour: bool = False,
    finish: Finish = Finish.PLAIN,
    mark: str = "",
    hit: str = "",
) -> None:
    """Draws a card, or the back of one, with its upper left corner at x, y; `mark` stands beside its name."""
    if size is Size.SMALL:
        run = small(card, Manner(two_colour=two_colour), out=finish is Finish.OUT)
        sheet.put(x, y, run.text + mark, run.ink, hit)
    elif card is None:
        _outline(sheet, x, y, size, Ink.BACK, fill="▒", hit=hit)
    else:
        edge = _HEAVY if finish is Finish.READ else _THIN
        _outline(sheet, x, y, size, _EDGE_INKS[finish], fill=" ", lines=edge, hit=hit)
        out = finish is Finish.OUT
        ink = Ink.CARD_OUT if out else suit_ink(card.suit, two_colour=two_colour, on_card=True)
        _write_face(sheet, x, y, card, size, ink=ink, mark=mark, hit=hit)


def fan_width(count: int, room: int) -> int:
    """Returns the cells that medium cards side by side take, overlapping where `room` is short; 0 if none will do."""
    pitch = _fan_pitch(count, room)
    return (count - 1) * pitch + Size.MEDIUM.width if pitch else 0


def draw_fan(
    sheet: Sheet,
    x: int,
    y: int,
    cards: Sequence[Card | None],
    room: int,
    *,
    manner: Manner = PLAIN,
    out: bool = False,
) -> bool:
    """Draws medium cards side by side; draws nothing and returns False where not even their names would fit.

    Where a card hides the mark of the one below it, that stands in the edge.
    """
    pitch = _fan_pitch(len(cards), room)
    for index, card in enumerate(cards if pitch else ()):
        at = x + index * pitch
        mark = manner.mark(card) if card is not None else ""
        finish = Finish.OUT if out else manner.finish(card)
        draw_card(sheet, at, y, card, Size.MEDIUM, two_colour=manner.two_colour, finish=finish, mark=mark)
        if mark and pitch < _UNHIDDEN:
            sheet.put(at + 1, y, mark, _EDGE_INKS[finish])
    return pitch > 0


def _fan_pitch(count: int, room: int) -> int:
    width = Size.MEDIUM.width
    fitting = (pitch for pitch in range(width + 1, 2, -1) if count and (count - 1) * pitch + width <= room)
    return next(fitting, 0)


def draw_slot(sheet: Sheet, x: int, y: int, size: Size) -> None:
    """Draws the place of a card that is yet to come."""
    if size is Size.SMALL:
        sheet.put(x, y, "╌╌", Ink.SLOT)
        return
    _outline(sheet, x, y, size, Ink.SLOT, fill=" ", lines=_BROKEN)


_UNHIDDEN = 4  # cards that lie so far apart leave the three cells inside each other's edges in sight
_THIN, _HEAVY, _BROKEN = tuple("╭─╮│╰╯"), tuple("┏━┓┃┗┛"), tuple("╭╌╮╎╰╯")
_EDGE_INKS = {
    Finish.PLAIN: Ink.CARD,
    Finish.FRESH: Ink.CARD_FRESH,
    Finish.OUT: Ink.CARD_OUT,
    Finish.READ: Ink.CARD_FRESH,
}


def _write_face(sheet: Sheet, x: int, y: int, card: Card, size: Size, *, ink: Ink, mark: str, hit: str) -> None:
    if size is Size.MEDIUM:
        sheet.put(x + 1, y + 1, label(card) + mark, ink, hit)
        return
    letter, symbol = tuple(label(card))
    sheet.put(x + 1, y + 1, letter + mark, ink, hit)
    sheet.put(x + 3, y + 2, symbol, ink, hit)
    sheet.put_right(x + 6, y + 3, mark + letter, ink, hit)


def _outline(
    sheet: Sheet, x: int, y: int, size: Size, ink: Ink, *, fill: str, lines: Sequence[str] = _THIN, hit: str = ""
) -> None:
    left, across, right, down, low_left, low_right = lines
    inner = size.width - 2
    sheet.put(x, y, f"{left}{across * inner}{right}", ink, hit)
    for row in range(1, size.height - 1):
        sheet.put(x, y + row, f"{down}{fill * inner}{down}", ink, hit)
    sheet.put(x, y + size.height - 1, f"{low_left}{across * inner}{low_right}", ink, hit)
