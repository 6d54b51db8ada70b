from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from railbird_client.network.known_servers import KnownServer, KnownServers
from railbird_shared.network.address import Address, Scheme

FINGERPRINT = "ZZioVIp8mE_Y8723Fhqh4v8a_eMt0KT9N0v5GdxSjPY"
DEN = Address("den", 7777, Scheme.ENCRYPTED, FINGERPRINT)


def test_a_server_is_remembered_by_host_and_port(tmp_path: Path) -> None:
    KnownServers(tmp_path / "data" / "known.json").remember(DEN)
    known = KnownServers(tmp_path / "data" / "known.json")
    assert known.find(Address("den")) == KnownServer("den:7777", FINGERPRINT)
    assert known.find(Address("den", 8000)) is None


def test_a_server_that_an_authority_vouches_for_is_remembered_without_a_fingerprint(tmp_path: Path) -> None:
    known = KnownServers(tmp_path / "known.json")
    known.remember(Address("den", scheme=Scheme.ENCRYPTED))
    assert known.find(Address("den")) == KnownServer("den:7777")


def test_a_plain_server_is_not_remembered(tmp_path: Path) -> None:
    known = KnownServers(tmp_path / "known.json")
    known.remember(Address("den", scheme=Scheme.PLAIN))
    assert not known.servers


def test_a_forgotten_server_is_unknown(tmp_path: Path) -> None:
    known = KnownServers(tmp_path / "known.json")
    known.remember(DEN)
    assert known.forget(Address("den"))
    assert not known.forget(Address("den"))
    assert not known.servers


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_only_the_owner_may_read_the_file(tmp_path: Path) -> None:
    KnownServers(tmp_path / "known.json").remember(DEN)
    assert stat.S_IMODE((tmp_path / "known.json").stat().st_mode) == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["known.json"]


@pytest.mark.parametrize(
    "content", [b"", b"{", b"\xff", b'{"servers":[{"address":"den:7777","fingerprint":"x"}]}', b"[" * 99999]
)
def test_a_damaged_file_is_set_aside_and_told(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "known.json").write_bytes(content)
    known = KnownServers(tmp_path / "known.json")
    assert known.find(DEN) is None
    assert known.error_message.startswith("The known servers were damaged and are set aside as ")
    assert (tmp_path / "known-broken.json").read_bytes() == content
    known.remember(DEN)
    assert KnownServers(tmp_path / "known.json").find(DEN)


def test_a_file_that_cannot_be_read_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "known.json").mkdir()
    known = KnownServers(tmp_path / "known.json")
    known.remember(DEN)
    assert "cannot be read (Is a directory)" in known.error_message or "denied" in known.error_message
    assert known.find(DEN), "it is known for this run"
    assert (tmp_path / "known.json").is_dir()


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    known = KnownServers(tmp_path / "data" / "known.json")
    known.remember(DEN)
    assert known.error_message.startswith("The known servers cannot be kept in ")
    assert known.find(DEN), "it is known for this run"
