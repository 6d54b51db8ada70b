"""Tells the people at a table the chances of hands that lie open, where the house wants it (HS-48)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from railbird_server.table import audience
from railbird_server.table.open_hands import OpenHands, OpenSpot
from railbird_server.table.outcome import FullEvent
from railbird_server.table.table import Table
from railbird_shared.chances import SpotChances
from railbird_shared.events import HandStarted
from railbird_shared.messages import HandChances
from railbird_shared.variants import Variant, get_variant

NOBODY = ""
"""The id of a viewer without a seat, who sees what everybody sees."""


class ChancesFinder(Protocol):
    """Finds chances without holding anybody up; the answer may come late or never."""

    def ask(self, key: str, spots: Sequence[OpenSpot], told: Callable[[tuple[SpotChances, ...]], None]) -> None:
        """Asks for the chances of some spots instead of all that was asked for before by that key."""
        ...

    def forget(self, key: str) -> None:
        """Drops the question of a key, and the answer that is on its way."""
        ...

    async def stop(self) -> None:
        """Stops; what was asked gets no answer."""
        ...


class OpenChances:
    """Follows a table as everybody sees it, and has the chances of open hands with cards to come told to all.

    It costs nothing where the house does not want it.
    """

    def __init__(self, table: Table, finder: ChancesFinder | None, tell: Callable[[HandChances], None]) -> None:
        self._table = table
        self._finder = finder
        self._tell = tell
        self._variant = self._game_played()
        self._asked_hand = 0
        self._open: OpenHands | None = None
        self._noted: list[Sequence[FullEvent]] = []

    def note(self, events: Sequence[FullEvent]) -> None:
        """Notes a step that the table has taken; `follow` comes once its viewers have been told."""
        self._noted.append(events)

    def follow(self) -> None:
        """Follows the steps that were noted, all of which the viewers know by now."""
        noted, self._noted = self._noted, []
        if self._finder is None or not self._table.settings.customs.all_in_chances:
            self._open = None
        elif self._open is None:
            self._variant = self._game_played()
            self._open = OpenHands(audience.snapshot(self._table, NOBODY), cards_to_come=True)
        else:
            for events in noted:
                self._follow(self._finder, self._open, events)

    def _follow(self, finder: ChancesFinder, hands: OpenHands, events: Sequence[FullEvent]) -> None:
        if any(isinstance(event, HandStarted) for event in events):
            self._variant = self._game_played()  # another game may be announced in the step that ends the hand
        spots = hands.follow(audience.split(events).public, self._variant)
        if spots:
            hand = self._asked_hand = spots[0].hand
            finder.ask(self._table.id, spots, lambda found: self._tell(HandChances(hand=hand, spots=found)))
        elif hands.view.hand != self._asked_hand:
            finder.forget(self._table.id)

    def _game_played(self) -> Variant:
        settings = self._table.settings
        return settings.variant or get_variant(settings.game.id)

    def stop(self) -> None:
        """Drops what was asked, because the table ends."""
        if self._finder is not None:
            self._finder.forget(self._table.id)
