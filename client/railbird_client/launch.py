"""Launch plans: what the command line or the start screen asks the program to do."""

from __future__ import annotations

from dataclasses import dataclass

from railbird_client.address import DEFAULT_PORT, Address
from railbird_shared.catalogue import GAMES
from railbird_shared.commands import OpenTable
from railbird_shared.text import clean_table_name


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table to be opened, with bots to be seated; what is 0 or empty is left to the game's habits.

    `bet` is the big blind, or the small bet of a game with fixed limits, in chips.
    """

    game: str = GAMES[0].id
    bet: int = 0
    seats: int = 0
    bots: int = 0
    name: str = ""

    def to_command(self, player: str) -> OpenTable:
        """Returns the command that opens the table, named for the player unless it has a name."""
        name = clean_table_name(self.name) or f"{player}'s table"
        return OpenTable(name=name, game=self.game, seats=self.seats, bet=self.bet)


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """What a server of one's own is told.

    `house` is a preset of house rules or the path of a file of them, `clock` the seconds a turn may take, 0 for no
    clock; what is empty or None is left to the server's habits.
    """

    house: str = ""
    clock: int | None = None

    @property
    def arguments(self) -> tuple[str, ...]:
        """The terms as options of the server's command."""
        house = ("--house", self.house) if self.house else ()
        clock = () if self.clock is None else ("--clock", str(self.clock))
        return (*house, *clock)


@dataclass(frozen=True, slots=True)
class PlayBots:
    """To play against bots on this machine, without a clock unless the terms set one."""

    new_table: NewTable
    fast: bool = False
    server_options: ServerOptions = ServerOptions(clock=0)


@dataclass(frozen=True, slots=True)
class HostTable:
    """To open a table on this machine that others on the network can join."""

    new_table: NewTable
    port: int = DEFAULT_PORT
    server_options: ServerOptions = ServerOptions()


@dataclass(frozen=True, slots=True)
class JoinServer:
    """To play on somebody's server; without an address the player is asked for one."""

    address: Address | None = None


@dataclass(frozen=True, slots=True)
class WatchServer:
    """To look on at somebody's server; without an address the player is asked for one."""

    address: Address | None = None


LaunchPlan = PlayBots | HostTable | JoinServer | WatchServer


def connecting_sentence(plan: LaunchPlan) -> str:
    """Returns what the player waits for, as a short sentence."""
    match plan:
        case PlayBots():
            return "Shuffling up…"
        case HostTable():
            return "Opening your table…"
        case JoinServer(address) | WatchServer(address):
            return f"Calling {address}…"
