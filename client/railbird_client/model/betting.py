"""How much to bet: presets, steps and typed amounts, always within what is legal. Totals for the round, in chips."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

from railbird_shared.actions import LegalActions, Wager, WagerKind
from railbird_shared.view import TableView

WAGER_VERBS = {WagerKind.BET: "Bet", WagerKind.RAISE: "Raise to", WagerKind.COMPLETE: "Complete to"}
"""What the button says; the amount that follows is always the new total."""


class Preset(NamedTuple):
    """A ready amount: its name and the player's total for the round."""

    name: str
    total: int


class BetSizing(Struct, frozen=True):
    """The amounts open to the player in turn: `pot_after_call` is what a call would make it, `step_size` the step of the bet keys."""

    wager: Wager
    pot_after_call: int
    call_total: int
    step_size: int
    all_in_to: int

    @property
    def is_fixed(self) -> bool:
        """Whether there is nothing to choose."""
        return self.wager.minimum == self.wager.maximum

    @property
    def verb(self) -> str:
        """What the player would do: "Bet", "Raise to" or "Complete to"."""
        return WAGER_VERBS[self.wager.kind]

    def clamp(self, total: int) -> int:
        """Returns the legal total nearest to the one asked for."""
        total = min(self.wager.maximum, max(self.wager.minimum, total))
        return min(self.wager.totals, key=lambda each: abs(each - total)) if self.wager.totals else total

    def pot_fraction(self, quarters: int) -> int:
        """Returns the total that bets so many quarters of the pot on top of a call."""
        return self.clamp(self.call_total + self.pot_after_call * quarters // 4)

    @property
    def presets(self) -> tuple[Preset, ...]:
        """The ready amounts, smallest first; equal ones are not left out, so that each key keeps its place."""
        if self.is_fixed:
            return ()
        if self.wager.totals:
            return tuple(Preset(f"{total:,}", total) for total in self.wager.totals[:5])
        last = "All" if self.wager.maximum == self.all_in_to else "Max"
        return (
            Preset("Min", self.wager.minimum),
            Preset("½", self.pot_fraction(2)),
            Preset("¾", self.pot_fraction(3)),
            Preset("Pot", self.pot_fraction(4)),
            Preset(last, self.wager.maximum),
        )

    def step_amount(self, total: int, *, bets: int = 0, quarters: int = 0) -> int:
        """Returns the total so many big bets and quarters of the pot above (or below) another."""
        if self.wager.totals:
            place = self.wager.totals.index(self.clamp(total)) + (1 if bets + quarters > 0 else -1)
            return self.wager.totals[min(len(self.wager.totals) - 1, max(0, place))]
        return self.clamp(total + bets * self.step_size + quarters * max(1, self.pot_after_call // 4))

    def slider_amount(self, part: int, whole: int) -> int:
        """Returns the total that lies `part` of `whole` along the slider."""
        reach = self.wager.maximum - self.wager.minimum
        return self.clamp(self.wager.minimum + reach * part // max(1, whole))


def build_bet_sizing(legal: LegalActions, view: TableView) -> BetSizing | None:
    """Returns the amounts the player may bet or raise to, None where he may not."""
    if legal.wager is None:
        return None
    call = legal.call or 0
    return BetSizing(
        legal.wager,
        pot_after_call=view.total_pot + call,
        call_total=legal.bet + call,
        step_size=max(1, view.game.stakes.minimum_bet),
        all_in_to=legal.all_in_to,
    )
