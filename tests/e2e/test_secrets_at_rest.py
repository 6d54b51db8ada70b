"""What a server writes down: cards in its journal alone, and tokens, passwords and keys nowhere in clear."""

from __future__ import annotations

import asyncio
import random
import re
import sqlite3
import sys
from pathlib import Path
from typing import TypeGuard
from urllib.request import urlopen

import pytest
from click.testing import CliRunner

from railbird_server.cli.config import config
from railbird_server.cli.kept_data import backup
from railbird_server.runtime.network.certificate import open_certificate
from railbird_server.store.data_directory import DATABASE_NAME
from railbird_server.store.sqlite import SqliteStore
from railbird_shared.protocol.commands import MakeInvite
from support.killed_house import killed_house
from support.network_clients import connect_over_socket, run_server
from support.server_processes import forked_servers, free_port

pytestmark = pytest.mark.slow

if sys.platform == "win32":
    pytest.skip("needs the signals of POSIX", allow_module_level=True)

CARD = re.compile(r"(?<![\w-])[2-9TJQKA][cdhs](?![\w-])")
SERVER_PASSWORD, TABLE_PASSWORD = "correct horse of the server", "battery staple of the table"


def text_of(row: tuple[object, ...]) -> str:
    """Returns what can be read in a row: not the digests of tokens, whose bytes may look like a card by chance."""
    values = (value.decode() if _is_text(value) else value for value in row)
    return " ".join(str(value) for value in values if not isinstance(value, bytes))


def _is_text(value: object) -> TypeGuard[bytes]:
    try:
        return isinstance(value, bytes) and bool(value.decode())
    except UnicodeDecodeError:
        return False


def files_of(directory: Path) -> dict[str, bytes]:
    """Returns the contents of all files of a database, by name."""
    return {path.name: path.read_bytes() for path in directory.iterdir() if path.name.startswith(DATABASE_NAME)}


def private_keys(directory: Path) -> list[Path]:
    """Returns the files that hold a private key."""
    return [path for path in directory.iterdir() if b"PRIVATE KEY" in path.read_bytes()]


def assert_absent(secrets: list[str], written: dict[str, bytes]) -> None:
    """Fails where a secret stands in clear in something that was written."""
    for name, content in written.items():
        for secret in secrets:
            assert secret.encode() not in content, f"{name} holds {secret}"


@pytest.mark.slow
@pytest.mark.parametrize("log_format", ["text", "json"])
async def test_only_the_journal_of_a_killed_server_holds_cards(tmp_path: Path, log_format: str) -> None:
    page = f"http://127.0.0.1:{(metrics_port := free_port())}/metrics"
    settings = ("--verbose", "--log-format", log_format, "--metrics-port", str(metrics_port))
    metrics, files = b"", dict[str, bytes]()
    with forked_servers() as starter:
        async with killed_house(starter, tmp_path, random.Random(7), settings=settings) as house:
            for _ in range(2):
                await house.wait_for_steps(25)
                await house.kill()
                house.server.start()
                await house.wait_until_all_are_back()
            metrics = await asyncio.to_thread(lambda: urlopen(page, timeout=30).read())
            files = files_of(house.server.directory)
            tokens = [player.token for player in house.players]
            copy = tmp_path / "copy.db"
            CliRunner().invoke(backup, ["--data", str(house.server.directory), str(copy)])
            await house.stop()
            log = house.server.log.read_bytes()
    assert_absent(tokens, files | {"copy": copy.read_bytes(), "log": log, "metrics": metrics})
    for name, content in (("log", log), ("metrics", metrics)):
        assert len(content) > 300, f"{name} is next to empty"
        assert not CARD.findall(content.decode()), name
    connection = sqlite3.connect(copy)
    with_cards = {
        table
        for (table,) in connection.execute("select name from sqlite_schema where type = 'table'").fetchall()
        if any(CARD.search(text_of(row)) for row in connection.execute(f"select * from {table}"))
    }
    connection.close()
    assert with_cards, "the search looks where cards are"
    assert with_cards <= {"journal", "checkpoints", "hands"}
    assert "journal" in with_cards, "the search finds the decks"


async def test_tokens_passwords_and_invites_are_kept_as_digests_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    database = tmp_path / DATABASE_NAME
    async with run_server(store=SqliteStore(database)) as server:
        wren = await connect_over_socket(server, "Wren")
        await wren.open_table(password=TABLE_PASSWORD)
        await wren.sit()
        invite = (await wren.expect_accepted(MakeInvite(once=True))).invite
        heron = await connect_over_socket(server, "Heron", invite=invite)
        assert wren.view is not None
        await heron.watch(wren.view.table)
        await heron.sit()
        secrets = [TABLE_PASSWORD, invite, wren.welcome.token, heron.welcome.token]
        others = [frame for frame in heron.socket.frames if wren.welcome.token in frame or TABLE_PASSWORD in frame]
        open_files = files_of(tmp_path)
        copy = tmp_path / "copy.db"
        made = CliRunner().invoke(backup, ["--data", str(tmp_path), str(copy)])
        assert made.exit_code == 0, made.output
    assert not others
    assert len(open_files) == 3, "the database, its log and its index"
    assert_absent(secrets, open_files | files_of(tmp_path) | {"copy": copy.read_bytes()})
    ours = [record.getMessage() for record in caplog.records if record.name.startswith("railbird")]
    assert_absent(secrets, {"the log of the program": "\n".join(ours).encode()})
    assert b"argon2" in copy.read_bytes(), "the search looks where the hash of the password is"


def test_the_settings_in_force_show_no_password(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "password"
    file.write_text(SERVER_PASSWORD)
    file.chmod(0o600)
    monkeypatch.setenv("RAILBIRD_PASSWORD", SERVER_PASSWORD)
    for form in ([], ["--json"], ["--toml"]):
        shown = CliRunner().invoke(config, [*form, "--password-file", str(file)])
        assert shown.exit_code == 0, shown.output
        assert_absent([SERVER_PASSWORD], {"config": shown.output.encode()})


async def test_the_key_of_the_certificate_is_not_in_the_database(tmp_path: Path) -> None:
    certificate = open_certificate(tmp_path)
    keys = private_keys(tmp_path)
    assert keys, "the key is kept beside the database"
    assert all(path.stat().st_mode & 0o777 == 0o600 for path in keys)
    lines = [line for path in keys for line in path.read_text().splitlines() if len(line) == 64]
    async with run_server(store=SqliteStore(tmp_path / DATABASE_NAME), certificate=certificate) as server:
        assert server.address.startswith("wss:")
        link = server.connect_in_memory()
        await link.close()
    assert_absent([*lines, "PRIVATE KEY"], files_of(tmp_path))
