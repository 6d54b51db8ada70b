"""`railbird-server schema`: the JSON Schema of the protocol."""

from __future__ import annotations

import json

import click

from railbird_server.cli.console import print_text
from railbird_shared.protocol.schema import protocol_schema


@click.command()
def schema() -> None:
    """Print the JSON Schema of the protocol."""
    print_text(json.dumps(protocol_schema(), indent=2, sort_keys=True))
