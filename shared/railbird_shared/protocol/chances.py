"""The chances of known hands as clients are told them, and when they hold for what a viewer sees."""

from __future__ import annotations

from msgspec import Struct

from railbird_shared.protocol.quantities import RunNumber, SeatNumber, Share, StreetIndex
from railbird_shared.protocol.view import TableView

WHOLE = 10_000
"""The whole of the pots, in hundredths of a percent."""


class SpotChances(Struct, frozen=True, omit_defaults=True):
    """What share of all pots each live hand wins on average, on one street of one run; together they are the whole.

    `shares` pairs each live seat with its share in hundredths of a percent. With `estimate` the rest was dealt at
    random many times, and a share may be off by half a percent; without it every way to deal the rest was counted.
    `run` is 0 before the rest is dealt more than once.
    """

    street: StreetIndex
    shares: tuple[tuple[SeatNumber, Share], ...]
    run: RunNumber = 0
    estimate: bool = False

    def holds_for(self, view: TableView, run: int) -> bool:
        """Whether these are the chances of the hands that are live in a view, in that run of the hand."""
        live = [seat.seat for seat in view.occupied if seat.live]
        return (self.street, self.run) == (view.street, run) and [seat for seat, _ in self.shares] == live


def percent_words(share: int, *, estimate: bool = False) -> str:
    """Returns a share in whole percents, as in "69%" or "~69%"; 0 and 100 are for what is certain."""
    percent = round(share / 100)
    if share and not percent:
        words = "<1%"
    elif share < WHOLE and percent == 100:
        words = ">99%"
    else:
        words = f"{percent}%"
    return f"~{words}" if estimate else words
