"""What the host of a table may do to it, apart from its terms: end the night, part with somebody, keep order.

The owner of the server may do the same, through `commands.Administer`.
"""

from __future__ import annotations

from railbird_shared.protocol.command_base import CommandBase, Text
from railbird_shared.protocol.quantities import SeatChoice, SeatNumber


class LastHand(CommandBase, frozen=True, kw_only=True, tag="last-hand"):
    """Has the running hand be the last, or the next one between hands; with `on` false the game goes on after all."""

    on: bool = True


class EndNight(CommandBase, frozen=True, kw_only=True, tag="end-night"):
    """Closes the table after the running hand; everybody takes their chips. With `now` that hand does not count."""

    now: bool = False


class Kick(CommandBase, frozen=True, kw_only=True, tag="kick"):
    """Has the player in a seat leave it with their chips, after their hand."""

    seat: SeatNumber


class MovePlayer(CommandBase, frozen=True, kw_only=True, tag="move-player"):
    """Has the player in a seat move to the free seat `to`, after their hand; with `to` 0 they stay after all."""

    seat: SeatNumber
    to: SeatChoice = 0


class RemoveWaiting(CommandBase, frozen=True, kw_only=True, tag="remove-waiting"):
    """Takes the player of that name off the waiting list."""

    name: Text


class HandOver(CommandBase, frozen=True, kw_only=True, tag="hand-over"):
    """Makes the person in a seat the host of the table."""

    seat: SeatNumber


class Announce(CommandBase, frozen=True, kw_only=True, tag="announce"):
    """Says a line to everybody at the table, which stays in its log."""

    text: Text


class LockTable(CommandBase, frozen=True, kw_only=True, tag="lock-table"):
    """Lets nobody else sit down, or with `on` false lets them again; those who sit play on."""

    on: bool = True


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
