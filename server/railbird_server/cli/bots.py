"""`railbird-server bots`: bots that play at a server over the network."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import click

from railbird_server.bots.bot import Bot
from railbird_server.bots.profiles import STYLES
from railbird_server.bots.remote import run_bots
from railbird_server.cli.event_loop import run_to_exit
from railbird_server.cli.secret_options import take_address, take_password


class BotClass(click.ParamType[type[Bot]]):
    """The class of a bot, named by its module, which may lie in the present folder, and its name."""

    name = "module:class"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> type[Bot]:
        """Imports the class; fails with a sentence where there is none."""
        module, _, name = value.partition(":")
        sys.path.insert(0, str(Path.cwd()))
        try:
            found = getattr(importlib.import_module(module), name)
        except (ImportError, AttributeError, ValueError) as error:
            self.fail(f"There is no bot {value}: {error}.", param, ctx)
        if not (isinstance(found, type) and issubclass(found, Bot)):
            self.fail(f"{value} is no class of bots: derive it from railbird_server.bots.bot.Bot.", param, ctx)
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
    place = take_address(address, invite_file)
    password = take_password(password_file)
    playing = run_bots(
        address=place,
        count=count,
        style=style,
        bot_class=bot_class,
        table=table,
        human_pace=pause,
        password=password,
    )
    sys.exit(run_to_exit(playing))
