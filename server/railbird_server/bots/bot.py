"""The base of all bots: what a bot decides at a table. A new one has to write `decide` alone (docs/bots.md).

A `Question` puts a decision of a bot of the house to this process or to another one. It carries all that the answer
depends on, its seed included, so the same question has the same answer in every process.
"""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable

from msgspec import Struct

from railbird_server.bots.bet_sizing import check_or_call, check_or_fold
from railbird_server.bots.decision import act_on_pot_odds, cheapest_act, decide
from railbird_server.bots.profiles import TIGHT, Style
from railbird_shared.game.rotation import ChosenGame, Rotation
from railbird_shared.protocol.actions import Action, LegalActions
from railbird_shared.protocol.view import TableView


class Question(Struct, frozen=True):
    """A bot's question in its turn: the table as its seat sees it, its style, and the seed of its random numbers."""

    view: TableView
    style: Style
    seed: str


class NoAnswer(Exception):
    """A question has no answer; the message is one sentence that says why."""


Decider = Callable[[Question], Awaitable[Action]]
"""Answers a question; raises NoAnswer."""


def answer(question: Question) -> Action:
    """Returns what a bot does in its turn, after full thought; raises NoAnswer where it is not its turn."""
    return _answer_by(decide, question)


async def decide_here(question: Question) -> Action:
    """Answers a question in this process; the event loop waits for it."""
    return answer(question)


def simple_answer(question: Question) -> Action:
    """Returns what a bot does when it cannot think: it calls small bets and folds to large ones, at once.

    Raises NoAnswer where it is not its turn.
    """
    return _answer_by(act_on_pot_odds, question)


def _answer_by(act: Callable[[TableView, LegalActions, Style, random.Random], Action], question: Question) -> Action:
    legal = question.view.you.legal
    if legal is None:
        raise NoAnswer("Nothing is asked of a player who is not in turn.")
    return act(question.view, legal, question.style, random.Random(question.seed))  # noqa: S311  it plays, no more


class Bot:
    """A player without hands. `name` is what it asks to be called.

    `legal` is all that a bot may do in its turn, and `view` the table as its seat may know it. Decisions may be plain
    methods, for which all else that the bot does waits, or coroutines.
    """

    name = ""

    def decide(self, view: TableView, legal: LegalActions) -> Action | Awaitable[Action]:
        """Returns what the bot does when it may bet, call, check or fold."""
        raise NotImplementedError

    def choose(self, view: TableView, legal: LegalActions) -> Action | Awaitable[Action]:
        """Returns what the bot draws, declares or claims, or how often it deals the rest; as the house's bots do."""
        return decide(view, legal, TIGHT, random.Random())  # noqa: S311  it plays, it does not deal

    def choose_game(self, view: TableView, rotation: Rotation) -> ChosenGame:  # noqa: ARG002
        """Returns which of a table's games is played next, when it is the bot's to name; any."""
        return random.choice(rotation.games)  # noqa: S311

    def shows(self, view: TableView) -> bool:  # noqa: ARG002
        """Whether the bot shows the cards of the hand that has just ended; never."""
        return False

    def act(self, view: TableView, legal: LegalActions) -> Action | Awaitable[Action]:
        """Returns what the bot does in its turn."""
        return self.decide(view, legal) if legal.is_betting else self.choose(view, legal)

    def act_in_haste(self, view: TableView, legal: LegalActions) -> Action:
        """Returns what the bot does when it has not decided in time."""
        return cheapest_act(view, legal)

    check_or_fold = staticmethod(check_or_fold)
    check_or_call = staticmethod(check_or_call)


class StyledBot(Bot):
    """A bot of the house, which plays in a style.

    Its act in a turn depends on its first random number, the turn and what it sees, however often it is asked.
    """

    def __init__(self, style: Style, rng: random.Random, decider: Decider = decide_here) -> None:
        self._style = style
        self._rng = rng
        self._seed = rng.getrandbits(64)
        self._decider = decider

    def choose_game(self, view: TableView, rotation: Rotation) -> ChosenGame:  # noqa: ARG002
        """Returns any of a table's games."""
        return self._rng.choice(rotation.games)

    def act(self, view: TableView, legal: LegalActions) -> Awaitable[Action]:  # noqa: ARG002
        """Returns what the bot does after full thought; raises NoAnswer where nobody answers."""
        return self._decider(self._question(view))

    def act_in_haste(self, view: TableView, legal: LegalActions) -> Action:  # noqa: ARG002
        """Returns what the bot does without thought: it calls small bets and folds to large ones."""
        return simple_answer(self._question(view))

    def _question(self, view: TableView) -> Question:
        return Question(view, self._style, f"{self._seed}/{view.hand}/{view.turn.turn if view.turn else 0}")
