"""Lines of words on the standard input and output: in a terminal, through a pipe or from a file, on every system."""

from __future__ import annotations

import asyncio
import io
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from threading import Thread

from railbird_client.hosting.hosted_game import HostedGame
from railbird_client.lines.line_session import Farewell, LineSession
from railbird_client.network.known_servers import KnownServers
from railbird_client.network.lan_search import search_lan
from railbird_client.player_requests import JoinServer, LaunchPlan
from railbird_client.settings.player_settings import KeptServers

MAX_LINE_BYTES = 4096
"""The longest line that is read; the rest of a longer one is dropped."""


def run_in_terminal(
    plan: LaunchPlan, kept: KeptServers, *, known_servers: KnownServers, game: HostedGame, bell: bool, asks_name: bool
) -> Farewell:
    """Leads a player by the standard input and output until they leave; returns why.

    With `asks_name` a player at a terminal is asked how others are to call them. The end of the input, Ctrl-C and an
    output that nobody reads end the session as leaving does.
    """
    typed, shown = sys.stdin.isatty(), sys.stdout.isatty()
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    session = LineSession(
        plan,
        name="" if asks_name and typed and not plan.is_private else kept.player,
        tokens=kept,
        write=lambda sentence: _write(f"{sentence}\n", session.quit),
        ring=lambda: _write("\a", session.quit) if bell and shown else None,
        known_servers=known_servers,
        hosted_game=game,
        search=search_lan,
        rename=kept.rename,
        patient=not typed,
    )
    with asyncio.Runner() as runner:
        return runner.run(_run(session, kept))


def _write(text: str, on_broken: Callable[[], object]) -> None:
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError:  # nobody reads any more; what is still written goes nowhere
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        on_broken()


async def _run(session: LineSession, kept: KeptServers) -> Farewell:
    loop = asyncio.get_running_loop()
    before = {
        number: signal.signal(number, lambda *_: loop.call_soon_threadsafe(session.quit))
        for number in (signal.SIGINT, signal.SIGTERM)
    }
    Thread(target=_read_input, args=(session, loop), daemon=True).start()
    try:
        farewell = await session.run()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    controller = session.controller
    result = None if controller is None else controller.exit.left.result
    if controller is not None and result is not None and isinstance(controller.server.plan, JoinServer):
        kept.save_result(controller.server.link.address, result)
    return farewell


def _read_input(session: LineSession, loop: asyncio.AbstractEventLoop) -> None:
    """Reads lines in a thread, which nobody waits for at the end: without a buffer that would be locked then."""
    buffered = sys.stdin.buffer
    raw = buffered.raw if isinstance(buffered, io.BufferedReader) else buffered
    rest = b""
    with suppress(OSError, RuntimeError):  # the loop has ended
        while content := raw.read(MAX_LINE_BYTES):
            *lines, rest = (rest + content).split(b"\n")
            rest = rest[:MAX_LINE_BYTES]
            for line in lines:
                _feed(session, loop, line)
        if rest:
            _feed(session, loop, rest)
    with suppress(RuntimeError):
        asyncio.run_coroutine_threadsafe(session.feed(None), loop)


def _feed(session: LineSession, loop: asyncio.AbstractEventLoop, line: bytes) -> None:
    typed = line[:MAX_LINE_BYTES].decode("utf-8", "replace").strip()
    asyncio.run_coroutine_threadsafe(session.feed(typed), loop).result()
