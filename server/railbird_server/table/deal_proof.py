"""The proofs of a fair deal for those who come to know its cards: commitment, places and openings.

A card is opened to everybody once a public event names it, and to a player when it is dealt to them. Cards that are
mucked, burned or still to come are never opened.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from railbird_server.rules.dealing import DealSeeds, GivenCard
from railbird_server.rules.events import Dealt, Discarded
from railbird_server.table.inputs import DiscardsPlaced, ForSeat, FullEvent
from railbird_shared.fair_deal.record import DealProgress
from railbird_shared.game.cards import Card
from railbird_shared.protocol import events as ev


class DealProof:
    """The proof of a hand, from its seeds: its `progress` as all were told, None before, and `own` openings by seat."""

    def __init__(self, seeds: DealSeeds, pack: Sequence[Card]) -> None:
        self._deal = seeds.deal_of(pack)
        self._tells_discards = bool(seeds.streets)
        self.progress: DealProgress | None = None
        self.own: dict[int, tuple[ev.Opening, ...]] = {}
        self._given: list[GivenCard] = []
        self._public: set[tuple[int, int]] = set()
        self._held: dict[int, list[GivenCard]] = {}
        self._before_runs: dict[int, list[GivenCard]] = {}
        self._followed: set[GivenCard] = set()

    def prove(self, events: Sequence[FullEvent], given: Sequence[GivenCard]) -> list[FullEvent]:
        """Returns the events of a step with what proves them; `given` is where all cards of the hand went so far."""
        new = list(given[len(self._given) :])
        proved: list[FullEvent] = []
        faces: list[GivenCard] = [card for card in new if card.to == ev.BOARD]
        for event in events:
            proved.append(self._place(event) if isinstance(event, Discarded) else event)
            if isinstance(event, ev.HandStarted):
                self.progress = DealProgress(self._deal.commitment)
                proved.append(self._deal.commitment)
            faces += self._follow(event, new)
        if self.progress is None:
            return proved
        self._given += new
        proved += self._tell_places(self.progress, new)
        proved += self._open_to_seats(new)
        return proved + self._open_to_all(self.progress, faces)

    def _place(self, discarded: Discarded) -> Discarded | DiscardsPlaced:
        """Returns a discard with the places of its cards, as far as the hand tells them."""
        thrown = self._find(self._held.get(discarded.seat, []), discarded.cards)
        if self.progress is None or not self._tells_discards or not thrown:
            return discarded
        places = tuple(ev.DeckPlace(card.place, card.order) for card in thrown)
        self.progress = self.progress.with_discards(places)
        return DiscardsPlaced(discarded, places)

    def _follow(self, event: FullEvent, new: Sequence[GivenCard]) -> list[GivenCard]:
        """Notes who holds which cards after an event; returns those that everybody sees by it."""
        match event:
            case Dealt(seat, down, up):
                held = self._held.setdefault(seat, [])
                mine = [card for card in new if card.to == seat and card not in self._followed]
                dealt = mine[: len(down) + len(up)]
                self._followed.update(dealt)
                held += dealt
                return dealt[len(down) :]
            case Discarded(seat, cards):
                thrown = self._find(self._held.get(seat, []), cards)
                self._held[seat] = [card for card in self._held.get(seat, []) if card not in thrown]
            case ev.RunBegan(run):
                if run == 1:
                    self._before_runs = self._held
                self._held = {seat: [*cards] for seat, cards in self._before_runs.items()}
            case ev.HandShown(seat, cards) | ev.CardsShown(seat, cards):
                return self._find(self._held.get(seat, []), cards)
            case ev.OpenersShown(seat, cards):
                return self._find([card for card in (*self._given, *new) if card.to == seat], cards)
            case ev.RabbitHunted(cards=cards):
                return self._to_come(cards)
        return []

    def _find(self, held: Iterable[GivenCard], cards: Iterable[Card]) -> list[GivenCard]:
        """Returns where cards lay that are among those held."""
        left, found = list(held), []
        for card in cards:
            place = next((each for each in left if self._deal.order(each.order)[each.place] is card), None)
            if place is not None:
                left.remove(place)
                found.append(place)
        return found

    def _tell_places(self, progress: DealProgress, new: Iterable[GivenCard]) -> list[ev.DeckDealt]:
        told: list[ev.DeckDealt] = []
        for (order, _), cards in groupby(new, lambda card: (card.order, card.to if card.order else None)):
            run = list(cards)
            places = tuple(card.place for card in run) if order else ()
            told.append(ev.DeckDealt(tuple(card.to for card in run), order, places))
        for dealt in told:
            progress = progress.with_dealt(dealt)
        self.progress = progress
        return told

    def _open_to_seats(self, new: Iterable[GivenCard]) -> list[ForSeat]:
        opened: dict[int, list[ev.Opening]] = {}
        for card in new:
            if card.to not in {ev.BOARD, ev.BURNED}:
                opened.setdefault(card.to, []).append(self._open(card))
        for seat, openings in opened.items():
            self.own[seat] = (*self.own.get(seat, ()), *openings)
        return [ForSeat(seat, ev.YourOpenings(tuple(openings))) for seat, openings in opened.items()]

    def _open_to_all(self, progress: DealProgress, faces: Iterable[GivenCard]) -> list[ev.CardsOpened]:
        places = {(face.order, face.place): face for face in faces}
        openings = tuple(self._open(face) for place, face in sorted(places.items()) if place not in self._public)
        self._public |= places.keys()
        self.progress = (self.progress or progress).with_opened(openings)
        return [ev.CardsOpened(openings)] if openings else []

    def _open(self, card: GivenCard) -> ev.Opening:
        return self._deal.open(card.order, card.place)

    def _to_come(self, cards: Iterable[Card]) -> list[GivenCard]:
        """Returns where the cards lie that would have come, which are in the order of the deck."""
        deck, place = self._deal.deck, sum(card.order == 0 for card in self._given)
        found: list[GivenCard] = []
        for card in cards:
            place = deck.index(card, place)
            found.append(GivenCard(0, place, ev.BOARD))
            place += 1
        return found
