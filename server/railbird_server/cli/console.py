"""Terminal output of the commands: printed text, and the one-sentence error of a command."""

from __future__ import annotations

import errno
import os
import sys
from typing import IO, Any

import click
from click.exceptions import Exit


class OutputClosed(Exit):
    """What is printed can no longer be written: its reader has gone, or the disk is full. The exit status is 1."""

    def __init__(self) -> None:
        super().__init__(1)


def print_text(text: str, *, nl: bool = True) -> None:
    """Prints a text. Raises OutputGone where that cannot be done, and says why unless the reader has just gone."""
    try:
        click.echo(text, nl=nl)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if error.errno != errno.EPIPE:
            click.echo(f"The output cannot be written: {error.strerror}.", err=True)
        raise OutputClosed from error


class CommandError(click.ClickException):
    """Words that a command can do nothing with: one sentence on standard error, and exit status 2."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        """Prints the sentence."""
        click.echo(self.message, file=file, err=True)
