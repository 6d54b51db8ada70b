"""How much may be said, and how often one may come: budgets that do not refill by beginning anew."""

from __future__ import annotations

from collections import OrderedDict

from railbird_server.config import ServerSettings
from railbird_server.runtime.players import Player

MAX_BAD_FRAMES = 5
"""Bad frames after which a conversation ends."""


class TokenBucket:
    """A bucket of permissions: `burst` at once, refilled at `rate` a second."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = float(burst)
        self._since = 0.0

    def spend(self, now: float) -> bool:
        """Takes one permission at `now` seconds; returns False where none is left."""
        self._tokens = min(self._burst, self._tokens + (now - self._since) * self._rate)
        self._since = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def is_full(self, now: float) -> bool:
        """Whether at `now` seconds all permissions are there, as they are in a new budget."""
        return self._tokens + (now - self._since) * self._rate >= self._burst


class TokenBuckets:
    """A budget for each of many, by any name; those that are full again are forgotten. A rate of 0 is no limit."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def spend(self, key: str, now: float) -> bool:
        """Takes one permission of somebody at `now` seconds; returns False where he has none left."""
        if not self._rate:
            return True
        if key not in self._buckets:
            self._buckets[key] = TokenBucket(self._rate, self._burst)
        self._buckets.move_to_end(key)
        allowed = self._buckets[key].spend(now)
        self._forget_full(now)
        return allowed

    def _forget_full(self, now: float) -> None:
        """Forgets from the one on who has spent nothing for longest; whoever is kept has spent since the first kept."""
        while self._buckets and next(iter(self._buckets.values())).is_full(now):
            self._buckets.popitem(last=False)


class Limits:
    """What the server lets each player say, and how many new players it lets come from one address."""

    def __init__(self, settings: ServerSettings) -> None:
        self._commands = TokenBuckets(settings.command_rate, settings.command_burst)
        self._chat = TokenBuckets(settings.chat_rate, settings.chat_burst)
        self._new_players = TokenBuckets(settings.new_player_rate, settings.connections_per_address)

    def allows_new_player(self, address: str, now: float) -> bool:
        """Whether another new player may come from an address at `now` seconds."""
        return self._new_players.spend(address, now)

    def allows_command(self, person: Player, now: float) -> bool:
        """Whether a player may give another command at `now` seconds."""
        return self._commands.spend(person.id, now)

    def chat_refusal(self, person: Player, line: str, now: float) -> str:
        """Counts a cleaned line that somebody says at `now` seconds.

        Returns a sentence that says why it is not passed on, empty if it is.
        """
        if not line:
            return "Say something that can be shown."
        if line == person.last_chat:
            return "You have just said that."
        if not self._chat.spend(person.id, now):
            return "You are talking too fast; wait a moment."
        person.last_chat = line
        return ""
