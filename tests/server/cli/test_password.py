"""The server's password comes from a file or the environment, and every mistake with it is one sentence."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from click.testing import CliRunner, Result

from railbird_server.cli import main
from railbird_server.cli.console import CommandError
from railbird_server.cli.secret_options import PASSWORD_VARIABLE, take_password_hash
from railbird_shared.protocol.table_limits import MAX_PASSWORD_LENGTH


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith("RAILBIRD_")]:
        monkeypatch.delenv(name)


def password_file(folder: Path, content: bytes, mode: int = 0o600) -> str:
    path = folder / "password"
    path.write_bytes(content)
    path.chmod(mode)
    return str(path)


def fits(hashed: str, password: str) -> bool:
    return PasswordHasher().verify(hashed, password)


def serve(*words: str, env: dict[str, str] | None = None) -> Result:
    return CliRunner().invoke(main, ["serve", "--no-config", *words], env=env)


@pytest.mark.parametrize(
    "content", [b"tern of tarn", b"tern of tarn\n", b"tern of tarn\r\nmore\n", b"\xef\xbb\xbftern of tarn\n"]
)
def test_the_password_is_the_first_line_of_its_file(tmp_path: Path, content: bytes) -> None:
    assert fits(take_password_hash(password_file(tmp_path, content)), "tern of tarn")


def test_the_environment_gives_the_password_and_keeps_it_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PASSWORD_VARIABLE, "tern of tarn")
    assert fits(take_password_hash(""), "tern of tarn")
    assert PASSWORD_VARIABLE not in os.environ


def test_without_either_there_is_no_password() -> None:
    assert take_password_hash("") == ""


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "has no password on its first line: write one there."),
        (b"\ntern\n", "has no password on its first line: write one there."),
        (b"t\xe9rn\n", "is not UTF-8 text: write it with a text editor."),
        (b"ter\tn\n", "has characters that nobody can type; choose another one."),
        (b"t" * (MAX_PASSWORD_LENGTH + 1), f"is longer than {MAX_PASSWORD_LENGTH} characters; shorten it."),
        (b"t" * 100_000, f"is longer than {MAX_PASSWORD_LENGTH} characters; shorten it."),
    ],
)
def test_a_file_without_a_fit_password_is_refused(tmp_path: Path, content: bytes, complaint: str) -> None:
    with pytest.raises(CommandError) as refused:
        take_password_hash(password_file(tmp_path, content))
    assert refused.value.message.endswith(complaint)


def test_a_file_that_cannot_be_read_ends_the_server_in_a_sentence(tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    for place, reason in ((missing, "No such file or directory"), (tmp_path, "Is a directory")):
        result = serve("--password-file", str(place))
        assert result.exit_code == 2
        if sys.platform == "linux":
            assert result.stderr == f"The password cannot be read from {place}: {reason}.\n"


def test_two_passwords_are_refused(tmp_path: Path) -> None:
    file = password_file(tmp_path, b"tern\n")
    result = serve("--password-file", file, env={PASSWORD_VARIABLE: "heron"})
    assert result.exit_code == 2
    assert result.stderr == f"The password is in {file} and in {PASSWORD_VARIABLE}: leave it in one of them.\n"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_a_file_that_others_can_read_is_pointed_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = password_file(tmp_path, b"tern\n", 0o644)
    assert take_password_hash(file)
    complaint = f"Others on this machine can read {file}: take that from them with `chmod 600`.\n"
    assert capsys.readouterr().err == complaint


def test_no_flag_takes_a_password() -> None:
    result = serve("--password", "tern")
    assert result.exit_code == 2
    assert "No such option" in result.stderr


@pytest.mark.parametrize(
    ("flags", "remedy"),
    [(("--host", "0.0.0.0"), "."), (("--cert", "a.pem", "--key", "b.pem"), " in place of --cert.")],
)
def test_a_proxy_header_and_encryption_are_refused_together(
    tmp_path: Path, flags: tuple[str, ...], remedy: str
) -> None:
    result = serve("--proxy-protocol", "--trusted-proxy", "10.0.0.1", "--data", str(tmp_path), *flags)
    assert result.exit_code == 2
    sentence = "A PROXY header comes before all encryption: let the proxy encrypt, and add --no-tls"
    assert result.stderr.splitlines()[-1] == sentence + remedy


def test_a_proxy_header_needs_a_trusted_proxy() -> None:
    result = serve("--proxy-protocol")
    assert result.exit_code == 2
    assert result.stderr == "Name the proxies with --trusted-proxy: a PROXY header is read from them alone.\n"


@pytest.mark.parametrize(
    ("flag", "value", "allowed"),
    [
        ("--trusted-proxy", "10.0.0.1/8", "an address, or a network such as 10.0.0.0/8"),
        ("--allow-origin", "null", "a scheme, a name and a port, such as https://play.example.org"),
        ("--allow-origin", "*", "a scheme, a name and a port, such as https://play.example.org"),
    ],
)
def test_a_proxy_or_an_origin_that_is_none_is_refused(flag: str, value: str, allowed: str) -> None:
    result = serve(flag, value)
    assert result.exit_code == 2
    assert result.stderr == f"{flag} cannot be {value!r}: choose a list, each of it {allowed}.\n"


def test_config_never_prints_a_password(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["config", "--no-config"], env={PASSWORD_VARIABLE: "tern of tarn"})
    assert "tern of tarn" not in result.output
    assert f"The server's password comes from {PASSWORD_VARIABLE}." in result.stdout
    file = password_file(tmp_path, b"tern of tarn\n")
    for form in ((), ("--json",), ("--toml",)):
        result = CliRunner().invoke(main, ["config", "--no-config", "--password-file", file, *form])
        assert "tern of tarn" not in result.output
        assert file in result.stdout
