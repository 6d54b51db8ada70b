"""Seats and chips: what players request about them, and what the table does with them between hands.

Every request is checked whole before anything changes, so a refused one leaves no trace (BT-22). What a player in the
running hand requests is noted and carried out when that hand is over: chips stay out of it (AI-12), and a player who
stands up leaves after it, with all the chips they are owed.
"""

from __future__ import annotations

from railbird_server.refusal import Refusal
from railbird_server.rules.errors import IllegalAction
from railbird_server.table.bank import Bank
from railbird_server.table.clock import has_timed_out_too_often
from railbird_server.table.inputs import PlayerIdentity
from railbird_server.table.offers import check_post, check_staying, check_straddle, check_table_total, check_top_up
from railbird_server.table.seats import Seat, Seats
from railbird_server.table.settings import TableSettings
from railbird_shared.commands import Sit
from railbird_shared.events import CameBack, ChipsAdded, ConnectionChanged, PlayerLeft, PlayerSat, SatOut, TableEvent
from railbird_shared.text_cleaning import look_alike


class Seating:
    """Who sits where, with how many chips."""

    def __init__(self, settings: TableSettings, bank: Bank) -> None:
        self.seats = Seats(settings.seats)
        self._settings = settings
        self._bank = bank
        self._taken_away: dict[str, tuple[int, int]] = {}

    # --- what players request ----------------------------------------------------------------------------------------

    def sit(self, player: PlayerIdentity, command: Sit, now: int) -> list[TableEvent]:
        """Seats a player with a buy-in within the table's limits (AI-14), or with more that they took away (AI-15)."""
        self._check_newcomer(player)
        number = self._free_seat(command.seat)
        chips = command.chips or self._settings.buy_in
        least, most = self._settings.min_buy_in, self._settings.max_buy_in
        if not least <= chips <= most:
            raise IllegalAction("buy-in", f"Bring from {least:,} to {most:,} chips to this table.", "AI-14")
        chips = max(chips, self._taken_away_by(player.id, now))
        check_table_total(chips, self.room_for(player.id))
        self.seats.take(Seat(number, player.id, player.name, chips, bot=player.bot))
        earlier = -self._bank.net_buy_in(player.id)
        self._bank.buy_in(player.id, chips)
        return [PlayerSat(number, player.name, chips, player.bot, earlier)]

    def stand(self, player: str) -> None:
        """Notes that a player leaves; `release_seat` frees the seat once the player is in no hand."""
        self.seat_of(player).leaving = True

    def add_chips(self, player: str, chips: int) -> list[TableEvent]:
        """Adds chips up to the table's most, 0 standing for the usual buy-in (AI-12).

        A player who had none left is dealt in again.
        """
        seat = self._seat_of_staying(player)
        chips = chips or self._settings.buy_in
        least, most = check_top_up(self._settings, seat, self.room_for(player))
        if not least <= chips <= most:
            raise IllegalAction("buy-in", f"Add from {least:,} to {most:,} chips.", "AI-14")
        if seat.in_hand:
            seat.top_up += chips
            return []
        return self._add(seat, chips)

    def sit_out(self, player: str) -> list[TableEvent]:
        """Deals a player no further hands."""
        seat = self._seat_of_staying(player)
        if seat.sitting_out:
            raise Refusal("sitting-out", "You are sitting out already.")
        return [self._sit_out(seat)]

    def sit_in(self, player: str) -> list[TableEvent]:
        """Deals a player in again from the next hand."""
        seat = self._seat_of_staying(player)
        if not seat.sitting_out:
            raise Refusal("not-sitting-out", "You are not sitting out; you are dealt into the next hand.")
        if not seat.stack and not seat.in_hand:
            raise IllegalAction("no-chips", "You have no chips left; add some to be dealt in again.", "AI-11")
        return [self._sit_in(seat)]

    def post_blind(self, player: str, *, on: bool, settled: bool) -> None:
        """Notes whether a player posts a blind to be dealt in rather than wait for it (DL-26, DL-27)."""
        seat = self._seat_of_staying(player)
        check_post(self._settings, seat, settled=settled)
        seat.wants_to_post = on

    def straddle(self, player: str, *, on: bool) -> None:
        """Notes whether a player straddles, from the next hand on (BT-43)."""
        seat = self._seat_of_staying(player)
        check_straddle(self._settings)
        seat.wants_to_straddle = on

    # --- what the runtime reports -----------------------------------------------------------------------------------

    def connection_restored(self, player: str) -> list[TableEvent]:
        """Notes that a player is connected again; does nothing for a player without a seat."""
        seat = self.seats.of(player)
        if seat is None or seat.connected:
            return []
        seat.disconnected_since = None
        seat.timeouts = 0
        return [ConnectionChanged(seat.number, connected=True)]

    def connection_lost(self, player: str, now: int) -> list[TableEvent]:
        """Notes that a player's connection is lost; does nothing for a player without a seat."""
        seat = self.seats.of(player)
        if seat is None or not seat.connected:
            return []
        seat.disconnected_since = now
        return [ConnectionChanged(seat.number, connected=False)]

    # --- between hands -------------------------------------------------------------------------------------------

    def close_hand(self) -> list[TableEvent]:
        """Does what waited for the end of the hand: adds chips, and sits out players who are broke or absent.

        A broke player's top-up below the least buy-in is dropped (AI-14).
        """
        events: list[TableEvent] = []
        for seat in self.seats.occupied:
            seat.in_hand = False
            if seat.leaving:
                continue
            added = min(seat.top_up, max(0, self._settings.max_buy_in - seat.stack))
            if added and (seat.stack or added >= self._settings.min_buy_in):
                events += self._add(seat, added)
            seat.top_up = 0
            if not seat.sitting_out and (not seat.stack or has_timed_out_too_often(seat)):
                events.append(self._sit_out(seat))
        return events

    def release_seat(self, now: int) -> PlayerLeft | None:
        """Frees one seat, if any, whose player is in no hand and has stood up or been away too long (AI-13)."""
        for seat in self.seats.occupied:
            reserved_until = self._reserved_until(seat)
            if not seat.in_hand and (seat.leaving or (reserved_until is not None and now >= reserved_until)):
                self.seats.release(seat)
                self._bank.cash_out(seat.player, seat.stack)
                self._taken_away = {player: kept for player, kept in self._taken_away.items() if now < kept[1]}
                self._taken_away[seat.player] = seat.stack, now + self._settings.return_ms
                return PlayerLeft(seat.number, seat.name, seat.stack)
        return None

    @property
    def next_release(self) -> int | None:
        """When the next seat of an absent player is released, None while no player outside a hand is away."""
        times = [self._reserved_until(seat) for seat in self.seats.occupied if not seat.in_hand]
        return min((time for time in times if time is not None), default=None)

    def _taken_away_by(self, player: str, now: int) -> int:
        """Returns the chips that a player took from this table within `return_ms`."""
        chips, until = self._taken_away.get(player, (0, 0))
        return chips if now < until else 0

    def _reserved_until(self, seat: Seat) -> int | None:
        return None if seat.disconnected_since is None else seat.disconnected_since + self._settings.seat_hold_ms

    def room_for(self, player: str) -> int:
        """Returns how many chips a player may bring, those of others that wait for the end of the hand counted."""
        return self._bank.room_for(player) - sum(seat.top_up for seat in self.seats.occupied)

    # --- changing one seat ---------------------------------------------------------------------------------------

    def _add(self, seat: Seat, chips: int) -> list[TableEvent]:
        was_broke = not seat.stack
        self._bank.buy_in(seat.player, chips)
        seat.stack += chips
        events: list[TableEvent] = [ChipsAdded(seat.number, chips, seat.stack)]
        if was_broke and seat.sitting_out:
            events.append(self._sit_in(seat))
        return events

    def _sit_out(self, seat: Seat) -> SatOut:
        seat.sitting_out = True
        return SatOut(seat.number)

    def _sit_in(self, seat: Seat) -> CameBack:
        seat.sitting_out = False
        seat.timeouts = 0
        return CameBack(seat.number)

    # --- refusals ------------------------------------------------------------------------------------------------

    def seat_of(self, player: str) -> Seat:
        """Returns the seat of the player with that id; raises Refusal where they have none."""
        seat = self.seats.of(player)
        if seat is None:
            raise Refusal("not-seated", "You have no seat at this table; sit down first.")
        return seat

    def _seat_of_staying(self, player: str) -> Seat:
        seat = self.seat_of(player)
        check_staying(seat)
        return seat

    def _check_newcomer(self, player: PlayerIdentity) -> None:
        seat = self.seats.of(player.id)
        if seat is not None:
            check_staying(seat)
            raise Refusal("seated", f"You have seat {seat.number} already; leave it to take another.")
        if any(look_alike(player.name, other.name) for other in self.seats.occupied):
            raise Refusal("name-taken", f"Another player here is called {player.name}; take another name.")

    def _free_seat(self, number: int) -> int:
        free = self.seats.free
        if not free:
            raise Refusal("table-full", "Every seat at this table is taken; watch until one comes free.")
        if not number:
            return free[0]
        if not 1 <= number <= self.seats.places:
            raise Refusal("no-such-seat", f"This table has seats 1 to {self.seats.places}; choose one of them.")
        if number not in free:
            raise Refusal("seat-taken", f"Seat {number} is taken; choose another.")
        return number
