"""`railbird-server demo`: bots play a few hands at a real server, or a whole night, and all of it is printed."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from click.core import ParameterSource

from railbird_server.cli.console import CommandError, print_text
from railbird_server.cli.event_loop import run_to_exit
from railbird_server.demo.hands import run_demo
from railbird_server.demo.night import run_night
from railbird_server.demo.tournament import run_tournament_demo
from railbird_server.history.notation import BadHistory
from railbird_server.history.writer import HistoryFolder
from railbird_shared.game.variants import VARIANTS


@click.command()
@click.option(
    "--game", default="holdem", show_default=True, type=click.Choice(list(VARIANTS)), help="The game that is played."
)
@click.option("--hands", default=3, show_default=True, type=click.IntRange(min=1), help="How many hands.")
@click.option("--seats", default=0, type=click.IntRange(0, 10), help="How many seats a table has; 0: as many as usual.")
@click.option("--seed", type=int, help="Play the same hands again; without it every demo is new.")
@click.option("--night", is_flag=True, help="A whole night instead: dealer's choice, a kill, the bank.")
@click.option("--tournament", is_flag=True, help="A tournament instead, to the last place.")
@click.option("--players", default=24, show_default=True, type=click.IntRange(2, 100), help="Of a tournament.")
@click.option("--phh", type=click.Path(path_type=Path), metavar="FOLDER", help="Write each hand there as a history.")
@click.pass_context
def demo(
    context: click.Context,
    *,
    game: str,
    hands: int,
    seats: int,
    seed: int | None,
    phh: Path | None,
    night: bool,
    tournament: bool,
    players: int,
) -> None:
    """Watch bots play a few hands, told in words.

    With --night eight of them play a dealer's choice at a server that is killed in the middle of a hand, and settle up;
    the decks are new then, also with --seed. With --tournament they play one at several tables, to the last place.
    """
    if tournament:
        if others := [name for name in ("hands", "seed", "phh", "night") if is_given(context, name)]:
            raise CommandError(f"A tournament is played with hands and decks of its own; leave --{others[0]} out.")
        played = run_tournament_demo(game=game, players=players, seats=seats, print_line=print_text)
        sys.exit(run_to_exit(played))
    if night:
        others = [name for name in ("game", "hands", "seats", "phh") if is_given(context, name)]
        if others:
            raise CommandError(f"A night has games, hands and seats of its own; leave --{others[0]} out.")
        sys.exit(run_to_exit(run_night(print_line=print_text, seed="" if seed is None else f"{seed}")))
    try:
        histories = HistoryFolder(phh, VARIANTS[game]) if phh else None
    except BadHistory as error:
        raise CommandError(str(error)) from None
    sys.exit(
        run_to_exit(
            run_demo(game=game, hands=hands, seats=seats, seed=seed, print_line=print_text, histories=histories)
        )
    )


def is_given(context: click.Context, name: str) -> bool:
    """Whether somebody has written an option."""
    return context.get_parameter_source(name) is not ParameterSource.DEFAULT
