"""The form for a new table: pages of rows, what they come to, and what keeps the table from being opened.

A form is a value: every change returns another form. The terms are those by which the server opens tables, so what the
form lets through is not refused for its terms.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property

from msgspec.structs import replace as with_fields

from railbird_client.model.form import Form, Problem
from railbird_client.model.form_rows import FormRow, RowKind, choice_row, heading, secret_row, stepped
from railbird_client.model.host_setup import HostSetup, Plays
from railbird_client.model.house_draft import PRESET_TITLES, HouseDraft
from railbird_shared import codec
from railbird_shared.catalogue import GAMES, MIXES, GameChoice
from railbird_shared.commands import OpenTable
from railbird_shared.fair_deal.setting import FairDeal
from railbird_shared.house.presets import PRESETS
from railbird_shared.house.terms import NO_GAME, OpeningTerms, TermsRefused
from railbird_shared.rail_terms import RailTerms
from railbird_shared.settle_up import parse_worth
from railbird_shared.table_limits import (
    MAX_BET,
    MAX_CHIPS,
    MAX_PASSWORD_LENGTH,
    MIN_BET,
    MIN_SEATS,
)
from railbird_shared.text_cleaning import clean_table_name


class Page(StrEnum):
    """The pages of the form, by their titles."""

    GAME = "Game"
    STAKES = "Stakes"
    PLAYERS = "Table"
    HOUSE = "House rules"
    PROFILES = "Profiles"


class Shown(StrEnum):
    """Which house rules are listed."""

    ALL = "all of them"
    DIFFERENT = "those unlike a casino's"


PLAYS_WORDS = ((Plays.ONE, "one game"), (Plays.TURNS, "several games in turn"), (Plays.CHOICE, "the dealer's choice"))
OWN_LIST = "a list of your own"
HANDS = (0, 1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30)
CHOICE_SECONDS = (10, 15, 20, 30, 45, 60, 90, 120)
CLOCKS = (None, 0, 10, 15, 20, 30, 45, 60, 90, 120)
TIME_BANKS = (None, 0, 30, 60, 90, 120, 180, 300)
REBUYS = (None, -1, *range(11))
APPROVAL = (None, False, True)
FAIR_DEALS = (None, *FairDeal)
RAIL_LIMITS = (-1, 0, 1, 2, 3, 5, 10, 20, 50, 100)
RAIL_DELAY_HANDS = (0, 1, 2, 3, 5, 10, 20)
RAIL_DELAY_SECONDS = (0, 30, 60, 120, 300, 600, 900)
USUAL = "as usual here"
LEFT_TO_SERVER = "as the server has it"

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
class HostForm(Form):
    """What is chosen so far of a new table.

    `games` are those that the server deals. Without `with_bots` there are none to choose, as at a server of others.
    """

    setup: HostSetup
    house: HouseDraft = field(default_factory=HouseDraft)
    password: str = field(default="", repr=False)
    games: tuple[GameChoice, ...] = GAMES
    shown: Shown = Shown.ALL

    @classmethod
    def of(cls, setup: HostSetup, games: tuple[GameChoice, ...] = GAMES) -> HostForm:
        """Returns the form with what a profile holds."""
        house = HouseDraft(games=setup.games_played).with_rules(setup.house)
        return cls(setup, house, games=games)

    # --- what it comes to ---

    @cached_property
    def chosen(self) -> HostSetup:
        """What is chosen, with the house rules, None for those in conflict."""
        return with_fields(self.setup, house=None if self.house.is_servers else self.house.rules)

    @cached_property
    def terms(self) -> OpeningTerms | TermsRefused:
        """The terms of the table, or why there can be none."""
        try:
            return self.chosen.terms()
        except TermsRefused as no:
            return no

    @cached_property
    def problem(self) -> Problem | None:
        """The first thing that keeps the table from being opened, None if it can be."""
        if self.typing_problem is not None:
            return self.typing_problem
        if self.house.conflict:
            row = f"house:{self.house.conflicting}" if self.house.conflicting else "preset"
            return Problem(Page.HOUSE, row, self.house.conflict)
        if not self.setup.name or not clean_table_name(self.setup.name):
            return Problem(Page.GAME, "name", "Give the table a name that can be shown.")
        if self.setup.plays is not Plays.ONE and not self.setup.games:
            return Problem(Page.GAME, "plays", NO_GAME)
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
            Page.GAME: self._game_rows,
            Page.STAKES: self._stake_rows,
            Page.PLAYERS: self._table_rows,
            Page.HOUSE: self._house_rows,
            Page.PROFILES: tuple,
        }

    def page_of(self, row: str) -> StrEnum | None:
        """Returns the page where a row is, None for one that other choices have taken away."""
        return Page.HOUSE if row.startswith("house:") else super().page_of(row)

    def _game_rows(self) -> tuple[FormRow, ...]:
        setup = self.setup
        rows = [
            self._text("name", "Name", setup.name, sentence="What the lobby calls the table."),
            choice_row("plays", "Plays", PLAYS_WORDS, setup.plays, "Whether one game is played or several."),
        ]
        if setup.plays is not Plays.ONE:
            choice = setup.plays is Plays.CHOICE
            mixes = tuple((mix.id, mix.name) for mix in MIXES if mix.dealers_choice is choice)
            own = "" if setup.mix is None else setup.mix.id
            rows.append(choice_row("mix", "Games", (*mixes, ("", OWN_LIST)), own, "Known mixes, or ticks below."))
            each = tuple((hands, _each_words(hands)) for hands in HANDS if hands or not choice)
            rows.append(choice_row("hands", "Each for", each, setup.hands, "How long a game is played (VT-DC-5)."))
        if setup.plays is Plays.CHOICE:
            times = tuple((seconds, f"{seconds} seconds") for seconds in CHOICE_SECONDS)
            sentence = "Within which time the dealer names a game; after it the last one is played again (VT-DC-3)."
            rows.append(choice_row("choice_seconds", "Time to choose", times, setup.choice_seconds, sentence))
            sentence = "Whether the dealer may add wild cards and jokers, or play high-low (VT-DC-2)."
            rows.append(choice_row("variations", "Variations", _YES_NO, setup.variations, sentence))
            sentence = "The largest bet for which the dealer may have a game played; nothing for the table's own."
            rows.append(self._amount("max_bet", "Bet up to", setup.max_bet, "the table's bet", sentence))
        row = next(row for row in self.house.rows() if row.id == "house:structure")
        rows.append(replace(row, id="structure", label="Betting"))
        ticks = "Games: tick them in their order" if setup.plays is not Plays.ONE else "Game"
        rows += [heading(ticks), *(self._tick(game) for game in self.games)]
        return tuple(rows)

    def _tick(self, game: GameChoice) -> FormRow:
        played = self.setup.games_played
        at = played.index(game.id) + 1 if game.id in played else 0
        several = self.setup.plays is not Plays.ONE
        value = "" if not at else f"{at}." if several else "●"
        return FormRow(f"game:{game.id}", game.name, value, RowKind.TICK, sentence=_sentence(game.description))

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
            self._text("chip_worth", "A chip is worth", setup.chip_worth, placeholder="nothing", sentence=worth),
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
        clocks = tuple((value, _clock_words(value)) for value in CLOCKS)
        banks = tuple((value, _bank_words(value)) for value in TIME_BANKS)
        clock, bank = _clock_words(setup.clock), _bank_words(setup.time_bank)
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

    def _house_rows(self) -> tuple[FormRow, ...]:
        presets = (("server", LEFT_TO_SERVER), *PRESET_TITLES.items())
        at = "server" if self.house.is_servers else self.house.preset
        if not at:
            presets = (*presets, ("", "your own"))
        sentence = self.house.conflict or "A preset sets every rule below; change any of them after it."
        shown = tuple((each, each.value) for each in Shown)
        rows = (
            choice_row("preset", "Rules", presets, at, sentence),
            choice_row("shown", "Listed", shown, self.shown, "All house rules, or those unlike a casino's."),
            *self.house.rows(only_differences=self.shown is Shown.DIFFERENT),
        )
        if self.shown is Shown.DIFFERENT and len(rows) == 2:
            rows = (*rows, heading("As in a casino."))
        return rows

    # --- rows of each kind ---

    def _text(self, row: str, label: str, text: str, *, placeholder: str = "", sentence: str = "") -> FormRow:
        return FormRow(row, label, text, RowKind.TEXT, text, placeholder, sentence)

    def _amount(self, row: str, label: str, chips: int | None, placeholder: str, sentence: str) -> FormRow:
        typed = "" if chips is None or (chips == 0 and row != "most_brought") else f"{chips:,}"
        return FormRow(row, label, typed, RowKind.AMOUNT, typed, placeholder, sentence)

    # --- changes ---

    def with_setup(self, **changes: object) -> HostForm:
        """Returns the form with other choices."""
        setup = with_fields(self.setup, **changes)
        house = replace(self.house, games=setup.games_played)
        return replace(self, setup=setup, house=house)

    def step(self, row: str, by: int) -> HostForm:
        """Returns the form with a value of a row before or after; stops at both ends."""
        if row.startswith("house:") or row == "structure":
            name = row.removeprefix("house:")
            return replace(self.without_wrong(row), house=self.house.step(name, by))
        match row:
            case "preset":
                return self._step_preset(by)
            case "shown":
                return replace(self, shown=stepped(tuple(Shown), self.shown, by))
            case "mix":
                return self._step_mix(by)
            case "plays":
                return self._step_plays(by)
            case "bet":
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
            "hands": tuple(hands for hands in HANDS if hands or setup.plays is not Plays.CHOICE),
            "choice_seconds": CHOICE_SECONDS,
            "variations": (False, True),
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

    def _step_preset(self, by: int) -> HostForm:
        names = ("server", *PRESETS)
        at = "server" if self.house.is_servers else self.house.preset
        name = stepped(names, at, by) if at in names else (names[-1] if by < 0 else names[0])
        rules = None if name == "server" else PRESETS[name]
        wrong = tuple(each for each in self.wrong if not each.row.startswith("house:"))
        return replace(self, house=self.house.with_rules(rules), wrong=wrong)

    def _step_mix(self, by: int) -> HostForm:
        choice = self.setup.plays is Plays.CHOICE
        mixes = tuple(mix.id for mix in MIXES if mix.dealers_choice is choice)
        current = "" if self.setup.mix is None else self.setup.mix.id
        wanted = stepped((*mixes, ""), current, by)
        found = next((mix for mix in MIXES if mix.id == wanted), None)
        if found is None:  # the host's own list begins with the game marked first
            return self.with_setup(games=self.setup.games[:1]) if current else self
        setup = self.setup.with_mix(found)
        return self.with_setup(games=setup.games, game=setup.game, hands=setup.hands, variations=setup.variations)

    def _step_plays(self, by: int) -> HostForm:
        plays = stepped(tuple(Plays), self.setup.plays, by)
        if plays is Plays.ONE or plays is self.setup.plays:
            return self.with_setup(plays=plays)
        mix = next(mix for mix in MIXES if mix.dealers_choice is (plays is Plays.CHOICE))
        made = self.setup.with_mix(mix)
        return self.with_setup(plays=plays, games=made.games, hands=made.hands, variations=made.variations)

    def toggle(self, row: str) -> HostForm:
        """Returns the form with a game taken in, or left out again; a table of one game has another one then."""
        game = row.removeprefix("game:")
        setup = self.setup
        if setup.plays is Plays.ONE:
            return self._limited(self.with_setup(game=game))
        games = tuple(each for each in setup.games if each != game) if game in setup.games else (*setup.games, game)
        return self._limited(self.with_setup(games=games, game=(*games, setup.game)[0]))

    @staticmethod
    def _limited(form: HostForm) -> HostForm:
        """Returns a form with no more seats and bots than its games allow."""
        setup, most = form.setup, form.setup.most_seats
        return form.with_setup(seats=min(setup.seats, most), bots=min(setup.bots, most - 1))

    def with_typed(self, row: str, text: str) -> HostForm:
        """Returns the form with what was typed into a row; raises ValueError with a sentence."""
        if row.startswith("house:"):
            name = row.removeprefix("house:")
            return replace(self, house=self.house.typed(name, text))
        if row == "password":
            if len(text) > MAX_PASSWORD_LENGTH:
                raise ValueError(f"Choose a password of at most {MAX_PASSWORD_LENGTH} characters.")
            return replace(self, password=text)
        if row == "name":
            return self.with_setup(name=text)
        if row == "chip_worth":
            return self.with_setup(chip_worth=str(parse_worth(text)) if text.strip() else "")
        return self.with_setup(**{row: _parse_amount(row, text)})


_YES_NO: tuple[tuple[object, str], ...] = ((False, "no"), (True, "yes"))
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


def _sentence(description: str) -> str:
    return f"{description[:1].upper()}{description[1:]}."


def _each_words(hands: int) -> str:
    return "an orbit of the button" if not hands else "one hand" if hands == 1 else f"{hands} hands"


def _limit_words(limit: int) -> str:
    return RailTerms(None if limit < 0 else limit).limit_text.removesuffix(" may watch")


def _delay_words(number: int, unit: str) -> str:
    return f"{number} {unit}{'s' * (number != 1)}" if number else "nothing"


def _clock_words(seconds: int | None) -> str:
    if seconds is None:
        return USUAL
    return f"{seconds} seconds" if seconds else "no clock: think as long as you like"


def _bank_words(seconds: int | None) -> str:
    if seconds is None:
        return USUAL
    return f"{seconds} seconds for each player" if seconds else "none"


def _rebuy_words(count: int | None) -> str:
    if count is None:
        return USUAL
    return "any number" if count < 0 else f"{count} for each player" if count else "none"
