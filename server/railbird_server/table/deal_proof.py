"""What proves the cards of a fair deal to those who come to know them: commitment, places and openings.

A card is opened to everybody once a public event names it, and to a player when it is dealt to them. Cards that are
mucked, burned or still to come are never opened.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from railbird_server.rules.dealing import DealSeeds, GivenCard
from railbird_server.rules.events import Dealt
from railbird_server.table.outcome import FullEvent, HandOpened
from railbird_shared.cards import Card
from railbird_shared.events import (
    CardsOpened,
    CardsShown,
    DeckDealt,
    HandShown,
    HandStarted,
    OpenersShown,
    Opening,
    RabbitHunted,
)
from railbird_shared.events.fair_deal import BOARD, BURNED
from railbird_shared.fair_deal.record import DealProgress


class DealProof:
    """The proof of one hand, from its seeds.

    `progress` is what everybody has been told of it, None before its start, and `own` the openings by seat.
    """

    def __init__(self, seeds: DealSeeds, pack: Sequence[Card]) -> None:
        self._deal = seeds.deal_of(pack)
        self.progress: DealProgress | None = None
        self.own: dict[int, tuple[Opening, ...]] = {}
        self._given: list[GivenCard] = []
        self._public: set[tuple[int, int]] = set()

    def prove(self, events: Sequence[FullEvent], given: Sequence[GivenCard]) -> list[FullEvent]:
        """Returns the events of a step with what proves them; `given` is where all cards of the hand went so far."""
        proved: list[FullEvent] = []
        for event in events:
            proved.append(event)
            if isinstance(event, HandStarted):
                self.progress = DealProgress(self._deal.commitment)
                proved.append(self._deal.commitment)
        if self.progress is None:
            return proved
        new = list(given[len(self._given) :])
        self._given += new
        proved += self._tell_places(self.progress, new)
        proved += self._open_to_seats(new)
        return proved + self._open_to_all(self.progress, self._faces(events, new))

    def _tell_places(self, progress: DealProgress, new: Iterable[GivenCard]) -> list[DeckDealt]:
        told: list[DeckDealt] = []
        for (order, _), cards in groupby(new, lambda card: (card.order, card.to if card.order else None)):
            run = list(cards)
            places = tuple(card.place for card in run) if order else ()
            told.append(DeckDealt(tuple(card.to for card in run), order, places))
        for dealt in told:
            progress = progress.with_dealt(dealt)
        self.progress = progress
        return told

    def _open_to_seats(self, new: Iterable[GivenCard]) -> list[HandOpened]:
        opened: dict[int, list[Opening]] = {}
        for card in new:
            if card.to not in {BOARD, BURNED}:
                opened.setdefault(card.to, []).append(self._open(card))
        for seat, openings in opened.items():
            self.own[seat] = (*self.own.get(seat, ()), *openings)
        return [HandOpened(seat, tuple(openings)) for seat, openings in opened.items()]

    def _open_to_all(self, progress: DealProgress, faces: Iterable[GivenCard]) -> list[CardsOpened]:
        places = {(face.order, face.place): face for face in faces}
        openings = tuple(self._open(face) for place, face in sorted(places.items()) if place not in self._public)
        self._public |= places.keys()
        self.progress = (self.progress or progress).with_opened(openings)
        return [CardsOpened(openings)] if openings else []

    def _open(self, card: GivenCard) -> Opening:
        return self._deal.open(card.order, card.place)

    def _card(self, given: GivenCard) -> Card:
        return self._deal.order(given.order)[given.place]

    # --- which cards everybody sees ---

    def _faces(self, events: Iterable[FullEvent], new: Sequence[GivenCard]) -> list[GivenCard]:
        """Returns the cards that the events of a step show to everybody."""
        by_seat: dict[int, list[GivenCard]] = {}
        for card in new:
            by_seat.setdefault(card.to, []).append(card)
        faces = by_seat.get(BOARD, [])[:]
        dealt: dict[int, int] = {}
        for event in events:
            match event:
                case Dealt(seat, down, up):
                    start = dealt.get(seat, 0) + len(down)
                    dealt[seat] = start + len(up)
                    faces += by_seat.get(seat, [])[start : dealt[seat]]
                case HandShown(seat, cards) | CardsShown(seat, cards) | OpenersShown(seat, cards):
                    faces += self._held(seat, cards)
                case RabbitHunted(cards=cards):
                    faces += self._to_come(cards)
                case _:
                    pass
        return faces

    def _held(self, seat: int, cards: Iterable[Card]) -> list[GivenCard]:
        """Returns where the cards lay that a seat shows, those dealt last first where two are alike."""
        held = [card for card in reversed(self._given) if card.to == seat]
        found: list[GivenCard] = []
        for card in cards:
            place = next((each for each in held if self._card(each) is card and each not in found), None)
            found += [place] if place else []
        return found

    def _to_come(self, cards: Iterable[Card]) -> list[GivenCard]:
        """Returns where the cards lie that would have come, which are in the order of the deck."""
        deck, place = self._deal.deck, sum(card.order == 0 for card in self._given)
        found: list[GivenCard] = []
        for card in cards:
            place = deck.index(card, place)
            found.append(GivenCard(0, place, BOARD))
            place += 1
        return found
