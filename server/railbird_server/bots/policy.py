"""What a bot does in its turn: one pure policy per family of games.

A policy knows what its seat knows, and chance is an argument: the same view and the same generator give the same act.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from railbird_server.bots import board, choosing, draw, stud
from railbird_server.bots.chances import Trial
from railbird_server.bots.reading import rivals
from railbird_server.bots.style import Style
from railbird_server.bots.wagering import act_on, give_up, stay
from railbird_server.bots.worth import is_understood, worth_of
from railbird_shared.actions import Action, Claim, Declaration, Declare, Draw, LegalActions, Run
from railbird_shared.games import Family
from railbird_shared.view import TableView


class Policy(NamedTuple):
    """How a family of games is played: what to bet, and how the rest of a hand may go."""

    bet: Callable[[TableView, LegalActions, Style, random.Random], Action]
    trial: Callable[[TableView], Trial]


POLICIES: dict[Family, Policy] = {
    Family.BOARD: Policy(board.decide, board.trial),
    Family.DRAW: Policy(draw.decide, draw.trial),
    Family.STUD: Policy(stud.decide, stud.trial),
}
"""The policy of each family."""


def decide(view: TableView, legal: LegalActions, style: Style, rng: random.Random) -> Action:
    """Returns a legal act for the viewer's seat; without cards of its own the one that costs least."""
    if view.you is None or not view.you.cards:
        return simplest(view, legal)
    if not is_understood(view.game) or not _all_known(view):
        return by_price(view, legal, style, rng)
    policy = POLICIES[view.game.family]
    if legal.draw is not None:
        return choosing.draw(view, legal, rng)
    if legal.declare:
        return choosing.declare(view, policy.trial(view), rng)
    if legal.claims:
        return Claim(legal.claims[0])
    if legal.runs is not None:
        return choosing.run(legal, rng)
    return policy.bet(view, legal, style, rng)


def _all_known(view: TableView) -> bool:
    """Whether every card in sight belongs to the game as it is known; a house elsewhere may have added some."""
    seen = {card for seat in view.occupied for card in seat.cards if card is not None}
    return worth_of(view.game).cards >= seen.union(view.board, view.you.cards if view.you else ())


def by_price(view: TableView, legal: LegalActions, style: Style, rng: random.Random) -> Action:
    """Returns what a player does who cannot tell what wins: his hand is any hand, and the others picked theirs."""
    if legal.draw is not None or legal.declare or legal.claims or legal.runs is not None:
        return simplest(view, legal)
    if not legal.call:
        return stay(legal)
    hands = 1 + sum(rival.stays * rival.choices for rival in rivals(view))
    return act_on(view, replace(legal, wager=None), 1 / hands, style, rng)


def simplest(view: TableView, legal: LegalActions) -> Action:
    """Returns the act that costs least and asks for no thought."""
    if legal.draw is not None:
        return Draw(view.you.cards[: legal.draw_least] if view.you else ())
    if legal.declare:
        return Declare(Declaration.HIGH)
    if legal.claims:
        return Claim(legal.claims[0])
    return Run(1) if legal.runs is not None else give_up(legal)
