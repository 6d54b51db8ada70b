"""A web server that sends every client elsewhere, and a place to which it sends them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from railbird_shared.network.address import Address, Scheme
from support.certificates import CertificateFiles
from support.timeouts import TIMEOUT_SECONDS

STATUSES = (300, 301, 302, 303, 304, 305, 306, 307, 308, 399)

LOCATIONS: dict[str, Callable[[int, int], str]] = {
    "ws": lambda _, lure: f"ws://127.0.0.1:{lure}/",
    "wss": lambda _, lure: f"wss://127.0.0.1:{lure}/",
    "http": lambda _, lure: f"http://127.0.0.1:{lure}/",
    "https": lambda _, lure: f"https://127.0.0.1:{lure}/",
    "without a scheme": lambda _, lure: f"//127.0.0.1:{lure}/",
    "with a password": lambda _, lure: f"ws://wren:secret@127.0.0.1:{lure}/",
    "the same place": lambda own, _: f"ws://127.0.0.1:{own}/",
    "the same place, encrypted": lambda own, _: f"wss://127.0.0.1:{own}/",
    "another path": lambda own, _: f"ws://127.0.0.1:{own}/elsewhere",
    "relative": lambda *_: "/elsewhere",
    "relative query": lambda *_: "?again=1",
    "empty": lambda *_: "",
    "another host": lambda *_: "ws://elsewhere.invalid/",
    "no host": lambda *_: "ws:///",
    "no port": lambda *_: "ws://127.0.0.1:port/",
    "a port too high": lambda *_: "ws://127.0.0.1:99999/",
    "an open bracket": lambda *_: "ws://[::1/",
    "a host of dots": lambda *_: "ws://....../",
    "a fragment": lambda _, lure: f"ws://127.0.0.1:{lure}/#fragment",
    "a script": lambda *_: "javascript:alert(1)",
    "letters beyond ASCII": lambda *_: "ws://b\xfccher.invalid/\xff",
    "long": lambda _, lure: f"ws://127.0.0.1:{lure}/" + "a" * 7000,
    "very long": lambda _, lure: f"ws://127.0.0.1:{lure}/" + "a" * 100_000,
}
"""Where a redirect leads, given the port of the server and that of a place that waits for clients."""


class RedirectingServer:
    """Answers each request with `status` and `location`; `requests` has what clients said, `lured` who followed."""

    def __init__(self) -> None:
        self.address = Address("127.0.0.1")
        self.status = 302
        self.location: str | None = None
        self.requests: list[bytes] = []
        self.lured = 0
        self.lure = 0
        self._answered = asyncio.Event()

    def point_to(self, place: str) -> None:
        """Sends clients to one of LOCATIONS from now on."""
        self.location = LOCATIONS[place](self.address.port, self.lure)

    async def wait_for_requests(self, count: int) -> None:
        """Waits until so many requests have come."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while len(self.requests) < count:
                self._answered.clear()
                await self._answered.wait()

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            beginning = await reader.readexactly(4)
            if beginning != b"GET ":  # somebody who wants to encrypt
                return
            self.requests.append(beginning + await reader.readuntil(b"\r\n\r\n"))
            location = b"" if self.location is None else b"Location: %b\r\n" % self.location.encode("latin-1")
            writer.write(b"HTTP/1.1 %d Elsewhere\r\n%bContent-Length: 0\r\n\r\n" % (self.status, location))
            await writer.drain()
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            self._answered.set()
            writer.close()

    def count_lured(self, _: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.lured += 1
        writer.close()


@asynccontextmanager
async def run_redirecting_server(
    files: CertificateFiles | None = None, *, port: int = 0
) -> AsyncIterator[RedirectingServer]:
    """Runs a server that redirects, encrypted if it gets a certificate."""
    redirecting = RedirectingServer()
    context = files.context if files else None
    async with (
        await asyncio.start_server(redirecting.answer, "127.0.0.1", port, ssl=context) as server,
        await asyncio.start_server(redirecting.count_lured, "127.0.0.1", 0) as lure,
    ):
        scheme = Scheme.ENCRYPTED if files else Scheme.PLAIN
        fingerprint = files.fingerprint if files else ""
        redirecting.address = Address("127.0.0.1", server.sockets[0].getsockname()[1], scheme, fingerprint)
        redirecting.lure = lure.sockets[0].getsockname()[1]
        yield redirecting
