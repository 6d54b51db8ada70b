"""Limits on new players, commands and chat; none is reset by a new connection."""

from __future__ import annotations

from collections import OrderedDict

from railbird_server.config import ServerSettings
from railbird_server.runtime.players import Player

MAX_BAD_FRAMES = 5
"""Bad frames after which a session ends."""

MAX_HASTY_COMMANDS = 30
"""Commands in a row that come too soon and are refused; the next one ends the session."""


class TokenBucket:
    """A token bucket: `burst` tokens at most, refilled at `rate` a second."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = float(burst)
        self._since = 0.0

    def spend(self, now: float, tokens: int = 1) -> bool:
        """Takes that many tokens at `now` seconds; returns False, and takes none, where too few are left."""
        self._tokens = min(self._burst, self._tokens + (now - self._since) * self._rate)
        self._since = now
        if self._tokens < tokens:
            return False
        self._tokens -= tokens
        return True

    def give_back(self) -> None:
        """Puts back a token that was taken."""
        self._tokens = min(self._burst, self._tokens + 1)

    def is_full(self, now: float) -> bool:
        """Whether at `now` seconds all tokens are there, as in a new bucket."""
        return self._tokens + (now - self._since) * self._rate >= self._burst


class TokenBuckets:
    """A token bucket for each key; a bucket that is full again is dropped. A rate of 0 is no limit."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def spend(self, key: str, now: float) -> bool:
        """Takes one token of a key at `now` seconds; returns False where none is left."""
        if not self._rate:
            return True
        if key not in self._buckets:
            self._buckets[key] = TokenBucket(self._rate, self._burst)
        self._buckets.move_to_end(key)
        allowed = self._buckets[key].spend(now)
        self._drop_full(now)
        return allowed

    def give_back(self, key: str) -> None:
        """Puts back a token of a key that was taken."""
        if key in self._buckets:
            self._buckets[key].give_back()

    def _drop_full(self, now: float) -> None:
        """Drops full buckets, starting with the one unused for longest."""
        while self._buckets and next(iter(self._buckets.values())).is_full(now):
            self._buckets.popitem(last=False)


class Limits:
    """The limits on what each player says, and on new players from one address."""

    def __init__(self, settings: ServerSettings) -> None:
        self._commands = TokenBuckets(settings.command_rate, settings.command_burst)
        self._chat = TokenBuckets(settings.chat_rate, settings.chat_burst)
        self._room_chat = TokenBuckets(settings.room_chat_rate, settings.room_chat_burst)
        self._new_players = TokenBuckets(settings.new_player_rate, settings.connections_per_address)

    def allows_new_player(self, address: str, now: float) -> bool:
        """Whether another new player may log in from an address at `now` seconds."""
        return self._new_players.spend(address, now)

    def allows_command(self, player: Player, now: float) -> bool:
        """Whether a player may give another command at `now` seconds."""
        return self._commands.spend(player.id, now)

    def chat_refusal(self, player: Player, line: str, now: float, *, table: str = "") -> str:
        """Counts a cleaned line of chat at `now` seconds; returns why it is not sent on, empty if it is.

        What one player says counts for all places, and what all say at a table, or in the lobby, for that place.
        """
        if not line:
            return "Say something that can be shown."
        if line == player.last_chat:
            return "You have just said that."
        if not self._chat.spend(player.id, now):
            return "You are talking too fast; wait a moment."
        if not self._room_chat.spend(table, now):
            return "Too many talk here at once; say it again in a moment."
        player.last_chat = line
        return ""
