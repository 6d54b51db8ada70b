"""Checks a fair deal while it is told: every card that is seen has to be opened, at the place that it was dealt from.

The next card of the deck is always the one on top, so that the server cannot choose which one somebody gets. Who gets
it follows from what the table tells anyhow: one card at a time from the button's left, the board, a player's draw.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, assert_never

from railbird_shared.cards import Card
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
from railbird_shared.events.fair_deal import BOARD, BURNED
from railbird_shared.fair_deal.merkle import opens
from railbird_shared.fair_deal.record import DealEvent, DealProgress, DealRecord, OwnSeed, ProofEvent
from railbird_shared.fair_deal.shuffling import CommittedDeal, canonical_pack, context_of, seat_commitment

LEFT_BEFORE_RESHUFFLE = 2
"""How many cards of the deck may be left when it is reshuffled: the bottom card, and one to burn."""


class Place(NamedTuple):
    """Where a card lay: at a place of an order of the pack."""

    order: int
    place: int


class DealReport(NamedTuple):
    """The result of a check: how many cards were opened, and a sentence for all that is wrong, or is to be known."""

    cards: int
    faults: tuple[str, ...]
    remarks: tuple[str, ...]
    void: bool = False


class DealChecker:
    """Checks the deal of one hand at a table, step by step.

    `seat` is the viewer's, None on the rail, and `own` what they gave to the shuffle. `is_fair` says that the server
    has committed to the deck.
    """

    def __init__(self, table: str, hand: int, *, seat: int | None = None, own: OwnSeed | None = None) -> None:
        self.faults: list[str] = []
        self.remarks: list[str] = []
        self.void = False
        self._context = context_of(table, hand)
        self._seat = seat
        self._own = own
        self._committed: DealCommitted | None = None
        self._seats: tuple[int, ...] = ()
        self._top = 0
        self._given: dict[Place, int] = {}
        self._opened: dict[Place, Card] = {}
        self._drawing = False
        self._saw_start = False

    @property
    def is_fair(self) -> bool:
        """Whether the server has committed to the deck of this hand."""
        return self._committed is not None

    @property
    def report(self) -> DealReport:
        """The result so far."""
        return DealReport(len(self._opened), tuple(self.faults), tuple(self.remarks), self.void)

    def resume(self, progress: DealProgress, own: Iterable[Opening]) -> None:
        """Goes on with a deal that the viewer has not seen from its start."""
        self.remarks.append("You were away when this hand began, so the order of its deal is not checked.")
        self._commit(progress.committed)
        for dealt in progress.dealt:
            self._take(dealt)
        for opening in progress.opened:
            self._open(opening)
        for opening in own:
            self._open(opening, private=True)

    def see_step(self, events: Iterable[DealEvent]) -> None:
        """Checks the events of one step, those for the viewer alone last."""
        step = _Step()
        for event in events:
            self._see(event, step)
        if self._committed is None:
            return
        step.end_group()
        self._check_recipients(step)
        self._check_own(step)
        self._check_known(step)

    # --- what is told ---

    def _see(self, event: DealEvent, step: _Step) -> None:
        match event:
            case HandStarted(seats=seats):
                self._seats, self._saw_start = seats, True
            case StreetBegan():
                self._drawing = False
                step.end_group()
            case Drew():
                self._drawing = True
            case CardsDealt():
                step.deal(event, grouped=not self._drawing)
            case BoardDealt(cards):
                step.deal_board(cards)
            case HandShown(seat, cards) | OpenersShown(seat, cards) | CardsShown(seat, cards):
                step.shown += [(seat, card) for card in cards]
            case RabbitHunted(cards=cards):
                step.rabbit += cards
            case HandVoided():
                self.void = True
            case _:
                self._see_proof(event, step)

    def _see_proof(self, event: ProofEvent | YourCards, step: _Step) -> None:
        match event:
            case DealCommitted():
                self._commit(event)
            case DeckDealt():
                step.given += self._take(event)
            case CardsOpened(openings):
                for opening in openings:
                    self._open(opening)
            case YourOpenings(openings):
                for opening in openings:
                    self._open(opening, private=True)
            case YourCards(new=new):
                step.own += new
            case _:
                assert_never(event)

    def _commit(self, committed: DealCommitted) -> None:
        if self._committed is not None:
            self.faults.append("The server has committed to two decks for one hand.")
            return
        self._committed = committed
        try:
            canonical_pack(committed.cards, committed.jokers)
        except ValueError as error:
            self.faults.append(str(error))
        if not committed.roots:
            self.faults.append("The server has committed to no deck.")
        for share in committed.seeds:
            if share.seed is not None and seat_commitment(self._context, share.seat, share.seed) != share.commitment:
                self.faults.append(f"The seed of seat {share.seat} is not the one that its player committed to.")
        if len({share.seat for share in committed.seeds}) != len(committed.seeds):
            self.faults.append("A seat has given two seeds to one shuffle.")
        self._check_own_seed(committed)

    def _check_own_seed(self, committed: DealCommitted) -> None:
        own = self._own
        if own is None or (self._saw_start and own.seat not in self._seats):
            return  # who is not dealt in has no part in the shuffle
        if own.away and committed.server != own.server:
            self.remarks.append("The shuffle began anew while you were away, and your seed is not in it.")
            return
        if committed.server != own.server:
            self.faults.append("The server has changed its seed after it had asked for yours.")
        share = next((share for share in committed.seeds if share.seat == own.seat), None)
        if share is not None and (share.commitment, share.seed or own.seed) != (own.commitment, own.seed):
            self.faults.append("The server has put another seed in the place of yours.")
        elif share is None or share.seed is None:
            if own.opened:
                self.faults.append("The server has accepted your seed and left it out of the shuffle.")
            else:
                self.remarks.append("Your seed came too late for the shuffle, or the server left it out.")

    def _take(self, dealt: DeckDealt) -> list[tuple[int, Place]]:
        """Notes where the next cards went; returns each recipient with the place of their card."""
        if self._committed is None:
            self.faults.append("Cards were dealt before the server had committed to a deck.")
            return []
        if dealt.order:
            self._check_reshuffle(dealt, self._committed)
            places = [Place(dealt.order, place) for place in dealt.places]
        else:
            places = [Place(0, self._top + number) for number in range(len(dealt.to))]
            self._top += len(dealt.to)
            if self._top > self._committed.cards:
                self.faults.append("More cards were dealt than the deck has.")
        given = list(zip(dealt.to, places, strict=False))
        for recipient, place in given:
            if place in self._given:
                self.faults.append(f"The card at place {place.place + 1} was dealt twice.")
            self._given[place] = recipient
        return given

    def _check_reshuffle(self, dealt: DeckDealt, committed: DealCommitted) -> None:
        if dealt.order >= len(committed.roots):
            self.faults.append("The server has reshuffled in an order that it did not commit to.")
        if committed.cards - self._top > LEFT_BEFORE_RESHUFFLE:
            self.faults.append("The server has reshuffled while the deck still had cards.")
        if len(dealt.places) != len(dealt.to) or list(dealt.places) != sorted(set(dealt.places)):
            self.faults.append("The reshuffled cards were not dealt in the order that was committed to.")

    def _open(self, opening: Opening, *, private: bool = False) -> None:
        """Notes an opening; `private` ones are of cards that the viewer got."""
        committed = self._committed
        place = Place(opening.order, opening.place)
        if committed is None or opening.order >= len(committed.roots):
            self.faults.append(f"The {opening.card} was opened, and nothing was committed to.")
            return
        if not opens(opening, self._context, committed.roots[opening.order], committed.cards):
            self.faults.append(f"The opening of the {opening.card} does not fit what the server committed to.")
        if self._opened.get(place, opening.card) is not opening.card:
            self.faults.append(f"Place {opening.place + 1} of the deck was opened as two different cards.")
        twins = [at for at, card in self._opened.items() if card is opening.card and at.order == place.order]
        if len({place, *twins}) > (committed.jokers if opening.card.is_joker else 1):
            self.faults.append(f"The {opening.card} was opened at two places of one deck.")
        recipient = self._given.get(place)
        if recipient == BURNED:
            self.faults.append(f"The {opening.card} was opened, and it was burned.")
        if private and recipient != self._seat:
            self.faults.append(f"The {opening.card} was opened as yours, and it was dealt to somebody else.")
        self._opened[place] = opening.card

    # --- what has to agree ---

    def _check_recipients(self, step: _Step) -> None:
        """Checks that the cards went where the table says, from the top of the deck."""
        if not self._saw_start:
            return
        to = [recipient for recipient, _ in step.given]
        expected: list[int] = []
        starts: set[int] = set()
        for chunk in step.chunks:
            starts.add(len(expected))
            expected += chunk
        starts.add(len(expected))
        if [recipient for recipient in to if recipient != BURNED] != expected:
            self.faults.append("The cards were not dealt in turn from the top of the deck.")
        for group in step.groups:
            if group != [seat for seat in self._seats if seat in group]:
                self.faults.append("The deal does not go round from the button's left.")
        dealt = 0
        for before, recipient in zip((None, *to), to, strict=False):
            if recipient == BURNED and (dealt not in starts or before == BURNED):
                self.faults.append("A card was burned in the midst of a deal.")
            dealt += recipient != BURNED

    def _check_own(self, step: _Step) -> None:
        places = [place for recipient, place in step.given if recipient == self._seat and self._seat is not None]
        if len(places) != len(step.own) and (self._saw_start or places):
            self.faults.append("You got other cards than the deck gave you.")
            return
        for card, place in zip(step.own, places, strict=False):
            self._require(card, place, "you were dealt")

    def _check_known(self, step: _Step) -> None:
        """Checks that every card that everybody sees by now is opened, where it was dealt."""
        for recipient, cards in step.faces.items():
            places = [place for to, place in step.given if to == recipient]
            for card, place in zip(cards, places, strict=False):
                if card is not None:
                    self._require(card, place, "everybody sees")
        for seat, card in step.shown:
            held = [place for place, to in self._given.items() if to == seat]
            if not any(self._opened.get(place) is card for place in held):
                self.faults.append(f"Seat {seat} showed the {card}, and it is not opened among the cards dealt to it.")
        for card in step.rabbit:
            if not any(seen is card and place.place >= self._top for place, seen in self._opened.items()):
                self.faults.append(f"The {card} that would have come is not opened among the cards to come.")

    def _require(self, card: Card, place: Place, whose: str) -> None:
        opened = self._opened.get(place)
        if opened is None:
            self.faults.append(f"The {card} that {whose} came without its opening.")
        elif opened is not card:
            self.faults.append(f"The {card} that {whose} lay elsewhere: the {opened} was committed to for its place.")


class _Step:
    """What the events of one step tell of cards."""

    def __init__(self) -> None:
        self.chunks: list[list[int]] = []
        self.groups: list[list[int]] = []
        self.faces: dict[int, list[Card | None]] = {}
        self.given: list[tuple[int, Place]] = []
        self.own: list[Card] = []
        self.shown: list[tuple[int, Card]] = []
        self.rabbit: list[Card] = []
        self._group: list[tuple[int, int]] = []

    def deal(self, dealt: CardsDealt, *, grouped: bool) -> None:
        """Notes cards of a seat: with `grouped` one of several seats in turn, else in one go."""
        count = dealt.down + len(dealt.up)
        self.faces.setdefault(dealt.seat, []).extend([*[None] * dealt.down, *dealt.up])
        if grouped:
            self._group.append((dealt.seat, count))
        else:
            self.chunks.append([dealt.seat] * count)

    def deal_board(self, cards: tuple[Card, ...]) -> None:
        """Notes cards of the board."""
        self.end_group()
        self.faces.setdefault(BOARD, []).extend(cards)
        self.chunks.append([BOARD] * len(cards))

    def end_group(self) -> None:
        """Notes that a round of the deal is over: one card to each seat, and then the next."""
        if self._group:
            seats = [seat for seat, _ in self._group]
            self.groups.append(seats)
            self.chunks.append(seats * max(count for _, count in self._group))
            self._group = []


def check_record(record: DealRecord) -> DealReport:
    """Checks a kept deal again, and the whole shuffle where the server's seed is opened."""
    checker = DealChecker(record.table, record.hand, seat=record.seat, own=record.own)
    if record.resumed is not None:
        checker.resume(record.resumed, record.own_openings)
    for step in record.steps:
        checker.see_step(step)
    committed = commitment_of(record)
    if committed is None:
        checker.faults.append("The server has committed to no deck in this hand.")
    elif record.server_seed is not None:
        checker.faults += check_opened_deck(record, committed, record.server_seed)
    return checker.report


def check_opened_deck(record: DealRecord, committed: DealCommitted, server_seed: bytes) -> list[str]:
    """Returns what is wrong with a deck whose seed is opened: it has to follow from all seeds."""
    try:
        pack = canonical_pack(committed.cards, committed.jokers)
    except ValueError as error:
        return [str(error)]
    reshuffles = len(committed.roots) - 1
    deal = CommittedDeal(record.table, record.hand, pack, server_seed, committed.seeds, reshuffles=reshuffles)
    if deal.commitment.server != committed.server:
        return ["The opened seed is not the one that the server committed to."]
    if deal.commitment.roots != committed.roots:
        return ["The deck that was dealt does not follow from the seeds."]
    return []


def commitment_of(record: DealRecord) -> DealCommitted | None:
    """Returns what the server committed to in a recorded hand, None without a fair deal."""
    if record.resumed is not None:
        return record.resumed.committed
    return next((event for step in record.steps for event in step if isinstance(event, DealCommitted)), None)
