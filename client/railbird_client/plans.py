"""What a player has come to do, whether the command line or the start screen says so."""

from __future__ import annotations

from dataclasses import dataclass

from railbird_client.address import DEFAULT_PORT, Address
from railbird_shared.commands import OpenTable
from railbird_shared.text import clean_table_name

LEAST_BET, MOST_BET = 2, 1_000_000
"""What a table can be opened on, in chips: its big blind, or small bet with fixed limits."""


@dataclass(frozen=True, slots=True)
class Offered:
    """A game that can be chosen before any server is asked; `words` tell a newcomer what it is."""

    id: str
    name: str
    words: str
    most_seats: int


GAMES = (
    Offered("holdem", "No-Limit Hold'em", "two cards of your own, five for everybody", 10),
    Offered("five-card-draw", "Five Card Draw", "five cards of your own, one chance to change them", 6),
    Offered("seven-card-stud", "Seven Card Stud", "seven cards, four of them for all to see", 8),
)


def offered(game: str) -> Offered:
    """Returns the game of that id, or the first where there is none such."""
    return next((each for each in GAMES if each.id == game), GAMES[0])


@dataclass(frozen=True, slots=True)
class TableWish:
    """A table to be opened, with bots to be seated; what is 0 or empty is left to the game's habits.

    `bet` is the big blind, or the small bet of a game with fixed limits, in chips.
    """

    game: str = GAMES[0].id
    bet: int = 0
    seats: int = 0
    bots: int = 0
    name: str = ""

    def command(self, player: str) -> OpenTable:
        """Returns the command that opens the table, named for the player unless it has a name."""
        name = clean_table_name(self.name) or f"{player}'s table"
        return OpenTable(name=name, game=self.game, seats=self.seats, bet=self.bet)


@dataclass(frozen=True, slots=True)
class Play:
    """To play against bots on this machine."""

    table: TableWish
    fast: bool = False


@dataclass(frozen=True, slots=True)
class Host:
    """To open a table on this machine that others on the network can join."""

    table: TableWish
    port: int = DEFAULT_PORT


@dataclass(frozen=True, slots=True)
class Join:
    """To play on somebody's server; without an address the player is asked for one."""

    address: Address | None = None


@dataclass(frozen=True, slots=True)
class Watch:
    """To look on at somebody's server; without an address the player is asked for one."""

    address: Address | None = None


Plan = Play | Host | Join | Watch
