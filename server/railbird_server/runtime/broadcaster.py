"""Numbers the steps of a table, keeps the latest, and sends them: one frame to all viewers who may know the same."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping

from msgspec import structs

from railbird_server.runtime.members import Members
from railbird_server.runtime.outbox import SLICE_SIZE
from railbird_server.runtime.players import Viewer
from railbird_server.runtime.replay_buffer import ReplayBuffer, SentStep
from railbird_server.table.audience import StepParts
from railbird_shared import codec
from railbird_shared.commands import Resume
from railbird_shared.messages import Chat, Rail, Snapshot, Step
from railbird_shared.view import TableView


class Broadcaster:
    """The steps of one table, numbered from 1 within their epoch, on their way to its members.

    `now` is the server's clock in milliseconds, and `watchers` the number of watchers that the viewers were told last.
    """

    def __init__(self, now: Callable[[], int], members: Members) -> None:
        self.watchers = 0
        self._now = now
        self._members = members
        self.begin_epoch()

    def begin_epoch(self) -> None:
        """Numbers the steps anew: nobody can resume from a step of before, and a returning viewer gets a snapshot."""
        self._epoch = secrets.token_hex(8)
        self._seq = 0
        self._replay_buffer = ReplayBuffer()

    async def send_step(self, parts: StepParts, holders: Mapping[int, str]) -> None:
        """Sends a step to every viewer; `holders` are the ids of the players whose seats get its private parts."""
        self._seq += 1
        step = Step(epoch=self._epoch, seq=self._seq, at=self._now(), public=parts.public)
        public = codec.encode(step)
        private = {
            holders[seat]: codec.encode(structs.replace(step, private=events)) for seat, events in parts.private.items()
        }
        self._replay_buffer.append(SentStep(self._seq, public, private))
        await self._broadcast(public, private)

    async def send_chat(self, chat: Chat) -> None:
        """Sends a line of chat to every viewer; it is not kept for those who are away."""
        await self._broadcast(codec.encode(chat), {})

    async def send_watchers(self, watchers: int) -> None:
        """Tells every viewer how many watch; a viewer who misses it is told by the next snapshot."""
        self.watchers = watchers
        await self._broadcast(self._rail(), {})

    def _rail(self) -> bytes:
        return codec.encode(Rail(watchers=self.watchers))

    def send_snapshot(self, viewer: Viewer, view: TableView) -> None:
        """Sends the whole table to a viewer."""
        snapshot = Snapshot(epoch=self._epoch, seq=self._seq, at=self._now(), view=view, watchers=self.watchers)
        viewer.outbox.send_snapshot(codec.encode(snapshot))

    def replay(self, viewer: Viewer, resume: Resume | None) -> bool:
        """Sends a returning viewer the steps they missed; returns False where they need a snapshot instead."""
        if resume is None or resume.epoch != self._epoch:
            return False
        missed = self._replay_buffer.since(resume.seq, viewer.player.id)
        if missed is None:
            return False
        for frame in (*missed, self._rail()):
            viewer.outbox.send_update(frame)
        return True

    async def _broadcast(self, public: bytes, private: Mapping[str, bytes]) -> None:
        """Sends each viewer their private frame or else the public one: the seats at once, then the rail in slices."""
        rail: list[Viewer] = []
        for player, viewer in self._members.viewers.items():
            if player in self._members.seated or player in private:
                viewer.outbox.send_update(private.get(player, public))
            else:
                rail.append(viewer)
        for start in range(0, len(rail), SLICE_SIZE):
            if start:
                await asyncio.sleep(0)
            for viewer in rail[start : start + SLICE_SIZE]:
                viewer.outbox.send_update(public)
