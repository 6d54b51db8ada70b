"""The rail of a table: how many may watch, whether they speak, and which players let a delayed rail see their cards.

A player's word holds from the next hand on, so that nobody learns or hides the cards of a hand that has begun.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from msgspec.structs import replace

from railbird_server.refusal import Refusal
from railbird_server.table.hand.after_hand_offers import check_staying
from railbird_server.table.host_commands import check_host
from railbird_server.table.inputs import PlayerIdentity
from railbird_server.table.seats import Seats
from railbird_shared.protocol.commands import RailCommand
from railbird_shared.protocol.events import PlayerSat, RailChanged, RailConsentChanged, RailEvent
from railbird_shared.protocol.host_commands import ChangeRail, LetRailSee
from railbird_shared.protocol.rail_terms import OPEN_RAIL, RailTerms


class Rail:
    """The rail of one table, by the `terms` that hold now."""

    def __init__(self, terms: RailTerms, seats: Seats) -> None:
        self.terms = _same_object(terms)
        self._seats = seats

    def restore(self, terms: RailTerms) -> None:
        """Takes over the terms that held."""
        self.terms = _same_object(terms)

    def handle(self, player: PlayerIdentity, command: RailCommand, host: PlayerIdentity) -> list[RailEvent]:
        """Carries a command out; raises Refusal with nothing changed."""
        match command:
            case ChangeRail(limit=limit, speaks=speaks):
                check_host(player, host)
                return [self._change(player, limit, speaks=speaks)]
            case LetRailSee(on=on):
                return [self._let_see(player, on=on)]
            case _:
                assert_never(command)

    def admit_bots(self, events: Iterable[object]) -> list[RailEvent]:
        """Has the bots of the house that sat down in a step let the rail see their cards, where the terms say so."""
        if not self.terms.is_delayed or not self.terms.bots:
            return []
        changed: list[RailEvent] = []
        for event in events:
            seat = self._seats.at(event.seat) if isinstance(event, PlayerSat) else None
            if seat is not None and seat.house:
                seat.shown_to_rail = True
                changed.append(RailConsentChanged(seat.number, on=True))
        return changed

    def begin_hand(self) -> None:
        """Notes whose cards of the hand that begins the rail will see."""
        for seat in self._seats.occupied:
            seat.hand_shown_to_rail = seat.shown_to_rail

    def _change(self, by: PlayerIdentity, limit: int | None, *, speaks: bool) -> RailChanged:
        changed = replace(self.terms, limit=limit, speaks=speaks)
        if changed == self.terms:
            raise Refusal("no-change", "The rail is so already; change its limit or whether it speaks.")
        self.terms = _same_object(changed)
        return RailChanged(by.name, limit, speaks)

    def _let_see(self, player: PlayerIdentity, *, on: bool) -> RailConsentChanged:
        seat = self._seats.of(player.id)
        if seat is None:
            raise Refusal("not-seated", "You have no seat at this table; sit down first.")
        check_staying(seat)
        if not self.terms.is_delayed:
            raise Refusal("rail-live", "The rail of this table is not delayed, so it never sees a hidden card.")
        if seat.shown_to_rail is on:
            raise Refusal("no-change", f"The rail {'sees' if on else 'does not see'} your cards already.")
        seat.shown_to_rail = on
        return RailConsentChanged(seat.number, on)


def _same_object(terms: RailTerms) -> RailTerms:
    """Returns the usual terms themselves in place of equal ones: messages leave a default out by its identity."""
    return OPEN_RAIL if terms == OPEN_RAIL else terms
