"""What a betting round is held under: how much may be bet, and what is particular about the round."""

from __future__ import annotations

from msgspec import Struct

from railbird_shared.games import Structure


class Limits(Struct, frozen=True):
    """How much may be bet in a round: `size` is the fixed bet or the least bet, `cap` the most raises (BT-29).

    `double` is a larger fixed bet that may be chosen instead (VT-S7-11), 0 for none; `most` ends a spread (BT-25). With
    `even` the least raise stays what it is, however large the last one was (SIMPLE-18).
    """

    structure: Structure
    size: int
    double: int = 0
    most: int = 0
    cap: int | None = None
    even: bool = False


class Terms(Struct, frozen=True):
    """What is particular about a round. Chips and seats.

    `to_match` is the bet that stands when it begins and `gathered` what lies in the pots. `bring_in` is the forced
    opening bet that the first player owes (0 for none) for the clauses `because`; it is less than a bet, which he may
    make instead, if he may `complete`, and a whole one otherwise. Seats in `barred` may not open for lack of openers
    (VT-5D-21), those in `bound` may not check (VT-LB-5), and with `see` nobody checks: who stays in sees the bet,
    though it cost nothing (SIMPLE-6).
    """

    to_match: int = 0
    gathered: int = 0
    bring_in: int = 0
    complete: bool = True
    because: tuple[str, ...] = ()
    see: bool = False
    barred: frozenset[int] = frozenset()
    bound: frozenset[int] = frozenset()


PLAIN = Terms()
"""A round with nothing particular about it."""
