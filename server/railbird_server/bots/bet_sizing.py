"""Turns an equity into a legal act: pot odds, value bets, raises, bluffs and their sizes.

Equities, thresholds and odds are shares of the pot from 0 to 1; wagers are totals for the round, in chips.
"""

from __future__ import annotations

import random

from railbird_server.bots.opponents import bet_count, fair_share
from railbird_server.bots.profiles import Style
from railbird_shared.protocol.actions import Action, BringIn, Call, Check, Fold, LegalActions, Wager
from railbird_shared.protocol.view import TableView

_COMMITTING_STACK_SHARE = 0.55
"""The share of the own stack from which a wager is made for all of it, or not at all.

With more than half of the stack in the pot, a call of the rest costs less than a quarter of the final pot (45 of at
least 200), so that a fold would give up more than it saves.
"""

_STRONG_EQUITY = 0.72
"""The equity from which a hand is played for the whole stack, and sometimes slowplayed.

Well above 1/2, because an opponent who calls a stack has a better hand than the sampled ones. Chosen, not measured.
"""

_FUTURE_BETS_WEIGHT = 0.45
"""The part of the way from the pot odds to the fair share that a call on the first street has to exceed the odds by.

A call with bets to come pays for those too. The weight falls evenly to 0 on the last street, where the odds are all.
"""

_RERAISE_CAUTION = 0.12
"""How much the threshold of a raise rises with each bet after the first: it means a better hand on the other side."""

_MAX_RAISE_THRESHOLD = 0.9
"""The limit of a raise's threshold, so that a near certain winner goes on raising."""

_MAX_RAISE_THRESHOLD_PER_BET = 0.01
"""How much that limit rises with each bet: even a sure winner stops at ten, which ends a war of two such hands."""

_BLUFF_RAISE_FACTOR = 1 / 6
"""How often a bet is bluffed at, as a part of the frequency of bluffs where nobody has bet: bettors seldom fold."""

_VALUE_BET_SIZES = (0.5, 0.8)
"""The least and the most of the pot that a value bet is drawn from: they give a caller odds of 3 to 1 to 9 to 4."""

_LARGE_VALUE_EQUITY = 0.7
"""The equity above which value bets grow."""

_LARGE_VALUE_RATE = 0.5
"""How much of the pot is added to a value bet for each point of equity above that: 0.15 of it with a sure winner."""

_BLUFF_SIZES = (0.5, 0.75)
"""The least and the most of the pot that a bluff is drawn from: the sizes of value bets, without the largest."""


def check_or_fold(legal: LegalActions) -> Action:
    """Returns the act that costs least: a check or a call of no chips, else a fold, else the forced bet."""
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
    """Returns what a player of the style does with an equity against those still in."""
    if not legal.call:
        return _act_when_unbet(view, legal, equity, style, rng)
    fair, bets = fair_share(view), bet_count(view)
    threshold = style.raise_threshold + _RERAISE_CAUTION * (bets - 1) if bets >= 1 else style.value_bet_threshold
    threshold = min(threshold, _MAX_RAISE_THRESHOLD + _MAX_RAISE_THRESHOLD_PER_BET * bets)
    if legal.wager and equity >= above_fair_share(fair, threshold):
        return _value_bet(view, legal, equity, rng)
    # A call pays between the odds now and a fair share of the bets to come.
    streets, odds = len(view.game.streets), pot_odds(view, legal)
    to_come = _FUTURE_BETS_WEIGHT * (streets - 1 - view.street) / max(1, streets - 1)
    if equity >= odds + to_come * max(0.0, fair - odds) + style.call_margin:
        return check_or_call(legal)
    if legal.wager and _opponent_count(view) == 1 and rng.random() < style.bluff_frequency * _BLUFF_RAISE_FACTOR:
        return _bluff(view, legal, rng)
    return check_or_fold(legal)


def above_fair_share(fair: float, threshold: float) -> float:
    """Returns the equity that lies a part of the way from a fair share of the pot to certainty."""
    return fair + threshold * (1 - fair)


def _opponent_count(view: TableView) -> int:
    return max(1, sum(seat.live for seat in view.occupied) - 1)


def _act_when_unbet(view: TableView, legal: LegalActions, equity: float, style: Style, rng: random.Random) -> Action:
    if legal.wager is None:
        return check_or_call(legal)
    if equity >= above_fair_share(fair_share(view), style.value_bet_threshold):
        slowplaying = equity > _STRONG_EQUITY and rng.random() < style.slowplay_frequency
        return check_or_call(legal) if slowplaying else _value_bet(view, legal, equity, rng)
    # A bluff has to get past every opponent, so it is tried much less against several.
    bluffing = rng.random() < style.bluff_frequency / _opponent_count(view) ** 2
    return _bluff(view, legal, rng) if bluffing else check_or_call(legal)


def _value_bet(view: TableView, legal: LegalActions, equity: float, rng: random.Random) -> Action:
    """Bets or raises half the pot to all of it, more with more; puts the last chip in only with a strong hand."""
    assert legal.wager is not None
    share = rng.uniform(*_VALUE_BET_SIZES) + max(0.0, equity - _LARGE_VALUE_EQUITY) * _LARGE_VALUE_RATE
    to = total_for_pot_share(view, legal, share)
    if not legal.wager.totals and _commits_stack(legal, legal.wager, to):
        return wager_to(legal, legal.wager.maximum) if equity > _STRONG_EQUITY else check_or_call(legal)
    return wager_to(legal, to)


def _bluff(view: TableView, legal: LegalActions, rng: random.Random) -> Action:
    """Bets with little: never so much that the stack hangs on it."""
    assert legal.wager is not None
    to = total_for_pot_share(view, legal, rng.uniform(*_BLUFF_SIZES))
    return check_or_fold(legal) if _commits_stack(legal, legal.wager, to) else wager_to(legal, to)


def total_for_pot_share(view: TableView, legal: LegalActions, share: float) -> float:
    """Returns the total for the round that raises by a share of the pot as it stands after a call."""
    return view.to_match + share * (view.total_pot + (legal.call or 0))


def _commits_stack(legal: LegalActions, wager: Wager, to: float) -> bool:
    """Returns whether the legal wager nearest to a total puts most of the stack into the pot."""
    return max(to, wager.minimum) > _COMMITTING_STACK_SHARE * legal.all_in_to
