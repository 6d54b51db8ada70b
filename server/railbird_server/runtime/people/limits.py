"""Limits on new players, commands and chat; none is reset by a new connection."""

from __future__ import annotations

from railbird_server.config import ServerSettings
from railbird_server.runtime.network.forwarded import SharedAddresses
from railbird_server.runtime.people.players import Player
from railbird_server.runtime.token_buckets import TokenBuckets

MAX_BAD_FRAMES = 5
"""Bad frames after which a session ends."""

MAX_HASTY_COMMANDS = 30
"""Commands in a row that come too soon and are refused; the next one ends the session."""


class Limits:
    """The limits on what each player says, and on new players from one address."""

    def __init__(self, settings: ServerSettings) -> None:
        self._commands = TokenBuckets(settings.command_rate, settings.command_burst)
        self._chat = TokenBuckets(settings.chat_rate, settings.chat_burst)
        self._room_chat = TokenBuckets(settings.room_chat_rate, settings.room_chat_burst)
        self._shared = SharedAddresses(settings.shared_address)
        self._new_players = TokenBuckets(settings.new_player_rate, settings.connections_per_address)

    def allows_new_player(self, address: str, now: float) -> bool:
        """Whether another new player may log in from an address at `now` seconds."""
        return self._shared.holds(address) or self._new_players.spend(address, now)

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
