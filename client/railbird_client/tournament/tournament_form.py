"""The form for a new tournament: its players, chips and hours, from which the levels are proposed, and all else.

A form is a value: every change returns another form. The terms are checked as the server checks them, so what the form
lets through is not refused for its terms.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from msgspec.structs import replace as with_fields

from railbird_client.forms.form import Problem
from railbird_client.forms.form_rows import (
    FormRow,
    RowKind,
    amount_row,
    choice_row,
    heading,
    secret_row,
    stepped,
    text_row,
)
from railbird_client.hosting.games_form import CLOCKS, TIME_BANKS, GamesForm
from railbird_client.tournament.tournament_choices import (
    CHIP_COUNTS,
    FIRST_BETS,
    LEVEL_LENGTHS,
    MINUTES,
    PARSERS,
    PAYOUTS,
    PLAYER_COUNTS,
    PRICES,
    STARTS,
    STRIDE_WORDS,
    choice_words,
    hours_words,
    parse_number,
    payout_words,
    usual_bets,
)
from railbird_client.tournament.tournament_setup import TournamentSetup
from railbird_client.tournament.tournament_words import about_words, duration_words, stakes_words
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.house.terms import TermsRefused
from railbird_shared.protocol import codec
from railbird_shared.protocol.table_limits import MAX_BET, MIN_BET, MIN_SEATS
from railbird_shared.text.text_cleaning import clean_table_name
from railbird_shared.tournament.checks import check_terms
from railbird_shared.tournament.commands import OpenTournament
from railbird_shared.tournament.estimate import total_seconds
from railbird_shared.tournament.limits import MAX_ENTRANTS
from railbird_shared.tournament.payouts import prizes
from railbird_shared.tournament.structure import Level, TournamentTerms
from railbird_shared.tournament.words import place_words, prize_words


class TournamentFormPage(StrEnum):
    """The pages of the form, by their titles."""

    BASICS = "Players"
    GAME = "Game"
    MONEY = "Prizes"
    ENTRIES = "Entries"
    LEVELS = "Levels"
    HOUSE = "House rules"
    PROFILES = "Profiles"


_P = TournamentFormPage

LEVEL = "level:"
STAKES_WIDTH = 22
"""The width of the stakes of a level, so that its length stands below the others."""

WITHOUT_EFFECT = frozenset(
    {
        *("straddles", "newcomers_wait", "seats", "small_blind", "big_blind", "ante", "ante_form"),
        *("rabbit_hunt", "chopped_blinds", "seven_deuce", "bomb_pot", "bomb_pot_every"),
        *("min_buy_in_multiple", "rake", "rake_percent", "rake_cap", "time_charge", "runs"),
    }
)
"""The house rules that a tournament does not have.

Its levels set the stakes, nobody pays for a custom, and the rest of an all-in hand is dealt once.
"""

_FIELD_PLACES = {
    "name": (_P.BASICS, "name"),
    "least_players": (_P.BASICS, "players"),
    "chips": (_P.BASICS, "chips"),
    "seats": (_P.BASICS, "seats"),
    "game": (_P.GAME, "plays"),
    "rotation": (_P.GAME, "plays"),
    "house": (_P.HOUSE, "preset"),
    "bet": (_P.BASICS, "chips"),
    "ante": (_P.LEVELS, "antes"),
    "bounty": (_P.MONEY, "bounty"),
    "payouts": (_P.MONEY, "payouts"),
    "rebuys": (_P.ENTRIES, "rebuys"),
    "add_on": (_P.ENTRIES, "add_on"),
    "late_entry": (_P.ENTRIES, "late_entry"),
    "re_entries": (_P.ENTRIES, "re_entries"),
    "bots_to": (_P.BASICS, "bots"),
}


@dataclass(frozen=True)
class TournamentForm(GamesForm):
    """What is chosen so far of a new tournament."""

    game_page = _P.GAME
    house_page = _P.HOUSE
    profile_page = _P.PROFILES
    without_effect = WITHOUT_EFFECT

    setup: TournamentSetup

    # --- what it comes to ---

    @cached_property
    def chosen(self) -> TournamentSetup:
        """What is chosen, with the house rules, None for those in conflict."""
        return with_fields(self.setup, house=self.own_house)

    @cached_property
    def levels(self) -> tuple[Level, ...]:
        """The levels as they are proposed, and as the host has changed them."""
        return self.setup.levels

    def terms_at(self, now: int) -> TournamentTerms:
        """Returns the terms, with a start that counts from `now`, in seconds since the beginning of 1970."""
        return self.setup.terms(self.own_house, self.password, now=now)

    @cached_property
    def terms(self) -> TournamentTerms:
        """The terms, with a start that counts from the beginning of time."""
        return self.terms_at(0)

    def find_problem(self) -> Problem | None:
        """Returns the first thing that keeps the tournament from being opened, None if it can be."""
        if self.first_problem is not None:
            return self.first_problem
        if not clean_table_name(self.setup.name):
            return Problem(_P.BASICS, "name", "Give the tournament a name that can be shown.")
        try:
            check_terms(with_fields(self.terms, start_at=max(1, self.terms.start_at)), HouseRules())
        except TermsRefused as no:
            page, row = _FIELD_PLACES.get(no.field, (_P.LEVELS, "length"))
            return Problem(page, row, str(no))
        if len(codec.encode(OpenTournament(terms=self.terms))) > codec.MAX_COMMAND_BYTES - 64:
            return Problem(_P.HOUSE, "preset", "That is more than one message holds: take plainer house rules.")
        return None

    @property
    def summary(self) -> tuple[str, ...]:
        """What the tournament is, in two lines."""
        setup, first = self.setup, self.levels[0]
        seconds = total_seconds(self.terms, setup.wish.in_play)
        tables = -(-setup.players // setup.seats)
        length = f"{first.hands} hands" if first.hands else f"{first.seconds // 60} minutes"
        return (
            f"{setup.players} players on {tables} table{'s' * (tables > 1)}, {setup.chips:,} chips each",
            f"{stakes_words(self.terms, first)} at first, {length} a level; about {about_words(seconds)} in all",
        )

    # --- the pages ---

    @property
    def row_makers(self) -> Mapping[StrEnum, Callable[[], tuple[FormRow, ...]]]:
        """What makes the rows of each page; the form knows none of the profiles."""
        return {
            _P.BASICS: self._basic_rows,
            _P.GAME: self.game_rows,
            _P.MONEY: self._money_rows,
            _P.ENTRIES: self._entry_rows,
            _P.LEVELS: self._level_rows,
            _P.HOUSE: self.house_rows,
            _P.PROFILES: tuple,
        }

    def _basic_rows(self) -> tuple[FormRow, ...]:
        setup = self.setup
        hours = "How long it may last; the levels are proposed so that it ends about then."
        how_many = f"How many may enter, 2 to {MAX_ENTRANTS}."
        return (
            text_row("name", "Name", setup.name, sentence="What the lobby calls the tournament."),
            amount_row("players", "Players", f"{setup.players}", sentence=how_many),
            amount_row("chips", "Chips", f"{setup.chips:,}", sentence="What everybody starts with."),
            amount_row("minutes", "Hours", hours_words(setup.minutes), sentence=hours),
            self._choice("seats", "Seats a table", "How many sit at a table; a game has a limit (DL-22)."),
            self._choice("bots", "Bots", "Up to how many players bots fill up before the start."),
            self._choice("start", "Starts", "Who or what starts it."),
            heading("Time"),
            self._choice("clock", "A turn", "How long a turn may take."),
            self._choice("time_bank", "Time bank", "What each player has besides."),
            heading("Who comes"),
            self._choice("watchers", "Watchers", "Whether anybody may watch its tables."),
            self._choice("listed", "Seen by", "Whether the lobby lists it; its page tells you its code."),
            secret_row("password", "Password", self.password, "Who enters needs the password; it is kept nowhere."),
        )

    def _money_rows(self) -> tuple[FormRow, ...]:
        setup = self.setup
        worth = "What a unit of all prices and prizes is worth, as in 1 EUR; nothing where points are points."
        shares = "What the places get, in parts of the pool; type as in 50 30 20, nothing for the usual shares."
        bounty = "What goes to who knocks the player out."
        typed = payout_words(setup.payouts)
        return (
            amount_row("buy_in", "An entry costs", f"{setup.buy_in:,}", sentence="All of it is paid out in the end."),
            amount_row("bounty", "of which bounty", f"{setup.bounty:,}", sentence=bounty),
            text_row("unit", "A unit is worth", setup.unit, placeholder="nothing", sentence=worth),
            text_row("payouts", "Payouts", typed, placeholder="the usual ones", sentence=shares),
            self._choice("deals", "Deals", "Whether the players left may agree on how to share what is left."),
            *self._prize_rows(),
        )

    def _prize_rows(self) -> tuple[FormRow, ...]:
        """The prizes of the places if as many enter as may, without rebuys."""
        setup = self.setup
        pool = setup.players * (setup.buy_in - setup.bounty)
        if not pool:
            return ()
        sentence = "The prizes follow from the entries; rebuys and the add-on make them larger."
        amounts = enumerate(prizes(pool, setup.players, setup.payouts), 1)
        rows = (
            FormRow(
                f"prize:{place}", place_words(place), prize_words(units, setup.unit), RowKind.FACT, sentence=sentence
            )
            for place, units in amounts
        )
        return (heading(f"Prizes with {setup.players} entries"), *rows)

    def _entry_rows(self) -> tuple[FormRow, ...]:
        setup = self.setup
        chips = f"{setup.chips:,} chips for {setup.buy_in - setup.bounty:,}"
        return (
            self._choice("late_entry", "Late entry", "Until the end of which level players still enter."),
            self._choice("re_entries", "Enter again", "How often a player who is out may, while late entry is open."),
            self._choice("rebuys", "Rebuys", f"How often a player without chips may buy {chips}."),
            self._choice("rebuys_until", "until the end of", "The last level in which a player may rebuy."),
            self._choice("add_on", "Add-on", f"Whether everybody may buy {chips} in the break when rebuys end."),
        )

    def _level_rows(self) -> tuple[FormRow, ...]:
        setup = self.setup
        typed = f"{setup.first_bet:,}" if setup.first_bet else ""
        first = "The big blind, or the small bet of fixed limits, of the first level; nothing for a usual one."
        return (
            amount_row("first_bet", "First bet", typed, placeholder=f"{self.levels[0].bet:,}", sentence=first),
            self._choice("stride", "Levels rise", "How fast the stakes rise; the levels are longer if they rise fast."),
            self._choice("length", "A level lasts", "As proposed, or a length of your own; the end follows from it."),
            self._choice("antes", "Antes", "Whether the big blind posts an ante for all in the later levels."),
            self._choice("breaks", "Breaks", "Whether there is a break about each hour."),
            self._choice("hand_for_hand", "At the bubble", "Whether all tables wait for each other near the prizes."),
            heading("The levels: type the bet of any"),
            *(self._level_row(number, level) for number, level in enumerate(self.levels, 1)),
        )

    def _level_row(self, number: int, level: Level) -> FormRow:
        length = f"{level.hands} hands" if level.hands else duration_words(level.seconds)
        rest = f", {level.break_minutes}m break" if level.break_minutes else ""
        is_own = number in dict(self.setup.own_bets)
        return FormRow(
            f"{LEVEL}{number}",
            f"Level {number}" + (", your bet" if is_own else ""),
            f"{stakes_words(self.terms, level):<{STAKES_WIDTH}} {length}{rest}",
            RowKind.AMOUNT,
            f"{level.bet:,}",
            sentence="Its bet: type it, or change it by the arrows; nothing for the one that is proposed.",
        )

    # --- rows of each kind ---

    def _choice(self, row: str, label: str, sentence: str) -> FormRow:
        chosen, players = getattr(self.setup, row), self.setup.players
        choices = tuple((value, choice_words(row, value, players)) for value in self._values(row))
        return choice_row(row, label, choices, chosen, sentence, other=choice_words(row, chosen, players))

    def _values(self, row: str) -> tuple[object, ...]:
        """The values of a row to step through, () for none."""
        setup, numbers = self.setup, range(1, len(self.levels) + 1)
        choices: dict[str, tuple[object, ...]] = {
            "players": PLAYER_COUNTS,
            "chips": CHIP_COUNTS,
            "minutes": MINUTES,
            "seats": tuple(range(MIN_SEATS, setup.most_seats + 1)),
            "bots": (0, *range(2, setup.players + 1)),
            "start": STARTS,
            "clock": CLOCKS,
            "time_bank": TIME_BANKS,
            "watchers": (True, False),
            "listed": (True, False),
            "buy_in": PRICES,
            "bounty": tuple(price for price in PRICES if price <= setup.buy_in),
            "payouts": PAYOUTS,
            "deals": (True, False),
            "late_entry": (0, *numbers),
            "re_entries": (0, 1, 2, 3, -1),
            "rebuys": (0, 1, 2, 3, 5, -1),
            "rebuys_until": tuple(numbers),
            "add_on": (False, True),
            "first_bet": FIRST_BETS,
            "stride": tuple(STRIDE_WORDS),
            "length": LEVEL_LENGTHS,
            "antes": (True, False),
            "breaks": (True, False),
            "hand_for_hand": (True, False),
        }
        return choices.get(row, ())

    # --- changes ---

    def step(self, row: str, by: int) -> TournamentForm:
        """Returns the form with a value of a row before or after; stops at both ends."""
        if (form := self.step_games(row, by)) is not None:
            return form
        if row.startswith(LEVEL):
            number = int(row.removeprefix(LEVEL))
            bets = usual_bets(self._least_bet(number))
            return self._with_bet(number, stepped(bets, self.levels[number - 1].bet, by))
        values = self._values(row)
        return self.with_value(row, stepped(values, getattr(self.setup, row), by)) if values else self

    def with_typed(self, row: str, text: str) -> TournamentForm:
        """Returns the form with what was typed into a row; raises ValueError with a sentence."""
        if (form := self.typed_house_rule(row, text)) is not None:
            return form
        if row == "password":
            return self.typed_password(text)
        if not row.startswith(LEVEL):
            return self.with_value(row, PARSERS[row](text))
        number = int(row.removeprefix(LEVEL))
        if not text.strip():
            return self._with_bet(number, 0)
        return self._with_bet(
            number, parse_number(f"the bet of level {number}", self._least_bet(number), MAX_BET)(text)
        )

    def _least_bet(self, number: int) -> int:
        """The least bet of a level, which is no lower than that of the level before."""
        return self.levels[number - 2].bet if number > 1 else MIN_BET

    def _with_bet(self, number: int, bet: int) -> TournamentForm:
        """Returns the form with another bet of a level, 0 for the one that is proposed."""
        own = {level: own for level, own in self.setup.own_bets if level != number}
        if bet:
            own[number] = bet
        return self.with_value("own_bets", tuple(sorted(own.items()))).without_wrong(f"{LEVEL}{number}")

    def with_value(self, row: str, value: object) -> TournamentForm:
        """Returns the form with another value of a row."""
        return self.without_wrong(row).with_setup(**{row: value}).fitted()

    def fitted(self) -> TournamentForm:
        """Returns the form with no more seats, bots, bounties and levels than there can be."""
        setup, last = self.setup, len(self.levels)
        late_entry = min(setup.late_entry, last)
        return self.with_setup(
            seats=min(setup.seats, setup.most_seats),
            bots=min(setup.bots, setup.players),
            bounty=min(setup.bounty, setup.buy_in),
            late_entry=late_entry,
            re_entries=setup.re_entries if late_entry else 0,
            rebuys_until=min(setup.rebuys_until, last),
        )
