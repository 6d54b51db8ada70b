"""The `railbird-server` program: its commands, its help, and how it ends."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from railbird_server.cli import COMMANDS, main
from railbird_shared.game.variants import VARIANTS
from railbird_shared.protocol.schema import asyncapi_document, document_text, protocol_schema
from support.timeouts import TIMEOUT_SECONDS


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def test_without_a_command_it_shows_its_help() -> None:
    result = run()
    for command in COMMANDS:
        assert command in result.output
    assert result.exit_code == 0


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_says_of_a_command_what_the_command_says_of_itself(command: str) -> None:
    """The texts stand twice, because the help must not import the commands."""
    context = click.Context(main)
    found = main.get_command(context, command)
    assert found is not None
    assert COMMANDS[command] == (found.help or "").partition("\n\n")[0].replace("\n", " ")


LIGHT = {"railbird_server", "railbird_server.__main__", "railbird_server.cli", "railbird_server.cli.console"}


@pytest.mark.parametrize("words", [("--help",), ("--version",), ()])
def test_help_and_version_import_neither_the_engine_nor_the_server(words: tuple[str, ...]) -> None:
    shown = subprocess.run(
        (sys.executable, "-X", "importtime", "-m", "railbird_server", *words),
        capture_output=True,
        text=True,
        check=True,
        timeout=TIMEOUT_SECONDS,
    )
    imported = {line.rpartition("|")[2].strip() for line in shown.stderr.splitlines()}
    assert "click" in imported
    ours = {name for name in imported if name.startswith("railbird")}
    assert ours <= LIGHT
    assert not {name for name in imported if name.split(".")[0] in {"asyncio", "msgspec", "websockets", "ssl"}}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert "Usage" in result.output


def test_it_tells_its_version() -> None:
    assert run("--version").output == f"railbird-server {version('railbird')}\n"


def test_the_documents_of_the_protocol_are_printed_as_json() -> None:
    assert json.loads(run("schema").output) == json.loads(document_text(protocol_schema()))
    assert json.loads(run("schema", "--asyncapi").output) == asyncapi_document()


COMMAND = (sys.executable, "-m", "railbird_server")


@pytest.mark.parametrize("words", [("demo", "--hands", "30"), ("schema",), ("rules",), ("serve", "--port", "0")])
def test_a_reader_who_has_had_enough_ends_it_quietly(words: tuple[str, ...]) -> None:
    reads, writes = os.pipe()
    os.close(reads)
    ended = subprocess.run(
        (*COMMAND, *words), stdout=writes, stderr=subprocess.PIPE, text=True, check=False, timeout=TIMEOUT_SECONDS
    )
    os.close(writes)
    assert (ended.returncode, ended.stderr) == (1, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full disk to try")
@pytest.mark.parametrize(
    "words", [("demo",), ("rules",), ("judge", "As Ks", "Qd Qc"), ("house",), ("house", "--toml"), ("schema",)]
)
def test_a_full_disk_is_told_in_a_sentence(words: tuple[str, ...]) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        ended = subprocess.run(
            (*COMMAND, *words), stdout=full, stderr=subprocess.PIPE, text=True, check=False, timeout=TIMEOUT_SECONDS
        )
    assert (ended.returncode, ended.stderr) == (1, "The output cannot be written: No space left on device.\n")


def test_a_port_in_use_is_explained() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = run("serve", "--port", str(port))
    assert result.exit_code == 1
    assert result.stderr == f"Port {port} is taken: choose another one with --port.\n"


@pytest.mark.parametrize("host", ["no such host.example", "203.0.113.7", "two..dots"])
def test_an_address_of_another_machine_is_explained(host: str) -> None:
    result = run("serve", "--host", host, "--port", "0")
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert host in result.stderr


def test_a_refusal_is_json_where_the_log_is() -> None:
    result = run("serve", "--host", "203.0.113.7", "--port", "0", "--log-format", "json")
    assert result.exit_code == 2
    (line,) = map(json.loads, result.stderr.splitlines())
    assert (line["level"], line["place"]) == ("error", "console")
    assert line["message"].startswith("This machine has no address '203.0.113.7'")


@pytest.mark.parametrize("host", ["", " "])
def test_an_empty_address_is_refused(host: str) -> None:
    result = run("serve", "--host", host, "--port", "0")
    assert result.exit_code == 2
    assert result.stderr == "Name the address to listen on: 127.0.0.1 for this machine, 0.0.0.0 for the LAN.\n"


@pytest.mark.parametrize(
    "words",
    [("serve", "--port", "70000"), ("serve", "--clock", "-1"), ("demo", "--game", "whist"), ("bots",), ("deal",)],
)
def test_what_it_does_not_understand_is_refused(words: tuple[str, ...]) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert "Traceback" not in result.output


@pytest.mark.usefixtures("hasty_bots")
@pytest.mark.parametrize("game", VARIANTS)
def test_a_demo_plays_every_game(game: str) -> None:
    result = run("demo", "--game", game, "--hands", "1", "--seats", "3", "--seed", "7")
    assert result.exit_code == 0
    assert "hand 1" in result.output


@pytest.mark.parametrize("option", [("--hands", "3"), ("--seed", "7"), ("--phh", "hands")])
def test_a_tournament_takes_no_options_of_single_hands(option: tuple[str, str]) -> None:
    result = run("demo", "--tournament", *option)
    assert result.exit_code == 2
    assert result.output.splitlines()[-1].endswith(
        f"A tournament is played with hands and decks of its own; leave {option[0]} out."
    )


def test_bots_for_a_server_that_is_not_there_say_so() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    result = run("bots", f"127.0.0.1:{port}")
    assert result.exit_code == 1
    assert result.output.count("\n") == 1
