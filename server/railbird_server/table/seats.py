"""The seats of a table and their players."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from railbird_shared.protocol.actions import Offers, TopUpTo
from railbird_shared.protocol.events import LeaveReason, OwnerSeated

MAX_TIMEOUTS_DISCONNECTED = 2
"""Turns in a row that a player whose connection is lost may let pass before they are sat out."""

MAX_TIMEOUT_SCORE = 10
"""The score of `Timeouts` at which a player who acts now and then is sat out."""

MAX_TIMEOUT_SIT_OUTS = 3
"""How often a player may be sat out for turns they let pass, without an act between, until they lose the seat."""


class Timeouts(Struct, frozen=True):
    """The turns that a player let pass at a table; only acts of their own make up for them.

    `in_a_row` are those since their last act. `score` rises by 2 with each and falls by 1 with each act, so it grows
    where more than one turn in three passes. `sit_outs` is how often they were sat out since their last act.
    """

    in_a_row: int = 0
    score: int = 0
    sit_outs: int = 0

    def after_timeout(self) -> Timeouts:
        """Returns the record once the player has let another turn pass."""
        return replace(self, in_a_row=self.in_a_row + 1, score=self.score + 2)

    def after_act(self) -> Timeouts:
        """Returns the record once the player has acted in time."""
        return Timeouts(score=max(0, self.score - 1))

    def after_return(self) -> Timeouts:
        """Returns the record as the player is dealt in again, not to be sat out before another turn passes."""
        in_a_row = min(self.in_a_row, MAX_TIMEOUTS_DISCONNECTED - 1)
        return replace(self, in_a_row=in_a_row, score=min(self.score, MAX_TIMEOUT_SCORE - 2))

    @property
    def cost_the_seat(self) -> bool:
        """Whether the player loses the seat by them."""
        return self.sit_outs >= MAX_TIMEOUT_SIT_OUTS


class Seat(Struct):
    """A held seat. Amounts are chips.

    `player` is the player's id. `last_hand` is the number of the last hand dealt to them and `in_hand` whether that
    hand still runs; `top_up` waits for its end, and so does a player who is `leaving`. `disconnected_since` is when the
    connection was lost, in milliseconds of the table's own time. `waits_for_big_blind` says that the big blind has to
    reach the seat before it is dealt in, `missed_blind` that the blinds passed it, and `wants_to_post` that the player
    would rather post than wait (DL-26, DL-27). `timeouts` are the turns that the player let pass. `sitting_out_since`
    is when they began to sit out, in milliseconds, and `expiry_announced` says that the table was told when that ends.
    `kicked_at` is when the host had them leave, which they do after their hand. `wants_to_straddle` and `wants_to_chop`
    say that they do so where the house allows it, and `offers` are the offers they last got. `house` says of a bot that
    it makes room for people, and `moves_to` is the seat to which the player moves, 0 for none, before the hand of the
    number `moves_before` or a later one; `moved_by` is who has them move, empty where they have asked for it.
    A player `in_tournament` is dealt in as long as they have chips, even while they sit out, and `leave_reason` is what
    is told when the tournament has them leave.
    """

    number: int
    player: str
    name: str
    stack: int
    bot: bool = False
    last_hand: int = 0
    in_hand: bool = False
    sitting_out: bool = False
    leaving: bool = False
    waits_for_big_blind: bool = True
    missed_blind: bool = False
    wants_to_post: bool = False
    top_up: int = 0
    timeouts: Timeouts = Timeouts()
    sitting_out_since: int | None = None
    expiry_announced: bool = False
    wants_to_straddle: bool = False
    auto_top_up: TopUpTo = TopUpTo.OFF
    requested: int = 0
    """The chips that the player has asked the host for."""
    asked_at: int = 0
    arriving: bool = False
    """Whether the player has had no chips yet on this visit, for want of the host's approval."""
    wants_to_chop: bool = False
    offers: Offers = Offers()
    disconnected_since: int | None = None
    kicked_at: int | None = None
    house: bool = False
    moves_to: int = 0
    moves_before: int = 0
    moved_by: str = ""
    in_tournament: bool = False
    leave_reason: LeaveReason = LeaveReason.NONE
    shown_to_rail: bool = False
    """Whether the player lets a delayed rail see their cards, from the next hand on."""
    hand_shown_to_rail: bool = False
    """Whether the rail sees the cards of the hand that was dealt to the player last."""
    done_with: int = 0
    """The number of the hand of which the player wants to show and see nothing more."""

    @property
    def connected(self) -> bool:
        """Whether the player is connected."""
        return self.disconnected_since is None

    @property
    def kicked(self) -> bool:
        """Whether the host has the player leave."""
        return self.kicked_at is not None

    @property
    def ready(self) -> bool:
        """Whether the player wants to be dealt in and has chips."""
        sits_out = self.sitting_out and not self.in_tournament
        return self.stack > 0 and not sits_out and not self.leaving and not self.kicked

    def has_timed_out_too_often(self, most: int) -> bool:
        """Whether the player has let so many turns pass that they are sat out; `most` in a row while connected."""
        most = most if self.connected else min(most, MAX_TIMEOUTS_DISCONNECTED)
        return self.timeouts.in_a_row >= most or self.timeouts.score >= MAX_TIMEOUT_SCORE

    @property
    def posts_late(self) -> bool:
        """Whether the player posts a blind to be dealt in before the big blind reaches them (DL-26, DL-27)."""
        return self.waits_for_big_blind and self.wants_to_post

    @property
    def acts_by_itself(self) -> bool:
        """Whether nobody waits for the player in a hand: they leave, or sit out in a tournament."""
        return self.leaving or (self.in_tournament and self.sitting_out)


class OwnerPlace(Struct):
    """The `player` who owns the server, empty while it is not known, and the seat that was told of them, 0 for none."""

    player: str = ""
    told: int | None = None


class Seats:
    """All places of a table, numbered from 1 clockwise; `occupied` are the seats with players, by number."""

    def __init__(self, places: int) -> None:
        self.places = places
        self.occupied: tuple[Seat, ...] = ()
        self.owner = OwnerPlace()
        self._seats: dict[int, Seat] = {}

    def tell_owner(self) -> list[OwnerSeated]:
        """Tells where the owner of the server sits, if that has changed."""
        if not self.owner.player:
            return []
        seat = self.of(self.owner.player)
        number = seat.number if seat is not None else 0
        if number == self.owner.told:
            return []
        self.owner.told = number
        return [OwnerSeated(number or None)]

    @property
    def ready(self) -> list[int]:
        """The numbers of the seats that can be dealt in, rising."""
        return [seat.number for seat in self.occupied if seat.ready]

    @property
    def promised(self) -> dict[int, Seat]:
        """The free places to which players move after the hand, with their seats."""
        return {seat.moves_to: seat for seat in self.occupied if seat.moves_to}

    @property
    def open(self) -> list[int]:
        """The numbers of the free places that are promised to nobody, rising."""
        taken = self._seats.keys() | self.promised.keys()
        return [number for number in range(1, self.places + 1) if number not in taken]

    def movers(self, hand: int | None = None) -> list[Seat]:
        """The seats of those who move before the hand of that number, or before any."""
        return [seat for seat in self.occupied if seat.moves_to and (hand is None or seat.moves_before <= hand)]

    def at(self, number: int) -> Seat | None:
        """Returns the seat of that number, None where nobody sits."""
        return self._seats.get(number)

    def taken(self, number: int) -> Seat:
        """Returns the seat of that number, where somebody sits."""
        return self._seats[number]

    def of(self, player: str) -> Seat | None:
        """Returns the seat of the player with that id, None where they have none."""
        return next((seat for seat in self._seats.values() if seat.player == player), None)

    def take(self, seat: Seat) -> None:
        """Puts a player on the free place that the seat names."""
        assert seat.number not in self._seats
        self._seats[seat.number] = seat
        self.occupied = tuple(self._seats[number] for number in sorted(self._seats))

    def move(self, seat: Seat, to: int) -> None:
        """Moves a player to a free place, where they were dealt into no hand yet."""
        self.release(seat)
        seat.number, seat.moves_to, seat.moved_by = to, 0, ""
        seat.last_hand, seat.offers = 0, Offers()
        self.take(seat)

    def release(self, seat: Seat) -> None:
        """Frees a place."""
        del self._seats[seat.number]
        self.occupied = tuple(self._seats[number] for number in sorted(self._seats))
