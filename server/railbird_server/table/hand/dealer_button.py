"""The button of one table: who deals first, where it moves, who owes blinds, and what a misdeal puts back."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from railbird_server.rules.dealing import Deck
from railbird_server.table.hand.button import (
    Positions,
    clockwise,
    deal_to_first_jack,
    delays_blinds,
    first_positions,
    high_card,
    next_positions,
    passed_by,
)
from railbird_server.table.seats import Seat, Seats
from railbird_server.table.settings import TableSettings
from railbird_shared.game.clauses import Clause
from railbird_shared.game.game_rules import STANDARD_SUIT_ORDER
from railbird_shared.protocol.events import DealerDrawn, SeatChanged

MIN_PEOPLE_TO_WAIT_FOR = 2
"""With fewer people at a table, among bots, newcomers and players who come back are dealt in at once."""


class BlindDebt(Struct, frozen=True):
    """What a seat owed before a hand began; the fields are those of `Seat`."""

    waits_for_big_blind: bool
    missed_blind: bool
    wants_to_post: bool


class DealerButtonState(Struct, frozen=True):
    """The button as data: the places of the hand played last, and of the one before it.

    `dealer_moved_to` is where the dealer of the hand played last has moved since.
    """

    positions: Positions | None = None
    previous: Positions | None = None
    blind_debts: dict[int, BlindDebt] = {}
    first_dealer: int | None = None
    dealer_moved_to: int | None = None


class DealerButton:
    """Where the button is. `positions` are the places of the hand that runs or was played last, None before the first.

    `cleared` is where the button lay of the latest hand that left the table for another game, None without one.
    `seats` tells who wants to post a blind, and is told who has missed one.
    """

    def __init__(self, seats: Seats) -> None:
        self.positions: Positions | None = None
        self._seats = seats
        self._previous: Positions | None = None
        self._blind_debts: dict[int, BlindDebt] = {}
        self._first_dealer: int | None = None
        self._dealer_moved_to: int | None = None
        self.cleared: int | None = None

    @property
    def state(self) -> DealerButtonState:
        """The button as data."""
        return DealerButtonState(
            self.positions, self._previous, dict(self._blind_debts), self._first_dealer, self._dealer_moved_to
        )

    def restore(self, state: DealerButtonState) -> None:
        """Puts the button where a state says."""
        self.positions, self._previous = state.positions, state.previous
        self._blind_debts, self._first_dealer = dict(state.blind_debts), state.first_dealer
        self._dealer_moved_to = state.dealer_moved_to

    @property
    def seat(self) -> int:
        """The place of the button, 0 before the first hand."""
        return self.positions.button if self.positions else 0

    @property
    def has_dealer(self) -> bool:
        """Whether a first dealer was chosen."""
        return self.positions is not None or self._first_dealer is not None

    def draw_first_dealer(self, ready: list[int], deck: Deck, settings: TableSettings) -> DealerDrawn:
        """Chooses who deals first, by high card or by first jack (DL-2, DL-4)."""
        if settings.first_jack_deals:
            drawn = deal_to_first_jack(ready, deck.cards)
            self._first_dealer = drawn[-1][0]
            return DealerDrawn(self._first_dealer, drawn, ("DL-4",), first_jack=True)
        drawn = tuple(zip(ready, (card for card in deck.cards if not card.is_joker), strict=False))
        self._first_dealer = high_card(drawn, settings.suit_order)
        by_suit: Clause = "SU-1" if settings.suit_order == STANDARD_SUIT_ORDER else "SU-13"
        return DealerDrawn(self._first_dealer, drawn, ("DL-2", "DL-3", by_suit))

    @property
    def last_dealer(self) -> int | None:
        """Where the player sits who had the button in the hand played last."""
        return self._dealer_moved_to or (self.positions.button if self.positions else None)

    def next_dealer(self, ready: Sequence[int], last_dealer: int | None) -> int:
        """Returns which of the `ready` seats is next to have the button, if it moves from player to player (DL-5).

        The player in the seat `last_dealer` is not the next dealer for having moved ahead of the button.
        """
        if self.positions is not None:
            order = clockwise(ready, self.positions.button)
            return next((seat for seat in order if seat != last_dealer), order[0])
        assert self._first_dealer is not None
        return self._first_dealer if self._first_dealer in ready else clockwise(ready, self._first_dealer)[0]

    def _dealt_in(self, ready: list[int], most: int) -> list[int]:
        """Returns which of the `ready` seats are dealt in where the game is for so many at most (DL-22).

        More may have come while a carried pot kept its game; those who have paid for it come first.
        """
        paid = self.positions.dealt if self.positions else ()
        return sorted(sorted(ready, key=lambda seat: seat not in paid)[:most])

    def next_positions(
        self, ready: list[int], settings: TableSettings, *, newcomers_wait: bool, with_dealer: bool = False
    ) -> Positions:
        """Returns the places of the next hand, to which `ready` can be dealt; nothing changes yet.

        With `with_dealer` the button moves from player to player in every game, and the blinds begin from it anew.
        """
        ready = self._dealt_in(ready, settings.game.max_seats)
        blinds, one_blind = settings.blinds, settings.game.stakes.has_one_blind
        if with_dealer and self.positions is not None:
            dealer = self.next_dealer(ready, self.last_dealer)
            return first_positions(dealer, ready, blinds=blinds, one_blind=one_blind, chosen_by="DL-5")
        if self.positions is None:
            assert self._first_dealer is not None
            chosen_by: Clause = "DL-4" if settings.first_jack_deals else "DL-2"
            return first_positions(self._first_dealer, ready, blinds=blinds, one_blind=one_blind, chosen_by=chosen_by)
        waiting: list[int] = []
        posting: list[int] = []
        if self.people >= MIN_PEOPLE_TO_WAIT_FOR or settings.tournament:
            owing = [seat for seat in self._seats.occupied if seat.number in ready and seat.waits_for_big_blind]
            waiting = [seat.number for seat in owing]
            posting = [seat.number for seat in owing if seat.wants_to_post] if newcomers_wait else waiting
        return next_positions(self.positions, ready, waiting, posting, blinds=blinds, one_blind=one_blind)

    @property
    def people(self) -> int:
        """How many players at the table are not bots."""
        return sum(not seat.bot for seat in self._seats.occupied)

    def move(self, positions: Positions, hand: int) -> None:
        """Moves the button and the blinds for the hand of that number: who is dealt in, and who has missed a blind."""
        self._blind_debts = {
            seat.number: BlindDebt(seat.waits_for_big_blind, seat.missed_blind, seat.wants_to_post)
            for seat in self._seats.occupied
        }
        for seat in self._seats.occupied:
            if seat.number in positions.dealt:
                seat.in_hand = True
                seat.last_hand = hand
                seat.waits_for_big_blind = seat.missed_blind = seat.wants_to_post = False
            elif self.positions and passed_by(self.positions, positions, seat.number):
                seat.missed_blind = seat.missed_blind or not seat.waits_for_big_blind
                seat.waits_for_big_blind = True
        self._previous, self.positions = self.positions, positions
        self._dealer_moved_to = None

    def change_seat(self, seat: Seat, to: int, *, newcomers_wait: bool) -> SeatChanged:
        """Moves a player to a free place; one who delays the blinds by it waits for them.

        Where `newcomers_wait` they owe them, too. No misdeal puts back what the player owed before.
        """
        number = seat.number
        others = [other.number for other in self._seats.occupied if other is not seat]
        delays = delays_blinds(self.positions, others, number, to) and not seat.waits_for_big_blind
        if delays:
            seat.waits_for_big_blind, seat.missed_blind, seat.wants_to_post = True, newcomers_wait, False
        self._seats.move(seat, to)
        if number == self.last_dealer:
            self._dealer_moved_to = to
        self._first_dealer = to if self._first_dealer == number else self._first_dealer
        for place in (number, to):
            self._blind_debts.pop(place, None)
        owes = delays and newcomers_wait
        return SeatChanged(number, to, owes, ("DL-26",) if owes else ())

    def put_back(self) -> None:
        """Puts the button and the blinds that players owe back: the same dealer deals again (IR-3)."""
        self.positions, self._dealer_moved_to = self._previous, None
        for number, owed in self._blind_debts.items():
            if seat := self._seats.at(number):
                seat.waits_for_big_blind = owed.waits_for_big_blind
                seat.missed_blind = owed.missed_blind
                seat.wants_to_post = owed.wants_to_post
