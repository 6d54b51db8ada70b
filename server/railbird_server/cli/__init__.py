"""The `railbird-server` program: the list of its commands. Their modules are imported when they are used.

This module imports neither the rules nor the server, so that `railbird-server --help` answers at once.
"""

from __future__ import annotations

from importlib import import_module

import click

from railbird_server.cli.console import print_text

COMMANDS = {
    "admin": "Do at the tables of a running server what their hosts may, as its owner.",
    "backup": "Copy everything that a server keeps into FILE, while it runs or not.",
    "bots": "Send bots to the server at ADDRESS, to play until interrupted.",
    "check": "Examine what a server keeps: exit status 1, and what differs, if anything is wrong.",
    "config": "Print the settings that `serve` would have, and where each comes from.",
    "demo": "Watch bots play a few hands, told in words.",
    "history": "Find, print and export finished hands, and count statistics, from what a server keeps.",
    "house": "Check house rules, and say how they differ from a casino's.",
    "judge": "Say who wins, with which five cards, and why.",
    "relay": "Pass the connections of guests on to hosts behind routers, and read nothing of them.",
    "replay": "Play the hands of FILE, a Poker Hand History, by the rules, and print them; - reads the input.",
    "rules": "Print the rules: an overview, a game's page, clauses by id or group, or all clauses with a word.",
    "schema": "Print the JSON Schema of the protocol.",
    "serve": "Serve tables until interrupted.",
    "statement": "Print each player's buy-ins, cash-outs and result, and the payments that settle them.",
    "verify": "Replay Poker Hand History files, or folders of them, by the rules.",
}
"""The help of each command, by its name; the function of a command has its name too."""

MODULES = {
    "backup": "kept_data",
    "check": "kept_data",
    "demo": "bots",
    "judge": "reference",
    "replay": "history",
    "rules": "reference",
    "schema": "reference",
    "verify": "history",
}
"""The modules of commands that do not have their name."""


def module_of(command: str) -> str:
    """Returns the full name of the module of a command."""
    return f"{__name__}.{MODULES.get(command, command)}"


class CommandGroup(click.Group):
    """A group that lists its commands without importing them."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Returns the names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Imports the module of a command and returns the command; None for a name that is no command."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(module_of(cmd_name)), cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Writes the list of commands into the help."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=CommandGroup, context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@click.version_option(package_name="railbird", message="railbird-server %(version)s")
@click.pass_context
def main(context: click.Context) -> None:
    """Host tables of poker, or let bots play."""
    if context.invoked_subcommand is None:
        print_text(context.get_help())
