"""What a seat can infer from the table: the opponents in the hand, how strong they look, and the unseen cards."""

from __future__ import annotations

import math
import random

from msgspec import Struct

from railbird_server.bots.hand_strength import evaluator_for
from railbird_shared.cards import Card
from railbird_shared.games import Structure
from railbird_shared.view import LastAct, SeatView, TableView

_AGGRESSIVE_ACTS = frozenset({LastAct.BET, LastAct.RAISED, LastAct.COMPLETED})
_COMMITTED_ACTS = _AGGRESSIVE_ACTS | {LastAct.CALLED}
_STAY_PROBABILITY = 0.4
_MAX_CANDIDATES = 12
_BLUFF_PROBABILITY = 0.2


class Opponent(Struct, frozen=True):
    """An opponent still in the hand, as he can be read.

    `upcards` are his open cards and `hidden_count` how many are hidden; `drew` is what he drew, if anything. His
    betting is taken as a sign that he would pick this hand from `candidates` random ones; `stay_probability` is the
    chance that he plays it at all.
    """

    upcards: tuple[Card, ...]
    hidden_count: int
    drew: int | None
    candidates: int
    stay_probability: float

    def sample_candidates(self, rng: random.Random) -> int:
        """Returns from how many hands he picked this one, if he is not bluffing this time."""
        return 1 if rng.random() < _BLUFF_PROBABILITY else self.candidates

    def stays_in(self, rng: random.Random) -> bool:
        """Returns whether he plays the hand on, this time."""
        return self.stay_probability >= 1 or rng.random() < self.stay_probability


def opponents_of(view: TableView) -> tuple[Opponent, ...]:
    """Returns the viewer's opponents in the hand, in the order of their seats."""
    own_seat = view.you.seat if view.you else 0
    base = _base_candidates(view)
    bets = bet_count(view)
    return tuple(
        _read_opponent(view, seat, base, bets) for seat in view.occupied if seat.live and seat.seat != own_seat
    )


def fair_share(view: TableView) -> float:
    """Returns the share of the pot that each player would win if those likely to stay in all had equal hands."""
    return 1 / max(1.5, 1 + sum(rival.stay_probability for rival in opponents_of(view)))


def unseen_cards(view: TableView) -> list[Card]:
    """Returns the cards that the viewer has not seen, in the order of the pack."""
    seen = set(view.board)
    if view.you:
        seen.update(view.you.cards)
    for seat in view.occupied:
        seen.update(card for card in seat.cards if card is not None)
    return [card for card in evaluator_for(view.game).pack if card not in seen]


def average_investment(view: TableView) -> float:
    """Returns what each player still in has put into the pots before this round, in minimum bets, on average."""
    live = sum(1 for seat in view.occupied if seat.live)
    return view.collected_pot / max(1, live) / max(1, view.game.stakes.minimum_bet)


def bet_count(view: TableView) -> float:
    """Returns how many bets and raises the round has come to, by the size of what there is to match."""
    stakes = view.game.stakes
    if view.game.structure is Structure.FIXED:
        big_bets = view.street >= max(1, len(view.game.streets) // 2)
        return view.to_match / max(1, stakes.big_bet if big_bets else stakes.small_bet)
    usual_bet = 3 * stakes.minimum_bet if view.street <= 0 else 0.66 * view.collected_pot
    return 1 + math.log(view.to_match / max(1, usual_bet), 3) if view.to_match else 0.0


def _read_opponent(view: TableView, seat: SeatView, base: int, bets: float) -> Opponent:
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
    """How much strength an act shows: a raise as much as the bets it comes to, a call half of that.

    In the first round nobody plays just any hand; who is still to act will show as much if he plays at all.
    """
    if last in _AGGRESSIVE_ACTS:
        return max(1, round(bets)) + first
    if last is LastAct.CALLED:
        return max(1, round(bets / 2)) + first
    return first + (first and last is not LastAct.CHECKED)


def _base_candidates(view: TableView) -> int:
    """A pot that grew over earlier rounds was not built with nothing."""
    some, many = (2.5, 6.0) if view.game.structure is Structure.FIXED else (5.0, 15.0)
    bets = average_investment(view)
    return 1 + (bets > some) + (bets > many)
