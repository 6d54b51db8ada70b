"""The process beside a server that runs the clients of guests: it is started, and again when it dies.

It is the client's own program, so that the server loads nothing of the client. It ends when its standard input closes,
which the end of the server does in any case.
"""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

from railbird_server.runtime.monitoring import logger
from railbird_server.runtime.server import Server
from railbird_shared.network.address import Address, parse_address
from railbird_shared.network.interfaces import lan_addresses

FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0
"""Seconds before a process that has died is started again: twice as many each time, while it does not run longer."""

MAX_LINE_BYTES = 4096
"""The longest line of its log; a longer one is cut in two."""

END_WAIT = 5.0
"""Seconds that the process has to tell guests that it ends, before it is killed."""


@contextlib.asynccontextmanager
async def guest_house(server: Server, folder: Path | None) -> AsyncIterator[None]:
    """Runs the house of guests of a server that listens, as long as the context lasts; waits for no start of it.

    It keeps its data in a folder; without one, they end with the server.
    """
    with contextlib.ExitStack() as stack:
        data = folder or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="railbird-guests-")))
        keeping = asyncio.create_task(keep_running(server, data), name="guests")
        try:
            yield
        finally:
            keeping.cancel()
            await asyncio.wait([keeping])


async def keep_running(server: Server, data: Path) -> None:
    """Starts the process until it is cancelled; a process that runs is ended then."""
    wait = FIRST_WAIT
    while True:
        began = time.monotonic()
        try:
            status = await _run_once([*guests_command(server, data)])
        except OSError as error:
            logger.error("The process for guests cannot be started: %s", error.strerror)
            return
        wait = FIRST_WAIT if time.monotonic() - began > LONGEST_WAIT else wait
        logger.warning("The process for guests has ended with status %d; it starts again in %.0f s.", status, wait)
        await asyncio.sleep(wait)
        wait = min(2 * wait, LONGEST_WAIT)


async def _run_once(command: list[str]) -> int:
    """Runs the process; returns its exit status, and ends it when this is cancelled."""
    # in a session of its own, so that Ctrl+C reaches it only through the server
    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=sys.platform != "win32",
    )
    try:
        assert process.stderr is not None
        while line := await process.stderr.read(MAX_LINE_BYTES):
            for each in line.decode("utf-8", "replace").splitlines():
                logger.warning("guests: %s", each)
        return await process.wait()
    finally:
        assert process.stdin is not None
        process.stdin.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(END_WAIT):
                await process.wait()
        if process.returncode is None:
            process.kill()
            await process.wait()


def guests_command(server: Server, data: Path) -> Iterator[str]:
    """Yields the words of the command."""
    settings, certificate = server.settings, server.certificate
    yield from (sys.executable, "-P", "-m", "railbird_client", "guests")
    yield from ("--server", _link(server), "--data", str(data), "--host", settings.host)
    yield from ("--ssh-port", str(settings.ssh_port), "--page-port", str(settings.page_port))
    if settings.cert and settings.key and certificate is not None:
        yield from ("--cert", settings.cert, "--key", settings.key)
        for name in certificate.names:
            yield from ("--page-name", name)


def _link(server: Server) -> str:
    """Returns how the clients of guests reach the server: as friends do, since guests pass that on."""
    own, certificate = parse_address(server.address), server.certificate
    if certificate is None:
        return server.address
    if certificate.names:
        return Address(certificate.names[0], server.port).link
    lan = lan_addresses()[:1] if server.everywhere and ":" not in own.host else ()
    host, *others = (*lan, own.host)
    ways = tuple((other, server.port) for other in others)
    return Address(host, server.port, fingerprint=certificate.fingerprint, others=ways).link
