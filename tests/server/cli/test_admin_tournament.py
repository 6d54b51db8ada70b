"""`railbird-server admin tournament`: the owner opens, starts, pauses and cancels tournaments."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from railbird_server.cli import main
from railbird_server.cli.serve import RunFileKeeper
from railbird_server.runtime.server import Server
from railbird_shared.tournament.messages import RegisterTournament
from support.network_clients import connect_in_memory, run_server


async def admin(folder: Path, *arguments: str) -> tuple[int, str]:
    """Runs the program as the owner of the server of a folder; returns its exit status and what it prints."""
    result = await asyncio.to_thread(CliRunner().invoke, main, ["admin", "--data", str(folder), *arguments])
    assert not result.exception or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output.strip()


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """A server with a run file."""
    async with run_server() as running:
        RunFileKeeper(tmp_path).announce(running.address, owner=running.ownership.secret, name="Den")
        yield running


async def test_the_owner_runs_a_tournament(server: Server, tmp_path: Path) -> None:
    assert await admin(tmp_path, "tournament", "list") == (0, "There is no tournament.")
    status, done = await admin(tmp_path, "tournament", "open", "Cup", "--players", "6", "--bots", "4", "--hours", "1")
    assert status == 0
    opened = re.fullmatch(r"Cup \((\w+)\) is open; with 6 players it lasts about \d+ minutes\.", done)
    assert opened is not None
    wren = await connect_in_memory(server)
    await wren.expect_accepted(RegisterTournament(tournament=opened[1]))
    assert await admin(tmp_path, "tournament", "list") == (
        0,
        f"Cup ({opened[1]}): No-Limit Hold'em, registering, 1 player",
    )
    assert await admin(tmp_path, "tournament", "remove", "Owl") == (1, "Owl is not in Cup.")
    done_by = [
        ("start", "Cup has started."),
        ("pause", "Cup is paused after the running hands."),
        ("resume", "Cup goes on."),
    ]
    for act, told in done_by:
        assert await admin(tmp_path, "tournament", act, "cup") == (0, told)
    assert await admin(tmp_path, "tournament", "remove", "Wren") == (0, "Wren is taken out of Cup.")
    assert await admin(tmp_path, "tournament", "cancel") == (0, "Cup is cancelled, and all is paid back.")


async def test_terms_that_no_tournament_can_have_are_refused_with_a_sentence(server: Server, tmp_path: Path) -> None:
    status, said = await admin(tmp_path, "tournament", "open", "Cup", "--buy-in", "5", "--bounty", "9")
    assert status == 1
    assert said.endswith(".")
    assert not server.has_tables
