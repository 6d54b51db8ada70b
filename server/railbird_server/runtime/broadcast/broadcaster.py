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
from railbird_server.runtime.broadcast.rail_chances import PastChances
from railbird_server.runtime.broadcast.step_log import SentStep, StepLog
from railbird_server.runtime.players import Player, Viewer
from railbird_shared.protocol.commands import Resume
from railbird_shared.protocol.events import LeaveReason, PlayerLeft
from railbird_shared.protocol.messages import Chat, HandChances, Notice, Rail
from railbird_shared.protocol.view import TableView
from railbird_shared.settings.table_terms import RailTerms


class Broadcaster:
    """The way of a table's steps, chat and notices to its members; the rail gets them while `feed_rail` runs.

    `now` is the table's own time, and `view_for` its view for the player with an id, or for the rail with an empty one.
    `watchers` is the number of watchers that the viewers were told last. Where the rail is `delayed`, viewers without a
    seat are sent nothing but what that releases, the lines of the rail itself and the notices of the server.
    `is_up_to_date` says that all that has happened at the table is told.
    """

    def __init__(
        self,
        steps: StepLog,
        members: Members,
        *,
        now: Callable[[], int],
        view_for: Callable[[str], TableView],
    ) -> None:
        self.watchers = 0
        self.is_up_to_date = True
        self.delayed: DelayedRail | None = None
        self._steps = steps
        self._members = members
        self.rail = RailBroadcast(members)
        self._now = now
        self._view_for = view_for

    def delay_rail(
        self, terms: RailTerms, now: Callable[[], int], *, view: TableView, chances: PastChances | None = None
    ) -> None:
        """Lets the rail see the past of the table from now on; until it sees the present, it sees the `view`.

        `now` is the server's clock in milliseconds, and `chances` tells the rail those of the hands that it sees.
        """
        self.delayed = DelayedRail(
            terms,
            now,
            self._members,
            self.rail,
            view=view,
            begins_with=self._present(),
            present=lambda: self._present() if self.is_up_to_date else None,
            chances=chances,
        )
        self.rail.reaches = self.delayed.reaches

    def _present(self) -> TableState:
        return TableState(self._view_for(""), self._now())

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
        """Sends a step to every viewer, but those with the ids `apart`, who get the whole table instead."""
        delayed = self.delayed
        if delayed is None:
            self._broadcast(step.public, step.private)
            return
        delayed.add(step.delayed)
        left = (event for event in step.delayed.public if isinstance(event, PlayerLeft))
        moved = {event.name for event in left if event.reason is LeaveReason.MOVED}
        self._send_to_seats(step.public, step.private, apart)
        for player in step.private.keys() - self._members.seated:
            if viewer := self._members.viewers.get(player):
                delayed.hold(viewer, stays=viewer.player.name not in moved)

    def send_chat(self, chat: Chat, *, players_read: bool) -> None:
        """Sends a line of chat to the rail and, where `players_read` it, to the seats; it is not kept for anybody away.

        A delayed rail reads the players when it sees what they speak of.
        """
        frame = public_frame(chat)
        if self.delayed is None:
            self.rail.publish(frame)
            for viewer in self._seated_viewers():
                if players_read:
                    self.rail.send_now(viewer, frame)
                else:
                    self.rail.pass_over(viewer)
            return
        if chat.rail:
            self.rail.publish(frame)
        else:
            self.delayed.add(chat)
        if players_read:
            self._send_to_seats(frame)

    def send_notice(self, sentence: str) -> None:
        """Sends every viewer a sentence of the server itself; it is not kept for those who are away."""
        self._send_to_all(public_frame(Notice(sentence=sentence)))

    def send_chances(self, chances: HandChances) -> None:
        """Tells everybody who sees hands that lie open their chances, which are not kept for those who are away."""
        if self.delayed is None:
            self._broadcast(public_frame(chances))
        else:
            self._send_to_seats(public_frame(chances))

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
        view = self._view_for(viewer.player.id)
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
        if self.delayed is None:
            self._broadcast(frame)
        else:
            self.rail.publish(frame)
            self._send_to_seats(frame)

    def _broadcast(self, public: PublicFrame, private: Mapping[str, bytes] | None = None) -> None:
        """Publishes a frame, and sends those at once their private or public one who have seats, or had."""
        own = private or {}
        self.rail.publish(public)
        for player in sorted(self._members.seated | own.keys()):
            if viewer := self._members.viewers.get(player):
                self.rail.send_now(viewer, own.get(player, public))

    def _send_to_seats(
        self, public: PublicFrame, private: Mapping[str, bytes] | None = None, apart: Iterable[str] = ()
    ) -> None:
        """Sends those their private or public frame who have seats, or had, apart from the rail."""
        own = private or {}
        for player in sorted((self._members.seated | own.keys()) - set(apart)):
            if viewer := self._members.viewers.get(player):
                viewer.outbox.send_update(own.get(player, public))

    def _seated_viewers(self) -> list[Viewer]:
        viewers = self._members.viewers
        return [viewers[player] for player in sorted(self._members.seated) if player in viewers]
