"""The settings of the server by section, with their environment variables and keys, and the file of them in TOML.

A setting is declared in `ServerSettings`; its flag, environment variable and key of a file follow from that. A file is
read with a sentence for every mistake.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import platformdirs
from msgspec.structs import asdict, replace

from railbird_server.cli.console import CommandError
from railbird_server.config import SECTIONS, ServerSettings
from railbird_server.runtime.workers import usual_process_count
from railbird_server.store.data_directory import DATABASE_NAME, server_folder
from railbird_server.toml_lines import find_line
from railbird_shared.game.game_rules import BadSetup
from railbird_shared.game.variants import VARIANTS, Variant
from railbird_shared.house.apply import RuledOut, apply_house_rules
from railbird_shared.house.house_rules import PRESETS, HouseRules, preset_name
from railbird_shared.house.toml import MAX_CHARACTERS, from_toml
from railbird_shared.settings.kinds import FilePath, Kind, Readable, Texts
from railbird_shared.settings.spec import Setting, quoted, settings_of, with_settings
from railbird_shared.text.text_cleaning import nearest

ENVIRONMENT_PREFIX = "RAILBIRD_"


class HouseChoice(NamedTuple):
    """House rules, and the preset's name or the file that they come from."""

    name: str
    rules: HouseRules

    def __str__(self) -> str:
        """Its name."""
        return self.name


def load_house_rules(name_or_path: str) -> HouseRules:
    """Returns the preset of that name, or the house rules in a file; raises CommandError, also if no game is left."""
    if name_or_path in PRESETS:
        return PRESETS[name_or_path]
    try:
        with Path(name_or_path).open(encoding="utf-8") as file:
            rules = from_toml(file.read(MAX_CHARACTERS + 1))
    except FileNotFoundError:
        meant = nearest(name_or_path, PRESETS)
        choice = f"you may mean {meant}" if meant else f"choose one of {', '.join(PRESETS)}"
        raise CommandError(f"There is no house and no file {name_or_path!r}: {choice}.") from None
    except BadSetup as fault:
        raise CommandError(str(fault)) from None
    except (OSError, ValueError) as fault:
        why = fault.strerror if isinstance(fault, OSError) else "it is not text in UTF-8"
        raise CommandError(f"The file {name_or_path!r} cannot be read: {why}.") from None
    _, ruled_out = sort_games(rules)
    if sum(map(len, ruled_out.values())) == len(VARIANTS):
        raise CommandError(f"This house leaves no game to play. {'. '.join(ruled_out)}.")
    return rules


def sort_games(rules: HouseRules) -> tuple[dict[str, Variant], dict[str, list[str]]]:
    """Returns the games that a house plays, by their ids, and the names of the others by what rules them out."""
    played: dict[str, Variant] = {}
    ruled_out: dict[str, list[str]] = {}
    for variant in VARIANTS.values():
        try:
            played[variant.id] = apply_house_rules(rules, variant)
        except RuledOut as fault:
            ruled_out.setdefault(fault.reason, []).append(variant.name)
    return played, ruled_out


Value: TypeAlias = str | int | float | bool | tuple[str, ...] | HouseChoice | None


HOUSE = Readable(
    lambda text: HouseChoice(text, load_house_rules(text)),
    "PRESET|FILE",
    f"one of {', '.join(PRESETS)}, or a file of house rules, in quotes",
)
"""House rules: a preset's name or a file; raises CommandError with a sentence about the file."""


class ServerSetting(Setting, frozen=True):
    """A setting of the server; `usual` is its default on this machine."""

    section: str
    usual: Value
    usual_in_words: str = ""

    @property
    def key(self) -> str:
        """Its name as people read it: section and key."""
        return f"{self.section}.{self.name}"

    @property
    def variable(self) -> str:
        """The name of its environment variable."""
        return ENVIRONMENT_PREFIX + self.name.upper()


_USUAL: dict[str, tuple[Value, str]] = {
    "bot_processes": (usual_process_count(), "one or two, by the machine's cores"),
    "data": (None, "the usual place"),
}
"""Defaults that depend on the machine, and what the help says of them."""


def server_settings_of(record: type[ServerSettings]) -> tuple[ServerSetting, ...]:
    """Returns the settings that a record of a server declares, by section."""
    return tuple(sorted(map(_server_setting, settings_of(record)), key=lambda each: SECTIONS.index(each.section)))


def _server_setting(declared: Setting) -> ServerSetting:
    if isinstance(rules := declared.default, HouseRules):
        declared = replace(declared, kind=HOUSE, default=HouseChoice(preset_name(rules), rules))
    section = declared.spec.group if declared.spec.group in SECTIONS else "table"
    usual, in_words = _USUAL.get(declared.name, (None if declared.default == "" else declared.default, ""))
    return ServerSetting(**asdict(declared), section=section, usual=usual, usual_in_words=in_words)


SETTINGS: Sequence[ServerSetting] = server_settings_of(ServerSettings)
"""Every setting, by section."""

BY_NAME = {setting.name: setting for setting in SETTINGS}


def server_settings(values: dict[str, Any]) -> ServerSettings:
    """Returns the settings of a server as the options of a command say."""
    named = {name: value for name, value in values.items() if name in BY_NAME and value is not None}
    found = {name: value.rules if isinstance(value, HouseChoice) else value for name, value in named.items()}
    return with_settings(ServerSettings(), found)


def data_folder(data: str | None) -> Path:
    """Returns the folder of a server's data: the one that --data names, or the usual one of this system."""
    return Path(data) if data else server_folder()


def database_path(data: str | None) -> Path:
    """Returns the database in the folder of a server's data."""
    return data_folder(data) / DATABASE_NAME


# --- the file of settings -------------------------------------------------------------------------------------------

MAX_BYTES = 256 * 1024
"""The most bytes that a file of settings may have."""

CHOOSE_ANOTHER = "choose another file with --config, or none with --no-config"


class FileValue(NamedTuple):
    """A value of a file, and where it stands: file and line."""

    value: Value
    place: str


class SettingsFile(NamedTuple):
    """A file of settings and the values in it, by the field."""

    path: Path
    values: dict[str, FileValue]


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
        reason, _, where = str(fault).partition(" (at ")
        numbered = re.match(r"line (\d+)", where)
        place = _place(path, int(numbered[1]) if numbered else text.count("\n") + 1)
        reason = reason[:1].lower() + reason[1:]
        raise CommandError(
            f"{place} is no TOML ({reason}): write a setting as key = value, and words in quotes."
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


def _values(path: Path, text: str, found: dict[str, object]) -> Iterator[tuple[str, FileValue]]:
    for section, keys in found.items():
        place = _place(path, find_line(text, section=section))
        if section not in SECTIONS:
            raise CommandError(_unknown_section(place, section))
        if not isinstance(keys, dict):
            raise CommandError(f"{place}: {section} is a section: write [{section}], and below it the settings.")
        for key, value in keys.items():
            place = _place(path, find_line(text, section=section, key=key))
            setting = BY_NAME.get(key)
            if setting is None or setting.section != section:
                raise CommandError(f"{place}: {_unknown_key(section, key)}")
            yield key, FileValue(_check(setting, value, f"{place}: {key}", path.parent), place)


def _check(setting: ServerSetting, value: object, place: str, folder: Path) -> Any:
    try:
        return setting.kind.check(resolve_path(setting.kind, value, folder))
    except ValueError:
        raise CommandError(setting.refusal(place, value)) from None
    except CommandError as fault:
        raise CommandError(f"{place}: {fault.message}") from None


def _unknown_section(place: str, section: str) -> str:
    if section in BY_NAME:
        return f"{place}: {section} belongs into the section [{BY_NAME[section].section}]; write that line above it."
    sections = {name: f"[{name}]" for name in SECTIONS}
    known = sections | {field: f"{field} in [{setting.section}]" for field, setting in BY_NAME.items()}
    meant = known.get(nearest(section, known))
    remedy = f"you may mean {meant}" if meant else f"choose among {', '.join(sections.values())}"
    return f"{place}: there is no section called {quoted(section)}; {remedy}."


def _unknown_key(section: str, key: str) -> str:
    if key in BY_NAME:
        return f"{key} belongs into the section [{BY_NAME[key].section}] and not into [{section}]; move it there."
    there = [setting.name for setting in SETTINGS if setting.section == section]
    beginning = f"there is no setting called {quoted(key)} in [{section}]"
    if meant := nearest(key, there) or nearest(key, BY_NAME):
        elsewhere = "" if meant in there else f" in [{BY_NAME[meant].section}]"
        return f"{beginning}; you may mean {meant}{elsewhere}."
    return f"{beginning}; choose among {', '.join(there)}."


def resolve_path(kind: Kind, value: object, folder: Path) -> object:
    """Returns a value of a file of settings in that folder; a relative path in it begins there."""
    if not isinstance(value, str) or not value:
        return value
    if isinstance(kind, FilePath) or (kind is HOUSE and value not in PRESETS and (folder / value).exists()):
        return str(folder / Path(value).expanduser())
    return value


def _place(path: Path, line: int) -> str:
    return f"{path}, line {line}" if line else str(path)


def settings_as_toml(values: dict[str, tuple[Value, bool]]) -> str:
    """Returns a file with every setting, by the field: its value, and whether it is the default and so a comment."""
    lines = ["# The settings of a Railbird server. Lines behind a # are as usual."]
    for section in SECTIONS:
        lines += ["", f"[{section}]"]
        for setting in SETTINGS:
            if setting.section == section:
                value, is_default = values[setting.name]
                comment = "# " if is_default or value is None else ""
                lines.append(f"{comment}{setting.name} = {_as_toml(setting, value)}  # {setting.help}")
    return "\n".join(lines) + "\n"


def _as_toml(setting: ServerSetting, value: Value) -> str:
    """Writes a value in TOML, whose lists and texts are those of JSON."""
    if isinstance(value, bool | int | float) and value != -1:
        return setting.file_text(value)
    return json.dumps(value if isinstance(setting.kind, Texts) else setting.file_text(value), ensure_ascii=False)
