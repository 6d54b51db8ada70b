"""The events of a hand with full knowledge. They never leave the server.

What everybody may know about a hand is a shared event already, and the rules say it so. Only what holds hidden cards
has a type of its own here; `table.audience` is the one place that turns these into what each viewer may be told.
"""

from __future__ import annotations

from msgspec import Struct

from railbird_shared.cards import Card
from railbird_shared.clauses import Clauses
from railbird_shared.events import HandEvent


class Dealt(Struct, frozen=True, gc=False):
    """A seat got cards, `down` first and then `up`; `holding` is all it now holds in the order dealt."""

    seat: int
    down: tuple[Card, ...]
    up: tuple[Card, ...]
    holding: tuple[Card, ...]


class Discarded(Struct, frozen=True, gc=False):
    """A seat threw cards away (none: stood pat); `kept` is what it kept."""

    seat: int
    cards: tuple[Card, ...]
    kept: tuple[Card, ...]
    timed_out: bool = False


class Burned(Struct, frozen=True, gc=False):
    """A card was laid away face down (DL-17)."""

    card: Card


class Mucked(Struct, frozen=True, gc=False):
    """A seat gave up the showdown with these cards unseen (SD-6)."""

    seat: int
    cards: tuple[Card, ...]
    because: Clauses = ()


SecretEvent = Dealt | Discarded | Burned | Mucked
RulesEvent = SecretEvent | HandEvent
