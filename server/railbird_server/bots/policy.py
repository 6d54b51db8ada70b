"""What a bot does in its turn: one pure policy per family of games.

A policy knows what its seat knows, and chance is an argument: the same view and the same generator give the same act.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from railbird_server.bots import board, draw, stud
from railbird_server.bots.style import Style
from railbird_server.bots.wagering import give_up
from railbird_shared.actions import Action, LegalActions
from railbird_shared.games import Family
from railbird_shared.view import TableView

Policy = Callable[[TableView, LegalActions, Style, random.Random], Action]

POLICIES: dict[Family, Policy] = {Family.BOARD: board.decide, Family.DRAW: draw.decide, Family.STUD: stud.decide}
"""The policy of each family."""


def decide(view: TableView, legal: LegalActions, style: Style, rng: random.Random) -> Action:
    """Returns a legal act for the viewer's seat; without cards of its own the one that costs least."""
    if view.you is None or not view.you.cards:
        return give_up(legal)
    return POLICIES[view.game.family](view, legal, style, rng)
