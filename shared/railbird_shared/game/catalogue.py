"""The list of games and mixes: what a client offers before it knows a server, and how people call a game.

A game's id, its name, its seats and its description stand here alone, and the record of the game (`variants`) is made
from its row. Programs name a game by its id; people by any of its names (`read_game_name`). The module loads little
beside the standard library, so a command line can name every game at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from railbird_shared.text.text_cleaning import nearest, plain_name, quote


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A game as a list of games shows it; `description` tells a newcomer what it is."""

    id: str
    name: str
    description: str
    max_seats: int


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
"""Every game: one of each family first, then the others family by family."""

GAMES_BY_ID = {game.id: game for game in GAMES}


@dataclass(frozen=True, slots=True)
class Mix(GameChoice):
    """Several games played at one table, as a list of games shows it; `games` are their ids.

    They are played in turn, each for an orbit of the button; with `dealers_choice` whoever has the button names the
    next, for one hand.
    """

    games: tuple[str, ...]
    dealers_choice: bool = False


_HORSE = ("limit-holdem", "omaha8", "razz", "seven-card-stud", "stud8")
MIXES = (
    Mix(
        "dealers-choice",
        "Dealer's Choice",
        "the player who gets the button names the game, with wild cards if they like",
        6,
        (
            *("holdem", "omaha", "omaha8", "crazy-pineapple"),
            *("five-card-draw", "jacks-or-better", "lowball", "triple-draw", "badugi"),
            *("five-card-stud", "seven-card-stud", "stud8", "razz"),
        ),
        dealers_choice=True,
    ),
    Mix("horse", "HORSE", "hold'em, Omaha hi-lo, razz, stud and stud hi-lo, an orbit each", 8, _HORSE),
    Mix(
        "8-game",
        "8-Game",
        "HORSE with triple draw, no-limit hold'em and pot-limit Omaha",
        6,
        ("triple-draw", *_HORSE, "holdem", "omaha"),
    ),
)
"""The mixes that a table may play, by the ids under which it is opened."""


OTHER_MIX, OTHER_MIX_NAME = "mixed-games", "Mixed Games"
"""The id and the name of any other games that are played in turn, where something tells what a table plays."""


def find_mix(mix: str) -> Mix | None:
    """Returns the mix of that id, None where it is that of a single game or of none."""
    return next((each for each in MIXES if each.id == mix), None)


TableChoice = GameChoice | Mix
"""The choices of games for a new table."""

CHOICES: tuple[TableChoice, ...] = (*GAMES[:3], *MIXES, *GAMES[3:])
"""Everything that a table may be opened for: the best known games first, then the mixes, then all others."""

EVERYDAY_NAMES: dict[str, tuple[str, ...]] = {
    "holdem": ("nlhe", "nlh", "nl-holdem", "texas", "texas-holdem"),
    "five-card-draw": ("draw", "draw-poker", "5cd", "5-card-draw"),
    "seven-card-stud": ("stud", "stud7", "7-stud", "7cs", "7-card-stud", "stud-high"),
    "dealers-choice": ("dc", "choice"),
    "8-game": ("eight-game", "8-game-mix"),
    "limit-holdem": ("lhe", "flhe", "fl-holdem", "fixed-limit-holdem"),
    "omaha": ("plo", "plo4", "4-card-omaha"),
    "omaha-5": ("plo5", "5-card-omaha", "five-card-plo"),
    "omaha-6": ("plo6", "6-card-omaha", "six-card-plo"),
    "omaha8": ("plo8", "o8", "flo8", "omaha-eight", "omaha-high-low"),
    "crazy-pineapple": ("crazy",),
    "short-deck": ("6+", "six-plus", "6+-holdem", "short"),
    "five-card-draw-blinds": ("draw-blinds", "5cd-blinds"),
    "jacks-or-better": ("jacks", "jackpots"),
    "joker-draw": ("joker", "joker-poker"),
    "bug-draw": ("bug",),
    "lowball": ("a5", "ace-to-five", "a-5-lowball", "california-lowball"),
    "lowball-27": ("27-lowball",),
    "lowball-a6": ("a6", "ace-to-six", "a-6-lowball", "london-lowball"),
    "single-draw": ("27-single-draw", "27sd", "nl27"),
    "triple-draw": ("27", "2-7", "27td", "td", "deuce-to-seven", "27-triple-draw", "triple-draw-27"),
    "badugi": ("badougi", "padooki"),
    "five-card-stud": ("stud5", "5cs", "5-card-stud"),
    "stud-hilo": ("stud-high-low",),
    "stud8": ("stud-eight", "7cs8", "seven-card-stud-8", "7-card-stud-8"),
}
"""Other names that people use for the games and mixes, by their ids."""

LEAST_SUGGESTED = 4
"""From so many letters on a name is like another for more than chance."""

ChoiceT = TypeVar("ChoiceT", bound=TableChoice)


class UnknownGame(ValueError):
    """Nothing to play is called so; the message is one sentence with the nearest name, or with all there are."""


def game_names(choice: TableChoice) -> tuple[str, ...]:
    """Returns all names of a game or a mix: its id, its name and those of every day."""
    return choice.id, choice.name, *EVERYDAY_NAMES.get(choice.id, ())


def find_game_name(typed: str, choices: Sequence[ChoiceT]) -> ChoiceT | None:
    """Returns which of some games somebody means by any of its names, in any case and spacing; None for none."""
    wanted = _plain(typed)
    return next((each for each in choices if wanted in map(_plain, game_names(each))), None)


def read_game_name(typed: str, choices: Sequence[ChoiceT]) -> ChoiceT:
    """Returns which of some games somebody means by any of its names; raises UnknownGame."""
    found = find_game_name(typed, choices)
    if found is None:
        raise UnknownGame(unknown_game(typed, choices))
    return found


def unknown_game(typed: str, choices: Sequence[TableChoice]) -> str:
    """Returns the sentence about a name by which none of some games is called."""
    if mix := find_game_name(typed, MIXES):
        return f"{mix.name} is a mix: name one game, such as {mix.games[0]}."
    ids = {name: each.id for each in choices for name in game_names(each) if len(name) >= LEAST_SUGGESTED}
    meant = ids.get(nearest(typed, ids))
    remedy = f"you may mean {meant}" if meant else f"choose one of {', '.join(each.id for each in choices)}"
    return f"There is no game called {quote(typed)} here; {remedy}."


def _plain(name: str) -> str:
    """Returns a name as names are compared: "6+" and "6 plus" are the same."""
    return plain_name(name.replace("+", "plus"))


def find_choice(wanted: str) -> TableChoice:
    """Returns the game or mix of that id, or the first game if there is none."""
    return next((each for each in CHOICES if each.id == wanted), CHOICES[0])


def find_game(game: str) -> GameChoice:
    """Returns the game of that id, or the first game if there is none."""
    return GAMES_BY_ID.get(game, GAMES[0])
