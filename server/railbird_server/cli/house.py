"""`railbird-server house`: checks house rules, of a preset or from a file, and describes them."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

import click

from railbird_server.cli.console import ended_by, print_text
from railbird_server.cli.server_settings import load_house_rules, sort_games
from railbird_server.cli.setting_options import GameParam
from railbird_shared.game.game_rules import BadSetup
from railbird_shared.game.variants import VARIANTS, Variant, get_variant
from railbird_shared.house.apply import apply_house_rules, rules_without_effect
from railbird_shared.house.describe import differences
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.house.rule import limited_rules
from railbird_shared.house.terms import house_game
from railbird_shared.house.toml import to_toml

LINE_WIDTH = 100
NO_DIFFERENCES = "As in a casino."


@click.command()
@click.argument("name_or_path", default="ask-me", metavar="[PRESET|FILE]")
@click.option("--game", default="", type=GameParam(), metavar="GAME", help="Tell of this game only.")
@click.option("--toml", is_flag=True, help="Print a file of these rules, to be edited.")
def house(*, name_or_path: str, game: str, toml: bool) -> None:
    """Check house rules, and say how they differ from a casino's.

    A house is one of casino, kitchen-table, classroom and ask-me, which settles nothing beforehand, or a file in TOML.
    """
    rules = load_house_rules(name_or_path)
    if toml:
        print_text(to_toml(rules), nl=False)
        return
    with ended_by(BadSetup):
        lines = [*_describe_game(rules, get_variant(game))] if game else [*_describe_all_games(rules)]
    for line in lines:
        print_text(line)


def _describe_game(rules: HouseRules, variant: Variant) -> Iterator[str]:
    house_variant = apply_house_rules(rules, variant)
    least, most = house_variant.min_seats, house_variant.max_seats
    seats = f"{least} to {most}" if least < most else str(most)
    yield f"{house_game(rules, house_variant).full_title}, {seats} players"
    yield from _bullets(differences(rules, variant) or (NO_DIFFERENCES,))
    without_effect = [f"{rule.name} counts only {rule.spec.where}." for rule in rules_without_effect(rules, variant)]
    yield from _section("Without effect in this game", without_effect)


def _describe_all_games(rules: HouseRules) -> Iterator[str]:
    """Yields the differences of every game, then those of some, and last what has no effect or is not played."""
    played, ruled_out = sort_games(rules)
    titles = {game: variant.make_game().title for game, variant in played.items()}
    differences_by_game = {game: differences(rules, VARIANTS[game]) for game in played}
    first, *others = differences_by_game.values()
    common = tuple(said for said in first if all(said in sentences for sentences in others))
    yield from _section("In every game", common)
    games_by_difference: dict[tuple[str, ...], list[str]] = {}
    for game, sentences in differences_by_game.items():
        games_by_difference.setdefault(tuple(said for said in sentences if said not in common), []).append(titles[game])
    if games_by_difference.keys() == {()} and not common:
        yield f"Every game: {NO_DIFFERENCES}"
    for sentences, names in games_by_difference.items():
        yield from _section(", ".join(names), sentences)
    yield from _section("Without effect in some games", list(_describe_limited_settings(rules, titles)))
    yield from _section("Not played in this house", [f"{why}: {', '.join(games)}." for why, games in ruled_out.items()])


def _describe_limited_settings(rules: HouseRules, titles: dict[str, str]) -> Iterator[str]:
    """Yields a sentence for each setting that some games have no use for; `titles` are the games played, by id."""
    without_effect = {game: rules_without_effect(rules, VARIANTS[game]) for game in titles}
    for rule in limited_rules(type(rules)):
        idle = [titles[game] for game, limited in without_effect.items() if rule in limited]
        used = [
            titles[game]
            for game, limited in without_effect.items()
            if rule not in limited and rule.asks(rules.for_game(game))
        ]
        if idle:
            games = f"not in {', '.join(idle)}" if len(idle) < len(used) else f"in {', '.join(used) or 'no game'}"
            yield f"{rule.name} counts only {rule.spec.where}: {games}."


def _section(title: str, sentences: Sequence[str]) -> Iterator[str]:
    if sentences:
        yield textwrap.fill(f"{title}:", LINE_WIDTH, break_on_hyphens=False)
        yield from _bullets(sentences)


def _bullets(sentences: Sequence[str]) -> Iterator[str]:
    for said in sentences:
        yield textwrap.fill(said, LINE_WIDTH, initial_indent="  - ", subsequent_indent="    ", break_on_hyphens=False)
