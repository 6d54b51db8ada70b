"""Cards as they are drawn: small (2 cells by 1), medium (5 by 3) and large (7 by 5)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from railbird_client.model.ink import Ink, Run, suit_ink
from railbird_client.model.sheet import Sheet
from railbird_shared.cards import Card, Suit


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
    """Returns the two cells that name a card: "K♦"; the joker is "Jo"."""
    return "Jo" if card.suit is Suit.NONE else card.rank.letter + card.suit.symbol


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
        _outline(sheet, x, y, size, Ink.BACK, "╭─╮│╰╯", hit, fill="▒")
    else:
        _face(sheet, x, y, card, size, _face_ink(card, finish, two_colour=two_colour), finish, hit)


def draw_slot(sheet: Sheet, x: int, y: int, size: Size) -> None:
    """Draws the place of a card that is yet to come."""
    if size is Size.SMALL:
        sheet.put(x, y, "╌╌", Ink.SLOT)
    else:
        _outline(sheet, x, y, size, Ink.SLOT, "╭╌╮╎╰╯", "", fill=" ")


def _face_ink(card: Card, finish: Finish, *, two_colour: bool) -> Ink:
    return Ink.CARD_OUT if finish is Finish.OUT else suit_ink(card.suit, two_colour=two_colour, on_card=True)


def _face(sheet: Sheet, x: int, y: int, card: Card, size: Size, ink: Ink, finish: Finish, hit: str) -> None:
    edges = {Finish.PLAIN: Ink.CARD, Finish.FRESH: Ink.CARD_FRESH, Finish.OUT: Ink.CARD_OUT}
    _outline(sheet, x, y, size, edges[finish], "╭─╮│╰╯", hit, fill=" ")
    if size is Size.MEDIUM:
        sheet.put(x + 1, y + 1, label(card), ink, hit)
        return
    letter, symbol = label(card)
    sheet.put(x + 1, y + 1, letter, ink, hit)
    sheet.put(x + 3, y + 2, symbol, ink, hit)
    sheet.put(x + 5, y + 3, letter, ink, hit)


def _outline(sheet: Sheet, x: int, y: int, size: Size, ink: Ink, parts: str, hit: str, *, fill: str) -> None:
    inner = size.width - 2
    top_left, across, top_right, down, low_left, low_right = parts
    sheet.put(x, y, top_left + across * inner + top_right, ink, hit)
    for row in range(1, size.height - 1):
        sheet.put(x, y + row, down + fill * inner + down, ink, hit)
    sheet.put(x, y + size.height - 1, low_left + across * inner + low_right, ink, hit)
