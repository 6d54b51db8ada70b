"""The setting of fair deals, and what a player keeps of each, so that anybody can check it again at any time."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from operator import itemgetter

from msgspec import Struct
from msgspec.structs import replace

from railbird_shared.game.cards import Card
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.message_base import Event
from railbird_shared.protocol.quantities import Count, Digest, SeatNumber, StreetIndex
from railbird_shared.protocol.table_limits import PACK_SIZE

MAX_RUNS_OF_CARDS = 256
"""How many runs of cards a deal is told in at most; a run is from the deck, or from a reshuffle to one seat."""

ProofEvent = ev.DealCommitted | ev.DeckDealt | ev.CardsOpened | ev.YourOpenings
"""The events that a fair deal adds."""


class OwnSeed(Struct, frozen=True, omit_defaults=True):
    """The seed of a player for the shuffle from a seat, and the commitment of the server before they did.

    `opened` says that the server has accepted the opened seed, and `away` that the player lost the connection, sat out
    or left the seat after they were asked: the shuffle may have begun anew without them. `told` is what all players had
    committed to before the seed was opened.
    """

    seat: SeatNumber
    server: Digest
    commitment: Digest
    seed: Digest
    opened: bool = False
    away: bool = False
    told: tuple[ev.SeedShare, ...] = ()


class DealProgress(Struct, frozen=True, omit_defaults=True):
    """How far a fair deal is: what was committed to, dealt and discarded, and the openings of what everybody sees."""

    committed: ev.DealCommitted
    dealt: tuple[ev.DeckDealt, ...] = ()
    opened: tuple[ev.Opening, ...] = ()
    discarded: tuple[ev.DeckPlace, ...] = ()

    def with_dealt(self, dealt: ev.DeckDealt) -> DealProgress:
        """Returns the deal after more cards; those of one run stand together, however many steps it took."""
        last = self.dealt[-1] if self.dealt else None
        if last is not None and last.order == dealt.order and (not dealt.order or {*last.to} == {*dealt.to}):
            joined = ev.DeckDealt((*last.to, *dealt.to), last.order, (*last.places, *dealt.places))
            if len(joined.to) <= PACK_SIZE:
                return replace(self, dealt=(*self.dealt[:-1], joined))
        return replace(self, dealt=(*self.dealt, dealt)[:MAX_RUNS_OF_CARDS])

    def with_opened(self, openings: Iterable[ev.Opening]) -> DealProgress:
        """Returns the deal with more openings, in the order of their places."""
        return replace(self, opened=in_order((*self.opened, *openings)))

    def with_discards(self, discards: tuple[ev.DeckPlace, ...]) -> DealProgress:
        """Returns the deal after more discards."""
        return replace(self, discarded=(*self.discarded, *discards))


class SeatCards(Struct, frozen=True, omit_defaults=True):
    """The cards of a seat as everybody sees them, in the order dealt, None for a hidden one.

    `out` says that the seat has folded or mucked, and that only its open cards are here. A delayed rail, which sees
    cards that are not open to everybody, keeps none. `winning` are those that are drawn as having won.
    """

    seat: SeatNumber
    cards: tuple[Card | None, ...] | None = ()
    out: bool = False
    winning: tuple[Card, ...] = ()


class SnapshotSeen(Event, frozen=True, kw_only=True, tag="snapshot-seen"):
    """The whole table came at once in the hand, with all cards that are drawn from it.

    `deal` is None where nothing proves the hand. `cards` are the viewer's own, and `openings` those of all cards that
    were dealt to them. `asked` says that their program had asked for it, as it does after a lost connection.
    """

    deal: DealProgress | None = None
    street: StreetIndex = -1
    board: tuple[Card, ...] = ()
    rabbit: tuple[Card, ...] = ()
    hands: tuple[SeatCards, ...] = ()
    cards: tuple[Card, ...] = ()
    openings: tuple[ev.Opening, ...] = ()
    playing: bool = False
    asked: bool = True


ShownEvent = ev.HandShown | ev.CardsShown | ev.OpenersShown | ev.WinningCards | ev.RabbitHunted | ev.RailCards
"""The events that draw cards which lay somewhere before."""

DealtEvent = ev.StreetBegan | ev.Folded | ev.Drew | ev.CardsDealt | ev.BoardDealt | ev.RunBegan | ev.YourCards
"""The events that say which cards went where."""

DealEvent = ev.HandStarted | ev.HandVoided | DealtEvent | ShownEvent | ProofEvent | SnapshotSeen
"""The events of a hand that a record keeps."""


def in_order(openings: Iterable[ev.Opening]) -> tuple[ev.Opening, ...]:
    """Returns openings in the order of their places, one for each place."""
    by_place = {(opening.order, opening.place): opening for opening in openings}
    return tuple(opening for _, opening in sorted(by_place.items(), key=itemgetter(0)))


RECORD_FORMAT = 2
"""The number of the format in which records are written."""

KNOWN_FORMATS = (1, RECORD_FORMAT)
"""The formats that are read; the first lacks snapshots, discards and the cards of several runs."""


class DealRecord(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One hand as a player was told it, as far as a fair deal proves it; `steps` are events that came together.

    `unasked` says that the player's program was there when the hand began, and was asked for no seed. `bots` are the
    seats of bots, which give none. `server_seed` is the server's seed, where old decks are opened. In a record of the
    first format `resumed` is how far the deal was when a player came back who had been away, and `own_openings` those
    of the cards that they held.
    """

    format: Count = 1
    table: str
    hand: Count
    seat: SeatNumber | None = None
    own: OwnSeed | None = None
    unasked: bool = False
    bots: tuple[SeatNumber, ...] = ()
    steps: tuple[tuple[DealEvent, ...], ...] = ()
    resumed: DealProgress | None = None
    own_openings: tuple[ev.Opening, ...] = ()
    server_seed: Digest | None = None


class FairDeal(StrEnum):
    """How far players can check the deals of a table."""

    OFF = "off"
    PROVED = "proved"
    """The deck of each hand is committed to before its first card, and each card that somebody sees is opened."""
    OPENED = "opened"
    """Besides, whole decks are opened at the end of the night, mucked cards and all."""


_PROVED = "Every deal is proved: the deck is fixed before the first card, and your program checks yours."

FAIR_DEAL_SENTENCES = {
    FairDeal.OFF: (),
    FairDeal.PROVED: (_PROVED,),
    FairDeal.OPENED: (_PROVED, "When the table closes, all decks of the night are opened, mucked cards too."),
}
"""The facts about it for players, in sentences."""
