"""How the news of a table is numbered, kept and sent: one frame for all who may know the same."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Mapping

from msgspec import structs

from railbird_server.runtime.members import Viewers
from railbird_server.runtime.players import Viewer
from railbird_server.runtime.replay_buffer import ReplayBuffer, SentStep
from railbird_server.table.audience import StepParts
from railbird_shared import codec
from railbird_shared.commands import Resume
from railbird_shared.messages import Chat, Snapshot, Step
from railbird_shared.view import TableView


class Broadcaster:
    """The steps of one table, numbered from 1 within its epoch, and the `crowd` that hears of them.

    `now` is the server's clock in milliseconds.
    """

    def __init__(self, now: Callable[[], int], viewers: Viewers) -> None:
        self._now = now
        self._viewers = viewers
        self._epoch = secrets.token_hex(8)
        self._seq = 0
        self._replay_buffer = ReplayBuffer()

    async def send_step(self, news: StepParts, holders: Mapping[int, str], seated: Collection[str]) -> None:
        """Tells everybody of a step; `holders` are the players by seat to whom its private parts belong."""
        self._seq += 1
        step = Step(epoch=self._epoch, seq=self._seq, at=self._now(), public=news.public)
        shared = codec.encode(step)
        own = {
            holders[seat]: codec.encode(structs.replace(step, private=yours)) for seat, yours in news.private.items()
        }
        self._replay_buffer.append(SentStep(self._seq, shared, own))
        await self._viewers.broadcast(shared, own, seated)

    async def send_chat(self, chat: Chat, seated: Collection[str]) -> None:
        """Passes on what somebody said; nobody is told it again later."""
        await self._viewers.broadcast(codec.encode(chat), {}, seated)

    def send_snapshot(self, viewer: Viewer, view: TableView) -> None:
        """Sends a viewer the whole table."""
        viewer.send_snapshot(codec.encode(Snapshot(epoch=self._epoch, seq=self._seq, at=self._now(), view=view)))

    def replay(self, viewer: Viewer, resume: Resume | None) -> bool:
        """Tells a returning viewer the steps that it missed; returns False where it has to be shown the table."""
        if resume is None or resume.epoch != self._epoch:
            return False
        missed = self._replay_buffer.since(resume.seq, viewer.player.id)
        for frame in missed or ():
            viewer.send_update(frame)
        return missed is not None
