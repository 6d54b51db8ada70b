from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import Struct

from railbird_client.record_file import RecordFile


class Chips(Struct, frozen=True):
    count: int = 0


def chips_file(path: Path, *, kept: bool = True) -> RecordFile[Chips]:
    return RecordFile(path, Chips(), what="chips", then=": count them again", kept=kept)


def test_a_record_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    assert chips_file(tmp_path / "chips.json").update(lambda old: Chips(old.count + 5)) == Chips(5)
    assert chips_file(tmp_path / "chips.json").load() == Chips(5)


def test_two_programs_that_change_a_record_lose_nothing(tmp_path: Path) -> None:
    first, second = chips_file(tmp_path / "chips.json"), chips_file(tmp_path / "chips.json")
    for file in (first, second, first):
        file.update(lambda old: Chips(old.count + 1))
    assert first.load() == second.load() == Chips(3)


def test_a_record_that_is_not_kept_writes_nothing(tmp_path: Path) -> None:
    file = chips_file(tmp_path / "chips.json", kept=False)
    file.update(lambda _: Chips(5))
    assert file.load() == Chips(5)
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_file_is_told_once(tmp_path: Path) -> None:
    path = tmp_path / "chips.json"
    path.write_text("{")
    file = chips_file(path)
    assert file.load() == Chips()
    aside = tmp_path / "chips-broken.json"
    assert file.take_error() == f"The chips were damaged and are set aside as {aside}: count them again."
    assert file.take_error() == ""


def test_a_damaged_file_that_cannot_be_set_aside_is_not_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    path = tmp_path / "chips.json"
    path.write_text("{")
    monkeypatch.setattr(Path, "replace", refuse)
    file = chips_file(path)
    assert file.update(lambda _: Chips(5)) == Chips(5)
    assert file.take_error() == (
        f"The chips in {path} are damaged and cannot be set aside (Permission denied): count them again."
    )
    assert file.load() == Chips(5)
    assert path.read_text() == "{"
