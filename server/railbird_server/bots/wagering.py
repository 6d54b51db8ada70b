"""From a chance of winning to an act: pot odds, value, sizes, bluffs. Every act returned is one of the legal ones."""

from __future__ import annotations

import random

from railbird_server.bots.reading import bets_made, fair_share
from railbird_server.bots.style import Style
from railbird_shared.actions import Action, BringIn, Call, Check, Fold, LegalActions, Wager
from railbird_shared.view import TableView

_COMMITTED = 0.55
_STRONG = 0.72
_FORESIGHT = 0.45
_CAUTION = 0.12
_SURE = 0.9


def give_up(legal: LegalActions) -> Action:
    """Returns the act that costs least: a check or a call for nothing, else a fold, else what is forced."""
    if legal.check:
        return Check()
    return Fold() if legal.fold and legal.call != 0 else stay(legal)


def stay(legal: LegalActions) -> Action:
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
        return stay(legal)
    if wager.only:
        return wager.action(min(wager.only, key=lambda total: abs(total - to)))
    return wager.action(round(min(max(to, wager.minimum), wager.maximum)))


def price(view: TableView, legal: LegalActions) -> float:
    """Returns the share of the final pot that a call costs: the chance of winning at which it breaks even."""
    call = legal.call or 0
    return call / (view.total_pot + call) if call else 0.0


def act_on(view: TableView, legal: LegalActions, chance: float, style: Style, rng: random.Random) -> Action:
    """Returns what a player of the style does with a chance of winning against those still in."""
    if not legal.call:
        return _unbet(view, legal, chance, style, rng)
    fair = fair_share(view)
    bets = bets_made(view)
    certain = style.raises + _CAUTION * (bets - 1) if bets >= 1 else style.value
    if legal.wager and chance >= fair + min(certain, _SURE + bets / 100) * (1 - fair):
        return _for_value(view, legal, chance, rng)
    if chance >= _worth_calling(view, legal, fair) + style.margin:
        return stay(legal)
    if legal.wager and _opponents(view) == 1 and rng.random() < style.bluffs / 6:
        return _bluff(view, legal, rng)
    return give_up(legal)


def _opponents(view: TableView) -> int:
    return max(1, sum(1 for seat in view.occupied if seat.live) - 1)


def _worth_calling(view: TableView, legal: LegalActions, fair: float) -> float:
    """The chance of winning that makes a call pay, between the price now and a fair share of the bets to come."""
    streets = len(view.game.streets)
    to_come = _FORESIGHT * (streets - 1 - view.street) / max(1, streets - 1)
    now = price(view, legal)
    return now + to_come * max(0.0, fair - now)


def _unbet(view: TableView, legal: LegalActions, chance: float, style: Style, rng: random.Random) -> Action:
    if legal.wager is None:
        return stay(legal)
    fair = fair_share(view)
    if chance >= fair + style.value * (1 - fair):
        trapping = chance > _STRONG and rng.random() < style.traps
        return stay(legal) if trapping else _for_value(view, legal, chance, rng)
    if rng.random() < style.bluffs / _opponents(view) ** 2:
        return _bluff(view, legal, rng)
    return stay(legal)


def _for_value(view: TableView, legal: LegalActions, chance: float, rng: random.Random) -> Action:
    """Bets or raises half the pot to all of it, more with more; puts the last chip in only with a strong hand."""
    assert legal.wager is not None
    to = sized(view, legal, rng.uniform(0.5, 0.8) + max(0.0, chance - 0.7) / 2)
    if not legal.wager.only and max(to, legal.wager.minimum) > _COMMITTED * legal.all_in_to:
        return wager_to(legal, legal.wager.maximum) if chance > _STRONG else stay(legal)
    return wager_to(legal, to)


def _bluff(view: TableView, legal: LegalActions, rng: random.Random) -> Action:
    """Bets with little: never so much that the stack hangs on it."""
    assert legal.wager is not None
    to = sized(view, legal, rng.uniform(0.5, 0.75))
    if _reach(legal.wager, to) > _COMMITTED * legal.all_in_to:
        return give_up(legal)
    return wager_to(legal, to)


def sized(view: TableView, legal: LegalActions, share: float) -> float:
    """Returns the total for the round that raises by a share of the pot as it stands after a call."""
    return view.to_match + share * (view.total_pot + (legal.call or 0))


def _reach(wager: Wager, to: float) -> float:
    return max(to, wager.minimum)
