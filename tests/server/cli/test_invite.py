"""The invite link of `railbird-server bots` need not stand on the command line."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from railbird_server.cli import bots as command
from railbird_server.cli import main
from railbird_shared.network.address import INVITE_VARIABLE

LINK = "railbird://den.local:7777/#Zc0WqYlBr7yXh5cRZ0bV0w." + "A" * 43


@pytest.fixture
def went(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses to which bots would have gone."""
    addresses: list[str] = []

    async def run_bots(*, address: str, **_: object) -> int:
        addresses.append(address)
        return 0

    monkeypatch.setattr("railbird_server.cli.bots.run_bots", run_bots)
    return addresses


def bots(*words: str, given: str = "", env: dict[str, str] | None = None) -> Result:
    return CliRunner().invoke(main, ["bots", *words], input=given, env=env)


def test_a_link_comes_by_every_way(went: list[str], tmp_path: Path) -> None:
    file = tmp_path / "invite"
    file.write_text(f"{LINK}\n")
    file.chmod(0o600)
    assert [
        bots(LINK).output,
        bots("--invite-file", str(file)).output,
        bots("--invite-file", "-", given=f"{LINK}\n").output,
        bots(env={INVITE_VARIABLE: LINK}).output,
    ] == [""] * 4
    assert went == [LINK] * 4
    assert INVITE_VARIABLE not in os.environ


def test_a_link_is_asked_for_without_being_shown(went: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "railbird_server.cli.secret_options.sys.stdin", type("Terminal", (), {"isatty": lambda _: True})()
    )
    monkeypatch.setattr("getpass.getpass", lambda _: LINK)
    with pytest.raises(SystemExit) as ending:
        command.bots.main([])
    assert (ending.value.code, went) == (0, [LINK])


def test_two_links_or_none_are_refused(went: list[str]) -> None:
    both = "both say where to go: leave one of them out."
    assert f"ADDRESS and --invite-file {both}" in bots("den", "--invite-file", "x").output
    assert f"ADDRESS and {INVITE_VARIABLE} {both}" in bots("den", env={INVITE_VARIABLE: LINK}).output
    assert "Say where the bots are to go" in bots().output
    assert went == []


def test_a_file_that_others_can_read_is_pointed_out(went: list[str], tmp_path: Path) -> None:
    if os.name != "posix":
        pytest.skip("Windows has no such modes.")
    file = tmp_path / "invite"
    file.write_text(LINK)
    file.chmod(0o644)
    assert bots("--invite-file", str(file)).output.startswith("Others on this machine can read ")
    assert went == [LINK]
    assert "cannot be read" in bots("--invite-file", str(tmp_path / "missing")).output
