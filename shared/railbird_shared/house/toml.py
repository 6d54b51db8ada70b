"""House rules in TOML: written with every setting and its clause, read with a sentence for every fault."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator
from enum import StrEnum
from typing import Any, get_args, get_type_hints

import msgspec
from msgspec.structs import replace

from railbird_shared.game.bad_setup import BadSetup
from railbird_shared.game.variants import VARIANTS
from railbird_shared.house.house_rules import (
    ALLOWED_VALUES,
    NONE_WORD,
    WILD_WORDS,
    ZERO_IS_NONE,
    HouseRules,
    format_allowed,
)
from railbird_shared.protocol.table_limits import MAX_CHIPS
from railbird_shared.text.nearest import nearest

GAMES = "games"
"""The name of the part of a file with the settings of single games: `[games.stud8]` (CX-47)."""

SETTING_TYPES: dict[str, Any] = {name: kind for name, kind in get_type_hints(HouseRules).items() if name != GAMES}
"""The type of every setting, in the order of the record."""

MAX_CHARACTERS = 64 * 1024
"""How many characters a file of house rules may have."""

MAX_QUOTED = 40
"""How many characters of a wrong value an error message quotes."""

CLAUSES = {
    "pack": "HS-1",
    "jokers": "HS-2",
    "joker_role": "HS-3",
    "wild_ranks": "HS-4",
    "double_ace_flush": "HS-5",
    "wild_tiebreak": "HS-6",
    "lowest_wild_scope": "HS-7",
    "low_scale": "HS-8",
    "a6_broadway_straight": "HS-9",
    "a6_aces_high_pair": "HS-10",
    "qualifier": "HS-11",
    "suit_tiebreak": "HS-12",
    "suit_order": "HS-13",
    "flush_over_full": "HS-14",
    "unbeatable": "HS-15",
    "structure": "HS-16",
    "raise_cap": "HS-17",
    "opener_first_round2": "HS-18",
    "discard_limit": "HS-19",
    "fifth_card_last": "HS-20",
    "bottom_card_held": "HS-21",
    "burn": "HS-22",
    "odd_chip": "HS-23",
    "declared_hands": "HS-24",
    "see_called_hands": "HS-25",
    "hilo_declare": "HS-26",
    "rake": "HS-27",
    "min_buy_in_multiple": "HS-28",
    "ante": "HS-29",
    "small_blind": "HS-29",
    "big_blind": "HS-29",
    "seats": "HS-30",
    "open_requirement": "HS-31",
    "stud_start": "HS-32",
    "played": "HS-33",
    "draw_bets": "HS-34",
    "straddles": "HS-35",
    "runs": "HS-36",
    "sevens_must_bet": "HS-37",
    "rake_percent": "HS-38",
    "rake_cap": "HS-38",
    "time_charge": "HS-38",
    "newcomers_wait": "HS-39",
    "ante_form": "HS-40",
    "first_dealer": "HS-41",
    "show_one_card": "HS-42",
    "rabbit_hunt": "HS-43",
    "chopped_blinds": "HS-44",
    "seven_deuce": "HS-45",
    "bomb_pot": "HS-46",
    "bomb_pot_every": "HS-47",
    "all_in_chances": "HS-48",
}
"""The clause of every setting."""


def to_toml(house: HouseRules) -> str:
    """Returns house rules as the text of a file; settings left to the game are comments in it."""
    lines = ["# The rules of this house. What stands behind a # is left to each game.", ""]
    for name, kind in SETTING_TYPES.items():
        value = getattr(house, name)
        note = f"  # {_format_choices(name, kind)} ({CLAUSES[name]})"
        lines.append(f"# {name} ={note}" if value is None else f"{name} = {_format_value(name, value)}{note}")
    lines += ["", "# Settings of one game stand below the others, under its name (CX-47):"]
    lines += ["# [games.stud8]", '# qualifier = "none"'] if not house.games else []
    for game, own in house.games:
        lines += ["", f"[{GAMES}.{game}]"]
        for name in SETTING_TYPES:
            if (value := getattr(own, name)) not in (None, getattr(house, name)):
                lines.append(f"{name} = {_format_value(name, value)}")
    return "\n".join(lines) + "\n"


def from_toml(text: str) -> HouseRules:
    """Reads house rules from the text of a file; raises BadSetup with one sentence that names the key at fault."""
    if len(text) > MAX_CHARACTERS:
        raise BadSetup(f"A file of house rules has at most {MAX_CHARACTERS:,} characters.")
    try:
        found = tomllib.loads(text)
    except (ValueError, RecursionError) as fault:
        where = f": {fault}" if isinstance(fault, tomllib.TOMLDecodeError) else ""
        raise BadSetup(f"This is no TOML{where}.") from None
    by_game = found.pop(GAMES, {})
    house = HouseRules(**_parse_settings(found))
    return replace(house, games=tuple(_parse_games(by_game, house)))


def _parse_games(found: object, house: HouseRules) -> Iterator[tuple[str, HouseRules]]:
    """Yields every game that has settings of its own, with all that hold for it."""
    if not isinstance(found, dict):
        raise BadSetup(f"{GAMES} holds the settings of single games: write [{GAMES}.stud8], and below it the settings.")
    for game, settings in found.items():
        if game not in VARIANTS:
            raise BadSetup(f"There is no game called {_quote_value(game)}; {_suggest(game, VARIANTS)}")
        if not isinstance(settings, dict):
            raise BadSetup(f"{game} in {GAMES} holds settings: write [{GAMES}.{game}], and below it the settings.")
        try:
            own = replace(house, **_parse_settings(settings))
        except BadSetup as fault:
            raise BadSetup(f"In [{GAMES}.{game}]: {fault}") from None
        if own != house:
            yield game, own


def _parse_settings(found: dict[str, object]) -> dict[str, Any]:
    return {name: _parse_value(name, value) for name, value in found.items()}


def _suggest(wanted: str, names: Collection[str]) -> str:
    """Returns the second half of the sentence about a name that there is not."""
    meant = nearest(wanted, names)
    return f"you may mean {meant}." if meant else f"choose among {', '.join(names)}."


def _parse_value(name: str, value: object) -> Any:
    if name not in SETTING_TYPES:
        if name in VARIANTS:
            raise BadSetup(f"The settings of {name} alone stand under [{GAMES}.{name}].")
        raise BadSetup(f"There is no house setting called {_quote_value(name)}; {_suggest(name, SETTING_TYPES)}")
    if name in ZERO_IS_NONE and value == NONE_WORD:
        return 0
    kind = SETTING_TYPES[name]
    to_convert = value
    if type(value) is int and (_enum_values(kind) or abs(value) > MAX_CHIPS):
        to_convert = _quote_value(value)
    try:
        return msgspec.convert(to_convert, type=kind)
    except msgspec.ValidationError:
        raise BadSetup(f"{name} cannot be {_quote_value(value)}: choose {_format_choices(name, kind)}.") from None


def _enum_values(kind: Any) -> tuple[str, ...]:
    """The words that a setting may be, () for a setting that is no word."""
    for part in get_args(kind) or (kind,):
        if issubclass(part, StrEnum):
            return tuple(part)
    return ()


def _format_choices(name: str, kind: Any) -> str:
    parts = get_args(kind) or (kind,)
    if bool in parts:
        return "true or false"
    if words := _enum_values(kind):
        return f"one of {', '.join(words)}"
    if name in ALLOWED_VALUES:
        return format_allowed(name)
    return f"one of {', '.join(WILD_WORDS)}, or ranks and cards in quotes"


def _format_value(name: str, value: object) -> str:
    if isinstance(value, str):
        return msgspec.json.encode(str(value)).decode()
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{NONE_WORD}"' if name in ZERO_IS_NONE and not value else str(value)


def _quote_value(value: object) -> str:
    """A value as an error message quotes it: short and on one line."""
    if isinstance(value, int) and abs(value) > MAX_CHIPS:
        return "so large a number"
    if isinstance(value, bool):
        return str(value).lower()
    text = repr(value) if isinstance(value, str) else str(value)
    return text if len(text) <= MAX_QUOTED else f"{text[:MAX_QUOTED]}…"
