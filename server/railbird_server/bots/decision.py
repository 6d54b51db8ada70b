"""Decides what a bot does in its turn, in betting rounds and outside them, by what each family of games has of its own.

A decision knows what its seat knows: the view carries the rules of the table, and the evaluator of hands is made from
them. Randomness is an argument, so that the same view and the same generator give the same act.
"""

from __future__ import annotations

import random

from msgspec.structs import replace

from railbird_server.bots import board_policy, draw_policy, stud_policy
from railbird_server.bots.bet_sizing import above_fair_share, act_on_equity, check_or_call, check_or_fold
from railbird_server.bots.draw_policy import choose_discards, draws_left
from railbird_server.bots.opponents import DEFAULT_TRIALS, Trial, estimate_equity, fair_share, opponents_of
from railbird_server.bots.profiles import Style
from railbird_shared.game.announced_game import Family
from railbird_shared.game.ranking.scale import HandEvaluator, evaluator_of
from railbird_shared.protocol.actions import Action, Claim, Declaration, Declare, Draw, LegalActions, Run
from railbird_shared.protocol.view import TableView

_RUN_TWICE_PROBABILITY = 0.5
"""The probability that a bot agrees to deal the rest twice: it changes no equity, so that a coin decides."""

_BOTH_SIDES_EQUITY = 0.75
"""The chance on each side above which a bot declares both: a player who then loses one side wins nothing (SD-22).

With 0.75 on each side both are won at least half of the time, which is worth a sure half of the pot.
"""

_SIDE_TRIALS = DEFAULT_TRIALS // 2
"""How often the cards are dealt for a declaration: it compares two chances, and needs them less exactly."""


def choose_draw(view: TableView, legal: LegalActions, evaluator: HandEvaluator, rng: random.Random) -> Draw:
    """Returns which cards the viewer discards, never fewer than they must."""
    cards = view.you.cards
    if view.game.family is Family.DRAW:
        discarded = choose_discards(evaluator.scales[0], cards, legal, draws_left(view, drawing=True), rng)
    else:
        keep = board_policy.best_kept_cards(view, evaluator, max(1, len(cards) - legal.min_discards))
        discarded = tuple(card for card in cards if card not in keep)
    missing = legal.min_discards - len(discarded)
    return Draw((*discarded, *[card for card in cards if card not in discarded][: max(0, missing)]))


def choose_declaration(evaluator: HandEvaluator, trial: Trial, rng: random.Random) -> Declare:
    """Returns the part of the pot that the viewer is likeliest to win; both only where they are likely to win both."""
    if evaluator.side_count < 2:
        return Declare(Declaration.LOW if evaluator.scales[0].hand_order.low else Declaration.HIGH)
    side_shares = [evaluator.side_shares(*trial.run(rng)) for _ in range(_SIDE_TRIALS)]
    high, low = (sum(each[side] or 0.0 for each in side_shares) / len(side_shares) for side in (0, 1))
    if min(high, low) > _BOTH_SIDES_EQUITY:
        return Declare(Declaration.BOTH)
    return Declare(Declaration.HIGH if high >= low else Declaration.LOW)


_TRIAL_OF_FAMILY = {
    Family.BOARD: board_policy.make_trial,
    Family.DRAW: draw_policy.make_trial,
    Family.STUD: stud_policy.make_trial,
}


def make_trial(view: TableView, evaluator: HandEvaluator) -> Trial:
    """Returns how the rest of the hand is dealt out in games of its family."""
    return _TRIAL_OF_FAMILY[view.game.family](view, evaluator)


def decide(view: TableView, legal: LegalActions, style: Style, rng: random.Random) -> Action:
    """Returns a legal act for the viewer's seat; without cards of its own the one that costs least."""
    if view.you.seat is None or not view.you.cards:
        return cheapest_act(view, legal)
    evaluator = evaluator_of(view.rules)
    seen = {card for seat in view.occupied for card in seat.cards if card is not None}
    if evaluator is None or not evaluator.card_set.issuperset(seen.union(view.board, view.you.cards)):
        return act_on_pot_odds(view, legal, style, rng)
    if legal.max_discards is not None:
        return choose_draw(view, legal, evaluator, rng)
    if legal.declare:
        return choose_declaration(evaluator, make_trial(view, evaluator), rng)
    if legal.claims:
        return Claim(legal.claims[0])
    if legal.max_runs is not None:
        return Run(2 if legal.max_runs > 1 and rng.random() < _RUN_TWICE_PROBABILITY else 1)
    return _bet(view, legal, evaluator, style, rng)


def _bet(view: TableView, legal: LegalActions, evaluator: HandEvaluator, style: Style, rng: random.Random) -> Action:
    if view.game.family is Family.BOARD and not view.board:
        return board_policy.act_preflop(view, legal, evaluator, style, rng)
    equity = estimate_equity(evaluator, make_trial(view, evaluator), rng)
    begins_stud = view.game.family is Family.STUD and view.street == 0
    if begins_stud and equity < above_fair_share(fair_share(view), style.stud_entry_margin):
        return check_or_fold(legal)
    return act_on_equity(view, legal, equity, style, rng)


def act_on_pot_odds(view: TableView, legal: LegalActions, style: Style, rng: random.Random) -> Action:
    """Returns the act of a player who cannot tell what wins: their hand is any hand, and the others picked theirs."""
    if not legal.is_betting:
        return cheapest_act(view, legal)
    if not legal.call:
        return check_or_call(legal)
    hands = 1 + sum(opponent.stay_probability * opponent.candidates for opponent in opponents_of(view))
    return act_on_equity(view, replace(legal, wager=None), 1 / hands, style, rng)


def cheapest_act(view: TableView, legal: LegalActions) -> Action:
    """Returns the act that costs least and asks for no thought."""
    if legal.max_discards is not None:
        return Draw(view.you.cards[: legal.min_discards])
    if legal.declare:
        return Declare(Declaration.HIGH)
    if legal.claims:
        return Claim(legal.claims[0])
    return Run(1) if legal.max_runs is not None else check_or_fold(legal)
