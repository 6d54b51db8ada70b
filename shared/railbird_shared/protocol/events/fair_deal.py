"""Events of a fair deal: what the server commits to before the first card, where each card went, and the openings.

The format is in `fair_deal` and in docs/fairness.md. An opening names a card, so a public event holds only those of
cards that everybody sees.
"""

from __future__ import annotations

from msgspec import Struct

from railbird_shared.game.cards import Card
from railbird_shared.protocol.events.common import Event
from railbird_shared.protocol.quantities import (
    CardCount,
    Digest,
    JokerCount,
    MerklePath,
    OrderIndex,
    PackPlace,
    Recipient,
    Salt,
    SeatNumber,
)

BOARD, BURNED = 0, -1
"""Where a card goes that no seat gets."""


class SeedShare(Struct, frozen=True, omit_defaults=True):
    """The seed of the player in a seat for the shuffle; `seed` is None where they did not open it in time."""

    seat: SeatNumber
    commitment: Digest
    seed: Digest | None = None


class Opening(Struct, frozen=True, omit_defaults=True):
    """Shows that `card` lies at `place` in an order of the pack that was committed to."""

    place: PackPlace
    card: Card
    salt: Salt
    path: MerklePath
    order: OrderIndex = 0


class DeckPlace(Struct, frozen=True, omit_defaults=True):
    """Where a card lay: at a place of an order of the pack, 0 for the deck."""

    place: PackPlace
    order: OrderIndex = 0


class StreetDeal(Struct, frozen=True, omit_defaults=True):
    """The cards of a street: `down` and `up` to each live seat, then those of the `board`; `burn` burns one before.

    In a draw up to `draw` cards are replaced, or `discard` cards thrown away for none; with `fifth_last` the fifth one
    of a seat comes after all have drawn (VT-5D-12).
    """

    burn: bool = False
    down: CardCount = 0
    up: CardCount = 0
    board: CardCount = 0
    draw: CardCount = 0
    discard: CardCount = 0
    fifth_last: bool = False


class DealCommitted(Event, frozen=True, tag="deal-committed"):
    """The server has fixed the deck of the hand, and commits to it before the first card.

    The pack has `cards` cards in all, `jokers` of them jokers. `server` is the commitment to the server's seed, and
    `roots` are those of the Merkle trees over the deck and over the order of each reshuffle. `seeds` are what players
    gave to the shuffle, by seat. `streets` say what each street will deal, so that nobody can choose that later.
    """

    cards: CardCount
    server: Digest
    roots: tuple[Digest, ...]
    jokers: JokerCount = 0
    seeds: tuple[SeedShare, ...] = ()
    streets: tuple[StreetDeal, ...] = ()


class DeckDealt(Event, frozen=True, tag="deck-dealt"):
    """The next cards of the deck went `to` these places, one after another.

    Cards of a reshuffle come from its `order`, in which they lie at `places`; those of the deck follow each other.
    """

    to: tuple[Recipient, ...]
    order: OrderIndex = 0
    places: tuple[PackPlace, ...] = ()


class CardsOpened(Event, frozen=True, tag="cards-opened"):
    """The openings of cards that everybody sees now."""

    openings: tuple[Opening, ...]


FairDealEvent = DealCommitted | DeckDealt | CardsOpened
