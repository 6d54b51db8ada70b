"""Choices outside betting: what to throw away, what part of the pot to go for, what to claim, how often to deal."""

from __future__ import annotations

import random

from railbird_server.bots import board
from railbird_server.bots.chances import TRIALS, Trial
from railbird_server.bots.draw import draws_left
from railbird_server.bots.drawing import discards
from railbird_server.bots.worth import Worth, worth_of
from railbird_shared.actions import Declaration, Declare, Draw, LegalActions, Run
from railbird_shared.games import Family
from railbird_shared.view import TableView

_AGREES = 0.5
_BOTH = 0.75


def draw(view: TableView, legal: LegalActions, rng: random.Random) -> Draw:
    """Returns which cards the viewer throws away, never fewer than he must."""
    assert view.you is not None
    cards = view.you.cards
    worth = worth_of(view.game)
    if view.game.family is Family.DRAW:
        thrown = discards(worth.scales[0], cards, legal, draws_left(view, drawing=True), rng)
    else:
        keep = board.keep(view, worth, max(1, len(cards) - legal.draw_least))
        thrown = tuple(card for card in cards if card not in keep)
    missing = legal.draw_least - len(thrown)
    return Draw((*thrown, *[card for card in cards if card not in thrown][: max(0, missing)]))


def declare(view: TableView, trial: Trial, rng: random.Random) -> Declare:
    """Returns the part of the pot that the viewer is likeliest to win; both only where he is likely to win both."""
    worth = worth_of(view.game)
    if worth.sides < 2:
        return Declare(Declaration.LOW if worth.scales[0].ladder.low else Declaration.HIGH)
    high, low = _sides(worth, trial, rng)
    if min(high, low) > _BOTH:
        return Declare(Declaration.BOTH)
    return Declare(Declaration.HIGH if high >= low else Declaration.LOW)


def run(legal: LegalActions, rng: random.Random) -> Run:
    """Returns how often to deal the rest: twice now and then, else once."""
    return Run(2 if (legal.runs or 1) > 1 and rng.random() < _AGREES else 1)


def _sides(worth: Worth, trial: Trial, rng: random.Random) -> tuple[float, float]:
    """The chances to win the high and the low side."""
    won = [worth.wins(*trial(rng)) for _ in range(TRIALS // 2)]
    high, low = (sum(each[side] or 0.0 for each in won) / len(won) for side in (0, 1))
    return high, low
