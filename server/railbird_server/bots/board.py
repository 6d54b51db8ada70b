"""Games with common cards: starting hands by their place among all, later streets by the chance of winning."""

from __future__ import annotations

import math
import random
from functools import cache
from itertools import combinations

from railbird_server.bots.chances import chance_of, share
from railbird_server.bots.reading import Rival, rivals, spent, unseen
from railbird_server.bots.style import Style
from railbird_server.bots.wagering import act_on, give_up, price, stay, wager_to
from railbird_server.rules.ranking import HIGH
from railbird_shared.actions import Action, LegalActions
from railbird_shared.cards import PACK, Card, Rank
from railbird_shared.view import LastAct, TableView

Hole = tuple[Card, Card]

_BOARD = 5
_POINTS = {Rank.ACE: 10.0, Rank.KING: 8.0, Rank.QUEEN: 7.0, Rank.JACK: 6.0}
_GAPS = (0.0, 0.0, 1.0, 2.0, 4.0)
_WIDE_GAP = 5.0


def decide(view: TableView, legal: LegalActions, style: Style, rng: random.Random) -> Action:
    """Returns what a player of the style does with two cards and the board."""
    if view.board:
        return act_on(view, legal, chance(view, rng), style, rng)
    return _before_the_flop(view, legal, style, rng)


# --- starting hands ----------------------------------------------------------------------------------------------


def points(hole: Hole) -> float:
    """Returns the worth of a starting hand in points after Bill Chen's count, ranks telling equals apart."""
    high, low = sorted((card.rank for card in hole), reverse=True)
    top = _POINTS.get(high, high / 2)
    if high == low:
        return max(5.0, 2 * top) + high / 100
    gap = high - low
    counted = top - (_GAPS[gap] if gap < len(_GAPS) else _WIDE_GAP)
    counted += 2 if hole[0].suit is hole[1].suit else 0
    counted += 1 if gap <= 2 and high < Rank.QUEEN else 0
    return counted + high / 100 + low / 1000


@cache
def starting_hands() -> tuple[Hole, ...]:
    """Returns all 1,326 starting hands, the best first."""
    return tuple(sorted(combinations(PACK, 2), key=points, reverse=True))


@cache
def _places() -> dict[Hole, float]:
    hands = starting_hands()
    places: dict[float, float] = {}
    for at, hole in enumerate(hands):
        places.setdefault(points(hole), at / len(hands))
    return {hole: places[points(hole)] for hole in hands}


def place(hole: Hole) -> float:
    """Returns the share of all starting hands that are better: 0 for aces, near 1 for the worst."""
    return _places().get(hole, _places().get((hole[1], hole[0]), 1.0))


def _before_the_flop(view: TableView, legal: LegalActions, style: Style, rng: random.Random) -> Action:
    assert view.you is not None
    first, second = view.you.cards[:2]
    mine = place((first, second)) * rng.uniform(0.85, 1.15)
    short_handed = (6 / max(2, sum(1 for seat in view.occupied if seat.in_hand))) ** 0.6
    big_blind = max(1, view.game.stakes.minimum_bet)
    if view.to_match <= big_blind:
        return _unraised(view, legal, mine / short_handed, style, rng)
    cost = max(1.0, (legal.call or 0) / big_blind)
    goes_on = style.defends * short_handed * (3 / cost) ** 0.75 * min(2.0, 0.4 / max(0.05, price(view, legal)))
    if legal.wager and mine < goes_on / 5:
        return _raise(legal, 3 * view.to_match, rng)
    return stay(legal) if mine < goes_on else give_up(legal)


def _unraised(view: TableView, legal: LegalActions, mine: float, style: Style, rng: random.Random) -> Action:
    """Opens with more hands the fewer are still to act; calls along behind limpers and from the small blind."""
    waiting = sum(1 for seat in view.occupied if seat.live and seat.last in {LastAct.NONE, LastAct.POSTED}) - 1
    limpers = sum(1 for seat in view.occupied if seat.last is LastAct.CALLED)
    opens = style.opens * (1.35 - 0.12 * min(waiting, 5))
    if legal.wager and mine < opens / (1 + 0.4 * limpers):
        big_blind = view.game.stakes.minimum_bet
        return _raise(legal, big_blind * (2.5 + limpers), rng)
    cheap = (legal.call or 0) < view.to_match
    if mine < opens * (1.2 + 0.4 * min(limpers, 2) + 0.6 * cheap) and (limpers or cheap or rng.random() < style.bluffs):
        return stay(legal)
    return give_up(legal)


def _raise(legal: LegalActions, to: float, rng: random.Random) -> Action:
    to *= rng.uniform(0.9, 1.2)
    return wager_to(legal, legal.all_in_to if to > 0.4 * legal.all_in_to else to)


# --- with a board ------------------------------------------------------------------------------------------------


def chance(view: TableView, rng: random.Random) -> float:
    """Returns the viewer's chance of winning against the hands that the others seem to hold."""
    assert view.you is not None
    own, board = view.you.cards, view.board
    against = rivals(view)
    deck = unseen(view)
    known = {*own, *board}
    playable = starting_hands()[: int(len(starting_hands()) * _share_played(view))]

    def trial(rng: random.Random) -> float:
        river = (*board, *rng.sample(deck, _BOARD - len(board)))
        taken = known.union(river)
        strengths = [HIGH.strength((*_hole(rival, playable, board, taken, rng), *river)) for rival in against]
        return share(HIGH.strength((*own, *river)), strengths)

    return chance_of(trial, rng)


def _share_played(view: TableView) -> float:
    """The share of starting hands that come this far: the fewer, the more the pot has cost each player."""
    return min(0.75, max(0.15, 0.7 / math.pow(max(0.5, spent(view)), 0.75)))


def _hole(
    rival: Rival, playable: tuple[Hole, ...], board: tuple[Card, ...], taken: set[Card], rng: random.Random
) -> Hole:
    best = _free(playable, taken, rng)
    picks = rival.picks(rng)
    if picks > 1:
        strongest = HIGH.strength((*best, *board))
        for _ in range(picks - 1):
            hole = _free(playable, taken, rng)
            strength = HIGH.strength((*hole, *board))
            if strength > strongest:
                best, strongest = hole, strength
    taken.update(best)
    return best


def _free(playable: tuple[Hole, ...], taken: set[Card], rng: random.Random) -> Hole:
    while True:
        hole = playable[int(rng.random() * len(playable))]
        if hole[0] not in taken and hole[1] not in taken:
            return hole
