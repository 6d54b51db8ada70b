"""Inferences of a seat from the table: the opponents in the hand, the unseen cards, and its equity against them."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec import Struct

from railbird_shared.game.announced_game import Structure
from railbird_shared.game.cards import Card
from railbird_shared.game.ranking.scale import EarlyEvaluator, HandEvaluator, Strengths
from railbird_shared.protocol.view import LastAct, SeatView, TableView

_AGGRESSIVE_ACTS = frozenset({LastAct.BET, LastAct.RAISED, LastAct.COMPLETED})
_COMMITTED_ACTS = _AGGRESSIVE_ACTS | {LastAct.CALLED}

_STAY_PROBABILITY = 0.4
"""The probability that a player who has not acted in the first round will play the hand.

Between what the loose and the tight style play, measured: 43 % and 24 % of their hands (see `profiles`).
"""

_MAX_CANDIDATES = 12
"""The most hands that an opponent is taken to have picked theirs from: the best of 12 is in the top 8 %."""

_BLUFF_PROBABILITY = 0.2
"""The probability that an opponent's betting says nothing of their hand: as often as a loose style bluffs."""

_MIN_EXPECTED_PLAYERS = 1.5
"""The least number of players that a pot is shared by in thought: one opponent who may still fold is half of one."""

_NO_LIMIT_OPENING_BETS = 3
"""The usual first raise where bets are not fixed, in minimum bets."""

_NO_LIMIT_POT_SHARE = 0.66
"""The usual bet on later streets where bets are not fixed, as a share of the pot: the middle of `bet_sizing`'s."""

_NO_LIMIT_RAISE_FACTOR = 3
"""The factor of a usual raise where bets are not fixed: three times as much is one bet more."""

_FIXED_INVESTMENTS = (2.5, 6.0)
_FREE_INVESTMENTS = (5.0, 15.0)
"""Minimum bets put in before this round by each player still in, on average, above which hands look better than random.

Each of the two limits passed adds a candidate. With fixed bets they are two raised rounds and four of them; without,
a raised first round with a bet after it, and a raise more.
"""


class Opponent(Struct, frozen=True):
    """An opponent still in the hand, as their acts show them.

    `upcards` are their open cards and `hidden_count` how many are hidden; `drew` is what they drew, if anything. Their
    betting is taken as a sign that they would pick this hand from `candidates` random ones; `stay_probability` is the
    chance that they play it at all.
    """

    upcards: tuple[Card, ...]
    hidden_count: int
    drew: int | None
    candidates: int
    stay_probability: float

    def sample_candidates(self, rng: random.Random) -> int:
        """Returns how many hands this one was picked from: one where they are bluffing this time."""
        return 1 if rng.random() < _BLUFF_PROBABILITY else self.candidates

    def stays_in(self, rng: random.Random) -> bool:
        """Returns whether they play the hand on, this time."""
        return self.stay_probability >= 1 or rng.random() < self.stay_probability


def opponents_of(view: TableView) -> tuple[Opponent, ...]:
    """Returns the viewer's opponents in the hand, in the order of their seats."""
    some, many = _FIXED_INVESTMENTS if view.game.structure is Structure.FIXED else _FREE_INVESTMENTS
    investment, bets = average_investment(view), bet_count(view)
    base = 1 + (investment > some) + (investment > many)
    others = [seat for seat in view.occupied if seat.live and seat.seat != view.you.seat]
    return tuple([_read_opponent(view, seat, base, bets) for seat in others])


def fair_share(view: TableView) -> float:
    """Returns the share of the pot that each player would win if those likely to stay in all had equal hands."""
    return 1 / max(_MIN_EXPECTED_PLAYERS, 1 + sum(opponent.stay_probability for opponent in opponents_of(view)))


def unseen_cards(view: TableView, pack: Sequence[Card]) -> list[Card]:
    """Returns the cards of the pack that the viewer has not seen, in its order."""
    seen = {*view.board, *view.you.cards, *(card for seat in view.occupied for card in seat.cards)}
    return [card for card in pack if card not in seen]


def average_investment(view: TableView) -> float:
    """Returns what each player still in has put into the pots before this round, in minimum bets, on average."""
    live = sum(seat.live for seat in view.occupied)
    return view.collected_pot / max(1, live) / max(1, view.game.stakes.minimum_bet)


def bet_count(view: TableView) -> float:
    """Returns how many bets and raises the round has come to, by the size of what there is to match."""
    stakes = view.game.stakes
    if view.game.structure is Structure.FIXED:
        big_bets = view.street >= max(1, len(view.game.streets) // 2)
        return view.to_match / max(1, stakes.big_bet if big_bets else stakes.small_bet)
    first_round = view.street <= 0
    usual_bet = _NO_LIMIT_OPENING_BETS * stakes.minimum_bet if first_round else _NO_LIMIT_POT_SHARE * view.collected_pot
    return 1 + math.log(view.to_match / max(1, usual_bet), _NO_LIMIT_RAISE_FACTOR) if view.to_match else 0.0


def _read_opponent(view: TableView, seat: SeatView, base: int, bets: float) -> Opponent:
    """Returns an opponent in a seat, whose hand looks picked from `base` hands by the size of the pot alone."""
    upcards = tuple(card for card in seat.cards if card is not None)
    committed = view.street > 0 or seat.last_act in _COMMITTED_ACTS or seat.all_in
    return Opponent(
        upcards=upcards,
        hidden_count=len(seat.cards) - len(upcards),
        drew=seat.drew,
        candidates=min(_MAX_CANDIDATES, base + _strength_shown(seat.last_act, bets, first=view.street <= 0)),
        stay_probability=1.0 if committed else _STAY_PROBABILITY,
    )


def _strength_shown(last: LastAct, bets: float, *, first: bool) -> int:
    """Returns the candidates that an act adds: as many as the bets that a raise comes to, half as many for a call.

    In the first round nobody plays just any hand; a player still to act will show as much if they play at all.
    """
    if last in _AGGRESSIVE_ACTS:
        return max(1, round(bets)) + first
    if last is LastAct.CALLED:
        return max(1, round(bets / 2)) + first
    return first + (first and last is not LastAct.CHECKED)


DEFAULT_TRIALS = 150
"""How often the cards are dealt for one decision.

The standard error of an equity of a half is then 4 points of 100, in a few milliseconds.
"""

MIN_TRIALS = 30
"""How often the cards are dealt at least, however much a trial costs: the standard error is then 9 points of 100."""


class TrialResult(NamedTuple):
    """The strengths of the viewer's hand and of the others' hands in one deal."""

    own: Strengths
    others: Sequence[Strengths]


class Trial(NamedTuple):
    """A way to deal a hand out to its end, which takes `cost` times the work of a usual one."""

    run: Callable[[random.Random], TrialResult]
    cost: int = 1


def estimate_equity(evaluator: HandEvaluator, trial: Trial, rng: random.Random) -> float:
    """Returns the average share of the pot that the viewer wins over many trials, from 0 to 1; fewer costly ones."""
    count = max(MIN_TRIALS, DEFAULT_TRIALS // trial.cost)
    return sum(evaluator.pot_share(*trial.run(rng)) for _ in range(count)) / count


def shuffled(cards: Sequence[Card], rng: random.Random) -> list[Card]:
    """Returns the cards in a random order."""
    chance = rng.random
    return sorted(cards, key=lambda _: chance())


def take_best_hand(deck: list[Card], size: int, candidates: int, strength_of: EarlyEvaluator) -> list[Card]:
    """Takes from the deck the strongest of several hands of `size` cards; the others stay in it."""
    best = 0
    if candidates > 1:
        starts = range(0, min(candidates * size, len(deck) - size + 1), size or 1)
        best = max(starts, key=lambda start: strength_of(deck[start : start + size]), default=0)
    taken = deck[best : best + size]
    del deck[best : best + size]
    return taken


def take_top(deck: list[Card], count: int) -> list[Card]:
    """Takes cards off the top of the deck, as many as there are."""
    taken = deck[:count]
    del deck[:count]
    return taken
