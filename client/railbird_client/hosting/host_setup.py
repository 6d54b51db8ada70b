"""What a host chooses of a new table, as it is kept in a profile, and the command that opens the table."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec.structs import asdict, replace

from railbird_client.hosting.games_setup import GamesSetup, Plays, with_part
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.house.presets import CASINO
from railbird_shared.house.terms import OpeningTerms, opening_terms
from railbird_shared.protocol.commands import OpenTable
from railbird_shared.protocol.quantities import Chips, SeatCount
from railbird_shared.protocol.rail_terms import OPEN_RAIL
from railbird_shared.protocol.table_limits import MAX_BET, MIN_BUY_IN_BETS
from railbird_shared.protocol.view import TableView
from railbird_shared.settings.kinds import whole
from railbird_shared.settings.spec import Part, Spec
from railbird_shared.settings.table_terms import TableTerms


class HostSetup(GamesSetup, frozen=True, kw_only=True):
    """What a host chooses: the terms of the `table`, and what else its form has. A password is never kept."""

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
    """Returns the setup of a table as it is now; what a table does not tell is that with which it was opened."""
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
