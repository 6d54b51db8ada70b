"""What a seat can tell from the table: who is still in the hand, how strong he seems, and which cards are out."""

from __future__ import annotations

import math
import random

from msgspec import Struct

from railbird_server.bots.worth import worth_of
from railbird_shared.cards import Card
from railbird_shared.games import Structure
from railbird_shared.view import LastAct, SeatView, TableView

_WAGERS = frozenset({LastAct.BET, LastAct.RAISED, LastAct.COMPLETED})
_IN = _WAGERS | {LastAct.CALLED}
_PLAYS_ON = 0.4
_MOST_CHOICES = 12
_BLUFFS = 0.2


class Rival(Struct, frozen=True):
    """An opponent still in the hand, as he can be read.

    `up` are his open cards and `down` how many are hidden; `drew` is what he drew, if anything. His betting is taken
    as a sign that he would pick this hand from `choices` random ones; `stays` is the chance that he plays it at all.
    """

    up: tuple[Card, ...]
    down: int
    drew: int | None
    choices: int
    stays: float

    def picks(self, rng: random.Random) -> int:
        """Returns from how many hands he picked this one, if he is not bluffing this time."""
        return 1 if rng.random() < _BLUFFS else self.choices

    def plays(self, rng: random.Random) -> bool:
        """Returns whether he plays the hand on, this time."""
        return self.stays >= 1 or rng.random() < self.stays


def rivals(view: TableView) -> tuple[Rival, ...]:
    """Returns the viewer's opponents in the hand, in the order of their seats."""
    mine = view.you.seat if view.you else 0
    base = _choices_so_far(view)
    bets = bets_made(view)
    return tuple(_read(view, seat, base, bets) for seat in view.occupied if seat.live and seat.seat != mine)


def fair_share(view: TableView) -> float:
    """Returns the share of the pot that each player would win if those likely to stay in all had equal hands."""
    return 1 / max(1.5, 1 + sum(rival.stays for rival in rivals(view)))


def unseen(view: TableView) -> list[Card]:
    """Returns the cards that the viewer has not seen, in the order of the pack."""
    seen = set(view.board)
    if view.you:
        seen.update(view.you.cards)
    for seat in view.occupied:
        seen.update(card for card in seat.cards if card is not None)
    return [card for card in worth_of(view.game).pack if card not in seen]


def spent(view: TableView) -> float:
    """Returns what each player still in has put into the pots before this round, in minimum bets, on average."""
    live = sum(1 for seat in view.occupied if seat.live)
    return view.gathered / max(1, live) / max(1, view.game.stakes.minimum_bet)


def bets_made(view: TableView) -> float:
    """Returns how many bets and raises the round has come to, by the size of what there is to match."""
    stakes = view.game.stakes
    if view.game.structure is Structure.FIXED:
        late = view.street >= max(1, len(view.game.streets) // 2)
        return view.to_match / max(1, stakes.big_bet if late else stakes.small_bet)
    usual = 3 * stakes.minimum_bet if view.street <= 0 else 0.66 * view.gathered
    return 1 + math.log(view.to_match / max(1, usual), 3) if view.to_match else 0.0


def _read(view: TableView, seat: SeatView, base: int, bets: float) -> Rival:
    up = tuple(card for card in seat.cards if card is not None)
    committed = view.street > 0 or seat.last in _IN or seat.all_in
    return Rival(
        up=up,
        down=len(seat.cards) - len(up),
        drew=seat.drew,
        choices=min(_MOST_CHOICES, base + _signs(seat.last, bets, first=view.street <= 0)),
        stays=1.0 if committed else _PLAYS_ON,
    )


def _signs(last: LastAct, bets: float, *, first: bool) -> int:
    """How much strength an act shows: a raise as much as the bets it comes to, a call half of that.

    In the first round nobody plays just any hand; who is still to act will show as much if he plays at all.
    """
    if last in _WAGERS:
        return max(1, round(bets)) + first
    if last is LastAct.CALLED:
        return max(1, round(bets / 2)) + first
    return first + (first and last is not LastAct.CHECKED)


def _choices_so_far(view: TableView) -> int:
    """A pot that grew over earlier rounds was not built with nothing."""
    some, many = (2.5, 6.0) if view.game.structure is Structure.FIXED else (5.0, 15.0)
    bets = spent(view)
    return 1 + (bets > some) + (bets > many)
