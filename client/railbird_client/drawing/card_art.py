"""Draws cards: small (2 cells by 1), medium (5 by 3) and large (7 by 5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum

from msgspec import Struct

from railbird_client.drawing.canvas import Canvas
from railbird_client.drawing.text_roles import Span, TextRole, suit_role
from railbird_client.table.turn.table_keys import Press
from railbird_shared.game.cards import Card
from railbird_shared.protocol.view import LastAct, SeatView, TableView

JOKER_SYMBOL = "☻"


class CardSize(Enum):
    """The size of a card: its width and height in cells."""

    SMALL = (2, 1)
    MEDIUM = (5, 3)
    LARGE = (7, 5)

    @property
    def width(self) -> int:
        """The width in cells."""
        return self.value[0]

    @property
    def height(self) -> int:
        """The height in rows."""
        return self.value[1]


class CardState(Enum):
    """How a card that lies face up stands: a dimmed card counts no more, a winning card has won a pot.

    In a pot of two halves a card may have won the high one, the low one or both.
    """

    PLAIN = "plain"
    FRESH = "fresh"
    DIMMED = "dimmed"
    WINNING = "winning"
    WINNING_HIGH = "winning-high"
    WINNING_LOW = "winning-low"
    WINNING_BOTH = "winning-both"


class CardStyle(Struct, frozen=True):
    """How the cards of a table are drawn.

    `wild` cards carry a mark. After a showdown `winning_cards` are the cards that won, `winning_low_cards` those of
    a low hand in a game of high and low, and all others are dimmed; before it `winning_cards` is None. `split` says
    that somebody has won a low half, so that `winning_cards` are those of the high one.
    """

    two_colour: bool = False
    wild: frozenset[Card] = frozenset()
    winning_cards: frozenset[Card] | None = None
    winning_low_cards: frozenset[Card] = frozenset()
    split: bool = False

    def state_of(self, card: Card | None) -> CardState:
        """Returns the state of a card."""
        if card is None or self.winning_cards is None:
            return CardState.PLAIN
        if card in self.winning_low_cards:
            return CardState.WINNING_BOTH if card in self.winning_cards else CardState.WINNING_LOW
        if card not in self.winning_cards:
            return CardState.DIMMED
        return CardState.WINNING_HIGH if self.split else CardState.WINNING

    def wild_mark(self, card: Card) -> str:
        """Returns the mark of a wild card, empty for other cards and for jokers."""
        return WILD_MARK if card in self.wild and not card.is_joker else ""


DEFAULT_STYLE = CardStyle()
WILD_MARK = "*"
_BRACKETS = {
    CardState.WINNING: "[]",
    CardState.WINNING_HIGH: "[]",
    CardState.WINNING_LOW: "()",
    CardState.WINNING_BOTH: "{}",
}


def is_given_up(seat: SeatView) -> bool:
    """Whether a hand was folded or mucked, and not shown."""
    return seat.last_act is LastAct.MUCKED or (seat.folded and seat.last_act is not LastAct.SHOWED)


def build_card_style(view: TableView, winners: Iterable[SeatView], *, two_colour: bool) -> CardStyle:
    """Returns the card style of a table in which the winning cards of the given seats stand out."""
    shown = tuple(winners)
    winning_cards = frozenset(card for seat in shown for card in seat.winning_cards)
    low_cards = frozenset(card for seat in shown for card in seat.winning_low_cards)
    has_winner = any(seat.winning_cards or seat.winning_low_cards for seat in view.occupied)
    split = any(seat.winning_low_cards for seat in view.occupied)
    return CardStyle(two_colour, frozenset(view.game.wild), winning_cards if has_winner else None, low_cards, split)


def card_label(card: Card) -> str:
    """Returns the name of a card in two cells: "K♦"; a joker is an X with a face."""
    return f"X{JOKER_SYMBOL}" if card.is_joker else card.rank.letter + card.suit.symbol


def card_span(card: Card | None, style: CardStyle = DEFAULT_STYLE, *, dimmed: bool = False) -> Span:
    """Returns a card as a span: its name, or its back."""
    if card is None:
        return Span("▒▒", TextRole.CARD_BACK)
    dimmed = dimmed or style.state_of(card) is CardState.DIMMED
    role = TextRole.FAINT if dimmed else suit_role(card.suit, two_colour=style.two_colour)
    return Span(card_label(card) + style.wild_mark(card), role)


def card_row(
    cards: Sequence[Card | None], style: CardStyle = DEFAULT_STYLE, *, gap: str = " ", dimmed: bool = False
) -> list[Span]:
    """Returns cards as spans of one line; winning cards stand in brackets, which replace the gaps beside them.

    Cards that won a low half stand in parentheses, and those that won both halves in braces.
    """
    spans: list[Span] = []
    opened = ""
    for index, card in enumerate(cards):
        brackets = "" if dimmed else _BRACKETS.get(style.state_of(card), "")
        edge = "" if brackets == opened else opened[1:] + brackets[:1]
        between = gap if index and not edge else ""
        spans += [Span(edge, TextRole.WIN) if edge else Span(between), card_span(card, style, dimmed=dimmed)]
        opened = brackets
    return [span for span in (*spans, Span(opened[1:], TextRole.WIN)) if span.text]


def draw_card(
    canvas: Canvas,
    x: int,
    y: int,
    card: Card | None,
    size: CardSize,
    *,
    two_colour: bool = False,
    state: CardState = CardState.PLAIN,
    mark: str = "",
    click: Press | None = None,
) -> None:
    """Draws a card, or a card back, with its upper left corner at x, y; `mark` stands beside its name."""
    if size is CardSize.SMALL:
        span = card_span(card, CardStyle(two_colour=two_colour), dimmed=state is CardState.DIMMED)
        canvas.put(x, y, span.text + mark, span.role, click)
    elif card is None:
        _outline(canvas, x, y, size, TextRole.CARD_BACK, fill="▒", click=click)
    else:
        edge = _EDGES.get(state, _THIN)
        _outline(canvas, x, y, size, _EDGE_ROLES[state], fill=" ", lines=edge, click=click)
        dimmed = state is CardState.DIMMED
        role = TextRole.CARD_DIMMED if dimmed else suit_role(card.suit, two_colour=two_colour, on_card=True)
        _write_face(canvas, x, y, card, size, role=role, mark=mark, click=click)


def draw_fan(
    canvas: Canvas,
    x: int,
    y: int,
    cards: Sequence[Card | None],
    room: int,
    *,
    style: CardStyle = DEFAULT_STYLE,
    dimmed: bool = False,
) -> bool:
    """Draws medium cards side by side; draws nothing and returns False if not even their names fit.

    The mark of a card that the next one covers stands in its upper edge.
    """
    pitch = _fan_pitch(len(cards), room)
    for index, card in enumerate(cards if pitch else ()):
        at = x + index * pitch
        mark = style.wild_mark(card) if card is not None else ""
        state = CardState.DIMMED if dimmed else style.state_of(card)
        draw_card(canvas, at, y, card, CardSize.MEDIUM, two_colour=style.two_colour, state=state, mark=mark)
        if mark and pitch < _MIN_VISIBLE_PITCH:
            canvas.put(at + 1, y, mark, _EDGE_ROLES[state])
    return pitch > 0


def _fan_pitch(count: int, room: int) -> int:
    width = CardSize.MEDIUM.width
    fitting = (pitch for pitch in range(width + 1, 2, -1) if count and (count - 1) * pitch + width <= room)
    return next(fitting, 0)


_MIN_VISIBLE_PITCH = 4  # from this pitch on the three cells inside a card's edges stay visible
_THIN, _HEAVY = tuple("╭─╮│╰╯"), tuple("┏━┓┃┗┛")
_EDGES = {
    CardState.WINNING: _HEAVY,
    CardState.WINNING_HIGH: _HEAVY,
    CardState.WINNING_LOW: tuple("╔═╗║╚╝"),
    CardState.WINNING_BOTH: tuple("╔━╗┃╚╝"),
}
_EDGE_ROLES = {
    CardState.PLAIN: TextRole.CARD,
    CardState.FRESH: TextRole.CARD_FRESH,
    CardState.DIMMED: TextRole.CARD_DIMMED,
    CardState.WINNING: TextRole.CARD_FRESH,
    CardState.WINNING_HIGH: TextRole.CARD_FRESH,
    CardState.WINNING_LOW: TextRole.CARD_FRESH,
    CardState.WINNING_BOTH: TextRole.CARD_FRESH,
}


def _write_face(
    canvas: Canvas, x: int, y: int, card: Card, size: CardSize, *, role: TextRole, mark: str, click: Press | None
) -> None:
    if size is CardSize.MEDIUM:
        canvas.put(x + 1, y + 1, card_label(card) + mark, role, click)
        return
    letter, symbol = tuple(card_label(card))
    canvas.put(x + 1, y + 1, letter + mark, role, click)
    canvas.put(x + 3, y + 2, symbol, role, click)
    canvas.put_right(x + 6, y + 3, mark + letter, role, click)


def _outline(
    canvas: Canvas,
    x: int,
    y: int,
    size: CardSize,
    role: TextRole,
    *,
    fill: str,
    lines: Sequence[str] = _THIN,
    click: Press | None = None,
) -> None:
    left, across, right, down, low_left, low_right = lines
    inner = size.width - 2
    canvas.put(x, y, f"{left}{across * inner}{right}", role, click)
    for row in range(1, size.height - 1):
        canvas.put(x, y + row, f"{down}{fill * inner}{down}", role, click)
    canvas.put(x, y + size.height - 1, f"{low_left}{across * inner}{low_right}", role, click)
