"""Terminal output of the commands: printed text, and the one-sentence error of a command."""

from __future__ import annotations

import errno
import os
import sys
from typing import IO, Any

import click
from click.exceptions import Exit


class OutputClosed(Exit):
    """The output can no longer be written: its reader has gone, or the disk is full. The exit status is 1."""

    def __init__(self) -> None:
        super().__init__(1)


def print_text(text: str, *, nl: bool = True) -> None:
    """Prints a text. Raises OutputClosed if it cannot be written, with a sentence unless its reader has gone."""
    try:
        click.echo(text, nl=nl)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if error.errno != errno.EPIPE:
            click.echo(f"The output cannot be written: {error.strerror}.", err=True)
        raise OutputClosed from error


class CommandError(click.ClickException):
    """Arguments that a command refuses: one sentence on standard error, and exit status 2."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        """Prints the sentence."""
        click.echo(self.message, file=file, err=True)
