"""The declaration of a house rule, which adds to the spec of any setting, and the values that it may have."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from railbird_shared.game.game_rules import BadSetup
from railbird_shared.game.variants import Variant
from railbird_shared.settings.kinds import NONE_WORD, Choice, Kind, Number, Switch
from railbird_shared.settings.spec import Setting, Spec, settings_of

Value = int | str | bool | None
"""A value of a rule as it is chosen: the members of an enumeration are texts."""

MAX_LISTED = 25
"""A rule with more values than this is typed."""


class RuleGroup(StrEnum):
    """The groups of house rules, by their titles."""

    CARDS = "Pack and wild cards"
    WINNING = "Which hand wins"
    BETTING = "Betting"
    START = "Blinds, antes and seats"
    DEALING = "Dealing and drawing"
    SHOWDOWN = "Showdown"
    CUSTOMS = "Customs of a home game"
    CHIPS = "Buy-in and charge"


class RuleSpec(Spec, frozen=True, eq=False, kw_only=True):
    """The declaration of a house rule besides that of any setting.

    `clause` is that of the rules. Its sentence for players is `told` here if it needs nothing but the value. If it
    needs other rules or the stakes `house.describe` says it, and if it is seen in the game itself `game.facts`:
    `subjects` are those of the facts there, by itself its name. `named` are the words for values that are not plain by
    themselves.

    `where` says in words in which games it applies, and `applies` whether it does for a house in a game of the
    catalogue; without them it applies in every game. Rules that exclude each other give way in turn: this one is asked
    `after` those of these names. Where it has no effect `in_tournaments` it is left out there.
    """

    unset: str = "as the game has it"
    clause: str = ""
    named: Mapping[Any, str] | None = None
    subjects: tuple[str, ...] = ()
    where: str = ""
    applies: Callable[[Any, Variant], bool] | None = None
    after: tuple[str, ...] = ()
    in_tournaments: bool = True


def house_rule(
    group: RuleGroup,
    clause: str,
    label: str,
    sentence: str,
    kind: Kind | None = None,
    *,
    subjects: tuple[str, ...] = (),
    in_tournaments: bool = True,
) -> RuleSpec:
    """Returns the spec of a rule: its clause, its label in a form, and a sentence that says what is chosen."""
    return RuleSpec(sentence, group, kind, label, clause=clause, subjects=subjects, in_tournaments=in_tournaments)


def called(named: Mapping[Any, str], unit: str = "") -> RuleSpec:
    """Returns the words of a rule for values that are not plain by themselves, and the unit of the others."""
    return RuleSpec(named=named, unit=unit)


def where(said: str, applies: Callable[[Any, Variant], bool], after: tuple[str, ...] = ()) -> RuleSpec:
    """Returns where a rule applies; see `RuleSpec`."""
    return RuleSpec(where=said, applies=applies, after=after)


class Rule(Setting, frozen=True):
    """A house rule of a record."""

    spec: RuleSpec

    @property
    def subjects(self) -> tuple[str, ...]:
        """The subjects of the facts that tell of it."""
        return self.spec.subjects or (self.name,)

    @property
    def choices(self) -> tuple[Value, ...]:
        """The values to choose from or to step through, the one that leaves it to the game first."""
        optional: tuple[Value, ...] = (None,) if self.optional else ()
        match self.kind:
            case Switch():
                return (*optional, False, True)
            case Choice(values):
                return (*optional, *values)
            case Number(least, most) if most - least < MAX_LISTED:
                return (*optional, *range(int(least), int(most) + 1))
            case _:
                return (*optional, *self.spec.values)

    @property
    def is_typed(self) -> bool:
        """Whether a value may be typed: amounts, and wild cards by their ranks."""
        return not isinstance(self.kind, Switch | Choice) and bool(self.spec.values)

    def in_words(self, value: Any) -> str:
        """Returns a value in words."""
        if value in (named := self.spec.named or {}):
            return named[value]
        is_none = value == 0 and not isinstance(value, bool)
        return NONE_WORD if is_none else super().in_words(value).replace("-", " ")

    def checked(self, value: object) -> Any:
        """Returns a value as the record holds it, of one that a file gives or somebody chooses; raises BadSetup."""
        try:
            return None if value is None and self.optional else self.kind.check(value)
        except BadSetup:
            raise
        except ValueError:
            raise BadSetup(self.refusal(self.name, value)) from None

    def applies(self, house: Struct, variant: Variant) -> bool:
        """Whether it has an effect for a house in a game of the catalogue."""
        return self.spec.applies is None or self.spec.applies(house, variant)

    def asks(self, house: Struct) -> bool:
        """Whether a house asks something by it; a value such as `qualifier = "none"` asks nothing."""
        value = self.value_in(house)
        is_none = value is False or value == NONE_WORD or (value == 0 and isinstance(self.kind, Choice))
        return value != self.default and not is_none


@lru_cache(maxsize=8)
def rules_of(record: type[Struct]) -> Mapping[str, Rule]:
    """Returns the house rules that a record declares, by their names."""
    return {setting.name: Rule(**asdict(setting)) for setting in settings_of(record)}


@lru_cache(maxsize=8)
def limited_rules(record: type[Struct]) -> tuple[Rule, ...]:
    """Returns the rules that apply in some games only, each behind those to which it gives way."""
    found: dict[str, Rule] = {}

    def visit(rule: Rule) -> None:
        if rule.spec.applies is not None and rule.name not in found:
            for name in rule.spec.after:
                visit(rules_of(record)[name])
            found[rule.name] = rule

    for rule in rules_of(record).values():
        visit(rule)
    return tuple(found.values())
