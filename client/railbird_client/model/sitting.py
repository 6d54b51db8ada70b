"""One player's evening at one table: what the server said so far, and what of it is on the screen.

The truth is folded at once; what is shown may lag behind for some beats when a hand deals itself out. Times are seconds
of a clock that never goes back, given as arguments.
"""

from __future__ import annotations

from collections import deque

from msgspec.structs import replace

from railbird_client.model.beats import beats
from railbird_client.model.chatter import Chatter
from railbird_client.model.clock import ServerClock
from railbird_client.model.desk import Desk
from railbird_client.model.log import Log
from railbird_client.model.options import Options
from railbird_client.model.prompt import is_broke
from railbird_client.model.results import left_with
from railbird_shared import events as ev
from railbird_shared.commands import Command
from railbird_shared.folding import fold_all
from railbird_shared.games import Family
from railbird_shared.messages import Chat, Message, Refused, Snapshot, Step
from railbird_shared.story import AnyEvent
from railbird_shared.view import TableView

FRESH = 2.5
"""How many seconds a card that was drawn is marked as new."""


class Sitting:
    """What is known of the table, and what is shown of it; `desk` holds the player's side."""

    def __init__(self, options: Options, name: str = "") -> None:
        self.options = options
        self.desk = Desk(name)
        self.log = Log(symbols=not options.ascii)
        self.chatter = Chatter()
        self.clock = ServerClock()
        self.shown: TableView | None = None
        self._truth: TableView | None = None
        self._later: deque[tuple[float, tuple[AnyEvent, ...]]] = deque()
        self._fresh: tuple[int, float] = (0, 0.0)

    def hear(self, message: Message, now: float) -> Command | None:
        """Takes a message of the server; returns the act that a plan made ahead leads to, if any."""
        match message:
            case Snapshot():
                return self._begin(message, now)
            case Step():
                return self._step(message, now)
            case Chat(name=name, text=text, rail=rail):
                self.chatter.heard(name, text, rail=rail)
            case Refused(sentence=sentence):
                self.desk.refused(sentence, now)
            case _:
                pass
        return None

    def stop(self) -> str:
        """Takes it that the server has ended the game; returns the sentence for it, which stays until it is back."""
        self._catch_up()
        view = self._truth
        if view is None:
            return ""
        self.desk.end(f"The game was ended. {left_with(view)}".strip())
        you = None if view.you is None else replace(view.you, legal=None)
        self.shown = self._truth = replace(view, turn=None, you=you)
        self.desk.see(self._truth, 0.0)
        return self.desk.ended

    def tick(self, now: float) -> None:
        """Shows what is due by now."""
        while self._later and self._later[0][0] <= now:
            self._show(self._later.popleft()[1])
        if not self._later:
            self.shown = self._truth

    def fresh(self, now: float) -> int:
        """Returns how many of the viewer's last cards have just come."""
        count, until = self._fresh
        return count if now < until else 0

    @property
    def runs_out(self) -> bool:
        """Whether a hand that is decided already is still being shown."""
        return bool(self._later)

    def _begin(self, snapshot: Snapshot, now: float) -> Command | None:
        self._later.clear()
        self.clock.forget()
        self.clock.heard(snapshot.at, now)
        self.clock.turns_last(snapshot.view.clock)
        self.desk.reconnected()
        if snapshot.view != self._truth:
            self.log.arrived(snapshot.view)
        self.shown = self._truth = snapshot.view
        return self.desk.see(snapshot.view, now)

    def _step(self, step: Step, now: float) -> Command | None:
        if self._truth is None:
            return None
        self.clock.heard(step.at, now)
        told = step.news + step.yours
        if self._later and all(isinstance(event, ev.TableEvent | ev.YourOffers) for event in told):
            # Who comes, goes, buys chips or wants to straddle meanwhile does not cut the end of a hand short.
            self._truth = fold_all(self._truth, told)
            self._later.append((self._later[-1][0], told))
            self._note_lateness(step.news)
            return self.desk.see(self._truth, now)
        self._catch_up()
        parts: list[tuple[AnyEvent, ...]] = list(beats(step.news))
        parts[-1] += step.yours
        self._truth = fold_all(self._truth, told)
        self._mark_fresh(step.yours, now)
        self._note_lateness(step.news)
        pace = self.options.pace
        for index, part in enumerate(parts):
            if index and pace:
                self._later.append((now + index * pace, part))
            else:
                self._show(part)
        if not self._later:
            self.shown = self._truth
        return self.desk.see(self._truth, now)

    def _note_lateness(self, news: tuple[ev.PublicEvent, ...]) -> None:
        """Has it said until a key is pressed that the clock decided for the viewer."""
        view = self._truth
        if view is None or view.you is None:
            return
        seat = view.you.seat
        own = view.at(seat)
        broke = own is not None and is_broke(own, view)
        for event in news:
            match event:
                case ev.Folded(seat=late, timed_out=True) if late == seat:
                    self.desk.stand("Your time ran out, and your hand was folded.")
                case ev.Checked(seat=late, timed_out=True) if late == seat:
                    self.desk.stand("Your time ran out, and you checked.")
                case ev.Drew(seat=late, timed_out=True) if late == seat:
                    self.desk.stand("Your time ran out, and the draw was made for you.")
                case ev.SatOut(seat=out) if out == seat and self.desk.standing and not broke:
                    self.desk.stand("Your time ran out in several turns, so you sit out: press S to come back.")
                case _:
                    pass

    def _catch_up(self) -> None:
        while self._later:
            self._show(self._later.popleft()[1])

    def _show(self, events: tuple[AnyEvent, ...]) -> None:
        if self.shown is None:
            return
        self.log.heard(events, self.shown)
        self.shown = fold_all(self.shown, events)

    def _mark_fresh(self, yours: tuple[ev.PrivateEvent, ...], now: float) -> None:
        view = self._truth
        for event in yours:
            if isinstance(event, ev.YourCards) and view and view.game.family is Family.DRAW and view.street > 0:
                self._fresh = (len(event.new), now + FRESH)
