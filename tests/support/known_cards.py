"""The cards that each viewer of a table may know, taken from the table's own full events.

A viewer may know their own cards, cards dealt face up, the board, and hands that were shown. Folded, mucked, discarded,
burned and undealt cards are none of these, so they may reach nobody but the player who held them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from railbird_server.rules.events import Dealt
from railbird_server.table.inputs import FullEvent
from railbird_shared.protocol.events import (
    BoardDealt,
    CardsShown,
    DealerDrawn,
    HandShown,
    HandStarted,
    OpenersShown,
    RabbitHunted,
)


class KnownCards(Struct, frozen=True):
    """The cards that viewers may know after one step: those for all, those of each player, and who has shown."""

    open: frozenset[str] = frozenset()
    own: Mapping[str, frozenset[str]] = {}
    shown: frozenset[int] = frozenset()

    def of(self, player: str) -> frozenset[str]:
        """Returns the cards that a player may know."""
        return self.open | self.own.get(player, frozenset())


def known_after(before: KnownCards, events: Iterable[FullEvent], holders: Mapping[int, str]) -> KnownCards:
    """Returns what may be known after the events of a step; `holders` are the players by seat."""
    open_, own, shown = set(before.open), dict(before.own), set(before.shown)
    for event in events:
        match event:
            case HandStarted():
                open_, own, shown = set(), {}, set()
            case Dealt(seat, down, up, _):
                own[holders[seat]] = own.get(holders[seat], frozenset()) | set(map(str, down + up))
                open_ |= set(map(str, up))
            case DealerDrawn(_, drawn):
                open_ |= {str(card) for _, card in drawn}
            case BoardDealt(cards):
                open_ |= set(map(str, cards))
            case HandShown(seat, cards):
                open_ |= set(map(str, cards))
                shown.add(seat)
            case CardsShown(_, cards) | RabbitHunted(_, cards) | OpenersShown(_, cards):
                open_ |= set(map(str, cards))
            case _:
                pass
    return KnownCards(frozenset(open_), own, frozenset(shown))
