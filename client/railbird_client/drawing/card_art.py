"""Cards as text: their order in a hand, names in a line, and faces of 5 cells by 3; which have won or count no more."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Flag, auto

from msgspec import Struct

from railbird_client.drawing.canvas import Words
from railbird_client.drawing.palette import Colour, SuitColours
from railbird_client.drawing.text_roles import Lines, Span, TextRole, split_cards, suit_role
from railbird_shared.game.announced_game import Family, Game
from railbird_shared.game.cards import Card
from railbird_shared.protocol.view import LastAct, SeatView, TableView


class CardState(Flag):
    """How a card that lies face up stands: a dimmed card counts no more, a winning card has won a pot.

    In a pot of two halves a card may have won the high one, the low one or both.
    """

    PLAIN = 0
    FRESH = auto()
    DIMMED = auto()
    WINNING = auto()
    WINNING_HIGH = auto()
    WINNING_LOW = auto()
    WINNING_BOTH = WINNING_HIGH | WINNING_LOW


class CardStyle(Struct, frozen=True):
    """How the cards of a table are drawn.

    `wild` cards carry a mark. After a showdown `winning_cards` are the cards that won, `winning_low_cards` those of
    a low hand in a game of high and low, and all others are dimmed; before it `winning_cards` is None. `split` says
    that somebody has won a low half, so that `winning_cards` are those of the high one.
    """

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
        return "*" if card in self.wild and not card.is_joker else ""


DEFAULT_STYLE = CardStyle()
_WON_EDGES = {
    CardState.WINNING: ("┏━┓┃┗┛", "[]"),
    CardState.WINNING_HIGH: ("┏━┓┃┗┛", "[]"),
    CardState.WINNING_LOW: ("╔═╗║╚╝", "()"),
    CardState.WINNING_BOTH: ("╔━╗┃╚╝", "{}"),
}
"""The edges of a card that has won, as a face and in a line."""
_EDGES = ("╭─╮│╰╯", "")


def is_given_up(seat: SeatView) -> bool:
    """Whether a hand was folded or mucked, and not shown."""
    return seat.last_act is LastAct.MUCKED or (seat.folded and seat.last_act is not LastAct.SHOWED)


def build_card_style(view: TableView, winners: Iterable[SeatView]) -> CardStyle:
    """Returns the card style of a table in which the winning cards of the given seats stand out."""
    shown = tuple(winners)
    winning_cards = frozenset(card for seat in shown for card in seat.winning_cards)
    low_cards = frozenset(card for seat in shown for card in seat.winning_low_cards)
    has_winner = any(seat.winning_cards or seat.winning_low_cards for seat in view.occupied)
    split = any(seat.winning_low_cards for seat in view.occupied)
    return CardStyle(frozenset(view.game.wild), winning_cards if has_winner else None, low_cards, split)


def card_label(card: Card) -> str:
    """Returns the name of a card in two cells: "K♦"; a joker is an X with a face."""
    return "X☻" if card.is_joker else card.rank.letter + card.suit.symbol


def card_span(card: Card | None, style: CardStyle = DEFAULT_STYLE, *, dimmed: bool = False) -> Span:
    """Returns a card as a span: its name, or its back."""
    if card is None:
        return Span("▒▒", TextRole.CARD_BACK)
    dimmed = dimmed or style.state_of(card) is CardState.DIMMED
    role = TextRole.FAINT if dimmed else suit_role(card.suit)
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
        _, brackets = _EDGES if dimmed else _WON_EDGES.get(style.state_of(card), _EDGES)
        edge = "" if brackets == opened else opened[1:] + brackets[:1]
        between = gap if index and not edge else ""
        spans += [Span(edge, TextRole.WIN) if edge else Span(between), card_span(card, style, dimmed=dimmed)]
        opened = brackets
    return [span for span in (*spans, Span(opened[1:], TextRole.WIN)) if span.text]


def card_faces(cards: Sequence[Card | None], style: CardStyle = DEFAULT_STYLE, *, dimmed: bool = False) -> Lines:
    """Returns cards of 5 cells by 3 side by side; winning ones have heavy edges, those of a low half double ones."""
    faces = [_card_face(card, style, dimmed=dimmed) for card in cards]
    return tuple(tuple(span for face in faces for span in (*face[row], Span(" ")))[:-1] for row in range(3))


def _card_face(card: Card | None, style: CardStyle, *, dimmed: bool) -> Lines:
    if card is None:
        return tuple((Span(row, TextRole.CARD_BACK),) for row in ("╭───╮", "│▒▒▒│", "╰───╯"))
    state = CardState.DIMMED if dimmed else style.state_of(card)
    left, across, right, down, low_left, low_right = tuple(_WON_EDGES.get(state, _EDGES)[0])
    is_dimmed = state is CardState.DIMMED
    edge = TextRole.CARD_DIMMED if is_dimmed else TextRole.CARD if state is CardState.PLAIN else TextRole.CARD_FRESH
    name = edge if is_dimmed else suit_role(card.suit, on_card=True)
    return (
        (Span(f"{left}{across * 3}{right}", edge),),
        (Span(down, edge), Span(f"{card_label(card) + style.wild_mark(card):<3}", name), Span(down, edge)),
        (Span(f"{low_left}{across * 3}{low_right}", edge),),
    )


def card_words(sentence: str, colour: Colour, cards: SuitColours | Colour, *, bold: bool = False) -> list[Words]:
    """Returns a sentence in one colour with its cards bold, in the colours of their suits or in one of their own."""
    return [
        Words(part, colour, bold)
        if suit is None
        else Words(part, cards.of(suit) if isinstance(cards, SuitColours) else cards, bold=True)
        for part, suit in split_cards(sentence)
    ]


def sort_hand(
    game: Game, cards: Sequence[Card | None], winning_cards: frozenset[Card] = frozenset()
) -> tuple[Card | None, ...]:
    """Returns a hand in the order of display, `winning_cards` first; a hand not known in full stays as dealt."""
    known = [card for card in cards if card is not None]
    if len(known) < len(cards) or game.family is Family.STUD:
        return tuple(cards)

    def sort_key(card: Card) -> tuple[bool, bool, int, int]:
        return card in winning_cards, card.is_joker or card in game.wild, card.rank, card.suit

    return tuple(sorted(known, key=sort_key, reverse=True))


def own_cards(view: TableView) -> tuple[Card, ...]:
    """Returns the viewer's cards in the order of display, none on the rail."""
    cards = () if view.you.seat is None else view.you.cards
    return tuple(card for card in sort_hand(view.game, cards) if card is not None)


def split_by_face(cards: Sequence[Card], lying: Sequence[Card | None]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Returns the cards of a hand that lie face down, and those face up; `lying` is the hand as everybody sees it."""
    up = [place for place, card in enumerate(lying) if card is not None]
    down = tuple(card for place, card in enumerate(cards) if place not in up)
    return down, tuple(card for place, card in enumerate(cards) if place in up)


def dealt_positions(shown: Sequence[Card], dealt: Sequence[Card]) -> tuple[int, ...]:
    """Returns the index in `dealt` of each card shown; equal cards are matched in order."""
    places = {card: iter([index for index, each in enumerate(dealt) if each is card]) for card in shown}
    return tuple(next(places[card]) for card in shown)
