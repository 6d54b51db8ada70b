"""Another program in the place of a plain server learns no token, whatever it answers."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response

from railbird_client.network.link import Link, LinkEvent, TokenWithheld
from railbird_server.runtime.server import Server
from railbird_server.store.sqlite import SqliteStore
from railbird_shared.conversation import Received
from railbird_shared.network.address import Address, Scheme, parse_address
from railbird_shared.network.recognition import (
    CHALLENGE_HEADER,
    PROOF_HEADER,
    parse_challenge,
    place_of,
    prove,
    token_digest,
)
from railbird_shared.protocol.commands import Hello, OpenTable
from railbird_shared.protocol.messages import Welcome
from support.fake_server import FakeServer, run_fake_server
from support.network_clients import run_server
from support.timeouts import TIMEOUT_SECONDS

PASSWORD = "tern of the tarn"

OPEN_TABLE = OpenTable(name="Den", game="holdem")


@dataclass
class Visit:
    """A link to a server, and what came of it."""

    link: Link
    events: list[LinkEvent] = field(default_factory=list)
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    async def welcomes(self, count: int) -> list[Welcome]:
        """Waits for so many welcomes of this visit."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while len(found := [each.message for each in self.events if isinstance(each, Received)]) < count:
                self.changed.clear()
                await self.changed.wait()
        return [each for each in found if isinstance(each, Welcome)]

    @property
    def told(self) -> list[str]:
        """What the player reads of tokens that were not sent."""
        return [each.sentence for each in self.events if isinstance(each, TokenWithheld)]


@asynccontextmanager
async def visiting(address: Address, tokens: Sequence[str] = (), password: str = "") -> AsyncIterator[Visit]:
    async def hardly_sleep(_: float) -> None:
        await asyncio.sleep(0.01)

    def on_event(event: LinkEvent) -> None:
        visit.events.append(event)
        visit.changed.set()

    link = Link(address, name="Wren", tokens=tuple(tokens), password=password, on_event=on_event, sleep=hardly_sleep)
    visit = Visit(link)
    running = asyncio.create_task(link.run())
    try:
        yield visit
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def first_token(server: Server) -> str:
    """Returns the token that a server gives to a player who comes for the first time."""
    async with visiting(parse_address(server.address)) as visit:
        (welcome,) = await visit.welcomes(1)
    return welcome.token


async def hello_at(fake: FakeServer, tokens: Sequence[str]) -> tuple[Hello, list[str]]:
    """Returns what a player with these tokens says to a server, and what they read."""
    async with visiting(fake.address, tokens, PASSWORD) as visit:
        hello = await (await fake.accept()).answer_hello(token="other")
        await visit.welcomes(1)
        await asyncio.sleep(0)
        return hello, visit.told


# --- a server that knows the player ----------------------------------------------------------------------------------


async def test_a_player_who_comes_back_to_a_plain_server_is_known() -> None:
    async with run_server() as server:
        token = await first_token(server)
        async with visiting(parse_address(server.address), [token]) as visit:
            (welcome,) = await visit.welcomes(1)
        assert (welcome.token, visit.told) == (token, [])


async def test_a_player_is_known_by_any_of_their_tokens() -> None:
    async with run_server() as server:
        token = await first_token(server)
        async with visiting(parse_address(server.address), ["of-another-program", token]) as visit:
            (welcome,) = await visit.welcomes(1)
        assert welcome.token == token


async def test_a_player_is_known_after_a_restart(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "railbird.db")
    async with run_server(store=store) as server, visiting(parse_address(server.address)) as visit:
        (welcome,) = await visit.welcomes(1)
        await visit.link.request(OPEN_TABLE)
    store, address = SqliteStore(tmp_path / "railbird.db"), parse_address(server.address)
    async with run_server(store=store, port=server.port), visiting(address, [welcome.token]) as again:
        (known,) = await again.welcomes(1)
    assert (known.token, again.told) == (welcome.token, [])


async def test_a_broken_connection_to_a_plain_server_comes_back_with_the_token() -> None:
    async with run_server() as server, visiting(parse_address(server.address)) as visit:
        (first,) = await visit.welcomes(1)
        server._connection_limits.abort_all()
        _, second = await visit.welcomes(2)
        assert (second.token, visit.told) == (first.token, [])


# --- another program at the same place -------------------------------------------------------------------------------


async def test_a_program_that_proves_nothing_gets_no_kept_token() -> None:
    async with run_fake_server() as fake:
        hello, told = await hello_at(fake, ["kept"])
        assert hello.token == ""
        assert told == [f"The program at {fake.address} did not prove that it knows you, so you came as somebody new."]


ANSWERS: dict[str, Callable[[str, str], list[str]]] = {
    "only the place": lambda place, _: [place],
    "a proof of nothing": lambda place, _: [f"{place} "],
    "a made-up proof": lambda place, _: [f"{place} {'A' * 43}"],
    "a proof by another token": lambda place, nonce: [f"{place} {prove(token_digest('other'), nonce, place)}"],
    "a proof by an empty token": lambda place, nonce: [f"{place} {prove(token_digest(''), nonce, place)}"],
    "a proof by nothing": lambda place, nonce: [f"{place} {prove(b'', nonce, place)}"],
    "an earlier proof": lambda place, _: [f"{place} {prove(token_digest('kept'), 'A' * 22, place)}"],
    "the proof of another place": lambda _, nonce: [f"127.0.0.1:1 {prove(token_digest('kept'), nonce, '127.0.0.1:1')}"],
    "another place's proof": lambda place, nonce: [f"{place} {prove(token_digest('kept'), nonce, '127.0.0.1:1')}"],
    "the challenge": lambda place, nonce: [f"{place} {nonce}"],
    "two answers": lambda place, nonce: [f"{place} {prove(token_digest('kept'), nonce, place)}"] * 2,
    "an empty answer": lambda *_: [""],
    "letters beyond ASCII": lambda place, _: [f"{place} \xe4\xff"],
    "much": lambda place, _: [f"{place} {'A' * 7000}"],
}
"""What an impostor that knows no token of the player may answer, given its place and the client's nonce."""


@asynccontextmanager
async def impostor(answer: Callable[[str, str], list[str]]) -> AsyncIterator[FakeServer]:
    """A program that answers the challenge in its own way."""
    async with run_fake_server() as fake:

        def process_response(socket: ServerConnection, request: Request, response: Response) -> None:
            challenge = parse_challenge(request.headers[CHALLENGE_HEADER])
            assert challenge is not None
            for each in answer(place_of(socket.local_address), challenge.nonce):
                response.headers[PROOF_HEADER] = each

        fake.process_response = process_response  # type: ignore[method-assign]
        yield fake


@pytest.mark.parametrize("kind", ANSWERS)
async def test_whatever_an_impostor_answers_it_gets_no_token(kind: str) -> None:
    async with impostor(ANSWERS[kind]) as fake:
        hello, told = await hello_at(fake, ["kept", "older"])
        assert (hello.token, len(told)) == ("", 1)


async def test_the_right_proof_is_taken() -> None:
    """The right proof is taken, so that the others fail for their own reasons."""
    async with impostor(lambda place, nonce: [f"{place} {prove(token_digest('kept'), nonce, place)}"]) as fake:
        hello, told = await hello_at(fake, ["kept", "older"])
        assert (hello.token, told) == ("kept", [])


async def test_no_byte_of_a_request_tells_a_token_or_its_digest() -> None:
    heard = bytearray()

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.extend(await reader.readuntil(b"\r\n\r\n"))
        writer.close()

    async with await asyncio.start_server(listen, "127.0.0.1", 0) as listener:
        address = Address("127.0.0.1", listener.sockets[0].getsockname()[1])
        await Link(address, name="Wren", tokens=["kept"], password=PASSWORD, on_event=lambda _: None).run()
    digest = token_digest("kept")
    for secret in (b"kept", digest, digest.hex().encode(), PASSWORD.encode()):
        assert secret not in heard
    assert CHALLENGE_HEADER.encode() in heard


async def test_a_program_that_takes_over_in_the_middle_of_a_session_gets_neither_token_nor_password() -> None:
    async with run_server() as server, visiting(parse_address(server.address), password=PASSWORD) as visit:
        (first,) = await visit.welcomes(1)
        port = server.port
        await server.stop()
        async with run_fake_server(port=port) as fake:
            hello = await (await fake.accept()).answer_hello(token="other")
            await visit.welcomes(2)
            assert (hello.token, hello.password) == ("", "")
            assert first.token
        assert len(visit.told) == 1


# --- a program in between --------------------------------------------------------------------------------------------


@asynccontextmanager
async def relay(server: Server, host: str, port: int = 0) -> AsyncIterator[tuple[Address, list[str]]]:
    """A program that passes everything on to the server, the proof too, and notes what clients say."""
    heard: list[str] = []
    proofs: dict[ServerConnection, str] = {}
    behind: dict[ServerConnection, object] = {}

    async def ask(socket: ServerConnection, request: Request) -> None:
        question = {CHALLENGE_HEADER: request.headers[CHALLENGE_HEADER]}
        upstream = await connect(server.address, compression=None, additional_headers=question)
        assert upstream.response is not None
        proofs[socket] = upstream.response.headers[PROOF_HEADER]
        behind[socket] = upstream

    def process_response(socket: ServerConnection, _: Request, response: Response) -> None:
        response.headers[PROOF_HEADER] = proofs[socket]

    async def pass_on(socket: ServerConnection) -> None:
        upstream = behind[socket]
        async for frame in socket:
            heard.append(str(frame))
            await upstream.send(frame)  # type: ignore[attr-defined]
            await socket.send(await upstream.recv())  # type: ignore[attr-defined]

    async with serve(
        pass_on, host, port, process_request=ask, process_response=process_response, compression=None
    ) as listener:
        yield Address(host, listener.sockets[0].getsockname()[1], Scheme.PLAIN), heard


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2"])
async def test_a_program_that_passes_on_the_servers_proof_gets_no_token(host: str) -> None:
    if host != "127.0.0.1" and sys.platform != "linux":
        pytest.skip("Other systems have one address of this kind.")
    async with run_server() as server:
        token = await first_token(server)
        same_port = server.port if host != "127.0.0.1" else 0
        async with relay(server, host, same_port) as (address, heard):
            async with visiting(address, [token]) as visit:
                (welcome,) = await visit.welcomes(1)
            assert welcome.token != token
            assert len(visit.told) == 1
        assert heard
        assert not [frame for frame in heard if token in frame]


# --- older programs --------------------------------------------------------------------------------------------------


async def test_an_older_server_gets_its_token_again_in_the_session_in_which_it_gave_it() -> None:
    async with run_fake_server() as fake, visiting(fake.address) as visit:
        first = await fake.accept()
        assert (await first.answer_hello(token="given")).token == ""
        await visit.welcomes(1)
        first.abort()
        assert (await (await fake.accept()).answer_hello(token="given")).token == "given"
        assert visit.told == []


async def test_an_older_client_is_served_as_ever() -> None:
    async with run_server() as server, connect(server.address, compression=None) as client:
        assert client.response is not None
        assert PROOF_HEADER not in client.response.headers


@pytest.mark.parametrize("question", ["", "A", "A" * 22 + " B", "A" * 5000, " ".join(["A" * 22] * 9)])
async def test_a_server_answers_no_malformed_challenge(question: str) -> None:
    headers = {CHALLENGE_HEADER: question}
    async with run_server() as server, connect(server.address, compression=None, additional_headers=headers) as client:
        assert client.response is not None
        assert PROOF_HEADER not in client.response.headers
