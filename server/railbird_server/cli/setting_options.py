"""The options of a command that are declared settings or games. A flag counts over a variable, that over the file."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import click
from click.core import ParameterSource
from msgspec import Struct

from railbird_server.cli.console import CommandError, ended_by
from railbird_server.cli.secret_options import PASSWORD_VARIABLE
from railbird_server.cli.server_settings import (
    BY_NAME,
    ENVIRONMENT_PREFIX,
    SETTINGS,
    ServerSetting,
    SettingsFile,
    read_settings_file,
    read_usual_file,
)
from railbird_server.config import SECTIONS
from railbird_shared.game.catalogue import CHOICES, GAMES, TableChoice, UnknownGame, read_game_name
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

Command: TypeAlias = Callable[..., Any]


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


class GameParam(click.Choice[str]):
    """A game, or a mix where there are `mixes`, called by any of its names; the value is its id, empty for none."""

    def __init__(self, *, mixes: bool = False) -> None:
        self._choices: tuple[TableChoice, ...] = CHOICES if mixes else GAMES
        super().__init__([each.id for each in self._choices])

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ARG002
        """Returns the id; raises CommandError with the nearest name."""
        with ended_by(UnknownGame):
            return value and read_game_name(value, self._choices).id


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
        "" if is_switch else f"default: {setting.usual_in_words or setting.file_text(setting.usual) or NONE_SHOWN}",
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
    text = setting.file_text(setting.default)
    default = f"default: {text}" if text and (setting.default or not is_number) else ""
    return "; ".join(filter(None, (default, setting.kind.allowed if is_number else "")))


def _read_file(ctx: click.Context, param: click.Parameter, value: Path | None) -> None:
    """Reads the file of settings before all other options, whose defaults it changes; raises CommandError."""
    if ctx.resilient_parsing:
        return
    is_flag = param.name is not None and ctx.get_parameter_source(param.name) is ParameterSource.COMMANDLINE
    found = None
    if is_flag or not ctx.meta.get(_NO_FILE):
        found = read_usual_file() if value is None else read_settings_file(value)
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

with_server_options = with_options(_with_file, *map(server_option, SETTINGS))
"""Gives a command all settings as options, and --config to choose the file of settings."""

with_data_option = with_options(_with_file, server_option(BY_NAME["data"]))
"""Gives a command --data as it is for `serve`, and --config to choose the file of settings."""


def settings_file(context: click.Context) -> SettingsFile | None:
    """Returns the file of settings that a command has read, None where it has read none."""
    file: SettingsFile | None = context.meta.get(_FILE)
    return file


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
