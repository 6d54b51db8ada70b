from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from railbird_client.settings.player_settings import MAX_SERVERS, Settings, SettingsFile, VisitedServer, settings_path
from railbird_client.table.table_options import BetPreset


def settings_file(folder: Path) -> SettingsFile:
    return SettingsFile(folder / "railbird" / "settings.json")


def test_a_missing_file_loads_the_defaults_without_an_error(tmp_path: Path) -> None:
    file = settings_file(tmp_path)
    assert file.load() == Settings()
    assert file.error_message == ""
    assert not file.path.exists()


def test_an_update_is_saved(tmp_path: Path) -> None:
    file = settings_file(tmp_path)
    changed = file.update(lambda old: replace(old, name="Wren", bots=3, bell=False))
    assert settings_file(tmp_path).load() == changed == Settings(name="Wren", bots=3, bell=False)


def test_an_update_keeps_what_another_process_wrote(tmp_path: Path) -> None:
    here, there = settings_file(tmp_path), settings_file(tmp_path)
    here.update(lambda old: replace(old, name="Wren"))
    there.update(lambda old: old.with_server("den:7777", "Wren", "secret"))
    here.update(lambda old: replace(old, game="seven-card-stud"))
    assert here.load() == Settings(
        name="Wren", game="seven-card-stud", servers=(VisitedServer("den:7777", "Wren", "secret"),)
    )


@pytest.mark.skipif(sys.platform == "win32", reason="files have other guards there")
def test_the_file_is_private_and_no_temporary_file_remains(tmp_path: Path) -> None:
    file = settings_file(tmp_path)
    file.update(lambda old: replace(old, name="Wren"))
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
    assert "set aside" in file.error_message
    assert file.path.with_name("settings-broken.json").read_bytes() == content
    assert not file.path.exists()


def test_settings_of_a_newer_version_are_read_as_far_as_known(tmp_path: Path) -> None:
    file = settings_file(tmp_path)
    file.path.parent.mkdir()
    file.path.write_bytes(b'{"name": "Wren", "seance": true}')
    assert file.load().name == "Wren"
    assert file.error_message == ""


def test_an_unwritable_file_is_reported_and_the_update_is_kept_in_memory(tmp_path: Path) -> None:
    (tmp_path / "railbird").write_text("a file where the folder should be")
    file = settings_file(tmp_path)
    assert file.update(lambda old: replace(old, name="Wren")).name == "Wren"
    assert "cannot be kept" in file.take_error()
    assert file.update(lambda old: replace(old, bots=3)) == Settings(name="Wren", bots=3)
    assert file.load() == Settings(name="Wren", bots=3)
    assert file.error_message == ""


def test_an_unreadable_file_is_left_unchanged(tmp_path: Path) -> None:
    file = settings_file(tmp_path)
    file.path.mkdir(parents=True)
    assert file.load() == Settings()
    assert "cannot be read" in file.error_message
    assert file.update(lambda old: replace(old, name="Wren")).name == "Wren"
    assert file.load().name == "Wren"
    assert file.path.is_dir()


def test_tokens_are_stored_by_server_and_name() -> None:
    settings = Settings().with_server("den:7777", "Wren", "one").with_server("den:7777", "Jay", "two")
    assert settings.find_tokens("den:7777", "wren") == ("one",)
    assert settings.find_tokens("den:7777", "Jay") == ("two",)
    assert settings.find_tokens("den:8000", "Jay") == ()
    assert settings.find_tokens("den:7777", "Rook") == ()


def test_the_latest_server_stands_first_and_old_ones_are_forgotten() -> None:
    settings = Settings()
    for number in range(MAX_SERVERS + 5):
        settings = settings.with_server(f"den{number}:7777", "Wren", "secret")
    settings = settings.with_server("den20:7777", "Wren", "newer").with_server("den20:7777", "Jay", "other")
    assert settings.addresses[0] == "den20:7777"
    assert settings.addresses[:2] == ("den20:7777", "den24:7777")
    assert len(settings.servers) == MAX_SERVERS
    assert settings.find_tokens("den20:7777", "Wren") == ("newer", "secret")


def test_tokens_that_another_program_did_not_know_are_kept_for_a_while() -> None:
    settings = Settings()
    for token in ("one", "two", "three", "four", "five"):
        settings = settings.with_server("localhost:7777", "Wren", token).with_server("localhost:7777", "Jay", "jay's")
    assert settings.find_tokens("localhost:7777", "Wren") == ("five", "four", "three", "two")
    again = settings.with_server("localhost:7777", "Wren", "two")
    assert again.find_tokens("localhost:7777", "Wren") == ("two", "five", "four", "three")
    assert again.find_any_token("localhost:7777") == ("two",)
    assert again.find_any_token("localhost:7778") == ()
    assert len(again.servers) == 2


def test_the_file_is_in_the_user_config_folder() -> None:
    assert settings_path().name == "settings.json"
    assert "railbird" in settings_path().parts


def test_presets_are_kept_by_the_names_that_poker_players_write(tmp_path: Path) -> None:
    file = settings_file(tmp_path)
    presets = (BetPreset.MIN, BetPreset.THIRD, BetPreset.HALF, BetPreset.POT, BetPreset.MAX)
    file.update(lambda old: replace(old, presets=presets))
    assert '"1/3"' in file.path.read_text()
    assert settings_file(tmp_path).load().presets == presets


def test_a_visit_is_kept_with_its_time_and_its_result() -> None:
    settings = (
        Settings().with_server("den:7777", "Wren", "s1", visited=5).with_server("den:7777", "Jay", "s2", visited=9)
    )
    assert settings.with_result("den:7777", "Wren", -85).servers == (
        VisitedServer("den:7777", "Jay", "s2", visited=9),
        VisitedServer("den:7777", "Wren", "s1", visited=5, result=-85),
    )


def test_another_visit_forgets_the_result_of_the_last_one() -> None:
    settings = Settings().with_server("den:7777", "Wren", "s1").with_result("den:7777", "Wren", 40)
    assert settings.with_server("den:7777", "Wren", "s1", visited=7).servers[0].result is None


def test_under_another_name_the_player_is_the_same_one_at_every_server() -> None:
    settings = (
        replace(Settings(), name="Wren").with_server("den:7777", "Wren", "s1").with_server("attic:7777", "Jay", "s2")
    )
    renamed = settings.with_name("Heron", before="Wren")
    assert (renamed.name, renamed.find_tokens("den:7777", "Heron")) == ("Heron", ("s1",))
    assert renamed.find_tokens("attic:7777", "Jay") == ("s2",)


def test_a_name_known_at_a_server_keeps_its_own_token() -> None:
    settings = (
        replace(Settings(), name="Wren").with_server("den:7777", "Wren", "s1").with_server("den:7777", "Jay", "s2")
    )
    assert settings.with_name("Jay", before="Wren").find_tokens("den:7777", "Jay") == ("s2",)
