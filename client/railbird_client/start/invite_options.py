"""The options by which an invite link comes other than on the command line, which everybody on the machine can read."""

from __future__ import annotations

import functools
import getpass
import os
import sys
from collections.abc import Callable
from pathlib import Path

import click

from railbird_client.shell.terminal import STANDARD_INPUT, reopen_terminal
from railbird_shared.network.address import Address, BadAddress, parse_address

Handler = Callable[..., None]

INVITE_VARIABLE = "RAILBIRD_INVITE"
"""The environment variable with an invite link; the program removes it from its environment."""

MAX_LINK_BYTES = 4096
"""The most bytes that are read of an invite link."""


def invite_options(handler: Handler) -> Handler:
    """Adds the options for an invite link, and passes what they name as the `address` of the command."""

    @click.option("--invite", "ask", is_flag=True, help="Ask for the invite link, without showing it.")
    @click.option("--invite-file", metavar="FILE", help="The file with the link on its first line; - reads the input.")
    @functools.wraps(handler)
    def wrapper(*, address: Address | None, ask: bool, invite_file: str | None, **rest: object) -> None:
        handler(address=_find_address(address, ask=ask, file=invite_file), **rest)

    return wrapper


def _find_address(address: Address | None, *, ask: bool, file: str | None) -> Address | None:
    """Returns the one address that was given in any way, None without one; raises UsageError."""
    from_environment = os.environ.pop(INVITE_VARIABLE, "")
    ways = {"ADDRESS": address, "--invite": ask, "--invite-file": file, INVITE_VARIABLE: from_environment}
    named = [way for way, given in ways.items() if given]
    if len(named) > 1:
        raise click.UsageError(f"{named[0]} and {named[1]} both say where to go: leave one of them out.")
    if ask:
        return _parse(getpass.getpass("Invite link: "))
    if file:
        return _parse(_read_first_line(file))
    return _parse(from_environment) if from_environment else address


def _parse(link: str) -> Address:
    try:
        return parse_address(link)
    except BadAddress as wrong:
        raise click.UsageError(str(wrong)) from None


def _read_first_line(file: str) -> str:
    """Reads the first line of a file, or of the input; raises UsageError."""
    try:
        if file == STANDARD_INPUT:
            line = sys.stdin.buffer.readline(MAX_LINK_BYTES)
            reopen_terminal()
        else:
            with Path(file).open("rb") as opened:
                line = opened.readline(MAX_LINK_BYTES)
        link = line.decode("utf-8-sig").strip()
    except OSError as error:
        raise click.UsageError(f"The invite link cannot be read from {file}: {error.strerror}.") from None
    except UnicodeDecodeError:
        link = ""
    if not link:
        place = "The input" if file == STANDARD_INPUT else file
        raise click.UsageError(f"{place} has no invite link on its first line: write one there.")
    return link
