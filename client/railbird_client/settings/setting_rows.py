"""The settings that a player can change, as rows: what each is, in one sentence, and what it can be."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from railbird_client.settings.player_settings import Settings
from railbird_client.table.table_options import PRESET_COUNT
from railbird_client.table.turn.bet_presets import BetPreset
from railbird_shared.settings.spec import Setting, settings_of


class Choice(NamedTuple):
    """One value of a setting: what it is called, and the change that sets it."""

    label: str
    change: Callable[[Settings], Settings]


@dataclass(frozen=True, slots=True)
class SettingRow:
    """A setting: its name, one sentence about it, its values, and which of them is set.

    The player's name has one value alone; it is changed by typing. With `begins_group` a blank row may stand before.
    """

    label: str
    sentence: str
    choices: tuple[Choice, ...]
    chosen: int = 0
    begins_group: bool = False

    @property
    def value(self) -> str:
        """The value of the setting, in words."""
        return self.choices[self.chosen].label

    @property
    def is_typed(self) -> bool:
        """Whether the value is typed and not chosen."""
        return len(self.choices) == 1

    def step(self, by: int, *, around: bool = False) -> SettingRow:
        """Returns the row with the value that many places on; it stops at both ends unless the values go `around`."""
        last = len(self.choices) - 1
        at = (self.chosen + by) % (last + 1) if around else min(max(self.chosen + by, 0), last)
        return dataclasses.replace(self, chosen=at)


GROUPS = ("Look", "Play")
"""The groups of declared settings, in the order of their rows."""


def setting_rows(
    settings: Settings, themes: tuple[str, str], record: type[Settings] = Settings
) -> tuple[SettingRow, ...]:
    """Returns a row for every setting; `themes` are the names of the dark and the light theme."""
    rows = [SettingRow("Name", "The name that the others see.", (Choice(settings.name, _unchanged),))]
    for group in GROUPS:
        found = (each for each in settings_of(record) if each.spec.group == group)
        declared = sorted(found, key=lambda each: each.spec.place)
        rows += [_declared_row(settings, each, themes, begins_group=each is declared[0]) for each in declared]
    return (*rows, *(_preset_row(settings, place) for place in range(PRESET_COUNT)))


def _declared_row(settings: Settings, setting: Setting, themes: tuple[str, str], *, begins_group: bool) -> SettingRow:
    words: Callable[[object], str] = setting.words
    values: tuple[object, ...] = setting.spec.values
    if setting.name == "theme":
        values, words = themes, lambda theme: "light" if theme == themes[1] else "dark"
    elif setting.spec.words is None:
        words = _on_or_off
    choices = [(words(value), _change_to(setting.name, value)) for value in values]
    other = settings.theme if setting.name == "theme" else setting.words(setting.value_in(settings))
    return _row(settings, setting.spec.label, setting.spec.help, choices, other=other, begins_group=begins_group)


def _change_to(name: str, value: object) -> Callable[[Settings], Settings]:
    def change(settings: Settings) -> Settings:
        return replace(settings, **{name: value})

    return change


def _on_or_off(value: object) -> str:
    return "on" if value else "off"


def _preset_row(settings: Settings, place: int) -> SettingRow:
    def set_preset(preset: BetPreset, settings: Settings) -> Settings:
        presets = settings.presets
        return replace(settings, presets=(*presets[:place], preset, *presets[place + 1 :]))

    choices = [(preset.description, partial(set_preset, preset)) for preset in BetPreset]
    sentence = f"How much the key [{place + 1}] bets or raises by in your turn."
    return _row(settings, f"Key {place + 1}", sentence, choices, begins_group=not place)


def _row(
    settings: Settings,
    label: str,
    sentence: str,
    choices: Iterable[tuple[str, Callable[[Settings], Settings]]],
    *,
    other: str = "",
    begins_group: bool = False,
) -> SettingRow:
    """Returns a row; a value that is none of the choices, but was written into the file, is one more of them."""
    values = tuple(Choice(name, change) for name, change in choices)
    chosen = next((at for at, value in enumerate(values) if value.change(settings) == settings), len(values))
    if chosen == len(values):
        values = (*values, Choice(other, _unchanged))
    return SettingRow(label, sentence, values, chosen, begins_group)


def _unchanged(settings: Settings) -> Settings:
    return settings
