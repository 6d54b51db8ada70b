"""How a command says that it cannot do what it was asked."""

from __future__ import annotations

from typing import IO, Any

import click


class CommandError(click.ClickException):
    """Words that a command can do nothing with: one sentence on standard error, and exit status 2."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        """Prints the sentence."""
        click.echo(self.message, file=file, err=True)
