"""The requests of a session: each waits for its answer, which is handled in its place among the messages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from railbird_client.network.link import Offline
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


class Requests:
    """Runs the requests of one session, as long as it is `running`."""

    def __init__(self) -> None:
        self._tasks = asyncio.TaskGroup()
        self._post: Callable[[Answered], object] | None = None

    @asynccontextmanager
    async def running(self, post: Callable[[Answered], object]) -> AsyncIterator[None]:
        """Takes requests inside the block; `post` gets their answers."""
        async with self._tasks:
            self._post = post
            try:
                yield
            finally:
                self._post = None

    def start(
        self,
        request: Coroutine[None, None, A],
        *,
        refused: Callable[[NotDone], Taken],
        accepted: Callable[[A], Taken] = lambda _: None,
    ) -> None:
        """Runs a request of one or more commands, unless the session has ended: nobody waits for its answer then."""
        if (post := self._post) is None:
            request.close()
            return

        async def run() -> None:
            try:
                handle = partial(accepted, await request)
            except (CommandRefused, Offline) as not_done:
                handle = partial(refused, not_done)
            post(Answered(handle))

        self._tasks.create_task(run())
