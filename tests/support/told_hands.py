"""Hands played by the engine and told to a viewer: the transitions that a client at the table makes of them."""

from __future__ import annotations

from collections.abc import Callable

from railbird_server.rules.events import RulesEvent
from railbird_server.rules.hand import Hand
from railbird_server.table.audience import split
from railbird_shared.protocol.events import ActEvent, PrivateEvent, PublicEvent, RunChosen
from railbird_shared.protocol.folding import Transition, fold_each
from railbird_shared.protocol.view import SeatView, TableView, You
from support.hand_builders import play_acts
from support.view_builders import PLAYER_NAMES


def told_hand(hand: Hand, *acts: str, seat: int | None = None) -> tuple[Transition, ...]:
    """Plays a hand that has not begun and returns what happens as the viewer at a seat learns it, or one on the rail.

    The players of seats 1, 2, ... have the usual names.
    """
    return told_events(hand, lambda: [*hand.start(), *play_acts(hand, *acts)], seat=seat)


def told_events(hand: Hand, play: Callable[[], list[RulesEvent]], *, seat: int | None = None) -> tuple[Transition, ...]:
    """Returns what happens in a hand as a viewer learns it; `play` plays it and returns its events."""
    stacks = {entrant.seat: entrant.stack for entrant in hand.setup.entrants}
    seats = tuple(
        SeatView(number, PLAYER_NAMES[number - 1], stacks.get(number, 0)) for number in range(1, max(stacks) + 1)
    )
    rules = hand.variant.rules
    view = TableView("t", "Kitchen", "Wren", hand.setup.game, rules, 20, 2000, 200, seats, you=You(seat))
    events: list[PublicEvent | PrivateEvent] = []
    for event in play():
        parts = split([event])
        events += parts.public
        events += parts.private.get(seat or 0, ())
    return fold_each(view, events)


def last_step(transitions: tuple[Transition, ...]) -> tuple[Transition, ...]:
    """Returns what the last act of a hand brings about, the act included."""
    acts = [place for place, each in enumerate(transitions) if isinstance(each.event, ActEvent | RunChosen)]
    return transitions[acts[-1] :]
