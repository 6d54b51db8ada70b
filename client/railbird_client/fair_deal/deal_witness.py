"""A witness of fair deals: gives seeds, checks each card as it comes, keeps records, says how far a deal is proved."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from railbird_client.drawing.text_roles import join_words
from railbird_shared.fair_deal.checker import NO_DECK, OTHER_PAST, TWO_DECKS, DealChecker, DealReport
from railbird_shared.fair_deal.deal_order import ToldDeal
from railbird_shared.fair_deal.record import (
    RECORD_FORMAT,
    DealEvent,
    DealRecord,
    FairDeal,
    OwnSeed,
    SeatCards,
    SnapshotSeen,
)
from railbird_shared.fair_deal.shuffling import context_of, seat_commitment
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.commands import CommitSeed, OpenSeed
from railbird_shared.protocol.messages import AskSeed, SeedCommitments, Step
from railbird_shared.protocol.view import LastAct, TableView

DEALT_ANEW = "The server began the deal of hand {} anew after it knew all seeds; note it if that happens often."
"""The note where a server asks twice for the seeds of one hand, and could choose the better deck."""


class DealWitness:
    """Watches the deals of one table for one player.

    `new_seed` makes 32 bytes that nobody can guess. `faults` are sentences about all that was wrong, and `remarks`
    sentences about all else that the player has to know, each for the first hand in which it is true. They are taken
    away once the player has been told.
    """

    def __init__(self, table: str, new_seed: Callable[[], bytes]) -> None:
        self.faults: list[str] = []
        self.remarks: list[str] = []
        self.table = table
        self._new_seed = new_seed
        self._own: OwnSeed | None = None
        self._asked = (0, 0)
        self._opening = 0
        self._hand: WatchedHand | None = None
        self._records: list[DealRecord] = []
        self._remarked: set[str] = set()
        self._roots: dict[int, tuple[bytes, ...]] = {}
        self._told: dict[int, ToldDeal] = {}
        self._announced = False
        self._there = False

    @property
    def report(self) -> DealReport | None:
        """The check of the latest hand so far; None without a fair deal."""
        checker = self._hand.checker if self._hand else None
        return checker.report if checker and (checker.is_fair or checker.faults) else None

    # --- the shuffle ---

    def commit(self, question: AskSeed) -> CommitSeed | None:
        """Returns the commitment to a new seed of the player; None where another table asks."""
        if question.table != self.table:
            return None
        own, last = self._own, self._asked[0]
        if own is not None and own.told and not own.away and last not in self._roots:
            self.remarks.append(DEALT_ANEW.format(last))
        self._asked, self._opening = (question.hand, question.attempt), 0
        seed = self._new_seed()
        commitment = seat_commitment(context_of(self.table, question.hand), question.seat, seed)
        self._own = OwnSeed(question.seat, question.server, commitment, seed)
        return CommitSeed(hand=question.hand, attempt=question.attempt, commitment=commitment)

    def open(self, told: SeedCommitments, command_id: int) -> OpenSeed | None:
        """Returns the player's opened seed once all are committed to; None where theirs is not among them."""
        own = self._own
        if own is None or own.told or told.table != self.table or (told.hand, told.attempt) != self._asked:
            return None
        if not any((share.seat, share.commitment) == (own.seat, own.commitment) for share in told.shares):
            return None
        self._opening = command_id
        self._own = replace(own, told=told.shares)
        return OpenSeed(id=command_id, hand=told.hand, attempt=told.attempt, seed=own.seed)

    def see_accepted(self, command_id: int) -> None:
        """Notes that the server has accepted the player's opened seed, if that was the command of this id."""
        if self._own is not None and command_id and command_id == self._opening:
            self._own = replace(self._own, opened=True)

    def see_connection(self) -> None:
        """Notes that the connection is a new one: what the server has asked and told meanwhile is not known."""
        self._there = False
        self._note_absence()

    def _note_absence(self) -> None:
        self._own = self._own and replace(self._own, away=True)

    # --- the deal ---

    def see_snapshot(self, view: TableView, *, asked: bool = True) -> None:
        """Takes the whole table, which the player's program may have asked for.

        A hand that is watched goes on; one that is not is checked from here on.
        """
        self._announced = view.fair_deal is not FairDeal.OFF
        hand = self._hand
        if hand is not None and hand.record.hand == view.hand and hand.record.seat == view.you.seat:
            self._see_rest(hand, view, asked=asked)
            return
        self._there = False
        self._note_absence()
        self.end()
        drawn = view.playing or view.board or any(seat.cards for seat in view.occupied)
        if view.deal is not None or (self._announced and drawn):
            self._see_rest(self._begin(view.hand, view.you.seat, view), view, asked=asked)

    def see_step(self, step: Step, before: TableView) -> None:
        """Checks a step, given the table before it."""
        seat = next((event.seat for event in step.private if isinstance(event, ev.YourSeat)), before.you.seat)
        events = tuple(event for event in (*step.public, *step.private) if isinstance(event, DealEvent))
        hand, own = self._hand, self._own
        if own and any(isinstance(e, ev.SatOut | ev.PlayerLeft) and e.seat == own.seat for e in step.public):
            self._note_absence()
        for number, event in enumerate(events):
            if isinstance(event, ev.HandStarted):
                if hand is not None and number:  # what the step told of the hand before
                    self._check(hand, events[:number])
                self.end()
                hand, events = self._begin(event.hand, seat, before), events[number:]
                break
        moved = any(isinstance(event, ev.YourSeat) for event in step.private)
        self._there = (self._there or hand is not None) and not moved  # the seed of a new seat may be that of another
        if hand is None:
            return
        over = any(isinstance(event, ev.HandEnded | ev.HandVoided) for event in step.public)
        hand.over = hand.over or over
        if events:
            self._check(hand, events)
        if hand.over and (events or over):
            self._keep(hand)

    def take_records(self) -> list[DealRecord]:
        """Returns the records to be kept, of hands that are over or of which more was shown, since this was asked."""
        taken, self._records = self._records, []
        return taken

    def end(self) -> None:
        """Stops watching a hand; the record of one that is not over is kept as far as it goes."""
        hand, self._hand = self._hand, None
        if hand is not None and not hand.over:
            self._keep(hand)

    def _begin(self, number: int, seat: int | None, view: TableView) -> WatchedHand:
        own = self._own if self._own and self._own.seat == seat and self._asked[0] == number else None
        record = DealRecord(
            format=RECORD_FORMAT,
            table=self.table,
            hand=number,
            seat=seat,
            own=own,
            unasked=self._there and own is None and seat is not None,
            bots=tuple(each.seat for each in view.occupied if each.bot),
        )
        self._hand = WatchedHand(record)
        return self._hand

    def _see_rest(self, hand: WatchedHand, view: TableView, *, asked: bool) -> None:
        """Goes on with a hand where a snapshot of the table does."""
        hand.over = hand.over or not view.playing
        self._check(hand, (snapshot_seen(view, asked=asked),))
        if hand.over and len(hand.record.steps) > 1:
            self._keep(hand)

    def _check(self, hand: WatchedHand, events: tuple[DealEvent, ...]) -> None:
        hand.checker.see_step(events)
        hand.record = replace(hand.record, steps=(*hand.record.steps, events))
        number, roots, faults = hand.record.hand, hand.checker.roots, hand.checker.faults
        if self._announced and not hand.checker.is_fair and NO_DECK not in faults:
            faults.append(NO_DECK)
        if roots and self._roots.setdefault(number, roots) != roots and TWO_DECKS not in faults:
            faults.append(TWO_DECKS)
        before, told = self._told.get(number, ToldDeal()), hand.checker.told
        if not told.fits(before) and OTHER_PAST not in faults:
            faults.append(OTHER_PAST)
        self._told[number] = told.longer(before)
        self._note_findings(hand)

    def _keep(self, hand: WatchedHand) -> None:
        if hand.checker.is_fair or self._announced:
            self._records.append(hand.record)

    def _note_findings(self, hand: WatchedHand) -> None:
        number, checker = hand.record.hand, hand.checker
        new = [remark for remark in checker.remarks if remark not in self._remarked]
        self.faults += [f"Hand {number}: {fault}" for fault in checker.faults[hand.faults_noted :]]
        self.remarks += [f"Hand {number}: {remark}" for remark in new]
        self._remarked.update(new)
        hand.faults_noted = len(checker.faults)


class WatchedHand:
    """A hand that is watched; `faults_noted` is how many faults of its check were noted."""

    def __init__(self, record: DealRecord) -> None:
        self.record = record
        self.checker = DealChecker(record)
        self.over = False
        self.faults_noted = 0


def snapshot_seen(view: TableView, *, asked: bool) -> SnapshotSeen:
    """Returns what a snapshot tells of the deal of its hand, with all cards that are drawn from it.

    A delayed rail sees cards of seats that nobody proves, because they are not open to everybody.
    """
    sees_hands = view.you.seat is not None or not view.rail.is_delayed
    return SnapshotSeen(
        deal=view.deal,
        street=view.street,
        board=view.board,
        rabbit=view.rabbit,
        hands=tuple(
            SeatCards(
                seat.seat,
                seat.cards if sees_hands else None,
                out=seat.folded or not seat.in_hand or seat.last_act is LastAct.MUCKED,
                winning=tuple(dict.fromkeys((*seat.winning_cards, *seat.winning_low_cards))),  # some win both halves
            )
            for seat in view.occupied
            if seat.in_hand or seat.cards
        ),
        cards=view.you.cards,
        openings=view.you.openings,
        playing=view.playing,
        asked=asked,
    )


FINGERPRINT_BYTES = 6
"""How many bytes of the commitment to a deck people compare."""

NOT_PROVED = "deal NOT proved [W]"
"""The mark of a deal in which something is wrong."""


def deal_mark(report: DealReport | None) -> str:
    """Returns the mark for the title, empty where the table proves no deals."""
    return "" if report is None else NOT_PROVED if report.faults else f"deal proved: {report.cards}"


def deck_fingerprint(committed: ev.DealCommitted) -> str:
    """Returns the first bytes of the commitment to a deck, as people compare them."""
    digits = committed.roots[0][:FINGERPRINT_BYTES].hex() if committed.roots else ""
    return " ".join(digits[start : start + 4] for start in range(0, len(digits), 4))


def deal_sentences(report: DealReport | None, view: TableView) -> tuple[str, ...]:
    """Returns how the deal of the hand was proved, in sentences; none where the table proves no deals."""
    if report is None or view.deal is None:
        return ()
    committed = view.deal.committed
    cards = "1 card was" if report.cards == 1 else f"{report.cards} cards were"
    checked = "and something is wrong" if report.faults else "and each lay where it was dealt from"
    return (
        *(f"WRONG: {fault}" for fault in report.faults),
        f"The deck was fixed before the first card; {cards} checked since, {checked}.",
        f"Compare its fingerprint with others: {deck_fingerprint(committed)}.",
        _seed_sentence(committed, view),
        *report.remarks,
    )


def _seed_sentence(committed: ev.DealCommitted, view: TableView) -> str:
    names = {seat.seat: seat.name for seat in view.occupied if not seat.bot}
    given = [names[share.seat] for share in committed.seeds if share.seed is not None and share.seat in names]
    late = [names.get(share.seat, f"seat {share.seat}") for share in committed.seeds if share.seed is None]
    told = f"Seeds came from {join_words(['the server', *given])}" if given else "The seed came from the server alone"
    return f"{told}; that of {join_words(late)} was not opened." if late else f"{told}."
