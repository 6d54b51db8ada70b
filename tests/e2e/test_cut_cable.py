"""A cable between two machines is cut in a player's turn: how soon both sides notice, and how soon play goes on.

The machines are network namespaces; without Linux, root and the command `ip` these tests are skipped. Each player is a
process of its own that runs the client's link. `pytest -m slow -s` prints what was measured.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from railbird_client.network.link import ConnectionStatus, Link, LinkEvent
from railbird_shared.conversation import Received
from railbird_shared.network.address import Address, Scheme
from railbird_shared.protocol.actions import Call, Check
from railbird_shared.protocol.commands import Act, OpenTable, Sit, Watch
from railbird_shared.protocol.events import ClockExtended, ConnectionChanged, Folded
from railbird_shared.protocol.folding import fold_all
from railbird_shared.protocol.messages import Accepted, Lobby, LobbyChanged, Snapshot, Step, Welcome
from railbird_shared.protocol.view import TableView

pytestmark = pytest.mark.slow

HOST, GUEST = f"rbhost{os.getpid()}", f"rbguest{os.getpid()}"
HOST_ADDRESS, GUEST_ADDRESS, PORT = "10.87.12.1", "10.87.12.2", 4270
CLOCK_SECONDS = 20
PATIENCE_SECONDS = 120.0


# --- a player, as a process


class Player:
    """Plays at the only table: Wren opens it and calls at once, a guest acts when told to; reports what happens."""

    def __init__(self, name: str) -> None:
        self._opens_table = name == "Wren"
        self._view: TableView | None = None
        self._seen_turn = (0, 0)
        self._events: asyncio.Queue[LinkEvent] = asyncio.Queue()
        address = Address(HOST_ADDRESS, PORT, Scheme.PLAIN)
        self._link = Link(address, name=name, tokens=(), on_event=self._events.put_nowait)

    async def run(self) -> None:
        """Plays until the process is ended."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._link.run())
            tasks.create_task(self._obey())
            arrived = False
            while True:
                match await self._events.get():
                    case Received(Welcome()) if not arrived:
                        arrived = True
                        tasks.create_task(self._arrive())
                    case Received(Accepted()):
                        report("accepted")
                    case Received(Snapshot(view=view)):
                        self._view = view
                    case Received(Step() as step) if self._view is not None:
                        self._view = fold_all(self._view, (*step.public, *step.private))
                        for event in step.public:
                            if isinstance(event, ConnectionChanged | ClockExtended | Folded):
                                report(str(event))
                    case ConnectionStatus(silent_seconds=seconds) if seconds:
                        report(f"silent {seconds}")
                    case Received(Lobby(tables=(table,)) | LobbyChanged(changed=(table,))) if (
                        not self._opens_table and self._view is None
                    ):
                        tasks.create_task(self._sit(table.table))
                    case _:
                        pass
                await self._look_at_turn()

    async def _arrive(self) -> None:
        if self._opens_table:
            await self._sit(
                (await self._link.request(OpenTable(name="Den", game="holdem", seats=2, clock=CLOCK_SECONDS))).table
            )

    async def _sit(self, table: str) -> None:
        await self._link.request(Watch(table=table))
        await self._link.request(Sit())

    async def _look_at_turn(self) -> None:
        view = self._view
        if (
            view is None
            or view.turn is None
            or view.you.legal is None
            or self._seen_turn == (view.hand, view.turn.turn)
        ):
            return
        self._seen_turn = (view.hand, view.turn.turn)
        report("turn")
        if self._opens_table:
            await self._act()

    async def _act(self) -> None:
        view = self._view
        if view is not None and view.turn is not None and view.you.legal is not None:
            action = Check() if view.you.legal.check else Call()
            await self._link.send(Act(hand=view.hand, turn=view.turn.turn, action=action))

    async def _obey(self) -> None:
        while await asyncio.to_thread(sys.stdin.readline):
            await self._act()


def report(what: str) -> None:
    """Writes a line with the machine's time, which all its processes share."""
    sys.stdout.write(f"{time.monotonic()} {what}\n")
    sys.stdout.flush()


# --- the machines


def ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True)


def why_not_here() -> str:
    """Returns why this machine cannot have two network namespaces, empty if it can."""
    if sys.platform != "linux" or shutil.which("ip") is None:
        return "Two machines on one need Linux and the command ip."
    try:
        ip("netns", "add", HOST)
        ip("netns", "del", HOST)
    except (OSError, subprocess.CalledProcessError):
        return "Two machines on one need root and network namespaces."
    return ""


@pytest.fixture(name="cable")
def _cable() -> Iterator[None]:
    """Two machines with a cable between them."""
    if reason := why_not_here():
        pytest.skip(reason)
    sides = ((HOST, "rbcable0", HOST_ADDRESS), (GUEST, "rbcable1", GUEST_ADDRESS))
    try:
        for machine, _, _ in sides:
            ip("netns", "add", machine)
        ip("-n", HOST, "link", "add", "rbcable0", "type", "veth", "peer", "name", "rbcable1", "netns", GUEST)
        for machine, end, address in sides:
            ip("-n", machine, "addr", "add", f"{address}/24", "dev", end)
            ip("-n", machine, "link", "set", "lo", "up")
            ip("-n", machine, "link", "set", end, "up")
        yield
    finally:
        for machine, _, _ in sides:
            subprocess.run(["ip", "netns", "del", machine], check=False, capture_output=True)


def switch_cable(state: str) -> float:
    """Takes the guest's end of the cable up or down; returns when."""
    ip("-n", GUEST, "link", "set", "rbcable1", state)
    return time.monotonic()


@asynccontextmanager
async def process_on(machine: str, *command: str) -> AsyncIterator[Process]:
    process = await asyncio.create_subprocess_exec(
        "ip", "netns", "exec", machine, sys.executable, *command, stdin=PIPE, stdout=PIPE
    )
    try:
        yield process
    finally:
        process.kill()
        await process.wait()


async def reported(process: Process, *wanted: str) -> float:
    """Reads what a player reports until a line begins with one of the words; returns when it happened."""
    assert process.stdout is not None
    async with asyncio.timeout(PATIENCE_SECONDS):
        while line := (await process.stdout.readline()).decode():
            moment, _, what = line.strip().partition(" ")
            assert not what.startswith("Folded"), "The player's time ran out."
            if what.startswith(wanted):
                return float(moment)
    raise AssertionError("The player's process has ended.")


# --- the tests


@pytest.mark.slow
@pytest.mark.usefixtures("cable")
@pytest.mark.parametrize("seconds", [12, 25])
async def test_a_cut_cable_is_noticed_by_both_sides_and_costs_no_turn(seconds: int) -> None:
    async with AsyncExitStack() as stack:
        serve = ("-m", "railbird_server", "serve", "--host", HOST_ADDRESS, "--port", str(PORT), "--no-tls")
        server = await stack.enter_async_context(process_on(HOST, *serve))
        assert server.stdout is not None
        await server.stdout.readline()
        wren = await stack.enter_async_context(process_on(HOST, __file__, "Wren"))
        await asyncio.sleep(2)
        guest = await stack.enter_async_context(process_on(GUEST, __file__, "Guest"))
        await reported(guest, "turn")
        cut = switch_cable("down")
        assert guest.stdin is not None
        guest.stdin.write(b"act\n")
        noticed_by_guest = await reported(guest, "silent") - cut
        noticed_by_server = await reported(wren, "ConnectionChanged(seat=2, connected=False)") - cut
        await asyncio.sleep(cut + seconds - time.monotonic())
        up = switch_cable("up")
        answered = await reported(guest, "accepted") - up
        back = await reported(wren, "ConnectionChanged(seat=2, connected=True)") - up
        await reported(guest, "turn")
        print(
            f"\ncut for {seconds} s: noticed by the guest after {noticed_by_guest:.1f} s and by the server after "
            f"{noticed_by_server:.1f} s; back {back:.1f} s, and the act answered {answered:.1f} s, after the repair"
        )
        assert max(noticed_by_guest, noticed_by_server) < seconds


if __name__ == "__main__":
    asyncio.run(Player(sys.argv[1]).run())
