"""What a delayed rail may be shown of one table and when, taken from the table's own full events.

A rail may know what everybody may know, and the cards of the players who had let it see them before the hand began;
but nothing of a hand before that hand is over, so many further hands have ended and so many seconds have passed.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from railbird_server.table import audience
from railbird_server.table.inputs import Outcome
from railbird_server.table.table import Table
from railbird_shared.protocol.events import HandEnded, HandStarted, HandVoided, PublicEvent
from railbird_shared.protocol.messages import HandChances, Snapshot, Step
from railbird_shared.protocol.view import TableView, You
from railbird_shared.settings.table_terms import RailTerms
from support.known_cards import KnownCards, known_after

CARD = re.compile(rb'"([2-9TJQKA][cdhs])"|(?<=[ \[])([2-9TJQKA][cdhs])(?=[ ,.\]])')
"""A card as a value of its own or within a sentence."""

TOLERANCE = 1e-3
"""Seconds by which the milliseconds of the server may differ from those of the loop."""


class RailHand:
    """What a rail may know of one hand, when it began, and when it was over."""

    def __init__(self, began_at: float, consenting: frozenset[str], holders: dict[int, str]) -> None:
        self.began_at = began_at
        self.consenting = consenting
        self.holders = holders
        self.known = KnownCards()
        self.ended_at: float | None = None

    @property
    def cards(self) -> frozenset[str]:
        """The cards that the rail may know."""
        return self.known.open.union(*(self.known.of(player) for player in self.consenting))


class ToldStep(NamedTuple):
    """What a table has told in one step, by seconds of the loop, and the view of everybody after it."""

    happened: float
    hand: int
    public: tuple[PublicEvent, ...]
    view: TableView


class RailTruth:
    """The truth about one table with a delayed rail; `now` is the clock of the server in seconds.

    The cards in `printed` are part of the rules of the house, such as wild cards, and known to everybody.
    """

    def __init__(self, terms: RailTerms, now: Callable[[], float], printed: frozenset[str] = frozenset()) -> None:
        self.searched = self.secrets_shown = self.chances_told = 0
        self._terms = terms
        self._now = now
        self._printed = printed
        self._hands: dict[int, RailHand] = {0: RailHand(0.0, frozenset(), {})}
        self._hands[0].ended_at = 0.0
        self._told: defaultdict[int, list[ToldStep]] = defaultdict(list)
        self._views: dict[tuple[str, int], list[TableView]] = {}

    # --- what happens at the table ---

    def note(
        self, table: Table, outcome: Outcome, before: dict[int, str], consenting: Collection[str], at: int
    ) -> None:
        """Notes what came of an input at the table's time `at`.

        `before` are the players by seat before it, and `consenting` those who let the rail see their cards then.
        """
        now = self._now()
        after = {seat.number: seat.player for seat in table.seats.occupied}
        holders = audience.holders_in_step(before, outcome.events, after)
        for event in outcome.events:
            if isinstance(event, HandStarted):
                self._hands[event.hand] = RailHand(now, frozenset(consenting), dict(holders))
        hand = self._hands[table.hand_number]
        hand.known = known_after(hand.known, outcome.events, holders)
        if any(isinstance(event, HandEnded | HandVoided) for event in outcome.events):
            hand.ended_at = now
        if public := audience.split(outcome.events).public:
            view = _as_compared(audience.snapshot(table, ""))
            self._told[at].append(ToldStep(now, table.hand_number, public, view))

    def come_back(self, table: Table, known: KnownCards | None) -> None:
        """Notes that the table has come back from its journal, perhaps without what it did last.

        `known` is what was known of its last hand after the last entry kept, None where that is not known any more.
        """
        number = table.hand_number
        self._hands = {each: hand for each, hand in self._hands.items() if each <= number}
        if known is not None:
            self._hands[number].known = known
        if table.hand_runs:
            self._hands[number].ended_at = None
        self._told.clear()  # what the rail of before was still to be shown is never told

    # --- what the rail is sent ---

    def is_due(self, hand: int, happened: float | None = None) -> bool:
        """Whether the rail may be shown now what happened in the hand of that number, or after it, at a time.

        Without a time the hand has begun long enough ago.
        """
        shown, last = self._hands.get(hand), self._hands.get(hand + self._terms.delay_hands)
        if shown is None or shown.ended_at is None or last is None or last.ended_at is None:
            return False
        since = shown.began_at if happened is None else happened
        return self._now() + TOLERANCE >= since + self._terms.delay_seconds

    def check_table(self, frame: bytes) -> str:
        """Returns what is wrong with a snapshot or a step that the rail is sent, empty if nothing is."""
        self.searched += 1
        message = msgspec.json.decode(frame, type=Snapshot | Step)
        if isinstance(message, Snapshot):
            if not message.view.occupied and not message.view.hand and not self._cards_in(frame):
                return ""  # the terms of the table alone
            return self._fault_of_cards(message.view.hand, frame)
        told = [each for each in self._told[message.at] if each.public == message.public]
        return self._fault_of_step(message, told) or self._fault_of_cards(told[0].hand, frame)

    def check_view(self, epoch: str, seq: int, view: TableView) -> str | None:
        """Returns what is wrong with a view folded from steps, but for cards; None where the step is not known.

        Steps with the same events at a time that stands still are not told apart.
        """
        truth = self._views.get((epoch, seq))
        if truth is None:
            return None
        seen = _as_compared(view)
        return "" if seen in truth else f"{seen} in place of {truth[0]}"

    def check_chances(self, chances: HandChances) -> str:
        """Returns what is wrong with chances that the rail is told, empty if nothing is."""
        self.searched += 1
        self.chances_told += 1
        if not self.is_due(chances.hand):
            return f"chances of hand {chances.hand} before its time"
        hand = self._hands[chances.hand]
        seats = {seat for spot in chances.spots for seat, _ in spot.shares}
        hidden = {seat for seat in seats - hand.known.shown if hand.holders[seat] not in hand.consenting}
        return f"the chances of seats {sorted(hidden)}, which are hidden" if hidden else ""

    def check_number(self, hand: int, frame: bytes) -> str:
        """Returns what is wrong with the number of a hand that the rail or the lobby is told, empty if nothing is."""
        return "" if not hand or self.is_due(hand) else f"hand {hand} before its time in {frame[:200]!r}"

    def _fault_of_step(self, step: Step, told: Sequence[ToldStep]) -> str:
        """Returns what is wrong with when a step is told that the table has made, or has not."""
        if not told:
            return f"a step of {step.at} that the table has not made: {step.public}"
        self._views[step.epoch, step.seq] = [each.view for each in told]
        hand, happened = told[0].hand, told[0].happened
        due = self.is_due(hand, happened)
        return "" if due else f"a step of hand {hand} at {happened} is told at {self._now()}, before its time"

    def _fault_of_cards(self, number: int, frame: bytes) -> str:
        hand = self._hands.get(number)
        if hand is None or not self.is_due(number):
            return f"hand {number} before its time: {frame[:200]!r}"
        named = self._cards_in(frame)
        self.secrets_shown += not named <= hand.known.open
        secret = named - hand.cards
        return f"{sorted(secret)} of hand {number} in {frame[:300]!r}" if secret else ""

    def _cards_in(self, frame: bytes) -> set[str]:
        return {(one or other).decode() for one, other in CARD.findall(frame)} - self._printed


def _as_compared(view: TableView) -> TableView:
    """Returns a view without what one viewer of a delayed rail may know and another may not."""
    return replace(view, you=You(), seats=tuple(seat and replace(seat, cards=()) for seat in view.seats))
