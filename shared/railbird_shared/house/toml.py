"""House rules in TOML: written with every rule and its clause, read with a sentence for every fault."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from railbird_shared.game import catalogue
from railbird_shared.game.game_rules import BadSetup
from railbird_shared.game.variants import VARIANTS
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.house.rule import Rule, rules_of
from railbird_shared.settings.kinds import NONE_WORD, Choice
from railbird_shared.settings.spec import quoted
from railbird_shared.text.text_cleaning import nearest

GAMES = "games"
"""The name of the part of a file with the rules of single games: `[games.stud8]` (CX-47)."""

MAX_CHARACTERS = 64 * 1024
"""How many characters a file of house rules may have."""


def to_toml(house: HouseRules) -> str:
    """Returns house rules as the text of a file, by their clauses; rules left to the game are comments in it."""
    lines = ["# The rules of this house. Lines behind a # are left to each game.", ""]
    rules = sorted(rules_of(type(house)).values(), key=lambda rule: int(rule.spec.clause.partition("-")[2]))
    for rule in rules:
        value = rule.value_in(house)
        note = f"  # {rule.kind.allowed} ({rule.spec.clause})"
        lines.append(f"# {rule.name} ={note}" if value is None else f"{_assignment(rule, value)}{note}")
    lines += ["", "# Settings of one game stand below the others, under its name (CX-47):"]
    lines += ["# [games.stud8]", '# qualifier = "none"'] if not house.games else []
    for game, own in house.games:
        lines += ["", f"[{GAMES}.{game}]"]
        changed = (rule for rule in rules if rule.value_in(own) not in (None, rule.value_in(house)))
        lines += [_assignment(rule, rule.value_in(own)) for rule in changed]
    return "\n".join(lines) + "\n"


def from_toml(text: str, record: type[HouseRules] = HouseRules) -> HouseRules:
    """Reads house rules from the text of a file; raises BadSetup with one sentence that names the key at fault."""
    if len(text) > MAX_CHARACTERS:
        raise BadSetup(f"A file of house rules has at most {MAX_CHARACTERS:,} characters.")
    try:
        found = tomllib.loads(text)
    except (ValueError, RecursionError) as fault:
        where = f": {fault}" if isinstance(fault, tomllib.TOMLDecodeError) else ""
        raise BadSetup(f"This is no TOML{where}.") from None
    by_game = found.pop(GAMES, {})
    house = record(**_read(found, rules_of(record)))
    return replace(house, games=tuple(_read_games(by_game, house)))


def _read_games(found: object, house: HouseRules) -> Iterator[tuple[str, HouseRules]]:
    """Yields every game that has rules of its own, with all that hold for it."""
    if not isinstance(found, dict):
        raise BadSetup(f"{GAMES} holds the settings of single games: write [{GAMES}.stud8], and below it the settings.")
    names: dict[str, str] = {}
    for name, settings in found.items():
        if (choice := catalogue.find_game_name(name, catalogue.GAMES)) is None:
            raise BadSetup(catalogue.unknown_game(name, catalogue.GAMES))
        if (other := names.setdefault(choice.id, name)) != name:
            raise BadSetup(f"[{GAMES}.{other}] and [{GAMES}.{name}] are the same game: write its settings below one.")
        if not isinstance(settings, dict):
            raise BadSetup(f"{name} in {GAMES} holds settings: write [{GAMES}.{name}], and below it the settings.")
        try:
            own = replace(house, **_read(settings, rules_of(type(house))))
        except BadSetup as fault:
            raise BadSetup(f"In [{GAMES}.{name}]: {fault}") from None
        if own != house:
            yield choice.id, own


def _read(found: dict[str, object], rules: Mapping[str, Rule]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, value in found.items():
        if name not in rules:
            if name in VARIANTS:
                raise BadSetup(f"The settings of {name} alone stand under [{GAMES}.{name}].")
            meant = nearest(name, rules)
            remedy = f"you may mean {meant}" if meant else f"choose among {', '.join(rules)}"
            raise BadSetup(f"There is no house setting called {quoted(name)}; {remedy}.")
        kind = rules[name].kind
        is_scale = isinstance(kind, Choice) and type(value) is int and str(value) in kind.values
        values[name] = rules[name].checked(str(value) if is_scale else value)
    return values


def _assignment(rule: Rule, value: object) -> str:
    if not value and isinstance(rule.kind, Choice) and rule.kind.zero_is_none:
        value = NONE_WORD
    return f"{rule.name} = {msgspec.json.encode(value).decode()}"
