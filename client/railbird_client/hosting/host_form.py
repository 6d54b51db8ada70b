"""The form for a new table: pages of rows, what they come to, and what keeps the table from being opened.

A form is a value: every change returns another form. The terms are those by which the server opens tables, so what the
form lets through is not refused for its terms.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from msgspec.structs import replace as with_fields

from railbird_client.forms.form import FormRow, Problem, secret_row, text_row
from railbird_client.hosting.games_form import GamesForm
from railbird_client.hosting.host_setup import HostSetup, Plays
from railbird_shared.house.terms import OpeningTerms, TermsRefused
from railbird_shared.protocol import codec
from railbird_shared.protocol.commands import OpenTable
from railbird_shared.protocol.table_limits import MIN_SEATS
from railbird_shared.settings.spec import USUAL, Setting
from railbird_shared.text.text_cleaning import clean_table_name


class Page(StrEnum):
    """The pages of the form, by their titles."""

    GAME = "Game"
    STAKES = "Stakes"
    PLAYERS = "Table"
    HOUSE = "House rules"
    PROFILES = "Profiles"


_ROWS = {"big_blind_ante": "ante", "rotation": "plays", "game": "plays", "house": "preset"}
"""The rows of what the terms refuse under another name."""


@dataclass(frozen=True)
class HostForm(GamesForm):
    """The choices so far for a new table."""

    game_page = Page.GAME
    house_page = Page.HOUSE
    profile_page = Page.PROFILES

    setup: HostSetup

    # --- what it comes to ---

    @cached_property
    def chosen(self) -> HostSetup:
        """The choices with the house rules, None for those in conflict."""
        return with_fields(self.setup, house=self.own_house)

    @cached_property
    def terms(self) -> OpeningTerms | TermsRefused:
        """The terms of the table, or why there can be none."""
        try:
            return self.chosen.terms()
        except TermsRefused as no:
            return no

    def find_problem(self) -> Problem | None:
        """Returns the first thing that keeps the table from being opened, None if it can be."""
        if self.first_problem is not None:
            return self.first_problem
        if not self.setup.name or not clean_table_name(self.setup.name):
            return Problem(Page.GAME, "name", "Give the table a name that can be shown.")
        if isinstance(self.terms, TermsRefused):
            row = _ROWS.get(self.terms.field, self.terms.field)
            page = self.page_of(row)
            return Problem(page, row, str(self.terms)) if page else Problem(Page.GAME, "plays", str(self.terms))
        if self.setup.bots >= self.terms.seats:
            return Problem(Page.PLAYERS, "bots", "Leave a seat for yourself: take fewer bots or more seats.")
        if len(codec.encode(self.request)) > codec.MAX_COMMAND_BYTES - 64:
            sentence = "That is more than one message holds: list fewer games, or fewer rules of single games."
            return Problem(Page.GAME, "plays", sentence)
        return None

    @property
    def request(self) -> OpenTable:
        """The command that opens the table."""
        name = clean_table_name(self.setup.name)
        return with_fields(self.chosen, name=name).request(self.password)

    @property
    def summary(self) -> tuple[str, ...]:
        """The table in lines: its game and stakes, its seats and buy-ins, and its differences from a casino."""
        terms = self.terms
        if isinstance(terms, TermsRefused):
            return ()
        title = terms.first.game.full_title
        mix = self.setup.mix
        if self.setup.plays is not Plays.ONE:
            names = mix.name if mix else f"{len(self.setup.games)} games"
            title = f"{names}{' by choice' if self.setup.plays is Plays.CHOICE and not mix else ''}, first {title}"
        clock = self.setup.table.clock
        seats = f"{terms.seats} seats" + (f", {self.setup.bots} bots" if self.setup.bots else "")
        limits = f"buy-in {terms.min_buy_in:,} to {terms.max_buy_in:,}, usually {terms.buy_in:,}"
        times = "" if clock is None else f", {clock} s a turn" if clock else ", no clock"
        return title, f"{seats}, {limits}{times}", *self.house.differences

    # --- the pages ---

    @property
    def row_makers(self) -> Mapping[StrEnum, Callable[[], tuple[FormRow, ...]]]:
        """The makers of the rows of each page; the form knows none of the profiles."""
        return {
            Page.GAME: self._name_and_games,
            Page.STAKES: self._stake_rows,
            Page.PLAYERS: self._table_rows,
            Page.HOUSE: self.house_rows,
            Page.PROFILES: tuple,
        }

    def _name_and_games(self) -> tuple[FormRow, ...]:
        name = text_row("name", "Name", self.setup.name, sentence="The name of the table in the lobby.")
        return (name, *self.game_rows())

    def dealer_rows(self) -> tuple[FormRow, ...]:
        """Returns the rows about what the dealer may choose, and for how much."""
        return (*super().dealer_rows(), self.declared_row("max_bet"))

    def _stake_rows(self) -> tuple[FormRow, ...]:
        return self.declared_rows("Stakes", "Buy-ins")

    def _table_rows(self) -> tuple[FormRow, ...]:
        hint = "Players need the password, or an invite, to come to the table. It is kept in no profile."
        rows = self.declared_rows("Table", "Time", "Spectators", "Access")
        return (*rows, secret_row("password", "Password", self.password, hint))

    def possible(self, setting: Setting) -> tuple[object, ...]:
        """Returns the values that a row steps through: no more seats and bots than the games have."""
        match setting.name:
            case "seats":
                most = max(self.setup.most_seats, self.setup.table.seats)
                return (0, *range(MIN_SEATS, most + 1))
            case "bots":
                usual = self.setup.most_seats if isinstance(self.terms, TermsRefused) else self.terms.seats
                return tuple(range(self.setup.table.seats or usual))
            case _:
                return super().possible(setting)

    def words(self, setting: Setting, value: object) -> str:
        """Returns a value in words; the usual number of seats is that of the game."""
        if setting.name in ("seats", "bots") and value:
            return str(value)
        if setting.name == "seats":
            return USUAL if isinstance(self.terms, TermsRefused) else f"{self.terms.seats}, as usual"
        return super().words(setting, value)

    def placeholder(self, setting: Setting) -> str:
        """Returns what the table comes to where nothing is typed."""
        usual = {"most_brought": USUAL, "chip_worth": "nothing", "max_bet": "the table's bet", "ante": "none"}
        if not isinstance(self.terms, TermsRefused):
            terms, stakes = self.terms, self.terms.first.game.stakes
            chips = {"bet": stakes.minimum_bet, "ante": stakes.ante}
            chips |= {"min_buy_in": terms.min_buy_in, "buy_in": terms.buy_in, "max_buy_in": terms.max_buy_in}
            usual |= {name: f"{amount:,}" for name, amount in chips.items() if amount}
        return usual.get(setting.name, "")

    # --- changes ---

    def fitted(self) -> HostForm:
        """Returns the form with no more seats and bots than its games allow."""
        setup, most = self.setup, self.setup.most_seats
        return self.with_setup(seats=min(setup.table.seats, most), bots=min(setup.bots, most - 1))
