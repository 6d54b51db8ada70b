"""Turns an equity into a legal act: pot odds, value bets, raises, bluffs and their sizes."""

from __future__ import annotations

import random

from railbird_server.bots.opponents import bet_count, fair_share
from railbird_server.bots.profiles import Style
from railbird_shared.actions import Action, BringIn, Call, Check, Fold, LegalActions, Wager
from railbird_shared.view import TableView

_COMMITTING_SHARE = 0.55
_STRONG_EQUITY = 0.72
_FUTURE_BETS_WEIGHT = 0.45
_RERAISE_CAUTION = 0.12
_MAX_RAISE_THRESHOLD = 0.9


def check_or_fold(legal: LegalActions) -> Action:
    """Returns the act that costs least: a check or a call for nothing, else a fold, else what is forced."""
    if legal.check:
        return Check()
    return Fold() if legal.fold and legal.call != 0 else check_or_call(legal)


def check_or_call(legal: LegalActions) -> Action:
    """Returns the act that keeps the hand without raising."""
    if legal.check:
        return Check()
    if legal.call is not None:
        return Call()
    if legal.bring_in is not None:
        return BringIn()
    return Fold() if legal.wager is None else legal.wager.action(legal.wager.minimum)


def wager_to(legal: LegalActions, to: float) -> Action:
    """Returns the legal bet or raise nearest to a total for the round; where there is none, the act that stays in."""
    wager = legal.wager
    if wager is None:
        return check_or_call(legal)
    if wager.totals:
        return wager.action(min(wager.totals, key=lambda total: abs(total - to)))
    return wager.action(round(min(max(to, wager.minimum), wager.maximum)))


def pot_odds(view: TableView, legal: LegalActions) -> float:
    """Returns the share of the final pot that a call costs: the chance of winning at which it breaks even."""
    call = legal.call or 0
    return call / (view.total_pot + call) if call else 0.0


def act_on_equity(view: TableView, legal: LegalActions, equity: float, style: Style, rng: random.Random) -> Action:
    """Returns what a player of the style does with a chance of winning against those still in."""
    if not legal.call:
        return _act_when_unbet(view, legal, equity, style, rng)
    fair = fair_share(view)
    bets = bet_count(view)
    raise_from = style.raise_threshold + _RERAISE_CAUTION * (bets - 1) if bets >= 1 else style.value_bet_threshold
    if legal.wager and equity >= fair + min(raise_from, _MAX_RAISE_THRESHOLD + bets / 100) * (1 - fair):
        return _value_bet(view, legal, equity, rng)
    if equity >= _required_equity(view, legal, fair) + style.call_margin:
        return check_or_call(legal)
    if legal.wager and _opponent_count(view) == 1 and rng.random() < style.bluff_frequency / 6:
        return _bluff(view, legal, rng)
    return check_or_fold(legal)


def _opponent_count(view: TableView) -> int:
    return max(1, sum(1 for seat in view.occupied if seat.live) - 1)


def _required_equity(view: TableView, legal: LegalActions, fair: float) -> float:
    """The chance of winning that makes a call pay, between the price now and a fair share of the bets to come."""
    streets = len(view.game.streets)
    to_come = _FUTURE_BETS_WEIGHT * (streets - 1 - view.street) / max(1, streets - 1)
    odds = pot_odds(view, legal)
    return odds + to_come * max(0.0, fair - odds)


def _act_when_unbet(view: TableView, legal: LegalActions, equity: float, style: Style, rng: random.Random) -> Action:
    if legal.wager is None:
        return check_or_call(legal)
    fair = fair_share(view)
    if equity >= fair + style.value_bet_threshold * (1 - fair):
        slowplaying = equity > _STRONG_EQUITY and rng.random() < style.slowplay_frequency
        return check_or_call(legal) if slowplaying else _value_bet(view, legal, equity, rng)
    if rng.random() < style.bluff_frequency / _opponent_count(view) ** 2:
        return _bluff(view, legal, rng)
    return check_or_call(legal)


def _value_bet(view: TableView, legal: LegalActions, equity: float, rng: random.Random) -> Action:
    """Bets or raises half the pot to all of it, more with more; puts the last chip in only with a strong hand."""
    assert legal.wager is not None
    to = total_for_pot_share(view, legal, rng.uniform(0.5, 0.8) + max(0.0, equity - 0.7) / 2)
    if not legal.wager.totals and max(to, legal.wager.minimum) > _COMMITTING_SHARE * legal.all_in_to:
        return wager_to(legal, legal.wager.maximum) if equity > _STRONG_EQUITY else check_or_call(legal)
    return wager_to(legal, to)


def _bluff(view: TableView, legal: LegalActions, rng: random.Random) -> Action:
    """Bets with little: never so much that the stack hangs on it."""
    assert legal.wager is not None
    to = total_for_pot_share(view, legal, rng.uniform(0.5, 0.75))
    if _at_least_minimum(legal.wager, to) > _COMMITTING_SHARE * legal.all_in_to:
        return check_or_fold(legal)
    return wager_to(legal, to)


def total_for_pot_share(view: TableView, legal: LegalActions, share: float) -> float:
    """Returns the total for the round that raises by a share of the pot as it stands after a call."""
    return view.to_match + share * (view.total_pot + (legal.call or 0))


def _at_least_minimum(wager: Wager, to: float) -> float:
    return max(to, wager.minimum)
