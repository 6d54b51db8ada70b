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
from railbird_server.bots.reading import opponents_of
from railbird_server.bots.style import Style
from railbird_server.bots.wagering import act_on_equity, check_or_fold, check_or_call
from railbird_server.bots.worth import knows_rules, evaluator_for
from railbird_shared.actions import Action, Claim, Declaration, Declare, Draw, LegalActions, Run
from railbird_shared.games import Family
from railbird_shared.view import TableView


class Policy(NamedTuple):
    """How a family of games is played: what to bet, and how the rest of a hand may go."""

    bet: Callable[[TableView, LegalActions, Style, random.Random], Action]
    make_trial: Callable[[TableView], Trial]


POLICIES: dict[Family, Policy] = {
    Family.BOARD: Policy(board.decide, board.make_trial),
    Family.DRAW: Policy(draw.decide, draw.make_trial),
    Family.STUD: Policy(stud.decide, stud.make_trial),
}
"""The policy of each family."""


def decide(view: TableView, legal: LegalActions, style: Style, rng: random.Random) -> Action:
    """Returns a legal act for the viewer's seat; without cards of its own the one that costs least."""
    if view.you is None or not view.you.cards:
        return cheapest_act(view, legal)
    if not knows_rules(view.game) or not _cards_known(view):
        return act_on_pot_odds(view, legal, style, rng)
    policy = POLICIES[view.game.family]
    if legal.max_discards is not None:
        return choosing.choose_draw(view, legal, rng)
    if legal.declare:
        return choosing.choose_declaration(view, policy.make_trial(view), rng)
    if legal.claims:
        return Claim(legal.claims[0])
    if legal.max_runs is not None:
        return choosing.choose_run_count(legal, rng)
    return policy.bet(view, legal, style, rng)


def _cards_known(view: TableView) -> bool:
    """Whether every card in sight belongs to the game as it is known; a house elsewhere may have added some."""
    seen = {card for seat in view.occupied for card in seat.cards if card is not None}
    return evaluator_for(view.game).card_set >= seen.union(view.board, view.you.cards if view.you else ())


def act_on_pot_odds(view: TableView, legal: LegalActions, style: Style, rng: random.Random) -> Action:
    """Returns what a player does who cannot tell what wins: his hand is any hand, and the others picked theirs."""
    if legal.max_discards is not None or legal.declare or legal.claims or legal.max_runs is not None:
        return cheapest_act(view, legal)
    if not legal.call:
        return check_or_call(legal)
    hands = 1 + sum(rival.stay_probability * rival.candidates for rival in opponents_of(view))
    return act_on_equity(view, replace(legal, wager=None), 1 / hands, style, rng)


def cheapest_act(view: TableView, legal: LegalActions) -> Action:
    """Returns the act that costs least and asks for no thought."""
    if legal.max_discards is not None:
        return Draw(view.you.cards[: legal.min_discards] if view.you else ())
    if legal.declare:
        return Declare(Declaration.HIGH)
    if legal.claims:
        return Claim(legal.claims[0])
    return Run(1) if legal.max_runs is not None else check_or_fold(legal)
