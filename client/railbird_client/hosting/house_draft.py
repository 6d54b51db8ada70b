"""House rules while a host chooses them: every setting with its words, its effect and what it conflicts with."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from types import MappingProxyType
from typing import Any

from railbird_client.forms.form_rows import FormRow, Mark, RowKind, heading
from railbird_shared.game.bad_setup import BadSetup
from railbird_shared.game.variants import VARIANTS
from railbird_shared.house.describe import EXPECTED_FACTS, facts
from railbird_shared.house.describe_cards import Facts
from railbird_shared.house.effects import WHERE_IT_COUNTS, settings_without_effect
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.house.presets import CASINO, PRESETS
from railbird_shared.house.settings import (
    SETTINGS,
    Setting,
    SettingGroup,
    Value,
    is_typed,
    listed_values,
    parse_value,
    plain_value,
    record_value,
    value_words,
    with_titles,
)

PRESET_TITLES = {
    "casino": "casino: every game as it is usually played",
    "kitchen-table": "kitchen table: a home game of the old school",
    "classroom": "classroom: as the classroom game has it",
    "ask-me": "ask me: nothing settled beforehand",
}
"""What the presets are called."""

STEPS: dict[str, tuple[Value, ...]] = {
    "ante": (None, 0, 1, 2, 5, 10, 25),
    "small_blind": (None, 0, 1, 2, 5, 10, 25, 50),
    "big_blind": (None, 2, 4, 5, 10, 20, 50, 100),
    "seven_deuce": (0, 1, 2, 5, 10, 20, 50),
    "bomb_pot": (0, 2, 5, 10, 20, 50, 100),
    "bomb_pot_every": (0, 1, 5, 10, 20, 25, 50, 100),
    "rake_cap": (1, 2, 3, 4, 5, 10),
    "time_charge": (0, 1, 2, 5, 10, 20, 50),
}
"""The values to step through where any number may be typed."""


@dataclass(frozen=True)
class HouseDraft:
    """The settings as they are chosen, which may be in conflict; `games` are those that the table plays, by their ids.

    `by_game` holds the rules of single games, from a file. A draft that has `settings` of None leaves the rules to the
    server.
    """

    values: MappingProxyType[str, Value] = field(default_factory=lambda: values_of(CASINO))
    by_game: tuple[tuple[str, HouseRules], ...] = ()
    is_servers: bool = True
    games: tuple[str, ...] = ("holdem",)

    # --- what was chosen ---

    @cached_property
    def rules(self) -> HouseRules | None:
        """The house rules, None where they are in conflict."""
        return None if self.conflict else self._make()

    @cached_property
    def conflict(self) -> str:
        """Why no house can have these settings, in a sentence; empty where one can."""
        try:
            self._make()
        except BadSetup as fault:
            return with_titles(str(fault))
        return ""

    @property
    def conflicting(self) -> str:
        """The name of the setting with which the sentence of a conflict begins, empty without a conflict."""
        places = ((self.conflict.find(f'"{each.title}"'), each.name) for each in SETTINGS)
        return min((place, name) for place, name in (*places, (len(self.conflict), "")) if place >= 0)[1]

    def _make(self) -> HouseRules:
        settings: dict[str, Any] = {
            setting.name: record_value(setting.name, self.values[setting.name]) for setting in SETTINGS
        }
        return HouseRules(games=self.by_game, **settings)

    @property
    def preset(self) -> str:
        """The name of the preset that has the same settings, empty where none has."""
        return next((name for name, rules in PRESETS.items() if rules == self.rules), "")

    def with_rules(self, rules: HouseRules | None) -> HouseDraft:
        """Returns the draft with other rules, those of the server for None."""
        if rules is None:
            return replace(self, values=values_of(CASINO), by_game=(), is_servers=True)
        return replace(self, values=values_of(rules), by_game=rules.games, is_servers=False)

    def with_value(self, name: str, value: Value) -> HouseDraft:
        """Returns the draft with another value of a setting."""
        return replace(self, values=MappingProxyType({**self.values, name: value}), is_servers=False)

    def step(self, name: str, by: int) -> HouseDraft:
        """Returns the draft with a value of a setting before or after; stops at both ends."""
        values = listed_values(name) or STEPS[name]
        at = _place(values, self.values[name])
        return self.with_value(name, values[min(max(at + by, 0), len(values) - 1)])

    def typed(self, name: str, text: str) -> HouseDraft:
        """Returns the draft with a value that somebody has typed; raises ValueError with a sentence."""
        value = parse_value(name, text)
        alone = HouseDraft().with_value(name, value)
        if alone.conflict:
            raise ValueError(alone.conflict)
        return self.with_value(name, value)

    # --- what it comes to ---

    @cached_property
    def _facts_by_game(self) -> dict[str, Facts]:
        """What is told of every game that can be played by these rules."""
        return {game: told for game in self.games if self.rules and (told := _facts_of(self.rules, game))}

    @cached_property
    def _facts(self) -> Facts:
        """The facts of the first game that has them, by subject."""
        return _first_of(self._facts_by_game.values())

    @cached_property
    def _usual_facts(self) -> Facts:
        return EXPECTED_FACTS | _first_of(_casino_facts(game) for game in self.games)

    @cached_property
    def idle(self) -> frozenset[str]:
        """The settings that have no effect in any of the games."""
        rules = self.rules
        if rules is None or not self.games:
            return frozenset()
        names = (frozenset(settings_without_effect(rules, VARIANTS[game])) for game in self.games)
        return frozenset[str].intersection(*names)

    def _is_untold(self, setting: Setting) -> bool:
        """Whether none of the games has what a setting is about: a draw, a board, wild cards."""
        told = self._facts.keys() | self._usual_facts.keys()
        return bool(self._facts) and not told.intersection(setting.subjects)

    def differs(self, name: str) -> bool:
        """Whether a setting is not as in a casino."""
        return _place((self.values[name],), plain_value(getattr(CASINO, name)), missing=-1) < 0

    @cached_property
    def differences(self) -> tuple[str, ...]:
        """A sentence for each rule in which the games are played differently than in a casino."""
        told: dict[str, None] = {}
        for game, of_game in self._facts_by_game.items():
            usual = EXPECTED_FACTS | _casino_facts(game)
            told |= dict.fromkeys(said for subject, said in of_game.items() if usual.get(subject) != said)
        return tuple(told)

    def sentence(self, setting: Setting) -> str:
        """Returns what a setting comes to in the games of the table, and how a casino plays it if that differs."""
        name = setting.name
        if name in self.idle:
            where = WHERE_IT_COUNTS[name]
            return f"{setting.sentence} It counts only {where}: change it back, or play such a game."
        if self.differs(name) and self._is_untold(setting):
            return f"{setting.sentence} ({setting.clause}) None of these games has that."
        told = [said for subject in setting.subjects if (said := self._facts.get(subject))]
        usual = [said for subject in setting.subjects if (said := self._usual_facts.get(subject))]
        parts = told[:1] or [f"{setting.sentence} ({setting.clause})"]
        if self.differs(name) and usual and usual[:1] != told[:1]:
            parts.append(f"In a casino: {usual[0]}")
        return " ".join(parts)

    def rows(self, *, only_differences: bool = False, without: frozenset[str] = frozenset()) -> tuple[FormRow, ...]:
        """Returns the rows of all settings but some group by group, or of those only that differ from a casino's."""
        rows: list[FormRow] = []
        for group in SettingGroup:
            of_group = [
                self._row(setting)
                for setting in SETTINGS
                if setting.group is group
                and setting.name not in without
                and (not only_differences or self.differs(setting.name))
            ]
            if of_group:
                rows += [heading(group.value), *of_group]
        return tuple(rows)

    def _mark(self, setting: Setting) -> Mark:
        if setting.name in self.idle or (self.differs(setting.name) and self._is_untold(setting)):
            return Mark.IDLE
        return Mark.DIFFERS if self.differs(setting.name) else Mark.NONE

    def _row(self, setting: Setting) -> FormRow:
        name, value = setting.name, self.values[setting.name]
        values = listed_values(name) or STEPS[name]
        at = _place(values, value, missing=-1)
        plain = "" if value is None else str(value)
        return FormRow(
            f"house:{name}",
            setting.title,
            value_words(name, value),
            RowKind.AMOUNT if is_typed(name) else RowKind.CHOICE,
            text=plain,
            sentence=self.sentence(setting),
            mark=self._mark(setting),
            first=at == 0,
            last=at == len(values) - 1,
        )


def values_of(rules: HouseRules) -> MappingProxyType[str, Value]:
    """Returns the settings of a house by their names, without those of single games."""
    return MappingProxyType({setting.name: plain_value(getattr(rules, setting.name)) for setting in SETTINGS})


def _place(values: tuple[Value, ...], wanted: Value, missing: int = 0) -> int:
    """Returns the place of a value, telling 0 from False; `missing` where it is none of them."""
    found = (at for at, each in enumerate(values) if each == wanted and type(each) is type(wanted))
    return next(found, missing)


def _facts_of(rules: HouseRules, game: str) -> Facts:
    """Returns what is told of a game as a house plays it, nothing where it cannot."""
    try:
        return facts(rules, VARIANTS[game])
    except BadSetup:
        return {}


@cache
def _casino_facts(game: str) -> Facts:
    return _facts_of(CASINO, game)


def _first_of(told: Iterable[Facts]) -> Facts:
    """Returns the facts of the first game that has them, by subject."""
    found: Facts = {}
    for each in told:
        found = each | found
    return found
