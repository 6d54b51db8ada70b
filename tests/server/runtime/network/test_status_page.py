"""The page with metrics and health, asked over a real socket while people play."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import http.client
import json
import logging
import math
import os
import re
import socket
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest
from prometheus_client.parser import text_string_to_metric_families
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

from railbird_server.config import ServerSettings
from railbird_server.runtime import monitoring
from railbird_server.runtime.monitoring import BackgroundLog, JsonFormat, Metrics, ServerCounts
from railbird_server.runtime.network import status_page
from railbird_server.runtime.network.addresses import CannotListen
from railbird_server.runtime.network.status_page import StatusPage
from railbird_server.runtime.server import Server
from railbird_server.runtime.tables.room_requests import CloseTable, FreezeTable
from railbird_shared import PROTOCOL_VERSION
from railbird_shared.protocol import codec
from railbird_shared.protocol.commands import Hello, SendChat
from railbird_shared.protocol.messages import Chat
from support.network_clients import choose_passively, connect_in_memory, connect_over_socket, open_socket, run_server
from support.timeouts import TIMEOUT_SECONDS

PROXY = ("127.0.0.1",)


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine makes no server unwell here."""
    monkeypatch.setattr(monitoring, "LATE_AFTER", math.inf)
    monkeypatch.setattr(monitoring, "STALLED_AFTER", math.inf)


class Page(NamedTuple):
    """What a browser gets."""

    status: int
    kind: str
    text: str


async def get(address: str, path: str, method: str = "GET") -> Page:
    """Asks for a page as Prometheus does."""

    def ask() -> Page:
        connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=TIMEOUT_SECONDS)
        try:
            connection.request(method, path)
            answer = connection.getresponse()
            return Page(answer.status, answer.headers["Content-Type"], answer.read().decode())
        finally:
            connection.close()

    return await asyncio.to_thread(ask)


async def samples(server: Server) -> dict[str, float]:
    """The metrics of a server, by name and labels as they are written."""
    page = await get(server.status_address, "/metrics")
    assert (page.status, page.kind.partition(";")[0]) == (200, "text/plain")
    return {
        sample.name + "".join(f" {value}" for value in sample.labels.values()): sample.value
        for family in text_string_to_metric_families(page.text)
        for sample in family.samples
    }


async def test_a_server_serves_no_page_unless_it_is_asked_to() -> None:
    async with run_server() as server:
        assert not server.status_address


async def test_people_bots_tables_hands_and_acts_are_counted() -> None:
    async with run_server(metrics_port=0) as server:
        wren, heron = await connect_in_memory(server, "Wren"), await connect_over_socket(server, "Heron")
        jay = await connect_over_socket(server, "Jay")
        await connect_in_memory(server, "Pip", bot=True)
        table = await wren.open_table()
        for other in (heron, jay):
            await other.watch(table)
        await wren.sit()
        await heron.sit()
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await asyncio.gather(
                wren.play_hands(choose_passively, hands=2), heron.play_hands(choose_passively, hands=2)
            )
        found = await samples(server)
    assert found["railbird_tables"] == 1
    assert found["railbird_people connected"] == 3
    assert found["railbird_people seated"] == 2
    assert found["railbird_people watching"] == 1
    assert found["railbird_bots"] == 1
    assert "railbird_outbox_bytes" in found
    assert found["railbird_hands_dealt_total"] >= 2
    assert found["railbird_acts_total"] >= 2 * found["railbird_hands_dealt_total"] - 2
    assert found["railbird_journal_commit_seconds_count"] >= 0


async def test_two_servers_in_one_process_have_pages_of_their_own() -> None:
    async with run_server(metrics_port=0) as one, run_server(metrics_port=0) as two:
        wren = await connect_in_memory(one, "Wren")
        await wren.open_table()
        assert (await samples(one))["railbird_tables"] == 1
        assert (await samples(two))["railbird_tables"] == 0


async def test_bad_frames_and_refusals_are_counted_by_reason() -> None:
    async with run_server(metrics_port=0) as server:
        heron = await connect_over_socket(server, "Heron")
        for _ in range(5):
            await heron.socket.send_frame("{")
        await heron.socket.wait_closed()
        stranger = await open_socket(server)
        await stranger.send_frame('{"type":"hello","v":1,"name":"Jay"}')
        await stranger.wait_closed()
        found = await samples(server)
    assert found["railbird_bad_frames_total"] == 5
    assert found["railbird_clients_cut_off_total bad-frames"] == 1
    assert found["railbird_connections_refused_total version"] == 1


async def test_a_connection_too_many_from_one_address_is_counted() -> None:
    async with run_server(metrics_port=0, connections_per_address=2) as server:
        for _ in range(2):
            await open_socket(server)
        with pytest.raises(InvalidStatus):
            await open_socket(server)
        assert (await samples(server))["railbird_connections_refused_total address"] == 1


async def test_a_proxied_client_with_one_connection_too_many_is_counted_once() -> None:
    async with run_server(
        metrics_port=0, trusted_proxy=PROXY, connections_per_address=1, connection_rate=1e-4
    ) as server:
        kept = await connect_behind_proxy(server)
        for refused in (1, 2, 3):
            with pytest.raises(InvalidStatus):
                await connect_behind_proxy(server)
            assert (await samples(server))["railbird_connections_refused_total address"] == refused
        await kept.close()


async def test_a_newcomer_to_a_full_server_is_counted_once_however_they_go() -> None:
    async with run_server(metrics_port=0, max_connections=1, reserved_connections=1, hello_timeout=60) as server:
        await open_socket(server)
        deaf = await connect(server.address, compression=None, proxy=None)
        deaf.transport.pause_reading()
        await deaf.send(codec.encode(Hello(v=PROTOCOL_VERSION, name="Wren")), text=True)
        await wait_until_counted(server, "railbird_connections_refused_total full")
        await open_socket(server)  # makes the server end the other one at once
        assert (await samples(server))["railbird_connections_refused_total full"] == 1
        deaf.transport.abort()


async def wait_until_counted(server: Server, name: str) -> None:
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while True:
            if (await samples(server))[name]:
                return
            await asyncio.sleep(0.01)


async def connect_behind_proxy(server: Server) -> ClientConnection:
    """Connects as a proxy does for a client."""
    headers = {"X-Forwarded-For": "192.0.2.7"}
    return await connect(server.address, additional_headers=headers, compression=None, proxy=None)


async def test_a_client_behind_a_proxy_header_that_is_refused_is_counted_once() -> None:
    settings: dict[str, Any] = {"connections_per_address": 1, "connection_rate": 0.0001}
    async with run_server(metrics_port=0, trusted_proxy=PROXY, proxy_protocol=True, **settings) as server:
        for refused in (0, 0, 1, 2):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(b"PROXY TCP4 192.0.2.7 127.0.0.1 56324 7777\r\nGET / HTTP/1.1\r\n\r\n")
            with contextlib.suppress(ConnectionError):
                await reader.read()
            writer.close()
            found = await samples(server)
            assert found["railbird_connections_refused_total address"] == refused


async def test_a_browser_that_is_refused_is_counted() -> None:
    async with run_server(metrics_port=0) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        keys = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        head = f"Host: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{keys}Origin: http://evil.example\r\n"
        writer.write(f"GET / HTTP/1.1\r\n{head}\r\n".encode())
        assert b" 403 " in await reader.readline()
        writer.close()
        assert (await samples(server))["railbird_connections_refused_total origin"] == 1


async def test_a_client_that_does_not_read_is_counted_once() -> None:
    async with run_server(metrics_port=0) as server:
        wren = await connect_over_socket(server, "Wren")
        session = next(iter(server._sessions))
        for _ in range(3):
            session.outbox._cut_off()
        await wren.socket.wait_closed()
        assert (await samples(server))["railbird_clients_cut_off_total slow"] == 1


async def test_the_lag_of_the_event_loop_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(status_page, "LAG_INTERVAL", 0.001)
    async with run_server(metrics_port=0) as server, asyncio.timeout(TIMEOUT_SECONDS):
        measured = 0.0
        while measured < 3:
            measured = (await samples(server))["railbird_event_loop_lag_seconds_count"]


# --- health ---


async def test_a_server_that_is_well_says_so() -> None:
    async with run_server(metrics_port=0) as server:
        assert await get(server.status_address, "/health") == (
            200,
            "text/plain; charset=utf-8",
            "The server is well.\n",
        )
        assert (await get(server.status_address, "/ready")).text == "The server takes players in.\n"


async def test_a_journal_that_cannot_commit_is_told_in_a_sentence() -> None:
    async with run_server(metrics_port=0) as server:
        server.metrics.commit_failed("The disk is full: make room on it.")
        page = await get(server.status_address, "/health?from=monitor")
        assert (page.status, page.text) == (503, "The disk is full: make room on it.\n")
        server.metrics.commit_took(0.001, 1)
        assert (await get(server.status_address, "/health")).status == 200


async def test_a_server_that_stops_is_not_ready_until_it_has_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    pages: list[Page] = []
    async with run_server(metrics_port=0) as server:
        end_tables = server._lobby.end

        async def look_and_end(request: CloseTable | FreezeTable) -> None:
            pages.append(await get(server.status_address, "/ready"))
            await end_tables(request)

        monkeypatch.setattr(server._lobby, "end", look_and_end)
    assert [(page.status, page.text) for page in pages] == [(503, "The server stops.\n")]
    with pytest.raises(ConnectionRefusedError):
        await get(server.status_address, "/ready")


async def test_a_server_is_not_ready_while_it_is_about_to_stop() -> None:
    async with run_server(metrics_port=0) as server:
        server.announce_stop()
        assert (await get(server.status_address, "/ready")).status == 503
        assert (await get(server.status_address, "/health")).status == 200
        await (await connect_in_memory(server, "Wren")).open_table()


async def test_another_page_is_not_found() -> None:
    async with run_server(metrics_port=0) as server:
        page = await get(server.status_address, "/")
    assert (page.status, page.text) == (404, "There are three pages here: /metrics, /health and /ready.\n")


@pytest.mark.parametrize("request_bytes", [b"POST /metrics HTTP/1.1\r\nHost: x\r\n\r\n", b"\x16\x03\x01\r\n\r\n", b""])
async def test_what_is_no_question_harms_nothing(request_bytes: bytes) -> None:
    async with run_server(metrics_port=0) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", urlsplit(server.status_address).port)
        writer.write(request_bytes)
        writer.write_eof()
        async with asyncio.timeout(TIMEOUT_SECONDS):
            assert b" 200 " not in await reader.read()
        writer.close()
        assert (await get(server.status_address, "/health")).status == 200


async def test_a_websocket_that_asks_for_the_page_gets_the_page() -> None:
    async with run_server(metrics_port=0) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", urlsplit(server.status_address).port)
        keys = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        head = f"Host: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{keys}"
        writer.write(f"GET /health HTTP/1.1\r\n{head}\r\n".encode())
        assert b" 200 " in await reader.readline()
        writer.close()


# --- who asks ---


async def first_line(server: Server, *headers: str) -> str:
    """Asks for the metrics with these headers; returns the first line of the answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", urlsplit(server.status_address).port)
    writer.write("\r\n".join(("GET /metrics HTTP/1.1", *headers, "", "")).encode())
    async with asyncio.timeout(TIMEOUT_SECONDS):
        line = await reader.readline()
    writer.close()
    return line.decode().strip()


@pytest.mark.parametrize(
    "name", ["127.0.0.1:7780", "[::1]:7780", "localhost", socket.gethostname(), "Prom.example.org"]
)
async def test_the_page_is_told_under_the_names_of_the_machine(name: str) -> None:
    async with run_server(metrics_port=0, metrics_name=("prom.example.org",)) as server:
        assert await first_line(server, f"Host: {name}") == "HTTP/1.1 200 OK"


@pytest.mark.parametrize(
    "headers",
    [("Host: evil.example:7780",), (), ("Host: localhost", "Host: evil.example"), ("Host: 127.0.0.1.evil.example",)],
)
async def test_nobody_leads_a_browser_to_the_page_under_a_name_of_their_own(headers: tuple[str, ...]) -> None:
    async with run_server(metrics_port=0) as server:
        assert " 421 " in await first_line(server, *headers)


async def test_the_page_has_a_limited_number_of_connections_of_which_the_oldest_makes_room() -> None:
    async with run_server(metrics_port=0) as server:
        port = urlsplit(server.status_address).port
        idle = [await asyncio.open_connection("127.0.0.1", port) for _ in range(status_page.MAX_CONNECTIONS + 8)]
        assert (await get(server.status_address, "/health")).status == 200
        async with asyncio.timeout(TIMEOUT_SECONDS):
            for reader, _ in idle[:8]:
                with contextlib.suppress(ConnectionError):
                    assert await reader.read() == b""
        assert server._page is not None
        assert len(server._page._open) <= status_page.MAX_CONNECTIONS
        for _, writer in idle:
            writer.transport.abort()


@pytest.mark.parametrize("words", [b"", b"GET /metrics HTTP/1.1\r\nHost: "])
async def test_who_asks_too_slowly_is_cut_off(words: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(status_page, "OPEN_TIMEOUT", 0.05)
    async with run_server(metrics_port=0) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", urlsplit(server.status_address).port)
        writer.write(words)
        async with asyncio.timeout(TIMEOUT_SECONDS):
            with contextlib.suppress(ConnectionError):
                assert b" 200 " not in await reader.read()
        writer.close()


async def test_who_does_not_read_the_page_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(status_page, "CLOSE_TIMEOUT", 0.05)
    async with run_server(metrics_port=0) as server:
        _, writer = await asyncio.open_connection("127.0.0.1", urlsplit(server.status_address).port)
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        writer.write(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert server._page is not None
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while not server._page._open:  # noqa: ASYNC110  nothing tells of it
                await asyncio.sleep(0.001)
            while server._page._open:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        writer.transport.abort()


# --- what cannot be served ---


async def test_a_port_in_use_is_logged_and_games_go_on(caplog: pytest.LogCaptureFixture) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        async with run_server(metrics_port=port) as server:
            await connect_over_socket(server, "Wren")
            assert server.status_address == ""
    (record,) = caplog.records
    sentence = f"Port {port} for the metrics is taken: choose another one with --metrics-port."
    assert record.getMessage() == f"{sentence} The server runs without metrics and health."


async def test_a_server_with_a_wrong_address_for_the_page_does_not_run() -> None:
    with pytest.raises(CannotListen, match="no address"):
        async with run_server(metrics_port=0, metrics_host="203.0.113.7"):
            pass


async def test_an_address_of_another_machine_is_told() -> None:
    page = StatusPage(Metrics(), ServerCounts, ServerSettings(metrics_host="203.0.113.7", metrics_port=0))
    with pytest.raises(CannotListen, match=r"no address '203\.0\.113\.7' for the metrics") as refused:
        await page.start()
    await page.stop()
    assert refused.value.status == 2


NO_ADDRESS = "This machine has no address 'den': choose 127.0.0.1 with --host, or 0.0.0.0 for the LAN."


def failed(number: int) -> OSError:
    return OSError(number, os.strerror(number))


@pytest.mark.parametrize(
    ("error", "sentence", "status"),
    [
        (socket.gaierror(socket.EAI_NONAME, "no such name"), NO_ADDRESS, 2),
        (UnicodeError("label too long"), NO_ADDRESS, 2),
        (failed(errno.EADDRNOTAVAIL), NO_ADDRESS, 2),
        (OSError("could not bind on any address out of [('den', 80)]"), NO_ADDRESS, 2),  # asyncio's, since Python 3.13
        (failed(errno.EADDRINUSE), "Port 80 is taken: choose another one with --port.", 1),
        (failed(errno.EACCES), "Port 80 is not for everybody: choose one above 1023 with --port.", 1),
        (failed(errno.EMFILE), "Port 80 of den cannot be listened on: Too many open files.", 1),
    ],
)
def test_each_reason_has_a_sentence_and_a_status(error: OSError | UnicodeError, sentence: str, status: int) -> None:
    refused = CannotListen(error, "den", 80)
    assert (str(refused), refused.status) == (sentence, status)


def test_the_sentence_about_another_port_names_its_settings() -> None:
    def sentence(number: int) -> str:
        return str(CannotListen(failed(number), "den", 7780, purpose="for the metrics", settings="metrics-"))

    assert sentence(errno.EADDRINUSE) == "Port 7780 for the metrics is taken: choose another one with --metrics-port."
    assert sentence(errno.EADDRNOTAVAIL) == (
        "This machine has no address 'den' for the metrics: choose 127.0.0.1 with --metrics-host."
    )


# --- secrets ---

CARD = re.compile(r"\b[2-9TJQKA][shdc]\b")


async def test_metrics_and_log_hold_no_name_no_token_no_card_and_no_chat() -> None:
    reads, writes = os.pipe()
    handler = BackgroundLog(writes, log_format=JsonFormat())
    logger = logging.getLogger("railbird.server")
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    try:
        async with run_server(metrics_port=0, name="Zaunkönig-Haus") as server:
            wren, heron = await connect_in_memory(server, "Wrenwren"), await connect_over_socket(server, "Heronheron")
            table = await wren.open_table(name="Zaunkoenig")
            await heron.watch(table)
            await wren.sit()
            await heron.sit()
            async with asyncio.timeout(TIMEOUT_SECONDS):
                players = (wren, heron)
                await asyncio.gather(*(player.play_hands(choose_passively, hands=3) for player in players))
            await heron.expect_accepted(SendChat(text="Pssst, listen"))
            await wren.wait_for(Chat)
            await heron.socket.send_frame('{"type":"Pssst"}')
            page = await get(server.status_address, "/metrics")
            await heron.socket.abort_and_wait()
            await wren.close()
    finally:
        logger.removeHandler(handler)
        logger.setLevel(logging.NOTSET)
        handler.close()
        os.close(writes)
    with os.fdopen(reads) as written:
        log = written.read()
    lines = [json.loads(line) for line in log.splitlines()]
    assert any(line.get("player") for line in lines)
    secrets = ("wrenwren", "heronheron", "pssst", "zaun", wren.welcome.token, heron.welcome.token)
    for text in (page.text, log):
        assert not [secret for secret in secrets if secret.lower() in text.lower()]
        assert not CARD.findall(text)
