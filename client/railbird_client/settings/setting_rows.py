"""The settings that a player can change, as rows: what each is, in one sentence, and what it can be."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from railbird_client.settings.player_settings import PRESET_COUNT, Settings
from railbird_client.table.turn.bet_presets import BetPreset


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
        """What the setting is, in words."""
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


PACES = (("off", 0.0), ("quick", 0.6), ("usual", 1.5), ("slow", 3.0))
"""How long the table waits between the streets of an all-in hand, in seconds; a showdown has shorter pauses."""


def setting_rows(settings: Settings, themes: tuple[str, str]) -> tuple[SettingRow, ...]:
    """Returns a row for every setting; `themes` are the names of the dark and the light theme."""
    return (
        SettingRow("Name", "The name that the others see.", (Choice(settings.name, _unchanged),)),
        *_look_rows(settings, *themes),
        *_play_rows(settings),
        *(_preset_row(settings, place) for place in range(PRESET_COUNT)),
    )


def _look_rows(settings: Settings, dark: str, light: str) -> tuple[SettingRow, ...]:
    return (
        _row(
            settings,
            "Theme",
            "Light letters on a dark ground, or the other way round.",
            [("dark", partial(replace, theme=dark)), ("light", partial(replace, theme=light))],
            other=settings.theme,
            begins_group=True,
        ),
        _row(
            settings,
            "Colours",
            "How many colours are used; choose fewer if yours look wrong.",
            [
                ("as the terminal says", partial(replace, colours="")),
                ("all", partial(replace, colours="true")),
                ("256", partial(replace, colours="256")),
                ("16", partial(replace, colours="16")),
            ],
            other=settings.colours,
        ),
        _row(
            settings,
            "Drawing",
            "Plain letters suit a terminal that shows no symbols.",
            [("symbols", partial(replace, ascii=False)), ("plain letters", partial(replace, ascii=True))],
        ),
        _row(
            settings,
            "Deck",
            "A colour for each suit, or red and black.",
            [("four colours", partial(replace, two_colour=False)), ("two colours", partial(replace, two_colour=True))],
        ),
    )


def _play_rows(settings: Settings) -> tuple[SettingRow, ...]:
    return (
        _row(
            settings,
            "Bell",
            "The terminal rings when it is your turn.",
            _on_off(partial(replace, bell=True), partial(replace, bell=False)),
            begins_group=True,
        ),
        _row(
            settings,
            "Showdown",
            "How slowly all-in hands and showdowns go on; [Space] skips a pause.",
            [(name, partial(replace, street_pause=seconds)) for name, seconds in PACES],
            other=f"{settings.street_pause:g} s a street",
        ),
        _row(
            settings,
            "Motion",
            "Bets fade into the pot and new cards turn over.",
            _on_off(partial(replace, motion=True), partial(replace, motion=False)),
        ),
        _row(
            settings,
            "Hints",
            "For beginners: what beats you, which cards help, what a call costs.",
            _on_off(partial(replace, hints=True), partial(replace, hints=False)),
        ),
        _row(
            settings,
            "All-in",
            "A second press keeps you from going all-in by accident.",
            [
                ("two presses", partial(replace, confirm_all_in=True)),
                ("one press", partial(replace, confirm_all_in=False)),
            ],
        ),
    )


def _preset_row(settings: Settings, place: int) -> SettingRow:
    def set_preset(preset: BetPreset, settings: Settings) -> Settings:
        presets = settings.presets
        return replace(settings, presets=(*presets[:place], preset, *presets[place + 1 :]))

    choices = [(preset.description, partial(set_preset, preset)) for preset in BetPreset]
    sentence = f"How much the key [{place + 1}] bets or raises by in your turn."
    return _row(settings, f"Key {place + 1}", sentence, choices, begins_group=not place)


def _on_off(
    on: Callable[[Settings], Settings], off: Callable[[Settings], Settings]
) -> list[tuple[str, Callable[[Settings], Settings]]]:
    return [("on", on), ("off", off)]


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
