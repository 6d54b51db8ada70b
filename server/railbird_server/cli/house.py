"""`railbird-server house`: checks house rules, of a preset or from a file, and describes them."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from railbird_server.cli.console import CommandError, print_text
from railbird_server.rules.errors import BadSetup
from railbird_server.rules.house import PRESETS, HouseRules, apply_house_rules, differences, from_toml, to_toml
from railbird_server.rules.house.toml import MAX_CHARACTERS
from railbird_server.rules.variants import VARIANTS, Variant, get_variant

LINE_WIDTH = 100
NO_DIFFERENCES = "As in a casino."


class HouseParam(click.ParamType[HouseRules]):
    """A preset's name, or a file of house rules."""

    name = "house"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> HouseRules:  # noqa: ARG002
        """Returns the house rules; raises CommandError."""
        return value if isinstance(value, HouseRules) else load_house_rules(str(value))


def load_house_rules(name_or_path: str) -> HouseRules:
    """Returns the preset of that name, or the house rules in a file; raises CommandError."""
    if name_or_path in PRESETS:
        return PRESETS[name_or_path]
    try:
        with Path(name_or_path).open(encoding="utf-8") as file:
            return from_toml(file.read(MAX_CHARACTERS + 1))
    except FileNotFoundError:
        raise CommandError(
            f"There is no house and no file {name_or_path!r}: choose one of {', '.join(PRESETS)}."
        ) from None
    except (OSError, ValueError) as fault:
        why = fault.strerror if isinstance(fault, OSError) else "it is not text in UTF-8"
        raise CommandError(f"The file {name_or_path!r} cannot be read: {why}.") from None
    except BadSetup as fault:
        raise CommandError(str(fault)) from None


@click.command()
@click.argument("rules", type=HouseParam(), default="ask-me", metavar="[PRESET|FILE]")
@click.option("--game", default="", help="Tell of this game only.")
@click.option("--toml", is_flag=True, help="Print a file of these rules, to be edited.")
def house(*, rules: HouseRules, game: str, toml: bool) -> None:
    """Check house rules, and say how they differ from a casino's.

    A house is one of casino, kitchen-table, classroom and ask-me, which settles nothing beforehand, or a file in TOML.
    """
    if toml:
        print_text(to_toml(rules), nl=False)
        return
    try:
        lines = [*_describe_game(rules, get_variant(game))] if game else [*_describe_all_games(rules)]
    except BadSetup as fault:
        raise CommandError(str(fault)) from None
    for line in lines:
        print_text(line)


def _describe_game(rules: HouseRules, variant: Variant) -> Iterator[str]:
    house_variant = apply_house_rules(rules, variant)
    yield f"{rules.make_game(house_variant).full_title}, {_seat_range(house_variant)} players"
    yield from _bullets(differences(rules, variant) or (NO_DIFFERENCES,))


def _seat_range(variant: Variant) -> str:
    least, most = variant.min_seats, variant.max_seats
    return f"{least} to {most}" if least < most else str(most)


def _describe_all_games(rules: HouseRules) -> Iterator[str]:
    """Yields the differences of every game, then those of some games, then the games that cannot be played."""
    differences_by_game: list[tuple[str, tuple[str, ...]]] = []
    not_playable: list[str] = []
    for variant in VARIANTS.values():
        try:
            differences_by_game.append(
                (apply_house_rules(rules, variant).make_game().title, differences(rules, variant))
            )
        except BadSetup as fault:
            not_playable.append(f"{variant.name}: {fault}")
    first = differences_by_game[0][1] if differences_by_game else ()
    common = tuple(said for said in first if all(said in others for _, others in differences_by_game))
    yield from _section("In every game", common) if differences_by_game else ()
    games_by_difference: dict[tuple[str, ...], list[str]] = {}
    for name, sentences in differences_by_game:
        games_by_difference.setdefault(tuple(said for said in sentences if said not in common), []).append(name)
    if games_by_difference.keys() == {()} and not common:
        yield f"Every game: {NO_DIFFERENCES}"
    for sentences, names in games_by_difference.items():
        if sentences:
            yield from _section(", ".join(names), sentences)
    yield from _section("Not played in this house", tuple(not_playable))


def _section(title: str, sentences: tuple[str, ...]) -> Iterator[str]:
    if sentences:
        yield textwrap.fill(f"{title}:", LINE_WIDTH)
        yield from _bullets(sentences)


def _bullets(sentences: tuple[str, ...]) -> Iterator[str]:
    for said in sentences:
        yield textwrap.fill(said, LINE_WIDTH, initial_indent="  - ", subsequent_indent="    ")
