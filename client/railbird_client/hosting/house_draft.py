"""House rules while a host chooses them: every setting with its words, its effect and what it conflicts with."""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from types import MappingProxyType
from typing import Any

from railbird_client.forms.form_rows import FormRow, Mark, RowKind, heading, place_of, stepped
from railbird_shared.game.game_rules import BadSetup
from railbird_shared.game.variants import VARIANTS
from railbird_shared.house.apply import rules_without_effect
from railbird_shared.house.describe import EXPECTED_SENTENCES, Sentences, house_sentences
from railbird_shared.house.house_rules import CASINO, HouseRules, preset_name
from railbird_shared.house.rule import Rule, RuleGroup, Value, rules_of
from railbird_shared.settings.kinds import NONE_WORD, typed_number

PRESET_TITLES = {
    "casino": "casino: every game as it is usually played",
    "kitchen-table": "kitchen table: a home game of the old school",
    "classroom": "classroom: as the classroom game has it",
    "ask-me": "ask me: nothing settled beforehand",
}
"""The names of the presets."""

MAX_AMOUNT = 10**25 - 1
"""The largest number that is read before it is refused by the range of its rule."""


@dataclass(frozen=True)
class HouseDraft:
    """The rules as they are chosen, which may be in conflict; `games` are those that the table plays, by their ids.

    `by_game` holds the rules of single games, from a file. A draft that `is_servers` leaves the rules to the server.
    """

    values: MappingProxyType[str, Value] = field(default_factory=lambda: values_of(CASINO))
    by_game: tuple[tuple[str, HouseRules], ...] = ()
    is_servers: bool = True
    games: tuple[str, ...] = ("holdem",)
    record: type[HouseRules] = HouseRules

    @property
    def _declared(self) -> Mapping[str, Rule]:
        return rules_of(self.record)

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
            names = "|".join(sorted((name for name in self._declared if "_" in name), reverse=True))
            return re.sub(rf"\b({names})\b", lambda found: f'"{self._declared[found[1]].spec.label}"', str(fault))
        return ""

    @property
    def conflicting(self) -> str:
        """The name of the setting with which the sentence of a conflict begins, empty without a conflict."""
        places = ((self.conflict.find(f'"{rule.spec.label}"'), name) for name, rule in self._declared.items())
        return min((place, name) for place, name in (*places, (len(self.conflict), "")) if place >= 0)[1]

    def _make(self) -> HouseRules:
        values: dict[str, Any] = {name: rule.checked(self.values[name]) for name, rule in self._declared.items()}
        return self.record(games=self.by_game, **values)

    @property
    def preset(self) -> str:
        """The name of the preset that has the same settings, empty where none has."""
        return "" if self.rules is None else preset_name(self.rules)

    def with_rules(self, rules: HouseRules | None) -> HouseDraft:
        """Returns the draft with other rules, those of the server for None."""
        chosen = CASINO if rules is None else rules
        return replace(self, values=values_of(chosen), by_game=chosen.games, is_servers=rules is None)

    def with_value(self, name: str, value: Value) -> HouseDraft:
        """Returns the draft with another value of a setting."""
        return replace(self, values=MappingProxyType({**self.values, name: value}), is_servers=False)

    def step(self, name: str, by: int) -> HouseDraft:
        """Returns the draft with a value of a setting before or after; stops at both ends."""
        return self.with_value(name, stepped(self._declared[name].choices, self.values[name], by))

    def typed(self, name: str, text: str) -> HouseDraft:
        """Returns the draft with a typed value, the game's own for nothing; raises ValueError with a sentence."""
        rule, typed = self._declared[name], text.strip()
        value: Value = typed_number(typed, MAX_AMOUNT) if typed else rule.default
        if isinstance(rule.default, str):
            value = typed.lower() or NONE_WORD
        elif typed and value is None:
            raise ValueError(f"Write {rule.spec.label} as a number of chips.")
        if conflict := HouseDraft().with_value(name, value).conflict:
            raise ValueError(conflict)
        return self.with_value(name, value)

    # --- what it comes to ---

    @cached_property
    def _sentences_by_game(self) -> dict[str, Sentences]:
        return {game: told for game in self.games if self.rules and (told := _sentences_of(self.rules, game))}

    @cached_property
    def _sentences(self) -> Mapping[str, str]:
        """The sentences of the first game that has them, by subject."""
        return ChainMap(*self._sentences_by_game.values())

    @cached_property
    def _usual_sentences(self) -> Mapping[str, str]:
        return ChainMap(*map(_casino_sentences, self.games), EXPECTED_SENTENCES)

    @cached_property
    def idle(self) -> frozenset[str]:
        """The settings that have no effect in any of the games."""
        rules = self.rules
        if rules is None or not self.games:
            return frozenset()
        idle = ({rule.name for rule in rules_without_effect(rules, VARIANTS[game])} for game in self.games)
        return frozenset(set[str].intersection(*idle))

    def _is_untold(self, rule: Rule) -> bool:
        """Whether none of the games has what a rule is about: a draw, a board, wild cards."""
        told = self._sentences.keys() | self._usual_sentences.keys()
        return bool(self._sentences) and not told.intersection(rule.subjects)

    def differs(self, name: str) -> bool:
        """Whether a setting is not as in a casino."""
        return place_of((self.values[name],), getattr(CASINO, name, self._declared[name].default)) < 0

    @cached_property
    def differences(self) -> tuple[str, ...]:
        """A sentence for each rule in which the games are played differently than in a casino."""
        told: dict[str, None] = {}
        for game, of_game in self._sentences_by_game.items():
            usual = EXPECTED_SENTENCES | _casino_sentences(game)
            told |= dict.fromkeys(said for subject, said in of_game.items() if usual.get(subject) != said)
        return tuple(told)

    def sentence(self, rule: Rule) -> str:
        """Returns what a rule makes of the games of the table, and how a casino plays it if that differs."""
        differs = self.differs(rule.name)
        chosen = f"{rule.spec.help} ({rule.spec.clause})"
        if rule.name in self.idle:
            return f"{rule.spec.help} It counts only {rule.spec.where}: change it back, or play such a game."
        if differs and self._is_untold(rule):
            return f"{chosen} None of these games has that."
        told, usual = (
            next((said for subject in rule.subjects if (said := known.get(subject))), "")
            for known in (self._sentences, self._usual_sentences)
        )
        return (told or chosen) + (f" In a casino: {usual}" if differs and usual not in ("", told) else "")

    def rows(self, *, only_differences: bool = False, without: frozenset[str] = frozenset()) -> tuple[FormRow, ...]:
        """Returns the rows of all rules but some group by group, or of those only that differ from a casino's."""
        rows: list[FormRow] = []
        for group in RuleGroup:
            of_group = [
                self._row(rule)
                for name, rule in self._declared.items()
                if rule.spec.group == group and name not in without and (not only_differences or self.differs(name))
            ]
            if of_group:
                rows += [heading(group.value), *of_group]
        return tuple(rows)

    def _row(self, rule: Rule) -> FormRow:
        value, choices, differs = self.values[rule.name], rule.choices, self.differs(rule.name)
        at = place_of(choices, value)
        is_idle = rule.name in self.idle or (differs and self._is_untold(rule))
        return FormRow(
            f"house:{rule.name}",
            rule.spec.label,
            rule.in_words(value),
            RowKind.AMOUNT if rule.is_typed else RowKind.CHOICE,
            text="" if value is None else str(value),
            sentence=self.sentence(rule),
            mark=Mark.IDLE if is_idle else Mark.DIFFERS if differs else Mark.NONE,
            first=at == 0,
            last=at == len(choices) - 1,
        )


def values_of(rules: HouseRules) -> MappingProxyType[str, Value]:
    """Returns the rules of a house by their names, without those of single games."""
    return MappingProxyType({name: rule.value_in(rules) for name, rule in rules_of(type(rules)).items()})


def _sentences_of(rules: HouseRules, game: str) -> Sentences:
    """Returns what is told of a game as a house plays it, nothing where it cannot."""
    try:
        return house_sentences(rules, VARIANTS[game])
    except BadSetup:
        return {}


@cache
def _casino_sentences(game: str) -> Sentences:
    return _sentences_of(CASINO, game)
