"""The steps of one table as its viewers are told them: numbered, encoded, the latest kept, and a digest of them all.

It is pure, so that a replay of the table's inputs makes the same frames, with the same numbers and the same digest. A
player who reconnects is sent the steps they missed; those of before a server's start are made again only then.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256

from msgspec import Struct, structs

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
    """One step as it was sent: the public frame, and by player id the frames with private parts.

    `delayed` is the step as a delayed rail is told it later.
    """

    seq: int
    public: PublicFrame
    private: Mapping[str, bytes]
    delayed: Step

    def frame_for(self, player: str) -> bytes:
        """Returns the frame that the player with that id got, or would have got."""
        return self.private.get(player, self.public)


EarlierSteps = Callable[[], Sequence["SentStep"]]
"""Makes the steps again that came just before the first that a buffer holds, oldest first; none if it cannot."""


class ReplayBuffer:
    """The frames of the latest steps, oldest first, from the one after `first` on; `earlier` makes those before it."""

    def __init__(self, first: int = 0, earlier: EarlierSteps | None = None) -> None:
        self._first = first
        self._earlier = earlier
        self._steps: deque[SentStep] = deque(maxlen=BUFFER_SIZE)

    @property
    def steps(self) -> Sequence[SentStep]:
        """The steps that are kept, oldest first."""
        return tuple(self._steps)

    def append(self, step: SentStep) -> None:
        """Adds the newest step; the oldest is dropped when the buffer is full."""
        self._steps.append(step)
        if len(self._steps) == BUFFER_SIZE:
            self._earlier = None

    def since(self, seq: int, player: str) -> list[bytes] | None:
        """Returns the frames of the steps after `seq` for one player.

        Returns None where one of them is no longer kept, or the table has no step `seq` yet.
        """
        newest = self._steps[-1].seq if self._steps else self._first
        if seq < newest - len(self._steps) and self._earlier is not None:
            missing = BUFFER_SIZE - len(self._steps)
            self._steps.extendleft([*reversed(self._earlier())][:missing])
            self._earlier = None
        if not newest - len(self._steps) <= seq <= newest:
            return None
        return [step.frame_for(player) for step in self._steps if step.seq > seq]


class StepLog:
    """The steps of one table, numbered from 1 within their epoch.

    `holders` are the ids of the players by seat. `digest` stands for every frame so far, and for their order. `earlier`
    makes the steps up to `seq` again, if a player has missed them.
    """

    def __init__(
        self,
        epoch: str,
        *,
        seq: int = 0,
        digest: str = "",
        holders: dict[int, str] | None = None,
        earlier: EarlierSteps | None = None,
    ) -> None:
        self.epoch = epoch
        self.seq = seq
        self.digest = digest
        self.holders = holders or {}
        self._replay_buffer = ReplayBuffer(seq, earlier)

    @property
    def latest(self) -> Sequence[SentStep]:
        """The latest steps, oldest first."""
        return self._replay_buffer.steps

    def begin_epoch(self, epoch: str) -> None:
        """Numbers the steps anew: nobody can resume from a step of before, and a returning viewer gets a snapshot."""
        self.epoch, self.seq = epoch, 0
        self._replay_buffer = ReplayBuffer()

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
        public = public_frame(step)
        private = {
            holders[seat]: codec.encode(structs.replace(step, private=own)) for seat, own in parts.private.items()
        }
        sent = SentStep(self.seq, public, private, structs.replace(step, private=audience.rail_cards(events, occupied)))
        self._replay_buffer.append(sent)
        digest = sha256(self.digest.encode())
        digest.update(sent.public)
        for player, frame in sorted(sent.private.items()):
            digest.update(player.encode())
            digest.update(frame)
        self.digest = digest.hexdigest()
        return sent

    def missed_frames(self, resume: Resume | None, player: str) -> list[bytes] | None:
        """Returns the frames that a returning player missed; None where they need a snapshot instead."""
        if resume is None or resume.epoch != self.epoch:
            return None
        return self._replay_buffer.since(resume.seq, player)

    def snapshot(self, view: TableView, at: int, watchers: int) -> bytes:
        """Returns the frame of the whole table as a viewer may know it, with so many people on the rail."""
        return codec.encode(Snapshot(epoch=self.epoch, seq=self.seq, at=at, view=view, watchers=watchers))
