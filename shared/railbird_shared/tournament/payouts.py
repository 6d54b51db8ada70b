"""What the places of a tournament are paid: the usual shares by the number of players, and prizes of whole units.

The prizes always add up to the pool: each share is rounded down, and what is left goes to the first place.
"""

from __future__ import annotations

from collections.abc import Sequence

USUAL_SHARES: tuple[tuple[int, tuple[int, ...]], ...] = (
    (3, (1000,)),
    (6, (650, 350)),
    (10, (500, 300, 200)),
    (18, (400, 300, 200, 100)),
    (27, (380, 250, 170, 120, 80)),
    (36, (330, 220, 160, 120, 90, 80)),
    (50, (310, 210, 150, 110, 90, 70, 60)),
    (70, (290, 190, 140, 110, 80, 60, 50, 40, 40)),
    (100, (280, 180, 130, 100, 80, 65, 55, 45, 35, 30)),
)
"""For up to so many players, the shares of the places paid in thousandths, the first place first."""


def usual_shares(players: int) -> tuple[int, ...]:
    """Returns the usual shares of the places paid among so many players, in thousandths of the pool."""
    return next((shares for most, shares in USUAL_SHARES if players <= most), USUAL_SHARES[-1][1])


def prizes(pool: int, players: int, shares: Sequence[int] = ()) -> tuple[int, ...]:
    """Returns the prizes of the places paid, the first place first; they add up to the pool.

    `shares` are those that the host chose, in proportion to each other, empty for the usual ones. With fewer players
    than shares the last ones are left out. A place whose share is less than a unit is not paid.
    """
    chosen = tuple(shares or usual_shares(players))[: max(1, players)]
    amounts = [pool * share // sum(chosen) for share in chosen]
    amounts[0] += pool - sum(amounts)
    return tuple(amount for amount in amounts if amount)
