"""The steps of one table as its viewers are told them: numbered, encoded, the latest kept, and a digest of them all.

It is pure, so that a replay of the table's inputs makes the same frames, with the same numbers and the same digest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256

from msgspec import structs

from railbird_server.runtime.broadcast.bus import public_frame
from railbird_server.runtime.broadcast.replay_buffer import EarlierSteps, ReplayBuffer, SentStep
from railbird_server.table import audience
from railbird_server.table.outcome import FullEvent
from railbird_server.table.seats import Seat
from railbird_shared.protocol import codec
from railbird_shared.protocol.commands import Resume
from railbird_shared.protocol.messages import Snapshot, Step
from railbird_shared.protocol.view import TableView


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
        self._update_digest(sent)
        return sent

    def missed_frames(self, resume: Resume | None, player: str) -> list[bytes] | None:
        """Returns the frames that a returning player missed; None where they need a snapshot instead."""
        if resume is None or resume.epoch != self.epoch:
            return None
        return self._replay_buffer.since(resume.seq, player)

    def snapshot(self, view: TableView, at: int, watchers: int) -> bytes:
        """Returns the frame of the whole table as a viewer may know it, with so many people on the rail."""
        return codec.encode(Snapshot(epoch=self.epoch, seq=self.seq, at=at, view=view, watchers=watchers))

    def _update_digest(self, sent: SentStep) -> None:
        digest = sha256(self.digest.encode())
        digest.update(sent.public)
        for player, frame in sorted(sent.private.items()):
            digest.update(player.encode())
            digest.update(frame)
        self.digest = digest.hexdigest()
