"""Which games a table plays: one, several in turn, or what the dealer chooses (VT-DC)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from railbird_shared.game.catalogue import MIXES, OTHER_MIX_NAME, Mix
from railbird_shared.game.game_rules import HighOrLow
from railbird_shared.protocol.quantities import Chips, Count, JokerCount, Milliseconds, SeatNumber, Seconds
from railbird_shared.protocol.table_limits import MAX_ROTATION_GAMES, MAX_TOKEN_LENGTH

GameId = Annotated[str, Meta(max_length=MAX_TOKEN_LENGTH)]
WildWords = Annotated[str, Meta(max_length=MAX_TOKEN_LENGTH)]

DEFAULT_CHOICE_SECONDS = 30
"""Seconds in which the dealer names a game, where the host sets no other."""


class ChosenGame(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A game with its variation; the house and the table fill in what is empty or 0.

    `bet` and `ante` are chips, as when a table is opened. `wild` names wild cards in the words of a house, as in
    "deuces" or "3 9 Kh" (HS-4), `jokers` how many are added (HS-2), and `played` which hands take the pot (VT-LB-4).
    """

    game: GameId
    bet: Chips = 0
    ante: Chips = 0
    wild: WildWords = ""
    jokers: JokerCount = 0
    played: HighOrLow | None = None

    @property
    def is_varied(self) -> bool:
        """Whether it has wild cards, jokers or a division of the pot that the house's own game may not have."""
        return bool(self.wild or self.jokers or self.played)


class Rotation(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The games of a table that plays more than one, its repertoire (VT-DC-2).

    They are played in turn, each for `hands` hands, or for an orbit of the button with 0 (VT-DC-5). With
    `dealers_choice` the player with the button names one of them instead, for as long, within `seconds` (VT-DC-1,
    VT-DC-3). They may then vary it if `variations` are allowed, for which they have twice as long, and play for a bet
    of up to `max_bet`, 0 for the table's own.
    """

    games: Annotated[tuple[ChosenGame, ...], Meta(max_length=MAX_ROTATION_GAMES)]
    hands: Count = 0
    dealers_choice: bool = False
    seconds: Seconds = DEFAULT_CHOICE_SECONDS
    variations: bool = False
    max_bet: Chips = 0

    @property
    def choice_ms(self) -> int:
        """For how many milliseconds the dealer is waited for: a game that may be varied asks for more."""
        return 1000 * self.seconds * (2 if self.variations else 1)


def rotation_of(mix: Mix, bet: int = 0) -> Rotation:
    """Returns the rotation of a mix at that bet, in chips, 0 for the usual one of each game."""
    games = tuple(ChosenGame(game, bet=bet) for game in mix.games)
    return Rotation(games, hands=1, dealers_choice=True, variations=True) if mix.dealers_choice else Rotation(games)


def rotation_name(rotation: Rotation) -> str:
    """Returns what a rotation is called: the name of a mix that has the same games, or how its games follow."""
    wanted = tuple(chosen.game for chosen in rotation.games), rotation.dealers_choice
    usual = "Dealer's Choice" if rotation.dealers_choice else OTHER_MIX_NAME
    return next((mix.name for mix in MIXES if (mix.games, mix.dealers_choice) == wanted), usual)


class Choosing(Struct, frozen=True, omit_defaults=True):
    """The player in a seat is to name the next game by `deadline`, a time of the server's clock in milliseconds."""

    seat: SeatNumber
    deadline: Milliseconds
