"""What a relay adds to the game of a friend elsewhere: a round trip, the way to a welcome, and its memory.

    python tests/bench/relay.py [--json]

Relay and server run as programs of this machine. A client goes to the server directly and through the relay in turns;
memory is what the relay adds to the machine (Linux only). Figures of a busy machine are worth nothing.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.faces import memory_mb, p95
from bench.report import Row, print_report
from railbird_shared.carrier import Carrier
from railbird_shared.conversation import Conversation
from railbird_shared.network.address import Address, parse_address
from railbird_shared.network.run_file import RUN_FILE_NAME, RunFile, decode_run_file
from railbird_shared.network.websocket import WebSocketWire, open_connection
from support.server_processes import free_port
from support.timeouts import TIMEOUT_SECONDS

ROUNDS, PINGS = 10, 20
BETWEEN_PINGS = 0.05
PROGRAM = (sys.executable, "-P", "-m", "railbird_server")


@contextmanager
def run_program(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen([*PROGRAM, *arguments], stdout=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(TIMEOUT_SECONDS)


def wait_for_room(data: Path) -> RunFile:
    """Waits until a server has its room at the relay; returns its run file."""
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while time.monotonic() < deadline:
        time.sleep(0.05)
        file = data / RUN_FILE_NAME
        said = decode_run_file(file.read_bytes()) if file.exists() else None
        if said is not None and said.relay is not None and not said.relay.trouble:
            return said
    raise TimeoutError


async def visit(address: Address, name: str) -> tuple[float, list[float]]:
    """Goes to a server; returns the seconds until it says welcome, and those of some round trips."""
    begun = time.perf_counter()
    connection = await open_connection(address, TIMEOUT_SECONDS)
    async with Carrier(Conversation(name), WebSocketWire(connection)) as carrier:
        await carrier.hello()
        welcomed = time.perf_counter() - begun
        trips = []
        for _ in range(PINGS):
            begun = time.perf_counter()
            await (await connection.ping())
            trips.append(time.perf_counter() - begun)
            await asyncio.sleep(BETWEEN_PINGS)
        return welcomed, trips


async def measure(direct: Address, relayed: Address, relay: int) -> list[Row]:
    welcomes: dict[Address, list[float]] = {direct: [], relayed: []}
    trips: dict[Address, list[float]] = {direct: [], relayed: []}
    for number in range(ROUNDS):
        for address in (direct, relayed):
            welcomed, taken = await visit(address, f"Wren{number}{'ab'[address is direct]}")
            welcomes[address].append(welcomed)
            trips[address] += taken

    def row(what: str, ours: float, peer: float) -> Row:
        return Row(what, "holdem", 1000 * ours, 1000 * peer, less_is_better=True)

    return [
        row("round trip, median (ms)", median(trips[relayed]), median(trips[direct])),
        row("round trip, p95 (ms)", p95(trips[relayed]), p95(trips[direct])),
        row("connection to welcome, median (ms)", median(welcomes[relayed]), median(welcomes[direct])),
        Row("relay (MB)", "holdem", memory_mb(relay)),
    ]


def main() -> None:
    port = str(free_port())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        options = ("relay", "--data", str(folder / "relay"), "--name", "127.0.0.1", "--port", port)
        link = subprocess.run([*PROGRAM, *options, "--new-token", "wren"], capture_output=True, check=True).stdout
        file = folder / "wren.relay"
        file.touch(mode=0o600)
        file.write_bytes(link)
        serving = ("serve", "--data", str(folder / "data"), "--port", "0", "--no-discovery", "--relay", str(file))
        with run_program(*options) as relay, run_program(*serving):
            said = wait_for_room(folder / "data")
            direct = parse_address(said.address)
            assert said.relay is not None
            relayed = parse_address(f"railbird://{said.relay.place}/#.{direct.fingerprint}")
            rows = asyncio.run(measure(direct, relayed, relay.pid))
    print_report(rows, ["The peer is the same server without the relay."])


if __name__ == "__main__":
    main()
