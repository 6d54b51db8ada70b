"""The rail of one table: fed in slices by a task of its own, and perhaps shown the past of the table only.

A great crowd never delays the table. Frames are numbered in the order in which they are published. Every viewer gets
them in this order and each once, whoever sends them: the task, or the table itself to a viewer who has taken a seat, or
left it, in between. Only a `PublicFrame` can go to the rail, and `public_frame` makes none of a message with a private
part.

A delayed rail sees the past, with the cards of the players who let it see them. It has steps, numbers and a view of its
own, which are made of nothing but what has been released: neither a frame nor a snapshot for a viewer without a seat
comes from the table as it is now.

A thing belongs to the hand that ran or was played last when it happened. It may be shown when that hand is over, so
many further hands have ended and so many seconds have passed: never before, whatever the table is asked. From then on
the rail sees the hand at the pace at which it was played, without the long pauses, and twice as fast for each further
hand that it might see already. The queue has a limit: events while it is full are left out, and one whole table
stands for all of it.
"""

from __future__ import annotations

import asyncio
import math
import secrets
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import NewType

from msgspec import Struct
from msgspec.structs import replace

from railbird_server.runtime.broadcast.members import Members
from railbird_server.runtime.broadcast.rail_chances import PastChances
from railbird_server.runtime.players import Viewer
from railbird_shared.protocol import codec
from railbird_shared.protocol.events import HandEnded, HandStarted, HandVoided, PrivateEvent, PublicEvent
from railbird_shared.protocol.folding import fold_all
from railbird_shared.protocol.messages import Chat, HandChances, Notice, Rail, Snapshot, Step
from railbird_shared.protocol.view import TableView
from railbird_shared.settings.table_terms import RailTerms

PublicFrame = NewType("PublicFrame", bytes)
"""An encoded message that everybody at the table may read."""

MAX_WAITING_FRAMES = 64
"""Frames that may wait for the rail; beyond that the oldest are lost, and their viewers are sent a snapshot."""


def public_frame(message: Step | Chat | Notice | Rail | HandChances) -> PublicFrame:
    """Returns the frame of a message for everybody; raises ValueError for a step with a private part."""
    if isinstance(message, Step) and message.private:
        raise ValueError("A step with a private part is for one viewer alone.")
    return PublicFrame(codec.encode(message))


RAIL_SLICE = 64
"""Viewers who are sent a frame in one go: an act of a player waits for some slices at most, each below 1 ms."""

NOBODY_APART: Mapping[Viewer, bytes | None] = {}


class RailBroadcast:
    """The frames still to be sent to the viewers of one table: `run` sends them to all who have not got them otherwise.

    `reaches` says which viewers get what is published; all do where it is None.
    """

    def __init__(self, members: Members) -> None:
        self.reaches: Callable[[Viewer], bool] | None = None
        self._members = members
        self._last = 0
        self._finished = 0
        self._unfinished: deque[tuple[int, PublicFrame]] = deque(maxlen=MAX_WAITING_FRAMES)
        self._filled = asyncio.Event()
        self._told: dict[Viewer, int] = {}

    def publish(self, frame: PublicFrame, at_once: Mapping[Viewer, bytes | None] = NOBODY_APART) -> None:
        """Has a frame sent to every viewer: `at_once` to these, in a form of their own, after all that was before it.

        It is not for a viewer who is to be sent None.
        """
        self._last += 1
        self._unfinished.append((self._last, frame))
        self._filled.set()
        for viewer, own in at_once.items():
            self._send_rest(viewer, self._last - 1)
            if own is not None:
                viewer.outbox.send_update(own)
            self._told[viewer] = self._last

    def skip(self, viewer: Viewer) -> None:
        """Leaves out what a viewer is still to be sent, because they get the whole table, or what they missed."""
        self._told[viewer] = self._last

    def finish(self) -> None:
        """Sends everybody at once what they are still to be sent, because the table ends."""
        for viewer in list(self._members.viewers.values()):
            self._send_rest(viewer, self._last)
        self._forget(self._last)

    async def run(self) -> None:
        """Sends what is published to everybody at the table who has not got it yet, until it is cancelled."""
        here = self._members.viewers
        while True:
            await self._filled.wait()
            self._filled.clear()
            while self._unfinished:
                number, frame = self._unfinished[0]
                crowd = list(here.items())
                for start in range(0, len(crowd), RAIL_SLICE):
                    if start:
                        await asyncio.sleep(0)
                    for player, viewer in crowd[start : start + RAIL_SLICE]:
                        if here.get(player) is viewer:
                            self._send(viewer, number, frame)
                self._forget(number)

    def _send_rest(self, viewer: Viewer, last: int) -> None:
        """Sends a viewer at once what they are still to be sent, up to the frame of that number."""
        for number, frame in self._unfinished:
            if number <= last:
                self._send(viewer, number, frame)

    def _send(self, viewer: Viewer, number: int, frame: PublicFrame) -> None:
        """Sends a viewer a frame unless they have got it; a viewer who missed one gets a snapshot in time."""
        told = self._told.get(viewer, self._finished)
        if told >= number or (self.reaches is not None and not self.reaches(viewer)):
            return
        if told < number - 1:
            viewer.outbox.behind = True
        viewer.outbox.send_update(frame)
        self._told[viewer] = number

    def _forget(self, number: int) -> None:
        while self._unfinished and self._unfinished[0][0] <= number:
            self._unfinished.popleft()
        if not self._unfinished:
            self._finished = self._last
            self._told.clear()
        elif len(self._told) > 2 * len(self._members.viewers) + RAIL_SLICE:
            self._told = {viewer: told for viewer, told in self._told.items() if self._members.is_here(viewer)}


LONGEST_GAP_MS = 4_000
"""The most milliseconds between two things that the rail is shown, where more passed between them at the table."""

MAX_WAITING = 4096
"""Things that may wait, each of about 0.6 kB: more than people do in the longest delay, in hands or in seconds."""

NO_GAP = LONGEST_GAP_MS.bit_length()
"""How many hands late the rail is when it is shown one thing right after the other."""


class TableState(Struct, frozen=True):
    """A whole table as everybody might know it, by its own time `at`, where no event says what has changed."""

    view: TableView
    at: int


Shown = Step | TableState | Chat
"""A message that a delayed rail is shown."""


class _Waiting(Struct, frozen=True):
    """Something that happened at a time of the server's clock, when the hand of that number ran or was the last."""

    shown: Shown
    happened: int
    hand: int


class DelayQueue:
    """The messages still to be shown to one rail, first in, first out; times are milliseconds of the server's clock.

    `hand` is the number of the hand that runs or was played last, as the queue begins at the time `now`. A queue that
    `is_behind` has left something out, and takes nothing more before a whole table.
    """

    def __init__(self, terms: RailTerms, now: int, *, hand: int = 0, hand_runs: bool = False) -> None:
        self._terms = terms
        self._hand = hand
        self.is_behind = False
        self._ended_at = OrderedDict({hand - hand_runs: now})
        self._waiting: deque[_Waiting] = deque()
        self._last_happened = self._last_due = now

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, shown: Shown, now: int) -> None:
        """Adds what happens now, unless the queue is full or has left out what was before."""
        if isinstance(shown, Step):
            self._count_hands(shown.public, now)
        self.is_behind = len(self._waiting) >= MAX_WAITING or (self.is_behind and not isinstance(shown, TableState))
        if not self.is_behind:
            self._waiting.append(_Waiting(shown, now, self._hand))

    @property
    def wants_table(self) -> bool:
        """Whether the queue has left something out, and has room again for the whole table and what follows."""
        return self.is_behind and len(self._waiting) <= MAX_WAITING // 2

    @property
    def due(self) -> int | None:
        """When the next thing may be shown, None as long as that depends on hands that have not ended."""
        if not self._waiting:
            return None
        first = self._waiting[0]
        ended_at = self._ended_at.get(first.hand + self._terms.delay_hands)
        if ended_at is None:
            return None
        gap = min(first.happened - self._last_happened, LONGEST_GAP_MS) >> self._hands_late(first.hand)
        return max(ended_at, first.happened + 1000 * self._terms.delay_seconds, self._last_due + gap)

    def take(self, now: int) -> Shown | None:
        """Takes the next thing if it may be shown at `now`."""
        if (due := self.due) is None or now < due:
            return None
        first = self._waiting.popleft()
        self._last_due, self._last_happened = due, first.happened
        while next(iter(self._ended_at), first.hand) < first.hand:
            self._ended_at.popitem(last=False)
        return first.shown

    def _hands_late(self, hand: int) -> int:
        """Returns how many hands after that one might be shown, too, by when the last thing was; `NO_GAP` at most."""
        for late in range(NO_GAP):
            over = self._ended_at.get(hand + late + 1, math.inf)
            further = self._ended_at.get(hand + late + 1 + self._terms.delay_hands, math.inf)
            if max(further, over + 1000 * self._terms.delay_seconds) > self._last_due:
                return late
        return NO_GAP

    def _count_hands(self, events: Iterable[PublicEvent | PrivateEvent], now: int) -> None:
        for event in events:
            if isinstance(event, HandStarted):
                self._hand = event.hand
                self._ended_at.setdefault(event.hand - 1, now)
            elif isinstance(event, HandEnded | HandVoided):
                self._ended_at.setdefault(self._hand, now)


STOOD_UP = "You watch with the rail now, which is {} behind; it goes on for you when it has come to where you left."
"""The notice to a player who has given up the seat and stays."""


class DelayedRail:
    """The delayed rail of one table, fed by `feed` while `run` runs.

    It begins with a `view` that tells nothing and is shown the table as it is, `begins_with`, when its time has come.
    `now` is the server's clock in milliseconds, and `chances` tells those of the hands that the rail sees. `present` is
    the table as it is, None as long as something that has happened there is not told yet.
    """

    def __init__(
        self,
        terms: RailTerms,
        now: Callable[[], int],
        members: Members,
        feed: RailBroadcast,
        *,
        view: TableView,
        begins_with: TableState,
        present: Callable[[], TableState | None],
        chances: PastChances,
    ) -> None:
        self.view = view
        self._chances = chances
        self._told_chances: HandChances | None = None
        self._terms = terms
        self._now = now
        self._members = members
        self._feed = feed
        self._present = present
        current = begins_with.view
        self._queue = DelayQueue(terms, now(), hand=current.hand, hand_runs=current.playing)
        self._epoch, self._seq = secrets.token_hex(8), 0
        self._at, self._released_at = begins_with.at, now()
        self._held: dict[Viewer, int] = {}
        self._released = 0
        self._changed = asyncio.Event()
        self.add(begins_with)

    def add(self, shown: Shown) -> None:
        """Adds what the rail is to be shown later; a step that tells it nothing is left out."""
        if not isinstance(shown, Step) or shown.public or shown.private:
            self._queue.add(shown, self._now())
            self._changed.set()

    def catch_up(self) -> None:
        """Adds the whole table in place of what was left out, where the queue has room for it again."""
        if self._queue.wants_table and (present := self._present()) is not None:
            self.add(present)

    def hold(self, viewer: Viewer, *, stays: bool) -> None:
        """Keeps a viewer who has left their seat from seeing again what they saw there; tells it one who `stays`."""
        self._held = {each: number for each, number in self._held.items() if self._members.is_here(each)}
        self._held[viewer] = self._released + len(self._queue) + self._queue.is_behind
        self._feed.skip(viewer)
        if stays:
            viewer.reply(Notice(sentence=STOOD_UP.format(self._terms.delay_text)))

    def reaches(self, viewer: Viewer) -> bool:
        """Whether a viewer sees what the rail sees: not with a seat, and not before it has come to where they left."""
        return viewer.player.id not in self._members.seated and viewer not in self._held

    async def run(self) -> None:
        """Releases everything when its time has come, until it is cancelled."""
        while True:
            self._changed.clear()
            self.release()
            due = self._queue.due
            with suppress(TimeoutError):
                async with asyncio.timeout(None if due is None else max(0, due - self._now()) / 1000):
                    await self._changed.wait()

    def release(self) -> None:
        """Shows the rail what it may see by now; after very much of it other tasks get their turn before the rest."""
        for _ in range(RAIL_SLICE):
            if (shown := self._queue.take(self._now())) is None:
                break
            self._released += 1
            match shown:
                case Chat():
                    self._feed.publish(PublicFrame(codec.encode(shown)))
                case Step():
                    self._seq += 1
                    self.view = fold_all(self.view, (*shown.public, *shown.private))
                    self._set_time(shown.at)
                    step = replace(shown, epoch=self._epoch, seq=self._seq)
                    self._feed.publish(PublicFrame(codec.encode(step)))
                    self._chances.follow((*shown.public, *shown.private), self._tell_chances)
                case TableState(view, at):
                    self.view = _with_cards_of(self.view, view)
                    self._set_time(at)
                    self._show_whole()
                    self._chances.show_whole(self.view)
            for viewer in [viewer for viewer, number in self._held.items() if number <= self._released]:
                del self._held[viewer]
                if self._members.is_here(viewer) and self.reaches(viewer):
                    self.send_snapshot(viewer)
        self.catch_up()

    def _tell_chances(self, chances: HandChances) -> None:
        """Tells the rail the chances of hands that it sees, and whoever comes to it in the same hand."""
        self._told_chances = chances
        self._feed.publish(PublicFrame(codec.encode(chances)))

    def send_snapshot(self, viewer: Viewer) -> None:
        """Sends a viewer the whole table as the rail sees it now."""
        self._held.pop(viewer, None)
        self._feed.skip(viewer)
        is_host = viewer.player is self._members.host
        view = replace(self.view, you=replace(self.view.you, is_host=True)) if is_host else self.view
        at, watchers = self._at + self._now() - self._released_at, self._members.watchers
        frame = Snapshot(epoch=self._epoch, seq=self._seq, at=at, view=view, watchers=watchers)
        viewer.outbox.send_snapshot(codec.encode(frame))
        if self._told_chances is not None and self._told_chances.hand == view.hand:
            viewer.outbox.send_update(codec.encode(self._told_chances))

    def _set_time(self, at: int) -> None:
        self._at, self._released_at = at, self._now()

    def _show_whole(self) -> None:
        self._epoch, self._seq = secrets.token_hex(8), 0
        for viewer in list(self._members.viewers.values()):
            if self.reaches(viewer):
                self.send_snapshot(viewer)


def _with_cards_of(before: TableView, view: TableView) -> TableView:
    """Returns a view of the same hand with the cards that the rail has seen of it."""
    if before.hand != view.hand:
        return view
    seats = tuple(
        replace(seat, cards=old.cards) if seat is not None and old is not None and old.name == seat.name else seat
        for old, seat in zip(before.seats, view.seats, strict=True)
    )
    return replace(view, seats=seats)
