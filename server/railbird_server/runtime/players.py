"""Who is who: secrets that prove a player, names that tell players apart, and the memory of those who went away.

A player is known by an id that means nothing; the secret token that proves him is told to him alone and kept only as
a digest. A name belongs to whoever is connected or seated, and no two names may be taken for each other.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from hashlib import sha256
from itertools import count
from typing import Protocol

from railbird_server.runtime.idempotency import RecentActs
from railbird_shared.messages import Message
from railbird_shared.text import NAME_LENGTH, name_key

MAX_REMEMBERED = 1000
"""Players kept in mind who are neither connected nor seated."""


class Player:
    """Somebody known to the server: a player, a watcher or a bot.

    `table` is where he has a seat, if anywhere, and `last_chat` the line that he said last.
    """

    def __init__(self, player: str, digest: bytes) -> None:
        self.id = player
        self.digest = digest
        self.name = ""
        self.bot = False
        self.table = ""
        self.last_chat = ""
        self.viewer: Viewer | None = None
        self.recent_acts = RecentActs()


class Viewer(Protocol):
    """One connected person's eyes and ears: what rooms and the lobby tell it."""

    @property
    def player(self) -> Player:
        """Who it is."""
        ...

    @property
    def in_lobby(self) -> bool:
        """Whether it is at no table."""
        ...

    def reply(self, message: Message) -> None:
        """Sends what the client cannot do without."""
        ...

    def send_update(self, frame: bytes) -> None:
        """Sends news, which a client that is far behind will not get."""
        ...

    def send_snapshot(self, frame: bytes) -> None:
        """Sends a whole state, from which the client follows the news again."""
        ...

    def return_to_lobby(self, table: str, reason: str) -> None:
        """Sends the client from that table, if it is still there, to the lobby."""
        ...

    def replace(self) -> None:
        """Ends the conversation because the same person has begun another one."""
        ...


class Players:
    """Everybody that the server knows."""

    def __init__(self) -> None:
        self._by_digest: dict[bytes, Player] = {}
        self._by_name: dict[str, Player] = {}
        self._away: OrderedDict[bytes, Player] = OrderedDict()
        self._ids = count(1)

    def login(self, name: str, token: str, *, bot: bool = False) -> tuple[Player, str]:
        """Returns the person whom the token proves, or a new one, named, and the token that proves him from now on.

        A name that is taken gets a number; a seated player keeps the name that the table knows.
        """
        person = self.by_token(token)
        if person is None:
            token = secrets.token_urlsafe(16)
            person = Player(f"p{next(self._ids)}", _digest(token))
            self._by_digest[person.digest] = person
        self._away.pop(person.digest, None)
        if not person.table:
            self._assign_name(person, name)
            person.bot = bot
        return person, token

    def by_token(self, token: str) -> Player | None:
        """Returns whom a token proves, None for nobody."""
        return self._by_digest.get(_digest(token)) if token else None

    def release_if_gone(self, person: Player) -> None:
        """Frees the name of a person who is neither connected nor seated, and in time forgets him."""
        if person.viewer is not None or person.table:
            return
        self._release_name(person)
        self._away[person.digest] = person
        self._away.move_to_end(person.digest)
        while len(self._away) > MAX_REMEMBERED:
            digest, _ = self._away.popitem(last=False)
            self._by_digest.pop(digest, None)

    def is_name_taken(self, name: str) -> bool:
        """Whether somebody here has that name, or one that looks like it."""
        return name_key(name) in self._by_name

    def _assign_name(self, person: Player, wanted: str) -> None:
        self._release_name(person)
        for number in count(1):
            suffix = "" if number == 1 else f" {number}"
            name = wanted[: NAME_LENGTH - len(suffix)].rstrip() + suffix
            if not self.is_name_taken(name):
                person.name = name
                self._by_name[name_key(name)] = person
                return

    def _release_name(self, person: Player) -> None:
        key = name_key(person.name)
        if self._by_name.get(key) is person:
            del self._by_name[key]


def _digest(token: str) -> bytes:
    return sha256(token.encode()).digest()
