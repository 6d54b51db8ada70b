"""Table views, seats and server messages for tests, and a table screen that runs on them.

The first part builds any view from its parts. The second holds ready-made views of hold'em, stud and draw, and the
third those of other games with the messages of their showdowns.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace
from textual.app import App
from textual.pilot import Pilot

from railbird_client.model.table_options import TableOptions
from railbird_client.model.table_session import TableSession
from railbird_client.model.table_view_model import ConnectionStatus
from railbird_client.screen_state import TableState
from railbird_client.screens.table import TableScreen
from railbird_client.themes import THEMES
from railbird_client.widgets.ascii_fallback import ASCII_CLASS
from railbird_server.rules.variants import VARIANTS
from railbird_shared import events as ev
from railbird_shared.actions import Action, LegalActions, Offers, Wager, WagerKind
from railbird_shared.cards import parse_cards
from railbird_shared.commands import Act, Command
from railbird_shared.events import Pot, PrivateEvent, PublicEvent
from railbird_shared.game_rules import GameRules
from railbird_shared.games import Family, Game, Stakes, Structure
from railbird_shared.messages import Message, Snapshot, Step
from railbird_shared.view import LastAct, SeatView, TableView, Turn, You

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


FROM_THE_RAIL = You()


def table_view(
    *seats: SeatView, game: Game = HOLDEM, you: You = FROM_THE_RAIL, seat_count: int = 6, **facts: object
) -> TableView:
    """A table of `seat_count` seats holding those named; `facts` are further fields of the view."""
    seat_by_number = {each.seat: each for each in seats}
    base = TableView(
        table="t1",
        name="Kitchen",
        host="Wren",
        game=game,
        rules=VARIANTS[game.id].rules if game.id in VARIANTS else GameRules(),
        min_buy_in=40,
        max_buy_in=200,
        seats=tuple(seat_by_number.get(number) for number in range(1, seat_count + 1)),
        you=you,
    )
    return replace(base, **facts)


SNAPSHOT_TIME_MS = 1_000_000
"""The server's clock when a snapshot is taken, in milliseconds."""


def seated_player(number: int, *, last: LastAct = LastAct.NONE, name: str = "", **facts: Any) -> SeatView:
    """A seat as `viewing.seat` builds it, with what it did last; it has won and lost nothing so far."""
    seat = seat_view(number, **facts)
    return replace(seat, last_act=last, name=name or PLAYER_NAMES[number - 1], bought_in=seat.stack + seat.bet)


def holdem_view(*, seconds: int | None = 21, **facts: Any) -> TableView:
    """Nine players on the turn; the viewer at seat 1 faces an all-in of 95 with ace and king."""
    seats = (
        seated_player(1, stack=1415, last=LastAct.CHECKED, hidden=2),
        seated_player(2, stack=1240, bet=60, last=LastAct.BET, hidden=2),
        seated_player(3, stack=884, folded=True, last=LastAct.FOLDED),
        seated_player(4, stack=2010, bet=60, last=LastAct.CALLED, hidden=2),
        seated_player(5, stack=410, folded=True, last=LastAct.FOLDED),
        seated_player(6, stack=0, bet=95, last=LastAct.RAISED, hidden=2),
        seated_player(7, stack=1002, folded=True, last=LastAct.FOLDED),
        seated_player(8, stack=3350, bet=95, last=LastAct.CALLED, hidden=2),
        seated_player(9, stack=760, folded=True, last=LastAct.FOLDED),
    )
    legal = LegalActions(1, 1415, fold=True, call=95, wager=Wager(WagerKind.RAISE, 155, 1415))
    view = table_view(
        *seats,
        seat_count=9,
        hand=148,
        playing=True,
        button=8,
        watchers=2,
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
        seated_player(1, stack=1415, hidden=2, up="9d 3c Ah"),
        seated_player(2, stack=1240, hidden=2, up="Ks 4d 9c"),
        seated_player(3, stack=884, folded=True, last=LastAct.FOLDED),
        seated_player(4, stack=2010, bet=10, hidden=2, up="7h 7d 2s", last=LastAct.BET),
        seated_player(5, stack=410, folded=True, last=LastAct.FOLDED),
        seated_player(6, stack=95, hidden=2, up="Qc Jc Tc"),
        seated_player(7, stack=1002, hidden=2, up="2d 5d As"),
        seated_player(8, stack=3350, folded=True, last=LastAct.FOLDED),
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
        seated_player(1, stack=1415, hidden=5),
        seated_player(2, stack=1240, hidden=5, last=LastAct.DREW, drew=1),
        seated_player(3, stack=884, folded=True, last=LastAct.FOLDED),
        seated_player(4, stack=2010, hidden=5, last=LastAct.PAT, drew=0),
        seated_player(5, stack=410, folded=True, last=LastAct.FOLDED),
        seated_player(6, stack=95, hidden=5, last=LastAct.DREW, drew=2),
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
        seated_player(1, last=LastAct.FOLDED, folded=True),
        replace(seated_player(2, last=LastAct.SHOWED, up="As Ad"), shown_hand="pair of aces", won=24),
        *(seated_player(number, last=LastAct.MUCKED if number in muckers else LastAct.SHOWED) for number in (3, 4)),
    )
    return table_view(*seats, hand=9, button=4, you=You(1, offers=Offers(see_hands=muckers, straddle=False)))


def snapshot_message(view: TableView, *, seq: int = 1, now: int = SNAPSHOT_TIME_MS) -> Snapshot:
    """The message that shows a whole view."""
    return Snapshot(epoch="e", seq=seq, at=now, view=view)


def step_message(
    *public: PublicEvent, private: tuple[PrivateEvent, ...] = (), seq: int = 2, now: int = SNAPSHOT_TIME_MS
) -> Step:
    """The message that tells some events."""
    return Step(epoch="e", seq=seq, at=now, public=public, private=private)


class ManualClock:
    """A clock in seconds that is moved by hand; `advance` is what a person needs between two keys."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds

    def advance(self, seconds: float = 1.0) -> None:
        self.seconds += seconds


class TableApp(App[None]):
    """Shows one table session; `commands` are those that keys, clicks and plans lead to."""

    def __init__(self, *, options: TableOptions | None = None, theme: str = "") -> None:
        super().__init__()
        self.commands: list[Command] = []
        self.clock = ManualClock()
        self.table_session = TableSession(options or TableOptions(street_pause=0, bell=False))
        self.table = TableScreen(TableState(self.table_session), now=self.clock)
        self._connection = ConnectionStatus()
        self._theme_name = theme or THEMES[0].name

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return THEMES[0].variables

    def on_mount(self) -> None:
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = self._theme_name
        self.set_class(self.table_session.options.ascii, ASCII_CLASS)
        self.push_screen(self.table)

    def on_screen_resume(self) -> None:
        self.clock.advance()

    def receive(self, message: Message) -> None:
        """Takes a message of the server, as the controller does."""
        self._add_command(self.table_session.receive(message, self.clock()))
        self.show_table()

    def show_connection(self, state: str, latency_ms: int | None = None) -> None:
        """Shows how the connection stands; `online` after another state is a reconnection."""
        if state == "online":
            self.table_session.input_state.on_reconnected()
        self._connection = ConnectionStatus(state, latency_ms, trouble=state != "online")
        self.show_table()

    def show_table(self) -> None:
        self.table.show(TableState(self.table_session, connection=self._connection))

    def tick(self) -> None:
        self.table_session.tick(self.clock())
        self.show_table()

    def on_table_screen_key_pressed(self, message: TableScreen.KeyPressed) -> None:
        self._add_command(self.table_session.press(message.press, self.clock(), clicked=message.clicked))
        self.show_table()

    def on_table_screen_command_requested(self, message: TableScreen.CommandRequested) -> None:
        self.commands.append(message.command)

    def _add_command(self, command: Command | None) -> None:
        if command is not None:
            self.commands.append(command)


def screen_lines(app: App[Any]) -> list[str]:
    """The screen as lines of text, without spaces at their ends."""
    return [strip.text.rstrip() for strip in app.screen._compositor.render_strips()]


@dataclass
class TableScreenUser:
    """Somebody at the keyboard, who takes his time between two keys."""

    app: TableApp
    pilot: Pilot[None]

    async def press(self, keys: str, *, pause: float = 1.0) -> None:
        for key in keys.split():
            self.app.clock.advance(pause)
            await self.pilot.press(key)

    async def click(self, words: str) -> None:
        for y, line in enumerate(screen_lines(self.app)):
            x = line.find(words)
            if x >= 0:
                self.app.clock.advance()
                await self.pilot.click(offset=(x, y))
                return
        raise AssertionError(f"{words!r} is not on the screen")

    @property
    def commands(self) -> list[Command]:
        return self.app.commands

    @property
    def actions(self) -> list[Action]:
        return [command.action for command in self.commands if isinstance(command, Act)]

    @property
    def text(self) -> str:
        return "\n".join(screen_lines(self.app))


@asynccontextmanager
async def run_table_screen(
    view: TableView, *, size: tuple[int, int] = (80, 24), options: TableOptions | None = None
) -> AsyncIterator[TableScreenUser]:
    app = TableApp(options=options)
    async with app.run_test(size=size) as pilot:
        app.receive(snapshot_message(view))
        await pilot.pause()
        yield TableScreenUser(app, pilot)


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
    drawn = replace(seated_player(4, stack=1004, hidden=2), last_act=LastAct.DREW, drew=1)
    seats = tuple(
        drawn if seat and seat.seat == 4 else seat and replace(seat, bet=0, last_act=LastAct.NONE)
        for seat in view.seats
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
    shown = replace(
        seated_player(2, stack=340, up="As Ad X 4h 2c", last=LastAct.SHOWED), shown_hand="three aces", won=42
    )
    seats = (
        seated_player(1, stack=200, hidden=5),
        shown,
        *(seated_player(number, folded=True) for number in (3, 4, 5, 6)),
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
    return view, (
        step_message(*events, private=(ev.YourCards(own_cards, ()), ev.YourHand("two pair, aces and nines"))),
    )


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
