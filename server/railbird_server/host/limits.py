"""How much may be said, and how often one may come: budgets that do not refill by beginning anew."""

from __future__ import annotations

from collections import OrderedDict

from railbird_server.config import Settings
from railbird_server.host.people import Person

STRIKES = 5
"""Bad frames after which a conversation ends."""


class Budget:
    """A bucket of permissions: `burst` at once, refilled at `rate` a second."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._left = float(burst)
        self._since = 0.0

    def spend(self, now: float) -> bool:
        """Takes one permission at `now` seconds; returns False where none is left."""
        self._left = min(self._burst, self._left + (now - self._since) * self._rate)
        self._since = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def is_full(self, now: float) -> bool:
        """Whether at `now` seconds all permissions are there, as they are in a new budget."""
        return self._left + (now - self._since) * self._rate >= self._burst


class Budgets:
    """A budget for each of many, by any name; those that are full again are forgotten. A rate of 0 is no limit."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._used: OrderedDict[str, Budget] = OrderedDict()

    def __len__(self) -> int:
        return len(self._used)

    def spend(self, who: str, now: float) -> bool:
        """Takes one permission of somebody at `now` seconds; returns False where he has none left."""
        if not self._rate:
            return True
        if who not in self._used:
            self._used[who] = Budget(self._rate, self._burst)
        self._used.move_to_end(who)
        allowed = self._used[who].spend(now)
        self._forget_full(now)
        return allowed

    def _forget_full(self, now: float) -> None:
        """Forgets from the one on who has spent nothing for longest; whoever is kept has spent since the first kept."""
        while self._used and next(iter(self._used.values())).is_full(now):
            self._used.popitem(last=False)


class Limits:
    """What the server lets each player say, and how many new players it lets come from one address."""

    def __init__(self, settings: Settings) -> None:
        self._commands = Budgets(settings.rate, settings.burst)
        self._lines = Budgets(settings.chat_rate, settings.chat_burst)
        self._arrivals = Budgets(settings.arrival_rate, settings.connections_per_address)

    def may_arrive(self, address: str, now: float) -> bool:
        """Whether another new player may come from an address at `now` seconds."""
        return self._arrivals.spend(address, now)

    def may_speak(self, person: Person, now: float) -> bool:
        """Whether a player may give another command at `now` seconds."""
        return self._commands.spend(person.player, now)

    def objection(self, person: Person, line: str, now: float) -> str:
        """Counts a cleaned line that somebody says at `now` seconds.

        Returns a sentence that says why it is not passed on, empty if it is.
        """
        if not line:
            return "Say something that can be shown."
        if line == person.said:
            return "You have just said that."
        if not self._lines.spend(person.player, now):
            return "You are talking too fast; wait a moment."
        person.said = line
        return ""
