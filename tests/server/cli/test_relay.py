"""The command of a relay: links with tokens, and a sentence for every mistake."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from railbird_server.cli import main
from railbird_server.cli.console import CommandError
from railbird_server.cli.secret_options import take_relay
from railbird_server.relay.room_tokens import RoomTokens
from railbird_shared.network.address import parse_address


def relay(tmp_path: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["relay", "--data", str(tmp_path / "relay"), *arguments])


def test_a_new_token_is_printed_as_the_link_of_a_host(tmp_path: Path) -> None:
    result = relay(tmp_path, "--new-token", "wren", "--name", "relay.example")
    place = parse_address(result.stdout)
    assert str(place) == "wren@relay.example:7781"
    tokens = RoomTokens(tmp_path / "relay")
    assert tokens.find_claim("wren", place.invite, "")
    again = parse_address(relay(tmp_path, "--new-token", "wren", "--name", "relay.example").stdout)
    assert again.fingerprint == place.fingerprint
    assert not tokens.find_claim("wren", place.invite, "")  # the new token is in place of the old one
    assert tokens.find_claim("wren", again.invite, "")
    file = tmp_path / "wren.relay"
    file.write_text(again.link)
    file.chmod(0o600)
    assert take_relay(str(file)) == again


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--new-token", "Wren's"], "Name a room by small letters"),
        (["--ssh-ports", "7899-7800"], "--ssh-ports cannot be '7899-7800': choose ports such as 7800-7899."),
        (["--cert", "a.pem"], "A certificate and its key belong together"),
        (["--host", "203.0.113.250"], "This machine has no address '203.0.113.250'"),
        (["--prot", "1"], "There is no option --prot"),
    ],
)
def test_a_mistake_is_told_in_a_sentence(tmp_path: Path, arguments: list[str], sentence: str) -> None:
    result = relay(tmp_path, *arguments)
    assert result.exit_code in {1, 2}
    assert result.stderr.splitlines()[-1].startswith(sentence)


def test_a_password_has_to_fit_into_a_link(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text("two words here")
    file.chmod(0o600)
    result = relay(tmp_path, "--password-file", str(file))
    assert "goes into links: write 12 to 43 letters, digits, - and _." in result.stderr


@pytest.mark.parametrize("link", ["relay.example:7781", "wren@relay.example:7781", "railbird://den/#token.", "no link"])
def test_a_file_without_the_link_of_a_room_is_refused(tmp_path: Path, link: str) -> None:
    file = tmp_path / "wren.relay"
    file.write_text(link)
    file.chmod(0o600)
    with pytest.raises(CommandError):
        take_relay(str(file))
    result = CliRunner().invoke(main, ["serve", "--memory", "--relay", str(file)])
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1


def test_a_damaged_file_of_rooms_ends_the_start(tmp_path: Path) -> None:
    (tmp_path / "relay").mkdir(mode=0o700)
    (tmp_path / "relay" / "rooms.json").write_text("[]")
    assert "cannot be read (it is no list of rooms)" in relay(tmp_path, "--port", "0").stderr
