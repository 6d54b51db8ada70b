"""The clock of a turn and the time banks of one table, as data; nothing here reads a clock.

A turn that outlasts its clock goes on by the player's time bank, and the clock acts when that is empty. The rest of it
stays for later turns, and every so many hands that a player is dealt some time is added, up to a limit.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from railbird_server.rules.events import RulesEvent
from railbird_server.table.hand_in_progress import HandInProgress
from railbird_server.table.inputs import FullEvent, TimeBank, TurnOpened
from railbird_server.table.seating import Seating
from railbird_server.table.settings import TableSettings
from railbird_shared.game.cards import Card
from railbird_shared.protocol import actions
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.actions import Action, LegalActions


def showdown_pause(last_events: Iterable[RulesEvent], settings: TableSettings) -> int:
    """Returns how much longer than usual a table rests after a hand that ended with these events, in milliseconds.

    Players look at streets dealt without betting one by one, and read the hands shown.
    """
    events = tuple(last_events)
    streets = sum(isinstance(event, ev.StreetBegan) for event in events)
    shown = any(isinstance(event, ev.HandShown) for event in events)
    return settings.pause_ms * ((streets if streets > 1 else 0) + (2 if shown else 0)) // 3


def action_on_timeout(legal: LegalActions, cards: tuple[Card, ...]) -> Action:
    """Returns the act for a player whose time is up: a check if free, else a fold; bring in or stand pat (BT-40)."""
    if legal.check:
        return actions.Check()
    if legal.call == 0:
        return actions.Call()
    return action_on_leaving(legal, cards)


def action_on_leaving(legal: LegalActions, cards: tuple[Card, ...]) -> Action:
    """Returns the act for a player who has stood up: a fold in a betting round, else whatever costs least.

    They make a forced bet that is theirs to make, and discard the first of their `cards` where a discard is required.
    """
    if legal.bring_in is not None and not legal.fold:
        return actions.BringIn()
    if legal.max_discards is not None:
        return actions.Draw(cards[: legal.min_discards])
    if legal.declare:
        return actions.Declare(actions.Declaration.HIGH)
    if legal.claims:
        return actions.Claim(legal.claims[0])
    if legal.max_runs is not None:
        return actions.Run(1)
    return actions.Fold()


class TimeBanksState(Struct, frozen=True):
    """The time banks as data, by player id; `counted_hand` is the last hand that counted for the refills."""

    banks: dict[str, TimeBank] = {}
    counted_hand: int = 0


class TurnClock:
    """The turn clock of one table, for the hand that each method is given; without one, no turn.

    `banks` are the time banks that are not full, by player id; players keep them when they leave and come back.
    """

    def __init__(self, seating: Seating) -> None:
        self.banks: dict[str, TimeBank] = {}
        self._seating = seating
        self._seats = seating.seats
        self._counted_hand = 0
        self._told: dict[tuple[int, str], int] = {}

    @property
    def state(self) -> TimeBanksState:
        """The time banks as data, only while no turn is open."""
        return TimeBanksState(dict(self.banks), self._counted_hand)

    def restore(self, state: TimeBanksState) -> None:
        """Takes over the time banks of a state, once the players have their seats."""
        self.banks, self._counted_hand = dict(state.banks), state.counted_hand
        self._told = self._banks_to_tell()

    def due(self, hand: HandInProgress | None) -> int | None:
        """Returns when the clock acts in the turn that is open, None if it never does.

        That is at its deadline, or without one a grace after its player disconnected. A player whom the host has
        removed has that grace, too, so that nobody can hold a table up for good.
        """
        turn = hand.turn if hand else None
        if turn is None or turn.deadline is not None:
            return turn.deadline if turn else None
        seat = self._seats.taken(turn.seat)
        since = [time for time in (seat.disconnected_since, seat.kicked_at) if time is not None]
        return max(turn.started_at, min(since)) + self._seating.settings.disconnect_grace_ms if since else None

    def turn_of(self, hand: HandInProgress | None) -> tuple[str, TurnOpened] | None:
        """Returns the id of the player in turn, and their turn."""
        return (self._seats.taken(hand.turn.seat).player, hand.turn) if hand and hand.turn else None

    def note_end(self, before: tuple[str, TurnOpened] | None, hand: HandInProgress | None, now: int) -> None:
        """Notes what is left of the time bank of a player whose turn, open `before`, has ended."""
        after = self.turn_of(hand)
        if before and before[1].on_time_bank and (after is None or after[1].turn != before[1].turn):
            player, turn = before
            bank = self.banks.get(player, TimeBank(self._seating.settings.time_bank_ms))
            left = min(turn.time_left(now), self.bank_left(player))
            self.banks[player] = replace(bank, left=left)

    def extend(self, hand: HandInProgress | None) -> list[ev.ClockExtended]:
        """Gives the player in turn more time if their connection is lost, once in each hand."""
        if hand is None or hand.turn is None or self._seats.taken(hand.turn.seat).connected:
            return []
        return hand.extend_turn(self._seating.settings.clock_extension_ms)

    def bank_left(self, player: str) -> int:
        """Returns what the player with that id has of their time bank in milliseconds; 0 without a clock."""
        most = self._seating.settings.time_bank_ms if self._seating.settings.clock_ms else 0
        bank = self.banks.get(player)
        return min(bank.left, most) if bank else most

    def run_out(self, hand: HandInProgress, now: int) -> list[FullEvent]:
        """Lets the time bank run for the player in turn, whose clock has run out, or acts for them without one.

        It does not run for a player whose connection is lost: they got more time for that, and the others wait.
        """
        assert hand.turn is not None
        seat, turn = self._seats.taken(hand.turn.seat), hand.turn
        if seat.connected and not turn.on_time_bank and (left := self.bank_left(seat.player)):
            return [ev.TimeBankStarted(seat.number, hand.use_time_bank(now, left))]
        seat.timeouts = seat.timeouts.after_timeout()
        return hand.act(seat.number, action_on_timeout(turn.legal, hand.cards(seat.number)), timed_out=True)

    def update_banks(self, ended_hand: int) -> list[ev.TimeBankChanged]:
        """Refills the banks once after hand `ended_hand`, 0 while one runs; returns an event for each changed bank."""
        if ended_hand > self._counted_hand:
            self._counted_hand = ended_hand
            for seat in self._seats.occupied:
                if seat.last_hand == ended_hand:
                    self._count_hand(seat.player)
        told, self._told = self._told, self._banks_to_tell()
        changed = ((seat, left) for (seat, player), left in self._told.items() if left != told.get((seat, player), 0))
        return [ev.TimeBankChanged(seat, left) for seat, left in changed]

    def _banks_to_tell(self) -> dict[tuple[int, str], int]:
        """Returns what is left in every bank at the table, by seat and player."""
        seats = self._seats.occupied
        return {(seat.number, seat.player): self.bank_left(seat.player) for seat in seats}

    def _count_hand(self, player: str) -> None:
        bank, settings = self.banks.get(player), self._seating.settings
        if bank is None or not settings.time_bank_hands:
            return
        hands, left = bank.hands + 1, bank.left
        if hands >= settings.time_bank_hands:
            hands, left = 0, left + settings.time_bank_refill_ms
        if left < settings.time_bank_ms:
            self.banks[player] = TimeBank(left, hands)
        else:
            del self.banks[player]
