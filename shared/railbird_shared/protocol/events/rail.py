"""Events about the rail of a table."""

from __future__ import annotations

from railbird_shared.game.cards import Card
from railbird_shared.protocol.events.common import Event
from railbird_shared.protocol.quantities import Count, SeatNumber


class RailChanged(Event, frozen=True, tag="rail-changed"):
    """At most `limit` people may watch from now on, any number if it is None, nobody if it is 0.

    With `speaks` the players read what they write. `by` is the name of the host who said so.
    """

    by: str
    limit: Count | None = None
    speaks: bool = False


class RailConsentChanged(Event, frozen=True, tag="rail-consent-changed"):
    """The player in a seat lets a delayed rail see their cards from the next hand on, or with `on` false no longer."""

    seat: SeatNumber
    on: bool


class RailCards(Event, frozen=True, tag="rail-cards"):
    """All cards that a seat now holds whose player lets the rail see them, in the order dealt.

    It comes to a delayed rail alone, when the hand is over.
    """

    seat: SeatNumber
    cards: tuple[Card, ...]


RailEvent = RailChanged | RailConsentChanged
"""The facts about the rail that everybody may know."""
