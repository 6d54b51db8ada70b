"""Events about which game a table plays: the dealer's choice, the turns of a rotation, a change by the host."""

from __future__ import annotations

from railbird_shared.game.announced_game import Game
from railbird_shared.game.clauses import Clauses
from railbird_shared.game.game_rules import GameRules
from railbird_shared.game.rotation import Rotation
from railbird_shared.protocol.events.common import Event
from railbird_shared.protocol.quantities import Chips, Count, Milliseconds, SeatNumber


class ChoiceBegan(Event, frozen=True, tag="choice-began"):
    """The player who gets the button is to name the next game, by `deadline` (VT-DC-1, VT-DC-3).

    `deadline` is a time of the server's clock.
    """

    seat: SeatNumber
    deadline: Milliseconds
    because: Clauses = ()


class ChoiceEnded(Event, frozen=True, tag="choice-ended"):
    """The choice of the next game is over: named is `game`, or with `timed_out` the last one is played (VT-DC-3)."""

    seat: SeatNumber
    game: str
    timed_out: bool = False
    because: Clauses = ()


class GameSkipped(Event, frozen=True, tag="game-skipped"):
    """A game of the rotation is passed over, because it cannot be dealt to so many players (DL-22)."""

    game: str
    players: Count
    because: Clauses = ()


class GameAnnounced(Event, frozen=True, tag="game-announced"):
    """The host changes what is played from the next hand on, to this game first; a pot that waits is won before."""

    host: str
    game: Game
    rotation: Rotation | None = None


class GameChanged(Event, frozen=True, tag="game-changed"):
    """Another game is played from here on, with the stakes and rules that players read now (VT-DC-6).

    The hand before has left the table. `rules`, `house` and the buy-ins are those of `TableView`.
    """

    game: Game
    rules: GameRules
    min_buy_in: Chips
    max_buy_in: Chips
    buy_in: Chips
    house: tuple[str, ...] = ()
    rotation: Rotation | None = None
    because: Clauses = ()


RotationEvent = ChoiceBegan | ChoiceEnded | GameSkipped | GameAnnounced | GameChanged
