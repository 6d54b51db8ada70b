"""Finds the chances of open hands, which takes long: a process of its own does it (`equity_worker`).

The latest equities are kept, whatever chips they are for.
"""

from __future__ import annotations

import random
from functools import lru_cache

from msgspec.structs import replace

from railbird_server.rules.equity import Equities, Spot, find_equities
from railbird_server.table.hand.all_in_reveal import OpenSpot
from railbird_shared.game.game_rules import BadSetup
from railbird_shared.protocol.events import Pot
from railbird_shared.protocol.view import WHOLE, SpotChances

KEPT_SPOTS = 256
"""How many spots are remembered; the same cards are often asked for again with more chips in the pot."""


def find_chances(spots: tuple[OpenSpot, ...]) -> tuple[SpotChances, ...]:
    """Returns the chances of the spots of one table, in order."""
    return tuple(map(chances_of, spots))


def chances_of(found: OpenSpot) -> SpotChances:
    """Returns the chances of one spot as clients are told them; raises BadSetup for rules by which no hand wins."""
    spot = found.spot
    equities = _equities(replace(spot, pots=tuple(Pot(1, pot.seats) for pot in spot.pots)))
    pots = [replace(equity, chips=pot.chips) for equity, pot in zip(equities.pots, spot.pots, strict=True)]
    equities = replace(equities, pots=tuple(pots))
    shares = in_hundredths([float(equities.share(hand.seat)) for hand in spot.hands])
    seats = [hand.seat for hand in spot.hands]
    return SpotChances(found.street, tuple(zip(seats, shares, strict=True)), run=found.run, estimate=not equities.exact)


@lru_cache(maxsize=KEPT_SPOTS)
def _equities(spot: Spot) -> Equities:
    if not spot.pots:
        raise BadSetup("A chance needs a pot to win.")
    return find_equities(spot, random.Random(len(spot.gone)))  # noqa: S311  it estimates, it does not deal


def in_hundredths(shares: list[float]) -> list[int]:
    """Returns shares in hundredths of a percent that add up to the whole, the largest fractions rounded up."""
    exact = [share * WHOLE for share in shares]
    found = [int(each) for each in exact]
    order = sorted(range(len(exact)), key=lambda place: found[place] - exact[place])
    for place in order[: round(sum(exact)) - sum(found)]:
        found[place] += 1
    return found
