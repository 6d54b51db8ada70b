"""`railbird-server house`: a house by its name or from its file, checked and told in plain words."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from railbird_server.printing import tell
from railbird_server.refusal import Refusal
from railbird_server.rules.errors import BadSetup
from railbird_server.rules.house import PRESETS, HouseRules, differences, from_toml, shape, to_toml
from railbird_server.rules.house.toml import LONGEST
from railbird_server.rules.variants import VARIANTS, Variant, game_named

WIDTH = 100
ALIKE = "As in a casino."


class House(click.ParamType[HouseRules]):
    """A preset's name, or a file of house rules."""

    name = "house"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> HouseRules:  # noqa: ARG002
        """Returns the house; raises Refusal."""
        return value if isinstance(value, HouseRules) else house_of(str(value))


def house_of(words: str) -> HouseRules:
    """Returns the preset of that name, or the house that a file describes; raises Refusal."""
    if words in PRESETS:
        return PRESETS[words]
    try:
        with Path(words).open(encoding="utf-8") as file:
            return from_toml(file.read(LONGEST + 1))
    except FileNotFoundError:
        raise Refusal(f"There is no house and no file {words!r}: choose one of {', '.join(PRESETS)}.") from None
    except (OSError, ValueError) as fault:
        why = fault.strerror if isinstance(fault, OSError) else "it is not text in UTF-8"
        raise Refusal(f"The file {words!r} cannot be read: {why}.") from None
    except BadSetup as fault:
        raise Refusal(str(fault)) from None


@click.command()
@click.argument("rules", type=House(), default="ask-me", metavar="[PRESET|FILE]")
@click.option("--game", default="", help="Tell of this game only.")
@click.option("--toml", is_flag=True, help="Print a file of these rules, to be edited.")
def house(*, rules: HouseRules, game: str, toml: bool) -> None:
    """Check house rules, and say how they differ from a casino's.

    A house is one of casino, kitchen-table, classroom and ask-me, which settles nothing beforehand, or a file in TOML.
    """
    if toml:
        tell(to_toml(rules), nl=False)
        return
    try:
        told = [*_of_game(rules, game_named(game))] if game else [*_of_all(rules)]
    except BadSetup as fault:
        raise Refusal(str(fault)) from None
    for line in told:
        tell(line)


def _of_game(rules: HouseRules, variant: Variant) -> Iterator[str]:
    shaped = shape(rules, variant)
    yield f"{rules.announce(shaped).full_title}, {_span(shaped)} players"
    yield from _listed(differences(rules, variant) or (ALIKE,))


def _span(variant: Variant) -> str:
    least, most = variant.least_seats, variant.most_seats
    return f"{least} to {most}" if least < most else str(most)


def _of_all(rules: HouseRules) -> Iterator[str]:
    """What differs in every game, then what else differs in games that are alike in it, then what cannot be played."""
    told: list[tuple[str, tuple[str, ...]]] = []
    refused: list[str] = []
    for variant in VARIANTS.values():
        try:
            told.append((shape(rules, variant).announce().title, differences(rules, variant)))
        except BadSetup as fault:
            refused.append(f"{variant.name}: {fault}")
    first = told[0][1] if told else ()
    common = tuple(said for said in first if all(said in others for _, others in told))
    yield from _block("In every game", common) if told else ()
    alike: dict[tuple[str, ...], list[str]] = {}
    for name, sentences in told:
        alike.setdefault(tuple(said for said in sentences if said not in common), []).append(name)
    if alike.keys() == {()} and not common:
        yield f"Every game: {ALIKE}"
    for sentences, names in alike.items():
        if sentences:
            yield from _block(", ".join(names), sentences)
    yield from _block("Not played in this house", tuple(refused))


def _block(title: str, sentences: tuple[str, ...]) -> Iterator[str]:
    if sentences:
        yield textwrap.fill(f"{title}:", WIDTH)
        yield from _listed(sentences)


def _listed(sentences: tuple[str, ...]) -> Iterator[str]:
    for said in sentences:
        yield textwrap.fill(said, WIDTH, initial_indent="  - ", subsequent_indent="    ")
