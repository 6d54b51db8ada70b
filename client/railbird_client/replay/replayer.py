"""The replayer: which hand is looked at, at which step, and how fast it goes on by itself.

Times are seconds of a monotonic clock, given as arguments.
"""

from __future__ import annotations

from enum import Enum
from typing import Protocol

from railbird_client.replay.hand_steps import HandStep, SteppedHand
from railbird_shared.history.hand_history import HandReplay, ReplayLine, UnplayableHand
from railbird_shared.protocol.view import TableView


class Speed(Enum):
    """How long a step stays while the replay goes on by itself, in seconds."""

    SLOW = 2.5
    NORMAL = 1.2
    FAST = 0.4


SPEEDS = (Speed.SLOW, Speed.NORMAL, Speed.FAST)
"""The speeds in the order of their keys."""


class HandSource(Protocol):
    """Where hands to be looked at come from: a file, or a search among finished hands."""

    @property
    def title(self) -> str:
        """What the hands are, in words."""
        ...

    @property
    def total(self) -> int:
        """How many hands there are, as far as that is known by now."""
        ...

    @property
    def is_complete(self) -> bool:
        """Whether `total` stays as it is."""
        ...

    def find(self, index: int) -> ReplayLine | None:
        """Returns a hand, counted from 0; None for one that has yet to come, which is asked for."""
        ...


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
        return self.hand is None or self.position == len(self.hand.steps)

    @property
    def place(self) -> str:
        """The place in words: "step 14 of 31 · turn · 2 of 5"."""
        hands = f"{self.index + 1:,} of {self.source.total:,}{'' if self.source.is_complete else '…'}"
        if self.hand is None:
            return hands
        steps = f"step {self.position} of {len(self.hand.steps)} · {self.hand.street_at(self.position)}"
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

    def go_to(self, position: int) -> None:
        """Goes to a position, as far as there are steps; the replay stops going on by itself."""
        self.playing = False
        self._move(position)

    def move(self, steps: int) -> None:
        """Goes on by so many steps, or back."""
        self.go_to(self.position + steps)

    def move_street(self, by: int) -> None:
        """Goes to where the next street or the showdown begins, or with −1 to where the present or last one did."""
        if self.hand is None:
            return
        before = [stop for stop in self.hand.stops if stop < self.position]
        after = [stop for stop in self.hand.stops if stop > self.position]
        self.go_to(min(after, default=self.position) if by > 0 else max(before, default=0))

    def go_to_begin(self) -> None:
        """Goes to the table before the hand."""
        self.go_to(0)

    def go_to_end(self) -> None:
        """Goes to the end of the hand."""
        self.go_to(0 if self.hand is None else len(self.hand.steps))

    def move_hand(self, by: int) -> bool:
        """Goes to another hand of the source, to its beginning; returns False where there is none."""
        index = self.index + by
        if not 0 <= index < self.source.total:
            return False
        self.index, self.hand, self.problem, self.position, self.playing = index, None, "", 0, False
        self.refresh()
        return True

    def _move(self, position: int) -> None:
        self.position = 0 if self.hand is None else max(0, min(position, len(self.hand.steps)))

    # --- going on by itself

    def toggle_playing(self, now: float) -> None:
        """Lets the replay go on by itself, from the beginning if it is over, or stops it."""
        if self.hand is None:
            return
        self.playing = not self.playing
        if self.playing and self.at_end:
            self.position = 0
        self._due = now + self.speed.value

    def set_speed(self, speed: Speed, now: float) -> None:
        """Changes how fast the replay goes on by itself."""
        self.speed = speed
        self._due = now + speed.value

    def tick(self, now: float) -> bool:
        """Takes the next step if it is due; returns whether it was."""
        if not self.playing or now < self._due:
            return False
        self._move(self.position + 1)
        self.playing = not self.at_end
        self._due = now + self.speed.value
        return True

    def toggle_open_cards(self) -> None:
        """Shows all cards that are known from the beginning, or only what lay open at the time."""
        self.open_cards = not self.open_cards
