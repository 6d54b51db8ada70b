from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from railbird_client import cli
from railbird_client.hosting.host_form import HostSetup
from railbird_client.hosting.hosted_game import HostedGame, default_folder
from railbird_client.hosting.profiles import TableProfileFile
from railbird_client.lines.line_session import Farewell
from railbird_client.network.known_servers import KnownServers
from railbird_client.network.lan_search import Search
from railbird_client.player_requests import (
    HostTable,
    JoinServer,
    LaunchPlan,
    NewTable,
    PlayBots,
    ServerOptions,
    WatchServer,
)
from railbird_client.replay.hand_file import HandFile
from railbird_client.settings.player_settings import KeptServers, Settings, SettingsFile
from railbird_client.table.table_options import TableOptions
from railbird_shared.network.address import Address, Scheme
from support.replayed_hands import HAND_FILES


class FakeApp:
    """A fake application that keeps its arguments."""

    started: FakeApp | None = None
    failure = ""
    return_code = 0

    def __init__(
        self,
        plan: LaunchPlan | None,
        *,
        file: SettingsFile,
        player: str,
        options: TableOptions,
        theme: str,
        ask_name: bool,
        search: Search,
        known_servers: KnownServers,
        hosted_game: HostedGame,
        replayed: HandFile | None = None,
    ) -> None:
        self.replayed = replayed
        self.hosted_game = hosted_game
        self.search = search
        self.known_servers = known_servers
        self.ask_name = ask_name
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
    """An empty settings file, a terminal, and no real application."""
    path = tmp_path / "settings.json"
    monkeypatch.setattr("railbird_client.settings.player_settings.settings_path", lambda: path)
    monkeypatch.setattr("railbird_client.shell.app.RailbirdApp", FakeApp)
    monkeypatch.setattr(cli, "_has_terminal", lambda: True)
    monkeypatch.setattr("getpass.getuser", lambda: "wren")
    FakeApp.started = None
    return SettingsFile(path)


def run_cli(*arguments: str) -> FakeApp:
    with pytest.raises(SystemExit) as ending:
        cli.main(arguments)
    assert not ending.value.code
    assert FakeApp.started is not None
    return FakeApp.started


def run_refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[object, str]:
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
        ("play", PlayBots(NewTable("holdem", seats=6, bots=5))),
        ("play --game five-card-draw --bots 2 --bet 10", PlayBots(NewTable("five-card-draw", 10, 3, 2))),
        ("play --game PLO --bots 2", PlayBots(NewTable("omaha", 0, 3, 2))),
        ("play --fast", PlayBots(NewTable("holdem", seats=6, bots=5), fast=True)),
        (
            "play --house kitchen-table --clock 20",
            PlayBots(NewTable("holdem", seats=6, bots=5), server_options=ServerOptions("kitchen-table", 20)),
        ),
        (
            "host --house den.toml",
            HostTable(NewTable("holdem", seats=6), server_options=ServerOptions("den.toml"), chosen=("house",)),
        ),
        ("host", HostTable(NewTable("holdem", seats=6))),
        (
            "host --game seven-card-stud --bots 7 --port 8000",
            HostTable(NewTable("seven-card-stud", 0, 8, 7), 8000, chosen=("game", "bots", "port")),
        ),
        ("host --seats 4 --bots 3", HostTable(NewTable("holdem", seats=4, bots=3), chosen=("seats", "bots"))),
        ("join", JoinServer()),
        ("join den:8000", JoinServer(Address("den", 8000))),
        ("watch ws://[::1]:9000", WatchServer(Address("::1", 9000, Scheme.PLAIN))),
    ],
)
def test_each_command_makes_its_launch_plan(arguments: str, plan: LaunchPlan | None) -> None:
    assert run_cli(*arguments.split()).plan == plan


@pytest.mark.usefixtures("file")
def test_a_game_is_kept_in_the_folder_that_is_named(tmp_path: Path) -> None:
    assert run_cli("host").hosted_game.folder == default_folder()
    assert run_cli("host", "--data", str(tmp_path)).hosted_game.folder == tmp_path


def test_saved_settings_are_the_defaults(file: SettingsFile) -> None:
    file.update(lambda old: replace(old, name="Jay", game="five-card-draw", bots=9, theme="railbird-day", bell=False))
    app = run_cli("play")
    assert app.plan == PlayBots(NewTable("holdem", seats=10, bots=9))
    assert (app.player, app.theme, app.options.bell) == ("Jay", "railbird-day", False)


@pytest.mark.parametrize(
    ("command", "plan"),
    [("play", PlayBots(NewTable("holdem", seats=6, bots=5))), ("host", HostTable(NewTable("holdem", seats=6)))],
)
def test_the_game_is_holdem_unless_it_is_named(file: SettingsFile, command: str, plan: LaunchPlan) -> None:
    file.update(lambda old: replace(old, game="badugi"))
    assert run_cli(command).plan == plan


def test_a_name_is_cleaned_and_remembered(file: SettingsFile) -> None:
    assert run_cli("join", "den", "--name", " Ro\x1bok ").player == "Rook"
    assert file.load() == Settings(name="Rook")


@pytest.mark.usefixtures("file")
def test_the_default_name_is_the_login_name() -> None:
    app = run_cli("play")
    assert (app.player, app.ask_name) == ("wren", True)


def test_a_remembered_name_is_not_asked_for_again(file: SettingsFile) -> None:
    file.update(lambda old: replace(old, name="Jay"))
    assert not run_cli("join", "den").ask_name


@pytest.mark.usefixtures("file")
@pytest.mark.parametrize("arguments", ["--ascii --two-colour --no-bell play", "play --no-bell --two-colour --ascii"])
def test_common_options_work_before_and_after_the_command(arguments: str) -> None:
    options = run_cli(*arguments.split()).options
    assert (options.ascii, options.two_colour, options.bell) == (True, True, False)


@pytest.mark.parametrize(
    ("arguments", "saved", "system"),
    [("play --colours 16", "256", "standard"), ("play", "256", "256"), ("play", "", None)],
)
def test_the_number_of_colours_can_be_set(
    file: SettingsFile, monkeypatch: pytest.MonkeyPatch, arguments: str, saved: str, system: str | None
) -> None:
    monkeypatch.setenv("TEXTUAL_COLOR_SYSTEM", "")  # is put back after the test
    monkeypatch.delenv("TEXTUAL_COLOR_SYSTEM")
    file.update(lambda old: replace(old, colours=saved))
    run_cli(*arguments.split())
    assert os.environ.get("TEXTUAL_COLOR_SYSTEM") == system


def test_an_unknown_number_of_colours_in_the_settings_is_reported(
    file: SettingsFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEXTUAL_COLOR_SYSTEM", "")  # is put back after the test
    monkeypatch.delenv("TEXTUAL_COLOR_SYSTEM")
    file.update(lambda old: replace(old, colours="lots"))
    sentence = run_cli("play").file.error_message
    assert sentence == (
        f'The settings in {file.path} name no number of colours: write "16", "256" or "true" for "colours", '
        "or leave it out."
    )
    assert "TEXTUAL_COLOR_SYSTEM" not in os.environ
    assert run_cli("play", "--colours", "256").file.error_message == ""


def test_damaged_settings_are_reported_by_the_app(file: SettingsFile) -> None:
    file.path.write_text("{")
    assert "set aside" in run_cli("play", "--name", "Wren").file.error_message


@pytest.mark.usefixtures("file")
def test_a_file_of_hands_is_handed_to_the_app_with_the_options() -> None:
    app = run_cli("replay", "--two-colour", str(HAND_FILES / "holdem.phh"))
    assert app.replayed is not None
    assert (app.plan, app.replayed.total, app.options.two_colour) == (None, 1, True)


def test_a_host_names_more_of_a_table_and_a_profile(file: SettingsFile) -> None:
    plan = run_cli("host", "--rotation", "razz,stud8", "--rebuys", "any", "--bots", "2", "--unlisted").plan
    assert isinstance(plan, HostTable)
    opening = plan.new_table.opening
    assert opening is not None
    assert opening.rotation is not None
    assert ([game.game for game in opening.rotation.games], opening.most_rebuys) == (["razz", "stud8"], -1)
    assert (plan.new_table.bots, plan.chosen, plan.new_table.listed) == (2, ("bots", "form"), False)
    TableProfileFile(file.path.with_name("profiles.json")).save("Friday", HostSetup(name="Den", game="badugi"))
    plan = run_cli("host", "--profile", "friday").plan
    assert isinstance(plan, HostTable)
    assert plan.new_table.opening is not None
    assert (plan.new_table.game, plan.new_table.opening.name) == ("badugi", "Den")


@pytest.mark.usefixtures("file")
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("play --game baccarat", "baccarat"),
        ("play --game omahaa", "There is no game called 'omahaa' here; you may mean omaha."),
        ("play --bots 10", "--bots"),
        ("play --game five-card-draw --bots 6", "room for 5 bots"),
        ("play --bet 1", "--bet"),
        ("play --bet lots", "--bet"),
        ("play --name \u202e", "Give a name of 1 to 16 characters that can be shown."),
        ("host --seats 1", "--seats"),
        ("host --game seven-card-stud --seats 9", "at most 8 seats"),
        ("host --seats 3 --bots 3", "room for 2 bots"),
        ("host --port 0", "--port"),
        ("host --profile Friday", "There is no profile called 'Friday'"),
        ("host --rotation raz", "you may mean razz"),
        ("host --rebuys lots", "--most-rebuys cannot be 'lots': choose a whole number from 0 to 1000, or any."),
        ("join den:0", "is not a port"),
        ("join http://den", "not spoken here"),
        ("watch a b", "unexpected"),
        ("--bogus", "--bogus"),
        ("deal", "deal"),
        ("replay", "FILE"),
        ("replay gone.phh", "There is no file 'gone.phh'."),
    ],
)
def test_usage_errors_are_one_sentence(arguments: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, sentence = run_refused(capsys, *arguments.split(" "))
    assert status == 2
    assert words in sentence
    assert sentence.endswith((".", "?"))


def test_a_missing_terminal_is_an_error_with_a_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("railbird_client.shell.app.RailbirdApp", FakeApp)
    status, sentence = run_refused(capsys, "play")
    assert status == 2
    assert "terminal" in sentence


@pytest.mark.usefixtures("file")
def test_a_failed_start_is_one_sentence(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FakeApp, "failure", "No server answers at den:7777.")
    monkeypatch.setattr(FakeApp, "return_code", 1)
    assert run_refused(capsys, "join", "den") == (1, "No server answers at den:7777.")


class FakeTerminal(io.StringIO):
    """A stream that leads to a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.usefixtures("file")
def test_sentences_wrap_at_the_terminal_width(monkeypatch: pytest.MonkeyPatch) -> None:
    sentence = "No server answers at 192.0.2.17:7777: check the address, and that the host has started the game."
    monkeypatch.setattr(FakeApp, "failure", sentence)
    monkeypatch.setattr(FakeApp, "return_code", 1)
    monkeypatch.setenv("COLUMNS", "40")
    screen = FakeTerminal()
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
def test_the_leave_summary_is_printed_to_stdout(
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


def test_a_login_without_a_name_gets_the_default_name(file: SettingsFile, monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> str:
        raise OSError

    monkeypatch.setattr("getpass.getuser", nobody)
    assert run_cli("play").player == "Player"
    assert file.load() == Settings()


HELP_MODULES = """
import sys
from railbird_client.cli import main
try:
    main(sys.argv[1:])
except SystemExit:
    print(*sorted({name.partition(".")[0] for name in sys.modules}))
"""


def test_the_help_tells_what_an_option_means_for_a_table_and_for_a_tournament(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        cli.main(["host", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert "--bots BOTS How many seats bots fill; they make room for people; 0: none. Of a tournament. Bots " in told
    assert "people included: with 7 and two people, five bots play. --hands" in told
    assert "--buy-in CHIPS The chips of a player who names no amount." in told


@pytest.mark.parametrize("arguments", [["--help"], ["play", "--help"], ["--version"]])
def test_help_and_version_import_neither_textual_nor_msgspec_nor_an_engine(arguments: list[str]) -> None:
    command = [sys.executable, "-c", HELP_MODULES, *arguments]
    output = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    modules = set(output.splitlines()[-1].split())
    assert "railbird_client" in modules
    assert not modules & {"textual", "rich", "msgspec", "websockets", "asyncio", "zeroconf", "railbird_server"}


FIRST_SCREEN_MODULES = """
import asyncio, pathlib, sys
from railbird_client.shell.app import RailbirdApp
from railbird_client.table.table_options import TableOptions
from railbird_client.settings.player_settings import SettingsFile
async def run():
    app = RailbirdApp(None, file=SettingsFile(pathlib.Path(sys.argv[1])), player="Wren", options=TableOptions())
    async with app.run_test():
        print(type(app.screen).__name__, *sys.modules)
asyncio.run(run())
"""


def test_the_first_screen_imports_nothing_of_a_server_session(tmp_path: Path) -> None:
    command = [sys.executable, "-c", FIRST_SCREEN_MODULES, str(tmp_path / "settings.json")]
    screen, *modules = subprocess.run(command, capture_output=True, check=True, text=True).stdout.split()
    assert screen == "StartScreen"
    unwanted = {
        "websockets",
        "zeroconf",
        "railbird_client.shell.session_controller",
        "railbird_client.table.table_screen",
        "railbird_shared.protocol.messages",
        "railbird_shared.protocol.events",
        "railbird_shared.protocol.view",
    }
    assert not unwanted & set(modules)


def answer_passwords(monkeypatch: pytest.MonkeyPatch, *answers: str) -> None:
    given = iter(answers)
    monkeypatch.setattr("getpass.getpass", lambda _: next(given))


def test_a_host_types_the_tables_password_twice(file: SettingsFile, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ARG001
    answer_passwords(monkeypatch, "xyzzy", "xyzzy")
    plan = run_cli("host", "--password").plan
    assert isinstance(plan, HostTable)
    assert plan == HostTable(NewTable("holdem", seats=6, password="xyzzy"), chosen=("password",))
    assert "xyzzy" not in str(plan.options)
    assert "xyzzy" not in repr(plan)


@pytest.mark.usefixtures("file")
def test_a_new_password_of_a_tournament_is_one_of_the_options(monkeypatch: pytest.MonkeyPatch) -> None:
    answer_passwords(monkeypatch, "xyzzy", "xyzzy")
    plan = run_cli("host", "--tournament", "9", "--password").plan
    assert isinstance(plan, HostTable)
    assert plan.has_new_password


@pytest.mark.parametrize(
    ("answers", "sentence"),
    [
        (("xyzzy", "plugh"), "The two passwords differ: start again."),
        (("",), "A password has one character at least; without --password the table has none."),
        (("x" * 129,), "Choose a password of at most 128 characters that can be typed."),
    ],
)
def test_a_password_that_is_none_is_refused(
    file: SettingsFile,  # noqa: ARG001
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    answers: tuple[str, ...],
    sentence: str,
) -> None:
    answer_passwords(monkeypatch, *answers)
    assert run_refused(capsys, "host", "--password")[1].strip() == sentence


@pytest.mark.parametrize(
    ("arguments", "plan"),
    [
        ("play --bots 2", PlayBots(NewTable("holdem", seats=3, bots=2))),
        ("join den:8000", JoinServer(Address("den", 8000))),
        ("watch den:8000", WatchServer(Address("den", 8000))),
        ("host", HostTable(NewTable("holdem", seats=6))),
    ],
)
def test_lines_carry_out_the_same_plans(
    file: SettingsFile,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: str,
    plan: object,
) -> None:
    started: list[object] = []

    def run_in_terminal(plan: object, kept: KeptServers, **options: object) -> Farewell:
        started.extend((plan, kept.player, options["bell"], options["asks_name"]))
        return Farewell("You leave with 200.")

    monkeypatch.setattr("railbird_client.lines.line_terminal.run_in_terminal", run_in_terminal)
    file.update(lambda old: replace(old, bell=True))
    with pytest.raises(SystemExit) as ending:
        cli.main([*arguments.split(), "--line", "--name", "Robin", "--no-bell"])
    assert not ending.value.code
    assert started == [plan, "Robin", False, False]
    assert capsys.readouterr().out == "You leave with 200.\n"


@pytest.mark.usefixtures("file")
def test_an_invite_and_words_do_not_share_the_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_refused(capsys, "join", "--line", "--invite-file", "-") == (
        2,
        "With --line the input has your words: name a file with the link, or use --invite.",
    )
