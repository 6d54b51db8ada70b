"""Places of the players who are knocked out together, and prizes and bounties that several players share.

Of players who lose their last chips in one hand, those who began it with more finish higher, and equal stacks tie. Hand
for hand the players knocked out at different tables tie: the highest of each table with each other, then the second of
each, and so on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, zip_longest

Tie = tuple[str, ...]
"""The ids of players who finish in the same place, in most cases one."""


def ties_of_hand(before: Mapping[str, int]) -> list[Tie]:
    """Returns who tie among the players knocked out in one hand, the worst first; `before` are their stacks."""
    order = sorted(before, key=lambda player: (before[player], player))
    return [tuple(players) for _, players in groupby(order, key=lambda player: before[player])]


def ties_of_round(hands: Iterable[Sequence[Tie]]) -> list[Tie]:
    """Returns who tie in a round of hand for hand, the worst first, from what `ties_of_hand` says of each hand."""
    levels = zip_longest(*(reversed(ties) for ties in hands), fillvalue=())
    best_first = [tuple(sorted(player for tie in level for player in tie)) for level in levels]
    return best_first[::-1]


def places(out: Sequence[Tie], left: int) -> dict[str, int]:
    """Returns the places of all who are out, by player; `out` has the first who went out first, `left` still play."""
    found: dict[str, int] = {}
    place = left + 1
    for tie in reversed(out):
        found |= dict.fromkeys(tie, place)
        place += len(tie)
    return found


def tied_prizes(tie: Sequence[str], place: int, prizes: Sequence[int]) -> dict[str, int]:
    """Returns what players who tie for a place are paid: equal parts of the prizes of the places that they take.

    Odd units go one each to the first of them as they are named.
    """
    pool = sum(prizes[place - 1 : place - 1 + len(tie)])
    each, odd = divmod(pool, len(tie))
    return {player: each + (index < odd) for index, player in enumerate(tie)}


def bounty_shares(bounty: int, winners: Sequence[str]) -> dict[str, int]:
    """Returns what the players who win the pot that takes somebody's last chips get of the bounty for them.

    The winners are in order from the button's left, as for the odd chips of a pot; odd units go to the first of them.
    """
    each, odd = divmod(bounty, len(winners))
    return {winner: each + (index < odd) for index, winner in enumerate(winners) if each or index < odd}
