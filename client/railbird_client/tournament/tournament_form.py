"""The setup of a new tournament, as it is kept for the next time, and its form, from which the levels are proposed.

The terms are checked as the server checks them, so what the form lets through is not refused for its terms.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Annotated

from msgspec import Meta
from msgspec.structs import asdict, replace

from railbird_client.forms.form_rows import FormPage, FormRow, Problem, RowKind, heading, stepped
from railbird_client.hosting.games_form import GamesForm, GamesSetup
from railbird_client.tournament.tournament_words import about_words, duration_words, stakes_words
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.house.rule import rules_of
from railbird_shared.house.terms import TermsRefused
from railbird_shared.protocol.table_limits import MAX_BET, MAX_SEATS, MIN_BET, MIN_SEATS
from railbird_shared.settings.kinds import Number, Readable, typed_number, whole
from railbird_shared.settings.spec import Part, Setting, Spec
from railbird_shared.settings.table_terms import times_words
from railbird_shared.text.text_cleaning import clean_table_name
from railbird_shared.tournament import structure
from railbird_shared.tournament.checks import check_terms
from railbird_shared.tournament.messages import OpenTournament
from railbird_shared.tournament.payouts import prizes
from railbird_shared.tournament.proposal import SHORT_BREAK, Wish, propose_levels, total_seconds
from railbird_shared.tournament.view import place_words, prize_words

MIN_MINUTES = 10
"""The shortest tournament that is proposed, in minutes."""

REBUYS_EXPECTED = 0.5
"""How many rebuys a player makes, about."""
ADD_ONS_EXPECTED = 0.8
"""The part of the players who buy the add-on, about."""

STRIDE_WORDS = {0: "as proposed", 1: "by a third or a half each", 2: "to about the double each"}


def parse_hours(text: str) -> int:
    """Returns minutes from hours as in "3", "2.5" or "2:30"; raises ValueError with a sentence."""
    hours, colon, rest = text.strip().replace(",", ".").partition(":")
    try:
        minutes = int(hours) * 60 + int(rest) if colon else round(float(hours) * 60)
    except (ValueError, OverflowError):
        minutes = 0
    if not MIN_MINUTES <= minutes <= structure.MAX_HOSTED_HOURS * 60:
        raise ValueError(f"Write the hours as in 3, 2.5 or 2:30, up to {structure.MAX_HOSTED_HOURS}.")
    return minutes


def _parse_start(text: str) -> structure.StartRule | int:
    if text in (structure.StartRule.BY_HOST, structure.StartRule.WHEN_FULL):
        return structure.StartRule(text)
    return int(whole(1, 60 * structure.MAX_HOSTED_HOURS).parse(text))


def _length_words(length: int) -> str:
    if not length:
        return "as proposed"
    return f"{-length} hands" if length < 0 else f"{length} minute{'s' * (length > 1)}"


class TournamentSetup(GamesSetup, frozen=True, kw_only=True):
    """The setup of a tournament; the levels are proposed from its players, chips and minutes.

    `own_bets` are bets of single levels, by the number of the level, from 1. A password is never kept.
    """

    choices: Annotated[structure.TournamentChoices, Part()] = structure.TournamentChoices()
    players: Annotated[
        int,
        Meta(ge=2, le=structure.MAX_ENTRANTS),
        Spec(
            f"How many may enter, 2 to {structure.MAX_ENTRANTS}.",
            "Players",
            label="Players",
            typed=True,
            values=(2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20, 24, 27, 30, 36, 40, 45, 50, 60, 70, 80, 90, 100),
            flags=("--tournament",),
            place=-1,
        ),
    ] = 9
    minutes: Annotated[
        int,
        Meta(ge=MIN_MINUTES, le=60 * structure.MAX_HOSTED_HOURS),
        Spec(
            "How long it may last; the levels are proposed so that it ends about then.",
            "Players",
            Readable(parse_hours, "HOURS", f"hours as in 3, 2.5 or 2:30, up to {structure.MAX_HOSTED_HOURS}"),
            label="Hours",
            typed=True,
            values=(20, 30, 45, 60, 75, 90, 105, 120, 150, 180, 210, 240, 300, 360, 420, 480, 600),
            text=lambda minutes: f"{minutes // 60}:{minutes % 60:02}",
            flags=("--hours",),
            place=1,
        ),
    ] = 180
    bots: Annotated[
        structure.EntrantCount,
        Spec(
            "Bots fill up to so many players at the start, people included: with 7 and two people, five bots play.",
            "Tables",
            label="Bots",
            words=lambda bots: f"fill up to {bots} players" if bots else "none",
            place=1,
        ),
    ] = 0
    start: Annotated[
        structure.StartRule | Annotated[int, Meta(ge=1, le=60 * structure.MAX_HOSTED_HOURS)],
        Spec(
            "How it starts.",
            "Tables",
            Readable(_parse_start, "RULE|MINUTES", "by-host, when-full, or a number of minutes"),
            label="Starts",
            values=(structure.StartRule.BY_HOST, structure.StartRule.WHEN_FULL, 5, 10, 15, 20, 30, 45, 60, 90, 120),
            words=lambda start: "when you say so" if start is structure.StartRule.BY_HOST else f"in {start} minutes",
            place=2,
        ),
    ] = structure.StartRule.BY_HOST
    rebuys: Annotated[
        structure.ExtraEntries,
        Spec(
            "How often a player without chips may buy more.",
            "Entries",
            Number(-1, structure.MAX_EXTRA_ENTRIES, "COUNT", whole=True, any_word="any"),
            label="Rebuys",
            zero="none",
            values=(0, 1, 2, 3, 5, -1),
            words=times_words,
            place=1,
        ),
    ] = 0
    rebuys_until: Annotated[
        structure.LevelNumber,
        Spec(
            "The last level in which a player may rebuy.",
            "Entries",
            label="until the end of",
            words=lambda level: f"level {level}",
            place=2,
        ),
    ] = 4
    add_on: Annotated[
        bool,
        Spec("Whether everybody may buy more in the break when rebuys end.", "Entries", label="Add-on", place=3),
    ] = False
    first_bet: Annotated[
        int,
        Meta(ge=0, le=MAX_BET),
        Spec(
            "The big blind, or the small bet of fixed limits, of the first level; nothing for a usual one.",
            "Levels",
            whole(MIN_BET, MAX_BET, "CHIPS"),
            label="First bet",
            typed=True,
            values=(0, 2, 4, 10, 20, 30, 40, 50, 60, 80, 100, 150, 200, 300, 400, 500, 1000, 2000),
        ),
    ] = 0
    stride: Annotated[
        int,
        Meta(ge=0, le=2),
        Spec(
            "How fast the stakes rise; the levels are longer if they rise fast.",
            "Levels",
            label="Levels rise",
            values=(0, 1, 2),
            words=lambda stride: STRIDE_WORDS.get(stride, ""),
        ),
    ] = 0
    own_bets: Annotated[
        tuple[tuple[structure.LevelNumber, structure.Stake], ...], Meta(max_length=structure.MAX_LEVELS)
    ] = ()
    length: Annotated[
        int,
        Meta(ge=-structure.MAX_LEVEL_HANDS, le=structure.MAX_LEVEL_SECONDS // 60),
        Spec(
            "As proposed, or a length of your own; the end follows from it.",
            "Levels",
            whole(-structure.MAX_LEVEL_HANDS, structure.MAX_LEVEL_SECONDS // 60, "MINUTES"),
            label="A level lasts",
            values=(0, 1, 2, 3, 5, 6, 8, 10, 12, 15, 20, 30, 60, -6, -8, -10, -12, -20),
            words=_length_words,
        ),
    ] = 0
    """The length of every level: 0 as it is proposed, else in minutes, or below 0 in hands."""
    antes: Annotated[
        bool,
        Spec(
            "Whether the big blind posts an ante for all in the later levels.",
            "Levels",
            label="Antes",
            values=(True, False),
        ),
    ] = True
    breaks: Annotated[
        bool,
        Spec("Whether there is a break about each hour.", "Levels", label="Breaks", values=(True, False)),
    ] = True

    @property
    def most_seats(self) -> int:
        """The most seats that every one of the games has."""
        return min(self.seat_limits, default=MAX_SEATS)

    @property
    def wish(self) -> Wish:
        """The sources of the proposed levels."""
        more = REBUYS_EXPECTED * bool(self.rebuys) + ADD_ONS_EXPECTED * self.add_on
        chips = self.choices.chips
        more_chips = int(more * self.players * chips)
        return Wish(self.players, chips, self.minutes, self.antes, more_chips, self.first_bet, self.stride)


LEVEL = "level:"
STAKES_WIDTH = 22
"""The width of the stakes of a level, so that its length stands below the others."""


@dataclass(frozen=True)
class TournamentForm(GamesForm[TournamentSetup]):
    """The choices so far for a new tournament."""

    noun = "tournament"
    layout = MappingProxyType(
        {
            FormPage.PLAYERS: (("Players",), ("Tables", "Time", "Access")),
            FormPage.GAME: (),
            FormPage.PRIZES: (("Prizes",),),
            FormPage.ENTRIES: (("Entries",),),
            FormPage.LEVELS: (("Levels",),),
            FormPage.HOUSE: (),
            FormPage.PROFILES: (),
        }
    )
    password_hint = "Players need the password to enter; it is kept nowhere."  # noqa: S105
    other_rows = GamesForm.other_rows | {"least_players": "players", "bet": "chips", "ante": "antes", "bots_to": "bots"}
    usual_row = FormPage.LEVELS, "length"
    too_long = Problem(FormPage.HOUSE, "preset", "That is more than one message holds: take plainer house rules.")
    without_effect = frozenset(name for name, rule in rules_of(HouseRules).items() if not rule.spec.in_tournaments)
    """The levels set the stakes, nobody pays for a custom, and the rest of an all-in hand is dealt once."""

    # --- what it comes to ---

    @cached_property
    def levels(self) -> tuple[structure.Level, ...]:
        """The levels: the proposed ones with the host's bets, lengths and breaks, and with a break for the add-on."""
        levels: list[structure.Level] = []
        setup, own, bet = self.setup, dict(self.setup.own_bets), 0
        for number, proposed in enumerate(propose_levels(setup.wish), 1):
            bet = max(bet, own.get(number, proposed.bet))
            rest = proposed.break_minutes if setup.breaks else 0
            if setup.add_on and number == setup.rebuys_until:
                rest = rest or SHORT_BREAK
            ante = bet if proposed.big_blind_ante else 0
            level = replace(proposed, bet=bet, big_blind_ante=ante, break_minutes=rest)
            if setup.length:
                level = replace(level, seconds=60 * max(setup.length, 0), hands=max(-setup.length, 0))
            levels.append(level)
        return tuple(levels)

    def terms_at(self, now: int) -> structure.TournamentTerms:
        """Returns the terms, with a start that counts from `now`, in seconds since the beginning of 1970."""
        setup, rules, choices = self.setup, structure.StartRule, self.setup.choices
        rule, minutes = (setup.start, 0) if isinstance(setup.start, rules) else (rules.AT_TIME, setup.start)
        chips, price = choices.chips, choices.buy_in - choices.bounty
        return structure.TournamentTerms(
            **asdict(choices),
            name=clean_table_name(setup.name),
            levels=self.levels,
            game=(*setup.games_played, setup.game)[0],
            rotation=setup.rotation(),
            house=self.chosen.house,
            most_players=setup.players,
            rebuys=structure.Rebuys(chips, price, setup.rebuys_until, most=setup.rebuys) if setup.rebuys else None,
            add_on=structure.AddOn(chips, price, setup.rebuys_until) if setup.add_on else None,
            start=rule,
            start_at=now + 60 * minutes if minutes else 0,
            bots_to=setup.bots,
            password=self.password,
        )

    @cached_property
    def terms(self) -> structure.TournamentTerms:
        """The terms, with a start that counts from the beginning of time."""
        return self.terms_at(0)

    @property
    def request(self) -> OpenTournament:
        """The command that opens the tournament."""
        return OpenTournament(terms=self.terms)

    def terms_problem(self) -> Problem | None:
        """Returns why the tournament cannot be opened so, None if it can be."""
        try:
            check_terms(replace(self.terms, start_at=max(1, self.terms.start_at)), HouseRules())
        except TermsRefused as no:
            return self.problem_of(no)
        return None

    @property
    def summary(self) -> tuple[str, ...]:
        """The tournament in two lines."""
        setup, first = self.setup, self.levels[0]
        seconds = total_seconds(self.terms, setup.wish.in_play)
        tables = -(-setup.players // setup.choices.seats)
        length = f"{first.hands} hands" if first.hands else f"{first.seconds // 60} minutes"
        return (
            f"{setup.players} players on {tables} table{'s' * (tables > 1)}, {setup.choices.chips:,} chips each",
            f"{stakes_words(self.terms, first)} at first, {length} a level; about {about_words(seconds)} in all",
        )

    # --- the pages ---

    def page_rows(self, page: FormPage) -> tuple[FormRow, ...]:
        """Returns the rows of a page, with the prizes below what settles them, and the levels."""
        rows = super().page_rows(page)
        if page is FormPage.PRIZES:
            return (*rows, *self._prize_rows())
        if page is FormPage.LEVELS:
            levels = (self._level_row(number, level) for number, level in enumerate(self.levels, 1))
            return (*rows, heading("The levels: type the bet of any"), *levels)
        return rows

    def _prize_rows(self) -> Iterator[FormRow]:
        """The prizes of the places if as many enter as may, without rebuys."""
        setup, choices = self.setup, self.setup.choices
        pool = setup.players * (choices.buy_in - choices.bounty)
        if pool:
            yield heading(f"Prizes with {setup.players} entries")
            sentence = "The prizes follow from the entries; rebuys and the add-on make them larger."
            for place, units in enumerate(prizes(pool, setup.players, choices.payouts), 1):
                prize = prize_words(units, choices.unit)
                yield FormRow(f"prize:{place}", place_words(place), prize, RowKind.FACT, sentence=sentence)

    def _level_row(self, number: int, level: structure.Level) -> FormRow:
        length = f"{level.hands} hands" if level.hands else duration_words(level.seconds)
        rest = f", {level.break_minutes}m break" if level.break_minutes else ""
        label, words = f"Level {number}", f"{stakes_words(self.terms, level):<{STAKES_WIDTH}} {length}{rest}"
        label += ", your bet" if number in dict(self.setup.own_bets) else ""
        said = "Its bet: type it, or change it by the arrows; nothing for the one that is proposed."
        return FormRow(f"{LEVEL}{number}", label, words, RowKind.AMOUNT, f"{level.bet:,}", sentence=said)

    # --- declared settings, with what is chosen so far ---

    def possible(self, setting: Setting) -> tuple[object, ...]:
        """Returns the values that a row steps through: no more seats, bots, bounties and levels than there can be."""
        setup, numbers = self.setup, range(1, len(self.levels) + 1)
        values = {
            "seats": range(MIN_SEATS, setup.most_seats + 1),
            "bots": (0, *range(2, setup.players + 1)),
            "bounty": [price for price in structure.PRICES if price <= setup.choices.buy_in],
            "late_entry": (0, *numbers),
            "rebuys_until": numbers,
        }
        return tuple(values.get(setting.name, super().possible(setting)))

    def in_words(self, setting: Setting, value: object) -> str:
        """Returns a value in words; a start when all have entered says how many they are."""
        if value is structure.StartRule.WHEN_FULL:
            return f"when {self.setup.players} have entered"
        return super().in_words(setting, value)

    def sentence(self, setting: Setting) -> str:
        """Returns the sentence about a row; rebuys and the add-on say what they cost."""
        choices, said = self.setup.choices, super().sentence(setting)
        bought = f"buy {choices.chips:,} chips for {choices.buy_in - choices.bounty:,}"
        return said.replace("buy more", bought) if setting.name in ("rebuys", "add_on") else said

    @property
    def usual(self) -> Mapping[str, str]:
        """The value of each row where nothing is typed."""
        return {"unit": "nothing", "payouts": "the usual ones", "first_bet": f"{self.levels[0].bet:,}"}

    # --- changes ---

    def step(self, row: str, by: int) -> TournamentForm:
        """Returns the form with a value of a row before or after; stops at both ends."""
        if not row.startswith(LEVEL):
            return super().step(row, by)
        number = int(row.removeprefix(LEVEL))
        return self._with_bet(number, stepped(usual_bets(self._least_bet(number)), self.levels[number - 1].bet, by))

    def with_typed(self, row: str, text: str) -> TournamentForm:
        """Returns the form with what was typed into a row; raises ValueError with a sentence."""
        if not row.startswith(LEVEL):
            return super().with_typed(row, text)
        number = int(row.removeprefix(LEVEL))
        if not text.strip():
            return self._with_bet(number, 0)
        least, bet = self._least_bet(number), typed_number(text, MAX_BET)
        if bet is None or bet < least:
            raise ValueError(f"Write the bet of level {number} as a number from {least:,} to {MAX_BET:,}.")
        return self._with_bet(number, bet)

    def _least_bet(self, number: int) -> int:
        """The least bet of a level, which is no lower than that of the level before."""
        return self.levels[number - 2].bet if number > 1 else MIN_BET

    def _with_bet(self, number: int, bet: int) -> TournamentForm:
        """Returns the form with another bet of a level, 0 for the one that is proposed."""
        own = {level: own for level, own in self.setup.own_bets if level != number}
        if bet:
            own[number] = bet
        return self.with_value("own_bets", tuple(sorted(own.items()))).without_wrong(f"{LEVEL}{number}")

    def fitted(self) -> TournamentForm:
        """Returns the form with no more seats, bots, bounties and levels than there can be."""
        setup, choices, last = self.setup, self.setup.choices, len(self.levels)
        late_entry = min(choices.late_entry, last)
        return self.with_setup(
            seats=min(choices.seats, setup.most_seats),
            bots=min(setup.bots, setup.players),
            bounty=min(choices.bounty, choices.buy_in),
            late_entry=late_entry,
            re_entries=choices.re_entries if late_entry else 0,
            rebuys_until=min(setup.rebuys_until, last),
        )


def usual_bets(least: int) -> tuple[int, ...]:
    """Returns the bets from `least` chips on that levels usually have."""
    bets = [MIN_BET]
    while structure.next_bet(bets[-1]) <= MAX_BET:
        bets.append(structure.next_bet(bets[-1]))
    return tuple(bet for bet in bets if bet >= least) or (least,)
