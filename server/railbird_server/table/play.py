"""The hand on the table, running or just over: the rules' hand, the open turn, and what each seat was told of it.

A fault inside the rules costs the players one hand and never the table: the hand is rebuilt as it stood before the act
that failed, from the same setup, deck and acts, and then voided, so that everybody gets back what he put in (IR-6).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from railbird_server.rules.errors import IllegalAction
from railbird_server.rules.events import Dealt, Discarded, RulesEvent
from railbird_server.rules.hand import Hand
from railbird_server.rules.setup import Setup
from railbird_server.table.bank import Unbalanced
from railbird_server.table.outcome import Described, FullEvent, TurnOpened
from railbird_shared.actions import Action
from railbird_shared.cards import Card
from railbird_shared.events import (
    BoardDealt,
    Checked,
    Folded,
    HandRead,
    HandShown,
    HandStarted,
    HandVoided,
    Post,
    Posted,
    PotAwarded,
)

FAULT_REASON = "The server made a mistake in this hand, so it does not count."


class Played(Struct, frozen=True):
    """A finished hand, by what makes it the same hand again; `acts` are who did what, in order."""

    setup: Setup
    deck: tuple[Card, ...]
    acts: tuple[tuple[int, Action], ...]


class Play:
    """One hand as the table plays it.

    `held` are the cards that each seat knows, which it keeps when it folds or the cards go back; `words` is what they
    were last said to make; `turned_up` are hands shown after the end and `read` the cards that won. `blinds` are the
    seats that posted them, and `ending` what the last step told. `fault` is what went wrong, empty if nothing did.
    """

    def __init__(self, setup: Setup, deck: Sequence[Card]) -> None:
        """Prepares the hand; raises BadSetup or BadDeck."""
        self.hand = Hand(setup, deck)
        self.turn: TurnOpened | None = None
        self.held: dict[int, tuple[Card, ...]] = {}
        self.words: dict[int, str] = {}
        self.turned_up: dict[int, HandShown] = {}
        self.read: dict[int, tuple[Card, ...]] = {}
        self.blinds: dict[Post, int] = {}
        self.ending: tuple[RulesEvent, ...] = ()
        self.fault = ""
        self._deck = deck
        self._started = False
        self._acts: list[tuple[int, Action]] = []
        self._turns = 0

    @property
    def setup(self) -> Setup:
        """What the hand was dealt for."""
        return self.hand.setup

    @property
    def over(self) -> bool:
        """Whether the hand has ended."""
        return self.hand.over

    @property
    def misdealt(self) -> bool:
        """Whether the hand was voided so early that the same dealer deals again (IR-3)."""
        return any(isinstance(event, HandVoided) and "IR-3" in event.because for event in self.ending)

    @property
    def played(self) -> Played:
        """The whole hand with its deck, hidden cards and all: for those who keep records, and only once it is over."""
        assert self.over
        return Played(self.setup, tuple(self._deck), tuple(self._acts))

    def cards(self, seat: int) -> tuple[Card, ...]:
        """Returns the cards that a seat of this hand holds."""
        return tuple(self.hand.players[seat].cards)

    def start(self) -> list[FullEvent]:
        """Begins the hand and runs on to the first decision."""
        events = self._attempt(self.hand.start)
        self._started = True
        return events

    def act(self, seat: int, action: Action, *, timed_out: bool = False) -> list[FullEvent]:
        """Carries out an act of the seat in turn; raises IllegalAction with nothing changed (BT-22)."""
        events = self._attempt(lambda: self.hand.act(seat, action))
        self._acts.append((seat, action))
        self.turn = None
        if timed_out and isinstance(events[0], Folded | Checked | Discarded):
            events[0] = replace(events[0], timed_out=True)
        return events

    def open_turn(self, now: int, deadline: int | None) -> TurnOpened:
        """Gives the turn to the seat that is to act; the turns of a hand are numbered from 1."""
        legal = self.hand.legal()
        assert legal is not None
        self._turns += 1
        self.turn = TurnOpened(legal.seat, self._turns, now, deadline, legal)
        return self.turn

    def is_mucked(self, seat: int) -> bool:
        """Whether a seat mucked its hand at the showdown and has not turned it up since."""
        return seat not in self.turned_up and self.hand.players[seat].mucked

    def is_unseen(self, seat: int) -> bool:
        """Whether a seat that did not fold has cards that not everybody has seen."""
        return self.is_mucked(seat) or (seat not in self.turned_up and None in self.hand.players[seat].visible)

    def turn_up(self, seat: int, because: tuple[str, ...]) -> HandShown:
        """Turns up the cards of a seat once the hand is over."""
        assert self.over
        self.turned_up[seat] = HandShown(seat, tuple(self.hand.players[seat].cards), self.hand.words(seat), because)
        return self.turned_up[seat]

    def _attempt(self, step: Callable[[], list[RulesEvent]]) -> list[FullEvent]:
        try:
            events = step()
            self._check_chips()
            self.hand.legal()
            told: list[FullEvent] = [*self._learn(events), *self._read(events)]
            self.ending = tuple(events)
        except IllegalAction:
            raise
        except Exception as error:  # noqa: BLE001  whatever it is, it must not take the table with it
            self.fault = f"{type(error).__name__}: {error}"
            self.ending = tuple(self._void())
            return [*self.ending]
        return [*events, *told]

    def _check_chips(self) -> None:
        """Raises Unbalanced if a finished hand has made or lost chips (BT-42)."""
        if not self.hand.over:
            return
        before = self.setup.carried + sum(entrant.stack for entrant in self.setup.entrants)
        after = self.hand.carried + self.hand.raked + sum(self.hand.stacks.values())
        if before != after:
            raise Unbalanced(f"Hand {self.setup.number} began with {before:,} chips and ended with {after:,}.")

    def _void(self) -> list[RulesEvent]:
        self.hand = Hand(self.setup, self._deck)
        self.read = {}
        if not self._started:
            seats = tuple(entrant.seat for entrant in self.setup.entrants)
            begun = HandStarted(self.setup.number, self.setup.button, seats, self.setup.carried)
            return [begun, *self.hand.void(FAULT_REASON)]
        self.hand.start()
        for seat, action in self._acts:
            self.hand.act(seat, action)
        return self.hand.void(FAULT_REASON)

    def _read(self, events: Sequence[RulesEvent]) -> list[HandRead]:
        """Notes which cards have won; several runs have no one board to read, and claims count as they are made."""
        if self.hand.variant.claims:
            return []
        for event in events:
            if isinstance(event, PotAwarded) and event.words and not event.run:
                cards = self.hand.read(event.seat, event.side)
                self.read[event.seat] = tuple(dict.fromkeys((*self.read.get(event.seat, ()), *cards)))
        return [HandRead(seat, cards) for seat, cards in self.read.items()]

    def _learn(self, events: Sequence[RulesEvent]) -> list[Described]:
        """Notes what each seat now holds, and says it anew where the words have changed."""
        held: dict[int, tuple[Card, ...]] = {}
        board = False
        for event in events:
            if isinstance(event, Dealt | Discarded):
                held[event.seat] = event.held
            elif isinstance(event, Posted):
                self.blinds[event.post] = event.seat
            board |= isinstance(event, BoardDealt)
        words = {seat: self.hand.words(seat) for seat in (self.hand.players if board else held)}
        told = [Described(seat, said) for seat, said in words.items() if said and said != self.words.get(seat)]
        self.held |= held
        self.words |= {described.seat: described.words for described in told}
        return told
