"""Views of tables at other games than the three of `tables`: what they hold that those do not."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_server.rules.variants import VARIANTS
from railbird_shared import events as ev
from railbird_shared.actions import LegalActions, Wager, WagerKind
from railbird_shared.cards import parse_cards
from railbird_shared.messages import Message
from railbird_shared.view import LastAct, SeatView, TableView, Turn, You
from tables import SNAPSHOT_TIME_MS, seated_player, draw_view, step_message, stud_view
from viewing import table_view


def omaha_view(game: str = "omaha", cards: str = "As Ks Qd Jd") -> TableView:
    """Nine players on the flop; the viewer faces a bet of 40."""
    hole_cards = parse_cards(cards)
    seats = tuple(seated_player(number, stack=1000 + number, hidden=len(hole_cards)) for number in range(1, 10))
    seats = (*seats[:2], replace(seats[2], folded=True, cards=(), last_act=LastAct.FOLDED), *seats[3:])
    seats = (*seats[:3], replace(seats[3], bet=40, last_act=LastAct.BET), *seats[4:])
    legal = LegalActions(1, 1001, fold=True, call=40, wager=Wager(WagerKind.RAISE, 80, 224))
    return table_view(
        *seats,
        game=VARIANTS[game].make_game(),
        seat_count=9,
        hand=7,
        playing=True,
        button=9,
        street=1,
        street_name="flop",
        board=parse_cards("Kd 9s 4h"),
        to_match=40,
        pots=(ev.Pot(104, tuple(range(1, 10))),),
        turn=Turn(1, 5, SNAPSHOT_TIME_MS + 20_000),
        you=You(1, hole_cards, "pair of kings", legal),
    )


def omaha_hi_lo_showdown() -> tuple[TableView, tuple[Message, ...]]:
    """Omaha hi-lo: the pot is divided in four parts, with an odd chip."""
    view = omaha_view("omaha8", "As 2d Kc 3d")
    words = ("pair of kings, 8-low", "two pair, kings and fours, 7-low", "pair of kings, 7-low")
    high, low = words[1].rsplit(", ", 1)
    events: tuple[ev.PublicEvent, ...] = (
        ev.Called(1, 40, 40),
        *(ev.Folded(seat) for seat in (2, 6, 7, 8, 9)),
        ev.Called(5, 40, 40),
        ev.PotsMade((ev.Pot(225, (1, 4, 5)),)),
        ev.StreetBegan(2, "turn"),
        ev.BoardDealt(parse_cards("7c")),
        ev.StreetBegan(3, "river"),
        ev.BoardDealt(parse_cards("5h")),
        ev.HandShown(4, parse_cards("Kh 4d As 2c"), words[1]),
        ev.HandShown(5, parse_cards("Ks 4c Ah 2s"), words[1]),
        ev.HandShown(1, parse_cards("As 2d Kc 3d"), words[2]),
        ev.PotAwarded(4, 0, 57, side=ev.Side.HIGH, odd=1, hand_name=high),
        ev.PotAwarded(5, 0, 56, side=ev.Side.HIGH, hand_name=high),
        ev.PotAwarded(1, 0, 56, side=ev.Side.LOW, hand_name=low),
        ev.PotAwarded(4, 0, 28, side=ev.Side.LOW, hand_name=low),
        ev.PotAwarded(5, 0, 28, side=ev.Side.LOW, hand_name=low),
        ev.WinningCards(4, parse_cards("Kh Kd 4d 4h 9s As 2c 5h 7c")),
        ev.WinningCards(5, parse_cards("Ks Kd 4c 4h 9s Ah 2s 5h 7c")),
        ev.WinningCards(1, parse_cards("As 2d 4h 5h 7c")),
        ev.HandEnded(7),
    )
    return view, (step_message(*events),)


def crazy_pineapple_view() -> TableView:
    """Nine players after the flop, each with one of three cards to throw away."""
    view = omaha_view("crazy-pineapple", "As Ks 4d")
    assert view.you is not None
    drawn = replace(seated_player(4, stack=1004, hidden=2), last_act=LastAct.DREW, drew=1)
    seats = tuple(
        drawn if seat and seat.seat == 4 else seat and replace(seat, bet=0, last_act=LastAct.NONE) for seat in view.seats
    )
    you = replace(view.you, legal=LegalActions(1, 1001, max_discards=1, min_discards=1))
    return replace(view, seats=seats, street=2, street_name="discard", to_match=0, you=you)


def badugi_view() -> TableView:
    """Eight players; the viewer draws second."""
    seats = tuple(seated_player(number, stack=300 + number, hidden=4) for number in range(1, 9))
    seats = (*seats[:7], replace(seats[7], last_act=LastAct.PAT, drew=0))
    return table_view(
        *seats,
        game=VARIANTS["badugi"].make_game(),
        seat_count=8,
        hand=12,
        playing=True,
        button=7,
        street=2,
        street_name="second draw",
        pots=(ev.Pot(64, tuple(range(1, 9))),),
        turn=Turn(1, 9, SNAPSHOT_TIME_MS + 17_000),
        you=You(1, parse_cards("Ah 4d 7c Kc"), "three-card 7 badugi", LegalActions(1, 301, max_discards=4)),
    )


def joker_draw_view() -> TableView:
    """Six players after the draw, with a joker turned up."""
    shown = replace(seated_player(2, stack=340, up="As Ad X 4h 2c", last=LastAct.SHOWED), shown_hand="three aces", won=42)
    seats = (seated_player(1, stack=200, hidden=5), shown, *(seated_player(number, folded=True) for number in (3, 4, 5, 6)))
    return table_view(
        *seats,
        game=VARIANTS["joker-draw"].make_game(),
        hand=3,
        playing=True,
        button=6,
        street=1,
        street_name="draw",
        pots=(ev.Pot(42, (1, 2)),),
        you=You(1, parse_cards("X Kd Kc 9h 2d"), "three kings"),
    )


DEUCES = parse_cards("2s 2h 2d 2c")


def deuces_wild_showdown() -> tuple[TableView, tuple[Message, ...]]:
    """Six players at five card draw with deuces wild, to the showdown: Heron's four sixes beat the viewer's trips."""
    view = draw_view()
    view = replace(view, game=replace(view.game, wild=DEUCES, variant_note="deuces wild"), turn=None)
    own_cards, opponent_cards = parse_cards("Js 4d 2c 9d Jh"), parse_cards("6c 6s 2s Jd 2h")
    return view, (
        step_message(
            *(ev.StreetBegan(2, "after the draw"), ev.Folded(4), ev.Folded(6)),
            *(ev.HandShown(2, opponent_cards, "four sixes"), ev.HandShown(1, own_cards, "three jacks")),
            *(ev.PotAwarded(2, 0, 42, hand_name="four sixes"), ev.WinningCards(2, parse_cards("6c 6s 2s 2h Jd"))),
            ev.HandEnded(12),
            private=(ev.YourCards(own_cards, ()), ev.YourHand("three jacks")),
        ),
    )


def stud_showdown() -> tuple[TableView, tuple[Message, ...]]:
    """The end of the hand of `tables.stud`: Magpie folds on the end, Plover's low straight beats aces and nines."""
    view = replace(stud_view(), turn=None)
    opponent_cards = parse_cards("3h 4c 2d 5d As Kc 8h")
    own_cards = parse_cards("Ac 9h 9d 3c Ah 6s 6d")
    best = "straight, five high"
    events: tuple[ev.PublicEvent, ...] = (
        *(ev.Called(7, 10, 10), ev.Called(1, 10, 10), ev.Folded(2), ev.Folded(6)),
        ev.PotsMade((ev.Pot(116, (1, 4, 7)),)),
        ev.StreetBegan(3, "sixth street"),
        *(ev.CardsDealt(seat, 0, parse_cards(card)) for seat, card in ((1, "6s"), (4, "Tc"), (7, "Kc"))),
        ev.Folded(4),
        ev.StreetBegan(4, "seventh street"),
        *(ev.CardsDealt(seat, 1) for seat in (7, 1)),
        ev.HandShown(7, opponent_cards, best),
        ev.HandShown(1, own_cards, "two pair, aces and nines"),
        ev.PotAwarded(7, 0, 116, hand_name=best),
        ev.WinningCards(7, parse_cards("5d 4c 3h 2d As")),
        ev.HandEnded(31),
    )
    return view, (step_message(*events, private=(ev.YourCards(own_cards, ()), ev.YourHand("two pair, aces and nines"))),)


_UPCARDS = (
    *("Ah 4d 2c 8s", "Ks Kd 9c 3h", "5h 6d 7c 8d", "Qs Js Tc 9d", "2s 3s 4s 7s"),
    *("Ac As 6h Td", "9h 9s 5c 5s", "2d 3d 6s Jd", "Th Ts Jh Qh", "6c 7d 8h Kh"),
)


def _stud_seats(*, hidden: int, count: int) -> tuple[SeatView, ...]:
    upcards = enumerate(_UPCARDS[:count], start=1)
    return tuple(seated_player(number, stack=395 + number, hidden=hidden, up=up) for number, up in upcards)


def stud8_view() -> TableView:
    """Eight players on sixth street, all still in; the viewer is to act."""
    seats = _stud_seats(hidden=2, count=8)
    legal = LegalActions(1, 396, check=True, fold=True, wager=Wager(WagerKind.BET, 8, 8, (8,)))
    return table_view(
        *seats,
        game=VARIANTS["stud8"].make_game(),
        seat_count=8,
        hand=31,
        playing=True,
        button=8,
        street=3,
        street_name="sixth street",
        pots=(ev.Pot(160, tuple(range(1, 9))),),
        turn=Turn(1, 22, SNAPSHOT_TIME_MS + 18_000),
        you=You(1, parse_cards("5d 3c Ah 4d 2c 8s"), "five-high straight, 5-low", legal),
    )


def five_card_stud_view() -> TableView:
    """Ten players on the last street."""
    seats = _stud_seats(hidden=1, count=10)
    legal = LegalActions(1, 396, fold=True, call=8, wager=Wager(WagerKind.RAISE, 16, 16, (16,)))
    seats = (*seats[:5], replace(seats[5], bet=8, last_act=LastAct.BET), *seats[6:])
    return table_view(
        *seats,
        game=VARIANTS["five-card-stud"].make_game(),
        seat_count=10,
        hand=31,
        playing=True,
        button=10,
        street=3,
        street_name="fifth street",
        to_match=8,
        pots=(ev.Pot(160, tuple(range(1, 11))),),
        turn=Turn(1, 22, SNAPSHOT_TIME_MS + 18_000),
        you=You(1, parse_cards("Ad Ah 4d 2c 8s"), "pair of aces", legal),
    )
