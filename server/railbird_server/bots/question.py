"""A bot's question what to do in its turn, and who answers it: this process, or another one.

A question carries all that the answer depends on, its seed included. So the same question has the same answer in every
process, whatever else is asked and in whatever order.
"""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable

from msgspec import Struct

from railbird_server.bots.policy import act_on_pot_odds, decide
from railbird_server.bots.profiles import Style
from railbird_shared.protocol.actions import Action, LegalActions
from railbird_shared.protocol.view import TableView


class Question(Struct, frozen=True):
    """What a bot asks in its turn: the table as its seat sees it, its style, and the seed of its random numbers."""

    view: TableView
    style: Style
    seed: str


class NoDecision(Exception):
    """Nobody could answer a question; the message is one sentence that says why."""


Decider = Callable[[Question], Awaitable[Action]]
"""Answers a question; raises NoDecision."""


def answer(question: Question) -> Action:
    """Returns what a bot does in its turn, after full thought; raises NoDecision where it is not its turn."""
    return decide(question.view, _legal_actions(question), question.style, _rng(question))


async def decide_here(question: Question) -> Action:
    """Answers a question in this process; the event loop waits for it."""
    return answer(question)


def simple_answer(question: Question) -> Action:
    """Returns what a bot does when it cannot think: it calls small bets and folds to large ones, at once.

    Raises NoDecision where it is not its turn.
    """
    return act_on_pot_odds(question.view, _legal_actions(question), question.style, _rng(question))


def _legal_actions(question: Question) -> LegalActions:
    legal = question.view.you.legal
    if legal is None:
        raise NoDecision("Nothing is asked of a player who is not in turn.")
    return legal


def _rng(question: Question) -> random.Random:
    return random.Random(question.seed)  # noqa: S311  it plays, it does not deal
