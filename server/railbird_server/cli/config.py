"""`railbird-server config`: the settings that `serve` would have, and where each comes from."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any

import click

from railbird_server.cli import settings_file
from railbird_server.cli.console import print_text
from railbird_server.cli.secret_options import PASSWORD_VARIABLE
from railbird_server.cli.server_settings import HouseChoice
from railbird_server.cli.setting_options import (
    CurrentSetting,
    SettingsCommand,
    current_settings,
    file_of,
    misspelled_variables,
    with_settings,
)

HEADINGS = ("setting", "value", "from")
MAX_VALUE_WIDTH = 40


@click.command(cls=SettingsCommand)
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
@click.option("--toml", is_flag=True, help="Print a file of these settings, to be edited.")
@with_settings
@click.pass_context
def config(context: click.Context, /, *, as_json: bool, toml: bool, **values: Any) -> None:
    """Print the settings that `serve` would have, and where each comes from.

    It takes the same flags as `serve`, reads the same environment variables and the same file, and starts nothing.
    """
    for sentence in misspelled_variables():
        click.echo(sentence, err=True)
    found = current_settings(context, values)
    file = file_of(context)
    if toml:
        text = settings_file.settings_as_toml(
            {each.setting.field: (each.value, each.source == "default") for each in found}
        )
        print_text(text, nl=False)
    elif as_json:
        report = {"file": str(file.path) if file else None, "settings": [_as_json(each) for each in found]}
        print_text(json.dumps(report, indent=2))
    else:
        usual = settings_file.usual_path()
        read = f"Read {file.path}." if file else f"No file of settings was read; the usual place is {usual}."
        lines = [*_table(found), "", read]
        if os.environ.get(PASSWORD_VARIABLE):
            lines.append(f"The server's password comes from {PASSWORD_VARIABLE}.")
        print_text("\n".join(lines))


def _table(found: list[CurrentSetting]) -> Iterator[str]:
    """Yields the lines of a table with aligned columns."""
    rows = [
        HEADINGS,
        *((each.setting.key, each.setting.shown(each.value), f"{each.source} {each.place}".rstrip()) for each in found),
    ]
    name_width = max(len(name) for name, _, _ in rows)
    value_width = min(MAX_VALUE_WIDTH, max(len(value) for _, value, _ in rows))
    for name, value, source in rows:
        yield f"{name:<{name_width}}  {value:<{value_width}}  {source}"


def _as_json(each: CurrentSetting) -> dict[str, object]:
    value: object = each.value.name if isinstance(each.value, HouseChoice) else each.value
    return {
        "setting": each.setting.key,
        "value": value,
        "source": each.source,
        "place": each.place,
        "variable": each.setting.variable,
    }
