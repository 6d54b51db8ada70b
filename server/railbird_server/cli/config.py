"""`railbird-server config`: the settings that `serve` would have."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any, NamedTuple

import click
from click.core import ParameterSource

from railbird_server.cli.console import print_text
from railbird_server.cli.secret_options import PASSWORD_VARIABLE
from railbird_server.cli.server_settings import (
    SETTINGS,
    HouseChoice,
    ServerSetting,
    SettingsFile,
    Value,
    settings_as_toml,
    usual_path,
)
from railbird_server.cli.setting_options import (
    NONE_SHOWN,
    SettingsCommand,
    settings_file,
    warn_of_misspelled_variables,
    with_server_options,
)


class CurrentSetting(NamedTuple):
    """A setting, its value, and where this comes from: "flag", "environment", "file" or "default", and the place."""

    setting: ServerSetting
    value: Value
    source: str
    place: str


def current_settings(ctx: click.Context, file: SettingsFile | None, values: dict[str, Any]) -> list[CurrentSetting]:
    """Returns all settings of a command that has read a file with their values and where these come from."""
    found: list[CurrentSetting] = []
    for setting in SETTINGS:
        value, source, place = values[setting.name], "default", ""
        match ctx.get_parameter_source(setting.name):
            case ParameterSource.COMMANDLINE:
                source, place = "flag", setting.off_flag if value is False else setting.flag
            case ParameterSource.ENVIRONMENT:
                source, place = "environment", setting.variable
            case ParameterSource.DEFAULT_MAP if file is not None:
                source, place = "file", file.values[setting.name].place
            case _:
                pass
        found.append(CurrentSetting(setting, value, source, place))
    return found


MAX_VALUE_WIDTH = 40


@click.command(cls=SettingsCommand)
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
@click.option("--toml", is_flag=True, help="Print a file of these settings, to be edited.")
@with_server_options
@click.pass_context
def config(context: click.Context, /, *, as_json: bool, toml: bool, **values: Any) -> None:
    """Print the settings that `serve` would have, and where each comes from.

    It takes the same flags as `serve`, reads the same environment variables and the same file, and starts nothing.
    """
    warn_of_misspelled_variables()
    file = settings_file(context)
    found = current_settings(context, file, values)
    if toml:
        values_by_name = {each.setting.name: (each.value, each.source == "default") for each in found}
        print_text(settings_as_toml(values_by_name), nl=False)
    elif as_json:
        settings = [
            {
                "setting": each.setting.key,
                "value": each.value.name if isinstance(each.value, HouseChoice) else each.value,
                "source": each.source,
                "place": each.place,
                "variable": each.setting.variable,
            }
            for each in found
        ]
        print_text(json.dumps({"file": str(file.path) if file else None, "settings": settings}, indent=2))
    else:
        unread = f"No file of settings was read; the usual place is {usual_path()}."
        lines = [*_table(found), "", f"Read {file.path}." if file else unread]
        if os.environ.get(PASSWORD_VARIABLE):
            lines.append(f"The server's password comes from {PASSWORD_VARIABLE}.")
        print_text("\n".join(lines))


def _table(found: list[CurrentSetting]) -> Iterator[str]:
    rows = [("setting", "value", "from")]
    rows += [
        (each.setting.key, each.setting.file_text(each.value) or NONE_SHOWN, f"{each.source} {each.place}".rstrip())
        for each in found
    ]
    name_width = max(len(name) for name, _, _ in rows)
    value_width = min(MAX_VALUE_WIDTH, max(len(value) for _, value, _ in rows))
    for name, value, source in rows:
        yield f"{name:<{name_width}}  {value:<{value_width}}  {source}"
