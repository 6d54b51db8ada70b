"""What a player keeps of one fair deal, so that it can be checked again by anybody at any time."""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter

from msgspec import Struct
from msgspec.structs import replace

from railbird_shared.events import (
    BoardDealt,
    CardsDealt,
    CardsOpened,
    CardsShown,
    DealCommitted,
    DeckDealt,
    Drew,
    HandShown,
    HandStarted,
    HandVoided,
    OpenersShown,
    Opening,
    RabbitHunted,
    StreetBegan,
    YourCards,
    YourOpenings,
)
from railbird_shared.quantities import Count, Digest, SeatNumber
from railbird_shared.table_limits import PACK_SIZE

MAX_RUNS_OF_CARDS = 256
"""How many runs of cards a deal is told in at most; a run is from the deck, or from a reshuffle to one seat."""

ProofEvent = DealCommitted | DeckDealt | CardsOpened | YourOpenings
"""The events that a fair deal adds."""

DealEvent = (
    HandStarted
    | HandVoided
    | StreetBegan
    | Drew
    | CardsDealt
    | BoardDealt
    | HandShown
    | CardsShown
    | OpenersShown
    | RabbitHunted
    | YourCards
    | ProofEvent
)
"""The events that say which cards went where, and prove it."""


class OwnSeed(Struct, frozen=True, omit_defaults=True):
    """What a player gave to the shuffle from a seat, and the commitment of the server before they did.

    `opened` says that the server has accepted the opened seed, and `away` that the player lost the connection, sat out
    or left the seat after they were asked: the shuffle may have begun anew without them.
    """

    seat: SeatNumber
    server: Digest
    commitment: Digest
    seed: Digest
    opened: bool = False
    away: bool = False


class DealProgress(Struct, frozen=True, omit_defaults=True):
    """How far a fair deal is: what was committed to, what was dealt since, and the openings of what everybody sees."""

    committed: DealCommitted
    dealt: tuple[DeckDealt, ...] = ()
    opened: tuple[Opening, ...] = ()

    def with_dealt(self, dealt: DeckDealt) -> DealProgress:
        """Returns the deal after more cards; those of one run stand together, however many steps it took."""
        if self.dealt and _continues(self.dealt[-1], dealt):
            last = self.dealt[-1]
            joined = DeckDealt((*last.to, *dealt.to), last.order, (*last.places, *dealt.places))
            return replace(self, dealt=(*self.dealt[:-1], joined))
        return replace(self, dealt=(*self.dealt, dealt)[:MAX_RUNS_OF_CARDS])

    def with_opened(self, openings: Iterable[Opening]) -> DealProgress:
        """Returns the deal with more openings, in the order of their places."""
        return replace(self, opened=in_order((*self.opened, *openings)))


def in_order(openings: Iterable[Opening]) -> tuple[Opening, ...]:
    """Returns openings in the order of their places, one for each place."""
    by_place = {(opening.order, opening.place): opening for opening in openings}
    return tuple(opening for _, opening in sorted(by_place.items(), key=itemgetter(0)))


def _continues(last: DeckDealt, dealt: DeckDealt) -> bool:
    """Whether cards come from the deck like those before them, or from a reshuffle to the same seat."""
    if last.order != dealt.order or len(last.to) + len(dealt.to) > PACK_SIZE:
        return False
    return not dealt.order or {*last.to} == {*dealt.to}


RECORD_FORMAT = 1
"""The number of the format in which records are written."""


class DealRecord(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One hand as a player was told it, as far as a fair deal proves it; `steps` are events that came together.

    Who was away in the hand has seen only its end: `resumed` is how far the deal was when they came back, and
    `own_openings` those of the cards that they held. `server_seed` is the server's seed, where old decks are opened.
    """

    format: Count = RECORD_FORMAT
    table: str
    hand: Count
    seat: SeatNumber | None = None
    own: OwnSeed | None = None
    steps: tuple[tuple[DealEvent, ...], ...] = ()
    resumed: DealProgress | None = None
    own_openings: tuple[Opening, ...] = ()
    server_seed: Digest | None = None
