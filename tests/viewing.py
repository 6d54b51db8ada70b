"""Builders of what one viewer knows of a table: `seat_view`, `table_view`, and the three games as announced."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_shared.cards import parse_cards
from railbird_shared.games import Family, Game, Stakes, Structure
from railbird_shared.view import SeatView, TableView, You

PLAYER_NAMES = ("Wren", "Heron", "Jay", "Magpie", "Rook", "Finch", "Plover", "Kestrel", "Dunlin", "Robin")

HOLDEM = Game(
    id="holdem",
    name="Hold'em",
    family=Family.BOARD,
    structure=Structure.NO_LIMIT,
    stakes=Stakes(small_blind=1, big_blind=2),
    streets=("preflop", "flop", "turn", "river"),
    cards=2,
    board=5,
)
FIVE_CARD_DRAW = Game(
    id="five-card-draw",
    name="Five Card Draw",
    family=Family.DRAW,
    structure=Structure.FIXED,
    stakes=Stakes(ante=1, small_bet=2, big_bet=4),
    streets=("before the draw", "after the draw"),
    cards=5,
    draws=1,
    max_seats=6,
)
SEVEN_CARD_STUD = Game(
    id="seven-card-stud",
    name="Seven Card Stud",
    family=Family.STUD,
    structure=Structure.FIXED,
    stakes=Stakes(ante=1, bring_in=1, small_bet=2, big_bet=4),
    streets=("third street", "fourth street", "fifth street", "sixth street", "seventh street"),
    cards=7,
    max_seats=8,
)


def seat_view(
    number: int,
    *,
    stack: int = 200,
    bet: int = 0,
    up: str = "",
    hidden: int = 0,
    in_hand: bool = True,
    folded: bool = False,
    drew: int | None = None,
) -> SeatView:
    """A seat held by the bird of its number, `hidden` cards face down before those of `up`."""
    return SeatView(
        number,
        PLAYER_NAMES[number - 1],
        stack,
        bet=bet,
        in_hand=in_hand,
        folded=folded,
        drew=drew,
        cards=(None,) * hidden + parse_cards(up),
    )


def table_view(
    *seats: SeatView, game: Game = HOLDEM, you: You | None = None, seat_count: int = 6, **facts: object
) -> TableView:
    """A table of `seat_count` seats holding those named; `facts` are further fields of the view."""
    seat_by_number = {each.seat: each for each in seats}
    base = TableView(
        table="t1",
        name="Kitchen",
        host="Wren",
        game=game,
        min_buy_in=40,
        max_buy_in=200,
        seats=tuple(seat_by_number.get(number) for number in range(1, seat_count + 1)),
        you=you,
    )
    return replace(base, **facts)
