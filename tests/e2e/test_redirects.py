"""No program of ours follows a redirect: whoever answers at an address is there, or is no server."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from railbird_client.network.first_contact import recognize
from railbird_client.network.known_servers import KnownServers
from railbird_client.network.link import Closed, CloseReason, Heartbeat, Link, LinkEvent
from railbird_server.bots.remote import open_wire, run_bots
from railbird_server.cli import main
from railbird_shared.carrier import WireClosed
from railbird_shared.network.address import Address, Scheme
from railbird_shared.network.run_file import RUN_FILE_NAME, RunFile, encode_run_file
from railbird_shared.network.websocket import CONNECTION_ERRORS, open_connection
from support.certificates import CertificateFiles, write_certificate
from support.fake_server import run_fake_server
from support.redirecting_server import LOCATIONS, STATUSES, RedirectingServer, run_redirecting_server
from support.timeouts import TIMEOUT_SECONDS

TOKEN = "7Q2EVc4xLp6diw0J5tuHCg"

BOT = Path(__file__).parents[2] / "docs" / "example_bot.py"

EntryPoint = Callable[[Address, Path], Awaitable[str]]
"""Connects to an address, with a folder of its own, and returns the sentence that a person reads, if there is one."""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> CertificateFiles:
    return write_certificate(tmp_path_factory.mktemp("server"))


async def join(address: Address, _: Path) -> str:
    events: list[LinkEvent] = []
    await Link(address, name="Wren", tokens=[TOKEN], password="tern", on_event=events.append).run()
    (closed,) = (event for event in events if isinstance(event, Closed))
    assert closed.reason is CloseReason.UNREACHABLE
    return closed.sentence


async def look_for_certificate(address: Address, _: Path) -> str:
    async def ask(_: str) -> bool:
        return True

    place = replace(address, scheme=Scheme.ANY, fingerprint="")
    with pytest.raises(CONNECTION_ERRORS):
        await recognize(place, KnownServers(), ask, TIMEOUT_SECONDS)
    return ""


async def open_bot_link(address: Address, _: Path) -> str:
    with pytest.raises(WireClosed) as closed:
        await open_wire(address)
    return str(closed.value)


async def send_bots(address: Address, _: Path) -> str:
    sentences: list[str] = []
    status = await run_bots(
        address=address.link if address.fingerprint else address.url,
        count=2,
        style="tight",
        table="",
        human_pace=False,
        password="tern",
        report=sentences.append,
    )
    assert status == 1
    return " ".join(sentences)


async def administer(address: Address, folder: Path) -> str:
    place = f"{address.url}/#.{address.fingerprint}" if address.fingerprint else address.url
    run_file = RunFile(place, 4711, TOKEN, "Den", 0)
    (folder / RUN_FILE_NAME).write_bytes(encode_run_file(run_file))
    result = await asyncio.to_thread(CliRunner().invoke, main, ["admin", "--data", str(folder), "tables"])
    assert (result.exit_code, result.exception.__class__) == (1, SystemExit)
    return result.output.strip()


ENTRY_POINTS: dict[str, EntryPoint] = {
    "join": join,
    "bot link": open_bot_link,
    "bots": send_bots,
    "admin": administer,
}


def assert_nothing_left(server: RedirectingServer, requests: int) -> None:
    """Checks that so many requests have come to the server itself, no secret in them, and that nobody went on."""
    assert len(server.requests) == requests
    assert server.lured == 0
    assert not [said for said in server.requests if TOKEN.encode() in said or b"tern" in said]


async def open_redirected(server: RedirectingServer) -> None:
    with pytest.raises(CONNECTION_ERRORS):
        await open_connection(server.address, TIMEOUT_SECONDS)


@pytest.mark.parametrize("encrypted", [False, True])
@pytest.mark.parametrize("place", [*LOCATIONS, None])
async def test_no_status_and_no_location_leads_a_connection_elsewhere(
    files: CertificateFiles, place: str | None, *, encrypted: bool
) -> None:
    async with run_redirecting_server(files if encrypted else None) as server:
        if place is not None:
            server.point_to(place)
        for number, server.status in enumerate(STATUSES, start=1):
            await open_redirected(server)
            assert_nothing_left(server, number)


@pytest.mark.parametrize("encrypted", [False, True])
@pytest.mark.parametrize("entry", ENTRY_POINTS)
async def test_every_way_to_a_server_ends_at_a_redirect_with_a_sentence(
    files: CertificateFiles, tmp_path: Path, entry: str, *, encrypted: bool
) -> None:
    async with run_redirecting_server(files if encrypted else None) as server:
        for number, place in enumerate(LOCATIONS, start=1):
            server.point_to(place)
            async with asyncio.timeout(TIMEOUT_SECONDS):
                sentence = await ENTRY_POINTS[entry](server.address, tmp_path)
            assert sentence.count("\n") == 0
            assert str(server.address) in sentence
            assert_nothing_left(server, number)


@pytest.mark.parametrize("place", LOCATIONS)
async def test_a_server_that_is_yet_to_be_recognized_leads_nobody_elsewhere(tmp_path: Path, place: str) -> None:
    async with run_redirecting_server() as server:
        server.point_to(place)
        await look_for_certificate(server.address, tmp_path)
        assert server.lured == 0
        assert all(said.startswith(b"GET / HTTP") for said in server.requests)


async def test_a_player_reads_that_a_redirect_is_not_followed() -> None:
    async with run_redirecting_server() as server:
        server.point_to("ws")
        assert await join(server.address, Path()) == (
            f"The program at {server.address} points to another address, which is not followed: "
            "ask the host for the address of the game."
        )


@pytest.mark.parametrize("place", LOCATIONS)
async def test_a_link_that_was_online_tries_its_old_address_again(place: str) -> None:
    ended: list[Closed] = []

    def on_event(event: LinkEvent) -> None:
        if isinstance(event, Closed):
            ended.append(event)

    async def hardly_sleep(_: float) -> None:
        await asyncio.sleep(0)

    async with run_fake_server() as server:
        address = server.address
        link = Link(address, name="Wren", tokens=(), on_event=on_event, sleep=hardly_sleep)
        running = asyncio.create_task(link.run())
        first = await server.accept()
        await first.answer_hello(token=TOKEN)
        first.abort()
    async with run_redirecting_server(port=address.port) as redirecting:
        redirecting.point_to(place)
        await redirecting.wait_for_requests(3)
        assert redirecting.lured == 0
        assert not [said for said in redirecting.requests if TOKEN.encode() in said]
    async with run_fake_server(port=address.port) as server:
        hello = await (await server.accept()).answer_hello()
        assert (hello.name, ended) == ("Wren", [])
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_a_silent_connection_is_not_replaced_by_one_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird_client.network.link.CHECK_INTERVAL_SECONDS", 0.01)
    monkeypatch.setattr("railbird_shared.network.silence.CHECK_INTERVAL_SECONDS", 0.01)
    monkeypatch.setattr("railbird_shared.network.silence.PING_AFTER_SECONDS", 0.03)
    monkeypatch.setattr("railbird_shared.network.silence.SILENT_AFTER_SECONDS", 0.09)
    monkeypatch.setattr("random.uniform", lambda *_: 0.001)
    async with run_fake_server() as server, run_redirecting_server() as redirecting:
        redirecting.point_to("relative")
        silent = await open_connection(server.address, TIMEOUT_SECONDS)
        silent.transport.pause_reading()
        heartbeat = Heartbeat(silent, redirecting.address, on_silence=lambda _: None, on_latency=lambda _: None)
        watching = asyncio.create_task(heartbeat.run())
        await redirecting.wait_for_requests(3)
        assert not watching.done()
        assert redirecting.lured == 0
        assert all(said.startswith(b"GET / HTTP") for said in redirecting.requests)
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        silent.transport.abort()


@pytest.mark.slow
@pytest.mark.parametrize("place", ["ws", "relative"])
async def test_the_example_bot_follows_nothing(place: str) -> None:
    async with run_redirecting_server() as server:
        server.point_to(place)
        process = await asyncio.create_subprocess_exec(sys.executable, str(BOT), server.address.url)
        await server.wait_for_requests(2)
        process.kill()
        await process.wait()
        assert server.lured == 0
        assert all(said.startswith(b"GET / HTTP") for said in server.requests)
