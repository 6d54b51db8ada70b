"""The pot that nobody has won yet: who has paid what into it, and how it is divided if no hand comes for it (BT-38)."""

from __future__ import annotations

from collections.abc import Mapping

from railbird_server.table.hand.dealer_button import clockwise
from railbird_server.table.hand.hand_in_progress import HandInProgress
from railbird_server.table.seats import Seats
from railbird_shared.protocol.events import CarriedPotTaken


class CarriedPot:
    """A pot that is carried from hand to hand.

    `chips` wait for the next hand. `passed_out` counts the hands in a row that everybody has passed (VT-5D-23), and
    `paid` has the chips that each player has put in since a pot was won or divided, by player id.
    """

    def __init__(self) -> None:
        self.chips = 0
        self.passed_out = 0
        self.paid: dict[str, int] = {}

    def restore(self, chips: int, passed_out: int, paid: Mapping[str, int]) -> None:
        """Takes over a pot."""
        self.chips, self.passed_out, self.paid = chips, passed_out, dict(paid)

    def begin_hand(self) -> None:
        """Puts the chips into the pot of a hand."""
        self.chips = 0

    def end_hand(self, current: HandInProgress, seats: Seats) -> None:
        """Takes what a hand leaves, and notes who has paid for it."""
        self.chips = current.hand.carried
        if not current.fault:
            self.passed_out = self.passed_out + 1 if self.chips else 0
        if not self.chips:
            self.paid = {}
            return
        for seat in seats.occupied:
            if player := current.hand.players.get(seat.number):
                self.paid[seat.player] = self.paid.get(seat.player, 0) + player.paid + player.dead_chips

    def divide(self, seats: Seats, button: int) -> list[CarriedPotTaken]:
        """Divides the pot among those at the table who have paid into it, by what they paid, and adds the shares.

        Odd chips go one each from the button's left. Where nobody who paid is left, all at the table share alike.
        """
        paid = {seat.number: self.paid.get(seat.player, 0) for seat in seats.occupied}
        if not any(paid.values()):
            paid = dict.fromkeys(paid, 1)
        order = clockwise((number for number, chips in paid.items() if chips), button)
        if not self.chips or not order:
            return []
        shares = {number: self.chips * paid[number] // sum(paid.values()) for number in order}
        uneven = [number for number in order if self.chips * paid[number] % sum(paid.values())]
        for number in uneven[: self.chips - sum(shares.values())]:
            shares[number] += 1
        for seat in seats.occupied:
            seat.stack += shares.get(seat.number, 0)
        self.restore(self.chips - sum(shares.values()), self.passed_out, {})
        return [CarriedPotTaken(number, chips, ("BT-38",)) for number, chips in shares.items() if chips]
