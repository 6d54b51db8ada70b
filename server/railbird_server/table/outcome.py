"""The outcome of one input: the events with full knowledge, and what the table needs next.

Nothing here leaves the server as it stands; `audience` turns the events into what each viewer may know.
"""

from __future__ import annotations

from msgspec import Struct

from railbird_server.rules.events import Discarded, RulesEvent
from railbird_shared.protocol.actions import LegalActions, Offers
from railbird_shared.protocol.events import DeckPlace, Opening, RotationEvent, TableEvent


class TurnOpened(Struct, frozen=True):
    """A seat is to act, and may do what `legal` says.

    `started_at` and `deadline` are milliseconds of the table's own time. `on_time_bank` says that the clock of the turn
    has run out, and that the deadline is that of the player's time bank. While the table is paused there is no
    deadline, and `left` are the milliseconds that were left of it.
    """

    seat: int
    turn: int
    started_at: int
    deadline: int | None
    legal: LegalActions
    on_time_bank: bool = False
    left: int | None = None

    def time_left(self, now: int) -> int:
        """Returns the milliseconds to the end of the turn; 0 without a clock."""
        if self.deadline is not None:
            return max(0, self.deadline - now)
        return self.left or 0


class HandNamed(Struct, frozen=True):
    """The hand that a seat's cards and the board make so far is now called `name`; only that seat may know it."""

    seat: int
    name: str


class OffersChanged(Struct, frozen=True):
    """The requests open to the player in a seat have changed; only that player may know it."""

    seat: int
    offers: Offers


class DiscardsPlaced(Struct, frozen=True):
    """A seat threw cards away that had lain at these places, in a fair deal."""

    discarded: Discarded
    places: tuple[DeckPlace, ...]


class HandOpened(Struct, frozen=True):
    """The openings of cards that were dealt to a seat, in a fair deal; only that seat may know them."""

    seat: int
    openings: tuple[Opening, ...]


FullEvent = (
    RulesEvent | TableEvent | RotationEvent | TurnOpened | HandNamed | OffersChanged | DiscardsPlaced | HandOpened
)


class Outcome(Struct, frozen=True):
    """The result of one input.

    With `wants_deck` the table is ready for `Deal` with a freshly shuffled deck, at once; it may ask again in the
    outcome of that, since the first deck of a table only chooses the dealer (DL-2). `wake_at` is when the table wants
    a `Tick`, in milliseconds of the table's own time, None when it waits for players only. `fault` is what went wrong
    inside the server, for the log; the table has dealt with it.
    """

    events: tuple[FullEvent, ...] = ()
    wants_deck: bool = False
    wake_at: int | None = None
    fault: str = ""
