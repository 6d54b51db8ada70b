"""The player's settings and the file that keeps them.

The file holds the tokens that prove the player to servers, so only its owner may read it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import platformdirs
from msgspec import Meta, Struct
from msgspec.structs import replace

from railbird_client.player_requests import MAX_BOTS
from railbird_client.record_file import RecordFile
from railbird_client.table.table_options import LOOK, TableOptions
from railbird_client.widgets.terminal import COLOUR_CHOICES
from railbird_shared.network.address import Address
from railbird_shared.network.recognition import MAX_MARKS
from railbird_shared.settings.kinds import Choice
from railbird_shared.settings.spec import Spec
from railbird_shared.text.text_cleaning import look_alike

MAX_SERVERS = 20

COLOUR_WORDS = {"": "as the terminal", "true": "all"}
"""The words for choices of colours that are not plain by themselves."""

MAX_SECONDS = 253_402_300_799
"""The last second of the year 9999, beyond which there is no date."""


class VisitedServer(Struct, frozen=True, omit_defaults=True):
    """A server visited before: its address, the player's name there and the token that proves the player.

    `identity` is what the token is kept under, the address itself if empty: a server that encrypts gets the token only
    if it has the same certificate. `visited` is when the player came there last, in seconds since 1970, 0 where nobody
    knows; `result` is what they won or lost on that visit, in chips, None if they did not sit. `earlier` are tokens
    that what answered last did not know: it may have been another program in the place of the server.
    """

    address: str
    name: str
    token: str = ""
    identity: str = ""
    visited: Annotated[int, Meta(ge=0, le=MAX_SECONDS)] = 0
    result: int | None = None
    earlier: tuple[str, ...] = ()


class Settings(TableOptions, frozen=True, kw_only=True, omit_defaults=True):
    """A player's choices; `servers` are those visited, the latest first. An empty text means not chosen yet."""

    name: str = ""
    game: str = "holdem"
    bots: Annotated[int, Meta(ge=0, le=MAX_BOTS)] = 5
    theme: Annotated[
        str,
        Spec("Light letters on a dark ground, or the other way round.", LOOK, label="Theme", flags=("--theme",)),
    ] = ""
    colours: Annotated[
        str,
        Spec(
            "How many colours are used; choose fewer if yours look wrong.",
            LOOK,
            Choice(COLOUR_CHOICES),
            label="Colours",
            values=("", *reversed(COLOUR_CHOICES)),
            words=lambda count: COLOUR_WORDS.get(str(count), str(count)),
            flags=("--colours",),
        ),
    ] = ""
    """How many colours the terminal has; empty to ask the terminal."""
    motion: bool = True
    servers: tuple[VisitedServer, ...] = ()

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses visited, the latest first, each once."""
        return tuple(dict.fromkeys(server.address for server in self.servers))

    def find_tokens(self, identity: str, name: str) -> tuple[str, ...]:
        """Returns the tokens of the player of that name at the server of that identity, the latest first."""
        logins = (each for each in self.servers if _is_same_login(each, identity, name))
        return tuple(dict.fromkeys(token for each in logins for token in (each.token, *each.earlier) if token))

    def with_server(self, address: str, name: str, token: str, *, identity: str = "", visited: int = 0) -> Settings:
        """Returns the settings with that server first in the list; its identity is the address unless given."""
        others = tuple(each for each in self.servers if not _is_same_login(each, identity or address, name))
        earlier = tuple(each for each in self.find_tokens(identity or address, name) if each != token)[: MAX_MARKS - 1]
        server = VisitedServer(address, name, token, identity, visited, earlier=earlier)
        return replace(self, servers=(server, *others)[:MAX_SERVERS])

    def with_name(self, name: str, *, before: str) -> Settings:
        """Returns the settings under another name than `before`, of the same player at every server."""
        known = {each.identity or each.address for each in self.servers if look_alike(each.name, name)}
        servers = tuple(
            replace(each, name=name)
            if look_alike(each.name, before) and (each.identity or each.address) not in known
            else each
            for each in self.servers
        )
        return replace(self, name=name, servers=servers)

    def with_result(self, address: str, name: str, result: int) -> Settings:
        """Returns the settings with what the player has won or lost on their visit at a server."""
        servers = tuple(
            replace(each, result=result) if (each.address, each.name) == (address, name) else each
            for each in self.servers
        )
        return replace(self, servers=servers)

    def find_any_token(self, identity: str) -> tuple[str, ...]:
        """Returns the token last used at the server of that identity, under whatever name; none at an unknown one."""
        return tuple(each.token for each in self.servers if (each.identity or each.address) == identity)[:1]


def table_options(settings: Settings) -> TableOptions:
    """Returns how the settings want tables shown."""
    return TableOptions(**{name: getattr(settings, name) for name in TableOptions.__struct_fields__})


def _is_same_login(server: VisitedServer, identity: str, name: str) -> bool:
    return (server.identity or server.address) == identity and look_alike(server.name, name)


def settings_path() -> Path:
    """Returns where this system keeps the settings of a user."""
    return Path(platformdirs.user_config_dir("railbird", appauthor=False)) / "settings.json"


class SettingsFile(RecordFile[Settings]):
    """Reads and writes the settings."""

    def __init__(self, path: Path, *, durable: bool = True) -> None:
        super().__init__(path, Settings(), what="settings", then=", so this game starts without", durable=durable)


class KeptServers:
    """The servers that a player has visited, and the tokens that prove them there, kept in the file of the settings."""

    def __init__(self, file: SettingsFile, player: str) -> None:
        self.file = file
        self.player = player

    def update(self, change: Callable[[Settings], Settings]) -> None:
        """Keeps a change of the settings."""
        self.file.update(change)

    def find_tokens(self, address: Address, *, hosting: bool) -> tuple[str, ...]:
        """Returns the tokens for a server, the latest first; a host's own server knows them by any name."""
        settings = self.file.load()
        tokens = settings.find_tokens(address.identity, self.player)
        return tokens or (settings.find_any_token(address.identity) if hosting else ())

    def save_token(self, address: Address, token: str) -> None:
        """Keeps the token that a server has given."""
        visited = int(time.time())
        self.update(
            lambda old: old.with_server(address.typed, self.player, token, identity=address.identity, visited=visited)
        )

    def save_result(self, address: Address, result: int) -> None:
        """Keeps what the player has won or lost at somebody else's server, for the list of recent ones."""
        self.update(lambda old: old.with_result(address.typed, self.player, result))

    def rename(self, name: str) -> None:
        """Keeps another name of the player."""
        before, self.player = self.player, name
        self.update(lambda settings: settings.with_name(name, before=before))
