"""Sends what happens at a table to its members: one frame to all viewers who may know the same, seats first."""

from __future__ import annotations

from collections.abc import Mapping

from railbird_server.runtime.people.players import Viewer
from railbird_server.runtime.tables.bus import Bus, PublicFrame, public_frame
from railbird_server.runtime.tables.members import Members
from railbird_server.runtime.tables.rail import RailFeed
from railbird_server.runtime.tables.replay_buffer import SentStep
from railbird_server.runtime.tables.step_log import StepLog
from railbird_server.runtime.tables.table_time import TableTime
from railbird_shared.commands import Resume
from railbird_shared.messages import Chat, HandChances, Notice, Rail
from railbird_shared.view import TableView


class Broadcaster:
    """The way of a table's steps, chat and notices to its members; the rail gets them while `feed_rail` runs.

    `watchers` is the number of watchers that the viewers were told last.
    """

    def __init__(self, table: str, steps: StepLog, time: TableTime, members: Members, bus: Bus) -> None:
        self.watchers = 0
        self._steps = steps
        self._time = time
        self._members = members
        self._rail = RailFeed(bus, table, members)

    async def feed_rail(self) -> None:
        """Sends the rail what is for everybody, until it is cancelled."""
        await self._rail.run()

    def finish(self) -> None:
        """Sends the rail at once what it has not got yet, because the table ends."""
        self._rail.finish()

    def send_step(self, step: SentStep) -> None:
        """Sends a step to every viewer."""
        self._broadcast(step.public, step.private)

    def send_chat(self, chat: Chat) -> None:
        """Sends a line of chat to every viewer; it is not kept for those who are away."""
        self._broadcast(public_frame(chat))

    def send_notice(self, sentence: str) -> None:
        """Sends every viewer a sentence of the server itself; it is not kept for those who are away."""
        self._broadcast(public_frame(Notice(sentence=sentence)))

    def send_chances(self, chances: HandChances) -> None:
        """Tells every viewer the chances of hands that lie open; they are not kept for those who are away."""
        self._broadcast(public_frame(chances))

    def send_watchers(self, watchers: int) -> None:
        """Tells every viewer how many watch; a viewer who misses it is told by the next snapshot."""
        self.watchers = watchers
        self._broadcast(self._count_frame())

    def _count_frame(self) -> PublicFrame:
        return public_frame(Rail(watchers=self.watchers))

    def send_snapshot(self, viewer: Viewer, view: TableView) -> None:
        """Sends the whole table to a viewer."""
        self._rail.skip(viewer)
        viewer.outbox.send_snapshot(self._steps.snapshot(view, self._time.now(), self.watchers))

    def replay(self, viewer: Viewer, resume: Resume | None) -> bool:
        """Sends a returning viewer the steps they missed; returns False where they need a snapshot instead."""
        missed = self._steps.missed_frames(resume, viewer.player.id)
        if missed is None:
            return False
        self._rail.skip(viewer)
        for frame in (*missed, self._count_frame()):
            viewer.outbox.send_update(frame)
        return True

    def _broadcast(self, public: PublicFrame, private: Mapping[str, bytes] | None = None) -> None:
        """Publishes a frame, and sends those at once their private or public one who have seats, or had."""
        own = private or {}
        self._rail.publish(public)
        for player in sorted(self._members.seated | own.keys()):
            if viewer := self._members.viewers.get(player):
                self._rail.send_now(viewer, own.get(player, public))
