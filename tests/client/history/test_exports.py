"""Finished hands written into files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from railbird_client.history.exports import NO_CODE, write_hand
from railbird_shared.history.hand_text import HandForm
from railbird_shared.protocol.messages import History
from support.replayed_hands import hand_of

TOLD = History(history=replace(hand_of("holdem.phh").history, table="3f9c/../x"), phh='variant = "NT"\n')


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("railbird_client.history.exports.documents_folder", lambda: tmp_path)
    return tmp_path


def test_a_hand_is_written_in_each_form(folder: Path) -> None:
    for form in HandForm:
        name = f"railbird-3f9cx-hand-7.{form.value}"
        assert write_hand(TOLD, form, "2026-11-20") == f"{name} is in {folder}."
    text, phh, data = ((folder / f"railbird-3f9cx-hand-7.{form.value}").read_text("utf-8") for form in HandForm)
    assert text.startswith("Railbird hand 7 at holdem: No-Limit Hold'em 1/2 - 2026-11-20\n")
    assert phh == 'variant = "NT"\n'
    assert json.loads(data)["history"]["hand"] == 7


def test_a_game_without_a_code_is_written_as_no_phh(folder: Path) -> None:
    assert write_hand(replace(TOLD, phh=""), HandForm.PHH, "") == NO_CODE
    assert not list(folder.iterdir())


def test_a_folder_that_cannot_be_written_is_said_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird_client.history.exports.documents_folder", lambda: Path("/nowhere"))
    assert write_hand(TOLD, HandForm.TEXT, "").endswith(" cannot be written in /nowhere: No such file or directory.")
