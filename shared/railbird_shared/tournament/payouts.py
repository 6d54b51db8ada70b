"""The payouts of a tournament: usual shares, prizes of whole units, and deals among the players left.

The prizes always add up to the pool: each share is rounded down, and what is left goes to the first place.

The worth of a stack by the Independent Chip Model: the chance of first place is the share of all chips, and that of
each further place follows in the same way among the others (Malmuth and Harville). It is computed exactly, in whole
numbers, over all sets of players who may finish above.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from railbird_shared.tournament.view import DealMethod

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


Player = TypeVar("Player", bound=Hashable)

MAX_ICM_PLAYERS = 10
"""The most players for whom the worth of stacks is computed; each further one doubles the sets to go through."""


def deal_shares(
    method: DealMethod, stacks: Mapping[Player, int], prizes: Sequence[int], play_for: int = 0
) -> dict[Player, int]:
    """Returns what each player gets of the prizes by a method; `prizes` has one for each player, in units.

    `play_for` units of the first prize stay for the winner. For named amounts there is nothing to reckon: raises
    ValueError.
    """
    shared = (prizes[0] - play_for, *prizes[1:])
    match method:
        case DealMethod.ICM:
            worth = icm_worth(stacks, shared)
        case DealMethod.CHIPS:
            worth = _chip_worth(stacks, prizes, shared)
        case DealMethod.EQUAL:
            worth = dict.fromkeys(stacks, Fraction(sum(shared), len(stacks)))
        case DealMethod.AMOUNTS:
            raise ValueError("the players name the amounts themselves")
    return rounded(worth, stacks, sum(shared))


def _chip_worth(stacks: Mapping[Player, int], prizes: Sequence[int], shared: Sequence[int]) -> dict[Player, Fraction]:
    """Returns the lowest of the prizes for everybody, and the rest of those `shared` in proportion to the chips.

    There is a prize for each of the players, 0 where a place is not paid. Where not everybody can have the lowest one,
    because some units stay for the winner, all get the same. Nobody gets more than the highest of the prizes that are
    shared; the rest goes to the others in proportion to their chips.
    """
    pool, most = sum(shared), max(shared)
    least = min(Fraction(min(prizes)), Fraction(pool, len(stacks)))
    worth: dict[Player, Fraction] = {}
    while len(worth) < len(stacks):
        others = {player: own for player, own in stacks.items() if player not in worth}
        rest, chips = pool - sum(worth.values()) - least * len(others), sum(others.values())
        parts = {player: Fraction(own, chips) if chips else Fraction(1, len(others)) for player, own in others.items()}
        reached = {player: least + rest * part for player, part in parts.items()}
        above = {player: Fraction(most) for player, share in reached.items() if share > most}
        worth |= above or reached
    return worth


def icm_worth(stacks: Mapping[Player, int], prizes: Sequence[int]) -> dict[Player, Fraction]:
    """Returns the exact worth of each stack of at most `MAX_ICM_PLAYERS`; the prizes are those of the places in order.

    `chance[above]` is the chance that just the players in the set `above` take the first places, in any order.
    """
    players = list(stacks)
    count, chips = len(players), sum(stacks.values())
    worth = dict.fromkeys(players, Fraction(0))
    chance = [Fraction(0)] * (1 << count)
    chance[0] = Fraction(1)
    for above in range(1 << count):
        place = above.bit_count()
        if place >= min(count, len(prizes)) or not chance[above]:
            continue
        rest = chips - sum(stacks[players[index]] for index in range(count) if above >> index & 1)
        for index, player in enumerate(players):
            if not above >> index & 1:
                wins = chance[above] * Fraction(stacks[player], rest)
                worth[player] += wins * prizes[place]
                chance[above | 1 << index] += wins
    return worth


def rounded(worth: Mapping[Player, Fraction], stacks: Mapping[Player, int], pool: int) -> dict[Player, int]:
    """Returns whole units that add up to the pool: each worth rounded down, the odd units to the largest remainders.

    Of equal remainders the larger stack comes first, then whom `stacks` names first.
    """
    shares = {player: int(exact) for player, exact in worth.items()}
    order = sorted(stacks, key=lambda player: (worth[player] - shares[player], stacks[player]), reverse=True)
    for player in order[: pool - sum(shares.values())]:
        shares[player] += 1
    return shares
