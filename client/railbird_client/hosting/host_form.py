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

from railbird_client.forms.form import Problem
from railbird_client.forms.form_rows import FormRow, amount_row, choice_row, heading, secret_row, stepped, text_row
from railbird_client.hosting.games_form import CLOCKS, TIME_BANKS, USUAL, GamesForm, bank_words, clock_words
from railbird_client.hosting.games_setup import Plays
from railbird_client.hosting.host_setup import HostSetup
from railbird_shared.fair_deal.setting import FairDeal
from railbird_shared.history.settle_up import parse_worth
from railbird_shared.house.terms import OpeningTerms, TermsRefused
from railbird_shared.protocol import codec
from railbird_shared.protocol.commands import OpenTable
from railbird_shared.protocol.rail_terms import RailTerms
from railbird_shared.protocol.table_limits import (
    MAX_BET,
    MAX_CHIPS,
    MIN_BET,
    MIN_SEATS,
)
from railbird_shared.text.text_cleaning import clean_table_name


class Page(StrEnum):
    """The pages of the form, by their titles."""

    GAME = "Game"
    STAKES = "Stakes"
    PLAYERS = "Table"
    HOUSE = "House rules"
    PROFILES = "Profiles"


REBUYS = (None, -1, *range(11))
APPROVAL = (None, False, True)
FAIR_DEALS = (None, *FairDeal)
RAIL_LIMITS = (-1, 0, 1, 2, 3, 5, 10, 20, 50, 100)
RAIL_DELAY_HANDS = (0, 1, 2, 3, 5, 10, 20)
RAIL_DELAY_SECONDS = (0, 30, 60, 120, 300, 600, 900)
_BETS = (0, 2, 4, 10, 20, 50, 100, 200, 500, 1000)
_FIELD_PAGES = {
    "bet": (Page.STAKES, "bet"),
    "ante": (Page.STAKES, "ante"),
    "big_blind_ante": (Page.STAKES, "ante"),
    "min_buy_in": (Page.STAKES, "min_buy_in"),
    "buy_in": (Page.STAKES, "buy_in"),
    "max_buy_in": (Page.STAKES, "max_buy_in"),
    "chip_worth": (Page.STAKES, "chip_worth"),
    "most_brought": (Page.STAKES, "most_brought"),
    "seats": (Page.PLAYERS, "seats"),
    "rotation": (Page.GAME, "plays"),
    "house": (Page.HOUSE, "preset"),
    "game": (Page.GAME, "plays"),
}


@dataclass(frozen=True)
class HostForm(GamesForm):
    """What is chosen so far of a new table."""

    game_page = Page.GAME
    house_page = Page.HOUSE
    profile_page = Page.PROFILES

    setup: HostSetup

    # --- what it comes to ---

    @cached_property
    def chosen(self) -> HostSetup:
        """What is chosen, with the house rules, None for those in conflict."""
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
            page, row = _FIELD_PAGES.get(self.terms.field, (Page.GAME, "plays"))
            return Problem(page, row, str(self.terms))
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
        worth = self.setup.chip_worth if isinstance(self.terms, TermsRefused) else self.terms.chip_worth
        return with_fields(self.chosen, name=name, chip_worth=worth).request(self.password)

    @property
    def summary(self) -> tuple[str, ...]:
        """What the table is, in lines: its game and stakes, its seats and buy-ins, and what is unlike a casino."""
        terms = self.terms
        if isinstance(terms, TermsRefused):
            return ()
        title = terms.first.game.full_title
        mix = self.setup.mix
        if self.setup.plays is not Plays.ONE:
            names = mix.name if mix else f"{len(self.setup.games)} games"
            title = f"{names}{' by choice' if self.setup.plays is Plays.CHOICE and not mix else ''}, first {title}"
        clock = self.setup.clock
        seats = f"{terms.seats} seats" + (f", {self.setup.bots} bots" if self.setup.bots else "")
        limits = f"buy-in {terms.min_buy_in:,} to {terms.max_buy_in:,}, usually {terms.buy_in:,}"
        times = "" if clock is None else f", {clock} s a turn" if clock else ", no clock"
        return title, f"{seats}, {limits}{times}", *self.house.differences

    # --- the pages ---

    @property
    def row_makers(self) -> Mapping[StrEnum, Callable[[], tuple[FormRow, ...]]]:
        """What makes the rows of each page; the form knows none of the profiles."""
        return {
            Page.GAME: self._name_and_games,
            Page.STAKES: self._stake_rows,
            Page.PLAYERS: self._table_rows,
            Page.HOUSE: self.house_rows,
            Page.PROFILES: tuple,
        }

    def _name_and_games(self) -> tuple[FormRow, ...]:
        name = text_row("name", "Name", self.setup.name, sentence="What the lobby calls the table.")
        return (name, *self.game_rows())

    def dealer_rows(self) -> tuple[FormRow, ...]:
        """Returns the rows about what the dealer may choose, and for how much."""
        most = "The largest bet for which the dealer may have a game played; nothing for the table's own."
        bet = self._amount("max_bet", "Bet up to", self.setup.max_bet, "the table's bet", most)
        return (*super().dealer_rows(), bet)

    def _stake_rows(self) -> tuple[FormRow, ...]:
        setup = self.setup
        terms = None if isinstance(self.terms, TermsRefused) else self.terms
        usual = terms.first.game.stakes if terms else None
        limits = (terms.min_buy_in, terms.buy_in, terms.max_buy_in) if terms else (0, 0, 0)
        least, buy_in, most = (f"{chips:,}" if chips else "" for chips in limits)
        bet = "The big blind, or the small bet of a game with fixed limits, in chips."
        ante = "What everybody posts before the cards, in chips; nothing for the game's own."
        form = "In games with blinds the big blind may post one ante for all (CX-46)."
        payers = ((False, "everybody"), (True, "the big blind, for all"))
        limit = "A buy-in is of ten minimum bets or more (AI-14)."
        worth = "What a chip is worth at the settle-up, as in 0.05 EUR; nothing where chips are chips."
        rebuys = tuple((count, _rebuy_words(count)) for count in REBUYS)
        approval = tuple((value, _APPROVAL_WORDS[value]) for value in APPROVAL)
        approve = "Whether you approve what others buy, bots included: [Q] at the table answers who asks."
        brought = "The most chips that one player may bring in all; 0 for any number."
        return (
            self._amount("bet", "Bet", setup.bet, f"{usual.minimum_bet:,}" if usual else "", bet),
            self._amount("ante", "Ante", setup.ante, f"{usual.ante:,}" if usual and usual.ante else "none", ante),
            choice_row("ante_for_all", "Ante paid by", payers, setup.ante_for_all, form),
            heading("Buy-ins"),
            self._amount("min_buy_in", "At least", setup.min_buy_in, least, limit),
            self._amount("buy_in", "Usually", setup.buy_in, buy_in, f"What a player brings who names nothing. {limit}"),
            self._amount("max_buy_in", "At most", setup.max_buy_in, most, limit),
            choice_row("most_rebuys", "Rebuys", rebuys, setup.most_rebuys, "How often a player may buy again."),
            self._amount("most_brought", "In all", setup.most_brought, USUAL, brought),
            choice_row("approve_buy_ins", "Approval", approval, setup.approve_buy_ins, approve),
            text_row("chip_worth", "A chip is worth", setup.chip_worth, placeholder="nothing", sentence=worth),
        )

    def _table_rows(self) -> tuple[FormRow, ...]:
        setup = self.setup
        most = setup.most_seats
        terms = None if isinstance(self.terms, TermsRefused) else self.terms
        usual = f"{terms.seats}, as usual" if terms and not setup.seats else USUAL
        counts = range(MIN_SEATS, max(most, setup.seats) + 1)
        seats = ((0, usual), *((count, str(count)) for count in counts))
        taken = setup.seats or (terms.seats if terms else most)
        bots = tuple((count, str(count) if count else "none") for count in range(max(taken, setup.bots + 1)))
        clocks = tuple((value, clock_words(value)) for value in CLOCKS)
        banks = tuple((value, bank_words(value)) for value in TIME_BANKS)
        clock, bank = clock_words(setup.clock), bank_words(setup.time_bank)
        listed = ((True, "who finds the server"), (False, "whom you invite"))
        proved = "Whether players can check every card; an opened deck shows mucked cards, too."
        hint = "Whoever comes to the table needs the password, or an invite. It is kept in no profile."
        return (
            choice_row("seats", "Seats", seats, setup.seats, "How many may sit; a game has a limit (DL-22)."),
            choice_row("bots", "Bots", bots, setup.bots, "How many seats bots fill; they make room for people."),
            heading("Time"),
            choice_row("clock", "A turn", clocks, setup.clock, "How long a turn may take.", other=clock),
            choice_row(
                "time_bank",
                "Time bank",
                banks,
                setup.time_bank,
                "What each player has besides.",
                other=bank,
            ),
            choice_row("fair_deal", "Deals", FAIR_DEAL_WORDS, setup.fair_deal, proved),
            *self._rail_rows(),
            heading("Who comes"),
            choice_row("listed", "Seen by", listed, setup.listed, "Whether the lobby and the network list it."),
            secret_row("password", "Password", self.password, hint),
        )

    def _rail_rows(self) -> tuple[FormRow, ...]:
        setup = self.setup
        limits = tuple((value, _limit_words(value)) for value in RAIL_LIMITS)
        hands = tuple((value, _delay_words(value, "hand")) for value in RAIL_DELAY_HANDS)
        seconds = tuple((value, _delay_words(value, "second")) for value in RAIL_DELAY_SECONDS)
        voices = ((False, "the rail alone"), (True, "the players, too"))
        behind = "A delayed rail sees finished hands, with the cards of the players who let it."
        return (
            heading("Who watches"),
            choice_row("rail_limit", "May watch", limits, setup.rail_limit, "How many may watch without a seat."),
            choice_row("rail_speaks", "Read by", voices, setup.rail_speaks, "Who reads what the rail writes."),
            choice_row("rail_hands", "Behind by", hands, setup.rail_hands, behind),
            choice_row("rail_seconds", "and by", seconds, setup.rail_seconds, behind),
        )

    # --- rows of each kind ---

    def _amount(self, row: str, label: str, chips: int | None, placeholder: str, sentence: str) -> FormRow:
        typed = "" if chips is None or (chips == 0 and row != "most_brought") else f"{chips:,}"
        return amount_row(row, label, typed, placeholder=placeholder, sentence=sentence)

    # --- changes ---

    def step(self, row: str, by: int) -> HostForm:
        """Returns the form with a value of a row before or after; stops at both ends."""
        if (form := self.step_games(row, by)) is not None:
            return form
        if row == "bet":
            return self.without_wrong(row).with_setup(bet=stepped(_BETS, self.setup.bet, by))
        values = self._values(row)
        if not values:
            return self
        return self.with_setup(**{row: stepped(values, getattr(self.setup, row), by)})

    def _values(self, row: str) -> tuple[object, ...]:
        """The values of a row to step through, () for none."""
        setup = self.setup
        terms = None if isinstance(self.terms, TermsRefused) else self.terms
        seats = setup.seats or (terms.seats if terms else setup.most_seats)
        choices: dict[str, tuple[object, ...]] = {
            "ante_for_all": (False, True),
            "most_rebuys": REBUYS,
            "approve_buy_ins": APPROVAL,
            "fair_deal": FAIR_DEALS,
            "seats": (0, *range(MIN_SEATS, setup.most_seats + 1)),
            "bots": tuple(range(seats)),
            "clock": CLOCKS,
            "time_bank": TIME_BANKS,
            "listed": (True, False),
            "rail_limit": RAIL_LIMITS,
            "rail_speaks": (False, True),
            "rail_hands": RAIL_DELAY_HANDS,
            "rail_seconds": RAIL_DELAY_SECONDS,
        }
        return choices.get(row, ())

    def fitted(self) -> HostForm:
        """Returns the form with no more seats and bots than its games allow."""
        setup, most = self.setup, self.setup.most_seats
        return self.with_setup(seats=min(setup.seats, most), bots=min(setup.bots, most - 1))

    def with_typed(self, row: str, text: str) -> HostForm:
        """Returns the form with what was typed into a row; raises ValueError with a sentence."""
        if (form := self.typed_house_rule(row, text)) is not None:
            return form
        if row == "password":
            return self.typed_password(text)
        if row == "name":
            return self.with_setup(name=text)
        if row == "chip_worth":
            return self.with_setup(chip_worth=str(parse_worth(text)) if text.strip() else "")
        return self.with_setup(**{row: _parse_amount(row, text)})


FAIR_DEAL_WORDS = (
    (None, USUAL),
    (FairDeal.OFF, "not proved"),
    (FairDeal.PROVED, "proved"),
    (FairDeal.OPENED, "proved, opened at the end"),
)
_APPROVAL_WORDS = {None: USUAL, False: "without asking", True: "you approve them"}
_AMOUNT_WORDS = {
    "bet": ("the bet", MIN_BET, MAX_BET),
    "max_bet": ("the largest bet", 0, MAX_BET),
    "ante": ("the ante", 0, MAX_BET),
    "most_brought": ("the most chips", 0, MAX_CHIPS),
}


def _parse_amount(row: str, text: str) -> int | None:
    """Returns the chips that somebody has typed for a row; raises ValueError with a sentence."""
    what, least, most = _AMOUNT_WORDS.get(row, ("the buy-in", 0, MAX_CHIPS))
    digits = "".join(char for char in text if char not in " ,._'")
    if not digits:
        return None if row == "most_brought" else 0
    if not (digits.isascii() and digits.isdigit()) or len(digits) > len(str(MAX_CHIPS)):
        raise ValueError(f"Write {what} as a number of chips, {least} to {most:,}.")
    chips = int(digits)
    if not least <= chips <= most:
        raise ValueError(f"Write {what} as a number of chips, {least} to {most:,}.")
    return chips


def _limit_words(limit: int) -> str:
    return RailTerms(None if limit < 0 else limit).limit_text.removesuffix(" may watch")


def _delay_words(number: int, unit: str) -> str:
    return f"{number} {unit}{'s' * (number != 1)}" if number else "nothing"


def _rebuy_words(count: int | None) -> str:
    if count is None:
        return USUAL
    return "any number" if count < 0 else f"{count} for each player" if count else "none"
