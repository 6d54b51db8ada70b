"""The real programs on two machines: two network namespaces of Linux, joined by a pair of virtual cards."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

if sys.platform == "win32":
    pytest.skip("needs the terminals of POSIX", allow_module_level=True)

from support.hosted_games import no_server_left, server_of
from support.terminal import Terminal, run_in_terminal
from support.timeouts import TIMEOUT_SECONDS

pytestmark = pytest.mark.slow

SERVER_ADDRESS, CLIENT_ADDRESS = "10.77.77.1", "10.77.77.2"

IN_NAMESPACE = """
import os, sys
os.execvp("ip", ["ip", "netns", "exec", sys.argv[1], sys.executable, "-m", *sys.argv[2:]])
"""
"""Runs a module of Python in a namespace."""


def program_on(machine: str) -> tuple[str, ...]:
    return ("-c", IN_NAMESPACE, machine, "railbird_client")


def ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True)


@contextmanager
def namespace(name: str) -> Iterator[str]:
    ip("netns", "add", name)
    try:
        ip("-n", name, "link", "set", "lo", "up")
        yield name
    finally:
        ip("netns", "delete", name)


@pytest.fixture(scope="module")
def machines() -> Iterator[tuple[str, str]]:
    """The namespaces of a server and of a client, joined by a network."""
    if shutil.which("ip") is None or os.geteuid() != 0:
        pytest.skip("needs `ip netns` of Linux, and root")
    with ExitStack() as stack:
        try:
            server = stack.enter_context(namespace(f"railbird-{os.getpid()}-s"))
            client = stack.enter_context(namespace(f"railbird-{os.getpid()}-c"))
            ip("-n", server, "link", "add", "veth0", "type", "veth", "peer", "name", "veth0", "netns", client)
        except subprocess.CalledProcessError as error:
            pytest.skip(f"no network namespaces here: {error.stderr.decode().strip()}")
        for name, address in ((server, SERVER_ADDRESS), (client, CLIENT_ADDRESS)):
            ip("-n", name, "address", "add", f"{address}/24", "dev", "veth0")
            ip("-n", name, "link", "set", "veth0", "up")
        yield server, client


@contextmanager
def running_server(machine: str, port: int, *options: str) -> Iterator[subprocess.Popen[str]]:
    """Runs a server that listens on all addresses of a machine."""
    arguments = ("serve", "--host", "0.0.0.0", "--port", str(port), *options)
    process = subprocess.Popen(
        ["ip", "netns", "exec", machine, sys.executable, "-m", "railbird_server", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        assert "listens on" in process.stdout.readline()
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=TIMEOUT_SECONDS)
    assert process.returncode == 0


def run_find(machine: str, *options: str) -> subprocess.CompletedProcess[str]:
    command = ["ip", "netns", "exec", machine, sys.executable, "-m", "railbird_client", "find", *options]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=TIMEOUT_SECONDS)


def find_until(machine: str, count: int) -> list[dict[str, Any]]:
    """Searches until so many servers are found."""
    deadline = time.monotonic() + TIMEOUT_SECONDS
    found: list[dict[str, Any]] = []
    while len(found) != count:
        assert time.monotonic() < deadline, found
        found = json.loads(run_find(machine, "--json").stdout)
    return found


def test_a_server_is_found_from_another_machine_and_joined_from_the_start_screen(
    machines: tuple[str, str], tmp_path: Path
) -> None:
    server, client = machines
    with running_server(server, 7777, "--name", "Den"):
        with running_server(server, 7778, "--name", "Den"):
            found = find_until(client, 2)
            assert {each["address"] for each in found} == {f"{SERVER_ADDRESS}:7777", f"{SERVER_ADDRESS}:7778"}
            assert {each["name"] for each in found} == {"Den"}
        find_until(client, 1)
        with run_in_terminal("--name", "Wren", home=tmp_path, program=program_on(client)) as terminal:
            terminal.expect_text(r"1 +Den +no table yet", SERVER_ADDRESS)
            terminal.type_keys("1")
            terminal.expect_text("If all sixteen letters are the same")
            terminal.type_keys("y")
            terminal.expect_text("No table is open.")
            terminal.type_keys("\x11")
            assert terminal.wait_for_exit() == 0
            assert "Traceback" not in terminal.output


def test_a_server_that_stops_leaves_the_open_start_screen(machines: tuple[str, str], tmp_path: Path) -> None:
    server, client = machines
    with run_in_terminal("--name", "Wren", home=tmp_path, program=program_on(client)) as terminal:
        terminal.expect_text("None found so far")
        with running_server(server, 7779, "--name", "Attic"):
            terminal.expect_text("Attic")
        terminal.expect_no_text("Attic")
        terminal.type_keys("q")
        assert terminal.wait_for_exit() == 0


def test_a_host_on_a_network_without_a_default_route_invites_by_each_address_that_comes(
    machines: tuple[str, str], tmp_path: Path
) -> None:
    server, client = machines
    later = "10.77.78.1"
    with no_server_left(tmp_path), ExitStack() as stack:
        command = ("host", "--port", "7791", "--name", "Wren", "--no-ssh", "--no-page")
        hosting = stack.enter_context(run_in_terminal(*command, home=tmp_path, program=program_on(server)))
        hosting.expect_text("Wren sits|friends join by|begins when")
        hosting.type_keys("j")
        hosting.expect_text("Friends join by your invite link", f"railbird join {SERVER_ADDRESS}:7791")
        found = find_until(client, 1)[0]
        link = f"railbird://{SERVER_ADDRESS}:7791/#.{found['fingerprint']}"
        join = ("join", link, "--name", "Jay")
        with run_in_terminal(*join, home=tmp_path / "friend", program=program_on(client)) as friend:
            friend.expect_text("Wren", "Jay")
        ip("-n", server, "address", "add", f"{later}/24", "dev", "veth0")
        try:
            hosting.expect_text(f"railbird join {later}:7791")
        finally:
            ip("-n", server, "address", "delete", f"{later}/24", "dev", "veth0")
        hosting.expect_no_text(f"railbird join {later}:7791")


def test_a_game_that_comes_back_at_another_port_is_found_by_those_who_knew_it(
    machines: tuple[str, str], tmp_path: Path
) -> None:
    """Both by a friend at the table, and by one who starts with the link of before."""
    server, client = machines
    command = ("host", "--port", "7793", "--name", "Wren", "--no-ssh", "--no-page")
    with no_server_left(tmp_path), ExitStack() as stack:
        hosting = stack.enter_context(run_in_terminal(*command, home=tmp_path, program=program_on(server)))
        hosting.expect_text("begins when two players")
        link = f"railbird://{SERVER_ADDRESS}:7793/#.{find_until(client, 1)[0]['fingerprint']}"

        def join(name: str) -> Terminal:
            words = ("join", link, "--name", name)
            program, home = program_on(client), tmp_path / name
            return stack.enter_context(run_in_terminal(*words, home=home, program=program, columns=120, rows=40))

        jay = join("Jay")
        jay.expect_text("Wren", r"Jay[^\n]*\d")
        os.kill(server_of(tmp_path), signal.SIGKILL)
        hosting.expect_text("by itself")
        hosting.type_keys("q")
        assert hosting.wait_for_exit() == 0
        stack.enter_context(program_at_port(server, 7793))
        again = stack.enter_context(run_in_terminal(*command, home=tmp_path, program=program_on(server)))
        again.expect_text("Your last game")
        again.type_keys("\rj")
        again.expect_text("Port 7793 is taken: your game is at port 7794 now")
        jay.expect_text(r"online \d+ ms")
        jay.type_keys("h")
        jay.expect_text("the game moved to port 7794")
        join("Rook").expect_text("Wren", "Rook")


@contextmanager
def program_at_port(machine: str, port: int) -> Iterator[None]:
    """Runs another program that listens at a port of a machine."""
    command = ("ip", "netns", "exec", machine, sys.executable, "-u", "-m", "http.server", str(port))
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        assert "Serving" in process.stdout.readline()
        try:
            yield
        finally:
            process.kill()


def test_a_machine_without_a_network_says_so_once_and_goes_on() -> None:
    if shutil.which("ip") is None or os.geteuid() != 0:
        pytest.skip("needs `ip netns` of Linux, and root")
    try:
        lonely = namespace(f"railbird-{os.getpid()}-l")
        machine = lonely.__enter__()
    except subprocess.CalledProcessError as error:
        pytest.skip(f"no network namespaces here: {error.stderr.decode().strip()}")
    with ExitStack() as stack:
        stack.push(lonely)
        searched = run_find(machine)
        assert searched.returncode == 1
        assert searched.stderr.startswith("This machine is on no network. Ask the host for the address")
        assert (searched.stdout, searched.stderr.count("\n")) == ("", 1)
        with running_server(machine, 7777) as process:
            assert process.stderr is not None
            assert "Clients cannot find this server by themselves" in process.stderr.readline()
