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
    to: int


class Sizing(Struct, frozen=True):
    """The amounts open to the player in turn: `pot` is what a call would make it, `big` the step of the bet keys."""

    wager: Wager
    pot: int
    called: int
    big: int
    all_in_to: int

    @property
    def fixed(self) -> bool:
        """Whether there is nothing to choose."""
        return self.wager.minimum == self.wager.maximum

    @property
    def verb(self) -> str:
        """What the player would do: "Bet", "Raise to" or "Complete to"."""
        return WAGER_VERBS[self.wager.kind]

    def clamp(self, to: int) -> int:
        """Returns the legal total nearest to the one asked for."""
        to = min(self.wager.maximum, max(self.wager.minimum, to))
        return min(self.wager.only, key=lambda each: abs(each - to)) if self.wager.only else to

    def of_pot(self, quarters: int) -> int:
        """Returns the total that bets so many quarters of the pot on top of a call."""
        return self.clamp(self.called + self.pot * quarters // 4)

    @property
    def presets(self) -> tuple[Preset, ...]:
        """The ready amounts, smallest first; equal ones are not left out, so that each key keeps its place."""
        if self.fixed:
            return ()
        if self.wager.only:
            return tuple(Preset(f"{to:,}", to) for to in self.wager.only[:5])
        last = "All" if self.wager.maximum == self.all_in_to else "Max"
        return (
            Preset("Min", self.wager.minimum),
            Preset("½", self.of_pot(2)),
            Preset("¾", self.of_pot(3)),
            Preset("Pot", self.of_pot(4)),
            Preset(last, self.wager.maximum),
        )

    def stepped(self, to: int, *, bets: int = 0, quarters: int = 0) -> int:
        """Returns the total so many big bets and quarters of the pot above (or below) another."""
        if self.wager.only:
            place = self.wager.only.index(self.clamp(to)) + (1 if bets + quarters > 0 else -1)
            return self.wager.only[min(len(self.wager.only) - 1, max(0, place))]
        return self.clamp(to + bets * self.big + quarters * max(1, self.pot // 4))

    def at(self, part: int, whole: int) -> int:
        """Returns the total that lies `part` of `whole` along the slider."""
        reach = self.wager.maximum - self.wager.minimum
        return self.clamp(self.wager.minimum + reach * part // max(1, whole))


def sizing(legal: LegalActions, view: TableView) -> Sizing | None:
    """Returns the amounts the player may bet or raise to, None where he may not."""
    if legal.wager is None:
        return None
    call = legal.call or 0
    return Sizing(
        legal.wager,
        pot=view.total_pot + call,
        called=legal.bet + call,
        big=max(1, view.game.stakes.minimum_bet),
        all_in_to=legal.all_in_to,
    )
