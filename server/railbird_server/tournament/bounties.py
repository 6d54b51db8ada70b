"""Bounties: what goes to the players who win the pot that takes somebody's last chips."""

from __future__ import annotations

from collections.abc import Sequence


def bounty_shares(bounty: int, winners: Sequence[str]) -> dict[str, int]:
    """Returns what each winner gets of a bounty, in units of the ledger; odd units go to the first of them.

    The winners are in order from the button's left, as for the odd chips of a pot.
    """
    each, odd = divmod(bounty, len(winners))
    return {winner: each + (index < odd) for index, winner in enumerate(winners) if each or index < odd}
