"""The steps of one table as its viewers are told them: numbered, encoded, the latest kept, and a digest of them all.

It is pure, so that a replay of the table's inputs makes the same frames, with the same numbers and the same digest. A
player who reconnects is sent the steps they missed; those of before a server's start are made again only then.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256

from msgspec import Struct
from msgspec.structs import replace

from railbird_server.runtime.broadcast.rail import PublicFrame, public_frame
from railbird_server.table import audience
from railbird_server.table.inputs import FullEvent
from railbird_server.table.seats import Seat
from railbird_shared.protocol import codec
from railbird_shared.protocol.commands import Resume
from railbird_shared.protocol.messages import Snapshot, Step
from railbird_shared.protocol.view import TableView

BUFFER_SIZE = 64
"""Steps kept; a player who has missed more gets a snapshot."""


class SentStep(Struct, frozen=True):
    """One step as it was sent: to all, by player id with private parts, and as a `delayed` rail is told it later."""

    seq: int
    public: PublicFrame
    private: Mapping[str, bytes]
    delayed: Step


EarlierSteps = Callable[[], Sequence[SentStep]]
"""Makes the steps again that came just before the first that a log holds, oldest first; none if it cannot."""


@dataclass(slots=True, eq=False)
class StepLog:
    """The steps of one table, numbered from 1 within their epoch.

    `holders` are the ids of the players by seat. `digest` stands for every frame so far, and for their order. `latest`
    are the latest steps, oldest first, and `earlier` makes the steps up to `seq` again, if a player has missed them.
    """

    epoch: str
    seq: int = 0
    digest: str = ""
    holders: dict[int, str] = field(default_factory=dict)
    earlier: EarlierSteps | None = None
    latest: deque[SentStep] = field(default_factory=partial(deque[SentStep], maxlen=BUFFER_SIZE), init=False)

    def begin_epoch(self, epoch: str) -> None:
        """Numbers the steps anew: nobody can resume from an earlier step, and a returning viewer gets a snapshot."""
        self.epoch, self.seq, self.earlier = epoch, 0, None
        self.latest.clear()

    def record(self, events: Iterable[FullEvent], occupied: Iterable[Seat], at: int) -> SentStep:
        """Makes the frames of a step after which `occupied` are the seats with players.

        A player who has just left gets the private part of their old seat.
        """
        events, occupied = tuple(events), tuple(occupied)
        after = {seat.number: seat.player for seat in occupied}
        holders, self.holders = audience.holders_in_step(self.holders, events, after), after
        parts = audience.split(events)
        self.seq += 1
        step = Step(epoch=self.epoch, seq=self.seq, at=at, public=parts.public)
        private = {holders[seat]: codec.encode(replace(step, private=own)) for seat, own in parts.private.items()}
        delayed = replace(step, private=audience.rail_cards(events, occupied))
        sent = SentStep(self.seq, public_frame(step), private, delayed)
        self.latest.append(sent)
        if len(self.latest) == BUFFER_SIZE:
            self.earlier = None
        digest = sha256(self.digest.encode() + sent.public)
        for player, frame in sorted(sent.private.items()):
            digest.update(player.encode() + frame)
        self.digest = digest.hexdigest()
        return sent

    def missed_frames(self, resume: Resume | None, player: str) -> list[bytes] | None:
        """Returns the frames that a returning player missed.

        Returns None where one of them is no longer kept, or the table has no such step yet: they need a snapshot.
        """
        if resume is None or resume.epoch != self.epoch:
            return None
        if resume.seq < self.seq - len(self.latest) and self.earlier is not None:
            self.latest.extendleft([*reversed(self.earlier())][: BUFFER_SIZE - len(self.latest)])
            self.earlier = None
        if not self.seq - len(self.latest) <= resume.seq <= self.seq:
            return None
        return [step.private.get(player, step.public) for step in self.latest if step.seq > resume.seq]

    def snapshot(self, view: TableView, at: int, watchers: int) -> bytes:
        """Returns the frame of the whole table as a viewer may know it, with so many people on the rail."""
        return codec.encode(Snapshot(epoch=self.epoch, seq=self.seq, at=at, view=view, watchers=watchers))
