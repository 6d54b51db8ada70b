"""Table views, seats and server messages for tests.

The first part builds any view from its parts. The second holds ready-made views of hold'em, stud and draw, and the
third those of other games with the messages of their showdowns.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from railbird_shared.game.announced_game import Family, Game, Stakes, Structure
from railbird_shared.game.cards import parse_cards
from railbird_shared.game.game_rules import GameRules
from railbird_shared.game.variants import VARIANTS
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.actions import LegalActions, Offers, Wager, WagerKind
from railbird_shared.protocol.events import Pot, PrivateEvent, PublicEvent
from railbird_shared.protocol.messages import Message, Snapshot, Step
from railbird_shared.protocol.view import LastAct, SeatView, TableView, Turn, You

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
    name: str = "",
    stack: int = 200,
    bet: int = 0,
    bought_in: int | None = None,
    up: str = "",
    hidden: int = 0,
    in_hand: bool = True,
    folded: bool = False,
    drew: int | None = None,
    last: LastAct = LastAct.NONE,
) -> SeatView:
    """A seat with the usual name of its number, and `hidden` cards face down before those of `up`.

    Without `bought_in` the player has won and lost nothing so far.
    """
    return SeatView(
        number,
        name or PLAYER_NAMES[number - 1],
        stack,
        bet=bet,
        bought_in=stack + bet if bought_in is None else bought_in,
        in_hand=in_hand,
        folded=folded,
        drew=drew,
        last_act=last,
        cards=(None,) * hidden + parse_cards(up),
    )


FROM_THE_RAIL = You()


def table_view(
    *seats: SeatView, game: Game = HOLDEM, you: You = FROM_THE_RAIL, seat_count: int = 6, **facts: object
) -> TableView:
    """A table of `seat_count` seats with the given ones taken; `facts` are further fields of the view."""
    seat_by_number = {each.seat: each for each in seats}
    base = TableView(
        table="t1",
        name="Kitchen",
        host="Wren",
        game=game,
        rules=VARIANTS[game.id].rules if game.id in VARIANTS else GameRules(),
        min_buy_in=40,
        max_buy_in=200,
        buy_in=200,
        seats=tuple(seat_by_number.get(number) for number in range(1, seat_count + 1)),
        you=you,
    )
    return replace(base, **facts)


SNAPSHOT_TIME_MS = 1_000_000
"""The server's clock when a snapshot is taken, in milliseconds."""


def holdem_view(*, seconds: int | None = 21, **facts: Any) -> TableView:
    """Nine players on the turn; the viewer at seat 1 faces an all-in of 95 with ace and king."""
    seats = (
        seat_view(1, stack=1415, last=LastAct.CHECKED, hidden=2),
        seat_view(2, stack=1240, bet=60, last=LastAct.BET, hidden=2),
        seat_view(3, stack=884, folded=True, last=LastAct.FOLDED),
        seat_view(4, stack=2010, bet=60, last=LastAct.CALLED, hidden=2),
        seat_view(5, stack=410, folded=True, last=LastAct.FOLDED),
        seat_view(6, stack=0, bet=95, last=LastAct.RAISED, hidden=2),
        seat_view(7, stack=1002, folded=True, last=LastAct.FOLDED),
        seat_view(8, stack=3350, bet=95, last=LastAct.CALLED, hidden=2),
        seat_view(9, stack=760, folded=True, last=LastAct.FOLDED),
    )
    legal = LegalActions(1, 1415, fold=True, call=95, wager=Wager(WagerKind.RAISE, 155, 1415))
    view = table_view(
        *seats,
        seat_count=9,
        hand=148,
        playing=True,
        button=8,
        street=2,
        street_name="turn",
        board=parse_cards("Kd 9s 4h 2c"),
        to_match=95,
        pots=(Pot(101, (1, 2, 4, 6, 8)),),
        turn=Turn(1, 31, None if seconds is None else SNAPSHOT_TIME_MS + 1000 * seconds),
        you=You(1, parse_cards("As Ks"), "pair of kings, ace kicker", legal),
    )
    return replace(view, **facts)


def stud_view(**facts: Any) -> TableView:
    """Eight players on fifth street of limit stud; Finch at seat 6 is to act, the viewer at seat 1 waits."""
    seats = (
        seat_view(1, stack=1415, hidden=2, up="9d 3c Ah"),
        seat_view(2, stack=1240, hidden=2, up="Ks 4d 9c"),
        seat_view(3, stack=884, folded=True, last=LastAct.FOLDED),
        seat_view(4, stack=2010, bet=10, hidden=2, up="7h 7d 2s", last=LastAct.BET),
        seat_view(5, stack=410, folded=True, last=LastAct.FOLDED),
        seat_view(6, stack=95, hidden=2, up="Qc Jc Tc"),
        seat_view(7, stack=1002, hidden=2, up="2d 5d As"),
        seat_view(8, stack=3350, folded=True, last=LastAct.FOLDED),
    )
    view = table_view(
        *seats,
        seat_count=8,
        game=SEVEN_CARD_STUD,
        hand=31,
        playing=True,
        button=8,
        street=2,
        street_name="fifth street",
        to_match=10,
        pots=(Pot(86, (1, 2, 4, 6, 7)),),
        turn=Turn(6, 22, SNAPSHOT_TIME_MS + 18_000),
        you=You(1, parse_cards("Ac 9h 9d 3c Ah"), "two pair, aces and nines"),
    )
    return replace(view, **facts)


def draw_view(**facts: Any) -> TableView:
    """Six players in the draw; the viewer at seat 1, on the button, draws last."""
    seats = (
        seat_view(1, stack=1415, hidden=5),
        seat_view(2, stack=1240, hidden=5, last=LastAct.DREW, drew=1),
        seat_view(3, stack=884, folded=True, last=LastAct.FOLDED),
        seat_view(4, stack=2010, hidden=5, last=LastAct.PAT, drew=0),
        seat_view(5, stack=410, folded=True, last=LastAct.FOLDED),
        seat_view(6, stack=95, hidden=5, last=LastAct.DREW, drew=2),
    )
    view = table_view(
        *seats,
        seat_count=6,
        game=FIVE_CARD_DRAW,
        hand=12,
        playing=True,
        button=1,
        street=1,
        street_name="draw",
        pots=(Pot(42, (1, 2, 4, 6)),),
        turn=Turn(1, 9, SNAPSHOT_TIME_MS + 17_000),
        you=You(1, parse_cards("As Ad 7c 4h 2c"), "pair of aces", LegalActions(1, 1415, max_discards=5)),
    )
    return replace(view, **facts)


def after_showdown_view(*muckers: int) -> TableView:
    """A hand of four just over, in a house with straddles: Heron won it, and the seats named mucked theirs."""
    seats = (
        seat_view(1, last=LastAct.FOLDED, folded=True),
        replace(seat_view(2, last=LastAct.SHOWED, up="As Ad"), shown_hand="pair of aces", won=24),
        *(seat_view(number, last=LastAct.MUCKED if number in muckers else LastAct.SHOWED) for number in (3, 4)),
    )
    return table_view(*seats, hand=9, button=4, you=You(1, offers=Offers(see_hands=muckers, straddle=False)))


def snapshot_message(view: TableView, *, seq: int = 1, now: int = SNAPSHOT_TIME_MS, watchers: int = 0) -> Snapshot:
    """The message that carries a whole view."""
    return Snapshot(epoch="e", seq=seq, at=now, view=view, watchers=watchers)


def step_message(
    *public: PublicEvent, private: tuple[PrivateEvent, ...] = (), seq: int = 2, now: int = SNAPSHOT_TIME_MS
) -> Step:
    """The message that carries events."""
    return Step(epoch="e", seq=seq, at=now, public=public, private=private)


def omaha_view(game: str = "omaha", cards: str = "As Ks Qd Jd") -> TableView:
    """Nine players on the flop; the viewer faces a bet of 40."""
    hole_cards = parse_cards(cards)
    seats = tuple(seat_view(number, stack=1000 + number, hidden=len(hole_cards)) for number in range(1, 10))
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
    words = ("pair of kings, 8-7-3-2-A low", "two pair, kings and fours, 7-4-3-2-A low", "pair of kings, 7-4-3-2-A low")
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
        ev.WinningCards(4, parse_cards("Kh Kd 4d 4h 9s"), parse_cards("7c 5h 4h 2c As")),
        ev.WinningCards(5, parse_cards("Ks Kd 4c 4h 9s"), parse_cards("7c 5h 4h 2s Ah")),
        ev.WinningCards(1, (), parse_cards("7c 5h 4h 2d As")),
        ev.HandEnded(7),
    )
    return view, (step_message(*events),)


def run_out(times: int, *, runs_done: int | None = None) -> tuple[TableView, tuple[Message, ...]]:
    """Hold'em with two players all-in after the flop who deal the rest `times`, or the first `runs_done` of them."""
    down = {1: parse_cards("Td Ah"), 2: parse_cards("Qd 6h")}
    seats = (
        seat_view(1, stack=0, last=LastAct.CALLED, hidden=2),
        seat_view(2, stack=0, up="Qd 6h", last=LastAct.BET),
        seat_view(3, stack=198, folded=True),
    )
    flop = parse_cards("Qc Jd 7c")
    pots = (ev.Pot(400 - 400 % times, (1, 2)),)
    view = table_view(*seats, game=HOLDEM, playing=True, hand=4, board=flop, pots=pots, street=1, street_name="flop")
    rest = (
        ("8d", "2h", 2, "pair of queens", ("Ah Qc Jd Td 8d", "Qd Qc Jd 8d 7c")),
        ("7s", "Qs", 2, "queens full of sevens", ("Qc Qs 7c 7s Ah", "Qd Qc Qs 7c 7s")),
        ("Ks", "9s", 1, "ace-high straight", ("Ah Ks Qc Jd Td", "Qd Qc Ks Jd 9s")),
    )[:times]
    events: list[ev.PublicEvent] = []
    for run, (turn, river, winner, words, best) in enumerate(rest[:runs_done], start=1):
        events += (
            ev.RunBegan(run, times, flop, tuple(down.items())),
            ev.StreetBegan(2, "turn"),
            ev.BoardDealt(parse_cards(turn)),
            ev.StreetBegan(3, "river"),
            ev.BoardDealt(parse_cards(river)),
            *(
                ev.HandShown(seat, down[seat], words if seat == winner else "ace high", best_cards=parse_cards(cards))
                for seat, cards in enumerate(best, start=1)
            ),
            ev.PotAwarded(winner, 0, 400 // times, hand_name=words, run=run),
        )
    if runs_done is None:
        events.append(ev.HandEnded(4))
    return replace(view, you=You(1, down[1], "ace high")), (step_message(*events),)


def crazy_pineapple_view() -> TableView:
    """Nine players after the flop, each with one of three cards to throw away."""
    seats = (
        *(seat_view(number, stack=1000 + number, hidden=3) for number in (1, 2)),
        seat_view(3, stack=1003, folded=True),
        seat_view(4, stack=1004, hidden=2, last=LastAct.DREW, drew=1),
        *(seat_view(number, stack=1000 + number, hidden=3) for number in range(5, 10)),
    )
    return table_view(
        *seats,
        game=VARIANTS["crazy-pineapple"].make_game(),
        seat_count=9,
        hand=7,
        playing=True,
        button=9,
        street=2,
        street_name="discard",
        board=parse_cards("Kd 9s 4h"),
        pots=(ev.Pot(104, tuple(range(1, 10))),),
        turn=Turn(1, 5, SNAPSHOT_TIME_MS + 20_000),
        you=You(
            1,
            cards=parse_cards("As Ks 4d"),
            hand_name="pair of kings",
            legal=LegalActions(1, 1001, max_discards=1, min_discards=1),
        ),
    )


def badugi_view() -> TableView:
    """Eight players; the viewer draws second."""
    seats = tuple(seat_view(number, stack=300 + number, hidden=4) for number in range(1, 9))
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
        you=You(1, parse_cards("Ah 4d 7c Kc"), "badugi of three: 7-4-A", LegalActions(1, 301, max_discards=4)),
    )


def joker_draw_view() -> TableView:
    """Six players after the draw, with a joker turned up."""
    shown = replace(seat_view(2, stack=340, up="As Ad X 4h 2c", last=LastAct.SHOWED), shown_hand="three aces", won=42)
    seats = (
        seat_view(1, stack=200, hidden=5),
        shown,
        *(seat_view(number, folded=True) for number in (3, 4, 5, 6)),
    )
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
    """The end of the hand of `stud_view`: Magpie folds on the end, Plover's low straight beats aces and nines."""
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
    return view, (
        step_message(*events, private=(ev.YourCards(own_cards, ()), ev.YourHand("two pair, aces and nines"))),
    )


_UPCARDS = (
    *("Ah 4d 2c 8s", "Ks Kd 9c 3h", "5h 6d 7c 8d", "Qs Js Tc 9d", "2s 3s 4s 7s"),
    *("Ac As 6h Td", "9h 9s 5c 5s", "2d 3d 6s Jd", "Th Ts Jh Qh", "6c 7d 8h Kh"),
)


def _stud_seats(*, hidden: int, count: int) -> tuple[SeatView, ...]:
    upcards = enumerate(_UPCARDS[:count], start=1)
    return tuple(seat_view(number, stack=395 + number, hidden=hidden, up=up) for number, up in upcards)


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
        you=You(1, parse_cards("5d 3c Ah 4d 2c 8s"), "five-high straight, 5-4-3-2-A low", legal),
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
