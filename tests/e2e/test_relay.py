"""The relay between three networks: a host that nobody reaches from outside, a guest elsewhere, and a public relay."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from support.terminal import Terminal, run_in_terminal
from support.timeouts import TIMEOUT_SECONDS

PUBLIC, HOME, ELSEWHERE = "203.0.113.7", "10.77.1.2", "10.77.2.2"
PYTHON = (sys.executable, "-P", "-m")


def run_ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True)


def lack() -> str:
    """Returns why this machine makes no networks of its own; empty where it does."""
    if sys.platform != "linux" or not shutil.which("ip"):
        return "there are no network namespaces here"
    if os.geteuid():
        return "only root makes network namespaces"
    name = f"railbird-{os.getpid()}-try"
    if subprocess.run(["ip", "netns", "add", name], capture_output=True, check=False).returncode:
        return "this system makes no network namespaces"
    run_ip("netns", "delete", name)
    return ""


class Networks:
    """Three networks: home and elsewhere reach the relay's address, and nobody reaches home or elsewhere."""

    def __init__(self) -> None:
        own = f"railbird-{os.getpid()}"
        self.home, self.relay, self.elsewhere = (f"{own}-{name}" for name in ("home", "relay", "elsewhere"))

    def within(self, network: str, *command: str) -> tuple[str, ...]:
        """Returns the command that runs another one in a network."""
        return ("ip", "netns", "exec", network, *command)

    def reaches(self, network: str, address: str, port: int) -> bool:
        """Whether a connection from a network to an address opens."""
        code = f"import socket; socket.create_connection(({address!r}, {port}), timeout=2).close()"
        command = self.within(network, sys.executable, "-c", code)
        return subprocess.run(command, capture_output=True, check=False).returncode == 0


@contextmanager
def three_networks() -> Iterator[Networks]:
    networks = Networks()
    every = (networks.relay, networks.home, networks.elsewhere)
    try:
        for each in every:
            run_ip("netns", "add", each)
            run_ip("-n", each, "link", "set", "lo", "up")
        run_ip("-n", networks.relay, "address", "add", f"{PUBLIC}/32", "dev", "lo")
        for number, (network, address) in enumerate(((networks.home, HOME), (networks.elsewhere, ELSEWHERE)), 1):
            run_ip("-n", networks.relay, "link", "add", f"v{number}", "type", "veth", "peer", "v0", "netns", network)
            router = f"{address.rpartition('.')[0]}.1"
            run_ip("-n", networks.relay, "address", "add", f"{router}/24", "dev", f"v{number}")
            run_ip("-n", network, "address", "add", f"{address}/24", "dev", "v0")
            for each, link in ((networks.relay, f"v{number}"), (network, "v0")):
                run_ip("-n", each, "link", "set", link, "up")
            run_ip("-n", network, "route", "add", "default", "via", router)
        yield networks
    finally:
        for each in every:
            subprocess.run(["ip", "netns", "delete", each], capture_output=True, check=False)


@contextmanager
def run_relay_program(networks: Networks, folder: Path) -> Iterator[Path]:
    """Runs a relay in its network; yields the file with the link of a room."""
    command = networks.within(networks.relay, *PYTHON, "railbird_server", "relay", "--data", str(folder / "relay"))
    with (folder / "relay.log").open("wb") as log, (folder / "wren.relay").open("wb") as link:
        subprocess.run([*command, "--name", PUBLIC, "--new-token", "wren"], stdout=link, stderr=log, check=True)
        (folder / "wren.relay").chmod(0o600)
        process = subprocess.Popen([*command, "--name", PUBLIC], stdout=log, stderr=log)
    try:
        wait_for_text(folder / "relay.log", "The relay is at")
        yield folder / "wren.relay"
    finally:
        process.terminate()
        process.wait(TIMEOUT_SECONDS)


def wait_for_text(file: Path, text: str) -> None:
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while not (file.exists() and text in file.read_text()):
        assert time.monotonic() < deadline, f"Waited in vain for {text!r}."
        time.sleep(0.05)


@contextmanager
def run_client(network: str, home: Path, *arguments: str) -> Iterator[Terminal]:
    """Runs the client of a player in a network."""
    home.mkdir()
    program = ("netns", "exec", network, *PYTHON, "railbird_client")
    with run_in_terminal(*arguments, home=home, executable="ip", program=program, columns=120, rows=40) as terminal:
        yield terminal


@pytest.mark.slow
def test_a_friend_elsewhere_sits_down_at_the_table_of_a_host_whom_nobody_reaches(tmp_path: Path) -> None:
    if reason := lack():
        pytest.skip(reason)
    with three_networks() as networks, run_relay_program(networks, tmp_path) as file:
        data = tmp_path / "game"
        options = ("host", "--name", "Wren", "--relay", str(file), "--data", str(data), "--no-ssh", "--no-page")
        with run_client(networks.home, tmp_path / "host", *options) as host:
            host.expect_text(r"friends elsewhere come by the")
            wait_for_text(data / "running.json", '"place": "wren@203.0.113.7:7781"')
            assert not networks.reaches(networks.elsewhere, HOME, 7777)
            running = (data / "running.json").read_text()
            fingerprint = re.findall(r"#\.([A-Za-z0-9_-]{43})", running)[0]
            link = f"railbird://{HOME}:7777,wren@{PUBLIC}:7781/#.{fingerprint}"
            with run_client(networks.elsewhere, tmp_path / "guest", "join", link, "--name", "Sandpiper") as guest:
                guest.expect_text(r"Sandpiper sits down", r"Wren")
                host.expect_text(r"Sandpiper")
