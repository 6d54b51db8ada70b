"""A command in its terminal: printed text, the one-sentence error, and the exit status of a coroutine."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Coroutine, Iterator
from typing import IO, Any

import click
from click.exceptions import Exit

EXIT_INTERRUPTED = 130
"""The exit status of a command that was interrupted from the keyboard."""

STANDARD_INPUT = "-"
"""The name of a file for what comes from the input."""


class OutputClosed(Exit):
    """The output can no longer be written: its reader has gone, or the disk is full."""


def print_text(text: str, *, nl: bool = True) -> None:
    """Prints a text. Raises OutputClosed if it cannot be written, with a sentence unless its reader has gone."""
    try:
        click.echo(text, nl=nl)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if error.errno != errno.EPIPE:
            with contextlib.suppress(OSError):  # the terminal of both has gone
                click.echo(f"The output cannot be written: {error.strerror}.", err=True)
        raise OutputClosed(1) from error


class CommandError(click.ClickException):
    """Arguments that a command refuses: one sentence on standard error, and exit status 2."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        """Prints the sentence."""
        click.echo(self.message, file=file, err=True)


class CommandFailed(CommandError):
    """A command that cannot do what it is asked for: one sentence on standard error, and exit status 1."""

    exit_code = 1


@contextlib.contextmanager
def ended_by(*faults: type[Exception], as_error: type[CommandError] = CommandError) -> Iterator[None]:
    """Has faults of these types end the command with their sentence, and with their exit status if they have one."""
    try:
        yield
    except faults as fault:
        status = getattr(fault, "status", as_error.exit_code)
        raise (CommandFailed if status == 1 else CommandError)(str(fault)) from None


def run_to_exit(work: Coroutine[None, None, int]) -> int:
    """Runs a coroutine until it ends or is interrupted, without a traceback; returns the exit status."""
    import asyncio  # noqa: PLC0415  the help of all commands comes without it

    status = 1
    try:
        status = asyncio.run(work)
    except* (KeyboardInterrupt, asyncio.CancelledError):
        status = EXIT_INTERRUPTED
    except* OutputClosed:
        status = 1
    return status
