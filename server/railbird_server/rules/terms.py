"""What a betting round is held under: how much may be bet, and what is particular about the round."""

from __future__ import annotations

from msgspec import Struct

from railbird_shared.games import Structure


class BettingLimits(Struct, frozen=True):
    """How much may be bet in a round: `bet_size` is the fixed bet or the least bet, `raise_cap` the most raises (BT-29).

    `optional_big_bet` is a larger fixed bet that may be chosen instead (VT-S7-11), 0 for none; `spread_maximum` ends a spread (BT-25). With
    `constant_min_raise` the least raise stays what it is, however large the last one was (SIMPLE-18).
    """

    structure: Structure
    bet_size: int
    optional_big_bet: int = 0
    spread_maximum: int = 0
    raise_cap: int | None = None
    constant_min_raise: bool = False


class RoundConditions(Struct, frozen=True):
    """What is particular about a round. Chips and seats.

    `to_match` is the bet that stands when it begins and `chips_in_pots` what lies in the pots. `bring_in` is the forced
    opening bet that the first player owes (0 for none) for the clauses `bring_in_clauses`; it is less than a bet, which he may
    make instead, if he may `can_complete`, and a whole one otherwise. Seats in `cannot_open` may not open for lack of openers
    (VT-5D-21), those in `must_bet` may not check (VT-LB-5), and with `no_check` nobody checks: who stays in sees the bet,
    though it cost nothing (SIMPLE-6).
    """

    to_match: int = 0
    chips_in_pots: int = 0
    bring_in: int = 0
    can_complete: bool = True
    bring_in_clauses: tuple[str, ...] = ()
    no_check: bool = False
    cannot_open: frozenset[int] = frozenset()
    must_bet: frozenset[int] = frozenset()


NO_CONDITIONS = RoundConditions()
"""A round with nothing particular about it."""
