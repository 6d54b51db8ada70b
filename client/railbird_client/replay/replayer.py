"""The replayer: a finished hand cut into steps, the step that is shown, and how fast it goes on by itself.

Times are seconds of a monotonic clock, given as arguments.

The events are folded once, when the hand is opened, and the view after each step is kept: views share what has not
changed, so going back costs nothing and is exact. A step is one act, one street with its cards, one hand shown or one
pot won; events that nobody reads about belong to the step before them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import NamedTuple, Protocol

from msgspec.structs import replace

from railbird_client.drawing.canvas import KeyPress
from railbird_shared.history.hand_history import HandHistory, HandReplay, KnownCards, ReplayLine, UnplayableHand
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


_QUIET = (
    ev.TurnBegan | ev.CardsDealt | ev.HandRenamed | ev.WinningCards | ev.HandEnded | ev.PrivateEvent | ev.TableEvent
)
_COLLECTING = ev.BetReturned | ev.PotsMade | ev.RakeTaken
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
        self.steps = tuple(_cut(hand, symbols=symbols))
        self.stops = sorted({0, *(at for at, step in enumerate(self.steps, 1) if step.is_stop), len(self.steps)})

    def view_at(self, position: int, *, open_cards: bool = False) -> TableView:
        """Returns the table after so many steps; with `open_cards` with all cards that are known by the end."""
        if not position:
            return self.start
        step = self.steps[position - 1]
        return _with_known_cards(step.view, self.known, step.events) if open_cards else step.view


def known_afterwards(history: HandHistory) -> tuple[KnownCards, ...]:
    """Returns what the viewer of a finished hand knows in the end of the cards that lay hidden before.

    A hand that was shown is known back to the last draw of its player.
    """
    known: list[KnownCards] = []
    shown: dict[int, ev.HandShown] = {}
    drawn: set[int] = set()
    for place in range(len(history.events), 0, -1):
        event = history.events[place - 1]
        if isinstance(event, ev.HandShown):
            shown.setdefault(event.seat, event)
        elif isinstance(event, ev.Drew) and event.count and event.seat in shown and event.seat not in drawn:
            drawn.add(event.seat)
            known.append(KnownCards(place, event.seat, shown[event.seat].cards))
    known += [KnownCards(0, seat, event.cards) for seat, event in shown.items() if seat not in drawn]
    return tuple(sorted(known, key=lambda each: each.events))


def _with_known_cards(view: TableView, known: Iterable[KnownCards], events: int) -> TableView:
    """Returns the table with the cards of live hands that are known after so many events, as far as they lie there."""
    holding = {each.seat: each.cards for each in known if each.events <= events}

    def open_up(seat: SeatView | None) -> SeatView | None:
        held = holding.get(seat.seat, ()) if seat is not None and seat.live else ()
        if seat is None or len(held) < len(seat.cards) or None not in seat.cards:
            return seat
        return replace(seat, cards=tuple(own or known for own, known in zip(seat.cards, held, strict=False)))

    seats = tuple(map(open_up, view.seats))
    return view if seats == view.seats else replace(view, seats=seats)


def _cut(hand: HandReplay, *, symbols: bool) -> Iterator[HandStep]:
    """Yields the steps of a hand, and last its notes."""
    history = hand.history
    played = tuple(_with_turns(history))
    events = [event for event, _ in played]
    transitions = fold_each(history.view, events)
    street, folded, deciding, known_from = BEFORE_THE_HAND, 0, False, -1
    told: dict[int, tuple[object, ...]] = {}
    last_deal = max((at for at, event in enumerate(events) if isinstance(event, _DEALS)), default=-1)
    for group in _groups(transitions, symbols=symbols):
        starts = any(isinstance(each.event, ev.StreetBegan | ev.RunBegan) for each in group)
        decides = folded > last_deal and any(isinstance(each.event, _DECIDING) for each in group)
        shows = any(isinstance(each.event, ev.HandShown | ev.HandMucked) for each in group)
        folded += len(group)
        view, events_done = group[-1].after, played[folded - 1][1]
        due = [each for each in hand.known if known_from < each.events <= events_done]
        street = SHOWDOWN if decides and (shows or street == SHOWDOWN) else view.street_name or street
        yield HandStep(
            tuple(narrate(group, symbols=symbols)),
            tuple(_tell_hidden_cards(due, view, told, symbols=symbols)),
            view,
            street,
            events_done,
            is_stop=starts or (decides and not deciding),
        )
        known_from, deciding = events_done, deciding or decides
    if hand.notes:
        last = transitions[-1].after if transitions else history.view
        yield HandStep(hand.notes, (), last, street, len(history.events), is_stop=False)


def _tell_hidden_cards(
    due: Iterable[KnownCards], view: TableView, told: dict[int, tuple[object, ...]], *, symbols: bool
) -> Iterator[str]:
    """Yields what the players hold face down of the cards that are known from now on, unless it was `told` before."""
    for seat, known in {each.seat: each for each in due}.items():
        held = view.at(seat)
        cards = zip(known.cards, held.cards if held else (), strict=False)
        hidden = tuple(card for card, shown in cards if shown is None)
        if any(hidden) and hidden != told.get(seat):
            told[seat] = hidden
            yield known_sentence(known, view, symbols=symbols)


def _with_turns(history: HandHistory) -> Iterator[tuple[Event, int]]:
    """Yields the events with a turn before each act, each with how many of the history's own are done then."""
    turns = 0
    for count, event in enumerate(history.events):
        if isinstance(event, _ACTS) or (isinstance(event, ev.Posted) and event.post is ev.Post.BRING_IN):
            turns += 1
            yield ev.TurnBegan(event.seat, turns), count
        if not isinstance(event, ev.TurnBegan):
            yield event, count + 1


def _groups(transitions: Iterable[Transition], *, symbols: bool) -> Iterator[tuple[Transition, ...]]:
    """Yields the events of each step; one that nobody reads about is joined to the step after it."""
    group: list[Transition] = []
    for transition in transitions:
        before = [each.event for each in group]
        if group and _begins_step(transition.event, before) and any(narrate(group, symbols=symbols)):
            yield tuple(group)
            group = []
        group.append(transition)
    if group:
        yield tuple(group)


def _begins_step(event: Event, before: Sequence[Event]) -> bool:
    """Whether an event begins a step, after those events in the present one."""
    if isinstance(event, _QUIET):
        return False
    if _opens_hand(event):
        return not all(_opens_hand(each) or isinstance(each, _QUIET) for each in before)
    if isinstance(event, ev.BoardDealt):
        return not any(isinstance(each, ev.StreetBegan) for each in before)
    if isinstance(event, _COLLECTING | ev.StreetBegan | ev.PotAwarded):
        return not all(isinstance(each, _COLLECTING | _QUIET) for each in before)
    return True


def _opens_hand(event: Event) -> bool:
    """Whether an event belongs to the start of a hand and its forced bets, without the bring-in."""
    return isinstance(event, ev.HandStarted) or (isinstance(event, ev.Posted) and event.post is not ev.Post.BRING_IN)


class Speed(Enum):
    """How long a step stays while the replay goes on by itself, in seconds."""

    SLOW = 2.5
    NORMAL = 1.2
    FAST = 0.4


class ReplayKey(KeyPress):
    """The keys of the replayer."""

    NEXT = "right,enter", "→", "The next step"
    BACK = "left,backspace", "←", "The step before"
    NEXT_STREET = "down", "↓", "To the next street, or to the showdown"
    STREET_BEFORE = "up", "↑", "To the beginning of the street, or to the street before"
    BEGIN = "home", "Home", "To the table before the hand"
    END = "end", "End", "To the end of the hand"
    HAND_BEFORE = "pageup,p", "PgUp", "To the hand before"
    NEXT_HAND = "pagedown,n", "PgDn", "To the next hand"
    PLAY = "space", "Space", "Go on by itself, or stop"
    SLOW = "1", "1", "Go on slowly"
    NORMAL = "2", "2", "Go on at the usual speed"
    FAST = "3", "3", "Go on fast"
    OPEN_CARDS = "o", "O", "Show all cards that are known, or only those that lay open then"
    WHY = "w", "W", "The winners, and the rules that decided"
    GAME = "f2", "F2", "The rules of the game"
    RANKING = "f6", "F6", "Which hand beats which"
    HELP = "question_mark", "?", "The keys of the replayer"
    CLOSE = "escape,q", "Esc", "Back"


class HandSource(Protocol):
    """Where hands to be looked at come from: a file, or a search among finished hands.

    `title` are the hands in words, and `total` how many there are, which may yet change unless it `is_complete`.
    """

    title: str
    total: int
    is_complete: bool

    def find(self, index: int) -> ReplayLine | None:
        """Returns a hand, counted from 0; None for one that has yet to come, which is asked for."""


class Replayer:
    """One viewer's place among the hands of a source and the steps of one of them.

    `hand` is None while it has yet to come; `problem` says why it cannot be looked at. `position` is how many steps are
    done.
    """

    def __init__(self, source: HandSource, *, index: int = 0, symbols: bool = True) -> None:
        self.source = source
        self.index = index
        self.hand: SteppedHand | None = None
        self.problem = ""
        self.position = 0
        self.playing = False
        self.speed = Speed.NORMAL
        self.open_cards = True
        self.symbols = symbols
        self._due = 0.0
        self.refresh()

    # --- what is shown

    @property
    def view(self) -> TableView | None:
        """The table as it is shown now."""
        return None if self.hand is None else self.hand.view_at(self.position, open_cards=self.open_cards)

    @property
    def step(self) -> HandStep | None:
        """The step that has been done last, None before the first."""
        return self.hand.steps[self.position - 1] if self.hand is not None and self.position else None

    @property
    def at_end(self) -> bool:
        """Whether no step is left."""
        return self.position == self._length

    @property
    def _length(self) -> int:
        return 0 if self.hand is None else len(self.hand.steps)

    @property
    def place(self) -> str:
        """The place in words: "step 14 of 31 · turn · 2 of 5"."""
        hands = f"{self.index + 1:,} of {self.source.total:,}{'' if self.source.is_complete else '…'}"
        if self.hand is None:
            return hands
        street = BEFORE_THE_HAND if self.step is None else self.step.street
        steps = f"step {self.position} of {len(self.hand.steps)} · {street}"
        return f"{steps} · {hands}" if self.source.total > 1 or not self.source.is_complete else steps

    def refresh(self) -> bool:
        """Takes the hand if it has come by now; returns whether anything is new."""
        if self.hand is not None or self.problem:
            return False
        match self.source.find(self.index):
            case HandReplay() as hand:
                self.hand = SteppedHand(hand, symbols=self.symbols)
            case UnplayableHand(sentence, name):
                self.problem = f"Hand {name}: {sentence}" if name else sentence
            case None:
                return False
        return True

    # --- going on and back

    def press(self, key: ReplayKey, now: float) -> None:
        """Does what a key says that leads through the hands; others do nothing."""
        match key:
            case ReplayKey.NEXT | ReplayKey.BACK:
                self.go_to(self.position + (1 if key is ReplayKey.NEXT else -1))
            case ReplayKey.NEXT_STREET | ReplayKey.STREET_BEFORE:
                self.move_street(1 if key is ReplayKey.NEXT_STREET else -1)
            case ReplayKey.BEGIN | ReplayKey.END:
                self.go_to(0 if key is ReplayKey.BEGIN else self._length)
            case ReplayKey.NEXT_HAND | ReplayKey.HAND_BEFORE:
                self.move_hand(1 if key is ReplayKey.NEXT_HAND else -1)
            case ReplayKey.PLAY:
                self.toggle_playing(now)
            case ReplayKey.SLOW | ReplayKey.NORMAL | ReplayKey.FAST:
                self.speed = Speed[key.name]
                self._due = now + self.speed.value
            case ReplayKey.OPEN_CARDS:
                self.open_cards = not self.open_cards
            case _:
                pass

    def go_to(self, position: int) -> None:
        """Goes to a position, as far as there are steps; the replay stops going on by itself."""
        self.playing = False
        self.position = max(0, min(position, self._length))

    def move_street(self, by: int) -> None:
        """Goes to where the next street or the showdown begins, or with −1 to where the present or last one did."""
        stops = () if self.hand is None else self.hand.stops
        before = [stop for stop in stops if stop < self.position]
        after = [stop for stop in stops if stop > self.position]
        self.go_to(min(after, default=self.position) if by > 0 else max(before, default=0))

    def move_hand(self, by: int) -> None:
        """Goes to another hand of the source, if there is one, to its beginning."""
        index = self.index + by
        if 0 <= index < self.source.total:
            self.index, self.hand, self.problem, self.position, self.playing = index, None, "", 0, False
            self.refresh()

    # --- going on by itself

    def toggle_playing(self, now: float) -> None:
        """Lets the replay go on by itself, from the beginning if it is over, or stops it."""
        if self.hand is None:
            return
        self.playing = not self.playing
        if self.playing and self.at_end:
            self.position = 0
        self._due = now + self.speed.value

    def tick(self, now: float) -> bool:
        """Takes the next step if it is due; returns whether it was."""
        if not self.playing or now < self._due:
            return False
        self.position = min(self.position + 1, self._length)
        self.playing = not self.at_end
        self._due = now + self.speed.value
        return True
