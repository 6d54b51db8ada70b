"""Seats, chips and the waiting list: what players request about them, and what the table does between hands.

Every request is checked whole before anything changes, so a refused one leaves no trace (BT-22). A request of a player
in the running hand is noted and carried out when that hand is over: chips stay out of it (AI-12), and a player who
stands up leaves after it, with all the chips they are owed.

A player waits with a buy-in. As soon as a seat is free, the table seats the first of the list who is connected, in a
step of its own; those before them are passed over and keep their place. A player who is away for as long as a seat
would be kept is taken off the list. While somebody waits for want of a seat, the worst-off bot of the house leaves
after its hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from itertools import takewhile
from typing import NamedTuple, assert_never

from msgspec import Struct
from msgspec.structs import replace

from railbird_server.refusal import IllegalAction, Refusal
from railbird_server.table import after_hand_offers as offers
from railbird_server.table.bank import Account, Bank, BookCorrection, correction_event, plan_correction
from railbird_server.table.host_commands import check_host
from railbird_server.table.inputs import PlayerIdentity
from railbird_server.table.seats import Seat, Seats, Timeouts
from railbird_server.table.settings import TableSettings
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.actions import TopUpTo
from railbird_shared.protocol.commands import ChopBlinds, PostBlind, Sit, Straddle, WishCommand
from railbird_shared.protocol.events import TableEvent
from railbird_shared.protocol.host_commands import AnswerBuyIn, AutoTopUp, BankCommand, CorrectBooks
from railbird_shared.protocol.table_limits import MAX_WAITING
from railbird_shared.text.text_cleaning import look_alike

EXPIRY_NOTICE_MS = 60_000
"""How long before a seat is given up the table is told, in milliseconds, or half of the time if that is less."""


class TimeoutMemory(NamedTuple):
    """A player's missed turns, remembered `until` a time in milliseconds; one `barred` by them may not sit before."""

    timeouts: Timeouts
    until: int
    barred: bool


class SeatingState(Struct, frozen=True):
    """The seats, and the memory of players who have left, by player id."""

    seats: tuple[Seat, ...]
    taken_away: dict[str, tuple[int, int]]
    timeouts: dict[str, TimeoutMemory]


class Seating:
    """The players in their seats with their chips, by the present `settings`; `host` returns who approves buy-ins."""

    def __init__(self, settings: TableSettings, host: Callable[[], PlayerIdentity]) -> None:
        self.seats = Seats(settings.seats)
        self.settings = settings
        self.bank = Bank()
        self._host = host
        self._taken_away: dict[str, tuple[int, int]] = {}
        self._timeouts: dict[str, TimeoutMemory] = {}

    @property
    def state(self) -> SeatingState:
        """The seats as data."""
        return SeatingState(tuple(map(copy, self.seats.occupied)), dict(self._taken_away), dict(self._timeouts))

    def restore(self, state: SeatingState) -> None:
        """Puts players who are nowhere yet where a state says."""
        for seat in state.seats:
            self.seats.take(copy(seat))
        self._taken_away = dict(state.taken_away)
        self._timeouts = dict(state.timeouts)

    # --- what players request ----------------------------------------------------------------------------------------

    def sit(self, player: PlayerIdentity, command: Sit, now: int) -> list[TableEvent]:
        """Seats a player with a buy-in within the table's limits (AI-14), or with more that they took away (AI-15)."""
        self.check_newcomer(player, now)
        number = self._free_seat(command.seat)
        chips = self.checked_buy_in(player, command.chips, now)
        remembered = self._timeouts.pop(player.id, None)
        timeouts = remembered.timeouts if remembered and now < remembered.until else Timeouts()
        asks = self._needs_approval(player.id, house=player.house) and chips > self._taken_away_by(player.id, now)
        seat = Seat(number, player.id, player.name, 0 if asks else chips, bot=player.bot, house=player.house)
        seat.timeouts, seat.arriving = timeouts.after_return(), asks
        sat = self.take_seat(seat)
        return [sat, self.mark_sitting_out(seat, now), *self._request(seat, chips, now)] if asks else [sat]

    def take_seat(self, seat: Seat) -> ev.PlayerSat:
        """Puts a player on a place with the chips that the seat has, which they buy."""
        earlier = -self.bank.net_buy_in(seat.player)
        self.seats.take(seat)
        account = self.bank.accounts.setdefault(seat.player, Account())
        account.name, account.bot = seat.name, seat.bot
        if seat.stack:
            self.bank.buy_in(seat.player, seat.stack)
        return ev.PlayerSat(seat.number, seat.name, seat.stack, seat.bot, earlier)

    def checked_buy_in(self, player: PlayerIdentity, chips: int, now: int) -> int:
        """Returns what a newcomer brings who asks for so many chips, 0 standing for the usual; raises Refusal."""
        least, most = self.settings.min_buy_in, self.settings.max_buy_in
        allowance = self.allowance_for(player.id)
        chips = chips or max(least, min(self.settings.buy_in, allowance))
        if not least <= chips <= most:
            raise IllegalAction("buy-in", f"Bring from {least:,} to {most:,} chips to this table.", "AI-14")
        chips = max(chips, self._taken_away_by(player.id, now))
        offers.check_table_total(chips, self.room_for(player.id))
        offers.check_allowance(chips, allowance)
        return chips

    def stand(self, player: str) -> list[TableEvent]:
        """Notes that a player leaves and asks for no chips; `release_seat` frees the seat once they are in no hand."""
        seat = self.seat_of(player)
        seat.leaving, seat.moves_to = True, 0
        return self._request(seat, 0, seat.asked_at) if seat.requested and seat.in_hand else []

    def change_seat(self, player: str, number: int, *, before_hand: int) -> Seat:
        """Notes the seat to which a player moves before a hand, 0 for none; returns their old one. Raises Refusal."""
        seat = self.staying_seat_of(player)
        if seat.moved_by:
            sentence = f"{seat.moved_by} has you move to seat {seat.moves_to} after this hand; ask them about it."
            raise Refusal("not-now", sentence)
        if seat.moves_to and seat.moves_before < before_hand:
            sentence = f"The next game is named already: you move to seat {seat.moves_to} before it; change that then."
            raise Refusal("not-now", sentence)
        if number == seat.number:
            raise Refusal("seated", f"You have seat {number} already; choose another one to move.")
        seat.moves_to = self._free_seat(number, mover=seat) if number else 0
        seat.moves_before = before_hand
        return seat

    def move_player(self, seat: Seat, number: int, *, before_hand: int, by: str) -> None:
        """Notes the free seat to which somebody has a player move before a hand, 0 for none after all; raises Refusal.

        Where the dealer has named the next game, a player who was to move before it does.
        """
        if seat.kicked or seat.leaving:
            raise Refusal("leaving", f"{seat.name} leaves the table after this hand; choose somebody else.")
        if seat.moves_to and seat.moves_before < before_hand:
            sentence = f"The next game is named already: {seat.name} moves to seat {seat.moves_to} before it."
            raise Refusal("not-now", sentence)
        if number == seat.number:
            raise Refusal("seated", f"{seat.name} has seat {number} already; choose another one.")
        if not number and not seat.moved_by:
            raise Refusal("no-change", f"Nobody has {seat.name} move; they keep their seat anyway.")
        seat.moves_to = self._free_seat(number, mover=seat) if number else 0
        seat.moves_before, seat.moved_by = before_hand, by if number else ""

    def add_chips(self, player: str, chips: int, now: int) -> list[TableEvent]:
        """Adds chips up to the table's most, 0 for the usual buy-in (AI-12); a broke player is dealt in again."""
        seat = self.staying_seat_of(player)
        chips = chips or self.settings.buy_in
        least, most = offers.check_top_up(self.settings, seat, self.room_for(player), self.allowance_for(player))
        if not least <= chips <= most:
            raise IllegalAction("buy-in", f"Add from {least:,} to {most:,} chips.", "AI-14")
        needs = self._needs_approval(player, house=seat.house)
        return self._request(seat, chips, now) if needs else self.add_soon(seat, chips)

    def apply_about_chips(self, player: PlayerIdentity, command: BankCommand, hand: int, now: int) -> list[TableEvent]:
        """Carries out a command about chips, of a player or the host, in or after hand `hand`; raises Refusal."""
        match command:
            case AutoTopUp(to=to):
                seat = self.staying_seat_of(player.id)
                seat.auto_top_up = to
                return [] if seat.in_hand else self._top_up(seat, now)
            case AnswerBuyIn():
                check_host(player, self._host())
                return self._answer_buy_in(command, by=player.name)
            case CorrectBooks():
                check_host(player, self._host())
                correction = plan_correction(self.seats, self.bank, command, by=player.name, hand=hand)
                return self._correct_books(correction, now)
            case _:
                assert_never(command)

    def _answer_buy_in(self, command: AnswerBuyIn, *, by: str) -> list[TableEvent]:
        """Lets a player have the chips that they asked for, or not; a newcomer without them leaves."""
        seat = self.seats.at(command.seat)
        if seat is None or seat.leaving or not seat.requested or seat.requested != command.chips:
            raise Refusal("no-request", "Nobody in that seat asks for so many chips any more; look at the table again.")
        chips, seat.requested = seat.requested, 0
        if command.approve:
            return [ev.BuyInApproved(seat.number, chips, by), *self.add_soon(seat, self._within_limits(seat, chips))]
        seat.auto_top_up = TopUpTo.OFF
        seat.leaving = seat.arriving
        return [ev.BuyInDeclined(seat.number, chips, by)]

    def _correct_books(self, correction: BookCorrection, now: int) -> list[TableEvent]:
        """Moves the chips of a correction; a player with none left sits out, and one who had none is dealt in again."""
        self.bank.correct(correction)
        events: list[TableEvent] = []
        for each in correction.accounts:
            seat = self.seats.of(each.player)
            if seat is None:
                if taken := self._taken_away.get(each.player):
                    self._taken_away[each.player] = max(0, taken[0] + each.chips), taken[1]
                continue
            was_broke, seat.arriving = not seat.stack, seat.arriving and each.chips < 0
            seat.stack += each.chips
            if not seat.stack and not seat.sitting_out:
                events.append(self.mark_sitting_out(seat, now))
            elif was_broke and seat.sitting_out:
                events.append(self._sit_in(seat))
        return [correction_event(correction, self.seats), *events]

    def sit_out(self, player: str, now: int) -> list[TableEvent]:
        """Deals a player no further hands."""
        seat = self.staying_seat_of(player)
        if seat.sitting_out:
            raise Refusal("sitting-out", "You are sitting out already.")
        return [self.mark_sitting_out(seat, now)]

    def sit_in(self, player: str) -> list[TableEvent]:
        """Deals a player in again from the next hand."""
        seat = self.staying_seat_of(player)
        if not seat.sitting_out:
            raise Refusal("not-sitting-out", "You are not sitting out; you are dealt into the next hand.")
        if not seat.stack and not seat.in_hand:
            raise IllegalAction("no-chips", "You have no chips left; add some to be dealt in again.", "AI-11")
        return [self._sit_in(seat)]

    def note_wish(self, player: str, command: WishCommand, *, newcomers_wait: bool) -> None:
        """Notes what a player wants to do from the next hand on, or no longer; nobody else is told. Raises Refusal.

        They post a blind to be dealt in rather than wait for it (DL-26, DL-27), straddle (BT-43), or chop the blinds
        (HS-44).
        """
        seat = self.staying_seat_of(player)
        match command:
            case PostBlind(on=on):
                offers.check_post(self.settings, seat, newcomers_wait=newcomers_wait)
                seat.wants_to_post = on
            case Straddle(on=on):
                offers.check_straddle(self.settings)
                seat.wants_to_straddle = on
            case ChopBlinds(on=on):
                offers.check_chop(self.settings)
                seat.wants_to_chop = on
            case _:
                assert_never(command)

    def sit_out_broke(self, now: int, hand: int) -> list[TableEvent]:
        """Deals no further hands to players of a hand who lost their last chips after it."""
        dealt = [seat for seat in self.seats.occupied if seat.last_hand == hand and not seat.in_hand]
        broke = [seat for seat in dealt if not (seat.stack or seat.sitting_out or seat.in_tournament)]
        return [self.mark_sitting_out(seat, now) for seat in broke if not seat.leaving]

    # --- what the runtime reports -----------------------------------------------------------------------------------

    def note_connection(self, player: str, lost_at: int | None) -> list[TableEvent]:
        """Notes when a player's connection was lost, None when it is back; does nothing for a player without a seat."""
        seat = self.seats.of(player)
        if seat is None or seat.connected is (lost_at is None):
            return []
        seat.disconnected_since = lost_at
        return [ev.ConnectionChanged(seat.number, connected=seat.connected)]

    # --- between hands -------------------------------------------------------------------------------------------

    def close_hand(self, now: int, *, counts: bool) -> list[TableEvent]:
        """Does what waited for the end of the hand: adds chips, and sits out players who are broke or absent.

        With `counts` the hand is one that they have played. A broke player's top-up below the least is dropped (AI-14).
        """
        events: list[TableEvent] = []
        for seat in self.seats.occupied:
            if seat.in_hand and counts:
                self.bank.accounts[seat.player].hands += 1
            seat.in_hand = False
            seat.leaving = seat.leaving or seat.kicked
            if seat.leaving:
                continue
            waiting, seat.top_up = seat.top_up, 0
            if seat.in_tournament and waiting:
                events += self._add(seat, waiting)
                continue
            added = self._within_limits(seat, waiting) if waiting else 0
            if added and (seat.stack or added >= self.settings.min_buy_in):
                events += self._add(seat, added)
            if seat.sitting_out:
                continue
            events += self._top_up(seat, now)
            if seat.has_timed_out_too_often(self.settings.max_timeouts):
                seat.timeouts = replace(seat.timeouts, sit_outs=seat.timeouts.sit_outs + 1)
                seat.leaving = seat.timeouts.cost_the_seat and not seat.in_tournament
                events.append(self.mark_sitting_out(seat, now, ev.SitOutReason.MISSED_TURNS))
            elif not seat.stack and not seat.in_tournament:
                events.append(self.mark_sitting_out(seat, now, ev.SitOutReason.NO_CHIPS))
        return events

    def release_seat(self, now: int, *, paused: bool = False) -> ev.PlayerLeft | None:
        """Frees a seat, if any, of one in no hand who stood up or, unless `paused`, was away too long (AI-13)."""
        for seat in [seat for seat in self.seats.occupied if not seat.in_hand]:
            reserved_until = None if paused else self._reserved_until(seat)
            if seat.leaving or (reserved_until is not None and now >= reserved_until):
                return self.release(seat, now, self._leave_reason(seat, now))
        return None

    def release(self, seat: Seat, now: int, reason: ev.LeaveReason = ev.LeaveReason.NONE) -> ev.PlayerLeft:
        """Frees the seat of a player who is in no hand; they take their chips along (AI-13)."""
        self.seats.release(seat)
        self.bank.cash_out(seat.player, seat.stack)
        self._taken_away = {player: kept for player, kept in self._taken_away.items() if now < kept[1]}
        if not seat.arriving:
            self._taken_away[seat.player] = seat.stack, now + self.settings.return_ms
        self._timeouts = {player: kept for player, kept in self._timeouts.items() if now < kept.until}
        if seat.timeouts != Timeouts():
            barred = seat.timeouts.cost_the_seat
            until = now + (self.settings.seat_hold_ms if barred else self.settings.return_ms)
            self._timeouts[seat.player] = TimeoutMemory(seat.timeouts, until, barred)
        return ev.PlayerLeft(seat.number, seat.name, seat.stack, reason)

    def _leave_reason(self, seat: Seat, now: int) -> ev.LeaveReason:
        if seat.leaving:
            lost = ev.LeaveReason.MISSED_TURNS if seat.timeouts.cost_the_seat else ev.LeaveReason.NONE
            return seat.leave_reason or lost
        since = seat.disconnected_since
        return ev.LeaveReason.SAT_OUT if since is None or now < self.held_until(since) else ev.LeaveReason.DISCONNECTED

    def held_until(self, since: int) -> int:
        """Returns until when the place of a player is kept whose connection was lost `since` then, in milliseconds."""
        return since + self.settings.seat_hold_ms

    @property
    def next_release(self) -> int | None:
        """When a seat is next given up, or that is announced; None while everybody is there and plays."""
        seats = [seat for seat in self.seats.occupied if not seat.in_hand]
        times = [self._reserved_until(seat) for seat in seats] + [self._announce_at(seat) for seat in seats]
        return min((time for time in times if time is not None), default=None)

    def _taken_away_by(self, player: str, now: int) -> int:
        """Returns the chips that a player took from this table within `return_ms`."""
        chips, until = self._taken_away.get(player, (0, 0))
        return chips if now < until else 0

    def announce_expiry(self, now: int) -> list[TableEvent]:
        """Says once for each player who sits out that their seat is given up soon."""
        events: list[TableEvent] = []
        for seat in [seat for seat in self.seats.occupied if not seat.in_hand]:
            due, until = self._announce_at(seat), self._sit_out_until(seat)
            if due is not None and until is not None and due <= now < until:
                seat.expiry_announced = True
                events.append(ev.SeatExpiring(seat.number, until - now))
        return events

    def _announce_at(self, seat: Seat) -> int | None:
        until = self._sit_out_until(seat)
        if until is None or seat.expiry_announced:
            return None
        return until - min(EXPIRY_NOTICE_MS, self.settings.sit_out_ms // 2)

    def _sit_out_until(self, seat: Seat) -> int | None:
        if seat.in_tournament or seat.sitting_out_since is None or not self.settings.sit_out_ms:
            return None
        return seat.sitting_out_since + self.settings.sit_out_ms

    def _reserved_until(self, seat: Seat) -> int | None:
        if seat.in_tournament or seat.disconnected_since is None:
            return self._sit_out_until(seat)
        held, until = self.held_until(seat.disconnected_since), self._sit_out_until(seat)
        return held if until is None else min(held, until)

    def room_for(self, player: str) -> int:
        """Returns how many chips a player may bring, those that wait at any seat for the end of the hand counted."""
        return self.bank.room_for(player) - sum(seat.top_up for seat in self.seats.occupied)

    @property
    def limits(self) -> list[tuple[int, int]]:
        """How many chips the table can count beyond those it has, and how many it still lets each player bring."""
        room = self.room_for("")  # of a player who has taken nothing away
        players = [seat.player for seat in self.seats.occupied]
        return [(room + max(0, -self.bank.net_buy_in(player)), self.allowance_for(player)) for player in players]

    def allowance_for(self, player: str) -> int:
        """Returns how many chips the table still lets a player bring."""
        settings = self.settings
        return self.bank.allowance(player, most_rebuys=settings.most_rebuys, most_brought=settings.most_brought)

    def _within_limits(self, seat: Seat, chips: int) -> int:
        """Returns as many of the chips as a player may still add, those that wait for the end of the hand counted."""
        most = min(self.settings.max_buy_in - seat.stack, self.allowance_for(seat.player)) - seat.top_up
        return max(0, min(chips, most, self.room_for(seat.player)))

    def _needs_approval(self, player: str, *, house: bool) -> bool:
        """Whether the host approves what a player buys; the host's own bots of the house need nobody."""
        return self.settings.approve_buy_ins and not house and player != self._host().id

    # --- changing one seat ---------------------------------------------------------------------------------------

    def _request(self, seat: Seat, chips: int, now: int) -> list[TableEvent]:
        """Asks the host for chips; a player who asks for others keeps their place among those who wait."""
        seat.asked_at = seat.asked_at if seat.requested else now
        seat.requested = chips
        return [ev.BuyInRequested(seat.number, chips, seat.asked_at)]

    def _top_up(self, seat: Seat, now: int) -> list[TableEvent]:
        """Tops up a player who wishes it and is there, or asks the host for it."""
        if seat.auto_top_up is TopUpTo.OFF or not seat.connected or seat.sitting_out or seat.requested:
            return []
        wanted = self.settings.buy_in if seat.auto_top_up is TopUpTo.USUAL else self.settings.max_buy_in
        chips = self._within_limits(seat, wanted - seat.stack)
        if not chips or (not seat.stack and chips < self.settings.min_buy_in):
            return []
        needs = self._needs_approval(seat.player, house=seat.house)
        return self._request(seat, chips, now) if needs else self._add(seat, chips)

    def add_soon(self, seat: Seat, chips: int) -> list[TableEvent]:
        """Adds chips now, or after the hand that the player is in."""
        if seat.in_hand:
            seat.top_up += chips
            return []
        return self._add(seat, chips) if chips else []

    def _add(self, seat: Seat, chips: int) -> list[TableEvent]:
        was_broke, seat.arriving = not seat.stack, False
        self.bank.buy_in(seat.player, chips)
        seat.stack += chips
        events: list[TableEvent] = [ev.ChipsAdded(seat.number, chips, seat.stack)]
        if was_broke and seat.sitting_out:
            events.append(self._sit_in(seat))
        return events

    def mark_sitting_out(self, seat: Seat, now: int, reason: ev.SitOutReason = ev.SitOutReason.NONE) -> ev.SatOut:
        """Notes that a player sits out from now on."""
        seat.sitting_out, seat.sitting_out_since, seat.expiry_announced = True, now, False
        return ev.SatOut(seat.number, reason)

    def _sit_in(self, seat: Seat) -> ev.CameBack:
        seat.sitting_out, seat.sitting_out_since = False, None
        seat.timeouts = seat.timeouts.after_return()
        return ev.CameBack(seat.number)

    # --- refusals ------------------------------------------------------------------------------------------------

    def seat_of(self, player: str) -> Seat:
        """Returns the seat of the player with that id; raises Refusal where they have none."""
        seat = self.seats.of(player)
        if seat is None:
            raise Refusal("not-seated", "You have no seat at this table; sit down first.")
        return seat

    def staying_seat_of(self, player: str) -> Seat:
        """Returns the seat of a player who does not leave it; raises Refusal where they have none."""
        seat = self.seat_of(player)
        offers.check_staying(seat)
        return seat

    def check_newcomer(self, player: PlayerIdentity, now: int) -> None:
        """Raises Refusal for a player who may not sit down now, whatever they bring."""
        seat = self.seats.of(player.id)
        if seat is not None:
            offers.check_staying(seat)
            raise Refusal("seated", f"You have seat {seat.number} already; leave it to take another.")
        remembered = self._timeouts.get(player.id)
        if remembered and remembered.barred and now < remembered.until:
            minutes = -(-(remembered.until - now) // 60_000)
            wait = f"{minutes} minutes" if minutes > 1 else "a minute"
            raise Refusal("timed-out", f"You lost your seat by letting turns pass; sit down again in {wait}.")
        if any(look_alike(player.name, other.name) for other in self.seats.occupied):
            raise Refusal("name-taken", f"Another player here is called {player.name}; take another name.")

    def _free_seat(self, number: int, mover: Seat | None = None) -> int:
        if mover is None:
            self.check_room()
        if not number:
            return self.open_places[0]
        if not 1 <= number <= self.seats.places:
            raise Refusal("no-such-seat", f"This table has seats 1 to {self.seats.places}; choose one of them.")
        promised_to = self.seats.promised.get(number)
        if promised_to is not None and promised_to is not mover:
            sentence = f"Seat {number} is for {promised_to.name}, who moves there after this hand; choose another."
            raise Refusal("seat-taken", sentence)
        if self.seats.at(number) is not None:
            raise Refusal("seat-taken", f"Seat {number} is taken; choose another.")
        return number

    def check_room(self) -> None:
        """Raises Refusal where nobody else can sit down: no seat is free, or the only game is for no more (DL-22)."""
        if not self.seats.open:
            raise Refusal("table-full", "Every seat at this table is taken; wait for one on the waiting list.")
        if not self.room:
            most = f"{self.settings.game.name} is for at most {self._most_players} players"
            raise IllegalAction("table-full", f"{most}; wait for a seat on the waiting list.", "DL-22")

    @property
    def open_places(self) -> list[int]:
        """The numbers of the places that newcomers can take, as many as there can be more players (DL-22)."""
        return self.seats.open[: self.room]

    @property
    def room(self) -> int:
        """How many more players the table has places for; the only game may be for fewer than there are seats."""
        return max(0, self._most_players - len(self.seats.occupied))

    @property
    def _most_players(self) -> int:
        variant = None if self.settings.rotation else self.settings.variant
        return min(self.seats.places, variant.max_seats) if variant else self.seats.places


class Waiter(Struct):
    """A player on the list, with the chips that they bring; 0 stands for the table's usual buy-in.

    `disconnected_since` is when their connection was lost, in milliseconds of the table's own time, and `passed_over`
    says that a seat went to somebody else for that.
    """

    player: PlayerIdentity
    chips: int
    disconnected_since: int | None = None
    passed_over: bool = False

    @property
    def connected(self) -> bool:
        """Whether the player is connected."""
        return self.disconnected_since is None


class WaitingList:
    """The players waiting for a seat at one table, the first to come first."""

    def __init__(self, seating: Seating) -> None:
        self._seating = seating
        self.waiters: list[Waiter] = []

    @property
    def players(self) -> tuple[PlayerIdentity, ...]:
        """The players on the list, in order."""
        return tuple(waiter.player for waiter in self.waiters)

    def of(self, player: str) -> Waiter | None:
        """Returns the entry of the player with that id, None where they do not wait."""
        return next((waiter for waiter in self.waiters if waiter.player.id == player), None)

    def sit(self, player: PlayerIdentity, command: Sit, now: int) -> list[TableEvent]:
        """Seats a player whose turn it is; a person for whom a bot can make room joins the list. Raises Refusal."""
        self._seating.check_newcomer(player, now)
        before = self._before(player.id)
        ahead = [waiter for waiter in before if waiter.connected]
        if len(self._seating.open_places) > len(ahead):
            seated = self._seating.sit(player, command, now)
            self._remove(player.id)
            return [*self._pass_over(before), *seated]
        if not player.bot and len(self._seating.open_places) + len(self._bots) > len(ahead):
            return self.join(player, command.chips, now)
        if player.bot and not self._seating.seats.open:
            raise Refusal("table-full", "Every seat at this table is taken; watch until one comes free.")
        self._seating.check_room()
        first = ahead[0].player.name
        raise Refusal("table-full", f"The free seat is for {first}, who is on the waiting list; wait on it as well.")

    def join(self, player: PlayerIdentity, chips: int, now: int) -> list[TableEvent]:
        """Puts a player at the end of the list; raises Refusal where they could not sit down with that buy-in."""
        if player.bot:
            raise Refusal("no-waiting", "Bots do not wait for a seat; add one when a seat is free.")
        self._seating.check_newcomer(player, now)
        if self.of(player.id) is not None:
            raise Refusal("waiting", "You are on the waiting list already; the table seats you when your turn comes.")
        if len(self.waiters) >= MAX_WAITING:
            raise Refusal("table-full", f"The waiting list is full with {MAX_WAITING} players; come back later.")
        if any(look_alike(player.name, waiter.player.name) for waiter in self.waiters):
            raise Refusal("name-taken", f"Another player who waits is called {player.name}; take another name.")
        self._seating.checked_buy_in(player, chips, now)
        self.waiters.append(Waiter(player, chips))
        missing = len(self._connected) - self._seating.room
        return [ev.WaitingListJoined(player.name, makes_room=0 < missing <= len(self._bots))]

    def leave(self, player: str) -> list[TableEvent]:
        """Takes a player off the list who wishes so; raises Refusal where they are not on it."""
        waiter = self.of(player)
        if waiter is None:
            raise Refusal("not-waiting", "You are not on the waiting list; join it to wait for a seat.")
        return [self._take_off(waiter)]

    def dismiss(self, name: str, by: str) -> list[TableEvent]:
        """Takes the player of that name off the list whom somebody sends away; does nothing where they do not wait."""
        waiter = next((waiter for waiter in self.waiters if look_alike(waiter.player.name, name)), None)
        return [] if waiter is None else [self._take_off(waiter, by=by)]

    def rename(self, player: str, name: str) -> bool:
        """Calls a player on the list by another name; returns False where they do not wait."""
        if waiter := self.of(player):
            waiter.player = replace(waiter.player, name=name)
        return waiter is not None

    def note_connection(self, player: str, lost_at: int | None) -> None:
        """Notes when a player's connection was lost, None when it is back; does nothing for one who does not wait."""
        waiter = self.of(player)
        if waiter is not None and waiter.connected is not (lost_at is None):
            waiter.disconnected_since = lost_at

    def seat_first(self, now: int) -> list[TableEvent]:
        """Seats the first connected player, or tells why they may not sit down any more; tells those before them."""
        waiter = next(iter(self._connected), None)
        if waiter is None or not self._seating.open_places:
            return []
        before = self._before(waiter.player.id)
        self._remove(waiter.player.id)
        try:
            seated = self._seating.sit(waiter.player, Sit(chips=waiter.chips), now)
        except Refusal as refusal:
            return [ev.WaitingListLeft(waiter.player.name, refusal.sentence)]
        return [*self._pass_over(before), *seated]

    def remove_absent(self, now: int) -> list[TableEvent]:
        """Takes everybody off the list who was away for as long as a seat is kept."""
        away = [(waiter, waiter.disconnected_since) for waiter in self.waiters]
        late = [waiter for waiter, since in away if since is not None and now >= self._seating.held_until(since)]
        return [self._take_off(waiter, "They were away for too long.") for waiter in late]

    def make_room(self, now: int) -> ev.PlayerLeft | None:
        """Has the bot of the house with the fewest chips leave if somebody waits for want of a seat; no hand runs."""
        if len(self._connected) <= self._seating.room:
            return None
        worst_off = min(self._bots, key=lambda seat: (seat.stack, seat.number), default=None)
        return self._seating.release(worst_off, now, ev.LeaveReason.MADE_ROOM) if worst_off else None

    @property
    def is_due(self) -> bool:
        """Whether a seat is free for somebody on the list, who takes it with the next tick."""
        return bool(self._connected and self._seating.open_places)

    @property
    def next_removal(self) -> int | None:
        """When somebody is next taken off the list, in milliseconds; None while everybody on it is connected."""
        away = (waiter.disconnected_since for waiter in self.waiters)
        return min((self._seating.held_until(since) for since in away if since is not None), default=None)

    @property
    def _connected(self) -> list[Waiter]:
        return [waiter for waiter in self.waiters if waiter.connected]

    @property
    def _bots(self) -> list[Seat]:
        return [seat for seat in self._seating.seats.occupied if seat.house and not seat.leaving]

    def _before(self, player: str) -> list[Waiter]:
        """Returns those who come before a player, who is on the list or not."""
        return list(takewhile(lambda waiter: waiter.player.id != player, self.waiters))

    def _pass_over(self, before: Sequence[Waiter]) -> list[TableEvent]:
        """Tells those who are away, and came before a player who has just sat down, if no seat is left for them."""
        away = [waiter for waiter in before if not waiter.connected]
        if len(away) <= len(self._seating.open_places):
            return []
        for waiter in away:
            waiter.passed_over = True
        return [ev.PassedOver(waiter.player.name) for waiter in away]

    def _take_off(self, waiter: Waiter, reason: str = "", *, by: str = "") -> ev.WaitingListLeft:
        self._remove(waiter.player.id)
        return ev.WaitingListLeft(waiter.player.name, reason, by)

    def _remove(self, player: str) -> None:
        self.waiters = [waiter for waiter in self.waiters if waiter.player.id != player]
