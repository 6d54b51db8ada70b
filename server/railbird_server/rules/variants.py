"""Every game as a record: the pack, the streets, the forced bets, who opens a round and how a pot is divided.

A variant is data. `hand.py` walks its streets and knows no game by name; adding a game adds a record here.
"""

from __future__ import annotations

from enum import Enum, auto

from msgspec import Struct

from railbird_server.rules.errors import BadSetup
from railbird_server.rules.ranking import HIGH, Scale
from railbird_shared.cards import PACK, Card
from railbird_shared.games import MAX_CHIPS, Family, Game, Stakes, Structure


class Forced(Enum):
    """The forced bets that start a hand (DL-7)."""

    BLINDS = auto()
    ANTES = auto()
    ANTES_AND_BRING_IN = auto()


class Opener(Enum):
    """Who acts first in a betting round (BT-15..BT-17)."""

    LEFT_OF_BLINDS = auto()
    LEFT_OF_BUTTON = auto()
    FIRST_BETTOR = auto()
    """The player who opened the first round, or the next active one to his left (VT-5D-8)."""
    LOWEST_UPCARD = auto()
    """The lowest upcard, which must bring the betting in (VT-S7-3, VT-S7-4)."""
    BEST_SHOWING = auto()
    """The best hand showing, of equals the first left of the button (VT-S7-7, VT-S7-8)."""


class OddChip(Enum):
    """Who gets the chips that cannot be shared (SD-16)."""

    POSITION = auto()
    SUIT = auto()


class Street(Struct, frozen=True):
    """One stage of a hand: what is dealt, what may be exchanged, and how its betting round opens.

    `down` and `up` cards go to each player and `board` cards to the middle, after a burn if `burn`; up to `draw` cards
    may then be exchanged. In fixed limit the street is bet in big bets if `big`; with `open_pair` a pair showing lets
    anybody use the big bet (VT-S7-11). With `common_if_short` a pack too short for all gives one card to share.
    """

    name: str
    opener: Opener
    down: int = 0
    up: int = 0
    board: int = 0
    burn: bool = True
    draw: int = 0
    big: bool = False
    open_pair: bool = False
    common_if_short: bool = False


class Variant(Struct, frozen=True):
    """A game. `habit` is the minimum bet it is played for unless told otherwise, in chips."""

    id: str
    name: str
    family: Family
    structure: Structure
    forced: Forced
    streets: tuple[Street, ...]
    most_seats: int
    habit: int
    odd_chip: OddChip = OddChip.POSITION
    least_seats: int = 2
    pack: tuple[Card, ...] = PACK
    scale: Scale = HIGH
    raise_cap: int = 3
    pass_out: bool = False
    """Whether a first round in which all pass throws the cards in and leaves the pot (BT-38)."""
    clauses: tuple[str, ...] = ()
    """The clauses of this game's forced bets."""

    def announce(self, bet: int = 0, ante: int = 0) -> Game:
        """Returns this game at the stakes named: `bet` is its minimum bet, 0 stands for the habit. Raises BadSetup."""
        bet = bet or self.habit
        if not 2 <= bet <= MAX_CHIPS // 1000:
            raise BadSetup(f"Play {self.name} for a bet of 2 chips or more, up to {MAX_CHIPS // 1000:,}.")
        if not 0 <= ante <= bet:
            raise BadSetup(f"Make the ante at most the bet of {bet:,}.")
        return Game(
            id=self.id,
            name=self.name,
            family=self.family,
            structure=self.structure,
            stakes=self._stakes(bet, ante),
            streets=tuple(street.name for street in self.streets),
            cards=sum(street.down + street.up for street in self.streets),
            board=sum(street.board for street in self.streets),
            draws=sum(1 for street in self.streets if street.draw),
            most_seats=self.most_seats,
        )

    def _stakes(self, bet: int, ante: int) -> Stakes:
        fixed = self.structure is Structure.FIXED
        small, big = (bet, 2 * bet) if fixed else (0, 0)
        match self.forced:
            case Forced.BLINDS:
                return Stakes(ante=ante, small_blind=bet // 2, big_blind=bet, small_bet=small, big_bet=big)
            case Forced.ANTES:
                return Stakes(ante=ante or max(1, bet // 2), small_bet=bet, big_bet=big)
            case Forced.ANTES_AND_BRING_IN:
                return Stakes(ante=ante or max(1, bet // 4), bring_in=bet // 2, small_bet=bet, big_bet=big)


HOLDEM = Variant(
    id="holdem",
    name="Hold'em",
    family=Family.BOARD,
    structure=Structure.NO_LIMIT,
    forced=Forced.BLINDS,
    streets=(
        Street("preflop", Opener.LEFT_OF_BLINDS, down=2, burn=False),
        Street("flop", Opener.LEFT_OF_BUTTON, board=3),
        Street("turn", Opener.LEFT_OF_BUTTON, board=1, big=True),
        Street("river", Opener.LEFT_OF_BUTTON, board=1, big=True),
    ),
    most_seats=10,
    habit=2,
    clauses=("VT-HE-1", "DL-10"),
)

FIVE_CARD_DRAW = Variant(
    id="five-card-draw",
    name="Five Card Draw",
    family=Family.DRAW,
    structure=Structure.FIXED,
    forced=Forced.ANTES,
    streets=(
        Street("deal", Opener.LEFT_OF_BUTTON, down=5, burn=False),
        Street("draw", Opener.FIRST_BETTOR, draw=5, big=True),
    ),
    most_seats=6,
    habit=2,
    pass_out=True,
    clauses=("DL-7", "DL-8"),
)

SEVEN_CARD_STUD = Variant(
    id="seven-card-stud",
    name="Seven Card Stud",
    family=Family.STUD,
    structure=Structure.FIXED,
    forced=Forced.ANTES_AND_BRING_IN,
    streets=(
        Street("third street", Opener.LOWEST_UPCARD, down=2, up=1, burn=False),
        Street("fourth street", Opener.BEST_SHOWING, up=1, open_pair=True),
        Street("fifth street", Opener.BEST_SHOWING, up=1, big=True),
        Street("sixth street", Opener.BEST_SHOWING, up=1, big=True),
        Street("seventh street", Opener.BEST_SHOWING, down=1, big=True, common_if_short=True),
    ),
    most_seats=8,
    habit=4,
    odd_chip=OddChip.SUIT,
    clauses=("VT-S7-13",),
)

VARIANTS: dict[str, Variant] = {game.id: game for game in (HOLDEM, FIVE_CARD_DRAW, SEVEN_CARD_STUD)}
"""Every game on offer, by the name that commands use."""


def game_named(name: str) -> Variant:
    """Returns the game of that name; raises BadSetup with the names there are."""
    variant = VARIANTS.get(name.strip().lower())
    if variant is None:
        raise BadSetup(f"There is no game called {name!r} here; choose one of {', '.join(VARIANTS)}.")
    return variant
