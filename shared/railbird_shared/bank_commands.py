"""What players and the host command about chips, apart from sitting down and adding some."""

from __future__ import annotations

from railbird_shared.actions import TopUpTo
from railbird_shared.command_base import CommandBase
from railbird_shared.quantities import Chips, SeatNumber


class AutoTopUp(CommandBase, frozen=True, kw_only=True, tag="auto-top-up"):
    """Asks to be topped up between hands from now on: to the usual buy-in, to the most, or no longer."""

    to: TopUpTo


class AnswerBuyIn(CommandBase, frozen=True, kw_only=True, tag="answer-buy-in"):
    """Approves the chips that the player in a seat asks for, or with `approve` false declines them.

    `chips` is the amount that the host has seen; a request that has changed meanwhile is not answered.
    """

    seat: SeatNumber
    chips: Chips
    approve: bool = True


BankCommand = AutoTopUp | AnswerBuyIn
"""The commands about chips that a table decides, with those of a seat."""
