"""The settings of the server by section, with their environment variables and keys, and the values of its commands.

A setting is declared in `ServerSettings`; its flag, environment variable and key of a file follow from that.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from msgspec.structs import asdict, replace

from railbird_server.cli.house import load_house_rules
from railbird_server.config import SECTIONS, ServerSettings
from railbird_server.runtime.workers import usual_process_count
from railbird_server.store.data_directory import DATABASE_NAME, usual_directory
from railbird_shared.house.house_rules import PRESETS, HouseRules, preset_name
from railbird_shared.settings.kinds import Readable
from railbird_shared.settings.spec import Setting, settings_of, with_settings

ENVIRONMENT_PREFIX = "RAILBIRD_"


class HouseChoice(NamedTuple):
    """House rules, and the preset's name or the file that they come from."""

    name: str
    rules: HouseRules

    def __str__(self) -> str:
        """Its name."""
        return self.name


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
    settings: ServerSettings = with_settings(ServerSettings(), found)
    return settings


def data_folder(data: str | None) -> Path:
    """Returns the folder of a server's data: the one that --data names, or the usual one of this system."""
    return Path(data) if data else usual_directory()


def database_path(data: str | None) -> Path:
    """Returns the database in the folder of a server's data."""
    return data_folder(data) / DATABASE_NAME
