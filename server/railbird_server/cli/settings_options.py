"""The settings as options of a command: flag over environment variable over file over default.

`railbird-server config` prints those in force, and where each of them comes from.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import click
from click.core import ParameterSource
from msgspec import Struct

from railbird_server.cli.console import CommandError, print_text
from railbird_server.cli.secret_options import PASSWORD_VARIABLE
from railbird_server.cli.settings_file import (
    BY_FIELD,
    ENVIRONMENT_PREFIX,
    SETTINGS,
    HouseChoice,
    ServerSetting,
    SettingsFile,
    Value,
    read_settings_file,
    read_usual_file,
    settings_as_toml,
    usual_path,
)
from railbird_server.config import SECTIONS, ServerSettings
from railbird_server.store.data_directory import DATABASE_NAME, usual_directory
from railbird_shared.settings.kinds import Switch, Texts
from railbird_shared.settings.spec import Setting, settings_of
from railbird_shared.settings.spec import with_settings as with_values
from railbird_shared.text.text_cleaning import nearest

CONFIG_VARIABLE = f"{ENVIRONMENT_PREFIX}CONFIG"
NO_CONFIG_VARIABLE = f"{ENVIRONMENT_PREFIX}NO_CONFIG"
MISSPELLED = 0.85
"""How like a setting's variable the name of another one has to be, from 0 to 1, to be taken for a mistake."""

_FILE = "railbird.settings_file"
_NO_FILE = "railbird.no_settings_file"

Command: TypeAlias = Callable[..., None]


class CurrentSetting(NamedTuple):
    """A setting, its value, and where this comes from: "flag", "environment", "file" or "default", and the place."""

    setting: ServerSetting
    value: Value
    source: str
    place: str


class SettingsCommand(click.Command):
    """A command whose help lists the settings by section."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the options of the command itself, and then those of every section."""
        rows: dict[str, list[tuple[str, str]]] = {"Options": [], **{f"[{name}]": [] for name in SECTIONS}}
        for parameter in self.get_params(ctx):
            if record := parameter.get_help_record(ctx):
                setting = parameter.type.setting if isinstance(parameter.type, _SettingParam) else None
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


class _SettingParam(click.ParamType[Any]):
    """The type of an option that is a setting: refuses a wrong value in a sentence that names where it stands."""

    envvar_list_splitter = ","

    def __init__(self, setting: ServerSetting) -> None:
        self.setting = setting
        self.name = setting.field

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Returns the value; raises CommandError."""
        source = ctx.get_parameter_source(self.setting.field) if ctx and param else None
        is_flag = source is ParameterSource.COMMANDLINE
        if not isinstance(value, str) or not (is_flag or source is ParameterSource.ENVIRONMENT):
            return value
        declared = self.setting.declared
        place = declared.flag if is_flag else self.setting.variable
        try:
            return declared.kind.parse(value)
        except ValueError:
            raise CommandError(declared.refusal(place, value)) from None
        except CommandError as fault:
            if is_flag:
                raise
            raise CommandError(f"{place}: {fault.message}") from None


class _SwitchParam(_SettingParam, click.types.BoolParamType):
    """The type of an option that is on or off."""


def with_settings(command: Command) -> Command:
    """Gives a command all settings as options, and --config to choose the file of settings."""
    return _with_some_settings(command, SETTINGS)


def with_data_setting(command: Command) -> Command:
    """Gives a command --data as it is for `serve`, and --config to choose the file of settings."""
    return _with_some_settings(command, [setting for setting in SETTINGS if setting.field == "data"])


def data_folder(data: str | None) -> Path:
    """Returns the folder of a server's data: the one that --data names, or the usual one of this system."""
    return Path(data) if data else usual_directory()


def database_path(data: str | None) -> Path:
    """Returns the database in the folder of a server's data."""
    return data_folder(data) / DATABASE_NAME


def _with_some_settings(command: Command, settings: Sequence[ServerSetting]) -> Command:
    for setting in reversed(settings):
        command = setting_option(setting)(command)
    command = click.option(
        "--config",
        "settings_file",
        type=click.Path(path_type=Path),
        is_eager=True,
        expose_value=False,
        envvar=CONFIG_VARIABLE,
        callback=_read_file,
        metavar="FILE",
        help="The file of settings; without it server.toml in the folder for settings of this system, if it is there.",
    )(command)
    return click.option(
        "--no-config",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        envvar=NO_CONFIG_VARIABLE,
        callback=_note_no_file,
        help="Read no file of settings.",
    )(command)


def setting_option(setting: ServerSetting) -> Callable[[Command], Command]:
    """Returns the option that is a setting."""
    is_switch = isinstance(setting.kind, Switch)
    usual = setting.usual_in_words or setting.shown(setting.default)
    return click.option(
        *setting.declared.option_names,
        type=_SwitchParam(setting) if is_switch else _SettingParam(setting),
        multiple=isinstance(setting.kind, Texts),
        default=setting.default,
        envvar=setting.variable,
        metavar=setting.kind.metavar,
        help=setting.declared.help + ("" if is_switch else f"  [default: {usual}]"),
    )


class _TermParam(click.ParamType[Any]):
    """The type of an option that is a term of what a command opens."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self.name = setting.name

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ARG002
        """Returns the value; raises CommandError."""
        try:
            return self._setting.kind.parse(value)
        except ValueError:
            raise CommandError(self._setting.refusal(self._setting.flag, value)) from None


def with_terms(record: type[Struct]) -> Callable[[Command], Command]:
    """Gives a command the declared settings of a record as options, None for those that are not named."""

    def decorate(command: Command) -> Command:
        for each in reversed(settings_of(record)):
            command = click.option(
                *each.option_names,
                type=None if isinstance(each.kind, Switch) else _TermParam(each),
                default=None,
                metavar=each.kind.metavar,
                help=each.help,
            )(command)
        return command

    return decorate


def _note_no_file(ctx: click.Context, param: click.Parameter, value: bool) -> None:  # noqa: ARG001
    ctx.meta[_NO_FILE] = value


def _read_file(ctx: click.Context, param: click.Parameter, value: Path | None) -> None:
    """Reads the file of settings before all other options, whose defaults it changes; raises CommandError."""
    if ctx.resilient_parsing:
        return
    is_flag = param.name is not None and ctx.get_parameter_source(param.name) is ParameterSource.COMMANDLINE
    found = None
    if value is not None and (is_flag or not ctx.meta.get(_NO_FILE)):
        found = read_settings_file(value)
    elif not ctx.meta.get(_NO_FILE):
        found = read_usual_file()
    ctx.meta[_FILE] = found
    if found is not None:
        ctx.default_map = {field: at.value for field, at in found.values.items()}


def settings_file(ctx: click.Context) -> SettingsFile | None:
    """Returns the file of settings that a command has read, None where it has read none."""
    found: SettingsFile | None = ctx.meta.get(_FILE)
    return found


def current_settings(ctx: click.Context, values: dict[str, Any]) -> list[CurrentSetting]:
    """Returns all settings of a command with their values and where these come from."""
    file = settings_file(ctx)
    found: list[CurrentSetting] = []
    for setting in SETTINGS:
        value, source, place = values[setting.field], "default", ""
        match ctx.get_parameter_source(setting.field):
            case ParameterSource.COMMANDLINE:
                source, place = "flag", setting.declared.off_flag if value is False else setting.declared.flag
            case ParameterSource.ENVIRONMENT:
                source, place = "environment", setting.variable
            case ParameterSource.DEFAULT_MAP if file is not None:
                source, place = "file", file.place(setting.field)
            case _:
                pass
        found.append(CurrentSetting(setting, value, source, place))
    return found


def server_settings(values: dict[str, Any]) -> ServerSettings:
    """Returns the settings of a server as the options of a command say."""
    named = {name: value for name, value in values.items() if name in BY_FIELD and value is not None}
    found = {name: value.rules if isinstance(value, HouseChoice) else value for name, value in named.items()}
    settings: ServerSettings = with_values(ServerSettings(), found)
    return settings


def misspelled_variables() -> list[str]:
    """Returns a sentence for every environment variable whose name nearly is that of a setting."""
    known = {setting.variable for setting in SETTINGS} | {CONFIG_VARIABLE, NO_CONFIG_VARIABLE, PASSWORD_VARIABLE}
    found = sorted(name for name in os.environ if name.startswith(ENVIRONMENT_PREFIX) and name not in known)
    endings = {name.removeprefix(ENVIRONMENT_PREFIX): name for name in known}
    meant = {name: nearest(name.removeprefix(ENVIRONMENT_PREFIX), endings, MISSPELLED) for name in found}
    return [
        f"The environment variable {name} is no setting and changes nothing; you may mean {endings[ending]}."
        for name, ending in meant.items()
        if ending
    ]


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
    file = settings_file(context)
    if toml:
        text = settings_as_toml({each.setting.field: (each.value, each.source == "default") for each in found})
        print_text(text, nl=False)
    elif as_json:
        report = {"file": str(file.path) if file else None, "settings": [_as_json(each) for each in found]}
        print_text(json.dumps(report, indent=2))
    else:
        read = f"Read {file.path}." if file else f"No file of settings was read; the usual place is {usual_path()}."
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
