"""The acts of the host on the table; `by` is their name, or "the house" for the owner of the server."""

from __future__ import annotations

from railbird_shared.protocol.events.common import Event
from railbird_shared.protocol.quantities import Count, SeatChoice, SeatNumber


class LastHandCalled(Event, frozen=True, tag="last-hand-called"):
    """No hand is dealt after the one of that number."""

    by: str
    hand: Count


class LastHandRevoked(Event, frozen=True, tag="last-hand-revoked"):
    """The game goes on after all."""

    by: str


class NightEnding(Event, frozen=True, tag="night-ending"):
    """The table closes when no hand runs any more; with `now` it closes at once, and a running hand does not count."""

    by: str
    now: bool = False


class PlayerKicked(Event, frozen=True, tag="player-kicked"):
    """The player in a seat has to leave it, after their hand."""

    by: str
    seat: SeatNumber


class SeatAssigned(Event, frozen=True, tag="seat-assigned"):
    """The player in `seat` has to move to the free seat `to`, after their hand, or with `to` 0 stays after all.

    `seat-changed` says when they have moved.
    """

    by: str
    seat: SeatNumber
    to: SeatChoice


class HostingHandedOver(Event, frozen=True, tag="hosting-handed-over"):
    """The player in `seat`, called `host`, is the host of the table from now on."""

    by: str
    seat: SeatNumber
    host: str


class Announced(Event, frozen=True, tag="announced"):
    """The host says something to everybody."""

    by: str
    text: str


class SeatsLocked(Event, frozen=True, tag="seats-locked"):
    """Nobody else may sit down from now on, or with `locked` false they may again."""

    by: str
    locked: bool


class BanChanged(Event, frozen=True, tag="ban-changed"):
    """The person of that name may not come to the table any more, or with `banned` false they may again."""

    by: str
    name: str
    banned: bool


class MuteChanged(Event, frozen=True, tag="mute-changed"):
    """The person of that name may say nothing at the table any more, or with `muted` false they may again."""

    by: str
    name: str
    muted: bool


HostEvent = (
    LastHandCalled
    | LastHandRevoked
    | NightEnding
    | PlayerKicked
    | SeatAssigned
    | HostingHandedOver
    | Announced
    | SeatsLocked
    | BanChanged
    | MuteChanged
)
