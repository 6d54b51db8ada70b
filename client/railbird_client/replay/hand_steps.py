"""A finished hand cut into steps: what a viewer reads of each, and the table after it.

The events are folded once, when the hand is opened, and the view after each step is kept: views share what has not
changed, so going back costs nothing and is exact. A step is one act, one street with its cards, one hand shown or one
pot won; events that nobody reads about belong to the step before them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum, auto
from typing import NamedTuple

from msgspec.structs import replace

from railbird_shared.history.hand_history import HandHistory, HandReplay, KnownCards
from railbird_shared.history.hand_text import known_sentence
from railbird_shared.history.narration import Event, narrate
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.folding import Transition, fold_each
from railbird_shared.protocol.view import SeatView, TableView

SHOWDOWN = "showdown"
BEFORE_THE_HAND = "before the deal"


class HandStep(NamedTuple):
    """One step: its sentences, what is known of cards dealt in it, the table after it, and its street in words.

    `events` is how many events of the hand are folded after it. With `is_stop` a street, a run or the showdown begins.
    """

    sentences: tuple[str, ...]
    known: tuple[str, ...]
    view: TableView
    street: str
    events: int
    is_stop: bool


class _Kind(Enum):
    """What an event is in the course of a hand."""

    QUIET = auto()
    OPENING = auto()
    COLLECT = auto()
    STREET = auto()
    BOARD = auto()
    AWARD = auto()
    OTHER = auto()


_QUIET = (
    ev.TurnBegan | ev.CardsDealt | ev.HandRenamed | ev.WinningCards | ev.HandEnded | ev.PrivateEvent | ev.TableEvent
)
_ACTS = ev.ActEvent | ev.Declared | ev.Claimed | ev.RunChosen
_DEALS = ev.StreetBegan | ev.RunBegan | ev.BoardDealt | ev.CardsDealt
_DECIDING = ev.HandShown | ev.HandMucked | ev.OpenersShown | ev.DeclarationsShown | ev.PotAwarded | ev.HandVoided


class SteppedHand:
    """A hand and its steps; `hand.view` is the table at position 0, before the first step."""

    def __init__(self, hand: HandReplay, *, symbols: bool = True) -> None:
        history = hand.history
        self.hand = hand
        self.known = hand.known or known_afterwards(history)
        self.start = history.view
        self.steps = tuple(_cut(hand, self.known, symbols=symbols))
        self.stops = sorted({0, *(at for at, step in enumerate(self.steps, 1) if step.is_stop), len(self.steps)})

    def view_at(self, position: int, *, open_cards: bool = False) -> TableView:
        """Returns the table after so many steps; with `open_cards` with all cards that are known by the end."""
        if not position:
            return self.start
        step = self.steps[position - 1]
        return _with_known_cards(step.view, self.known, step.events) if open_cards else step.view

    def street_at(self, position: int) -> str:
        """Returns the street of a position in words."""
        return self.steps[position - 1].street if position else BEFORE_THE_HAND


def known_afterwards(history: HandHistory) -> tuple[KnownCards, ...]:
    """Returns what the viewer of a finished hand knows in the end of the cards that lay hidden before.

    A hand that was shown is known back to the last draw of its player.
    """
    known: list[KnownCards] = []
    shown: dict[int, tuple[ev.HandShown, bool]] = {}
    for place in range(len(history.events), 0, -1):
        event = history.events[place - 1]
        if isinstance(event, ev.HandShown) and event.seat not in shown:
            shown[event.seat] = event, False
        elif isinstance(event, ev.Drew) and event.count and event.seat in shown and not shown[event.seat][1]:
            known.append(KnownCards(place, event.seat, shown[event.seat][0].cards))
            shown[event.seat] = shown[event.seat][0], True
    known += [KnownCards(0, seat, event.cards) for seat, (event, drew) in shown.items() if not drew]
    return tuple(sorted(known, key=lambda each: each.events))


def _with_known_cards(view: TableView, known: Iterable[KnownCards], events: int) -> TableView:
    holding = {each.seat: each.cards for each in known if each.events <= events}
    seats = tuple(
        seat if seat is None or seat.seat not in holding or not seat.live else _open(seat, holding[seat.seat])
        for seat in view.seats
    )
    return view if seats == view.seats else replace(view, seats=seats)


def _open(seat: SeatView, holding: Sequence[object]) -> SeatView:
    """Returns a seat with the cards that are known, as far as they lie there already."""
    if len(holding) < len(seat.cards) or None not in seat.cards:
        return seat
    cards = tuple(own if own is not None else known for own, known in zip(seat.cards, holding, strict=False))
    return replace(seat, cards=cards)


def _cut(hand: HandReplay, known: Sequence[KnownCards], *, symbols: bool) -> Iterator[HandStep]:
    """Yields the steps of a hand, and last its notes."""
    history = hand.history
    events, counts = _with_turns(history)
    transitions = fold_each(history.view, events)
    cards = _HiddenCards(known if hand.known else (), symbols=symbols)
    street, folded, deciding = BEFORE_THE_HAND, 0, False
    last_deal = max((at for at, event in enumerate(events) if isinstance(event, _DEALS)), default=-1)
    for group in _groups(transitions, symbols=symbols):
        starts = any(isinstance(each.event, ev.StreetBegan | ev.RunBegan) for each in group)
        decides = folded > last_deal and any(isinstance(each.event, _DECIDING) for each in group)
        shows = any(isinstance(each.event, ev.HandShown | ev.HandMucked) for each in group)
        folded += len(group)
        view = group[-1].after
        street = SHOWDOWN if decides and (shows or street == SHOWDOWN) else view.street_name or street
        yield HandStep(
            tuple(narrate(group, symbols=symbols)),
            cards.take_until(counts[folded - 1], view),
            view,
            street,
            counts[folded - 1],
            is_stop=starts or (decides and not deciding),
        )
        deciding = deciding or decides
    if hand.notes:
        last = transitions[-1].after if transitions else history.view
        yield HandStep(hand.notes, (), last, street, len(history.events), is_stop=False)


class _HiddenCards:
    """The sentences of what players hold face down, each as soon as it is so."""

    def __init__(self, known: Sequence[KnownCards], *, symbols: bool) -> None:
        self._known = list(known)
        self._symbols = symbols
        self._told: dict[int, tuple[object, ...]] = {}

    def take_until(self, events: int, view: TableView) -> tuple[str, ...]:
        """Returns what is new after so many events."""
        due = {each.seat: each for each in self._known if each.events <= events}
        self._known = [each for each in self._known if each.events > events]
        sentences: list[str] = []
        for seat, each in due.items():
            held = view.at(seat)
            places = held.cards if held else ()
            hidden = tuple(card for card, shown in zip(each.cards, places, strict=False) if shown is None)
            if any(hidden) and hidden != self._told.get(seat):
                self._told[seat] = hidden
                sentences.append(known_sentence(each, view, symbols=self._symbols))
        return tuple(sentences)


def _with_turns(history: HandHistory) -> tuple[list[Event], list[int]]:
    """Returns the events with a turn before each act, and how many of the history's own each place has behind it."""
    events: list[Event] = []
    counts: list[int] = []
    turns = 0
    for count, event in enumerate(history.events):
        posts = isinstance(event, ev.Posted) and event.post is ev.Post.BRING_IN
        if isinstance(event, _ACTS) or (isinstance(event, ev.Posted) and posts):
            turns += 1
            events.append(ev.TurnBegan(event.seat, turns))
            counts.append(count)
        if not isinstance(event, ev.TurnBegan):
            events.append(event)
            counts.append(count + 1)
    return events, counts


def _groups(transitions: Iterable[Transition], *, symbols: bool) -> Iterator[tuple[Transition, ...]]:
    """Yields the events of each step; one that nobody reads about is joined to the step after it."""
    group: list[Transition] = []
    kinds: set[_Kind] = set()
    for transition in transitions:
        kind = _kind_of(transition.event)
        if group and _begins_step(kind, kinds) and any(narrate(group, symbols=symbols)):
            yield tuple(group)
            group, kinds = [], set()
        group.append(transition)
        kinds.add(kind)
    if group:
        yield tuple(group)


def _kind_of(event: Event) -> _Kind:
    match event:
        case ev.HandStarted():
            return _Kind.OPENING
        case ev.Posted(post=post) if post is not ev.Post.BRING_IN:
            return _Kind.OPENING
        case ev.BetReturned() | ev.PotsMade() | ev.RakeTaken():
            return _Kind.COLLECT
        case ev.StreetBegan():
            return _Kind.STREET
        case ev.BoardDealt():
            return _Kind.BOARD
        case ev.PotAwarded():
            return _Kind.AWARD
        case _:
            return _Kind.QUIET if isinstance(event, _QUIET) else _Kind.OTHER


def _begins_step(kind: _Kind, before: set[_Kind]) -> bool:
    """Whether an event begins a step, after events of those kinds in the present one."""
    match kind:
        case _Kind.QUIET:
            return False
        case _Kind.OPENING:
            return not before <= {_Kind.OPENING, _Kind.QUIET}
        case _Kind.BOARD:
            return _Kind.STREET not in before
        case _Kind.COLLECT | _Kind.STREET | _Kind.AWARD:
            return not before <= {_Kind.COLLECT, _Kind.QUIET}
        case _Kind.OTHER:
            return True
