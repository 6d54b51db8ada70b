"""A hosted game goes on without its host's terminal: the real program and its server, and friends over sockets."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect

from railbird_client.network.lan_search import Publish
from railbird_client.network.link import Link, LinkEvent, ServerMoved
from railbird_shared.conversation import Received
from railbird_shared.network.address import parse_address
from railbird_shared.network.run_file import RUN_FILE_NAME, RunFile, encode_run_file
from railbird_shared.protocol.commands import ListTables, Sit, Watch
from railbird_shared.protocol.messages import Lobby, Message, TableClosed
from support.found_servers import found_server
from support.network_clients import SocketClient, SocketLink, choose_passively
from support.server_processes import free_port
from support.timeouts import TIMEOUT_SECONDS

if sys.platform == "win32":
    pytest.skip("needs the terminals of POSIX", allow_module_level=True)

from support.hosted_games import game_folder, host, no_server_left, run_file, server_of
from support.terminal import is_running, wait_for_process_exit

pytestmark = pytest.mark.slow

QUIT = "\x11"
NAMES = ("Heron", "Jay")


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    with no_server_left(tmp_path):
        yield tmp_path


class Friends:
    """Two friends who sit at the host's table; they live in a thread of their own and check or call."""

    def __init__(self, port: int) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.people: list[SocketClient] = self.run(self._come(port))

    def run(self, work: Any) -> Any:
        future: Future[Any] = asyncio.run_coroutine_threadsafe(work, self._loop)
        return future.result(TIMEOUT_SECONDS)

    async def _come(self, port: int) -> list[SocketClient]:
        people = []
        for name in NAMES:
            client = SocketClient(SocketLink(await connect(f"ws://127.0.0.1:{port}", compression=None)))
            await client.login(name)
            await client.expect_accepted(ListTables())
            lobby = await client.wait_for(Lobby, lambda listing: bool(listing.tables))
            await client.watch(lobby.tables[0].table)
            await client.sit()
            people.append(client)
        return people

    def play_hands(self, more: int) -> None:
        """Plays until so many more hands have ended."""
        assert self.people[0].view is not None
        last = self.people[0].view.hand + more

        async def play() -> None:
            await asyncio.gather(*(each.play_hands(choose_passively, hands=last) for each in self.people))

        self.run(play())

    def wait_for(self, kind: type[Message]) -> Any:
        return self.run(self.people[0].wait_for(kind))

    def close(self) -> None:
        async def leave() -> None:
            for each in self.people:
                await each.close()

        self.run(leave())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(TIMEOUT_SECONDS)
        self._loop.close()


@contextmanager
def friends(port: int) -> Iterator[Friends]:
    company = Friends(port)
    try:
        yield company
    finally:
        company.close()


@pytest.mark.slow
def test_two_friends_play_on_when_the_host_is_killed_and_the_host_comes_back(home: Path) -> None:
    port = free_port()
    with host(home, port) as terminal:
        terminal.expect_text("begins when two players")
        with friends(port) as company:
            terminal.expect_text("hand 1", "Heron", "Jay")
            os.kill(terminal.process.pid, signal.SIGKILL)
            terminal.wait_for_exit()
            server = server_of(home)
            company.play_hands(3)
            with host(home, port) as again:
                again.expect_text(r"Wren( SB| BB)? +.*\d")
                again.expect_text("Add bot")
                assert server_of(home) == server
                again.type_keys(QUIT)
                again.expect_text("Leave it running")
                again.type_keys("e")
                assert again.wait_for_exit() == 0
                wait_for_process_exit(server)
            closed = company.wait_for(TableClosed)
            assert closed.reason.startswith("The host has ended the game.")
    assert run_file(home) is None


@pytest.mark.slow
def test_a_closed_terminal_leaves_the_game_running(home: Path) -> None:
    port = free_port()
    with host(home, port, "--bots", "1") as terminal:
        terminal.expect_text("hand 1")
        server = server_of(home)
        terminal.close()
        terminal.process.wait(TIMEOUT_SECONDS)
    assert is_running(server)
    with host(home, port) as again:
        again.expect_text(r"Wren( SB| BB)? +.*\d")


def test_a_host_leaves_the_game_running_and_comes_back(home: Path) -> None:
    port = free_port()
    with host(home, port) as terminal:
        terminal.expect_text("begins when two players")
        with friends(port) as company:
            terminal.expect_text("Jay")
            terminal.type_keys(QUIT)
            terminal.expect_text("Heron and Jay have seats at your table")
            terminal.type_keys(QUIT)
            assert terminal.wait_for_exit() == 0
            assert "Your game goes on without you" in terminal.output
            company.play_hands(2)
            with host(home, port) as again:
                again.expect_text(r"Wren( SB| BB)? +.*\d")


@pytest.mark.slow
def test_a_game_that_nobody_else_is_at_ends_with_its_host(home: Path) -> None:
    port = free_port()
    with host(home, port, "--bots", "1") as terminal:
        terminal.expect_text("hand 1")
        server = server_of(home)
        terminal.type_keys(QUIT)
        terminal.expect_text("Give it up and quit")
        terminal.type_keys(QUIT)
        assert terminal.wait_for_exit() == 0
        wait_for_process_exit(server)
    assert run_file(home) is None


@pytest.mark.slow
def test_a_host_who_wants_another_game_ends_the_one_that_runs(home: Path) -> None:
    port = free_port()
    with host(home, port, "--bots", "1") as terminal:
        terminal.expect_text("hand 1")
        first = server_of(home)
        os.kill(terminal.process.pid, signal.SIGKILL)
        terminal.wait_for_exit()
    with host(home, port, "--game", "razz") as again:
        again.expect_text("other options")
        again.type_keys("n")
        again.expect_text("Razz")
        wait_for_process_exit(first)
        assert server_of(home) != first


def test_two_clients_that_host_at_the_same_time_come_to_one_server(home: Path) -> None:
    port = free_port()
    with host(home, port) as one, host(home, port) as other:
        # The later one may find the token of the first, and is the same player then, in another window.
        for each in (one, other):
            each.expect_text("Wren( 2)?'s table|You connected from another window")
        server = server_of(home)
        assert len([pid for pid in (*one.children(), *other.children()) if pid == server]) <= 1


@pytest.mark.slow
@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", json.dumps({"pid": "x"}).encode()])
def test_a_damaged_run_file_does_not_keep_a_host_from_hosting(home: Path, content: bytes) -> None:
    game_folder(home).mkdir(parents=True)
    (game_folder(home) / RUN_FILE_NAME).write_bytes(content)
    with host(home, free_port()) as terminal:
        terminal.expect_text("begins when two players")


@pytest.mark.slow
def test_a_run_file_of_another_process_whose_port_is_silent_is_stale(home: Path) -> None:
    game_folder(home).mkdir(parents=True)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))  # nobody else can listen there meanwhile
        stale = RunFile(f"ws://127.0.0.1:{silent.getsockname()[1]}", os.getpid(), "secret", "Den", 0)
        (game_folder(home) / RUN_FILE_NAME).write_bytes(encode_run_file(stale))
        with host(home, free_port()) as terminal:
            terminal.expect_text("begins when two players")


@pytest.mark.parametrize("detached", [True, False])
def test_only_a_detached_server_is_ended_after_a_test(tmp_path: Path, *, detached: bool) -> None:
    command = [sys.executable, "-c", "import time; time.sleep(600)"]
    with subprocess.Popen(command, start_new_session=detached) as process:
        with no_server_left(tmp_path):
            game_folder(tmp_path).mkdir(parents=True)
            named = RunFile("ws://127.0.0.1:1", process.pid, "secret", "Den", 0)
            (game_folder(tmp_path) / RUN_FILE_NAME).write_bytes(encode_run_file(named))
        try:
            if detached:
                assert process.wait(TIMEOUT_SECONDS) == -signal.SIGKILL
            else:
                assert process.poll() is None
        finally:
            process.kill()


async def test_a_game_whose_port_is_taken_comes_back_at_another_one_and_so_do_its_friends(home: Path) -> None:
    port, events = free_port(), asyncio.Queue[LinkEvent]()

    async def search(publish: Publish) -> None:
        """Finds the server where its run file says, as its announcement does on a network that has multicast."""
        if said := run_file(home):
            at = parse_address(said.address)
            publish((found_server("Wren's game", at.host, port=at.port, fingerprint=at.fingerprint),))

    async def until(kind: type) -> LinkEvent:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while not isinstance(event := await events.get(), kind):
                pass
            return event

    with host(home, port, encrypted=True) as terminal:
        await asyncio.to_thread(terminal.expect_text, "begins when two players")
        said = run_file(home)
        assert said is not None
        link = Link(parse_address(said.address), name="Heron", tokens=(), on_event=events.put_nowait, search=search)
        playing = asyncio.create_task(link.run())
        await until(Received)
        (table,) = (await link.request_list(ListTables(), Lobby)).tables
        await link.request(Watch(table=table.table))
        await link.request(Sit())
        os.kill(server_of(home), signal.SIGKILL)
        await asyncio.to_thread(terminal.expect_text, "by itself")
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        other.bind(("0.0.0.0", port))
        other.listen()
        with host(home, port, encrypted=True) as again:
            await asyncio.to_thread(again.expect_text, "Your last game")
            await asyncio.to_thread(again.type_keys, "\rj")
            await asyncio.to_thread(
                again.expect_text, f"Port {port} is taken: your game is at port", "send the link again"
            )
            moved = await until(ServerMoved)
            assert moved == ServerMoved(f"port {link.address.port}")
            assert link.address.port != port
            assert link.conversation.welcome is not None
            assert link.conversation.welcome.table == table.table, "the seat is kept"
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)


def test_another_program_on_the_port_is_a_sentence(home: Path) -> None:
    with socket.socket() as other:
        other.bind(("0.0.0.0", 0))
        other.listen()
        with host(home, other.getsockname()[1]) as terminal:
            assert terminal.wait_for_exit() == 1
            assert "is taken: choose another one with --port" in " ".join(terminal.output.split())


def test_a_folder_that_cannot_be_written_is_a_sentence(home: Path) -> None:
    (home / "file").write_text("in the way")
    with host(home, free_port(), "--data", str(home / "file" / "host")) as terminal:
        assert terminal.wait_for_exit() == 1
        assert "choose another with --data" in " ".join(terminal.output.split())
