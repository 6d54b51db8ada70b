"""How long a dealing error still undoes a hand: until two players have acted (IR-1..IR-5)."""

from __future__ import annotations

from collections.abc import Iterable

from railbird_server.rules.events import RulesEvent
from railbird_shared.events import Called, Checked, Folded, Wagered

SIGNIFICANT_PLAYER_COUNT = 2
"""How many players have to have acted before a hand is played out whatever was wrong with its deal."""


def has_significant_action(events: Iterable[RulesEvent]) -> bool:
    """Whether there has been significant action: two players have checked, bet, called, raised or folded (IR-1, IR-2).

    Forced bets are no acts. From then on the hand is played out (IR-5); before, a dealing error is a misdeal (IR-3).
    """
    acted = {event.seat for event in events if isinstance(event, Checked | Wagered | Called | Folded)}
    return len(acted) >= SIGNIFICANT_PLAYER_COUNT
