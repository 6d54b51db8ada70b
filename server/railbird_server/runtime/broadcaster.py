"""Sends what happens at a table to its members: one frame to all viewers who may know the same, seats first."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from railbird_server.runtime.members import Members
from railbird_server.runtime.outbox import SLICE_SIZE
from railbird_server.runtime.players import Viewer
from railbird_server.runtime.replay_buffer import SentStep
from railbird_server.runtime.step_log import StepLog
from railbird_server.runtime.table_time import TableTime
from railbird_shared import codec
from railbird_shared.commands import Resume
from railbird_shared.messages import Chat, Notice, Rail
from railbird_shared.view import TableView


class Broadcaster:
    """The way of a table's steps, chat and notices to its members.

    `watchers` is the number of watchers that the viewers were told last.
    """

    def __init__(self, steps: StepLog, time: TableTime, members: Members) -> None:
        self.watchers = 0
        self._steps = steps
        self._time = time
        self._members = members

    async def send_step(self, step: SentStep) -> None:
        """Sends a step to every viewer."""
        await self._broadcast(step.public, step.private)

    async def send_chat(self, chat: Chat) -> None:
        """Sends a line of chat to every viewer; it is not kept for those who are away."""
        await self._broadcast(codec.encode(chat))

    async def send_notice(self, sentence: str) -> None:
        """Sends every viewer a sentence of the server itself; it is not kept for those who are away."""
        await self._broadcast(codec.encode(Notice(sentence=sentence)))

    async def send_watchers(self, watchers: int) -> None:
        """Tells every viewer how many watch; a viewer who misses it is told by the next snapshot."""
        self.watchers = watchers
        await self._broadcast(self._rail())

    def _rail(self) -> bytes:
        return codec.encode(Rail(watchers=self.watchers))

    def send_snapshot(self, viewer: Viewer, view: TableView) -> None:
        """Sends the whole table to a viewer."""
        viewer.outbox.send_snapshot(self._steps.snapshot(view, self._time.now(), self.watchers))

    def replay(self, viewer: Viewer, resume: Resume | None) -> bool:
        """Sends a returning viewer the steps they missed; returns False where they need a snapshot instead."""
        missed = self._steps.missed_frames(resume, viewer.player.id)
        if missed is None:
            return False
        for frame in (*missed, self._rail()):
            viewer.outbox.send_update(frame)
        return True

    async def _broadcast(self, public: bytes, private: Mapping[str, bytes] | None = None) -> None:
        """Sends each viewer their private frame or else the public one: the seats at once, then the rail in slices."""
        own = private or {}
        rail: list[Viewer] = []
        for player, viewer in self._members.viewers.items():
            if player in self._members.seated or player in own:
                viewer.outbox.send_update(own.get(player, public))
            else:
                rail.append(viewer)
        for start in range(0, len(rail), SLICE_SIZE):
            if start:
                await asyncio.sleep(0)
            for viewer in rail[start : start + SLICE_SIZE]:
                viewer.outbox.send_update(public)
