"""The events of a hand with full knowledge. They never leave the server.

A fact that every viewer may know about a hand is a shared event. Only an event with hidden cards has a type of its own
here; `table.audience` alone turns these into what each viewer may see.
"""

from __future__ import annotations

from msgspec import Struct

from railbird_shared.game.cards import Card
from railbird_shared.game.clauses import Clauses
from railbird_shared.protocol.events import HandEvent


class Dealt(Struct, frozen=True, gc=False):
    """A seat got cards, `down` first and then `up`; `holding` is its whole hand in the order dealt."""

    seat: int
    down: tuple[Card, ...]
    up: tuple[Card, ...]
    holding: tuple[Card, ...]


class Discarded(Struct, frozen=True, gc=False):
    """A seat threw `cards` away, none of them if it stood pat, and has `kept` the others."""

    seat: int
    cards: tuple[Card, ...]
    kept: tuple[Card, ...]
    timed_out: bool = False


class Burned(Struct, frozen=True, gc=False):
    """A card was laid away face down (DL-17)."""

    card: Card


class Mucked(Struct, frozen=True, gc=False):
    """A seat gave up the showdown without showing these cards (SD-6)."""

    seat: int
    cards: tuple[Card, ...]
    because: Clauses = ()


SecretEvent = Dealt | Discarded | Burned | Mucked
RulesEvent = SecretEvent | HandEvent
