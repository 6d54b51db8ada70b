"""Commands of hosts and players besides the play itself: about people, chips and the rail of a table.

The owner of the server may do the same, through `commands.Administer`.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from railbird_shared.protocol.actions import TopUpTo
from railbird_shared.protocol.message_base import CommandBase, SeatCommandBase, SwitchCommand, Text
from railbird_shared.protocol.quantities import Balance, Chips, Count, SeatChoice


class LastHand(SwitchCommand, frozen=True, kw_only=True, tag="last-hand"):
    """Has the running hand be the last, or the next one between hands; with `on` false the game goes on after all."""


class EndNight(CommandBase, frozen=True, kw_only=True, tag="end-night"):
    """Closes the table after the running hand; everybody takes their chips. With `now` that hand does not count."""

    now: bool = False


class Kick(SeatCommandBase, frozen=True, kw_only=True, tag="kick"):
    """Has the player in a seat leave it with their chips, after their hand."""


class MovePlayer(SeatCommandBase, frozen=True, kw_only=True, tag="move-player"):
    """Has the player in a seat move to the free seat `to`, after their hand; with `to` 0 they stay after all."""

    to: SeatChoice = 0


class RemoveWaiting(CommandBase, frozen=True, kw_only=True, tag="remove-waiting"):
    """Takes the player of that name off the waiting list."""

    name: Text


class HandOver(SeatCommandBase, frozen=True, kw_only=True, tag="hand-over"):
    """Makes the person in a seat the host of the table."""


class Announce(CommandBase, frozen=True, kw_only=True, tag="announce"):
    """Says a line to everybody at the table, which stays in its log."""

    text: Text


class LockTable(SwitchCommand, frozen=True, kw_only=True, tag="lock-table"):
    """Lets nobody else sit down, or with `on` false lets them again; those who sit play on."""


class Ban(CommandBase, frozen=True, kw_only=True, tag="ban"):
    """Keeps the person of that name away from the table, after their hand; with `on` false the ban is lifted.

    With `address` nobody else comes from their address either.
    """

    name: Text
    address: bool = False
    on: bool = True


class Mute(CommandBase, frozen=True, kw_only=True, tag="mute"):
    """Lets the person of that name say nothing at the table, or with `on` false lets them again."""

    name: Text
    on: bool = True


class ListPeople(CommandBase, frozen=True, kw_only=True, tag="list-people"):
    """Asks who is at the table, with a seat or without."""


HostCommand = LastHand | EndNight | Kick | RemoveWaiting | HandOver | Announce | LockTable
"""The commands of a host that a table decides."""

PeopleCommand = Ban | Mute | ListPeople
"""The commands of a host about people, whom the room knows by name."""


class AutoTopUp(CommandBase, frozen=True, kw_only=True, tag="auto-top-up"):
    """Asks to be topped up between hands from now on: to the usual buy-in, to the most, or no longer."""

    to: TopUpTo


class AnswerBuyIn(SeatCommandBase, frozen=True, kw_only=True, tag="answer-buy-in"):
    """Approves the chips that the player in a seat asks for, or with `approve` false declines them.

    `chips` is the amount that the host has seen; a request that has changed meanwhile is not answered.
    """

    chips: Chips
    approve: bool = True


class CorrectedPlayer(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The chips that a player gets by a correction, negative if they give them.

    `name` is that of a player at the table, or else of one who has left it.
    """

    name: Text
    chips: Balance


class CorrectBooks(CommandBase, frozen=True, kw_only=True, tag="correct-books"):
    """Moves chips, as the host and between hands, from some players to others, none lost; all read the `reason`."""

    players: Annotated[tuple[CorrectedPlayer, ...], Meta(max_length=20)]
    reason: Text


BankCommand = AutoTopUp | AnswerBuyIn | CorrectBooks
"""The commands about chips that a table decides, with those of a seat."""


class ChangeRail(CommandBase, frozen=True, kw_only=True, tag="change-rail"):
    """Has at most `limit` people watch, any number if it is None; with `speaks` the players read what they write.

    With a limit of 0 those are sent away who watch without having played. Otherwise who watches already may stay.
    """

    limit: Count | None = None
    speaks: bool = False


class LetRailSee(SwitchCommand, frozen=True, kw_only=True, tag="let-rail-see"):
    """Lets a delayed rail see the player's cards from the next hand on, or with `on` false no longer."""


class ListWatchers(CommandBase, frozen=True, kw_only=True, tag="list-watchers"):
    """Asks who watches the table."""


class SendAway(CommandBase, frozen=True, kw_only=True, tag="send-away"):
    """Sends the person of that name away who watches; they may come back after some minutes."""

    name: Text


SharedHostCommand = HostCommand | PeopleCommand | CorrectBooks | AnswerBuyIn | MovePlayer | ChangeRail | SendAway
"""The commands of a host that the owner of the server may give, too."""
