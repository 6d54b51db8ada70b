"""The settings of the server as they are named, and their file in TOML, with a sentence for every mistake in it.

A setting is declared in `ServerSettings`; its flag, environment variable and key of a file follow from that.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import platformdirs

from railbird_server.cli.console import CommandError
from railbird_server.cli.house import load_house_rules
from railbird_server.config import SECTIONS, ServerSettings
from railbird_server.runtime.workers import usual_process_count
from railbird_shared.house.house_rules import PRESETS, HouseRules, preset_name
from railbird_shared.settings.kinds import FilePath, Kind, Number, Texts
from railbird_shared.settings.spec import Setting, quoted, settings_of
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
