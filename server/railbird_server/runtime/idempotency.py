"""The answers a player's last acts got, so that an act sent twice is answered twice and done once."""

from __future__ import annotations

from collections import OrderedDict
from typing import NamedTuple

from railbird_shared.messages import Accepted, Refused

MAX_REMEMBERED = 16


class ActKey(NamedTuple):
    """What makes two acts of a player the same: the table, the turn they name and the id they bear."""

    table: str
    hand: int
    turn: int
    id: int


class RecentActs:
    """The latest answers of one player; acts without an id are not kept."""

    def __init__(self) -> None:
        self._answers: OrderedDict[ActKey, Accepted | Refused] = OrderedDict()

    def answer_to(self, moment: ActKey) -> Accepted | Refused | None:
        """Returns the answer that this act got before, None when it is new."""
        return self._answers.get(moment)

    def remember(self, moment: ActKey, answer: Accepted | Refused) -> None:
        """Remembers an answer; the oldest is forgotten."""
        if moment.id:
            self._answers[moment] = answer
            if len(self._answers) > MAX_REMEMBERED:
                self._answers.popitem(last=False)
