"""Settings: flag over environment over file over default, and a sentence for every mistake in them."""

from __future__ import annotations

import json
import os
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import click
import pytest
from click.testing import CliRunner, Result
from msgspec import structs

from railbird_server.cli import main
from railbird_server.cli.server_settings import (
    SETTINGS,
    ServerSetting,
    resolve_path,
    server_settings_of,
    settings_as_toml,
    usual_path,
)
from railbird_server.cli.setting_options import server_option
from railbird_server.config import ServerSettings
from railbird_server.toml_lines import find_line
from railbird_shared.settings.kinds import FilePath, Switch, Text, Texts
from railbird_shared.settings.spec import Spec


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test has a folder of settings of its own, and none of the environment's settings."""
    for name in [name for name in os.environ if name.startswith("RAILBIRD_")]:
        monkeypatch.delenv(name)
    monkeypatch.setattr("railbird_server.cli.server_settings.usual_path", lambda: tmp_path / "usual" / "server.toml")


def config(*words: str, env: Mapping[str, str] | None = None) -> Result:
    return CliRunner().invoke(main, ["config", *words], env=env)


def row(result: Result, name: str) -> list[str]:
    """The words of one row of the table."""
    assert result.exit_code == 0, result.stderr
    return next(line.split(maxsplit=2) for line in result.stdout.splitlines() if line.startswith(f"{name} "))


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


# --- precedence ---


def test_a_flag_counts_before_a_variable_and_a_variable_before_the_file(tmp_path: Path) -> None:
    file = write(tmp_path / "ours.toml", "[server]\nname = 'Ours'\nport = 4000\nhost = '::1'\n")
    env = {"RAILBIRD_PORT": "5000", "RAILBIRD_HOST": "127.0.0.2"}
    found = config("--config", str(file), "--port", "6000", env=env)
    assert row(found, "server.port") == ["server.port", "6000", "flag --port"]
    assert row(found, "server.host") == ["server.host", "127.0.0.2", "environment RAILBIRD_HOST"]
    assert row(found, "server.name") == ["server.name", "Ours", f"file {file}, line 2"]
    assert row(found, "table.clock") == ["table.clock", "30", "default"]


def test_the_file_in_the_usual_place_is_read_unless_it_is_refused(tmp_path: Path) -> None:
    usual = write(tmp_path / "usual" / "server.toml", "[server]\nport = 4000\n")
    assert row(config(), "server.port")[1:] == ["4000", f"file {usual}, line 2"]
    assert row(config("--no-config"), "server.port")[1:] == ["7777", "default"]
    assert row(config(env={"RAILBIRD_NO_CONFIG": "1"}), "server.port")[1:] == ["7777", "default"]


def test_a_variable_names_the_file_and_a_flag_another_one(tmp_path: Path) -> None:
    one = write(tmp_path / "one.toml", "[server]\nport = 4001\n")
    two = write(tmp_path / "two.toml", "[server]\nport = 4002\n")
    env = {"RAILBIRD_CONFIG": str(one)}
    assert row(config(env=env), "server.port")[1] == "4001"
    assert row(config("--config", str(two), env=env), "server.port")[1] == "4002"
    assert row(config("--no-config", env=env), "server.port")[1] == "7777"


def test_the_usual_place_is_that_of_the_system(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    if sys.platform == "linux":
        monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
        assert usual_path() == tmp_path / "railbird" / "server.toml"
    assert usual_path().parts[-1] == "server.toml"


@pytest.mark.parametrize(("word", "slow"), [("false", "false"), ("0", "false"), ("Yes", "true"), ("on", "true")])
def test_a_switch_may_be_a_variable(word: str, slow: str) -> None:
    assert row(config(env={"RAILBIRD_BOTS_HUMAN_PACE": word}), "bots.bots_human_pace")[1] == slow


def test_a_switch_of_the_file_is_turned_back_by_a_flag(tmp_path: Path) -> None:
    file = write(tmp_path / "s.toml", "[bots]\nbots_human_pace = false\n[log]\nverbose = true\n")
    found = config("--config", str(file), "--patient-bots")
    assert row(found, "bots.bots_human_pace")[1:] == ["true", "flag --patient-bots"]
    assert row(found, "log.verbose")[1] == "true"


def test_house_rules_of_a_file_of_settings_are_looked_for_beside_it(tmp_path: Path) -> None:
    write(tmp_path / "there" / "ours-rules.toml", "qualifier = 8\n")
    file = write(tmp_path / "there" / "server.toml", "[table]\nhouse = 'ours-rules.toml'\n")
    assert row(config("--config", str(file)), "table.house")[1] == str(tmp_path / "there" / "ours-rules.toml")


def test_a_path_of_a_file_of_settings_begins_beside_it(tmp_path: Path) -> None:
    assert resolve_path(FilePath(), "keys/cert.pem", tmp_path) == str(tmp_path / "keys" / "cert.pem")
    assert resolve_path(FilePath(), str(Path.cwd()), tmp_path) == str(Path.cwd())
    assert resolve_path(Text(), "keys/cert.pem", tmp_path) == "keys/cert.pem"


@pytest.mark.parametrize("setting", ["store.data", "access.password_file", "security.cert", "security.key"])
def test_every_setting_that_is_a_path_begins_beside_the_file(setting: str, tmp_path: Path) -> None:
    section, key = setting.split(".")
    file = write(tmp_path / "there" / "server.toml", f"[{section}]\n{key} = 'ours/file.pem'\n")
    report = json.loads(config("--config", str(file), "--json").stdout)
    [value] = [each["value"] for each in report["settings"] if each["setting"] == setting]
    assert value == str(tmp_path / "there" / "ours" / "file.pem")


class InventedSettings(ServerSettings, frozen=True, kw_only=True):
    networks: Annotated[tuple[str, ...], Spec("Networks.", "server", Texts(Text(50, "CIDR"), "CIDR"))] = ()


[NETWORKS] = [each for each in server_settings_of(InventedSettings) if each.name == "networks"]


@pytest.mark.parametrize(
    ("words", "env", "expected"),
    [
        ((), "", ()),
        (("--networks", "10.0.0.0/8", "--networks", "::1/128"), "", ("10.0.0.0/8", "::1/128")),
        ((), "10.0.0.0/8, ::1/128", ("10.0.0.0/8", "::1/128")),
        (("--networks", "10.0.0.0/8"), "::1/128", ("10.0.0.0/8",)),
    ],
)
def test_a_setting_with_several_values_is_given_again_or_separated_by_commas(
    words: tuple[str, ...], env: str, expected: tuple[str, ...]
) -> None:
    found: list[object] = []

    @click.command()
    @server_option(NETWORKS)
    def command(networks: tuple[str, ...]) -> None:
        found.append(networks)

    result = CliRunner().invoke(command, list(words), env={"RAILBIRD_NETWORKS": env} if env else {})
    assert (result.exit_code, found) == (0, [expected]), result.output


# --- the table ---


def test_every_setting_of_a_server_has_a_row_and_no_row_is_of_another() -> None:
    assert {setting.path[0] for setting in SETTINGS} == structs.asdict(ServerSettings()).keys()


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.key)
def test_a_setting_has_a_flag_a_variable_and_a_key(setting: ServerSetting, tmp_path: Path) -> None:
    value = setting.usual
    if isinstance(setting.kind, Switch):
        words: tuple[str, ...] = (setting.flag,) if value else (setting.off_flag,)
    else:
        words = (setting.flag, setting.file_text(value)) if value not in (None, ()) else ()
    if words:
        assert row(config(*words), setting.key)[2].startswith("flag --")
        shown = str(value).lower() if isinstance(value, bool) else setting.file_text(value)
        assert row(config(env={setting.variable: shown}), setting.key)[2] == f"environment {setting.variable}"
    sample = settings_as_toml({each.name: (each.usual, False) for each in SETTINGS})
    found = config("--config", str(write(tmp_path / "all.toml", sample)))
    if value not in (None, "", ()):
        assert row(found, setting.key)[2].startswith("file ")
    assert row(found, setting.key)[1] == row(config(), setting.key)[1]


@pytest.mark.parametrize("command", ["serve", "config"])
def test_the_help_names_every_flag(command: str) -> None:
    shown = CliRunner().invoke(main, [command, "--help"]).output
    assert all(setting.flag in shown for setting in SETTINGS)


# --- what is printed ---


def test_the_table_is_aligned() -> None:
    lines = config("--no-config").stdout.split("\n\n")[0].splitlines()
    starts = {line.index(line.split()[1], len(line.split()[0])) for line in lines}
    assert len(starts) == 1


def test_programs_read_json(tmp_path: Path) -> None:
    file = write(tmp_path / "ours.toml", "[table]\nclock = 20\n")
    report = json.loads(config("--config", str(file), "--json", env={"RAILBIRD_HOUSE": "classroom"}).stdout)
    by_name = {each.pop("setting"): each for each in report["settings"]}
    assert report["file"] == str(file)
    place = f"{file}, line 2"
    assert by_name["table.clock"] == {"value": 20, "source": "file", "place": place, "variable": "RAILBIRD_CLOCK"}
    assert by_name["table.house"]["value"] == "classroom"
    assert by_name["table.house"]["place"] == "RAILBIRD_HOUSE"


def test_the_file_it_prints_says_the_same_when_it_is_read(tmp_path: Path) -> None:
    printed = config("--toml", "--name", 'Eve\'s "den" \\o/', "--clock", "20", "--quick-bots").stdout
    assert tomllib.loads(printed) == {
        "server": {"name": 'Eve\'s "den" \\o/'},
        "table": {"clock": 20},
        "bots": {"bots_human_pace": False},
        **{name: {} for name in tomllib.loads(printed) if name not in {"server", "table", "bots"}},
    }
    found = config("--config", str(write(tmp_path / "printed.toml", printed)))
    assert row(found, "table.clock")[1] == "20"


# --- mistakes ---


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[server]\nport = 70000", "line 2: port cannot be 70000: choose a whole number from 0 to 65535."),
        ("[server]\nport = '7777'", "line 2: port cannot be '7777': choose a whole number from 0 to 65535."),
        ("[server]\n\nport = true", "line 3: port cannot be true: choose a whole number from 0 to 65535."),
        ("[table]\npause = nan", "line 2: pause cannot be nan: choose a number from 0 to 60."),
        ("[log]\nverbose = 1", "line 2: verbose cannot be 1: choose true or false."),
        ("[log]\nlog_format = 'xml'", "line 2: log_format cannot be 'xml': choose one of text, json."),
        ("[server]\nname = ''", "line 2: name cannot be '': choose a text of 1 to 60 characters on one line."),
        ("[server]\nprot = 1", "line 2: there is no setting called 'prot' in [server]; you may mean port."),
        (
            "[server]\nmax_table = 1",
            "line 2: there is no setting called 'max_table' in [server]; you may mean max_tables in [limits].",
        ),
        ("[server]\nclock = 1", "line 2: clock belongs into the section [table] and not into [server]; move it there."),
        ("port = 1", "line 1: port belongs into the section [server]; write that line above it."),
        ("[sever]\nport = 1", "line 1: there is no section called 'sever'; you may mean [server]."),
        ("server = 1", "line 1: server is a section: write [server], and below it the settings."),
        (
            "[table]\nhouse = 'casinoo'",
            "line 2: house: There is no house and no file 'casinoo': you may mean casino.",
        ),
        (
            "[server]\nport = = 2",
            "line 2 is no TOML (invalid value): write a setting as key = value, and words in quotes.",
        ),
        (
            "[server",
            (
                "line 1 is no TOML (expected ']' at the end of a table declaration): "
                "write a setting as key = value, and words in quotes."
            ),
        ),
    ],
)
@pytest.mark.parametrize("command", ["serve", "config"])
def test_a_mistake_in_the_file_is_told_with_its_line(command: str, text: str, sentence: str, tmp_path: Path) -> None:
    file = write(tmp_path / "ours.toml", text)
    found = CliRunner().invoke(main, [command, "--config", str(file)])
    assert (found.exit_code, found.stderr) == (2, f"{file}, {sentence}\n")


def test_a_mistake_is_told_even_if_a_flag_decides(tmp_path: Path) -> None:
    file = write(tmp_path / "ours.toml", "[server]\nport = -1\n")
    assert config("--config", str(file), "--port", "1").exit_code == 2


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    found = config("--config", str(tmp_path / "no.toml"))
    sentence = (
        f"There is no file {tmp_path / 'no.toml'}: choose another file with --config, or none with --no-config.\n"
    )
    assert (found.exit_code, found.stderr) == (2, sentence)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"[server]\nname = '\xff'\n", ", line 2 is not text in UTF-8: save the file as UTF-8."),
        (b"#" * (256 * 1024 + 1), " has more than 262,144 bytes and is no file of settings"),
    ],
)
def test_a_file_of_something_else_is_told(content: bytes, why: str, tmp_path: Path) -> None:
    file = tmp_path / "odd.toml"
    file.write_bytes(content)
    found = config("--config", str(file))
    assert found.exit_code == 2
    assert found.stderr.startswith(f"{file}{why}")


def test_a_file_that_begins_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    file = tmp_path / "notepad.toml"
    file.write_bytes(b"\xef\xbb\xbf[server]\r\nport = 4000\r\n")
    assert row(config("--config", str(file)), "server.port")[1] == "4000"


def test_a_folder_is_no_file_of_settings(tmp_path: Path) -> None:
    found = config("--config", str(tmp_path))
    assert found.exit_code == 2
    assert found.stderr.startswith(f"{tmp_path} cannot be read (")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the administrator may read every file")
def test_a_file_in_the_usual_place_that_may_not_be_read_is_told(tmp_path: Path) -> None:
    usual = write(tmp_path / "usual" / "server.toml", "")
    usual.chmod(0)
    found = config()
    sentence = "cannot be read (Permission denied): choose another file with --config, or none with --no-config."
    assert (found.exit_code, found.stderr) == (2, f"{usual} {sentence}\n")


def test_a_wrong_variable_is_told_by_its_name() -> None:
    found = config(env={"RAILBIRD_PORT": "http"})
    sentence = "RAILBIRD_PORT cannot be 'http': choose a whole number from 0 to 65535.\n"
    assert (found.exit_code, found.stderr) == (2, sentence)


def test_a_wrong_flag_is_told_in_one_sentence() -> None:
    found = config("--clock", "ten")
    assert found.exit_code == 2
    assert found.stderr == "--clock cannot be 'ten': choose a whole number from 0 to 3600.\n"


def test_a_misspelled_variable_is_mentioned_and_others_are_not() -> None:
    found = config(env={"RAILBIRD_MAX_TABELS": "3", "RAILBIRD_RENEW": "1"})
    sentence = "RAILBIRD_MAX_TABELS is no setting and changes nothing; you may mean RAILBIRD_MAX_TABLES."
    assert (found.exit_code, found.stderr) == (0, f"The environment variable {sentence}\n")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[a]\n[b]\nkey = 1", 3),
        ('[ "b" ]\n"key" = 1', 2),
        ("b.key = 1", 1),
        ("\nb = { key = 1 }", 2),
        ("[c]\nkey = 1", 0),
    ],
)
def test_the_line_of_a_key_is_found(text: str, line: int) -> None:
    assert find_line(text, section="b", key="key") == line
