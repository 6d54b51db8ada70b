"""The processes that think for the bots of the house, all of which end with the last bot."""

from __future__ import annotations

import os
from collections.abc import Sequence

from railbird_server.bots.bot import NoDecision, Question, answer
from railbird_server.runtime.worker_pool import NoAnswer, WorkerPool
from railbird_shared.protocol.actions import Action

MAX_PROCESSES = 2
"""The most processes that think for the bots of one server.

One answers a hundred questions a second (200 with three players on the flop took 1.6 s); the bots of one table ask
at most three in a second at the pace of people. Each takes about 20 MB, 14 of them its own.
"""


def usual_process_count() -> int:
    """Returns how many processes may think on this machine: one core is left for the server."""
    return max(1, min(MAX_PROCESSES, (os.cpu_count() or 1) - 1))


class BotWorkers(WorkerPool[Question, Action]):
    """Up to `most` processes that think for bots, so that the event loop never waits for a decision.

    A question asked once more, because its process died, has the same answer: it carries its seed.
    """

    def __init__(self, most: int, *, command: Sequence[str] = ()) -> None:
        super().__init__(answer, most=most, command=command)

    async def decide(self, question: Question) -> Action:
        """Answers a question in another process; raises NoDecision where none can be had."""
        try:
            return await self.ask(question)
        except NoAnswer as no:
            raise NoDecision(str(no)) from None
