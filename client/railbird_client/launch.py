"""Launch plans: what the command line or the start screen asks the program to do, and the games to choose from."""

from __future__ import annotations

from dataclasses import dataclass

from railbird_client.address import DEFAULT_PORT, Address
from railbird_shared.commands import OpenTable
from railbird_shared.text import clean_table_name

MIN_BET, MAX_BET = 2, 1_000_000
"""What a table can be opened on, in chips: its big blind, or small bet with fixed limits."""


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A game that can be chosen before any server is asked; `description` tell a newcomer what it is."""

    id: str
    name: str
    description: str
    most_seats: int


GAMES = (
    GameChoice("holdem", "No-Limit Hold'em", "two cards of your own, five for everybody", 10),
    GameChoice("five-card-draw", "Five Card Draw", "five cards of your own, one chance to change them", 6),
    GameChoice("seven-card-stud", "Seven Card Stud", "seven cards, four of them for all to see", 8),
    GameChoice("limit-holdem", "Limit Hold'em", "hold'em with fixed bets", 10),
    GameChoice("omaha", "Pot-Limit Omaha", "four cards of your own, of which exactly two play", 10),
    GameChoice("omaha-5", "Five Card Omaha", "Omaha with five cards of your own", 8),
    GameChoice("omaha-6", "Six Card Omaha", "Omaha with six cards of your own", 7),
    GameChoice("omaha8", "Omaha Hi-Lo", "half the pot for the best low, eight or better", 10),
    GameChoice("pineapple", "Pineapple", "hold'em with three cards, one to go before the flop", 10),
    GameChoice("crazy-pineapple", "Crazy Pineapple", "hold'em with three cards, one to go after the flop", 10),
    GameChoice("short-deck", "Short-Deck Hold'em", "hold'em without the cards below the six", 10),
    GameChoice("five-card-draw-blinds", "Five Card Draw with Blinds", "draw poker with blinds for antes", 6),
    GameChoice("jacks-or-better", "Jacks or Better", "draw poker that a pair of jacks opens", 6),
    GameChoice("progressive-jacks", "Progressive Jacks", "jacks, then queens, kings and aces open", 6),
    GameChoice("joker-draw", "Five Card Draw with Joker", "draw poker with a wild joker", 6),
    GameChoice("bug-draw", "Jacks or Better with the Bug", "the joker is an ace or fills a straight or flush", 6),
    GameChoice("lowball", "Ace to Five Lowball", "draw poker for the lowest hand, the wheel best", 6),
    GameChoice("lowball-27", "Deuce to Seven Lowball", "the lowest hand, aces high, straights count", 6),
    GameChoice("lowball-a6", "Ace to Six Lowball", "the lowest hand, aces low, straights count", 6),
    GameChoice("single-draw", "Deuce to Seven Single Draw", "no-limit lowball with one draw", 6),
    GameChoice("triple-draw", "Deuce to Seven Triple Draw", "lowball with three draws", 6),
    GameChoice("badugi", "Badugi", "four cards of four suits, the lowest best, three draws", 8),
    GameChoice("old-poker", "Poker of the 1820s", "twenty cards, five each, and nothing to change", 4),
    GameChoice("italian-draw", "Italian Draw", "forty cards, and no hand that cannot be beaten", 4),
    GameChoice("greek-draw", "Greek Draw", "thirty-six cards, and no hand that cannot be beaten", 3),
    GameChoice("classroom", "Classroom Draw", "draw poker with one round of betting", 5),
    GameChoice("five-card-stud", "Five Card Stud", "five cards, four of them for all to see", 10),
    GameChoice("seven-card-stud-traditional", "Traditional Stud", "seven cards, begun by the highest one showing", 8),
    GameChoice("stud-hilo", "Stud Hi-Lo", "seven cards, half the pot for the lowest hand", 8),
    GameChoice("stud8", "Stud Eight or Better", "seven cards, half the pot for a low of eight or better", 8),
    GameChoice("razz", "Razz", "seven cards for the lowest hand", 8),
)
"""Every game: one of each kind first, then the others kind by kind."""


def find_game(game: str) -> GameChoice:
    """Returns the game of that id, or the first where there is none such."""
    return next((each for each in GAMES if each.id == game), GAMES[0])


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
