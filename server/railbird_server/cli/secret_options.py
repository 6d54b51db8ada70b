"""The secrets of commands, from a file, the environment or a prompt: the server's password and the invite of bots."""

from __future__ import annotations

import getpass
import os
import stat
import sys
from dataclasses import replace
from pathlib import Path

import click

from railbird_server.cli.console import STANDARD_INPUT, CommandError, ended_by
from railbird_server.runtime.passwords import HASHER, normalized
from railbird_shared.network.address import (
    INVITE_VARIABLE,
    MAX_LINK_SIZE,
    Address,
    BadAddress,
    only_way,
    parse_address,
)
from railbird_shared.protocol.table_limits import MAX_PASSWORD_LENGTH

PASSWORD_VARIABLE = "RAILBIRD_PASSWORD"  # noqa: S105  the name of the variable
"""The environment variable with the password itself; the server removes it from its environment."""

_MOST_BYTES = 4 * MAX_PASSWORD_LENGTH + 2


def take_password_hash(file: str | None) -> str:
    """Returns the argon2 hash of what `take_password` returns, empty without one; raises CommandError."""
    password = take_password(file)
    return HASHER.hash(normalized(password)) if password else ""


def take_password(file: str | None) -> str:
    """Returns the password in a file, or in the environment; empty without one.

    Raises CommandError with a sentence where there are two, or one that nobody could type.
    """
    from_environment = os.environ.pop(PASSWORD_VARIABLE, "")  # the processes of the bots have no use for it
    if file and from_environment:
        raise CommandError(f"The password is in {file} and in {PASSWORD_VARIABLE}: leave it in one of them.")
    password = first_line(Path(file), "password", _MOST_BYTES) if file else from_environment
    if not password:
        return ""
    place = file or PASSWORD_VARIABLE
    if len(password) > MAX_PASSWORD_LENGTH:
        raise CommandError(f"The password in {place} is longer than {MAX_PASSWORD_LENGTH} characters; shorten it.")
    if not password.isprintable():
        raise CommandError(f"The password in {place} has characters that nobody can type; choose another one.")
    return password


def take_relay(file: str | None) -> Address | None:
    """Returns the room at a relay whose link is in a file, with its token as the invite; raises CommandError."""
    if not file:
        return None
    with ended_by(BadAddress):
        place = parse_address(first_line(Path(file), "link of a relay", MAX_LINK_SIZE))
    if not (place.room and place.invite):
        raise CommandError(f"{file} has no link of a room at a relay: ask whoever runs the relay for one.")
    return replace(place, others=())


def first_line(path: Path, what: str, most_bytes: int) -> str:
    """Returns the secret on the first line of a file, which is named as `what`; raises CommandError with a sentence."""
    try:
        with path.open("rb") as opened:
            mode = os.fstat(opened.fileno()).st_mode
            line = opened.readline(most_bytes)
    except OSError as error:
        raise CommandError(f"The {what} cannot be read from {path}: {error.strerror}.") from None
    try:
        secret = line.decode("utf-8-sig").rstrip("\r\n")
    except UnicodeDecodeError:
        raise CommandError(f"The {what} in {path} is not UTF-8 text: write it with a text editor.") from None
    if not secret:
        raise CommandError(f"{path} has no {what} on its first line: write one there.")
    if sys.platform != "win32" and mode & (stat.S_IRGRP | stat.S_IROTH):
        click.echo(f"Others on this machine can read {path}: take that from them with `chmod 600`.", err=True)
    return secret


def take_address(address: str | None, file: str | None) -> str:
    """Returns the one address that was given: by itself, in a file, in the environment, or at a hidden prompt.

    Raises CommandError or UsageError with a sentence.
    """
    from_environment = os.environ.pop(INVITE_VARIABLE, "")
    ways = {"ADDRESS": address, "--invite-file": file, INVITE_VARIABLE: from_environment}
    try:
        way = only_way(ways)
    except BadAddress as both:
        raise click.UsageError(str(both)) from None
    if file == STANDARD_INPUT:
        return sys.stdin.readline(MAX_LINK_SIZE).strip()
    if file:
        return first_line(Path(file), "invite link", MAX_LINK_SIZE).strip()
    if not way and sys.stdin.isatty():
        return getpass.getpass("Invite link: ").strip()
    if not way:
        raise click.UsageError("Say where the bots are to go: ADDRESS, or --invite-file with an invite link in a file.")
    return address or from_environment
