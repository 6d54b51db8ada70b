"""Which games a host chooses, and the house rules by which they are played, as profiles keep them."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, Any, Self

from msgspec import Meta, Struct
from msgspec.structs import fields, replace

from railbird_shared.game.catalogue import MIXES, Mix, find_game
from railbird_shared.game.rotation import DEFAULT_CHOICE_SECONDS, ChosenGame, GameId, Rotation
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.protocol.quantities import Count, Seconds
from railbird_shared.protocol.table_limits import MAX_ROTATION_GAMES, MAX_TEXT_LENGTH
from railbird_shared.settings.kinds import whole
from railbird_shared.settings.spec import Spec

Games = Annotated[tuple[GameId, ...], Meta(max_length=MAX_ROTATION_GAMES)]


class Plays(StrEnum):
    """Which games are played."""

    ONE = "one"
    TURNS = "turns"
    CHOICE = "choice"


class GamesSetup(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """What a host chooses of the games, under a `name`.

    One `game` is played, or the `games` in turn or by the dealer's choice, each for `hands` hands, 0 for an orbit. In
    dealer's choice a game is named within `choice_seconds`, and may be varied if `variations` are allowed. Without a
    `house` the rules are those of the server.
    """

    name: Annotated[str, Meta(max_length=MAX_TEXT_LENGTH)] = ""
    plays: Plays = Plays.ONE
    game: GameId = "holdem"
    games: Games = ()
    hands: Annotated[
        Count,
        Spec(
            "How long a game is played (VT-DC-5).",
            "Games",
            whole(0, 1000, "HANDS"),
            label="Each for",
            zero="an orbit of the button",
            unit="hands",
            values=(0, 1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30),
            words=lambda hands: f"{hands} hands" if hands > 1 else "one hand" if hands else "an orbit of the button",
        ),
    ] = 0
    choice_seconds: Annotated[
        Seconds,
        Spec(
            "Within which time the dealer names a game; after it the last one is played again (VT-DC-3).",
            "Games",
            label="Time to choose",
            unit="seconds",
            values=(10, 15, 20, 30, 45, 60, 90, 120),
        ),
    ] = DEFAULT_CHOICE_SECONDS
    variations: Annotated[
        bool,
        Spec(
            "Whether the dealer may add wild cards and jokers, or play high-low (VT-DC-2).",
            "Games",
            label="Variations",
        ),
    ] = False
    house: HouseRules | None = None

    @property
    def games_played(self) -> tuple[str, ...]:
        """The ids of the games that are played, the first one first."""
        return (self.game,) if self.plays is Plays.ONE else self.games

    @property
    def seat_limits(self) -> Iterator[int]:
        """For how many players each of the games is at most."""
        return (find_game(game).max_seats for game in self.games_played)

    @property
    def mix(self) -> Mix | None:
        """The known mix that has the same games, None for a list of the host's own."""
        choice = self.plays is Plays.CHOICE
        return next((mix for mix in MIXES if mix.games == self.games and mix.dealers_choice is choice), None)

    def with_mix(self, mix: Mix) -> Self:
        """Returns the setup with the games of a mix."""
        return replace(
            self,
            plays=Plays.CHOICE if mix.dealers_choice else Plays.TURNS,
            game=mix.games[0],
            games=mix.games,
            hands=1 if mix.dealers_choice else 0,
            variations=mix.dealers_choice,
        )

    def rotation(self, *, bet: int = 0, ante: int = 0, max_bet: int = 0) -> Rotation | None:
        """Returns the rotation of the games at a bet and an ante in chips, None where one game is played."""
        if self.plays is Plays.ONE:
            return None
        choice = self.plays is Plays.CHOICE
        return Rotation(
            tuple(ChosenGame(game, bet=bet, ante=ante) for game in self.games),
            hands=self.hands,
            dealers_choice=choice,
            seconds=self.choice_seconds,
            variations=self.variations and choice,
            max_bet=max_bet if choice else 0,
        )


def with_part(kept: dict[str, Any], name: str, part: type[Struct]) -> dict[str, Any]:
    """Returns a kept setup with the fields of a part in it; the release before had them beside the others."""
    own = {field.name: kept[field.name] for field in fields(part) if field.name in kept}
    others = {key: value for key, value in kept.items() if key not in own}
    return {**others, name: own} if own else kept
