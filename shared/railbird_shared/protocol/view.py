"""The table as one viewer knows it; `folding` says how each event changes it.

The server builds a `TableView` from its own state for a snapshot; a client reaches the same value by folding events,
one after another. The view itself holds what all viewers share, and `you` what only its viewer knows, so the public
record of a seat never holds a hidden card.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from railbird_shared.fair_deal.record import DealProgress, FairDeal
from railbird_shared.game.announced_game import Family, Game
from railbird_shared.game.cards import Card
from railbird_shared.game.game_rules import GameRules
from railbird_shared.game.rotation import Choosing, Rotation
from railbird_shared.protocol.actions import LegalActions, Offers
from railbird_shared.protocol.events import Opening, Pot
from railbird_shared.protocol.quantities import (
    Balance,
    BreakMinutes,
    CardCount,
    Chips,
    Count,
    Milliseconds,
    RunNumber,
    SeatNumber,
    Share,
    StreetIndex,
)
from railbird_shared.settings.table_terms import OPEN_RAIL, RailTerms


class LastAct(StrEnum):
    """The last act of a seat in the round, for its label."""

    NONE = ""
    POSTED = "post"
    BROUGHT_IN = "bring-in"
    FOLDED = "fold"
    CHECKED = "check"
    CALLED = "call"
    BET = "bet"
    RAISED = "raise"
    COMPLETED = "complete"
    DREW = "drew"
    PAT = "pat"
    DECLARED = "declared"
    HIGH = "high"
    LOW = "low"
    BOTH = "both"
    SHOWED = "show"
    MUCKED = "muck"


class SeatView(Struct, frozen=True, omit_defaults=True):
    """One occupied seat as everybody sees it.

    `bet` is what lies in front of the seat this round. `cards` are the cards in the order dealt, None for a hidden one;
    a folded or mucked hand keeps its upcards only. `drew` is how many cards the seat drew last, `shown_hand` the name
    of a hand that was shown and `won` the chips won in this hand. `winning_cards` are the cards that won a high
    half or a whole pot, and `winning_low_cards` those of a low that won its half or, declared, a whole pot.
    `bought_in` is all that the player brought to the table, less what they took away on earlier visits, and `requested`
    the chips that they have asked the host for, since `asked_at` by the server's clock. `time_bank` is what they have
    beside the clock of a turn, in milliseconds; while it runs, what they had when it began to.
    """

    seat: SeatNumber
    name: str
    stack: Chips
    bot: bool = False
    connected: bool = True
    sitting_out: bool = False
    in_hand: bool = False
    folded: bool = False
    bet: Chips = 0
    last_act: LastAct = LastAct.NONE
    cards: tuple[Card | None, ...] = ()
    drew: CardCount | None = None
    shown_hand: str = ""
    won: Chips = 0
    winning_cards: tuple[Card, ...] = ()
    winning_low_cards: tuple[Card, ...] = ()
    bought_in: Balance = 0
    requested: Chips = 0
    asked_at: Milliseconds = 0
    time_bank: Milliseconds = 0
    shown_to_rail: bool = False
    """Whether the player lets a delayed rail see their cards, from the hand on that follows their word."""

    @property
    def live(self) -> bool:
        """Whether the seat still takes part in the hand (BT-1)."""
        return self.in_hand and not self.folded

    @property
    def result(self) -> int:
        """The result of the player at this table if they left now, negative for a loss."""
        return self.stack + self.bet - self.bought_in

    @property
    def all_in(self) -> bool:
        """Whether the seat is in the hand with nothing left to bet."""
        return self.live and self.stack == 0


class WaitingPlayer(Struct, frozen=True, omit_defaults=True):
    """A player on the waiting list, `passed_over` if a seat went to somebody else because they were not connected."""

    name: str
    passed_over: bool = False


class Turn(Struct, frozen=True, omit_defaults=True):
    """The running turn; `deadline` is None without a clock. `on_time_bank` says that its player's time bank runs."""

    seat: SeatNumber
    turn: Count
    deadline: Milliseconds | None = None
    on_time_bank: bool = False


class PauseView(Struct, frozen=True, omit_defaults=True):
    """The pause of a table since a time, until it goes on; times are those of the server's clock.

    `by` is the name of the player who called it, empty after a vote. A pause that `ends` by itself is a break.
    """

    since: Milliseconds
    by: str = ""
    ends: Milliseconds | None = None


class VoteView(Struct, frozen=True, omit_defaults=True):
    """A vote for a break of so many `minutes`, or with 0 for going on, which ends at a time of the server's clock.

    `yes` and `no` are the seats that have voted so.
    """

    minutes: BreakMinutes
    ends: Milliseconds
    yes: tuple[SeatNumber, ...] = ()
    no: tuple[SeatNumber, ...] = ()


def votes_needed(people: int) -> int:
    """Returns how many of the people at a table carry a vote: more than half of them."""
    return people // 2 + 1


class You(Struct, frozen=True, omit_defaults=True):
    """The part of a view that only this viewer knows, and their actions.

    `seat` is the viewer's seat, None on the rail; `cards` are their hole cards and upcards in the order dealt,
    `hand_name` what they make, `legal` what the viewer may do in their turn and `offers` what they may request at any
    time. `is_host` says that the viewer hosts the table, from a seat or from the rail. `openings` are those of all
    cards that were dealt to them in the hand, where the deal is fair.
    """

    seat: SeatNumber | None = None
    cards: tuple[Card, ...] = ()
    hand_name: str = ""
    legal: LegalActions | None = None
    offers: Offers = Offers()
    is_host: bool = False
    openings: tuple[Opening, ...] = ()


class TableView(Struct, frozen=True, omit_defaults=True):
    """A whole table as one viewer knows it. `seats` has a place for every seat, None for an empty one.

    `buy_in` is what a player brings who names no amount, from `min_buy_in` to `max_buy_in`.
    `small_blind` and `big_blind` are the seats that posted them in the hand, None if nobody has. `clock` is the time
    for a turn in milliseconds, 0 without a clock. `rules` says to programs how hands are valued and the pot divided;
    `house` says to people in sentences what is unusual about the way the house plays the game (WC-31, SU-14).
    `last_hand` is the number of the hand after which none is dealt, 0 while the game goes on. `night_ends` says that
    the table closes when no hand runs, and `seats_locked` that nobody else may sit down. `banned` and
    `muted` are the names of people who may not come, or say nothing.
    `rotation` has the games that are played in turn or by the dealer's choice, and `choosing` who is to name the next.
    `rabbit` is the rest of the board that would have come, once somebody asked for it after the hand (HS-43).
    `pause` is set while the table is paused or has a break, `coming_break` are the minutes of a break that begins after
    the hand, and `vote` is what the people at the table vote on. `next_hand_at` is when the next hand is dealt, a time
    of the server's clock, None while none is due.
    `waiting` is the waiting list, the first of which gets the next free seat.
    `bomb_pot` is what everybody posted if the hand is a bomb pot, `next_bomb_pot` what they post if the next one is,
    and the seats in `bomb_pot_asked` ask for one (HS-46). `rail` has the terms by which people watch.
    `tournament` is the id of the tournament that the table belongs to, as its table of the number `tournament_table`.
    `deal` is what the server has committed to and opened of the hand, where the deal is fair, and `fair_deal` whether
    the server has said that all hands of the table are dealt so, and that their decks are opened at the end.
    `owner_known` says that the server knows which player is its owner, and `owner_seat` is their seat here, if any.
    """

    table: str
    name: str
    host: str
    game: Game
    rules: GameRules
    min_buy_in: Chips
    max_buy_in: Chips
    buy_in: Chips
    seats: tuple[SeatView | None, ...]
    hand: Count = 0
    playing: bool = False
    button: SeatNumber | None = None
    small_blind: SeatNumber | None = None
    big_blind: SeatNumber | None = None
    street: StreetIndex = -1
    street_name: str = ""
    board: tuple[Card, ...] = ()
    rabbit: tuple[Card, ...] = ()
    to_match: Chips = 0
    pots: tuple[Pot, ...] = ()
    carried: Chips = 0
    turn: Turn | None = None
    you: You = You()
    clock: Milliseconds = 0
    house: tuple[str, ...] = ()
    last_hand: Count = 0
    night_ends: bool = False
    seats_locked: bool = False
    rotation: Rotation | None = None
    choosing: Choosing | None = None
    pause: PauseView | None = None
    coming_break: BreakMinutes = 0
    vote: VoteView | None = None
    next_hand_at: Milliseconds | None = None
    bomb_pot: Chips = 0
    next_bomb_pot: Chips = 0
    bomb_pot_asked: tuple[SeatNumber, ...] = ()
    banned: tuple[str, ...] = ()
    muted: tuple[str, ...] = ()
    waiting: tuple[WaitingPlayer, ...] = ()
    tournament: str = ""
    tournament_table: Count = 0
    deal: DealProgress | None = None
    fair_deal: FairDeal = FairDeal.OFF
    rail: RailTerms = OPEN_RAIL
    owner_known: bool = False
    owner_seat: SeatNumber | None = None

    def at(self, seat: int) -> SeatView | None:
        """Returns the record of a seat, None if it is empty; seats count from 1."""
        return self.seats[seat - 1]

    def name_at(self, seat: int) -> str:
        """Returns the name of the player at a seat, or "seat 3" if it is empty."""
        occupant = self.at(seat)
        return f"seat {seat}" if occupant is None else occupant.name

    @property
    def held_board(self) -> tuple[Card, ...]:
        """The common last card of stud, which each player holds (CX-41), where the cards have run short."""
        return self.board if self.game.family is Family.STUD else ()

    @property
    def own_seat(self) -> SeatView | None:
        """The viewer's own seat, None on the rail."""
        return None if self.you.seat is None else self.at(self.you.seat)

    @property
    def occupied(self) -> tuple[SeatView, ...]:
        """The occupied seats, in order."""
        return tuple(seat for seat in self.seats if seat is not None)

    @property
    def requests(self) -> tuple[SeatView, ...]:
        """The seats that wait for chips from the host, those that wait longest first."""
        return tuple(sorted((seat for seat in self.occupied if seat.requested), key=lambda seat: seat.asked_at))

    @property
    def collected_pot(self) -> int:
        """The chips in the pots and in a carried pot, without the bets still in front of the seats."""
        return self.carried + sum(pot.chips for pot in self.pots)

    @property
    def total_pot(self) -> int:
        """All chips that can be won now: the collected pots and the bets in front of the seats."""
        return self.collected_pot + sum(seat.bet for seat in self.occupied)


WHOLE = 10_000
"""The whole of the pots, in hundredths of a percent."""


class SpotChances(Struct, frozen=True, omit_defaults=True):
    """The share of all pots that each live hand wins on average, on one street of one run; together they are the whole.

    `shares` pairs each live seat with its share in hundredths of a percent. With `estimate` the rest was dealt at
    random many times, and a share may be off by half a percent; without it every way to deal the rest was counted.
    `run` is 0 before the rest is dealt more than once.
    """

    street: StreetIndex
    shares: tuple[tuple[SeatNumber, Share], ...]
    run: RunNumber = 0
    estimate: bool = False

    def holds_for(self, view: TableView, run: int) -> bool:
        """Whether these are the chances of the hands that are live in a view, in that run of the hand."""
        live = [seat.seat for seat in view.occupied if seat.live]
        return (self.street, self.run) == (view.street, run) and [seat for seat, _ in self.shares] == live


def percent_words(share: int, *, estimate: bool = False) -> str:
    """Returns a share in whole percents, as in "69%" or "~69%"; 0 and 100 are for what is certain."""
    percent = round(share / 100)
    words = f"{percent}%"
    if share and not percent:
        words = "<1%"
    elif share < WHOLE and percent == 100:
        words = ">99%"
    return f"~{words}" if estimate else words
