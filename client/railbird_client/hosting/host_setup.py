"""The setup of a host: the games and the table, as a profile keeps them."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, Any, Self

from msgspec import Meta, Struct
from msgspec.structs import asdict, fields, replace

from railbird_shared.game.catalogue import MIXES, Mix, find_game
from railbird_shared.game.rotation import DEFAULT_CHOICE_SECONDS, ChosenGame, GameId, Rotation
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.house.presets import CASINO
from railbird_shared.house.terms import OpeningTerms, opening_terms
from railbird_shared.protocol.commands import OpenTable
from railbird_shared.protocol.quantities import Chips, Count, SeatCount, Seconds
from railbird_shared.protocol.table_limits import MAX_BET, MAX_ROTATION_GAMES, MAX_TEXT_LENGTH, MIN_BUY_IN_BETS
from railbird_shared.protocol.view import TableView
from railbird_shared.settings.kinds import whole
from railbird_shared.settings.spec import Part, Spec
from railbird_shared.settings.table_terms import OPEN_RAIL, TableTerms

Games = Annotated[tuple[GameId, ...], Meta(max_length=MAX_ROTATION_GAMES)]


class Plays(StrEnum):
    """Which games are played."""

    ONE = "one"
    TURNS = "turns"
    CHOICE = "choice"


class GamesSetup(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """The games of a setup, under a `name`.

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


class HostSetup(GamesSetup, frozen=True, kw_only=True):
    """The setup of a table: its terms in `table`, and the rest of its form. A password is never kept."""

    table: Annotated[TableTerms, Part()] = TableTerms()
    max_bet: Annotated[
        Chips,
        Spec(
            "The largest bet for which the dealer may have a game played; nothing for the table's own.",
            "Games",
            whole(0, MAX_BET, "CHIPS"),
            label="Bet up to",
            unit="chips",
            typed=True,
            noun="the largest bet",
        ),
    ] = 0
    ante_for_all: Annotated[
        bool,
        Spec(
            "In games with blinds the big blind may post one ante for all (CX-46).",
            "Stakes",
            label="Ante paid by",
            words=lambda for_all: "the big blind, for all" if for_all else "everybody",
        ),
    ] = False
    bots: Annotated[
        SeatCount,
        Spec("How many seats bots fill; they make room for people.", "Table", label="Bots", unit="bots", zero="none"),
    ] = 0

    @property
    def most_seats(self) -> int:
        """The most seats that any of the games is for."""
        return max(self.seat_limits, default=2)

    def request(self, password: str = "") -> OpenTable:
        """Returns the command that opens the table."""
        table = replace(self.table, ante=0) if self.ante_for_all else self.table
        return OpenTable(
            **asdict(table),
            name=self.name,
            game=(*self.games_played, self.game)[0],
            big_blind_ante=self.table.ante if self.ante_for_all else 0,
            password=password,
            rotation=self.rotation(bet=table.bet, ante=table.ante, max_bet=self.max_bet),
            house=self.house,
        )

    def terms(self, usual: HouseRules = CASINO) -> OpeningTerms:
        """Returns the terms of the table on a server with those house rules; raises TermsRefused."""
        return opening_terms(self.request(), usual)


def setup_of_table(view: TableView, opened_with: HostSetup) -> HostSetup:
    """Returns the setup of a table as it is now; parts that it does not tell are those with which it was opened."""
    stakes, rotation = view.game.stakes, view.rotation
    table = {
        "bet": stakes.minimum_bet,
        "ante": stakes.big_blind_ante or stakes.ante,
        "min_buy_in": max(view.min_buy_in, MIN_BUY_IN_BETS * stakes.minimum_bet),
        "buy_in": view.buy_in,
        "max_buy_in": view.max_buy_in,
        "seats": len(view.seats),
        "clock": view.clock // 1000,
        "rail": None if view.rail == OPEN_RAIL else view.rail,
    }
    setup = replace(
        opened_with,
        name=view.name,
        plays=Plays.ONE,
        game=view.game.id,
        games=(),
        table=replace(opened_with.table, **table),
        ante_for_all=stakes.big_blind_ante > 0,
    )
    if rotation is None:
        return setup
    first = rotation.games[0]
    return replace(
        setup,
        plays=Plays.CHOICE if rotation.dealers_choice else Plays.TURNS,
        game=first.game,
        games=tuple(chosen.game for chosen in rotation.games),
        table=replace(setup.table, bet=first.bet or setup.table.bet, ante=first.ante),
        ante_for_all=False,
        hands=rotation.hands,
        choice_seconds=rotation.seconds,
        variations=rotation.variations,
        max_bet=rotation.max_bet,
    )


def as_kept_now(kept: dict[str, Any]) -> dict[str, Any]:
    """Returns a setup of a file of the release before as it is kept now."""
    names = {
        "limit": "rail_limit",
        "speaks": "rail_speaks",
        "delay_hands": "rail_hands",
        "delay_seconds": "rail_seconds",
    }
    rail = {name: kept[old] for name, old in names.items() if old in kept and (old, kept[old]) != ("rail_limit", -1)}
    others = {name: value for name, value in kept.items() if name not in names.values()}
    return with_part({**others, "rail": rail} if rail else others, "table", TableTerms)
