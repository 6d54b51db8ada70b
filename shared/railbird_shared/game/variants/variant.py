"""The record that defines a game: its pack, its streets, its forced bets, and how its pots are divided."""

from __future__ import annotations

from enum import StrEnum, auto
from functools import cached_property
from typing import TypedDict, assert_never

from msgspec import Struct, field

from railbird_shared.game.announced_game import Family, Game, Stakes, Structure
from railbird_shared.game.cards import PACK, Card
from railbird_shared.game.catalogue import GAMES_BY_ID
from railbird_shared.game.clauses import Clauses
from railbird_shared.game.game_rules import (
    STANDARD_SUIT_ORDER,
    BadSetup,
    GameRules,
    OddChip,
    OpeningRequirement,
    Selection,
)
from railbird_shared.game.ranking_rules import RankingRules
from railbird_shared.protocol.table_limits import MAX_CHIPS

DEFAULT_RAISE_CAP = 3
"""How many raises a round of fixed limit has unless the house says otherwise (BT-29)."""


class ForcedBets(StrEnum):
    """The forced bets that start a hand (DL-7)."""

    BLINDS = auto()
    ANTES = auto()
    ANTES_AND_BRING_IN = auto()
    ANTES_AND_BUTTON = auto()
    """An ante from all and as much again, live, from the button (VT-XX-5)."""
    ANTES_AS_BET = auto()
    """An ante from all that counts as the first round's bet (SIMPLE-2, SIMPLE-3)."""


class FirstToAct(StrEnum):
    """The first player to act in a betting round (BT-15..BT-17)."""

    LEFT_OF_BLINDS = auto()
    LEFT_OF_BUTTON = auto()
    OPENER = auto()
    """The player who opened the first round, or the next active player to their left (VT-5D-8)."""
    LOWEST_UPCARD = auto()
    """The lowest upcard (VT-S7-3, VT-S7-4)."""
    HIGHEST_UPCARD = auto()
    """The highest upcard, ace high (VT-S5-2, VT-S7-2)."""
    HIGHEST_UPCARD_ACE_LOW = auto()
    """The highest upcard, ace low (VT-RZ-2)."""
    BEST_SHOWING = auto()
    """The best hand showing on the scale played for, of equals the first left of the button (VT-S7-7, VT-S7-8)."""


OPENING_UPCARDS: dict[FirstToAct, str] = {
    FirstToAct.LOWEST_UPCARD: "lowest",
    FirstToAct.HIGHEST_UPCARD_ACE_LOW: "highest",
    FirstToAct.HIGHEST_UPCARD: "highest",
}
"""Which upcard makes a player open, in a word."""


class Listing(TypedDict):
    """The part of a record that stands in the list of games."""

    id: str
    name: str
    max_seats: int


def listing(game: str, name: str = "") -> Listing:
    """Returns what the list of games says of a game, with its full `name` if the list has another."""
    listed = GAMES_BY_ID[game]
    return Listing(id=game, name=name or listed.name, max_seats=listed.max_seats)


class Street(Struct, frozen=True):
    """One stage of a hand: what is dealt, what may be exchanged, and how its betting round opens.

    `down` and `up` cards go to each player and `board` cards to the middle, after a burn if `burn`; up to `draw` cards
    may then be exchanged, or exactly `discard` cards must be thrown away. Without `has_betting` there is no betting
    round. In fixed limit the street is bet in big bets if `big_bet`; with `open_pair` a pair showing lets anybody use
    the big bet (VT-S7-11). With `community_card_if_short` a pack too short for all gives one card to share (VT-S7-12).
    With `must_open` and no antes, who acts first has to open with the least bet (VT-S5-3).
    """

    name: str
    first_to_act: FirstToAct = FirstToAct.LEFT_OF_BUTTON
    down: int = 0
    up: int = 0
    board: int = 0
    burn: bool = True
    draw: int = 0
    discard: int = 0
    has_betting: bool = True
    big_bet: bool = False
    open_pair: bool = False
    community_card_if_short: bool = False
    must_open: bool = False


class Variant(Struct, frozen=True, dict=True):
    """A game. `default_bet` is its minimum bet where the table names none, in chips; see `GameRules` for its fields."""

    id: str
    name: str
    family: Family
    structure: Structure
    forced_bets: ForcedBets
    streets: tuple[Street, ...]
    max_seats: int
    default_bet: int
    min_seats: int = 2
    high: RankingRules | None = field(default_factory=RankingRules)
    low: RankingRules | None = None
    selection: Selection = Selection.ANY
    odd_chip: OddChip = OddChip.POSITION
    suit_order: str = STANDARD_SUIT_ORDER
    raise_cap: int | None = None
    """How many raises a round may have between more than two players, None for any number (BT-29, BT-30)."""
    open_requirement: OpeningRequirement = OpeningRequirement.NONE
    pass_out: bool = False
    """Whether the hand ends when all pass the first round; the pot is carried to the next hand (BT-38)."""
    discard_limit: bool = False
    fifth_card_last: bool = True
    bottom_card_held: bool = True
    sevens_must_bet: bool = False
    """Whether a seven or better has to bet after the draw (VT-LB-5)."""
    hilo_declare: bool = False
    declared_hands: bool = False
    runs: int = 1
    """The most times that the rest may be dealt if all players in the hand agree (SD-26)."""
    show_all_hands: bool = False
    """Whether every hand of the showdown is shown (SIMPLE-15)."""
    by_seat_number: bool = False
    """Whether players act, show and get odd chips in the order of seat numbers, not from the button (SIMPLE-5)."""
    forced_bet_clauses: Clauses = ()
    """The clauses of this game's forced bets."""

    @cached_property
    def pack(self) -> tuple[Card, ...]:
        """The whole deck in order."""
        return self.ranking.deck

    @cached_property
    def ranking(self) -> RankingRules:
        """The ranking whose pack is used: the high one, or the only one."""
        rules = self.high or self.low
        assert rules is not None
        return rules

    @property
    def rules(self) -> GameRules:
        """The rules of this game as a table tells them to programs that value its hands."""
        return GameRules(
            high=self.high and self.high.data,
            low=self.low and self.low.data,
            selection=self.selection,
            odd_chip=self.odd_chip,
            suit_order=self.suit_order,
            draws=tuple(street.draw for street in self.streets if street.draw),
            discard_limit=self.discard_limit,
            hilo_declare=self.hilo_declare,
            declared_hands=self.declared_hands,
        )

    @cached_property
    def has_draws(self) -> bool:
        """Whether cards are exchanged in this game."""
        return any(street.draw for street in self.streets)

    @cached_property
    def last_decision_street(self) -> int:
        """The last street with a decision for players without chips; hands are turned up only after it."""
        if self.hilo_declare or self.declared_hands:
            return len(self.streets)
        return max((index for index, street in enumerate(self.streets) if street.draw or street.discard), default=0)

    @cached_property
    def cards_at_showdown(self) -> int:
        """The number of cards in a hand and on the board together when all is dealt (SD-13)."""
        return sum(street.down + street.up + street.board - street.discard for street in self.streets)

    def make_game(self, bet: int = 0, ante: int = 0) -> Game:
        """Returns this game at stakes with `bet` as the minimum bet, 0 for `default_bet`; raises BadSetup."""
        bet, most = bet or self.default_bet, MAX_CHIPS // 1000
        if not 2 <= bet <= most:
            limit = "2 chips or more" if bet < 2 else f"at most {most:,} chips"
            raise BadSetup(f"Play {self.name} for a bet of {limit}.")
        if not 0 <= ante <= bet:
            raise BadSetup(f"Make the ante at most the bet of {bet:,}.")
        return self.game_at(self.stakes_for(bet, ante))

    def game_at(self, stakes: Stakes) -> Game:
        """Returns this game as it is announced at these stakes."""
        return Game(
            id=self.id,
            name=self.name,
            family=self.family,
            structure=self.structure,
            stakes=stakes,
            streets=tuple(street.name for street in self.streets),
            cards=sum(street.down + street.up for street in self.streets),
            board=sum(street.board for street in self.streets),
            draws=sum(1 for street in self.streets if street.draw),
            max_seats=self.max_seats,
            wild=tuple(card for card in PACK if card in self.ranking.wild_cards),
        )

    def stakes_for(self, bet: int, ante: int = 0) -> Stakes:
        """Returns the stakes that go with a minimum bet, in chips; with 0 the ante is the usual one of the game."""
        small, big = (bet, 2 * bet) if self.structure in (Structure.FIXED, Structure.SPREAD) else (0, 0)
        match self.forced_bets:
            case ForcedBets.BLINDS:
                return Stakes(ante=ante, small_blind=bet // 2, big_blind=bet, small_bet=small, big_bet=big)
            case ForcedBets.ANTES:
                return Stakes(ante=ante or max(1, bet // 2), small_bet=bet, big_bet=big)
            case ForcedBets.ANTES_AND_BRING_IN:
                return Stakes(ante=ante or max(1, bet // 4), bring_in=bet // 2, small_bet=bet, big_bet=big)
            case ForcedBets.ANTES_AND_BUTTON:
                return Stakes(ante=ante or bet, small_bet=bet, big_bet=big, button_blind=ante or bet)
            case ForcedBets.ANTES_AS_BET:
                return Stakes(ante=ante or max(1, bet // 2), small_bet=small or 1, big_bet=big)
            case _:
                assert_never(self.forced_bets)
