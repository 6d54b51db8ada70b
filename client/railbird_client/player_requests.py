"""The requests of a player: launch plans to the program, and requests of a screen to the server."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from railbird_shared import DEFAULT_PORT, PAGE_PORT, SSH_PORT
from railbird_shared.game.catalogue import GAMES
from railbird_shared.network.address import Address
from railbird_shared.protocol.table_limits import MAX_SEATS

if TYPE_CHECKING:
    from railbird_shared.protocol.commands import Command, OpenTable
    from railbird_shared.tournament.messages import OpenTournament

MAX_BOTS = MAX_SEATS - 1
"""The most bots that fit at a table beside a player."""

HOST_OPTIONS = ("game", "bet", "seats", "bots", "port", "house", "clock", "relay")
"""The names of the options of a hosted game."""

FORM_OPTION = "form"
"""The name of all options together that fill in the form for a new table."""

PASSWORD_OPTION = "password"  # noqa: S105  the name of an option, not a password
"""The name of the option that is kept nowhere, so that nobody can tell whether a running game has the same."""


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table to be opened and its bots; a field that is 0 or empty is left to the server's defaults.

    `bet` is the big blind, or the small bet of a game with fixed limits, in chips.
    """

    game: str = GAMES[0].id
    bet: int = 0
    seats: int = 0
    bots: int = 0
    password: str = field(default="", repr=False)
    opening: OpenTable | None = field(default=None, repr=False)
    """The whole command that opens the table, where its host has filled in the form; it says all but the bots."""
    tournament: OpenTournament | None = field(default=None, repr=False)
    """The command that opens a tournament in place of a table."""

    @property
    def listed(self) -> bool:
        """Whether the table is listed, and its server announced on the network."""
        return self.opening is None or self.opening.listed

    @property
    def form_text(self) -> str:
        """The command as text without its password, by which it is told from another; empty without one."""
        if self.tournament is not None:
            return str(self.tournament).replace(f"password={self.tournament.terms.password!r}", "")
        return str(self.opening).replace(f"password={self.opening.password!r}", "") if self.opening else ""


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """The options of the player's own server.

    `house` is a preset of house rules or the path of a file of them; `clock` is how many seconds a turn may take, 0 for
    no clock. A field that is empty or None is left to the server's defaults.
    """

    house: str = ""
    clock: int | None = None

    @property
    def arguments(self) -> tuple[str, ...]:
        """The options as arguments of the server's command."""
        house = ("--house", self.house) if self.house else ()
        return house if self.clock is None else (*house, "--clock", str(self.clock))


class _Plan:
    """The traits of a plan: whether the server is the player's own, and whether nobody else comes to it."""

    __slots__ = ()
    owns_server: ClassVar[bool] = False
    is_private: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class PlayBots(_Plan):
    """Play against bots on this machine, without a clock unless the options set one."""

    owns_server = is_private = True

    new_table: NewTable
    fast: bool = False
    server_options: ServerOptions = ServerOptions(clock=0)


@dataclass(frozen=True, slots=True)
class HostTable(_Plan):
    """Host a game on this machine that others on the network can join, or come back to the one that runs.

    The table is opened if the game has none. `chosen` are the names of the options that the player has named: they are
    asked where a game runs with other ones. With `anew` a game that runs, or waits to go on, is ended first. Friends
    who install nothing come with ssh if it `has_ssh`, and with a browser if it `has_pages`. `relay` is the file
    with the link of a room at a relay, empty for none.
    """

    owns_server = True

    new_table: NewTable
    port: int = DEFAULT_PORT
    server_options: ServerOptions = ServerOptions()
    chosen: tuple[str, ...] = ()
    anew: bool = False
    has_ssh: bool = True
    has_pages: bool = True
    relay: str = ""

    @property
    def door_arguments(self) -> tuple[str, ...]:
        """The ways for guests and friends elsewhere as arguments of the server's command."""
        doors = ("--ssh-port", str(self.has_ssh * SSH_PORT), "--page-port", str(self.has_pages * PAGE_PORT))
        return (*doors, "--relay", self.relay) if self.relay else doors

    @property
    def options(self) -> dict[str, str]:
        """The options of the game by name, as text."""
        table, server = self.new_table, self.server_options
        values = (table.game, table.bet, table.seats, table.bots, self.port, server.house, server.clock, self.relay)
        return dict(zip(HOST_OPTIONS, map(str, values), strict=True)) | {FORM_OPTION: table.form_text}

    @property
    def has_new_password(self) -> bool:
        """Whether the player has typed a password for this game."""
        return PASSWORD_OPTION in self.chosen


@dataclass(frozen=True, slots=True)
class JoinServer(_Plan):
    """Play on another server; without an address the player is asked for one."""

    address: Address | None = None


@dataclass(frozen=True, slots=True)
class WatchServer(_Plan):
    """Watch a table of another server; without an address the player is asked for one."""

    address: Address | None = None


LaunchPlan = PlayBots | HostTable | JoinServer | WatchServer
"""A session that the command line or the start screen asks for."""


def connecting_sentence(plan: LaunchPlan) -> str:
    """Returns what the player waits for, as a short sentence."""
    match plan:
        case PlayBots():
            return "Starting a table…"
        case HostTable():
            return "Opening your table…"
        case JoinServer(address) | WatchServer(address):
            return f"Connecting to {address}…"


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """The player wants to sit at a table with so many chips, or to wait for a seat there."""

    table: str
    chips: int = 0
    password: str = field(default="", repr=False)
    waits: bool = False


@dataclass(frozen=True, slots=True)
class FollowTournament:
    """The player starts or stops following all tables of a tournament, with those that open later."""

    tournament: str


@dataclass(frozen=True, slots=True)
class ShowFinish:
    """The player wants to see again how they have finished the tournament."""


@dataclass(frozen=True, slots=True)
class GoToFollowed:
    """The player goes to the followed table that comes `step` places after the one that they are at."""

    step: int


ScreenRequest: TypeAlias = "Command | SeatRequest | NewTable | FollowTournament | ShowFinish | GoToFollowed"
"""A request of a screen to the server."""
