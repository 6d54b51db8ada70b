"""All that can be put to a table: what players ask, what the host reports, and the passing of time.

A `player` is the opaque id that the host gave a person or a bot; it is never a name and never a secret.
"""

from __future__ import annotations

from msgspec import Struct

from railbird_shared import actions
from railbird_shared.cards import Card


class Sit(Struct, frozen=True):
    """Takes a seat; `seat` 0 is any free one and `chips` 0 the most that may be brought."""

    player: str
    name: str
    seat: int = 0
    chips: int = 0
    bot: bool = False


class Stand(Struct, frozen=True):
    """Gives the seat up, at the end of the hand if the player is in one."""

    player: str


class AddChips(Struct, frozen=True):
    """Buys more chips, to be added before the next hand if the player is in one (AI-12)."""

    player: str
    chips: int


class SitOut(Struct, frozen=True):
    """Asks to be dealt no further hands."""

    player: str


class ComeBack(Struct, frozen=True):
    """Asks to be dealt in again."""

    player: str


class Act(Struct, frozen=True):
    """Acts in the turn named by the numbers of its hand and its turn."""

    player: str
    hand: int
    turn: int
    action: actions.Action


class Show(Struct, frozen=True):
    """Turns up the cards of the hand just ended (IR-10)."""

    player: str


class PostBlind(Struct, frozen=True):
    """Asks to be dealt in for a posted blind, or no longer to (DL-26, DL-27)."""

    player: str
    on: bool


class Straddle(Struct, frozen=True):
    """Asks to straddle, or no longer to, whenever the player sits where the house lets him."""

    player: str
    on: bool


class See(Struct, frozen=True):
    """Asks to see the hand that a seat mucked at the showdown just ended (SD-8)."""

    player: str
    seat: int


class LinkUp(Struct, frozen=True):
    """The player's connection is there again."""

    player: str


class LinkDown(Struct, frozen=True):
    """The player's connection is lost; his seat and his clock go on."""

    player: str


class Watchers(Struct, frozen=True):
    """So many people now look on from the rail."""

    count: int


class Deal(Struct, frozen=True):
    """Brings the freshly shuffled deck that an outcome asked for."""

    deck: tuple[Card, ...]


class Tick(Struct, frozen=True):
    """Nothing but the passing of time."""


Input = (
    Sit
    | Stand
    | AddChips
    | SitOut
    | ComeBack
    | PostBlind
    | Straddle
    | Act
    | Show
    | See
    | LinkUp
    | LinkDown
    | Watchers
    | Deal
    | Tick
)
