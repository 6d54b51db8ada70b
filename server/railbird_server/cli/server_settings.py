"""The settings of the server by section, with their environment variables and keys, and the values of its commands.

A setting is declared in `ServerSettings`; its flag, environment variable and key of a file follow from that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from msgspec.structs import replace

from railbird_server.cli.house import load_house_rules
from railbird_server.config import SECTIONS, ServerSettings
from railbird_server.runtime.workers import usual_process_count
from railbird_server.store.data_directory import DATABASE_NAME, usual_directory
from railbird_shared.house.house_rules import PRESETS, HouseRules, preset_name
from railbird_shared.settings.kinds import Kind, Number, Readable
from railbird_shared.settings.spec import Setting, settings_of, with_settings

ENVIRONMENT_PREFIX = "RAILBIRD_"
UNSET_SHOWN = "(none)"


class HouseChoice(NamedTuple):
    """House rules, and the preset's name or the file that they come from."""

    name: str
    rules: HouseRules


Value: TypeAlias = str | int | float | bool | tuple[str, ...] | HouseChoice | None


HOUSE = Readable(
    lambda text: HouseChoice(text, load_house_rules(text)),
    "PRESET|FILE",
    f"one of {', '.join(PRESETS)}, or a file of house rules, in quotes",
)
"""House rules: a preset's name or a file; raises CommandError with a sentence about the file."""


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
            replace(each, kind=HOUSE) if each.name == "house" else each,
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


def server_settings(values: dict[str, Any]) -> ServerSettings:
    """Returns the settings of a server as the options of a command say."""
    named = {name: value for name, value in values.items() if name in BY_FIELD and value is not None}
    found = {name: value.rules if isinstance(value, HouseChoice) else value for name, value in named.items()}
    settings: ServerSettings = with_settings(ServerSettings(), found)
    return settings


def data_folder(data: str | None) -> Path:
    """Returns the folder of a server's data: the one that --data names, or the usual one of this system."""
    return Path(data) if data else usual_directory()


def database_path(data: str | None) -> Path:
    """Returns the database in the folder of a server's data."""
    return data_folder(data) / DATABASE_NAME
