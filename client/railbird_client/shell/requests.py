"""The requests of a player to the server: each request is a task, and its answer an event of the session."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from railbird_client.network.link import LinkEvent, Offline
from railbird_shared.conversation import CommandRefused

A = TypeVar("A")
Taken = Coroutine[None, None, None] | None
"""The work of an answer that may have to be waited for."""

NotDone = CommandRefused | Offline
"""Why a request was not carried out."""


@dataclass(frozen=True, slots=True)
class Answered:
    """A request has its answer; `handle` does what follows, in its place among the messages of the server."""

    handle: Callable[[], Taken]


@dataclass(frozen=True, slots=True)
class OwnServerFailed:
    """The player's own server did not start, or ended by itself; the sentence says so."""

    sentence: str


SessionEvent = LinkEvent | Answered | OwnServerFailed
"""An event of a session: on its link, with a request, or with the player's own server."""


class Requests:
    """Runs the requests of one session, as long as it is `running`."""

    def __init__(self) -> None:
        self._tasks = asyncio.TaskGroup()
        self._is_running = False
        self.post: Callable[[SessionEvent], None] = lambda _: None

    @asynccontextmanager
    async def running(self, post: Callable[[SessionEvent], None]) -> AsyncIterator[None]:
        """Takes requests inside the block; `post` gets their answers."""
        self.post = post
        async with self._tasks:
            self._is_running = True
            try:
                yield
            finally:
                self._is_running = False

    def start(
        self,
        request: Coroutine[None, None, A],
        *,
        refused: Callable[[NotDone], Taken],
        accepted: Callable[[A], Taken] = lambda _: None,
    ) -> None:
        """Runs a request of one or more commands, unless the session has ended: nobody waits for its answer then."""
        if self._is_running:
            self._tasks.create_task(self._run(request, refused, accepted))
        else:
            request.close()

    async def _run(
        self, request: Coroutine[None, None, A], refused: Callable[[NotDone], Taken], accepted: Callable[[A], Taken]
    ) -> None:
        try:
            answer = await request
        except (CommandRefused, Offline) as not_done:
            self.post(Answered(partial(refused, not_done)))
        else:
            self.post(Answered(partial(accepted, answer)))
