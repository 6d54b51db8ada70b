"""A game as it is announced: its name, structure, stakes, cards and streets.

A client draws any game from this record alone; the rules are the server's, and `game_rules` describes them.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from railbird_shared.game.cards import Card
from railbird_shared.game.clauses import Clause
from railbird_shared.protocol.quantities import CardCount, Chips, Count, SeatCount
from railbird_shared.protocol.table_limits import MAX_SEATS

DISCARD = "discard"
"""The name of a stage in which players throw cards away without getting new ones, and bet nothing (VT-XX-3)."""


class Family(StrEnum):
    """The kind of a game by how its cards are dealt; it decides the layout of the screen."""

    BOARD = "board"
    DRAW = "draw"
    STUD = "stud"


class Structure(StrEnum):
    """How much may be bet (BT-24..BT-28)."""

    FIXED = "fixed"
    SPREAD = "spread"
    POT = "pot"
    HALF_POT = "half-pot"
    NO_LIMIT = "no-limit"


STRUCTURE_NAMES = {
    Structure.FIXED: "Limit",
    Structure.SPREAD: "Spread-Limit",
    Structure.POT: "Pot-Limit",
    Structure.HALF_POT: "Half-Pot",
    Structure.NO_LIMIT: "No-Limit",
}

STRUCTURE_CLAUSES: dict[Structure, Clause] = {
    Structure.FIXED: "BT-24",
    Structure.SPREAD: "BT-25",
    Structure.POT: "BT-27",
    Structure.HALF_POT: "BT-28",
    Structure.NO_LIMIT: "BT-26",
}
"""The clause that says how much may be bet under each structure."""


class Stakes(Struct, frozen=True, omit_defaults=True):
    """The forced bets and bet sizes of a game, in chips, 0 for what the game does not use.

    `ante` is paid by every player, `big_blind_ante` by the big blind for all (CX-46).
    """

    ante: Chips = 0
    small_blind: Chips = 0
    big_blind: Chips = 0
    bring_in: Chips = 0
    button_blind: Chips = 0
    small_bet: Chips = 0
    big_bet: Chips = 0
    big_blind_ante: Chips = 0

    @property
    def minimum_bet(self) -> int:
        """The unit of buy-ins and bet steps: the big blind, or the small bet in a game without one."""
        return self.big_blind or self.small_bet

    @property
    def has_one_blind(self) -> bool:
        """Whether the big blind is the only one (CX-42)."""
        return self.big_blind > 0 and not self.small_blind

    @property
    def with_ante(self) -> str:
        """The stakes with the ante that is paid besides: "50/100, ante 25"."""
        if self.big_blind_ante:
            return f"{self}, big blind ante {self.big_blind_ante:,}"
        return f"{self}, ante {self.ante:,}" if self.ante else f"{self}"

    def __str__(self) -> str:
        if self.big_bet:
            return f"{self.small_bet:,}/{self.big_bet:,}"
        if self.big_blind and self.small_blind:
            return f"{self.small_blind:,}/{self.big_blind:,}"
        return f"{self.minimum_bet:,}"


class Game(Struct, frozen=True, omit_defaults=True):
    """A game as it is announced: enough to name it, to draw it and to know its next street.

    `id` is the name used in commands ("five-card-draw") and `streets` names the betting rounds in order. `cards` is the
    most cards that a player can hold and `board` the most common cards. `wild` are the cards that are wild besides
    jokers, and `variant_note` names in a few words what the house changed about the cards ("deuces wild").
    """

    id: str
    name: str
    family: Family
    structure: Structure
    stakes: Stakes
    streets: tuple[str, ...]
    cards: CardCount
    board: CardCount = 0
    draws: Count = 0
    max_seats: SeatCount = MAX_SEATS
    wild: tuple[Card, ...] = ()
    variant_note: str = ""

    @property
    def title(self) -> str:
        """The structure, name and note as a player says them: "No-Limit Hold'em", "Limit Razz, two jokers"."""
        note = f", {self.variant_note}" if self.variant_note else ""
        return f"{STRUCTURE_NAMES[self.structure]} {self.name}{note}"

    @property
    def full_title(self) -> str:
        """The title with the stakes and the ante: "Limit Seven Card Stud 2/4 · ante 1"."""
        stakes = self.stakes
        one_blind = " · one blind" if stakes.has_one_blind else ""
        ante = f" · ante {stakes.ante:,}" if stakes.ante else ""
        for_all = f" · big blind ante {stakes.big_blind_ante:,}" if stakes.big_blind_ante else ""
        return f"{self.title} {stakes}{one_blind}{ante}{for_all}"
