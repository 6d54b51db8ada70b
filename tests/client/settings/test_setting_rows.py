"""Every setting is a row: one sentence, its values, and the one in use."""

from __future__ import annotations

from msgspec.structs import asdict, replace

from railbird_client.settings.player_settings import Settings
from railbird_client.settings.settings_screen import SettingRow, setting_rows
from railbird_client.table.table_options import BetPreset

THEMES = ("railbird-night", "railbird-day")
KEPT_ELSEWHERE = {"game", "bots", "servers"}
"""What the start screen keeps by itself."""


def rows_of(settings: Settings) -> dict[str, SettingRow]:
    return {row.label: row for row in setting_rows(settings, THEMES)}


def test_every_setting_has_a_row_that_changes_it() -> None:
    settings = Settings(name="Wren", theme=THEMES[0])
    changed: set[str] = set()
    for row in setting_rows(settings, THEMES):
        for at in range(len(row.values)):
            after = row.step(at - row.chosen).change(settings)
            changed |= {name for name, value in asdict(after).items() if value != asdict(settings)[name]}
    assert changed == set(asdict(settings)) - KEPT_ELSEWHERE - {"name"}


def test_every_row_has_one_plain_sentence() -> None:
    for row in rows_of(Settings(name="Wren")).values():
        assert row.sentence.endswith(".")
        assert len(row.sentence) <= 68


def test_the_value_in_use_is_chosen() -> None:
    rows = rows_of(Settings(name="Wren", theme=THEMES[1], colours="256", street_pause=0.0, hints=False))
    values = [rows[label].value for label in ("Name", "Theme", "Colours", "Showdown", "Hints", "Key 3")]
    assert values == ["Wren", "light", "256", "off", "off", "¾"]


def test_a_value_that_was_written_into_the_file_is_kept_until_another_is_chosen() -> None:
    settings = Settings(name="Wren", theme="nord", street_pause=2.2)
    rows = rows_of(settings)
    assert (rows["Theme"].value, rows["Showdown"].value) == ("nord", "2.2 s a street")
    assert rows["Theme"].change(settings) == settings


def test_values_stop_at_both_ends_of_a_row_or_go_around() -> None:
    bell = rows_of(Settings(name="Wren"))["Bell"]
    assert [bell.step(-1).value, bell.step(1).value, bell.step(9).value] == ["on", "off", "off"]
    assert bell.step(1, around=True).step(1, around=True).value == "on"


def test_a_preset_changes_one_key_alone() -> None:
    settings = Settings(name="Wren")
    after = rows_of(settings)["Key 2"].step(-1).change(settings)
    assert after == replace(settings, presets=(BetPreset.MIN, BetPreset.THIRD, *settings.presets[2:]))


def test_in_ascii_fractions_are_written_out() -> None:
    values = rows_of(Settings(name="Wren", ascii=True))["Key 2"].values
    assert [words for _, words in values] == ["min", "1/4", "1/3", "1/2", "2/3", "3/4", "pot", "3/2", "2", "all"]
