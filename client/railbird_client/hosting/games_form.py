"""The games of a table or a tournament: their setup, and the base of both forms with the house rules and a password."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Any, ClassVar, Generic, Self, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import fields
from msgspec.structs import replace as with_fields

from railbird_client.forms.form_rows import (
    FormPage,
    FormRow,
    Mark,
    Problem,
    RowKind,
    WrongEntry,
    choice_row,
    heading,
    hidden,
    stepped,
    typed_row,
)
from railbird_client.hosting.house_draft import PRESET_TITLES, HouseDraft
from railbird_shared.game.catalogue import GAMES, MIXES, GameChoice, Mix, find_game, game_names
from railbird_shared.game.rotation import DEFAULT_CHOICE_SECONDS, ChosenGame, GameId, Rotation
from railbird_shared.house.house_rules import PRESETS, HouseRules
from railbird_shared.house.terms import NO_GAME, TermsRefused
from railbird_shared.protocol import codec
from railbird_shared.protocol.commands import Command
from railbird_shared.protocol.quantities import Count, Seconds
from railbird_shared.protocol.table_limits import MAX_PASSWORD_LENGTH, MAX_ROTATION_GAMES, MAX_TEXT_LENGTH
from railbird_shared.settings.kinds import Number, Switch, whole
from railbird_shared.settings.spec import Setting, Spec, settings_of, with_settings
from railbird_shared.text.text_cleaning import clean_table_name

SetupT = TypeVar("SetupT", bound="GamesSetup")

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
            "Time to name a game, doubled where the dealer may vary it; then the last one is played again (VT-DC-3).",
            "Games",
            label="Time to choose",
            unit="seconds",
            values=(10, 15, 20, 30, 45, 60, 90, 120),
        ),
    ] = DEFAULT_CHOICE_SECONDS
    variations: Annotated[
        bool,
        Spec(
            "Whether the dealer may add wild cards and jokers, or play high-low (VT-DC-2).", "Games", label="Variations"
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
        return with_fields(
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


PLAYS_WORDS = ((Plays.ONE, "one game"), (Plays.TURNS, "several games in turn"), (Plays.CHOICE, "the dealer's choice"))
OWN_LIST = "a list of your own"
LISTED = ((False, "all of them"), (True, "those unlike a casino's"))
"""Which house rules are listed: whether only those that differ."""

_SERVER = "server"
_LEFT_TO_SERVER = "as the server has it"
_HOUSE = "house:"
_STRUCTURE = "structure"
"""The row that has the house's structure of betting beside the games."""


@dataclass(frozen=True)
class GamesForm(ABC, Generic[SetupT]):
    """The choices so far, as pages of rows. A form is a value: every change returns another form.

    `games` are those that the server deals. With `only_differences` the house rules that are as in a casino are not
    listed. `wrong` has the entries that cannot be, by their rows.
    """

    noun: ClassVar[str]
    """The thing that the form opens, as its sentences name it."""

    layout: ClassVar[Mapping[FormPage, tuple[tuple[str, ...], ...]]]
    """The groups of declared settings on each page; those that stand together have headings between them."""

    password_hint: ClassVar[str]

    other_rows: ClassVar[dict[str, str]] = {"rotation": "plays", "game": "plays", "house": "preset"}
    """The rows of what the terms refuse under another name."""

    usual_row: ClassVar[tuple[FormPage, str]]
    """The page and the row of what the terms refuse and no row has."""

    too_long: ClassVar[Problem]
    """The problem of terms that are more than one message holds."""

    without_effect: ClassVar[frozenset[str]] = frozenset()
    """The house rules that count for nothing in what is opened."""

    setup: SetupT
    house: HouseDraft = field(default_factory=HouseDraft)
    password: str = field(default="", repr=False)
    games: tuple[GameChoice, ...] = GAMES
    only_differences: bool = False
    wrong: Mapping[str, WrongEntry] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, setup: SetupT, games: tuple[GameChoice, ...] = GAMES) -> Self:
        """Returns the form with what a profile holds."""
        house = HouseDraft(games=setup.games_played).with_rules(setup.house)
        return cls(setup, house, games=games)

    @property
    @abstractmethod
    def summary(self) -> tuple[str, ...]:
        """The choices in lines; none where they cannot be."""

    @abstractmethod
    def fitted(self) -> Self:
        """Returns the form with what other choices leave possible, such as no more seats than the games have."""

    def with_setup(self, **changes: object) -> Self:
        """Returns the form with other choices, of fields or of declared settings."""
        setup = with_settings(self.setup, changes)
        return replace(self, setup=setup, house=replace(self.house, games=setup.games_played))

    @cached_property
    def chosen(self) -> SetupT:
        """The choices with the house rules, None for those of the server and for rules in conflict."""
        return with_fields(self.setup, house=None if self.house.is_servers else self.house.rules)

    # --- what is wrong with it ---

    @property
    @abstractmethod
    def request(self) -> Command:
        """The command that opens what is chosen."""

    @abstractmethod
    def terms_problem(self) -> Problem | None:
        """Returns why there can be no such terms, None where there can."""

    @cached_property
    def problem(self) -> Problem | None:
        """The first thing that keeps the form from being sent, None if it can be."""
        return next(self._problems(), None)

    def _problems(self) -> Iterator[Problem]:
        for row, entry in self.wrong.items():
            if (page := self.page_of(row)) is not None:
                yield Problem(page, row, entry.sentence)
        if self.house.conflict:
            row = f"{_HOUSE}{self.house.conflicting}" if self.house.conflicting else "preset"
            yield Problem(FormPage.HOUSE, row, self.house.conflict)
        if not self.setup.games_played:
            yield Problem(FormPage.GAME, "plays", NO_GAME)
        if not clean_table_name(self.setup.name):
            yield Problem(self.pages[0], "name", f"Give the {self.noun} a name that can be shown.")
        if problem := self.terms_problem():
            yield problem
        if len(codec.encode(self.request)) > codec.MAX_COMMAND_BYTES - 64:
            yield self.too_long

    def problem_of(self, no: TermsRefused) -> Problem:
        """Returns why the terms are refused, with the row where that can be changed."""
        row = self.other_rows.get(no.field, no.field)
        page = self.page_of(row)
        return Problem(page, row, str(no)) if page else Problem(*self.usual_row, str(no))

    # --- the pages ---

    @property
    def pages(self) -> tuple[FormPage, ...]:
        """The pages in their order."""
        return tuple(self.layout)

    def rows(self, page: FormPage) -> tuple[FormRow, ...]:
        """Returns the rows of a page, with what is wrong there; the form knows none of the profiles."""
        return tuple(self._with_fault(row, page) for row in self.page_rows(page))

    def _with_fault(self, row: FormRow, page: FormPage) -> FormRow:
        if (entry := self.wrong.get(row.id)) is not None:
            value = hidden(entry.text) if row.kind is RowKind.SECRET else entry.text
            row = replace(row, value=value, text=entry.text, sentence=entry.sentence, mark=Mark.WRONG)
        if self.problem is not None and (self.problem.page, self.problem.row) == (page, row.id):
            row = replace(row, sentence=self.problem.sentence, mark=Mark.WRONG)
        return row

    def page_rows(self, page: FormPage) -> tuple[FormRow, ...]:
        """Returns the rows of a page as they are chosen."""
        rows: list[FormRow] = []
        if page is self.pages[0]:
            sentence = f"The name of the {self.noun} in the lobby."
            rows.append(typed_row("name", "Name", self.setup.name, sentence=sentence))
        if page is FormPage.GAME:
            rows += self.game_rows()
        elif page is FormPage.HOUSE:
            rows += self.house_rows()
        for together in self.layout[page]:
            rows += self.declared_rows(*together)
            if "Access" in together:
                secret, hint = RowKind.SECRET, self.password_hint
                rows.append(typed_row("password", "Password", self.password, secret, placeholder="none", sentence=hint))
        return tuple(rows)

    def page_of(self, row: str) -> FormPage | None:
        """Returns the page where a row is, None for one that other choices have taken away."""
        if row.startswith(_HOUSE):
            return FormPage.HOUSE
        return next((page for page in self.pages if any(each.id == row for each in self.page_rows(page))), None)

    # --- the rows of declared settings ---

    @property
    def settings(self) -> dict[str, Setting]:
        """The declared settings of the setup that have rows, by their names."""
        return {each.name: each for each in settings_of(type(self.setup)) if each.spec.label}

    def possible(self, setting: Setting) -> tuple[object, ...]:
        """Returns the values that a row steps through, with what is chosen so far."""
        if setting.name == "hands" and self.setup.plays is Plays.CHOICE:
            return setting.spec.values[1:]
        return setting.spec.values or ((False, True) if isinstance(setting.kind, Switch) else ())

    def in_words(self, setting: Setting, value: object) -> str:
        """Returns a value in words, with what is chosen so far."""
        return setting.in_words(value)

    def sentence(self, setting: Setting) -> str:
        """Returns the sentence about a row, with what is chosen so far."""
        return setting.spec.help

    @property
    @abstractmethod
    def usual(self) -> Mapping[str, str]:
        """The texts of typed rows where nothing is typed, by their names."""

    def declared_row(self, name: str) -> FormRow:
        """Returns the row of a declared setting."""
        setting = self.settings[name]
        label, value, said = setting.spec.label, setting.value_in(self.setup), self.sentence(setting)
        if setting.spec.typed:
            kind = RowKind.AMOUNT if isinstance(setting.kind, Number) else RowKind.TEXT
            usual = self.usual.get(name, "")
            return typed_row(name, label, setting.typed_text(value), kind, placeholder=usual, sentence=said)
        choices = tuple((each, self.in_words(setting, each)) for each in self.possible(setting))
        return choice_row(name, label, choices, value, said, other=self.in_words(setting, value))

    def declared_rows(self, *groups: str) -> tuple[FormRow, ...]:
        """Returns the rows of groups of settings, with headings between the groups."""
        rows: list[FormRow] = []
        for group in groups:
            found = sorted(
                (each for each in self.settings.values() if each.spec.group == group), key=lambda each: each.spec.place
            )
            rows += [heading(group)] if rows and found else []
            rows += [self.declared_row(each.name) for each in found]
        return tuple(rows)

    # --- changes ---

    def step(self, row: str, by: int) -> Self:
        """Returns the form with a value of a row before or after; stops at both ends."""
        if row.startswith(_HOUSE) or row == _STRUCTURE:
            return replace(self.without_wrong(row), house=self.house.step(row.removeprefix(_HOUSE), by))
        steps = {"preset": self._step_preset, "mix": self._step_mix, "plays": self._step_plays}
        if row in steps:
            return steps[row](by)
        if row == "shown":
            return replace(self, only_differences=by > 0)
        setting = self.settings.get(row)
        if setting is None or not (values := self.possible(setting)):
            return self
        return self.with_value(row, stepped(values, setting.value_in(self.setup), by))

    def typed(self, row: str, text: str) -> Self:
        """Returns the form with an entry typed into a row; one that cannot be is kept with its sentence."""
        form = self.without_wrong(row)
        try:
            return form.with_typed(row, text)
        except ValueError as wrong:
            return replace(form, wrong={**form.wrong, row: WrongEntry(text, str(wrong))})

    def without_wrong(self, row: str) -> Self:
        """Returns the form without what was typed into a row and cannot be."""
        return replace(self, wrong={other: entry for other, entry in self.wrong.items() if other != row})

    def with_typed(self, row: str, text: str) -> Self:
        """Returns the form with what was typed into a row; raises ValueError with a sentence."""
        if row.startswith(_HOUSE):
            return replace(self, house=self.house.typed(row.removeprefix(_HOUSE), text))
        if row == "name":
            return self.with_setup(name=text)
        if row == "password":
            if len(text) > MAX_PASSWORD_LENGTH:
                raise ValueError(f"Choose a password of at most {MAX_PASSWORD_LENGTH} characters.")
            return replace(self, password=text)
        return self.with_value(row, self.settings[row].read(text))

    def with_value(self, row: str, value: object) -> Self:
        """Returns the form with another value of a row."""
        return self.without_wrong(row).with_setup(**{row: value}).fitted()

    # --- the games ---

    def game_rows(self) -> tuple[FormRow, ...]:
        """Returns the rows of the games: one, several in turn, or those among which the dealer chooses."""
        setup, several = self.setup, self.setup.plays is not Plays.ONE
        rows = [choice_row("plays", "Plays", PLAYS_WORDS, setup.plays, "Whether one game is played or several.")]
        if several:
            mixes = tuple((mix.id, mix.name) for mix in self._mixes(setup.plays))
            own = "" if setup.mix is None else setup.mix.id
            rows.append(choice_row("mix", "Games", (*mixes, ("", OWN_LIST)), own, "Known mixes, or ticks below."))
            rows += self.declared_rows("Games") if setup.plays is Plays.CHOICE else (self.declared_row("hands"),)
        row = next(row for row in self.house.rows() if row.id == f"{_HOUSE}{_STRUCTURE}")
        rows.append(replace(row, id=_STRUCTURE, label="Betting"))
        ticks = "Games: tick them in their order" if several else "Game"
        return (*rows, heading(ticks), *map(self._tick, self.games))

    def _tick(self, game: GameChoice) -> FormRow:
        played = self.setup.games_played
        at = played.index(game.id) + 1 if game.id in played else 0
        value = "" if not at else "●" if self.setup.plays is Plays.ONE else f"{at}."
        sentence = f"{game.description[:1].upper()}{game.description[1:]}."
        return FormRow(f"game:{game.id}", game.name, value, RowKind.TICK, sentence=sentence, names=game_names(game))

    def _mixes(self, plays: Plays) -> tuple[Mix, ...]:
        """The known mixes that are played so, of games that the server deals."""
        dealt, choice = {game.id for game in self.games}, plays is Plays.CHOICE
        return tuple(mix for mix in MIXES if mix.dealers_choice is choice and dealt.issuperset(mix.games))

    def toggle(self, row: str) -> Self:
        """Returns the form with a game taken in, or left out again; where one is played, it is another one then."""
        game, setup = row.removeprefix("game:"), self.setup
        if setup.plays is Plays.ONE:
            return self.with_setup(game=game).fitted()
        games = tuple(each for each in setup.games if each != game) if game in setup.games else (*setup.games, game)
        return self.with_setup(games=games, game=(*games, setup.game)[0]).fitted()

    def with_house(self, rules: HouseRules | None) -> Self:
        """Returns the form with other house rules, None for those of the server."""
        wrong = {row: entry for row, entry in self.wrong.items() if not row.startswith(_HOUSE)}
        return replace(self, house=self.house.with_rules(rules), wrong=wrong)

    def _step_preset(self, by: int) -> Self:
        names = (_SERVER, *PRESETS)
        at = _SERVER if self.house.is_servers else self.house.preset
        name = stepped(names, at, by) if at in names else (names[-1] if by < 0 else names[0])
        return self.with_house(None if name == _SERVER else PRESETS[name])

    def _step_mix(self, by: int) -> Self:
        mixes = {mix.id: mix for mix in self._mixes(self.setup.plays)}
        current = "" if self.setup.mix is None else self.setup.mix.id
        wanted = stepped((*mixes, ""), current, by)
        if not wanted:  # the host's own list begins with the game marked first
            return self.with_setup(games=self.setup.games[:1]) if current else self
        return self.with_mix(mixes[wanted])

    def _step_plays(self, by: int) -> Self:
        plays = stepped(tuple(Plays), self.setup.plays, by)
        if plays is Plays.ONE or plays is self.setup.plays:
            return self.with_setup(plays=plays).fitted()
        mixes, game = self._mixes(plays), self.setup.game
        if not mixes:
            return self.with_setup(plays=plays, games=(game,), hands=int(plays is Plays.CHOICE)).fitted()
        return self.with_mix(mixes[0], game=game)

    def with_mix(self, mix: Mix, *, game: str = "") -> Self:
        """Returns the form with the games of a mix; `game` is what a table of one game would play after it."""
        setup = self.setup.with_mix(mix)
        return replace(self, setup=setup).with_setup(game=game or setup.game).fitted()

    # --- the house rules ---

    def house_rows(self) -> tuple[FormRow, ...]:
        """Returns the rows of the house rules that count for something, with the preset before them."""
        presets = ((_SERVER, _LEFT_TO_SERVER), *PRESET_TITLES.items())
        at = _SERVER if self.house.is_servers else self.house.preset
        if not at:
            presets = (*presets, ("", "your own"))
        sentence = self.house.conflict or "A preset sets every rule below; change any of them after it."
        only = self.only_differences
        rows = (
            choice_row("preset", "Rules", presets, at, sentence),
            choice_row("shown", "Listed", LISTED, only, "All house rules, or those unlike a casino's."),
            *self.house.rows(only_differences=only, without=self.without_effect),
        )
        return (*rows, heading("As in a casino.")) if len(rows) == 2 else rows
