"""The options of a command that are declared settings. A flag counts over a variable, and that over the file."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import click
from click.core import ParameterSource
from msgspec import Struct

from railbird_server.cli import settings_toml
from railbird_server.cli.console import CommandError, print_text
from railbird_server.cli.secret_options import PASSWORD_VARIABLE
from railbird_server.cli.server_settings import (
    BY_NAME,
    ENVIRONMENT_PREFIX,
    SETTINGS,
    HouseChoice,
    ServerSetting,
    Value,
)
from railbird_server.config import SECTIONS
from railbird_shared.settings.kinds import Number, Switch, Texts
from railbird_shared.settings.spec import Setting, settings_of
from railbird_shared.text.text_cleaning import nearest

CONFIG_VARIABLE = f"{ENVIRONMENT_PREFIX}CONFIG"
NO_CONFIG_VARIABLE = f"{ENVIRONMENT_PREFIX}NO_CONFIG"
MISSPELLED = 0.85
"""How like a setting's variable the name of another one has to be, from 0 to 1, to be taken for a mistake."""

NONE_SHOWN = "(none)"

_FILE = "railbird.settings_file"
_NO_FILE = "railbird.no_settings_file"

Command: TypeAlias = Callable[..., None]


class SettingParam(click.ParamType[Any]):
    """The type of an option that is a setting: refuses a wrong value in a sentence that names where it stands."""

    envvar_list_splitter = ","

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self.name = setting.name

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Returns the value; raises CommandError."""
        if not isinstance(value, str):
            return value
        in_variable = ctx is not None and ctx.get_parameter_source(self.name) is ParameterSource.ENVIRONMENT
        place = str(param.envvar) if param and in_variable else self._setting.flag
        try:
            return self._setting.kind.parse(value)
        except ValueError:
            raise CommandError(self._setting.refusal(place, value)) from None
        except CommandError as fault:
            raise CommandError(f"{place}: {fault.message}" if in_variable else fault.message) from None


class SwitchParam(SettingParam, click.types.BoolParamType):
    """The type of an option that is on or off."""


def setting_option(setting: Setting, usual: str, **more: Any) -> Callable[[Command], Command]:
    """Returns the option that is a setting; its help ends with what is `usual`."""
    kind = SwitchParam if isinstance(setting.kind, Switch) else SettingParam
    note = f"  [{usual}]" if usual else ""
    return click.option(
        *setting.option_names, type=kind(setting), metavar=setting.kind.metavar, help=setting.help + note, **more
    )


def server_option(setting: ServerSetting) -> Callable[[Command], Command]:
    """Returns the option that is a setting of the server."""
    is_switch = isinstance(setting.kind, Switch)
    return setting_option(
        setting,
        "" if is_switch else f"default: {setting.usual_in_words or setting.shown(setting.usual) or NONE_SHOWN}",
        multiple=isinstance(setting.kind, Texts),
        default=setting.usual,
        envvar=setting.variable,
    )


def with_options(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Gives a command options, in the order of its help."""

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def with_terms(record: type[Struct]) -> Callable[[Command], Command]:
    """Gives a command the declared settings of a record as options, None for those that are not named."""
    return with_options(*(setting_option(each, _usual(each), default=None) for each in settings_of(record)))


def _usual(setting: Setting) -> str:
    """Returns the default and the range of a term, as the help of an option says them; empty for neither."""
    is_number = isinstance(setting.kind, Number)
    default = f"default: {setting.default_text}" if setting.default_text and (setting.default or not is_number) else ""
    return "; ".join(filter(None, (default, setting.kind.allowed if is_number else "")))


def _read_file(ctx: click.Context, param: click.Parameter, value: Path | None) -> None:
    """Reads the file of settings before all other options, whose defaults it changes; raises CommandError."""
    if ctx.resilient_parsing:
        return
    is_flag = param.name is not None and ctx.get_parameter_source(param.name) is ParameterSource.COMMANDLINE
    found = None
    if is_flag or not ctx.meta.get(_NO_FILE):
        found = settings_toml.read_usual_file() if value is None else settings_toml.read_settings_file(value)
    ctx.meta[_FILE] = found
    if found is not None:
        ctx.default_map = {field: at.value for field, at in found.values.items()}


_with_file = with_options(
    click.option(
        "--no-config",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        envvar=NO_CONFIG_VARIABLE,
        callback=lambda ctx, _, value: ctx.meta.update({_NO_FILE: value}),
        help="Read no file of settings.",
    ),
    click.option(
        "--config",
        "settings_file",
        type=click.Path(path_type=Path),
        is_eager=True,
        expose_value=False,
        envvar=CONFIG_VARIABLE,
        callback=_read_file,
        metavar="FILE",
        help="The file of settings; without it server.toml in the folder for settings of this system, if it is there.",
    ),
)

with_settings = with_options(_with_file, *map(server_option, SETTINGS))
"""Gives a command all settings as options, and --config to choose the file of settings."""

with_data_setting = with_options(_with_file, server_option(BY_NAME["data"]))
"""Gives a command --data as it is for `serve`, and --config to choose the file of settings."""


class SettingsCommand(click.Command):
    """A command whose help lists the settings by section."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the options of the command itself, and then those of every section."""
        rows: dict[str, list[tuple[str, str]]] = {"Options": [], **{f"[{name}]": [] for name in SECTIONS}}
        for parameter in self.get_params(ctx):
            if record := parameter.get_help_record(ctx):
                setting = BY_NAME.get(str(parameter.name))
                rows[f"[{setting.section}]" if setting else "Options"].append(record)
        for title, records in rows.items():
            with formatter.section(title):
                formatter.write_dl(records)
        formatter.write_paragraph()
        formatter.write_text(
            "Every setting may also be an environment variable, as in RAILBIRD_PORT, or stand in the file of settings "
            "below its section. A flag counts before a variable, and a variable before the file. "
            "`railbird-server config` prints what is in force, and --toml such a file."
        )


def warn_of_misspelled_variables() -> None:
    """Prints a sentence for every environment variable whose name nearly is that of a setting."""
    known = {setting.variable for setting in SETTINGS} | {CONFIG_VARIABLE, NO_CONFIG_VARIABLE, PASSWORD_VARIABLE}
    endings = {name.removeprefix(ENVIRONMENT_PREFIX): name for name in known}
    for name in sorted(name for name in os.environ if name.startswith(ENVIRONMENT_PREFIX) and name not in known):
        if ending := nearest(name.removeprefix(ENVIRONMENT_PREFIX), endings, MISSPELLED):
            remedy = f"you may mean {endings[ending]}"
            click.echo(f"The environment variable {name} is no setting and changes nothing; {remedy}.", err=True)


class CurrentSetting(NamedTuple):
    """A setting, its value, and where this comes from: "flag", "environment", "file" or "default", and the place."""

    setting: ServerSetting
    value: Value
    source: str
    place: str


def current_settings(
    ctx: click.Context, file: settings_toml.SettingsFile | None, values: dict[str, Any]
) -> list[CurrentSetting]:
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


# --- `railbird-server config` ---------------------------------------------------------------------------------------

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
    warn_of_misspelled_variables()
    file: settings_toml.SettingsFile | None = context.meta.get(_FILE)
    found = current_settings(context, file, values)
    if toml:
        values_by_name = {each.setting.name: (each.value, each.source == "default") for each in found}
        print_text(settings_toml.settings_as_toml(values_by_name), nl=False)
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
        unread = f"No file of settings was read; the usual place is {settings_toml.usual_path()}."
        lines = [*_table(found), "", f"Read {file.path}." if file else unread]
        if os.environ.get(PASSWORD_VARIABLE):
            lines.append(f"The server's password comes from {PASSWORD_VARIABLE}.")
        print_text("\n".join(lines))


def _table(found: list[CurrentSetting]) -> Iterator[str]:
    rows = [("setting", "value", "from")]
    rows += [
        (each.setting.key, each.setting.shown(each.value) or NONE_SHOWN, f"{each.source} {each.place}".rstrip())
        for each in found
    ]
    name_width = max(len(name) for name, _, _ in rows)
    value_width = min(MAX_VALUE_WIDTH, max(len(value) for _, value, _ in rows))
    for name, value, source in rows:
        yield f"{name:<{name_width}}  {value:<{value_width}}  {source}"
