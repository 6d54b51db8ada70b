"""The amount of a bet in the viewer's turn: what may be bet, and what is set in steps, by presets, or typed."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

from railbird_client.drawing.canvas import Press, SliderClick
from railbird_client.table.table_options import DEFAULT_PRESETS, BetPreset
from railbird_client.table.turn.table_keys import TableKey
from railbird_shared.protocol import actions
from railbird_shared.protocol.actions import LegalActions, WagerKind
from railbird_shared.protocol.view import TableView

_MAX_DIGITS = 13

_AMOUNT_STEPS: dict[Press, tuple[int, int]] = {
    TableKey.BET_LESS: (-1, 0),
    TableKey.BET_MORE: (1, 0),
    TableKey.POT_LESS: (0, -1),
    TableKey.POT_MORE: (0, 1),
}
"""The steps of the arrow keys, in minimum bets and in quarters of the pot."""


class Preset(NamedTuple):
    """A preset amount: its name and the player's total for the round."""

    name: str
    total: int


class BetSizing(Struct, frozen=True):
    """The amounts that the player in turn may bet, as totals for the round in chips.

    `pot_after_call` is the pot with the player's call in it, `step_size` the step of the bet keys, and `chosen_presets`
    are those of the player, by digit.
    """

    wager: actions.Wager
    pot_after_call: int
    call_total: int
    step_size: int
    all_in_to: int
    chosen_presets: tuple[BetPreset, ...] = DEFAULT_PRESETS

    @property
    def is_fixed(self) -> bool:
        """Whether only one amount is legal."""
        return self.wager.minimum == self.wager.maximum

    @property
    def range_text(self) -> str:
        """The least and the most as words."""
        return f"{self.wager.minimum:,} to {self.wager.maximum:,}"

    @property
    def verb(self) -> str:
        """The verb on the button; the amount that follows is the new total for the round."""
        verbs = {WagerKind.BET: "Bet", WagerKind.RAISE: "Raise to", WagerKind.COMPLETE: "Complete to"}
        return verbs[self.wager.kind]

    def clamp(self, total: int) -> int:
        """Returns the legal total nearest to `total`."""
        total = min(self.wager.maximum, max(self.wager.minimum, total))
        return min(self.wager.totals, key=lambda each: abs(each - total)) if self.wager.totals else total

    @property
    def presets(self) -> tuple[Preset, ...]:
        """The preset amounts by digit; equal amounts stay, so that each keeps its digit."""
        if self.is_fixed:
            return ()
        if self.wager.totals:
            return tuple(Preset(f"{total:,}", total) for total in self.wager.totals[:5])
        return tuple(map(self.preset, self.chosen_presets))

    def preset(self, chosen: BetPreset) -> Preset:
        """Returns a preset with the legal amount that is nearest to it."""
        if chosen is BetPreset.MIN:
            return Preset(chosen.label, self.wager.minimum)
        if chosen.pot is None:
            return Preset(chosen.label if self.wager.maximum == self.all_in_to else "Max", self.wager.maximum)
        numerator, denominator = chosen.pot
        return Preset(chosen.label, self.clamp(self.call_total + self.pot_after_call * numerator // denominator))

    def step_amount(self, total: int, *, bets: int = 0, quarters: int = 0) -> int:
        """Returns the total `bets` minimum bets and `quarters` quarters of the pot above (or below) `total`."""
        if self.wager.totals:
            index = self.wager.totals.index(self.clamp(total)) + (1 if bets + quarters > 0 else -1)
            return self.wager.totals[min(len(self.wager.totals) - 1, max(0, index))]
        return self.clamp(total + bets * self.step_size + quarters * max(1, self.pot_after_call // 4))

    def slider_amount(self, part: int, whole: int) -> int:
        """Returns the total that lies `part` of `whole` along the slider."""
        reach = self.wager.maximum - self.wager.minimum
        return self.clamp(self.wager.minimum + reach * part // max(1, whole))


def build_bet_sizing(
    legal: LegalActions, view: TableView, presets: tuple[BetPreset, ...] = DEFAULT_PRESETS
) -> BetSizing | None:
    """Returns the amounts that the player may bet or raise to, None if they may not."""
    if legal.wager is None:
        return None
    call = legal.call or 0
    return BetSizing(
        legal.wager,
        pot_after_call=view.total_pot + call,
        call_total=legal.bet + call,
        step_size=max(1, view.game.stakes.minimum_bet),
        all_in_to=legal.all_in_to,
        chosen_presets=presets,
    )


def append_digit(typed: str, digit: int) -> str:
    """Returns the typed digits of an amount with another one, without zeros before them and no more than fit."""
    return f"{typed}{digit}".lstrip("0")[:_MAX_DIGITS]


class BetEntry:
    """The amount to bet or raise to, which is the least until the player sets another; then it is `touched`.

    `typed` are the digits while the player types it, None while they do not, and `notice` is told of the last press.
    """

    def __init__(self, sizing: BetSizing) -> None:
        self.sizing = sizing
        self.amount = sizing.wager.minimum
        self.touched = False
        self.typed: str | None = None
        self.notice = ""

    @property
    def action(self) -> actions.Bet | actions.Raise:
        """The bet or raise of the amount as it is set."""
        return self.sizing.wager.action(self.amount)

    def set_amount(self, amount: int) -> None:
        """Sets the amount, which then counts."""
        self.amount, self.touched = amount, True

    def press(self, press: Press) -> actions.Bet | actions.Raise | None:
        """Takes a press and returns the bet or raise that it completes, if any."""
        self.notice = ""
        if self.typed is not None:
            return self._type(self.typed, press)
        match press:
            case TableKey.WAGER if self.touched or self.sizing.is_fixed:
                return self.action
            case TableKey.CONFIRM if self.touched:
                return self.action
            case TableKey.WAGER:
                self.touched = True
                self.notice = f"Choose the amount, then press [Enter] to {self._verb} {self.amount:,}."
            case TableKey.CANCEL:
                self.amount, self.touched = self.sizing.wager.minimum, False
            case _ if not self.sizing.is_fixed:
                self._adjust(press)
            case _:
                pass
        return None

    def _adjust(self, press: Press) -> None:
        sizing = self.sizing
        match press:
            case TableKey.BET_LESS | TableKey.BET_MORE | TableKey.POT_LESS | TableKey.POT_MORE:
                bets, quarters = _AMOUNT_STEPS[press]
                self.set_amount(sizing.step_amount(self.amount, bets=bets, quarters=quarters))
            case TableKey.MINIMUM:
                self.set_amount(sizing.wager.minimum)
            case TableKey.MAXIMUM:
                self.set_amount(sizing.wager.maximum)
            case TableKey(digit=int(digit)) if 1 <= digit <= len(sizing.presets):
                self.set_amount(sizing.presets[digit - 1].total)
            case TableKey.EXACT:
                self.typed = ""
                self.notice = f"Type the total, {sizing.range_text}, then press [Enter]."
            case SliderClick(part, whole):
                self.set_amount(sizing.slider_amount(part, whole))
            case _:
                pass

    def _type(self, typed: str, press: Press) -> actions.Bet | actions.Raise | None:
        match press:
            case TableKey(digit=int(digit)):
                self.typed = append_digit(typed, digit)
            case TableKey.ERASE:
                self.typed = typed[:-1]
            case TableKey.CONFIRM:
                return self._submit(typed)
            case TableKey.CANCEL | TableKey.EXACT:
                self.typed = None
            case SliderClick():
                self.typed = None
                self._adjust(press)
            case _:
                self.notice = "Type digits, then press [Enter]; [Esc] cancels."
        return None

    def _submit(self, typed: str) -> actions.Bet | actions.Raise | None:
        self.typed = None
        if not typed:
            return None
        self.set_amount(self.sizing.clamp(int(typed)))
        if self.amount == int(typed):
            return self.action
        self.notice = f"The nearest amount you can {self._verb} is {self.amount:,}: press [Enter] to do it."
        return None

    @property
    def _verb(self) -> str:
        return self.sizing.verb.lower()
