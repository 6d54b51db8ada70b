"""Checks the seeds of a shuffle, and an opened deck that follows from them."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from railbird_shared.fair_deal.deal_order import Given
from railbird_shared.fair_deal.record import DealRecord, OwnSeed, SnapshotSeen
from railbird_shared.fair_deal.shuffling import CommittedDeal, canonical_pack, seat_commitment
from railbird_shared.game.cards import Card
from railbird_shared.protocol.events import BURNED, DealCommitted, DeckDealt, DeckPlace, Drew
from railbird_shared.protocol.table_limits import MAX_RESHUFFLE_ORDERS

OTHER_POOL = "The cards of a reshuffle are not the next ones of its pool in the order that was committed to."


def check_opened_deck(record: DealRecord, committed: DealCommitted, server_seed: bytes) -> list[str]:
    """Returns what is wrong with a deck whose seed is opened: it has to follow from all seeds."""
    try:
        pack = canonical_pack(committed.cards, committed.jokers)
    except ValueError as error:
        return [str(error)]
    if not 1 <= len(committed.roots) <= 1 + MAX_RESHUFFLE_ORDERS:
        return ["The server has committed to no deck, or to more orders than a hand can have."]
    deal = opened_deal(record, committed, server_seed)
    if deal.commitment.server != committed.server:
        return ["The opened seed is not the one that the server committed to."]
    if deal.commitment.roots != committed.roots:
        return ["The deck that was dealt does not follow from the seeds."]
    told_all = record.resumed is None and bool(committed.streets)
    if told_all and not any(isinstance(event, SnapshotSeen) for step in record.steps for event in step):
        return _check_reshuffles(record, deal, len(pack))
    return []


def opened_deal(record: DealRecord, committed: DealCommitted, server_seed: bytes) -> CommittedDeal:
    """Returns the whole deal of a hand; raises ValueError for a pack that no game has."""
    pack = canonical_pack(committed.cards, committed.jokers)
    reshuffles = len(committed.roots) - 1
    return CommittedDeal(record.table, record.hand, pack, server_seed, committed.seeds, reshuffles=reshuffles)


def given_cards(dealt: DeckDealt, top: int) -> list[Given]:
    """Returns to whom each card went, with its place; `top` is how many cards of the deck were dealt before."""
    places = dealt.places if dealt.order else range(top, top + len(dealt.to))
    return [(to, DeckPlace(place, dealt.order)) for to, place in zip(dealt.to, places, strict=False)]


def _check_reshuffles(record: DealRecord, deal: CommittedDeal, cards: int) -> list[str]:
    """Checks that each card of a reshuffle was the next of its pool that the drawer may get (VT-5D-15, VT-5D-16)."""
    pool = _Pool(deal, cards)
    for step in record.steps:
        given: list[Given] = []
        for event in step:
            if isinstance(event, Drew):
                pool.throw_away(event)
            elif isinstance(event, DeckDealt):
                given += given_cards(event, pool.top + sum(not place.order for _, place in given))
        for number, (to, place) in enumerate(given):
            if place.order != pool.order:
                drawer = next((seat for seat, _ in given[number:] if seat != BURNED), BURNED)
                if len(pool.cards_for(drawer)) > (pool.order == 0) + (to == BURNED):
                    return [OTHER_POOL]
                pool.reshuffle(drawer, place.order)
            if not pool.deal(to, place):
                return [OTHER_POOL]
    return []


class _Pool:
    """The cards that are still to come, and those that a reshuffle brings back."""

    def __init__(self, deal: CommittedDeal, cards: int) -> None:
        self.order = 0
        self.top = 0
        self._deal = deal
        self._stub = [DeckPlace(place) for place in range(cards)]
        self._burned: list[Card] = []
        self._discards: list[tuple[int, Card]] = []
        self._never_again: set[tuple[int, Card]] = set()

    def throw_away(self, drew: Drew) -> None:
        """Takes the discards of a seat."""
        places = [place for place in drew.discards if place.place < len(self._deal.deck)]
        self._discards += [(drew.seat, self._card(place)) for place in places]

    def reshuffle(self, drawer: int, order: int) -> None:
        """Makes the stub anew of what is left, the burned cards and the discards of others, in a committed order."""
        left = Counter([self._card(place) for place in self._stub] + self._burned)
        left.update(card for seat, card in self._discards if seat != drawer)
        self._never_again.update(self._discards)
        self._discards = [(seat, card) for seat, card in self._discards if seat == drawer]
        self._burned, self._stub, self.order = [], [], order
        for place, card in enumerate(self._deal.order(order)):
            if left[card]:
                left[card] -= 1
                self._stub.append(DeckPlace(place, order))

    def cards_for(self, to: int) -> list[DeckPlace]:
        """Returns the cards of the stub that a seat may still get, or that may be burned."""
        return [each for each in self._stub if (to, self._card(each)) not in self._never_again]

    def deal(self, to: int, place: DeckPlace) -> bool:
        """Deals the next card that a seat may get; returns whether it is the one at that place."""
        if self.cards_for(to)[:1] != [place]:
            return False
        self._stub.remove(place)
        self.top += not place.order
        if to == BURNED:
            self._burned.append(self._card(place))
        return True

    def _card(self, place: DeckPlace) -> Card:
        return self._deal.order(place.order)[place.place]


class SeedFindings(NamedTuple):
    """The result of the check of the seeds in sentences: what is wrong, and what else is to be known."""

    faults: list[str]
    remarks: list[str]


def check_seeds(
    committed: DealCommitted, context: bytes, record: DealRecord, dealt_in: tuple[int, ...] | None
) -> SeedFindings:
    """Checks the seeds of a shuffle; `dealt_in` are the seats of the hand, None where its start was not seen."""
    found = SeedFindings([], [])
    for share in committed.seeds:
        if share.seed is not None and seat_commitment(context, share.seat, share.seed) != share.commitment:
            found.faults.append(f"The seed of seat {share.seat} is not the one that its player committed to.")
    if len({share.seat for share in committed.seeds}) != len(committed.seeds):
        found.faults.append("A seat has given two seeds to one shuffle.")
    for share in committed.seeds:
        if share.seat in record.bots:
            found.remarks.append(f"Seat {share.seat} is a bot, which gives no seed: the server has made one up for it.")
        elif dealt_in is not None and share.seed is not None and share.seat not in dealt_in:
            found.remarks.append(f"A seed of seat {share.seat} is in the shuffle, and nobody was dealt in there.")
    if record.own is not None and (dealt_in is None or record.own.seat in dealt_in):
        _check_own_seed(committed, record.own, found)
    elif record.own is None and record.unasked and record.seat in (dealt_in or ()):
        if any(share.seat == record.seat for share in committed.seeds):
            found.faults.append("The server has put a seed in your name that your program never gave.")
        else:
            found.remarks.append("Your program was not asked for a seed, so this shuffle is without one of yours.")
    return found


def _check_own_seed(committed: DealCommitted, own: OwnSeed, found: SeedFindings) -> None:
    if own.away and committed.server != own.server:
        found.remarks.append("The shuffle began anew while you were away, and your seed is not in it.")
        return
    if committed.server != own.server:
        found.faults.append("The server has changed its seed after it had asked for yours.")
    _check_told(committed, own, found)
    share = next((share for share in committed.seeds if share.seat == own.seat), None)
    if share is not None and (share.commitment, share.seed or own.seed) != (own.commitment, own.seed):
        found.faults.append("The server has put another seed in the place of yours.")
    elif share is None or share.seed is None:
        if own.opened:
            found.faults.append("The server has accepted your seed and left it out of the shuffle.")
        else:
            found.remarks.append("Your seed came too late for the shuffle, or the server left it out.")


def _check_told(committed: DealCommitted, own: OwnSeed, found: SeedFindings) -> None:
    """Checks that nobody has committed to a seed, or taken it back, since the player opened theirs."""
    if not own.told:
        return
    told, used = ({share.seat: share.commitment for share in shares} for shares in (own.told, committed.seeds))
    for seat in sorted(seat for seat, commitment in used.items() if told.get(seat) != commitment and seat != own.seat):
        found.faults.append(f"Seat {seat} has committed to its seed after you had opened yours.")
    for seat in sorted(told.keys() - used.keys() - {own.seat}):
        found.faults.append(f"The server has left out the seed that seat {seat} had committed to.")
