"""The form for a new tournament: its players, chips and hours, from which the levels are proposed, and all else.

A form is a value: every change returns another form. The terms are checked as the server checks them, so what the form
lets through is not refused for its terms.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property

from msgspec.structs import replace as with_fields

from railbird_client.model.form import Form, Problem
from railbird_client.model.form_rows import FormRow, RowKind, choice_row, heading, secret_row, stepped
from railbird_client.model.house_draft import PRESET_TITLES
from railbird_client.model.tournament_choices import (
    CHIP_COUNTS,
    CLOCKS,
    LEVEL_LENGTHS,
    MINUTES,
    PARSERS,
    PAYOUTS,
    PLAYER_COUNTS,
    PRICES,
    STARTS,
    TIME_BANKS,
    choice_words,
    hours_words,
    payout_words,
)
from railbird_client.model.tournament_words import about_words, duration_words, stakes_words
from railbird_shared import codec
from railbird_shared.catalogue import GAMES, MIXES, GameChoice
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.house.presets import PRESETS
from railbird_shared.house.terms import TermsRefused
from railbird_shared.rotation import rotation_of
from railbird_shared.table_limits import MAX_SEATS, MIN_SEATS
from railbird_shared.text_cleaning import clean_table_name
from railbird_shared.tournament.checks import check_terms, tournament_games
from railbird_shared.tournament.commands import OpenTournament
from railbird_shared.tournament.estimate import total_seconds
from railbird_shared.tournament.limits import MAX_ENTRANTS
from railbird_shared.tournament.payouts import prizes
from railbird_shared.tournament.proposal import SHORT_BREAK, Wish, propose_levels
from railbird_shared.tournament.structure import AddOn, Level, Rebuys, StartRule, TournamentTerms
from railbird_shared.tournament.words import place_words, prize_words


class TournamentFormPage(StrEnum):
    """The pages of the form, by their titles."""

    BASICS = "Tournament"
    GAME = "Game"
    MONEY = "Prizes"
    ENTRIES = "Entries"
    LEVELS = "Levels"


_P = TournamentFormPage

REBUYS_EXPECTED = 0.5
"""How many rebuys a player makes, about."""
ADD_ONS_EXPECTED = 0.8
"""The part of the players who buy the add-on, about."""

_FIELD_PLACES = {
    "name": (_P.BASICS, "name"),
    "least_players": (_P.BASICS, "players"),
    "chips": (_P.BASICS, "chips"),
    "seats": (_P.BASICS, "seats"),
    "game": (_P.GAME, "preset"),
    "house": (_P.GAME, "preset"),
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
class TournamentForm(Form):
    """What is chosen so far of a new tournament.

    `minutes` is how long the tournament may last. `bots` are taken in before the start. `length` is one of
    `LEVEL_LENGTHS`. Rebuys and late entry end with the levels named, 0 for none; `rebuys` is how often, -1 for any
    number.
    """

    name: str
    players: int = 9
    chips: int = 3000
    minutes: int = 180
    seats: int = 9
    bots: int = 0
    game: str = "holdem"
    mix: str = ""
    preset: str = "server"
    length: int = 0
    antes: bool = True
    breaks: bool = True
    buy_in: int = 0
    bounty: int = 0
    unit: str = ""
    payouts: tuple[int, ...] = ()
    late_entry: int = 0
    re_entries: int = 0
    rebuys: int = 0
    rebuys_until: int = 4
    add_on: bool = False
    start: StartRule | int = StartRule.BY_HOST
    clock: int | None = None
    time_bank: int | None = None
    hand_for_hand: bool = True
    deals: bool = True
    watchers: bool = True
    password: str = field(default="", repr=False)
    games: tuple[GameChoice, ...] = GAMES

    # --- what it comes to ---

    @cached_property
    def wish(self) -> Wish:
        """What the levels are proposed from."""
        more = REBUYS_EXPECTED * bool(self.rebuys) + ADD_ONS_EXPECTED * self.add_on
        return Wish(self.players, self.chips, self.minutes, self.antes, int(more * self.players * self.chips))

    @cached_property
    def levels(self) -> tuple[Level, ...]:
        """The levels: the proposed ones, with the host's length, and with a break for the add-on."""
        levels = propose_levels(self.wish)
        if self.length:
            seconds, hands = (60 * self.length, 0) if self.length > 0 else (0, -self.length)
            levels = tuple(with_fields(level, seconds=seconds, hands=hands) for level in levels)
        if not self.breaks:
            levels = tuple(with_fields(level, break_minutes=0) for level in levels)
        if self.add_on:
            at = self._add_on_level - 1
            level = with_fields(levels[at], break_minutes=levels[at].break_minutes or SHORT_BREAK)
            levels = (*levels[:at], level, *levels[at + 1 :])
        return levels

    @property
    def _add_on_level(self) -> int:
        return self.rebuys_until

    def terms_at(self, now: int) -> TournamentTerms:
        """Returns the terms, with a start that counts from `now`, in seconds since the beginning of 1970."""
        mix = next((mix for mix in MIXES if mix.id == self.mix), None)
        by_rule = isinstance(self.start, StartRule)
        price = self.buy_in - self.bounty
        rebuys = Rebuys(self.chips, price, self.rebuys_until, most=self.rebuys) if self.rebuys else None
        add_on = AddOn(self.chips, price, self._add_on_level) if self.add_on else None
        return TournamentTerms(
            clean_table_name(self.name),
            chips=self.chips,
            levels=self.levels,
            game=self.game,
            rotation=rotation_of(mix) if mix else None,
            house=None if self.preset == "server" else PRESETS[self.preset],
            seats=self.seats,
            most_players=self.players,
            buy_in=self.buy_in,
            bounty=self.bounty,
            rebuys=rebuys,
            add_on=add_on,
            late_entry=self.late_entry,
            re_entries=self.re_entries,
            payouts=self.payouts,
            start=self.start if isinstance(self.start, StartRule) else StartRule.AT_TIME,
            start_at=0 if by_rule else now + 60 * int(self.start),
            bots_to=self.bots,
            clock=self.clock,
            time_bank=self.time_bank,
            hand_for_hand=self.hand_for_hand,
            deals=self.deals,
            watchers=self.watchers,
            password=self.password,
            unit=self.unit,
        )

    @cached_property
    def terms(self) -> TournamentTerms:
        """The terms, with a start that counts from the beginning of time."""
        return self.terms_at(0)

    @cached_property
    def problem(self) -> Problem | None:
        """The first thing that keeps the tournament from being opened, None if it can be."""
        if self.typing_problem is not None:
            return self.typing_problem
        if not clean_table_name(self.name):
            return Problem(_P.BASICS, "name", "Give the tournament a name that can be shown.")
        try:
            check_terms(with_fields(self.terms, start_at=max(1, self.terms.start_at)), HouseRules())
        except TermsRefused as no:
            page, row = _FIELD_PLACES.get(no.field, (_P.LEVELS, "length"))
            return Problem(page, row, str(no))
        if len(codec.encode(OpenTournament(terms=self.terms))) > codec.MAX_COMMAND_BYTES - 64:
            return Problem(_P.GAME, "preset", "That is more than one message holds: take plainer house rules.")
        return None

    @property
    def summary(self) -> tuple[str, ...]:
        """What the tournament is, in two lines."""
        seconds = total_seconds(self.terms, self.wish.in_play)
        tables = -(-self.players // self.seats)
        first = self.levels[0]
        length = f"{first.hands} hands" if first.hands else f"{first.seconds // 60} minutes"
        return (
            f"{self.players} players on {tables} table{'s' * (tables > 1)}, {self.chips:,} chips each",
            f"{stakes_words(self.terms, first)} at first, {length} a level; about {about_words(seconds)} in all",
        )

    # --- the pages ---

    @property
    def row_makers(self) -> Mapping[StrEnum, Callable[[], tuple[FormRow, ...]]]:
        """What makes the rows of each page."""
        return {
            _P.BASICS: self._basic_rows,
            _P.GAME: self._game_rows,
            _P.MONEY: self._money_rows,
            _P.ENTRIES: self._entry_rows,
            _P.LEVELS: self._level_rows,
        }

    def _basic_rows(self) -> tuple[FormRow, ...]:
        hours = "How long it may last; the levels are proposed so that it ends about then."
        return (
            self._text("name", "Name", self.name, "What the lobby calls the tournament."),
            self._amount("players", "Players", f"{self.players}", f"How many may enter, 2 to {MAX_ENTRANTS}."),
            self._amount("chips", "Chips", f"{self.chips:,}", "What everybody starts with."),
            self._amount("minutes", "Hours", hours_words(self.minutes), hours),
            self._choice("seats", "Seats a table", "How many sit at a table; a game has a limit (DL-22)."),
            self._choice("bots", "Bots", "Up to how many players bots fill up before the start."),
            self._choice("start", "Starts", "Who or what starts it."),
            heading("Time"),
            self._choice("clock", "A turn", "How long a turn may take."),
            self._choice("time_bank", "Time bank", "What each player has besides."),
            heading("Who comes"),
            self._choice("watchers", "Watchers", "Whether anybody may watch its tables."),
            secret_row("password", "Password", self.password, "Who enters needs the password."),
        )

    def _game_rows(self) -> tuple[FormRow, ...]:
        mixes = tuple(mix for mix in MIXES if not mix.dealers_choice)
        known = {game.id for game in self.games}
        rows = [self._choice("preset", "House rules", "By which rules the games are played; a tournament has no rake.")]
        rows.append(heading("One game"))
        for game in self.games:
            at = "●" if game.id == self.game and not self.mix else ""
            rows.append(FormRow(f"game:{game.id}", game.name, at, RowKind.TICK, sentence=f"{game.description}."))
        rows.append(heading("Several in turn"))
        for mix in mixes:
            if known.issuperset(mix.games):
                at = "●" if mix.id == self.mix else ""
                rows.append(FormRow(f"mix:{mix.id}", mix.name, at, RowKind.TICK, sentence=f"{mix.description}."))
        return tuple(rows)

    def _money_rows(self) -> tuple[FormRow, ...]:
        worth = "What a unit of all prices and prizes is worth, as in 1 EUR; nothing where points are points."
        shares = "What the places get, in parts of the pool; type as in 50 30 20, nothing for the usual shares."
        return (
            self._amount("buy_in", "An entry costs", f"{self.buy_in:,}", "All of it is paid out in the end."),
            self._amount("bounty", "of which bounty", f"{self.bounty:,}", "What goes to who knocks the player out."),
            self._text("unit", "A unit is worth", self.unit, worth, placeholder="nothing"),
            self._text("payouts", "Payouts", payout_words(self.payouts), shares, placeholder="the usual ones"),
            self._choice("deals", "Deals", "Whether the players left may agree on how to share what is left."),
            *self._prize_rows(),
        )

    def _prize_rows(self) -> tuple[FormRow, ...]:
        """The prizes of the places if as many enter as may, without rebuys."""
        pool = self.players * (self.buy_in - self.bounty)
        if not pool:
            return ()
        sentence = "The prizes follow from the entries; rebuys and the add-on make them larger."
        amounts = prizes(pool, self.players, self.payouts)
        rows = (
            FormRow(
                f"prize:{place}",
                place_words(place),
                prize_words(units, self.unit),
                sentence=sentence,
                first=True,
                last=True,
            )
            for place, units in enumerate(amounts, 1)
        )
        return (heading(f"Prizes with {self.players} entries"), *rows)

    def _entry_rows(self) -> tuple[FormRow, ...]:
        chips = f"{self.chips:,} chips for {self.buy_in - self.bounty:,}"
        return (
            self._choice("late_entry", "Late entry", "Until the end of which level players still enter."),
            self._choice("re_entries", "Enter again", "How often a player who is out may, while late entry is open."),
            self._choice("rebuys", "Rebuys", f"How often a player without chips may buy {chips}."),
            self._choice("rebuys_until", "until the end of", "The last level in which a player may rebuy."),
            self._choice("add_on", "Add-on", f"Whether everybody may buy {chips} in the break when rebuys end."),
        )

    def _level_rows(self) -> tuple[FormRow, ...]:
        levels = tuple(
            FormRow(
                f"level:{number}",
                f"{number:>3}   {stakes_words(self.terms, level)}",
                (f"{level.hands} hands" if level.hands else duration_words(level.seconds))
                + (f", then a break of {level.break_minutes} minutes" if level.break_minutes else ""),
                sentence="The levels follow from players, chips and hours.",
                first=True,
                last=True,
            )
            for number, level in enumerate(self.levels, 1)
        )
        return (
            self._choice("length", "A level lasts", "As proposed, or a length of your own; the end follows from it."),
            self._choice("antes", "Antes", "Whether the big blind posts an ante for all in the later levels."),
            self._choice("breaks", "Breaks", "Whether there is a break about each hour."),
            self._choice("hand_for_hand", "At the bubble", "Whether all tables wait for each other near the prizes."),
            heading("The levels"),
            *levels,
        )

    # --- rows of each kind ---

    def _choice(self, row: str, label: str, sentence: str) -> FormRow:
        chosen = getattr(self, row)
        choices = tuple((value, choice_words(row, value, self.players)) for value in self._values(row))
        return choice_row(row, label, choices, chosen, sentence, other=choice_words(row, chosen, self.players))

    def _amount(self, row: str, label: str, text: str, sentence: str) -> FormRow:
        return FormRow(row, label, text, RowKind.AMOUNT, text, sentence=sentence)

    def _text(self, row: str, label: str, text: str, sentence: str, *, placeholder: str = "") -> FormRow:
        return FormRow(row, label, text, RowKind.TEXT, text, placeholder, sentence)

    def _values(self, row: str) -> tuple[object, ...]:
        """The values of a row to step through, () for none."""
        numbers = range(1, len(self.levels) + 1)
        choices: dict[str, tuple[object, ...]] = {
            "players": PLAYER_COUNTS,
            "chips": CHIP_COUNTS,
            "minutes": MINUTES,
            "seats": tuple(range(MIN_SEATS, self._most_seats + 1)),
            "bots": (0, *range(2, self.players + 1)),
            "start": STARTS,
            "clock": CLOCKS,
            "time_bank": TIME_BANKS,
            "watchers": (True, False),
            "preset": ("server", *PRESET_TITLES),
            "buy_in": PRICES,
            "bounty": tuple(price for price in PRICES if price <= self.buy_in),
            "payouts": PAYOUTS,
            "deals": (True, False),
            "late_entry": (0, *numbers),
            "re_entries": (0, 1, 2, 3, -1),
            "rebuys": (0, 1, 2, 3, 5, -1),
            "rebuys_until": tuple(numbers),
            "add_on": (False, True),
            "length": LEVEL_LENGTHS,
            "antes": (True, False),
            "breaks": (True, False),
            "hand_for_hand": (True, False),
        }
        return choices.get(row, ())

    @property
    def _most_seats(self) -> int:
        """The most seats that every game of the tournament has."""
        most = {game.id: game.max_seats for game in self.games}
        return min(most.get(chosen.game, MAX_SEATS) for chosen in tournament_games(self.terms))

    # --- changes ---

    def step(self, row: str, by: int) -> TournamentForm:
        """Returns the form with a value of a row before or after; stops at both ends."""
        values = self._values(row)
        return self.with_value(row, stepped(values, getattr(self, row), by)) if values else self

    def toggle(self, row: str) -> TournamentForm:
        """Returns the form with a game, or several in turn."""
        kind, _, name = row.partition(":")
        form = replace(self, mix=name) if kind == "mix" else replace(self, game=name, mix="")
        return form.fitted()

    def with_typed(self, row: str, text: str) -> TournamentForm:
        """Returns the form with what was typed into a row; raises ValueError with a sentence."""
        return self.with_value(row, PARSERS[row](text))

    def with_value(self, row: str, value: object) -> TournamentForm:
        """Returns the form with another value of a row."""
        changes: dict[str, object] = {row: value}
        return replace(self.without_wrong(row), **changes).fitted()  # type: ignore[arg-type]

    def fitted(self) -> TournamentForm:
        """Returns the form with no more seats, bots, bounties and levels than there can be."""
        form = replace(self, seats=min(self.seats, self._most_seats), bots=min(self.bots, self.players))
        last = len(form.levels)
        late_entry = min(form.late_entry, last)
        return replace(
            form,
            bounty=min(form.bounty, form.buy_in),
            late_entry=late_entry,
            re_entries=form.re_entries if late_entry else 0,
            rebuys_until=min(form.rebuys_until, last),
        )
