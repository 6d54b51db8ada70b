"""`railbird-server bots` and `demo`: bots that play at a server over the network, or at one of their own."""

from __future__ import annotations

import importlib
import sys
import traceback
from pathlib import Path

import click
from click.core import ParameterSource

from railbird_server.bots.bot import Bot
from railbird_server.bots.profiles import STYLES
from railbird_server.bots.remote import run_bots
from railbird_server.cli.console import CommandError, ended_by, print_text, run_to_exit
from railbird_server.cli.secret_options import take_address, take_password
from railbird_server.cli.setting_options import GameParam
from railbird_server.demo.hands import run_demo
from railbird_server.demo.tournament import run_tournament_demo
from railbird_server.history.parser import BadHistory
from railbird_server.history.writer import HistoryFolder
from railbird_shared.game.variants import VARIANTS


class BotClass(click.ParamType[type[Bot]]):
    """The class of a bot, named by its module, which may lie in the present folder, and its name."""

    name = "module:class"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> type[Bot]:  # noqa: ARG002
        """Imports the class; raises CommandError where there is none."""
        module, _, name = value.replace(".py:", ":").partition(":")
        if not (module and name):
            raise CommandError(f"{value!r} names no class: write MODULE:CLASS, such as my_bot:MyBot.")
        sys.path.insert(0, str(Path.cwd()))
        try:
            found = getattr(importlib.import_module(module), name, None)
        except Exception as error:  # noqa: BLE001  the module is somebody's own
            reason, frame = str(error), traceback.extract_tb(error.__traceback__)[-1]
            if not isinstance(error, ImportError | SyntaxError):  # which name their place themselves, or have none
                reason = f"{type(error).__name__}: {reason} ({Path(frame.filename).name}, line {frame.lineno})"
            raise CommandError(f"{module} cannot be imported in {Path.cwd()}: {reason}.") from None
        if not (isinstance(found, type) and issubclass(found, Bot)):
            raise CommandError(f"{module} has no class of bots {name}: derive one from railbird_server.bots.bot.Bot.")
        if found.decide is Bot.decide and found.act is Bot.act:
            raise CommandError(f"{name} does not say what it does in its turn: write decide(self, view, legal) in it.")
        return found


@click.command()
@click.argument("address", required=False)
@click.option("--count", default=1, show_default=True, type=click.IntRange(1, 9), help="How many bots.")
@click.option(
    "--style", default=next(iter(STYLES)), show_default=True, type=click.Choice(list(STYLES)), help="How they play."
)
@click.option("--module", "bot_class", type=BotClass(), help="Bots of your own class, such as my_bot:MyBot.")
@click.option("--table", default="", help="Id or name of the table; without it the first with a free seat.")
@click.option("--invite-file", help="The file with the invite link on its first line; - reads the input.")
@click.option("--password-file", help="The file with the password of the server and the table on its first line.")
@click.option("--pause/--no-pause", default=True, show_default=True, help="Think as long as people do.")
def bots(
    *,
    address: str | None,
    count: int,
    style: str,
    bot_class: type[Bot] | None,
    table: str,
    invite_file: str | None,
    password_file: str | None,
    pause: bool,
) -> None:
    """Send bots to the server at ADDRESS, to play until interrupted.

    ADDRESS is an invite link or host:port. As everybody on this machine can read it there, the link may come from
    --invite-file or RAILBIRD_INVITE, too; without any the command asks for it. A password is taken from --password-file
    or from RAILBIRD_PASSWORD; an invite in the link does without. docs/bots.md says how to write a bot.
    """
    playing = run_bots(
        address=take_address(address, invite_file),
        count=count,
        style=style,
        bot_class=bot_class,
        table=table,
        human_pace=pause,
        password=take_password(password_file),
    )
    sys.exit(run_to_exit(playing))


@click.command()
@click.option("--game", default="holdem", show_default=True, type=GameParam(), help="The game that is played.")
@click.option("--hands", default=3, show_default=True, type=click.IntRange(min=1), help="How many hands.")
@click.option("--seats", default=0, type=click.IntRange(0, 10), help="How many seats a table has; 0: as many as usual.")
@click.option("--seed", type=int, help="Play the same hands again; without it every demo is new.")
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
    tournament: bool,
    players: int,
) -> None:
    """Watch bots play a few hands, told in words.

    With --tournament they play one at several tables, to the last place.
    """
    if tournament:
        for name in ("hands", "seed", "phh"):
            if context.get_parameter_source(name) is not ParameterSource.DEFAULT:
                raise CommandError(f"A tournament is played with hands and decks of its own; leave --{name} out.")
        playing = run_tournament_demo(game=game, players=players, seats=seats, print_line=print_text)
    else:
        with ended_by(BadHistory):
            histories = HistoryFolder(phh, VARIANTS[game]) if phh else None
        playing = run_demo(game=game, hands=hands, seats=seats, seed=seed, print_line=print_text, histories=histories)
    sys.exit(run_to_exit(playing))
