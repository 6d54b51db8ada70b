"""The invite link of bots: from the command line, a file, the environment or a prompt."""

from __future__ import annotations

import getpass
import os
import sys
from pathlib import Path

import click

from railbird_server.cli.password import first_line

INVITE_VARIABLE = "RAILBIRD_INVITE"
"""The environment variable with an invite link; the program removes it from its environment."""

STANDARD_INPUT = "-"

_MOST_BYTES = 4096


def take_address(address: str | None, file: str | None) -> str:
    """Returns the one address that was given: by itself, in a file, in the environment, or at a hidden prompt.

    Raises CommandError or UsageError with a sentence.
    """
    from_environment = os.environ.pop(INVITE_VARIABLE, "")
    ways = {"ADDRESS": address, "--invite-file": file, INVITE_VARIABLE: from_environment}
    named = [way for way, given in ways.items() if given]
    if len(named) > 1:
        raise click.UsageError(f"{named[0]} and {named[1]} both say where to go: leave one of them out.")
    if file == STANDARD_INPUT:
        return sys.stdin.readline(_MOST_BYTES).strip()
    if file:
        return first_line(Path(file), "invite link", _MOST_BYTES).strip()
    if not named and sys.stdin.isatty():
        return getpass.getpass("Invite link: ").strip()
    if not named:
        raise click.UsageError("Say where the bots are to go: ADDRESS, or --invite-file with an invite link in a file.")
    return address or from_environment
