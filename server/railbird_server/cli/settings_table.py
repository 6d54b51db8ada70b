"""The server's settings as a command line has them: flags, environment variables and keys of a file.

They are declared in `ServerSettings`; adding one is a field there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

from railbird_server.cli.house import load_house_rules
from railbird_server.config import SECTIONS, ServerSettings
from railbird_server.runtime.workers import usual_process_count
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.house.presets import PRESETS, preset_name
from railbird_shared.settings.kinds import FilePath, Kind, Number
from railbird_shared.settings.spec import Setting, settings_of

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
    kind: Kind
    usual: Callable[[], Value] | None = None
    usual_in_words: str = ""

    @property
    def field(self) -> str:
        """Its name."""
        return self.declared.name

    @property
    def help(self) -> str:
        """Its sentence."""
        return self.declared.help

    @property
    def flag(self) -> str:
        """Its flag; of a switch the one that turns it on."""
        return self.declared.flag

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

    def refusal(self, place: str, value: object) -> str:
        """Returns the sentence about a value that it may not have; `place` says where the value stands."""
        return self.declared._replace(kind=self.kind).refusal(place, value)


def server_settings_of(record: type[ServerSettings]) -> tuple[ServerSetting, ...]:
    """Returns the settings that a record of a server declares, by section."""
    made = [
        ServerSetting(
            each,
            each.spec.group if each.spec.group in SECTIONS else "table",
            House() if each.name == "house" else each.kind,
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
