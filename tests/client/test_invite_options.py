"""`railbird join` and `watch` take an invite from a file, the input, the environment or a prompt, once."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest

from railbird_client import cli
from railbird_client.player_requests import JoinServer, LaunchPlan, WatchServer
from railbird_shared.network.address import INVITE_VARIABLE, parse_address

LINK = "railbird://den.local:7777/#Zc0WqYlBr7yXh5cRZ0bV0w." + "A" * 43


@pytest.fixture(autouse=True)
def plans(monkeypatch: pytest.MonkeyPatch) -> list[LaunchPlan]:
    """The plans that the application would have been started with."""
    started: list[LaunchPlan] = []

    def run_app(_common: object, make_plan: object) -> None:
        started.append(make_plan(None))  # type: ignore[operator]

    monkeypatch.setattr(cli, "_run_app", run_app)
    monkeypatch.delenv(INVITE_VARIABLE, raising=False)
    return started


def run(*arguments: str) -> None:
    with pytest.raises(SystemExit) as ending:
        cli.main(arguments)
    assert not ending.value.code


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as ending:
        cli.main(arguments)
    assert ending.value.code == 2
    return capsys.readouterr().err.strip()


@pytest.mark.parametrize("command", ["join", "watch"])
@pytest.mark.parametrize("way", ["argument", "file", "input", "environment", "prompt"])
def test_an_invite_comes_by_every_way(
    command: str, way: str, plans: list[LaunchPlan], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "invite"
    file.write_text(f"\ufeff{LINK} \r\nSee you on Friday!\n", encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(f"{LINK}\n".encode())))
    monkeypatch.setattr("getpass.getpass", lambda _: f" {LINK}")
    if way == "environment":
        monkeypatch.setenv(INVITE_VARIABLE, LINK)
    options = {"argument": (LINK,), "file": ("--invite-file", str(file)), "input": ("--invite-file", "-")}
    run(command, *options.get(way, ("--invite",) if way == "prompt" else ()))
    assert plans == [(JoinServer if command == "join" else WatchServer)(parse_address(LINK))]
    assert INVITE_VARIABLE not in os.environ


def test_without_an_invite_the_player_is_asked_on_the_screen(plans: list[LaunchPlan]) -> None:
    run("join")
    assert plans == [JoinServer(None)]


def test_two_invites_are_refused(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    both = "both say where to go: leave one of them out."
    assert refusal(capsys, "join", LINK, "--invite") == f"ADDRESS and --invite {both}"
    assert refusal(capsys, "join", "--invite", "--invite-file", "x") == f"--invite and --invite-file {both}"
    monkeypatch.setenv(INVITE_VARIABLE, LINK)
    assert refusal(capsys, "watch", "den") == f"ADDRESS and {INVITE_VARIABLE} {both}"


@pytest.mark.parametrize("content", [b"", b"\n", b"  \nmore", b"\xff\xfe"])
def test_a_file_without_a_link_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "invite"
    file.write_bytes(content)
    sentence = "has no invite link on its first line: write one there."
    assert refusal(capsys, "join", "--invite-file", str(file)) == f"{file} {sentence}"


def test_no_refusal_shows_the_invite(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "invite"
    file.write_text(LINK[:-1])
    sentence = refusal(capsys, "join", "--invite-file", str(file))
    assert sentence.startswith("The end of the link is damaged")
    assert "Zc0WqYl" not in sentence
    file.write_text("x" * 100_000)
    assert len(refusal(capsys, "join", "--invite-file", str(file))) < 200
    assert "cannot be read" in refusal(capsys, "join", "--invite-file", str(tmp_path / "missing"))
