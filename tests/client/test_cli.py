from __future__ import annotations

import io
from pathlib import Path

import pytest
from msgspec.structs import replace

from railbird_client import cli
from railbird_client.address import Address
from railbird_client.model.options import Options
from railbird_client.plans import Host, Join, Plan, Play, TableWish, Terms, Watch
from railbird_client.settings import Settings, SettingsFile


class FakeApp:
    """Stands in for the application: it keeps what it was started with."""

    started: FakeApp | None = None
    failure = ""
    return_code = 0

    def __init__(self, plan: Plan | None, *, file: SettingsFile, player: str, options: Options, theme: str) -> None:
        self.plan = plan
        self.file = file
        self.player = player
        self.options = options
        self.theme = theme

    def run(self) -> str:
        FakeApp.started = self
        return self.failure


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SettingsFile:
    """Settings of nobody, and a terminal to draw in."""
    path = tmp_path / "settings.json"
    monkeypatch.setattr(cli, "settings_path", lambda: path)
    monkeypatch.setattr(cli, "RailbirdApp", FakeApp)
    monkeypatch.setattr(cli, "_draws", lambda: True)
    monkeypatch.setattr("getpass.getuser", lambda: "wren")
    FakeApp.started = None
    return SettingsFile(path)


def start(*arguments: str) -> FakeApp:
    with pytest.raises(SystemExit) as ending:
        cli.main(arguments)
    assert not ending.value.code
    assert FakeApp.started is not None
    return FakeApp.started


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[object, str]:
    with pytest.raises(SystemExit) as ending:
        cli.main(arguments)
    said = capsys.readouterr()
    assert not said.out
    assert said.err.count("\n") == 1
    return ending.value.code, said.err.rstrip()


@pytest.mark.usefixtures("file")
@pytest.mark.parametrize(
    ("arguments", "plan"),
    [
        ("", None),
        ("play", Play(TableWish("holdem", seats=6, bots=5))),
        ("play --game five-card-draw --bots 2 --bet 10", Play(TableWish("five-card-draw", 10, 3, 2))),
        ("play --fast", Play(TableWish("holdem", seats=6, bots=5), fast=True)),
        (
            "play --house kitchen-table --clock 20",
            Play(TableWish("holdem", seats=6, bots=5), terms=Terms("kitchen-table", 20)),
        ),
        ("host --house den.toml", Host(TableWish("holdem", seats=6), terms=Terms("den.toml"))),
        ("host", Host(TableWish("holdem", seats=6))),
        ("host --game seven-card-stud --bots 7 --port 8000", Host(TableWish("seven-card-stud", 0, 8, 7), 8000)),
        ("host --seats 4 --bots 3", Host(TableWish("holdem", seats=4, bots=3))),
        ("join", Join()),
        ("join den:8000", Join(Address("den", 8000))),
        ("watch ws://[::1]:9000", Watch(Address("::1", 9000))),
    ],
)
def test_every_command_makes_its_plan(arguments: str, plan: Plan | None) -> None:
    assert start(*arguments.split()).plan == plan


def test_last_choices_hold_where_nothing_is_said(file: SettingsFile) -> None:
    file.change(lambda old: replace(old, name="Jay", game="five-card-draw", bots=9, theme="railbird-day", bell=False))
    app = start("play")
    assert app.plan == Play(TableWish("five-card-draw", seats=6, bots=5))
    assert (app.player, app.theme, app.options.bell) == ("Jay", "railbird-day", False)


def test_a_name_is_cleaned_and_remembered(file: SettingsFile) -> None:
    assert start("join", "den", "--name", " Ro\x1bok ").player == "Rook"
    assert file.load() == Settings(name="Rook")


@pytest.mark.usefixtures("file")
def test_a_first_player_is_called_by_his_login() -> None:
    assert start("play").player == "wren"


@pytest.mark.usefixtures("file")
@pytest.mark.parametrize("arguments", ["--ascii --two-colour --no-bell play", "play --no-bell --two-colour --ascii"])
def test_looks_are_taken_before_and_after_the_command(arguments: str) -> None:
    options = start(*arguments.split()).options
    assert (options.ascii, options.two_colour, options.bell) == (True, True, False)


def test_damaged_settings_are_told_once_the_game_runs(file: SettingsFile) -> None:
    file.path.write_text("{")
    assert "set aside" in start("play", "--name", "Wren").file.trouble


@pytest.mark.usefixtures("file")
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("play --game baccarat", "baccarat"),
        ("play --bots 10", "--bots"),
        ("play --game five-card-draw --bots 6", "room for 5 bots"),
        ("play --bet 1", "--bet"),
        ("play --bet lots", "--bet"),
        ("play --name \u202e", "Give a name that can be shown."),
        ("host --seats 1", "--seats"),
        ("host --game seven-card-stud --seats 9", "at most 8 seats"),
        ("host --seats 3 --bots 3", "room for 2 bots"),
        ("host --port 0", "--port"),
        ("join den:0", "is not a port"),
        ("join wss://den", "not spoken here"),
        ("watch a b", "unexpected"),
        ("--bogus", "--bogus"),
        ("deal", "deal"),
    ],
)
def test_what_makes_no_sense_is_one_sentence(arguments: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, sentence = refused(capsys, *arguments.split(" "))
    assert status == 2
    assert words in sentence
    assert sentence.endswith((".", "?"))


def test_without_a_terminal_it_says_so(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "RailbirdApp", FakeApp)
    status, sentence = refused(capsys, "play")
    assert status == 2
    assert "terminal" in sentence


@pytest.mark.usefixtures("file")
def test_a_failed_start_is_one_sentence(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FakeApp, "failure", "No server answers at den:7777.")
    monkeypatch.setattr(FakeApp, "return_code", 1)
    assert refused(capsys, "join", "den") == (1, "No server answers at den:7777.")


class Screen(io.StringIO):
    """A stream that leads to a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.usefixtures("file")
def test_sentences_are_broken_between_words(monkeypatch: pytest.MonkeyPatch) -> None:
    sentence = "No server answers at 192.0.2.17:7777: check the address, and that the host has started the game."
    monkeypatch.setattr(FakeApp, "failure", sentence)
    monkeypatch.setattr(FakeApp, "return_code", 1)
    monkeypatch.setenv("COLUMNS", "40")
    screen = Screen()
    monkeypatch.setattr("sys.stderr", screen)
    with pytest.raises(SystemExit):
        cli.main(["join", "192.0.2.17"])
    written = screen.getvalue()
    assert " ".join(written.split()) == sentence
    assert max(map(len, written.splitlines())) <= 40
    with pytest.raises(SystemExit):
        cli.main(["join", "192.0.2.17", "too much, and by far too much for a single line"])
    assert max(map(len, screen.getvalue().splitlines())) <= 40


@pytest.mark.usefixtures("file")
def test_what_a_player_takes_home_is_said_without_being_an_error(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FakeApp, "failure", "You leave with 238, 38 more than you brought.")
    with pytest.raises(SystemExit) as ending:
        cli.main(["play"])
    assert not ending.value.code
    out, err = capsys.readouterr()
    assert (out, err) == ("You leave with 238, 38 more than you brought.\n", "")


@pytest.mark.parametrize("arguments", [["--help"], ["play", "-h"], ["--version"]])
def test_help_and_version_need_no_terminal(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ending:
        cli.main(arguments)
    assert not ending.value.code
    assert "railbird" in capsys.readouterr().out


def test_a_nameless_login_still_plays(file: SettingsFile, monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> str:
        raise OSError

    monkeypatch.setattr("getpass.getuser", nobody)
    assert start("play").player == "Player"
    assert file.load() == Settings()
