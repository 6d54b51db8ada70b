"""The http door: which requests it answers, which sockets it opens, and what a bad neighbour gets at."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
import re
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from importlib.resources import files
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from railbird_client.guests import http_door
from railbird_client.guests.channel_driver import Channel
from railbird_client.guests.guest import Guest, TerminalKind
from railbird_client.guests.house import GuestRefused
from railbird_client.guests.http_door import (
    BAD_HELLO,
    NOT_HERE,
    NOT_NEAR,
    NOT_OURS,
    HttpDoor,
    is_near,
    load_encryption,
    open_http_door,
)
from railbird_shared.network.websocket import Throttle, pinning_context
from support.certificates import write_certificate
from support.timeouts import TIMEOUT_SECONDS

KEY = "0123456789abcdef" * 2


class FakeDrawn:
    """A client that repeats what it is sent."""

    def __init__(self, channel: Channel, size: tuple[int, int]) -> None:
        self.channel = channel
        self.size = size
        self.heard = b""
        self.pauses: list[str] = []
        self.ended = asyncio.Event()

    def feed(self, data: bytes) -> None:
        self.heard += data
        self.channel.write(data)

    def resize(self, width: int, height: int) -> None:
        self.size = (width, height)

    def pause(self) -> None:
        self.pauses.append("pause")

    def resume(self) -> None:
        self.pauses.append("resume")

    def end(self, sentence: str = "") -> None:
        assert not sentence
        self.ended.set()


class FakeHouse:
    """Takes every guest, or refuses with a sentence."""

    def __init__(self) -> None:
        self.guests: list[Guest] = []
        self.drawn: list[FakeDrawn] = []
        self.refusal = ""

    async def draw(self, guest: Guest, channel: Channel, size: tuple[int, int], terminal: TerminalKind) -> FakeDrawn:
        if self.refusal:
            raise GuestRefused(self.refusal)
        assert terminal.colour_system == "truecolor"
        self.guests.append(guest)
        self.drawn.append(FakeDrawn(channel, size))
        return self.drawn[-1]


@asynccontextmanager
async def open_door(**options: object) -> AsyncIterator[tuple[HttpDoor, FakeHouse]]:
    house = FakeHouse()
    door = await open_http_door(house, 0, host="127.0.0.1", **options)  # type: ignore[arg-type]
    try:
        yield door, house
    finally:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await door.close()


async def ask(door: HttpDoor, path: str, *, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], bytes]:
    """Asks for a path as it is written; returns the status, the headers and the content."""
    reader, writer = await asyncio.open_connection("127.0.0.1", door.port)
    lines = {"Host": f"127.0.0.1:{door.port}"} | {name.replace("_", "-"): value for name, value in headers.items()}
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items() if value)
    writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode())
    async with asyncio.timeout(TIMEOUT_SECONDS):
        answer = await reader.read()
    writer.close()
    first, _, rest = answer.partition(b"\r\n")
    top, _, content = rest.partition(b"\r\n\r\n")
    found = dict(line.split(": ", 1) for line in top.decode().split("\r\n"))
    return int(first.split()[1]), found, content


@asynccontextmanager
async def sit_down(door: HttpDoor, **hello: object) -> AsyncIterator[ClientConnection]:
    origin = f"http://127.0.0.1:{door.port}"
    async with connect(f"ws://127.0.0.1:{door.port}/screen", origin=origin, proxy=None, max_size=None) as page:  # type: ignore[arg-type]
        await page.send(json.dumps({"key": KEY, "name": "Ada", "columns": 120, "rows": 40} | hello))
        yield page


async def last_word(page: ClientConnection) -> str:
    """Waits for the sentence at the end of a socket."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        said = [message async for message in page]
    return str(json.loads(said[-1])["end"])


async def test_the_pages_are_given_with_their_types_and_walls() -> None:
    async with open_door() as (door, _):
        types = {
            "/terminal": "text/html; charset=utf-8",
            "/page.js": "text/javascript; charset=utf-8",
            "/page.css": "text/css; charset=utf-8",
            "/xterm.js": "text/javascript; charset=utf-8",
            "/mono.woff2": "font/woff2",
        }
        for path, kind in types.items():
            status, headers, content = await ask(door, path + "?x=1")
            assert (status, headers["Content-Type"]) == (200, kind)
            assert len(content) == int(headers["Content-Length"])
            assert "default-src 'none'; script-src 'self';" in headers["Content-Security-Policy"]
            assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
            assert ("unsafe-inline" in headers["Content-Security-Policy"]) == (path == "/terminal")
            assert headers["X-Content-Type-Options"] == "nosniff"
            assert headers["Referrer-Policy"] == "no-referrer"
            policy = headers["Content-Security-Policy"]
            status, headers, content = await ask(door, path, If_None_Match=headers["ETag"])
            assert (status, content) == (304, b"")
            assert headers["Content-Security-Policy"] == policy, "a browser keeps the newer one"
        page = gzip.decompress((await ask(door, "/terminal"))[2]).decode()
        assert "<script>" not in page
        assert "style=" not in page
        assert "//" not in page, "the page loads something from elsewhere"


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost:7780", 200),
        ("192.168.1.20:7780", 200),
        ("[fd00::7]:7780", 200),
        ("den.local:7780", 200),
        ("den", 200),
        ("play.example.org", 200),
        ("evil.example", 421),
        ("play.example.org.evil.example", 421),
        ("den.local@evil.example", 421),
        ("", 421),
    ],
)
async def test_a_page_is_given_under_own_names_alone(host: str, status: int) -> None:
    async with open_door(names=("Play.example.org",)) as (door, _):
        found, headers, content = await ask(door, "/terminal", Host=host)
        assert found == status
        assert status == 200 or NOT_OURS.encode() in content
        assert "evil" not in headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    "path",
    [
        "/../http_door.py",
        "/vendor/../page.js",
        "//etc/passwd",
        "/%2e%2e/guest.py",
        "/page.js/",
        "/__init__.py",
        "/SHA256SUMS",
        "/index.html",
        "http://127.0.0.1/terminal",
        "/terminal/",
    ],
)
async def test_nothing_else_is_given(path: str) -> None:
    async with open_door() as (door, _):
        status, _, content = await ask(door, path)
        assert status == 404
        assert NOT_HERE.encode() in content


async def test_the_pages_can_be_read_and_nothing_else() -> None:
    async with open_door() as (door, _):
        status, headers, _ = await ask(door, "/terminal", method="POST")
        assert (status, headers["Allow"]) == (405, "GET")


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1", "http://localhost:7780", None])
async def test_a_page_of_somebody_else_opens_no_socket(origin: str | None) -> None:
    async with open_door() as (door, house):
        with pytest.raises(InvalidStatus) as refused:
            await connect(f"ws://127.0.0.1:{door.port}/screen", origin=origin, proxy=None)  # type: ignore[arg-type]
        assert refused.value.response.status_code == 403
        assert not house.guests


@pytest.mark.parametrize(
    ("peer", "local", "near"),
    [
        ("192.168.1.20", "10.0.0.1", True),
        ("127.0.0.1", "127.0.0.1", True),
        ("fe80::1%eth0", "fe80::2%eth0", True),
        ("2606:4700:7:9::1", "2606:4700:7:9::2", True),
        ("2606:4700:7:9::1", "2606:4700:7:8::2", False),
        ("93.184.216.34", "192.168.1.20", False),
        ("192.168.1.20", "93.184.216.34", False),
        ("100.64.0.1", "100.64.0.2", False),
    ],
)
def test_both_ends_have_to_be_near(peer: str, local: str, near: bool) -> None:
    assert is_near(peer, local) == near


async def test_a_public_end_is_told_that_there_is_no_encryption(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_door, "is_near", lambda peer, local: (peer, local) != ("127.0.0.1", "127.0.0.1"))
    async with open_door() as (door, _):
        status, _, content = await ask(door, "/terminal")
        assert status == 403
        assert NOT_NEAR.encode() in content


async def test_with_a_certificate_the_door_speaks_https_everywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate = write_certificate(tmp_path)
    encryption = load_encryption(str(certificate.certificate), str(certificate.key))
    async with open_door(encryption=encryption) as (door, house):
        monkeypatch.setattr(http_door, "is_near", lambda *_: False)
        origin = f"https://127.0.0.1:{door.port}"
        where = f"wss://127.0.0.1:{door.port}/screen"
        async with connect(where, ssl=pinning_context(), origin=origin, proxy=None) as page:  # type: ignore[arg-type]
            await page.send(json.dumps({"key": KEY}))
            await page.send(b"x")
            assert await page.recv() == b"x"
        assert house.guests[0].identity == f"page:{KEY}"


async def test_an_encryption_that_never_begins_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_door, "OPEN_SECONDS", 0.05)
    certificate = write_certificate(tmp_path)
    async with open_door(encryption=load_encryption(str(certificate.certificate), str(certificate.key))) as (door, _):
        reader, writer = await asyncio.open_connection("127.0.0.1", door.port)
        async with asyncio.timeout(TIMEOUT_SECONDS / 2):
            assert await reader.read() == b""
        writer.close()


async def test_a_guest_plays_over_a_socket() -> None:
    async with open_door() as (door, house):
        async with sit_down(door, invite="secret") as page:
            await page.send(b"\x1b[A")
            assert await page.recv() == b"\x1b[A"
            assert house.guests == [Guest(f"page:{KEY}", "Ada", "127.0.0.1", "secret")]
            (drawn,) = house.drawn
            assert drawn.size == (120, 40)
            await page.send(json.dumps({"columns": 80, "rows": 24, "alive": True}))
            assert await page.recv() == "{}"
            assert drawn.size == (80, 24)
            drawn.channel.close("You have left.")
            assert await last_word(page) == "You have left."
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await drawn.ended.wait()


async def test_a_guest_who_is_refused_reads_why() -> None:
    async with open_door() as (door, house):
        house.refusal = "The house is full."
        async with sit_down(door) as page:
            assert await last_word(page) == "The house is full."


@pytest.mark.parametrize(
    "hello",
    [
        "",
        "{",
        "[]",
        "{}",
        '{"key": 5}',
        json.dumps({"key": KEY.upper()}),
        json.dumps({"key": KEY, "rows": "x"}),
        b"\xff",
    ],
)
async def test_a_hello_that_is_none_comes_to_nothing(hello: str | bytes) -> None:
    async with open_door() as (door, house):
        origin = f"http://127.0.0.1:{door.port}"
        async with connect(f"ws://127.0.0.1:{door.port}/screen", origin=origin, proxy=None) as page:  # type: ignore[arg-type]
            await page.send(hello)
            assert await last_word(page) == BAD_HELLO
        assert not house.guests


async def test_too_big_a_message_and_broken_news_end_that_line_alone() -> None:
    async with open_door() as (door, house), sit_down(door, key="f" * 32) as other:
        await other.send(b"1")
        assert await other.recv() == b"1"
        for bad in (b"x" * 9000, "{", '{"columns": []}'):
            async with sit_down(door) as page:
                await page.send(bad)
                async with asyncio.timeout(TIMEOUT_SECONDS):
                    await page.wait_closed()
        await other.send(b"2")
        assert await other.recv() == b"2"
        for drawn in house.drawn[1:]:
            assert drawn.ended.is_set()
            assert not drawn.heard


async def test_a_silent_line_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_door, "OPEN_SECONDS", 0.05)
    async with open_door() as (door, _):
        origin = f"http://127.0.0.1:{door.port}"
        async with connect(f"ws://127.0.0.1:{door.port}/screen", origin=origin, proxy=None) as page:  # type: ignore[arg-type]
            assert await last_word(page) == BAD_HELLO
        reader, writer = await asyncio.open_connection("127.0.0.1", door.port)
        writer.write(b"GET /terminal HTTP/1.1\r\nHost: ")
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await reader.read()
        writer.close()


async def test_half_open_connections_make_room_and_those_who_play_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_door, "MOST_CONNECTIONS", 5)
    async with open_door() as (door, _), sit_down(door) as page:
        await page.send(b"1")
        assert await page.recv() == b"1"
        silent = [await asyncio.open_connection("127.0.0.1", door.port) for _ in range(12)]
        assert (await ask(door, "/page.css"))[0] == 200
        async with asyncio.timeout(TIMEOUT_SECONDS):
            for reader, _ in silent[:7]:
                with suppress(ConnectionError):
                    assert not await reader.read()
        await page.send(b"2")
        assert await page.recv() == b"2"
        for _, writer in silent:
            writer.close()


async def test_one_household_cannot_take_all_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_door, "MOST_OF_HOUSEHOLD", 3)
    async with open_door() as (door, _):
        held = [await asyncio.open_connection("127.0.0.1", door.port) for _ in range(3)]
        assert (await ask(door, "/page.css"))[0] == 429
        for _, writer in held:
            writer.close()
            await writer.wait_closed()
        while (await ask(door, "/page.css"))[0] == 429:  # noqa: ASYNC110  the door has yet to hear of it
            await asyncio.sleep(0)


async def test_every_message_is_read_at_the_rate_of_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    read = []

    class NotedThrottle(Throttle):
        def delay(self, now: float) -> float:
            read.append(self)
            assert super().delay(now) >= 0
            return 0.0

    monkeypatch.setattr(http_door, "Throttle", NotedThrottle)
    async with open_door() as (door, _), sit_down(door) as page, sit_down(door, key="f" * 32) as other:
        for number in range(20):
            await page.send(b"x" if number % 2 else '{"alive": true}')
            assert await page.recv() == ("{}" if number % 2 == 0 else b"x")
        await other.send(b"1")
        assert await other.recv() == b"1"
    assert sorted(map(read.count, {*read})) == [1, 20]


async def test_a_slow_reader_holds_its_own_picture_back() -> None:
    async with open_door() as (door, house), sit_down(door) as page:
        await page.send(b"1")
        assert await page.recv() == b"1"
        (drawn,) = house.drawn
        page.transport.pause_reading()
        sent = 0
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while "pause" not in drawn.pauses:
                drawn.channel.write(b"x" * 60000)
                sent += 60000
                await asyncio.sleep(0)
        page.transport.resume_reading()
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while sent:
                sent -= len(await page.recv())
            while drawn.pauses[-1] != "resume":  # noqa: ASYNC110
                await asyncio.sleep(0)


async def test_a_line_that_is_cut_ends_its_client() -> None:
    async with open_door() as (door, house):
        async with sit_down(door) as page:
            await page.send(b"1")
            assert await page.recv() == b"1"
            raw: socket.socket = page.transport.get_extra_info("socket")
            assert raw.fileno() > 0
            page.transport.abort()
            with pytest.raises(ConnectionClosed):
                await page.recv()
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await house.drawn[0].ended.wait()
        house.drawn[0].channel.write(b"to nobody")
        house.drawn[0].channel.close("to nobody")


async def test_a_door_that_closes_waits_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_door, "LEAVE_SECONDS", 0.05)
    async with open_door() as (door, house), sit_down(door) as page:
        await page.send(b"1")
        assert await page.recv() == b"1"
        page.transport.pause_reading()
        async with asyncio.timeout(http_door.CLOSE_SECONDS / 2):
            await door.close()
        assert house.drawn[0].ended.is_set()
        page.transport.abort()


def test_what_others_have_made_is_as_they_made_it() -> None:
    vendor = files("railbird_client").joinpath("guests/terminal_page/vendor")
    sums = dict(line.split()[::-1] for line in vendor.joinpath("SHA256SUMS").read_text().splitlines())
    names = {file.name for file in vendor.iterdir()} - {"SHA256SUMS", "README.txt"}
    assert sums == {name: hashlib.sha256(vendor.joinpath(name).read_bytes()).hexdigest() for name in names}
    assert {"LICENSE-xterm.txt", "LICENSE-dejavu.txt", "xterm.js", "mono.woff2"} <= names


def test_the_letters_have_every_sign_that_the_game_draws() -> None:
    readme = files("railbird_client").joinpath("guests/terminal_page/vendor/README.txt").read_text()
    ranges = [(int(first, 16), int(last or first, 16)) for first, last in re.findall(r"U\+(\w+)(?:-(\w+))?", readme)]
    assert len(ranges) == 16
    folders = (files("railbird_client"), files("railbird_shared"))
    drawn = {char for folder in folders for file in Path(str(folder)).rglob("*.py") for char in file.read_text("utf-8")}
    assert len(drawn) > 150
    assert {char for char in drawn - {"\n"} if not any(first <= ord(char) <= last for first, last in ranges)} == set()
