"""Sends what happens at a table to its members: one frame to all viewers who may know the same, seats first."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping

from railbird_server.runtime.broadcast.members import Members
from railbird_server.runtime.broadcast.rail import (
    DelayedRail,
    PublicFrame,
    RailBroadcast,
    TableState,
    public_frame,
)
from railbird_server.runtime.broadcast.rail_chances import NOBODY, PastChances
from railbird_server.runtime.broadcast.step_log import SentStep, StepLog
from railbird_server.runtime.players import Player, Viewer
from railbird_server.table import audience
from railbird_server.table.table import Table
from railbird_shared.protocol.commands import Resume
from railbird_shared.protocol.events import LeaveReason, PlayerLeft
from railbird_shared.protocol.messages import Chat, HandChances, Notice, Rail
from railbird_shared.protocol.view import TableView


class Broadcaster:
    """The way of a table's steps, chat and notices to its members; the rail gets them while `feed_rail` runs.

    `now` is the table's own time, and `watchers` the number of watchers that the viewers were told last. Where the rail
    is `delayed`, viewers without a seat are sent nothing but what that releases, the lines of the rail itself and the
    notices of the server. `is_up_to_date` says that all that has happened at the table is told.
    """

    def __init__(self, table: Table, steps: StepLog, members: Members, now: Callable[[], int]) -> None:
        self.watchers = 0
        self.is_up_to_date = True
        self.delayed: DelayedRail | None = None
        self.rail = RailBroadcast(members)
        self._table = table
        self._steps = steps
        self._members = members
        self._now = now

    def delay_rail(self, now: Callable[[], int], chances: PastChances) -> None:
        """Lets the rail see the past of the table from now on; until it sees the present, it sees its terms alone.

        `now` is the server's clock in milliseconds, and `chances` tells the rail those of the hands that it sees.
        """
        self.delayed = DelayedRail(
            self._table.rail.terms,
            now,
            self._members,
            self.rail,
            view=audience.terms_alone(self._table),
            begins_with=self._present(),
            present=lambda: self._present() if self.is_up_to_date else None,
            chances=chances,
        )
        self.rail.reaches = self.delayed.reaches

    def _present(self) -> TableState:
        return TableState(audience.snapshot(self._table, NOBODY), self._now())

    @property
    def past(self) -> TableView | None:
        """The view that a delayed rail has now, None where the rail sees the table as it is."""
        return self.delayed.view if self.delayed else None

    def sees_past(self, player: Player) -> bool:
        """Whether a player sees the past of the table only, because the rail is delayed and they have no seat."""
        return self.delayed is not None and player.id not in self._members.seated

    async def feed_rail(self) -> None:
        """Sends the rail what it may know, until it is cancelled."""
        if self.delayed is None:
            await self.rail.run()
            return
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self.rail.run())
            tasks.create_task(self.delayed.run())

    def send_step(self, step: SentStep, apart: Iterable[str] = ()) -> None:
        """Sends a step to every viewer; where the rail is delayed those `apart` get the whole table instead, by id."""
        frames = self._seat_frames(step.public, step.private)
        delayed = self.delayed
        if delayed is None:
            self.rail.publish(step.public, frames)
            return
        delayed.add(step.delayed)
        left = (event for event in step.delayed.public if isinstance(event, PlayerLeft))
        moved = {event.name for event in left if event.reason is LeaveReason.MOVED}
        self._send_apart({viewer: frame for viewer, frame in frames.items() if viewer.player.id not in set(apart)})
        for player in step.private.keys() - self._members.seated:
            if viewer := self._members.viewers.get(player):
                delayed.hold(viewer, stays=viewer.player.name not in moved)

    def send_chat(self, chat: Chat, *, players_read: bool) -> None:
        """Sends a line of chat to the rail and, where `players_read` it, to the seats; it is not kept for anybody away.

        A delayed rail reads the players when it sees what they speak of.
        """
        frame = public_frame(chat)
        frames = self._seat_frames(frame)
        if self.delayed is None:
            self.rail.publish(frame, frames if players_read else dict.fromkeys(frames))
            return
        if chat.rail:
            self.rail.publish(frame)
        else:
            self.delayed.add(chat)
        if players_read:
            self._send_apart(frames)

    def send_notice(self, sentence: str) -> None:
        """Sends every viewer a sentence of the server itself; it is not kept for those who are away."""
        self._send_to_all(public_frame(Notice(sentence=sentence)))

    def send_chances(self, chances: HandChances) -> None:
        """Tells everybody who sees hands that lie open their chances, which are not kept for those who are away."""
        frame = public_frame(chances)
        if self.delayed is None:
            self._send_to_all(frame)
        else:
            self._send_apart(self._seat_frames(frame))

    def send_watchers(self, watchers: int) -> None:
        """Tells every viewer how many watch; a viewer who misses it is told by the next snapshot."""
        self.watchers = watchers
        self._send_to_all(self._count_frame())

    def _count_frame(self) -> PublicFrame:
        return public_frame(Rail(watchers=self.watchers))

    def send_snapshot(self, viewer: Viewer) -> None:
        """Sends a viewer the whole table as they may know it, or the past of it that they see."""
        if self.delayed is not None and self.sees_past(viewer.player):
            self.delayed.send_snapshot(viewer)
            return
        self.rail.skip(viewer)
        view = audience.snapshot(self._table, viewer.player.id)
        viewer.outbox.send_snapshot(self._steps.snapshot(view, self._now(), self.watchers))

    def send_snapshots(self) -> None:
        """Sends every viewer the whole table; a delayed rail sees it when its time has come."""
        if self.delayed is not None:
            self.delayed.add(self._present())
        for viewer in list(self._members.viewers.values()):
            if not self.sees_past(viewer.player):
                self.send_snapshot(viewer)

    def note_all_told(self) -> None:
        """Notes that all that has happened at the table is told, so that its view has no more than that."""
        self.is_up_to_date = True
        if self.delayed is not None:
            self.delayed.catch_up()

    def catch_up(self, viewer: Viewer, resume: Resume | None) -> None:
        """Sends a returning viewer the few steps they missed, and any other the whole table."""
        missed = None if self.sees_past(viewer.player) else self._steps.missed_frames(resume, viewer.player.id)
        if missed is None:
            self.send_snapshot(viewer)
            return
        self.rail.skip(viewer)
        for frame in (*missed, self._count_frame()):
            viewer.outbox.send_update(frame)

    def _send_to_all(self, frame: PublicFrame) -> None:
        frames = self._seat_frames(frame)
        if self.delayed is None:
            self.rail.publish(frame, frames)
        else:
            self.rail.publish(frame)
            self._send_apart(frames)

    def _seat_frames(self, public: PublicFrame, private: Mapping[str, bytes] | None = None) -> dict[Viewer, bytes]:
        """Returns what those are sent who have seats, or had: their private frame, or the public one."""
        own = private or {}
        viewers = self._members.viewers
        players = sorted(self._members.seated | own.keys())
        return {viewers[player]: own.get(player, public) for player in players if player in viewers}

    @staticmethod
    def _send_apart(frames: Mapping[Viewer, bytes]) -> None:
        """Sends viewers frames that do not go to the rail."""
        for viewer, frame in frames.items():
            viewer.outbox.send_update(frame)
