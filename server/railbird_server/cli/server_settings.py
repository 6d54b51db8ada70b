"""The settings of the server: their file in TOML, with a sentence for every mistake, and their options of a command.

A setting is declared in `ServerSettings`; its flag, environment variable and key of a file follow from that. A flag
counts over a variable, and that over the file and the default.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import click
import platformdirs
from click.core import ParameterSource
from msgspec import Struct

from railbird_server.cli.console import CommandError, print_text
from railbird_server.cli.house import load_house_rules
from railbird_server.cli.secret_options import PASSWORD_VARIABLE
from railbird_server.config import SECTIONS, ServerSettings
from railbird_server.runtime.workers import usual_process_count
from railbird_server.store.data_directory import DATABASE_NAME, usual_directory
from railbird_shared.house.house_rules import PRESETS, HouseRules, preset_name
from railbird_shared.settings.kinds import FilePath, Kind, Number, Switch, Texts
from railbird_shared.settings.spec import Setting, quoted, settings_of
from railbird_shared.settings.spec import with_settings as with_values
from railbird_shared.text.text_cleaning import nearest

ENVIRONMENT_PREFIX = "RAILBIRD_"
UNSET_SHOWN = "(none)"


class HouseChoice(NamedTuple):
    """House rules, and the preset's name or the file that they come from."""

    name: str
    rules: HouseRules


Value: TypeAlias = str | int | float | bool | tuple[str, ...] | HouseChoice | None


class House(NamedTuple):
    """House rules: a preset's name or a file."""

    metavar: str = "PRESET|FILE"

    @property
    def allowed(self) -> str:
        """The presets in words."""
        return f"one of {', '.join(PRESETS)}, or a file of house rules, in quotes"

    def parse(self, text: str) -> HouseChoice:
        """Returns the rules; raises CommandError with a sentence about their file."""
        return HouseChoice(text, load_house_rules(text))

    def check(self, value: object) -> HouseChoice:
        """Returns the rules."""
        if not isinstance(value, str):
            raise ValueError  # noqa: TRY004  the caller makes one sentence of all
        return self.parse(value)


class ServerSetting(NamedTuple):
    """A setting of the server; `usual` computes a default that depends on the machine."""

    declared: Setting
    section: str
    usual: Callable[[], Value] | None = None
    usual_in_words: str = ""

    @property
    def field(self) -> str:
        """Its name."""
        return self.declared.name

    @property
    def kind(self) -> Kind:
        """The values that it may have."""
        return self.declared.kind

    @property
    def key(self) -> str:
        """Its name as people read it: section and key."""
        return f"{self.section}.{self.field}"

    @property
    def variable(self) -> str:
        """The name of its environment variable."""
        return ENVIRONMENT_PREFIX + self.field.upper()

    @property
    def default(self) -> Value:
        """The value that holds by default."""
        if self.usual is not None:
            return self.usual()
        found = self.declared.default
        if isinstance(found, HouseRules):
            return HouseChoice(preset_name(found), found)
        default: Value = None if found == "" else found
        return default

    def shown(self, value: Value) -> str:
        """Returns a value as people read it."""
        if value is None or value in ("", ()):
            return UNSET_SHOWN
        match value:
            case HouseChoice():
                return value.name
            case tuple():
                return ", ".join(map(str, value))
            case bool():
                return str(value).lower()
            case float():
                return f"{value:.10g}"
            case -1 if isinstance(self.kind, Number):
                return self.kind.any_word
            case _:
                return str(value)


def server_settings_of(record: type[ServerSettings]) -> tuple[ServerSetting, ...]:
    """Returns the settings that a record of a server declares, by section."""
    made = [
        ServerSetting(
            each._replace(kind=House()) if each.name == "house" else each,
            each.spec.group if each.spec.group in SECTIONS else "table",
            *_USUAL.get(each.name, (None, "")),
        )
        for each in settings_of(record)
    ]
    return tuple(sorted(made, key=lambda setting: SECTIONS.index(setting.section)))


_USUAL: dict[str, tuple[Callable[[], Value] | None, str]] = {
    "bot_processes": (usual_process_count, "one or two, by the machine's cores"),
    "data": (None, "the usual place"),
}
"""Defaults that depend on the machine, and what the help says of them."""

SETTINGS: Sequence[ServerSetting] = server_settings_of(ServerSettings)
"""Every setting, by section."""

BY_FIELD = {setting.field: setting for setting in SETTINGS}


def resolve_path(kind: Kind, value: object, folder: Path) -> object:
    """Returns a value of a file of settings in that folder; a relative path in it begins there."""
    if not isinstance(value, str) or not value:
        return value
    if isinstance(kind, FilePath) or (isinstance(kind, House) and value not in PRESETS and (folder / value).exists()):
        return str(folder / Path(value).expanduser())
    return value


MAX_BYTES = 256 * 1024
"""The most bytes that a file of settings may have."""

CHOOSE_ANOTHER = "choose another file with --config, or none with --no-config"


class FileValue(NamedTuple):
    """A value of a file, and the line on which it stands; line 0 is unknown."""

    value: Value
    line: int


class SettingsFile(NamedTuple):
    """A file of settings and the values in it, by the field."""

    path: Path
    values: dict[str, FileValue]

    def place(self, field: str) -> str:
        """Returns where a value stands: file and line."""
        return _place(self.path, self.values[field].line)


def usual_path() -> Path:
    """Returns where this system keeps the settings of a server, for the user that runs it."""
    return Path(platformdirs.user_config_dir("railbird", appauthor=False)) / "server.toml"


def read_usual_file() -> SettingsFile | None:
    """Reads the file in its usual place, None where there is none; raises CommandError."""
    path = usual_path()
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise CommandError(f"{path} cannot be read ({error.strerror}): {CHOOSE_ANOTHER}.") from None
    return read_settings_file(path)


def read_settings_file(path: Path) -> SettingsFile:
    """Reads and checks a file of settings; raises CommandError with one sentence that names file, line and key."""
    text = _read_text(path)
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        line, reason = _explain_toml(str(fault), text)
        raise CommandError(
            f"{_place(path, line)} is no TOML ({reason}): write a setting as key = value, and words in quotes."
        ) from None
    except (ValueError, RecursionError):
        raise CommandError(f"{path} is no TOML: write a setting as key = value, and words in quotes.") from None
    return SettingsFile(path, dict(_values(path, text, found)))


def _read_text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise CommandError(f"There is no file {path}: {CHOOSE_ANOTHER}.") from None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "the name is not one of a file"
        raise CommandError(f"{path} cannot be read ({why}): {CHOOSE_ANOTHER}.") from None
    if len(content) > MAX_BYTES:
        raise CommandError(f"{path} has more than {MAX_BYTES:,} bytes and is no file of settings: {CHOOSE_ANOTHER}.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise CommandError(f"{_place(path, line)} is not text in UTF-8: save the file as UTF-8.") from None


def _explain_toml(fault: str, text: str) -> tuple[int, str]:
    """Returns the line and the reason of what `tomllib` says."""
    reason, _, where = fault.partition(" (at ")
    numbered = re.match(r"line (\d+)", where)
    line = int(numbered[1]) if numbered else text.count("\n") + 1
    return line, reason[:1].lower() + reason[1:]


def _values(path: Path, text: str, found: dict[str, object]) -> Iterator[tuple[str, FileValue]]:
    for section, keys in found.items():
        if section not in SECTIONS:
            raise CommandError(_unknown_section(_place(path, find_line(text, section)), section))
        if not isinstance(keys, dict):
            place = _place(path, find_line(text, section))
            raise CommandError(f"{place}: {section} is a section: write [{section}], and below it the settings.")
        for key, value in keys.items():
            line = find_line(text, section, key)
            setting = BY_FIELD.get(key)
            if setting is None or setting.section != section:
                raise CommandError(f"{_place(path, line)}: {_unknown_key(section, key)}")
            yield key, FileValue(_check(setting, value, path, line), line)


def _check(setting: ServerSetting, value: object, path: Path, line: int) -> Value:
    place = f"{_place(path, line)}: {setting.field}"
    try:
        found: Any = setting.kind.check(resolve_path(setting.kind, value, path.parent))
    except ValueError:
        raise CommandError(setting.declared.refusal(place, value)) from None
    except CommandError as fault:
        raise CommandError(f"{place}: {fault.message}") from None
    checked: Value = found
    return checked


def _unknown_section(place: str, section: str) -> str:
    if section in BY_FIELD:
        return f"{place}: {section} belongs into the section [{BY_FIELD[section].section}]; write that line above it."
    known = {name: f"[{name}]" for name in SECTIONS}
    known |= {field: f"{field} in [{setting.section}]" for field, setting in BY_FIELD.items()}
    meant = known.get(nearest(section, known))
    remedy = f"you may mean {meant}" if meant else f"choose among {', '.join(f'[{name}]' for name in SECTIONS)}"
    return f"{place}: there is no section called {quoted(section)}; {remedy}."


def _unknown_key(section: str, key: str) -> str:
    if key in BY_FIELD:
        return f"{key} belongs into the section [{BY_FIELD[key].section}] and not into [{section}]; move it there."
    there = [setting.field for setting in SETTINGS if setting.section == section]
    beginning = f"there is no setting called {quoted(key)} in [{section}]"
    if meant := nearest(key, there):
        return f"{beginning}; you may mean {meant}."
    if meant := nearest(key, BY_FIELD):
        return f"{beginning}; you may mean {meant} in [{BY_FIELD[meant].section}]."
    return f"{beginning}; choose among {', '.join(there)}."


def find_line(text: str, section: str, key: str = "") -> int:
    """Returns the number of the line on which a section, or a key of it, stands; 0 where it cannot be found."""
    current, first_of_section = "", 0
    for number, line in enumerate(text.splitlines(), start=1):
        header = re.match(r"\s*\[+\s*([^\]]*?)\s*\]", line)
        if header:
            current = _plain(header[1])
        else:
            name = _plain(line.partition("=")[0]) if "=" in line else ""
            full = ".".join(filter(None, (current, name)))
            if name and key and full == f"{section}.{key}":
                return number
            if name and (full == section or full.startswith(f"{section}.")):
                first_of_section = first_of_section or number
        if header and current.split(".")[0] == section:
            first_of_section = first_of_section or number
    return first_of_section


def _plain(name: str) -> str:
    """Returns a key of TOML without quotes and spaces."""
    return ".".join(part.strip().strip("\"'") for part in name.split("."))


def _place(path: Path, line: int) -> str:
    return f"{path}, line {line}" if line else str(path)


def settings_as_toml(values: dict[str, tuple[Value, bool]]) -> str:
    """Returns a file with every setting, by the field: its value, and whether it is the default and so a comment."""
    lines = ["# The settings of a Railbird server. Lines behind a # are as usual."]
    for section in SECTIONS:
        lines += ["", f"[{section}]"]
        for setting in SETTINGS:
            if setting.section == section:
                value, is_default = values[setting.field]
                hidden = is_default or value is None
                comment = "# " if hidden else ""
                lines.append(f"{comment}{setting.field} = {_as_toml(setting, value)}  # {setting.declared.help}")
    return "\n".join(lines) + "\n"


def _as_toml(setting: ServerSetting, value: Value) -> str:
    if isinstance(setting.kind, Texts):
        texts = map(str, value) if isinstance(value, tuple) else ()
        return f"[{', '.join(map(_as_toml_text, texts))}]"
    if isinstance(value, bool | int | float) and value != -1:
        return setting.shown(value)
    return _as_toml_text(setting.shown(value) if value else "")


def _as_toml_text(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


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
