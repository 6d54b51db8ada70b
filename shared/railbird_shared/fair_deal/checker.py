"""Checks a fair deal while it is told: what is drawn has to be opened, at the place that it was dealt from.

The next card of the deck is always the one on top, so that the server cannot choose which one somebody gets. Its holder
follows from the commitment before the first card and from the table's events (`deal_order`), and so does the hand that
it lies in until it is shown (`held_cards`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, assert_never

from railbird_shared.fair_deal.deal_order import (
    NOT_IN_TURN,
    OTHER_BOARD,
    TOO_MANY,
    DealOrder,
    Given,
    HeldCards,
    ToldDeal,
    is_whole_deal,
    may_hold,
    missing_cards,
)
from railbird_shared.fair_deal.opened_check import check_opened_deck, check_seeds, given_cards
from railbird_shared.fair_deal.record import DealEvent, DealProgress, DealRecord, DealtEvent, ShownEvent, SnapshotSeen
from railbird_shared.fair_deal.shuffling import canonical_pack, context_of, opens
from railbird_shared.game.cards import Card
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.table_limits import MAX_RESHUFFLE_ORDERS, MAX_SEATS

MOST_LEFT = 2
"""The most cards of a deck that a reshuffle leaves there: the bottom card, and one to burn."""

NO_DECK = "The server has committed to no deck in this hand."
TWO_DECKS = "The server has committed to two decks for one hand."
NO_DECK_YET = "Cards were dealt before the server had committed to a deck."
MORE_CARDS = "More cards were dealt than the deck has."
OTHER_CARDS = "You got other cards than the deck gave you."
OTHER_PAST = "The server now tells the deal of this hand otherwise than before."
WAS_AWAY = "You were away when this hand began, so the order of its deal is not checked."
NOT_ASKED_FOR = "The server sent the whole table in this hand, and your program had not asked for it."


class DealReport(NamedTuple):
    """The result of a check: how many cards were opened, and a sentence for all that is wrong, or is to be known."""

    cards: int
    faults: tuple[str, ...]
    remarks: tuple[str, ...]
    void: bool = False


class DealChecker:
    """Checks the deal of the hand of a record, step by step; it has seen no step yet.

    `committed` is what the server has committed to, None without a fair deal.
    """

    def __init__(self, record: DealRecord) -> None:
        self.faults: list[str] = []
        self.remarks: list[str] = []
        self.void = False
        self.record = record
        self._seat = record.seat
        self._context = context_of(record.table, record.hand)
        self.committed: ev.DealCommitted | None = None
        self._order = DealOrder(self._accuse)
        self._held = HeldCards()
        self._given: dict[ev.DeckPlace, int] = {}
        self._top = 0
        self._last_order = 0
        self._opened: dict[ev.DeckPlace, Card] = {}
        self._dealt_in: tuple[int, ...] | None = None
        self._runs = self._times = 0
        self._dealt_before = self._over = False

    @property
    def is_fair(self) -> bool:
        """Whether the server has committed to the deck of this hand."""
        return self.committed is not None

    @property
    def roots(self) -> tuple[bytes, ...]:
        """The commitment of the server, empty before there is one."""
        return self.committed.roots if self.committed else ()

    @property
    def told(self) -> ToldDeal:
        """The facts told of the deal so far."""
        return ToldDeal(tuple((to, place) for place, to in self._given.items()), frozenset(self._held.thrown))

    @property
    def seeds_of_players(self) -> int:
        """How many players who were dealt in gave a seed, as far as the record knows."""
        shares = self.committed.seeds if self.committed else ()
        dealt_in = {share.seat for share in shares} if self._dealt_in is None else {*self._dealt_in}
        return len({share.seat for share in shares if share.seed is not None} & dealt_in - {*self.record.bots})

    @property
    def report(self) -> DealReport:
        """The result so far."""
        return DealReport(len(self._opened), tuple(self.faults), tuple(self.remarks), self.void)

    def see_step(self, events: Iterable[DealEvent]) -> None:
        """Checks the events of one step, those for the viewer alone last."""
        told = list(events)
        for event in told:
            self._see_proof(event)
        if self.committed is None:
            self._dealt_before |= any(
                isinstance(event, ev.CardsDealt | ev.BoardDealt | ev.YourCards | ShownEvent) for event in told
            )
            return
        walk = _Walk()
        for event in told:
            if not isinstance(event, ev.CardsDealt):
                self._deal_group(walk)
            if isinstance(event, DealtEvent):
                self._see_dealt(event, walk)
            elif isinstance(event, ShownEvent):
                self._see_shown(event)
        self._deal_group(walk)
        self._order.end_step()
        self._check_own(walk)

    def resume(self, progress: DealProgress, own: Iterable[ev.Opening]) -> None:
        """Goes on with a deal that the viewer has not seen from its start, as records of the first format tell it."""
        self._see_snapshot(SnapshotSeen(deal=progress, openings=tuple(own)), drawn=False)

    # --- the proof

    def _see_proof(self, event: DealEvent) -> None:
        match event:
            case ev.HandStarted():
                self._begin(event)
            case ev.DealCommitted():
                self._commit(event)
            case ev.DeckDealt():
                self._order.queue.extend(self._take(event))
            case ev.CardsOpened(openings):
                self._open(openings)
            case ev.YourOpenings(openings):
                self._open(openings, private=True)
            case ev.HandVoided():
                self.void = True
            case SnapshotSeen():
                self._see_snapshot(event)

    def _begin(self, started: ev.HandStarted) -> None:
        seats = started.seats
        from_button = sorted(set(seats), key=lambda seat: (seat - started.button - 1) % MAX_SEATS)
        if [*seats] not in (from_button, sorted(set(seats))):
            self._accuse("The seats of the hand do not follow each other from the button.")
        if self.committed is not None or self._dealt_in is not None:
            self._accuse("The hand began twice, or after its deck was committed to.")
        self._dealt_in = self._order.seats = seats

    def _commit(self, committed: ev.DealCommitted) -> None:
        if self.committed is not None:
            self._accuse(TWO_DECKS)
            return
        self.committed = committed
        if self._dealt_before:
            self._accuse(NO_DECK_YET)
        try:
            canonical_pack(committed.cards, committed.jokers)
        except ValueError as error:
            self._accuse(str(error))
        if not committed.roots:
            self._accuse("The server has committed to no deck.")
        if len(committed.roots) > 1 + MAX_RESHUFFLE_ORDERS:
            self._accuse("The server has committed to more orders than a hand can have.")
        if not committed.streets:
            self._remark("The server does not say what each street deals, so a burned card is let pass before each.")
        self._order.commit(committed.cards, committed.streets)
        found = check_seeds(committed, self._context, self.record, self._dealt_in)
        self.faults += found.faults
        self.remarks += found.remarks

    def _take(self, dealt: ev.DeckDealt) -> list[Given]:
        """Notes where the next cards went; returns each recipient with the place of their card."""
        if self.committed is None:
            self._accuse(NO_DECK_YET)
            return []
        if self._over:
            self._accuse("Cards were dealt in a hand that the server had told to be over.")
        self._check_order(dealt, self.committed, self._top)
        given = given_cards(dealt, self._top)
        for recipient, place in given:
            if place in self._given:
                self._accuse(f"The card at place {place.place + 1} was dealt twice.")
            self._given[place] = recipient
            self._top += not place.order
        if self._top > self.committed.cards:
            self._accuse(MORE_CARDS)
        return given

    def _check_order(self, dealt: ev.DeckDealt, committed: ev.DealCommitted, top: int) -> None:
        """Checks that cards come from the order that is due, after `top` cards of the deck."""
        orders, last = len(committed.roots) - 1, self._last_order
        self._last_order = dealt.order
        if dealt.order != last and (not dealt.order or dealt.order != last % max(orders, 1) + 1):
            self._accuse("The reshuffles of the hand did not come in turn.")
        if not dealt.order:
            return
        if committed.streets and not any(street.draw for street in committed.streets):
            self._accuse("The server has reshuffled in a game without draws.")
        if dealt.order >= len(committed.roots):
            self._accuse("The server has reshuffled in an order that it did not commit to.")
        if committed.cards - top > MOST_LEFT:
            self._accuse("The server has reshuffled while the deck still had cards.")
        if len(dealt.places) != len(dealt.to) or list(dealt.places) != sorted(set(dealt.places)):
            self._accuse("The reshuffled cards were not dealt in the order that was committed to.")

    def _open(self, openings: Iterable[ev.Opening], *, private: bool = False) -> None:
        """Notes openings; `private` ones are of cards that the viewer got."""
        committed = self.committed
        for opening in openings:
            card, place = opening.card, ev.DeckPlace(opening.place, opening.order)
            if committed is None or opening.order >= len(committed.roots):
                self._accuse(f"The {card} was opened, and nothing was committed to.")
                continue
            if not opens(opening, self._context, committed.roots[opening.order], committed.cards):
                self._accuse(f"The opening of the {card} does not fit what the server committed to.")
            if self._opened.get(place, card) is not card:
                self._accuse(f"Place {opening.place + 1} of the deck was opened as two different cards.")
            twins = [at for at, other in self._opened.items() if other is card and at.order == place.order]
            if len({place, *twins}) > (committed.jokers if card.is_joker else 1):
                self._accuse(f"The {card} was opened at two places of one deck.")
            recipient = self._given.get(place)
            if recipient == ev.BURNED:
                self._accuse(f"The {card} was opened, and it was burned.")
            if private and recipient != self._seat:
                self._accuse(f"The {card} was opened as yours, and it was dealt to somebody else.")
            self._opened[place] = card

    # --- a snapshot

    def _see_snapshot(self, seen: SnapshotSeen, *, drawn: bool = True) -> None:
        """Goes on where a snapshot of the hand does, if it tells of the same deal; `drawn` ones draw cards, too."""
        deal, begins = seen.deal, self.committed is None
        if deal is None:
            shows = bool(seen.board or seen.rabbit or seen.cards or any(hand.cards for hand in seen.hands))
            if not begins and (seen.playing or shows):
                self._accuse("The server proves the deal of this hand no longer.")
            return
        if begins:
            self._commit(deal.committed)
            self._remark(WAS_AWAY if seen.asked else NOT_ASKED_FOR)
        elif not seen.asked:
            self._remark(NOT_ASKED_FOR)
        committed = self.committed
        if committed is None:
            return
        given: list[Given] = []
        for dealt in deal.dealt:
            given += given_cards(dealt, sum(not place.order for _, place in given))
        known = [(to, place) for place, to in self._given.items()]
        thrown = set(deal.discarded)
        told = {place for _, place in given}
        goes_back = not begins and seen.playing and (self._over or seen.street < self._order.street)
        if deal.committed != committed:
            self._accuse(TWO_DECKS)
        elif goes_back or given[: len(known)] != known or not self._held.thrown <= thrown <= told:
            self._accuse(OTHER_PAST)
        else:
            goes_on = (len(known), self._held.thrown, self._order.street) == (len(given), thrown, seen.street)
            if not begins and not goes_on:
                self._remark("Some steps of this hand did not reach you, so their order is checked as far as it shows.")
            self._over = drawn and not seen.playing
            self._go_on(seen, deal, given, missed=begins or not goes_on, drawn=drawn)
            if drawn:
                self._check_drawn(seen)

    def _go_on(self, seen: SnapshotSeen, deal: DealProgress, given: list[Given], *, missed: bool, drawn: bool) -> None:
        """Takes what was dealt and opened; where steps of it were `missed`, they are checked as far as they can be."""
        committed = deal.committed
        self._given = {place: to for to, place in given}
        self._top = sum(not place.order for place in self._given)
        self._open(deal.opened)
        self._open(seen.openings, private=True)
        live = {hand.seat for hand in seen.hands if not hand.out}
        self._order.folded |= {seat for seat in self._order.seats if seat not in live}
        if missed:
            self._last_order = top = 0
            for dealt in deal.dealt:
                self._check_order(dealt, committed, top)
                top += 0 if dealt.order else len(dealt.to)
            thrown = [self._given[each] for each in deal.discarded]
            self._held.resume(given, deal.discarded, told=bool(committed.streets))
            self._order.resume(seen.street, self._top, thrown, reshuffled=any(place.order for _, place in given))
            recipients = [to for to, _ in given]
            begun = committed.streets[: max(seen.street + 1, bool(given))] if drawn else ()
            if begun and not is_whole_deal(recipients, begun, committed.cards, over=not seen.playing):
                self._accuse(NOT_IN_TURN)
            if begun and not may_hold(recipients, thrown, begun, over=not seen.playing):
                self._accuse(TOO_MANY)
            if len(self._given) < len(given) or self._top > committed.cards:
                self._accuse(MORE_CARDS)

    def _check_drawn(self, seen: SnapshotSeen) -> None:
        for card in missing_cards(seen.board, self._held.board, self._opened):
            self._accuse(f"The {card} on the board is not opened among the cards dealt to it.")
        if seen.playing and len(seen.board) != len(self._held.board):
            self._accuse(OTHER_BOARD)
        self._see_rabbit(seen.rabbit)
        for hand in seen.hands:
            if hand.cards is None:
                continue
            self._check_played(hand.seat, (hand.winning,), self._held.dealt[hand.seat], self._held.all_boards)
            self._check_shown(hand.seat, [card for card in hand.cards if card is not None])
            if seen.playing and not hand.out:
                self._check_count(hand.seat, len(hand.cards))
        if self._seat is not None and self._seat not in self._held.unsure and (seen.playing or seen.cards):
            self._check_own_hand(seen.cards, self._held.hands[self._seat])

    # --- what is told and drawn

    def _see_dealt(self, event: DealtEvent, walk: _Walk) -> None:
        match event:
            case ev.StreetBegan(street):
                self._order.begin_street(street)
            case ev.Folded(seat):
                self._order.folded.add(seat)
            case ev.Drew():
                self._see_draw(event, walk)
            case ev.CardsDealt() if self._order.drawing:
                self._take_cards(event, self._order.deal_drawn(event.seat, event.down + len(event.up)), walk)
            case ev.CardsDealt():
                walk.group.append(event)
            case ev.BoardDealt(cards):
                places = self._order.deal_board(len(cards))
                self._held.board += places
                self._held.all_boards += places
                for card, place in zip(cards, places, strict=False):
                    self._require(card, place, "everybody sees")
            case ev.RunBegan():
                self._begin_run(event)
            case ev.YourCards():
                walk.own.append(event)
            case _:
                assert_never(event)

    def _see_shown(self, event: ShownEvent) -> None:
        match event:
            case ev.HandShown(seat, cards, best_cards=best, best_low_cards=best_low):
                self._check_shown(seat, cards)
                self._check_count(seat, len(cards))
                self._check_played(seat, (best, best_low), self._held.shown_by(seat), self._held.board)
            case ev.CardsShown(seat, shown, cards):
                seen = [card for card in cards if card is not None]
                self._check_shown(seat, seen)
                self._check_count(seat, len(cards))
                if not set(shown) <= set(seen):
                    self._accuse(f"Seat {seat} is told to have shown other cards than are drawn.")
            case ev.OpenersShown(seat, cards):
                first = self._held.dealt[seat][: self._order.first_cards]
                for card in missing_cards(cards, first, self._opened):
                    self._accuse(f"Seat {seat} opened on the {card}, and it is not opened among its first cards.")
            case ev.WinningCards(seat, cards, low_cards):
                self._check_played(seat, (cards, low_cards), self._held.dealt[seat], self._held.all_boards)
            case ev.RabbitHunted(cards=cards):
                self._see_rabbit(cards)
            case ev.RailCards(seat) if self._seat is None:
                self._remark("Cards that players let the rail see come without a proof.")
            case ev.RailCards(seat):
                self._accuse(f"Cards of seat {seat} were sent as to a delayed rail, without a proof.")
            case _:
                assert_never(event)

    def _deal_group(self, walk: _Walk) -> None:
        """Deals the cards of several seats in turn, one to each and then the next."""
        group, walk.group = walk.group, []
        if group:
            places = self._order.deal_group([(dealt.seat, dealt.down + len(dealt.up)) for dealt in group])
            for dealt in group:
                self._take_cards(dealt, places[dealt.seat], walk)

    def _take_cards(self, dealt: ev.CardsDealt, places: list[ev.DeckPlace], walk: _Walk) -> None:
        """Gives a seat its cards, the open ones of which everybody sees."""
        self._held.add(dealt.seat, places)
        for card, place in zip(dealt.up, places[dealt.down :], strict=False):
            self._require(card, place, "everybody sees")
        if dealt.seat == self._seat:
            walk.changes.append(_Change(tuple(self._held.hands[dealt.seat]), tuple(places), drew=False))

    def _see_draw(self, drew: ev.Drew, walk: _Walk) -> None:
        committed = self.committed
        self._order.draw(drew.seat, drew.count)
        told = committed is not None and bool(committed.streets)
        if not self._held.discard(drew.seat, drew.count, drew.discards, told=told):
            self._accuse(f"Seat {drew.seat} is told to have thrown away other cards than it held.")
        if drew.seat == self._seat:
            walk.changes.append(_Change(tuple(self._held.hands[drew.seat]), (), drew=True))

    def _begin_run(self, began: ev.RunBegan) -> None:
        self._times = began.times if began.run == 1 else self._times
        if began.run != self._runs + 1 or began.run > began.times or began.times != self._times:
            self._accuse("The runs of the hand did not come in turn.")
        self._runs = began.run
        self._order.begin_run(began.run)
        self._held.begin_run(began.run)
        if len(began.board) != len(self._held.board) or missing_cards(began.board, self._held.board, self._opened):
            self._accuse("A run began with another board than was dealt.")
        for seat, cards in began.hands:
            self._check_shown(seat, cards)
            self._check_count(seat, len(cards))

    def _see_rabbit(self, cards: Sequence[Card]) -> None:
        """Checks that these cards are the next ones of the deck, as the streets to come would have dealt them."""
        lain = {card: at.place for at, card in self._opened.items() if not at.order}
        next_places = self._order.board_to_come(len(cards), [lain.get(card, 0) for card in cards])
        for card, place in zip(cards, next_places, strict=False):
            if self._opened.get(ev.DeckPlace(place)) is not card:
                self._accuse(f"The {card} that would have come is not opened among the cards to come.")

    # --- what has to agree

    def _check_own(self, walk: _Walk) -> None:
        """Checks the viewer's own hand after each change of it, and whatever else is drawn as their hand."""
        if self._seat is None:
            if walk.own:
                self._accuse(OTHER_CARDS)
            return
        changes, unsure = list(walk.changes), self._seat in self._held.unsure
        for told in walk.own:
            while changes and changes[0].drew and told.new:
                changes.pop(0)
            change = changes.pop(0) if changes and (changes[0].drew or told.new) else None
            held = change.held if change else tuple(self._held.hands[self._seat])
            if unsure:
                held = tuple(self._held.dealt[self._seat])
                if missing_cards(told.cards, held, self._opened):
                    self._accuse(OTHER_CARDS)
            else:
                self._check_own_hand(told.cards, held)
            if len(told.new) != len(change.new if change else ()):
                self._accuse(OTHER_CARDS)
            for card, place in zip(told.new, change.new if change and unsure else (), strict=False):
                self._require(card, place, "you were dealt")
            if told.new and told.new != told.cards[-len(told.new) :]:
                self._accuse(OTHER_CARDS)
        if any(not change.drew for change in changes):
            self._accuse(OTHER_CARDS)

    def _check_own_hand(self, cards: Sequence[Card], held: Sequence[ev.DeckPlace]) -> None:
        if len(cards) != len(held):
            self._accuse(OTHER_CARDS)
        for card, place in zip(cards, held, strict=False):
            self._require(card, place, "you were dealt")

    def _check_shown(self, seat: int, cards: Sequence[Card]) -> None:
        for card in missing_cards(cards, self._held.shown_by(seat), self._opened):
            if any(self._opened.get(place) is card for place in self._held.thrown if self._given.get(place) == seat):
                self._accuse(f"Seat {seat} showed the {card}, and it had thrown it away.")
            else:
                self._accuse(f"Seat {seat} showed the {card}, and it is not opened among the cards dealt to it.")

    def _check_count(self, seat: int, count: int) -> None:
        held = len(self._held.hands[seat])
        if seat not in self._held.unsure and count != held:
            drawn = "1 card is" if count == 1 else f"{count} cards are"
            self._accuse(f"{drawn} drawn of seat {seat}, and it holds {held} of those dealt to it.")

    def _check_played(
        self, seat: int, hands: Iterable[Sequence[Card]], held: Sequence[ev.DeckPlace], board: Sequence[ev.DeckPlace]
    ) -> None:
        for cards in hands:
            for card in missing_cards(cards, [*held, *board], self._opened):
                self._accuse(f"The {card} is drawn as a card of seat {seat} that plays, and it has no such card.")

    def _require(self, card: Card, place: ev.DeckPlace, whose: str) -> None:
        opened = self._opened.get(place)
        if opened is None:
            self._accuse(f"The {card} that {whose} came without its opening.")
        elif opened is not card:
            self._accuse(f"The {card} that {whose} lay elsewhere: the {opened} was committed to for its place.")

    def _accuse(self, fault: str) -> None:
        self.faults.append(fault)

    def _remark(self, remark: str) -> None:
        if remark not in self.remarks:
            self.remarks.append(remark)


class _Change(NamedTuple):
    """A change of the viewer's own hand: what they hold then, and what of it is new. `drew` is a discard."""

    held: tuple[ev.DeckPlace, ...]
    new: tuple[ev.DeckPlace, ...]
    drew: bool


class _Walk:
    """The parts of a step that are not checked yet: a round of the deal, and changes of the viewer's own hand."""

    def __init__(self) -> None:
        self.group: list[ev.CardsDealt] = []
        self.changes: list[_Change] = []
        self.own: list[ev.YourCards] = []


def replay_record(record: DealRecord) -> DealChecker:
    """Checks a kept deal again, and the whole shuffle where the server's seed is opened; returns the checker."""
    checker = DealChecker(record)
    if record.resumed is not None:
        checker.resume(record.resumed, record.own_openings)
    for step in record.steps:
        checker.see_step(step)
    if checker.committed is None:
        checker.faults.append(NO_DECK)
    elif record.server_seed is not None:
        checker.faults += check_opened_deck(record, checker.committed, record.server_seed)
    return checker
