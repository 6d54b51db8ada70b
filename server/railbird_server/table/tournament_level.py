"""The stakes of a level as a table plays them, and what a table knows of the tournament that it belongs to."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from railbird_shared.rotation import ChosenGame, Rotation


class TableLevel(Struct, frozen=True):
    """The stakes of one level in chips, named as when a table is opened; they hold in every game of a rotation.

    `number` is that of the level, from 1.
    """

    number: int
    bet: int
    ante: int = 0
    big_blind_ante: int = 0

    def of(self, chosen: ChosenGame) -> ChosenGame:
        """Returns a game at the stakes of the level."""
        return replace(chosen, bet=self.bet, ante=self.ante)

    def of_all(self, rotation: Rotation | None) -> Rotation | None:
        """Returns a rotation with each of its games at the stakes of the level."""
        return rotation and replace(rotation, games=tuple(self.of(game) for game in rotation.games))


class TournamentTable(Struct, frozen=True):
    """What a table knows of its tournament: the id, the table's own number in it, and the level it opens with."""

    tournament: str
    number: int
    level: TableLevel
