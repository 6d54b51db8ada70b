"""What players and the host command about chips, apart from sitting down and adding some."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from railbird_shared.protocol.actions import TopUpTo
from railbird_shared.protocol.command_base import CommandBase, Text
from railbird_shared.protocol.quantities import Balance, Chips, SeatNumber
from railbird_shared.protocol.table_limits import MAX_CORRECTED_PLAYERS


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


class CorrectedPlayer(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The chips that a player gets by a correction, negative if they give them.

    `name` is that of whoever sits at the table, or else of one who has left it.
    """

    name: Text
    chips: Balance


class CorrectBooks(CommandBase, frozen=True, kw_only=True, tag="correct-books"):
    """Moves chips, as the host and between hands, from some players to others; as many are given as are taken.

    `reason` says why, for everybody to read.
    """

    players: Annotated[tuple[CorrectedPlayer, ...], Meta(max_length=MAX_CORRECTED_PLAYERS)]
    reason: Text


BankCommand = AutoTopUp | AnswerBuyIn | CorrectBooks
"""The commands about chips that a table decides, with those of a seat."""
