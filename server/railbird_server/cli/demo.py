"""`railbird-server demo`: bots play a few hands at a real server, and the hands are printed."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from railbird_server.cli.console import CommandError, print_text
from railbird_server.cli.event_loop import run_to_exit
from railbird_server.demo import run_demo
from railbird_server.history.notation import BadHistory
from railbird_server.history.writer import HistoryFolder
from railbird_server.rules.variants import VARIANTS


@click.command()
@click.option("--game", default="holdem", show_default=True, type=click.Choice(list(VARIANTS)), help="What is played.")
@click.option("--hands", default=3, show_default=True, type=click.IntRange(min=1), help="How many hands.")
@click.option("--seats", default=0, type=click.IntRange(0, 10), help="How many bots; 0: as many as usual.")
@click.option("--seed", type=int, help="Play the same hands again; without it every demo is new.")
@click.option("--phh", type=click.Path(path_type=Path), metavar="FOLDER", help="Write each hand there as a history.")
def demo(*, game: str, hands: int, seats: int, seed: int | None, phh: Path | None) -> None:
    """Watch bots play a few hands, told in words."""
    try:
        histories = HistoryFolder(phh, VARIANTS[game]) if phh else None
    except BadHistory as error:
        raise CommandError(str(error)) from None
    sys.exit(
        run_to_exit(
            run_demo(game=game, hands=hands, seats=seats, seed=seed, print_line=print_text, histories=histories)
        )
    )
