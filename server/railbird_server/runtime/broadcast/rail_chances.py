"""Tells the people at a table the chances of hands that lie open, where the house wants it (HS-48).

A delayed rail is told those of the hands that it sees, whatever the house wants: for that its players let it see them.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Protocol

from railbird_server.rules.equity import find_equities
from railbird_server.rules.spot import Equities, Spot
from railbird_server.table import audience
from railbird_server.table.all_in_reveal import OpenHands, OpenSpot, chances_of
from railbird_server.table.inputs import FullEvent
from railbird_server.table.table import Table
from railbird_shared.game.game_rules import BadSetup
from railbird_shared.game.variants import Variant
from railbird_shared.protocol.events import HandStarted, PrivateEvent, PublicEvent
from railbird_shared.protocol.messages import HandChances
from railbird_shared.protocol.view import SpotChances, TableView

MAX_GAMES = 256
"""How many changes of the game are remembered, for a rail that sees the past."""

NOBODY = ""
"""The id of a viewer without a seat, who sees what everybody sees."""

KEPT_SPOTS = 256
"""How many spots are remembered; the same cards are often asked for again with more chips in the pot."""


def find_chances(spots: tuple[OpenSpot, ...]) -> tuple[SpotChances, ...]:
    """Returns the chances of the spots of one table, in order; raises BadSetup for rules by which no hand wins.

    It may take a second, so that a process beside the server runs it; an estimate is the same in each of them.
    """
    return tuple(chances_of(spot, _equities) for spot in spots)


@lru_cache(maxsize=KEPT_SPOTS)
def _equities(spot: Spot) -> Equities:
    if not spot.pots:
        raise BadSetup("A chance needs a pot to win.")
    return find_equities(spot, random.Random(len(spot.gone)))  # noqa: S311  it estimates, it does not deal


class ChancesFinder(Protocol):
    """Finds chances without holding anybody up; the answer may come late or never."""

    def ask(self, key: str, spots: Sequence[OpenSpot], told: Callable[[tuple[SpotChances, ...]], None]) -> None:
        """Asks for the chances of some spots instead of all that was asked for before by that key."""

    def forget(self, key: str) -> None:
        """Drops the question of a key, and the answer that is on its way."""

    async def stop(self) -> None:
        """Stops; questions without an answer get none."""


class GamesPlayed:
    """Which game each of the latest hands of a table was, as the house played it."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._since: deque[tuple[int, Variant]] = deque([(0, self._table.settings.played)], maxlen=MAX_GAMES)

    def note(self, events: Sequence[FullEvent]) -> None:
        """Notes the game of a hand that begins in a step, which the table has just taken."""
        for event in events:
            if isinstance(event, HandStarted) and self._since[-1][1] != self._table.settings.played:
                self._since.append((event.hand, self._table.settings.played))

    def of(self, hand: int) -> Variant:
        """Returns the game of a hand."""
        return next((variant for first, variant in reversed(self._since) if first <= hand), self._since[0][1])


class OpenChances:
    """Follows a table as everybody sees it, and has the chances of open hands with cards to come told to all.

    It costs nothing where the house does not want it.
    """

    def __init__(self, table: Table, finder: ChancesFinder, tell: Callable[[HandChances], None]) -> None:
        self._table = table
        self._finder = finder
        self._tell = tell
        self._games = GamesPlayed(table)
        self._past_key = f"{table.id} rail"
        self._asked_hand = 0
        self._open: OpenHands | None = None
        self._noted: list[Sequence[FullEvent]] = []

    def of_past(self) -> PastChances:
        """Returns what tells a delayed rail its chances."""
        return PastChances(self._past_key, self._finder, self._games)

    def note(self, events: Sequence[FullEvent]) -> None:
        """Notes a step that the table has taken; `follow` comes once its viewers have been told."""
        self._games.note(events)
        self._noted.append(events)

    def follow(self) -> None:
        """Follows the steps that were noted, all of which the viewers know by now."""
        noted, self._noted = self._noted, []
        if not self._table.settings.effective_rules.all_in_chances:
            self._open = None
        elif self._open is None:
            self._open = OpenHands(audience.snapshot(self._table, NOBODY), cards_to_come=True)
        else:
            for events in noted:
                self._follow(self._open, audience.split(events).public)

    def _follow(self, hands: OpenHands, events: Sequence[PublicEvent]) -> None:
        if spots := hands.follow(events, self._games.of(_hand_in(hands, events))):
            hand = self._asked_hand = spots[0].hand
            self._finder.ask(self._table.id, spots, lambda found: self._tell(HandChances(hand=hand, spots=found)))
        elif hands.view.hand != self._asked_hand:
            self._finder.forget(self._table.id)

    def stop(self) -> None:
        """Drops what was asked, for a delayed rail, too, because the table ends."""
        self._finder.forget(self._table.id)
        self._finder.forget(self._past_key)


class PastChances:
    """Follows what a delayed rail is shown, and has the chances told to it, and to nobody else.

    They come from the view of that rail alone: from the cards of the players who let it see them, if all live hands are
    among those, and never from anything that it has not been shown yet.
    """

    def __init__(self, key: str, finder: ChancesFinder, games: GamesPlayed) -> None:
        self._key = key
        self._finder = finder
        self._games = games
        self._hands: OpenHands | None = None

    def show_whole(self, view: TableView) -> None:
        """Begins anew from a whole table that the rail has been shown."""
        self._hands = OpenHands(view, cards_to_come=False)
        self._finder.forget(self._key)

    def follow(self, events: Sequence[PublicEvent | PrivateEvent], tell: Callable[[HandChances], None]) -> None:
        """Follows a step that the rail has been shown."""
        if self._hands is None:
            return
        if spots := self._hands.follow(events, self._games.of(_hand_in(self._hands, events))):
            hand = spots[-1].hand
            self._finder.ask(self._key, spots, lambda found: tell(HandChances(hand=hand, spots=found)))


def _hand_in(hands: OpenHands, events: Sequence[PublicEvent | PrivateEvent]) -> int:
    return next((event.hand for event in events if isinstance(event, HandStarted)), hands.view.hand)
