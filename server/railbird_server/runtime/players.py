"""The players that a server knows: their ids, the tokens that authenticate them, and their names.

An id means nothing. The secret token that authenticates a player goes to them alone and is kept only as a digest.
A name belongs to a player who is connected or seated, and no two names look alike.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from hashlib import sha256
from itertools import count
from typing import Protocol

from railbird_server.runtime.idempotency import RecentActs
from railbird_server.runtime.outbox import Outbox
from railbird_server.table.inputs import PlayerIdentity
from railbird_shared.messages import Message
from railbird_shared.text_cleaning import NAME_LENGTH, name_key

MAX_REMEMBERED = 1000
"""Players remembered who are neither connected nor seated."""


class Player:
    """Somebody known to the server, with or without a seat: a person or a bot.

    `table` is the id of the table where they have a seat, empty without one, and `last_chat` their last line of chat.
    """

    def __init__(self, player_id: str, digest: bytes) -> None:
        self.id = player_id
        self.digest = digest
        self.name = ""
        self.bot = False
        self.table = ""
        self.last_chat = ""
        self.viewer: Viewer | None = None
        self.recent_acts = RecentActs()

    @property
    def identity(self) -> PlayerIdentity:
        """The player as a table knows them."""
        return PlayerIdentity(self.id, self.name, self.bot)


class Viewer(Protocol):
    """A session as rooms and the lobby see it."""

    @property
    def player(self) -> Player:
        """The player whose client it is."""
        ...

    @property
    def outbox(self) -> Outbox:
        """Where frames for the client go."""
        ...

    @property
    def in_lobby(self) -> bool:
        """Whether the client is at no table."""
        ...

    def reply(self, message: Message) -> None:
        """Sends a message that the client cannot do without."""
        ...

    def return_to_lobby(self, table: str, reason: str) -> None:
        """Sends the client to the lobby if it is still at that table."""
        ...

    def replace(self) -> None:
        """Ends the session because the same player has opened another one."""
        ...


class Players:
    """All players that the server knows."""

    def __init__(self) -> None:
        self._by_digest: dict[bytes, Player] = {}
        self._by_name: dict[str, Player] = {}
        self._away: OrderedDict[bytes, Player] = OrderedDict()
        self._ids = count(1)

    def login(self, name: str, token: str, *, bot: bool = False) -> tuple[Player, str]:
        """Authenticates a player by token, or makes a new one; returns the player and the token to use from now on.

        A name that is taken gets a number; a seated player keeps the name that the table knows.
        """
        player = self.by_token(token)
        if player is None:
            token = secrets.token_urlsafe(16)
            player = Player(f"p{next(self._ids)}", _digest(token))
            self._by_digest[player.digest] = player
        self._away.pop(player.digest, None)
        if not player.table:
            self._assign_name(player, name)
            player.bot = bot
        return player, token

    def by_token(self, token: str) -> Player | None:
        """Returns the player whom a token authenticates, None where there is none."""
        return self._by_digest.get(_digest(token)) if token else None

    def release_if_gone(self, player: Player) -> None:
        """Frees the name of a player who is neither connected nor seated, and in time forgets the player."""
        if player.viewer is not None or player.table:
            return
        self._release_name(player)
        self._away[player.digest] = player
        self._away.move_to_end(player.digest)
        while len(self._away) > MAX_REMEMBERED:
            digest, _ = self._away.popitem(last=False)
            self._by_digest.pop(digest, None)

    def is_name_taken(self, name: str) -> bool:
        """Whether a connected or seated player has that name, or one that looks like it."""
        return name_key(name) in self._by_name

    def _assign_name(self, player: Player, wanted: str) -> None:
        self._release_name(player)
        for number in count(1):
            suffix = "" if number == 1 else f" {number}"
            name = wanted[: NAME_LENGTH - len(suffix)].rstrip() + suffix
            if not self.is_name_taken(name):
                player.name = name
                self._by_name[name_key(name)] = player
                return

    def _release_name(self, player: Player) -> None:
        key = name_key(player.name)
        if self._by_name.get(key) is player:
            del self._by_name[key]


def _digest(token: str) -> bytes:
    return sha256(token.encode()).digest()
