from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from railbird_client.settings import MOST_SERVERS, KnownServer, Settings, SettingsFile, settings_path


def settings_file(folder: Path) -> SettingsFile:
    return SettingsFile(folder / "railbird" / "settings.json")


def test_a_first_visit_starts_with_the_defaults_and_without_a_word(tmp_path: Path) -> None:
    file = settings_file(tmp_path)
    assert file.load() == Settings()
    assert file.trouble == ""
    assert not file.path.exists()


def test_what_is_changed_is_read_again(tmp_path: Path) -> None:
    file = settings_file(tmp_path)
    changed = file.change(lambda old: replace(old, name="Wren", bots=3, bell=False))
    assert settings_file(tmp_path).load() == changed == Settings(name="Wren", bots=3, bell=False)


def test_a_change_keeps_what_another_window_wrote_meanwhile(tmp_path: Path) -> None:
    here, there = settings_file(tmp_path), settings_file(tmp_path)
    here.change(lambda old: replace(old, name="Wren"))
    there.change(lambda old: old.visited("den:7777", "Wren", "secret"))
    here.change(lambda old: replace(old, game="seven-card-stud"))
    assert here.load() == Settings("Wren", "seven-card-stud", servers=(KnownServer("den:7777", "Wren", "secret"),))


@pytest.mark.skipif(sys.platform == "win32", reason="files have other guards there")
def test_the_file_is_for_its_owner_alone_and_nothing_else_is_left(tmp_path: Path) -> None:
    file = settings_file(tmp_path)
    file.change(lambda old: replace(old, name="Wren"))
    assert stat.S_IMODE(file.path.stat().st_mode) == 0o600
    assert [each.name for each in file.path.parent.iterdir()] == ["settings.json"]


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b'{"bots": "many"}', b'{"bots": 5000}', b"\xff\xfe", b"[" * 9999]
)
def test_a_broken_file_is_set_aside_with_a_sentence(tmp_path: Path, content: bytes) -> None:
    file = settings_file(tmp_path)
    file.path.parent.mkdir()
    file.path.write_bytes(content)
    assert file.load() == Settings()
    assert "set aside" in file.trouble
    assert file.path.with_name("settings-broken.json").read_bytes() == content
    assert not file.path.exists()


def test_settings_of_a_newer_version_are_read_as_far_as_known(tmp_path: Path) -> None:
    file = settings_file(tmp_path)
    file.path.parent.mkdir()
    file.path.write_bytes(b'{"name": "Wren", "seance": true}')
    assert file.load().name == "Wren"
    assert file.trouble == ""


def test_a_file_that_cannot_be_written_is_told_and_the_change_holds_for_this_game(tmp_path: Path) -> None:
    (tmp_path / "railbird").write_text("a file where the folder should be")
    file = settings_file(tmp_path)
    assert file.change(lambda old: replace(old, name="Wren")).name == "Wren"
    assert "cannot be kept" in file.trouble
    assert file.change(lambda old: replace(old, bots=3)) == Settings("Wren", bots=3)
    assert file.load() == Settings("Wren", bots=3)
    assert file.trouble == ""


def test_a_file_that_cannot_be_read_is_left_as_it_is(tmp_path: Path) -> None:
    file = settings_file(tmp_path)
    file.path.mkdir(parents=True)
    assert file.load() == Settings()
    assert "cannot be read" in file.trouble
    assert file.change(lambda old: replace(old, name="Wren")).name == "Wren"
    assert file.load().name == "Wren"
    assert file.path.is_dir()


def test_secrets_are_kept_by_server_and_name() -> None:
    settings = Settings().visited("den:7777", "Wren", "one").visited("den:7777", "Jay", "two")
    assert settings.token("den:7777", "wren") == "one"
    assert settings.token("den:7777", "Jay") == "two"
    assert settings.token("den:8000", "Jay") == ""
    assert settings.token("den:7777", "Rook") == ""


def test_the_latest_server_stands_first_and_old_ones_are_forgotten() -> None:
    settings = Settings()
    for number in range(MOST_SERVERS + 5):
        settings = settings.visited(f"den{number}:7777", "Wren", "secret")
    settings = settings.visited("den20:7777", "Wren", "newer").visited("den20:7777", "Jay", "other")
    assert settings.last_server == "den20:7777"
    assert settings.addresses[:2] == ("den20:7777", "den24:7777")
    assert len(settings.servers) == MOST_SERVERS
    assert settings.token("den20:7777", "Wren") == "newer"


def test_the_file_stands_where_the_system_keeps_such_things() -> None:
    assert settings_path().name == "settings.json"
    assert "railbird" in settings_path().parts
