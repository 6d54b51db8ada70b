"""The answers to a player's latest acts: an act sent twice is carried out once and answered twice."""

from __future__ import annotations

from collections import OrderedDict
from typing import NamedTuple

from railbird_shared.messages import Accepted, Refused

MAX_REMEMBERED = 16
"""Answers kept for each player."""


class ActKey(NamedTuple):
    """What makes two acts of a player the same: table, hand, turn, and the id of the command."""

    table: str
    hand: int
    turn: int
    id: int


class RecentActs:
    """The latest answers to one player; those to acts without an id are not kept."""

    def __init__(self) -> None:
        self._answers: OrderedDict[ActKey, Accepted | Refused] = OrderedDict()

    def answer_to(self, key: ActKey) -> Accepted | Refused | None:
        """Returns the answer that this act got before, None when it is new."""
        return self._answers.get(key)

    def remember(self, key: ActKey, answer: Accepted | Refused) -> None:
        """Remembers an answer and forgets the oldest one beyond `MAX_REMEMBERED`."""
        if key.id:
            self._answers[key] = answer
            if len(self._answers) > MAX_REMEMBERED:
                self._answers.popitem(last=False)
