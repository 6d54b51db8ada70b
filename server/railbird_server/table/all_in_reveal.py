"""Follows what one audience sees of a table, and finds the moments at which it knows every live hand.

Everything is taken from the view and the events of that audience, so that nothing hidden from it can count. The chances
of such a moment are rounded here as clients are told them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from railbird_server.rules.spot import Equities, Spot, spot_of
from railbird_shared.game.cards import Card
from railbird_shared.game.variants import Variant
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.folding import fold_each
from railbird_shared.protocol.view import WHOLE, SpotChances, TableView


class OpenSpot(Struct, frozen=True):
    """A spot of a hand that an audience knows in full; `run` is 0 before the rest is dealt more than once."""

    hand: int
    street: int
    run: int
    spot: Spot


class OpenHands:
    """The view of one audience, followed step by step; `cards_to_come` wants spots with cards to come only."""

    def __init__(self, view: TableView, *, cards_to_come: bool) -> None:
        self.view = view
        self._cards_to_come = cards_to_come
        self._run = 0
        self._gone: tuple[Card, ...] = ()
        self._awarded = False
        self._last: OpenSpot | None = None

    def follow(self, events: Sequence[ev.PublicEvent | ev.PrivateEvent], variant: Variant) -> list[OpenSpot]:
        """Folds the events of a step; returns the spots that were open in it and were not before, oldest first.

        A step may deal several streets and runs. A spot is looked for before each of them, before the pots are
        awarded, and at the end of the step; a later run has its first one after its first street. `variant` is the game
        as the house plays it.
        """
        spots: list[OpenSpot] = []
        for event, before, after in fold_each(self.view, tuple(events)):
            if isinstance(event, ev.StreetBegan | ev.RunBegan | ev.PotAwarded):
                spots += self._find(before, variant)
            if isinstance(event, ev.RunBegan):
                self._begin_run(event, before)
            elif isinstance(event, ev.HandStarted | ev.HandEnded):
                self._run, self._gone = 0, ()
            self._awarded = isinstance(event, ev.PotAwarded) or (
                self._awarded and not isinstance(event, ev.RunBegan | ev.HandStarted)
            )
            self.view = after
        return spots + self._find(self.view, variant)

    def _find(self, view: TableView, variant: Variant) -> list[OpenSpot]:
        """The spot that is open in a view, if any, unless it was the last one found."""
        if not view.playing or self._awarded:
            return []
        spot = spot_of(view, variant, self._gone)
        if spot is None or (self._cards_to_come and not (spot.to_come.board or spot.to_come.own)):
            return []
        found = OpenSpot(view.hand, view.street, self._run, spot)
        if found == self._last:
            return []
        self._last = found
        return [found]

    def _begin_run(self, event: ev.RunBegan, before: TableView) -> None:
        """Notes the cards of the run before, which cannot come again."""
        kept = dict(event.hands)
        dealt = Counter[Card](before.board) - Counter(event.board)
        for seat in before.occupied:
            if seat.seat in kept:
                dealt += Counter(card for card in seat.cards if card is not None) - Counter(kept[seat.seat])
        self._run = event.run
        self._gone = (*self._gone, *dealt.elements())


def chances_of(found: OpenSpot, find: Callable[[Spot], Equities]) -> SpotChances:
    """Returns the chances of a spot as clients are told them; `find` sees pots of one chip each, whatever they hold."""
    spot = found.spot
    equities = find(replace(spot, pots=tuple(ev.Pot(1, pot.seats) for pot in spot.pots)))
    pots = [replace(equity, chips=pot.chips) for equity, pot in zip(equities.pots, spot.pots, strict=True)]
    seats, equities = [hand.seat for hand in spot.hands], replace(equities, pots=tuple(pots))
    shares = in_hundredths([float(equities.share(seat)) for seat in seats])
    return SpotChances(found.street, tuple(zip(seats, shares, strict=True)), run=found.run, estimate=not equities.exact)


def in_hundredths(shares: list[float]) -> list[int]:
    """Returns shares in hundredths of a percent that add up to the whole, the largest fractions rounded up."""
    exact = [share * WHOLE for share in shares]
    found = [int(each) for each in exact]
    order = sorted(range(len(exact)), key=lambda place: found[place] - exact[place])
    for place in order[: round(sum(exact)) - sum(found)]:
        found[place] += 1
    return found
