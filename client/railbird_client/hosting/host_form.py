"""The setup of a new table, as a profile keeps it, and its form: pages of rows, and the first thing that is wrong.

The terms are those by which the server opens tables, so what the form lets through is not refused for its terms.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Annotated, Any

from msgspec.structs import asdict, replace

from railbird_client.forms.form_rows import FormPage, Problem
from railbird_client.hosting.games_form import GamesForm, GamesSetup, Plays, with_part
from railbird_shared.game.rotation import ChosenGame
from railbird_shared.house.house_rules import CASINO
from railbird_shared.house.terms import OpeningTerms, TermsRefused, opening_terms
from railbird_shared.protocol.commands import OpenTable
from railbird_shared.protocol.quantities import Chips, SeatCount
from railbird_shared.protocol.table_limits import MAX_BET, MIN_BUY_IN_BETS, MIN_SEATS
from railbird_shared.protocol.view import TableView
from railbird_shared.settings.kinds import whole
from railbird_shared.settings.spec import USUAL, Part, Setting, Spec
from railbird_shared.settings.table_terms import OPEN_RAIL, TableTerms
from railbird_shared.text.text_cleaning import clean_table_name


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
            place=1,
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


def setup_of_table(view: TableView, opened_with: HostSetup) -> HostSetup:
    """Returns the setup of a table as it is now; parts that it does not tell are those with which it was opened."""
    stakes, rotation = view.game.stakes, view.rotation
    first = rotation.games[0] if rotation else ChosenGame(view.game.id, ante=stakes.big_blind_ante or stakes.ante)
    table = {
        "bet": first.bet or stakes.minimum_bet,
        "ante": first.ante,
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
        game=first.game,
        games=(),
        table=replace(opened_with.table, **table),
        ante_for_all=rotation is None and stakes.big_blind_ante > 0,
    )
    if rotation is None:
        return setup
    return replace(
        setup,
        plays=Plays.CHOICE if rotation.dealers_choice else Plays.TURNS,
        games=tuple(chosen.game for chosen in rotation.games),
        hands=rotation.hands,
        choice_seconds=rotation.seconds,
        variations=rotation.variations,
        max_bet=rotation.max_bet,
    )


def table_as_kept_now(kept: dict[str, Any]) -> dict[str, Any]:
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


@dataclass(frozen=True)
class HostForm(GamesForm[HostSetup]):
    """The choices so far for a new table."""

    noun = "table"
    layout = MappingProxyType(
        {
            FormPage.GAME: (),
            FormPage.STAKES: (("Stakes", "Buy-ins"),),
            FormPage.TABLE: (("Table", "Time", "Spectators", "Access"),),
            FormPage.HOUSE: (),
            FormPage.PROFILES: (),
        }
    )
    password_hint = "Players need the password, or an invite, to come to the table. It is kept in no profile."  # noqa: S105
    other_rows = GamesForm.other_rows | {"big_blind_ante": "ante"}
    usual_row = FormPage.GAME, "plays"
    too_long = Problem(
        *usual_row, "That is more than one message holds: list fewer games, or fewer rules of single games."
    )

    # --- what it comes to ---

    @cached_property
    def terms(self) -> OpeningTerms | TermsRefused:
        """The terms of the table, or why there can be none."""
        try:
            return opening_terms(self.chosen.request(), CASINO)
        except TermsRefused as no:
            return no

    def terms_problem(self) -> Problem | None:
        """Returns why the table cannot be opened so, None if it can be."""
        if isinstance(self.terms, TermsRefused):
            return self.problem_of(self.terms)
        if self.setup.bots >= self.terms.seats:
            return Problem(FormPage.TABLE, "bots", "Leave a seat for yourself: take fewer bots or more seats.")
        return None

    @property
    def request(self) -> OpenTable:
        """The command that opens the table."""
        return replace(self.chosen, name=clean_table_name(self.setup.name)).request(self.password)

    @property
    def summary(self) -> tuple[str, ...]:
        """The table in two lines: its game and stakes, and its seats and buy-ins; none where it cannot be."""
        terms, mix, clock = self.terms, self.setup.mix, self.setup.table.clock
        if isinstance(terms, TermsRefused):
            return ()
        title = terms.first.game.full_title
        if self.setup.plays is not Plays.ONE:
            names = mix.name if mix else f"{len(self.setup.games)} games"
            title = f"{names}{' by choice' if self.setup.plays is Plays.CHOICE and not mix else ''}, first {title}"
        seats = f"{terms.seats} seats" + (f", {self.setup.bots} bots" if self.setup.bots else "")
        limits = f"buy-in {terms.buy_ins.least:,} to {terms.buy_ins.most:,}, usually {terms.buy_ins.usual:,}"
        times = "" if clock is None else f", {clock} s a turn" if clock else ", no clock"
        return title, f"{seats}, {limits}{times}"

    # --- the pages ---

    def possible(self, setting: Setting) -> tuple[object, ...]:
        """Returns the values that a row steps through: no more seats and bots than the games have."""
        chosen, most = self.setup.table.seats, self.setup.most_seats
        usual = most if isinstance(self.terms, TermsRefused) else self.terms.seats
        values = {"seats": (0, *range(MIN_SEATS, max(most, chosen) + 1)), "bots": range(chosen or usual)}
        return tuple(values.get(setting.name, super().possible(setting)))

    def in_words(self, setting: Setting, value: object) -> str:
        """Returns a value in words; the usual number of seats is that of the game."""
        if setting.name in ("seats", "bots") and value:
            return str(value)
        if setting.name == "seats":
            return USUAL if isinstance(self.terms, TermsRefused) else f"{self.terms.seats}, as usual"
        return super().in_words(setting, value)

    @property
    def usual(self) -> Mapping[str, str]:
        """The value of each row where nothing is typed."""
        usual = {"most_brought": USUAL, "chip_worth": "nothing", "max_bet": "the table's bet", "ante": "none"}
        if not isinstance(self.terms, TermsRefused):
            buy_ins, stakes = self.terms.buy_ins, self.terms.first.game.stakes
            chips = {"bet": stakes.minimum_bet, "ante": stakes.ante}
            chips |= {"min_buy_in": buy_ins.least, "buy_in": buy_ins.usual, "max_buy_in": buy_ins.most}
            usual |= {name: f"{amount:,}" for name, amount in chips.items() if amount}
        return usual

    # --- changes ---

    def fitted(self) -> HostForm:
        """Returns the form with no more seats and bots than its games allow."""
        setup, most = self.setup, self.setup.most_seats
        return self.with_setup(seats=min(setup.table.seats, most), bots=min(setup.bots, most - 1))
