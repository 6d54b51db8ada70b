from __future__ import annotations

import asyncio
import os
import ssl
import stat
import sys
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec

from railbird_server.config import ServerSettings
from railbird_server.runtime.network import certificate as certificate_module
from railbird_server.runtime.network.certificate import (
    CertificateError,
    choose_certificate,
    fresh_certificates,
    load_certificate,
    open_certificate,
)
from railbird_server.store.data_directory import CERTIFICATE_NAME
from railbird_shared.network.recognition import certificate_fingerprint
from support.certificates import NOW, YEAR, write_certificate
from support.timeouts import TIMEOUT_SECONDS

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")


def refusal(action: object, *arguments: object, **options: object) -> CertificateError:
    assert callable(action)
    with pytest.raises(CertificateError) as error:
        action(*arguments, **options)
    assert str(error.value).endswith(".")
    assert "\n" not in str(error.value)
    return error.value


def test_a_certificate_is_made_once_and_kept(tmp_path: Path) -> None:
    made = open_certificate(tmp_path / "server")
    assert open_certificate(tmp_path / "server").fingerprint == made.fingerprint
    assert open_certificate(tmp_path / "other").fingerprint != made.fingerprint
    assert [file.name for file in (tmp_path / "server").iterdir()] == [CERTIFICATE_NAME]
    assert not made.names


def test_a_made_certificate_is_of_p_256_and_has_no_date_at_which_it_ends(tmp_path: Path) -> None:
    fingerprint = open_certificate(tmp_path).fingerprint
    pem = (tmp_path / CERTIFICATE_NAME).read_bytes()
    certificate = x509.load_pem_x509_certificate(pem[pem.index(b"-----BEGIN CERT") :])
    key = certificate.public_key()
    assert isinstance(key, ec.EllipticCurvePublicKey)
    assert key.curve.name == "secp256r1"
    assert certificate.not_valid_after_utc.year == 9999
    assert fingerprint == certificate_fingerprint(
        ssl.PEM_cert_to_DER_cert(pem[pem.index(b"-----BEGIN CERT") :].decode())
    )


def test_only_tls_1_3_is_spoken(tmp_path: Path) -> None:
    assert open_certificate(tmp_path).context.minimum_version is ssl.TLSVersion.TLSv1_3


@posix_only
def test_only_the_owner_may_read_the_key(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "server"
    open_certificate(folder)
    file = folder / CERTIFICATE_NAME
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.chmod(0o644)
    open_certificate(folder)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_without_a_folder_a_certificate_lasts_for_the_run_and_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert open_certificate(None).fingerprint != open_certificate(None).fingerprint
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("content", [b"", b"garbage", b"-----BEGIN CERTIFICATE-----\nAAAA"])
def test_a_damaged_certificate_is_told_and_not_replaced(tmp_path: Path, content: bytes) -> None:
    open_certificate(tmp_path)
    (tmp_path / CERTIFICATE_NAME).write_bytes(content)
    assert "move it away" in str(refusal(open_certificate, tmp_path))
    assert (tmp_path / CERTIFICATE_NAME).read_bytes() == content


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_of_somebody_else_is_told(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    error = refusal(open_certificate, tmp_path / "server")
    assert "Permission denied" in str(error)
    assert error.status == 1


def test_a_file_in_place_of_the_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "server").write_text("")
    assert refusal(open_certificate, tmp_path / "server").status == 1


# --- a certificate of one's own ---------------------------------------------------------------------------------------


def test_a_certificate_of_ones_own_knows_the_names_for_which_it_was_issued(tmp_path: Path) -> None:
    files = write_certificate(tmp_path)
    own = load_certificate(files.certificate, files.key, now=NOW)
    assert own.fingerprint == files.fingerprint
    assert own.names == ("den.example",)


def test_a_certificate_signed_by_itself_has_no_names_to_trust(tmp_path: Path) -> None:
    files = write_certificate(tmp_path, issuer="den.example")
    assert load_certificate(files.certificate, files.key, now=NOW).names == ()


def test_a_bad_certificate_of_ones_own_is_told(tmp_path: Path) -> None:
    good, other = write_certificate(tmp_path), write_certificate(tmp_path / "other")
    ended = write_certificate(tmp_path / "ended", ends=NOW - YEAR / 2)
    early = write_certificate(tmp_path / "early", begins=NOW + YEAR / 2)
    locked = write_certificate(tmp_path / "locked", password=b"secret")
    missing, junk = tmp_path / "missing.pem", tmp_path / "junk.pem"
    junk.write_text("junk")
    for certificate, key, word in [
        (missing, good.key, "cannot be read: No such file"),
        (good.certificate, missing, "cannot be read: No such file"),
        (junk, good.key, "no certificate in PEM"),
        (good.certificate, junk, "no private key in PEM"),
        (good.certificate, other.key, "is not the key of"),
        (ended.certificate, ended.key, "ended on 23 May 2026"),
        (early.certificate, early.key, "not valid before"),
        (locked.certificate, locked.key, "has a password"),
        (good.key, good.key, "no certificate in PEM"),
    ]:
        error = refusal(load_certificate, certificate, key, now=NOW)
        assert word in str(error), error
        assert error.status == 2


# --- again ---


async def test_changed_files_are_read_again(tmp_path: Path) -> None:
    files = write_certificate(tmp_path)
    stream = fresh_certificates(load_certificate(*files, now=NOW), asyncio.Event(), interval=0.001)
    async with asyncio.timeout(TIMEOUT_SECONDS):
        assert (await anext(stream)).fingerprint == files.fingerprint
        write_certificate(tmp_path)
        assert (await anext(stream)).fingerprint == files.fingerprint


async def test_the_certificate_that_the_server_keeps_is_read_again_and_never_made_anew(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    asked = asyncio.Event()
    stream = fresh_certificates(open_certificate(tmp_path / "one"), asked, interval=60)
    moved = (tmp_path / "one" / CERTIFICATE_NAME).rename(tmp_path / "moved.pem")
    asked.set()
    waiting = asyncio.ensure_future(anext(stream))
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while asked.is_set() or not caplog.records:  # noqa: ASYNC110  nobody is told of a file that is not there
            await asyncio.sleep(0.002)
        assert not (tmp_path / "one" / CERTIFICATE_NAME).exists()
        other = open_certificate(tmp_path / "two")
        (tmp_path / "two" / CERTIFICATE_NAME).rename(tmp_path / "one" / CERTIFICATE_NAME)
        asked.set()
        assert (await waiting).fingerprint == other.fingerprint
    assert moved.exists()


async def test_a_pair_of_files_is_read_once_both_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = write_certificate(tmp_path)
    looks = [1, 2, 3, 3]
    monkeypatch.setattr(certificate_module, "_stamps", lambda _: ((looks.pop(0),),))
    async with asyncio.timeout(TIMEOUT_SECONDS):
        await anext(fresh_certificates(load_certificate(*files, now=NOW), asyncio.Event(), interval=0.001))
    assert looks == []


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"junk", "{file} holds no certificate in PEM."),
        (None, "{file} cannot be read: No such file or directory."),
        (b"-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n", "{file} holds no certificate in PEM."),
    ],
)
async def test_a_broken_file_leaves_the_certificate_in_use_and_is_told_in_a_sentence(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, content: bytes | None, fault: str
) -> None:
    files = write_certificate(tmp_path)
    asked = asyncio.Event()
    stream = fresh_certificates(load_certificate(*files, now=NOW), asked, interval=60)
    if content is None:
        files.certificate.unlink()
    else:
        files.certificate.write_bytes(content)
    asked.set()
    waiting = asyncio.ensure_future(anext(stream))
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while not caplog.records:  # noqa: ASYNC110  it is told in the log alone
            await asyncio.sleep(0.002)
        write_certificate(tmp_path)
        asked.set()
        assert (await waiting).fingerprint == files.fingerprint
    (record,) = caplog.records
    kept = "The server goes on with the certificate that it has."
    assert record.getMessage() == f"{fault.format(file=files.certificate)} {kept}"


async def test_whatever_is_in_a_file_ends_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = write_certificate(tmp_path)
    known, asked = load_certificate(*files, now=NOW), asyncio.Event()

    def broken_library(*_: object, **__: object) -> None:
        monkeypatch.undo()
        asked.set()
        raise RuntimeError("secret")

    monkeypatch.setattr(certificate_module, "load_certificate", broken_library)
    asked.set()
    async with asyncio.timeout(TIMEOUT_SECONDS):
        assert (await anext(fresh_certificates(known, asked, interval=0.001))).fingerprint == known.fingerprint
    assert "RuntimeError" in caplog.text
    assert "secret" not in caplog.text


# --- which one --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "tls", "encrypted"),
    [
        ("127.0.0.1", True, False),
        ("localhost", True, False),
        ("::1", True, False),
        ("0.0.0.0", True, True),
        ("::", True, True),
        ("192.168.1.20", True, True),
        ("den.local", True, True),
        ("0.0.0.0", False, False),
    ],
)
def test_a_server_encrypts_if_other_machines_reach_it(tmp_path: Path, host: str, tls: bool, encrypted: bool) -> None:
    settings = ServerSettings(host=host, tls=tls)
    assert (choose_certificate(settings, tmp_path, NOW) is not None) is encrypted


def test_a_certificate_of_ones_own_encrypts_on_this_machine_too(tmp_path: Path) -> None:
    files = write_certificate(tmp_path)
    settings = ServerSettings(cert=str(files.certificate), key=str(files.key))
    chosen = choose_certificate(settings, tmp_path, NOW)
    assert chosen is not None
    assert chosen.fingerprint == files.fingerprint


@pytest.mark.parametrize("settings", [{"cert": "a"}, {"key": "a"}, {"cert": "a", "key": "b", "tls": False}])
def test_settings_that_contradict_each_other_are_told(tmp_path: Path, settings: dict[str, object]) -> None:
    refusal(choose_certificate, ServerSettings(**settings), tmp_path, NOW)  # type: ignore[arg-type]


@pytest.mark.parametrize("settings", [{}, {"cert": "a", "key": "b"}, {"cert": "a", "key": "b", "host": "127.0.0.1"}])
def test_a_proxy_header_and_encryption_exclude_each_other(tmp_path: Path, settings: dict[str, str]) -> None:
    everywhere = {"host": "0.0.0.0", "proxy_protocol": True, "trusted_proxy": ("10.0.0.1",)}
    error = refusal(choose_certificate, ServerSettings(**(everywhere | settings)), tmp_path, NOW)  # type: ignore[arg-type]
    assert str(error).startswith("A PROXY header comes before all encryption: let the proxy encrypt, and add --no-tls")
    assert not list(tmp_path.iterdir())
