"""Time banks: what each player has beside the turn clock, when it runs, and how it refills.

A turn that outlasts its clock goes on by the player's time bank, and the clock acts when that is empty. The rest of it
stays for later turns, and every so many hands that a player is dealt some time is added, up to a limit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from railbird_server.table.hand.hand_in_progress import HandInProgress
from railbird_server.table.outcome import TurnOpened
from railbird_server.table.seats import Seat
from railbird_server.table.settings import TableSettings
from railbird_shared.protocol.events import TableEvent, TimeBankChanged, TimeBankStarted


class TimeBank(Struct, frozen=True):
    """The time bank of one player: `left` in milliseconds, and the `hands` dealt to them since the last refill."""

    left: int
    hands: int = 0


class TimeBanksState(Struct, frozen=True):
    """The time banks as data, by player id; `counted_hand` is the last hand that counted for the refills."""

    banks: dict[str, TimeBank] = {}
    counted_hand: int = 0


class TimeBanks:
    """The time banks of one table's players; they keep them when they leave and come back."""

    def __init__(self) -> None:
        self._banks: dict[str, TimeBank] = {}
        self._counted_hand = 0
        self._told: dict[tuple[int, str], int] = {}

    @property
    def state(self) -> TimeBanksState:
        """The time banks as data, only while no turn is open."""
        return TimeBanksState(dict(self._banks), self._counted_hand)

    def restore(self, state: TimeBanksState, seats: Iterable[Seat], settings: TableSettings) -> None:
        """Takes over the time banks of a state; `seats` are those whose players know of them."""
        self._banks, self._counted_hand = dict(state.banks), state.counted_hand
        self._told = {(seat.number, seat.player): self.left(seat.player, settings) for seat in seats}

    def left(self, player: str, settings: TableSettings) -> int:
        """Returns what the player with that id has, in milliseconds; 0 at a table without a clock."""
        if not settings.clock_ms:
            return 0
        bank = self._banks.get(player)
        return min(bank.left, settings.time_bank_ms) if bank else settings.time_bank_ms

    def of(self, player: str) -> TimeBank | None:
        """Returns the time bank of the player with that id, None as long as it is full."""
        return self._banks.get(player)

    def take_over(self, player: str, bank: TimeBank) -> None:
        """Gives a player who comes from another table the time bank that they had there."""
        self._banks[player] = bank

    def start(self, current: HandInProgress, seat: Seat, settings: TableSettings, now: int) -> TimeBankStarted | None:
        """Lets the time bank run for the player in turn, whose clock has run out; None where they have none left.

        It does not run for a player whose connection is lost: they got more time for that, and the others wait.
        """
        left = self.left(seat.player, settings)
        if not left or not seat.connected or current.turn is None or current.turn.on_time_bank:
            return None
        deadline = current.use_time_bank(now, left)
        return TimeBankStarted(seat.number, deadline)

    def end_turn(self, player: str, turn: TurnOpened, settings: TableSettings, time_left: int) -> None:
        """Notes what a turn that is over has left of the time bank; `time_left` are its milliseconds to the end."""
        if turn.on_time_bank:
            bank = self._banks.get(player, TimeBank(settings.time_bank_ms))
            self._banks[player] = replace(bank, left=min(time_left, self.left(player, settings)))

    def update(self, seats: Sequence[Seat], ended_hand: int, settings: TableSettings) -> list[TableEvent]:
        """Refills the banks once after each hand; returns an event for each bank that has changed.

        `ended_hand` is the number of the hand that has ended last, 0 while one runs.
        """
        if ended_hand > self._counted_hand:
            self._counted_hand = ended_hand
            for seat in seats:
                if seat.last_hand == ended_hand:
                    self._count_hand(seat.player, settings)
        told, self._told = self._told, {}
        events: list[TableEvent] = []
        for seat in seats:
            key, left = (seat.number, seat.player), self.left(seat.player, settings)
            self._told[key] = left
            if left != told.get(key, 0):
                events.append(TimeBankChanged(seat.number, left))
        return events

    def _count_hand(self, player: str, settings: TableSettings) -> None:
        bank = self._banks.get(player)
        if bank is None or not settings.time_bank_hands:
            return
        hands, left = bank.hands + 1, bank.left
        if hands >= settings.time_bank_hands:
            hands, left = 0, left + settings.time_bank_refill_ms
        if left < settings.time_bank_ms:
            self._banks[player] = TimeBank(left, hands)
        else:
            del self._banks[player]
