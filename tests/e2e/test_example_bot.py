"""The example bot of the protocol's page plays, is cut off, comes back, and buys chips when it is broke."""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from railbird_server.runtime.network.certificate import open_certificate
from railbird_server.runtime.network.transport import ServerCertificate
from railbird_server.runtime.server import Server
from railbird_shared.protocol.actions import Action, LegalActions
from railbird_shared.protocol.commands import AddChips, MakeInvite
from railbird_shared.protocol.view import TableView
from support.certificates import write_certificate
from support.hand_builders import salted
from support.network_clients import FAMILY_GAMES, HeadlessClient, choose_passively, connect_in_memory, run_server
from support.timeouts import TIMEOUT_SECONDS
from support.tls_server import run_recording_server

pytestmark = pytest.mark.slow

TERN = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash("tern")
BOT = Path(__file__).parents[2] / "docs" / "example_bot.py"


async def start_bot(*words: str) -> asyncio.subprocess.Process:
    """Starts the bot in a process of its own."""
    return await asyncio.create_subprocess_exec(sys.executable, str(BOT), *words, stderr=asyncio.subprocess.PIPE)


@asynccontextmanager
async def example_bot(server: Server, *words: str) -> AsyncIterator[None]:
    """Runs the bot at a server, or as its arguments say."""
    process = await start_bot(*(words or (server.address,)))
    try:
        yield
        assert process.returncode is None, "the bot gave up"
    finally:
        if process.returncode is None:
            process.kill()
        _, errors = await process.communicate()
    assert errors == b""


async def play_with_bot(client: HeadlessClient, hands: int) -> None:
    async with asyncio.timeout(TIMEOUT_SECONDS):
        await client.play_hands(choose_passively, hands=hands)


@pytest.mark.parametrize("game", FAMILY_GAMES)
async def test_the_example_bot_plays_hands_of_every_family(game: str) -> None:
    async with run_server() as server:
        client = await connect_in_memory(server)
        await client.open_table(game)
        await client.sit()
        async with example_bot(server):
            await play_with_bot(client, 3)


async def test_the_example_bot_comes_back_to_its_seat_and_acts() -> None:
    async with run_server() as server:
        client = await connect_in_memory(server)
        await client.open_table()
        await client.sit()
        async with example_bot(server):
            await play_with_bot(client, 2)
            assert client.view is not None
            for session in list(server._sessions):
                if session.player.name == "Parrot":
                    session._transport.close(1001, "cut")
            await play_with_bot(client, client.view.hand + 2)
            parrots = [seat for seat in client.view.occupied if seat.name.startswith("Parrot")]
            assert [seat.connected for seat in parrots] == [True]


async def test_the_example_bot_buys_chips_when_it_has_lost_them_all() -> None:
    def push(view: TableView, legal: LegalActions) -> Action:
        """Bets all there is, or calls."""
        return legal.wager.action(legal.wager.maximum) if legal.wager else choose_passively(view, legal)

    rng = random.Random(5)
    async with run_server(shuffle=lambda pack: salted(rng.sample(list(pack), len(pack)))) as server:
        client = await connect_in_memory(server)
        await client.open_table()
        await client.sit()
        async with example_bot(server):
            async with asyncio.timeout(TIMEOUT_SECONDS):
                while client.view is None or not any(seat.bought_in > 200 for seat in client.view.occupied if seat.bot):
                    await client.act_if_in_turn(push)
                    await client.receive()
                    if (view := client.view) and (own := view.own_seat) and own.sitting_out and not own.stack:
                        await client.expect_accepted(AddChips())
            await play_with_bot(client, client.view.hand + 1)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> ServerCertificate:
    return open_certificate(tmp_path_factory.mktemp("server"))


def link_to(server: Server, invite: str = "") -> str:
    assert server.certificate is not None
    return f"railbird://127.0.0.1:{server.port}/#{invite}.{server.certificate.fingerprint}"


async def test_the_example_bot_takes_a_link_a_password_and_a_token(
    certificate: ServerCertificate, tmp_path: Path
) -> None:
    token = tmp_path / "token"
    async with run_server(certificate=certificate, password_hash=TERN) as server:
        client = await connect_in_memory(server, password="tern")
        await client.open_table()
        await client.sit()
        words = (link_to(server), "--password", "tern", "--token", str(token))
        async with example_bot(server, *words):
            await play_with_bot(client, 2)
        assert token.stat().st_mode & 0o077 == 0
        assert client.view is not None
        (seat,) = [seat for seat in client.view.occupied if seat.bot]
        async with example_bot(server, link_to(server), "--token", str(token)):
            await play_with_bot(client, client.view.hand + 2)
        assert [each.seat for each in client.view.occupied if each.bot] == [seat.seat]


async def test_the_example_bot_takes_a_pin_beside_an_address_and_an_invite(certificate: ServerCertificate) -> None:
    async with run_server(certificate=certificate, password_hash=TERN) as server:
        client = await connect_in_memory(server, password="tern")
        await client.open_table()
        await client.sit()
        invite = (await client.expect_accepted(MakeInvite())).invite
        address = f"wss://127.0.0.1:{server.port}/#{invite}."
        async with example_bot(server, address, f"--pin={certificate.fingerprint}"):  # it may begin with a dash
            await play_with_bot(client, 2)


async def test_the_example_bot_says_nothing_to_a_server_with_another_certificate(tmp_path: Path) -> None:
    async with run_recording_server(write_certificate(tmp_path)) as server:
        bot = await start_bot(f"wss://{server.address}", "--pin", 43 * "x", "--password", "tern")
        assert await server.wait_for_end() == b""
        _, errors = await bot.communicate()
    assert errors.decode().strip() == "The certificate of the server is not the one that is pinned."
    assert bot.returncode == 1


async def test_the_example_bot_ends_with_the_sentence_of_a_refused_hello() -> None:
    async with run_server(password_hash=TERN) as server:
        bot = await start_bot(server.address, "--password", "gull")
        _, errors = await bot.communicate()
    assert b"password" in errors
    assert (errors.count(b"\n"), bot.returncode) == (1, 1)
