"""The `railbird-server` command: tables, bots and the protocol; commands about the rules come from their own rooms."""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path

import click
from msgspec import structs

from railbird_server.bots.profiles import STYLES
from railbird_server.bots.remote import run_bots
from railbird_server.config import ServerSettings
from railbird_server.console import CommandError, OutputClosed, print_text
from railbird_server.demo import run_demo
from railbird_server.guide.command import rules
from railbird_server.history.command import verify
from railbird_server.history.notation import BadHistory
from railbird_server.history.writer import HistoryFolder
from railbird_server.house_command import HouseParam, house
from railbird_server.judge.command import judge
from railbird_server.rules.house import HouseRules
from railbird_server.rules.variants import VARIANTS
from railbird_server.runtime.error_reporting import LoopExceptionHandler
from railbird_server.runtime.serve import BACKLOG, running
from railbird_shared import codec

if sys.platform != "win32":
    import resource

EXIT_INTERRUPTED = 130
"""The exit status of what was ended from the keyboard."""

RESERVED_FILES = 100
"""Files that a server may have open besides its connections."""


@click.group(context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@click.version_option(package_name="railbird", message="railbird-server %(version)s")
@click.pass_context
def main(context: click.Context) -> None:
    """Host tables of poker, or let bots play."""
    if context.invoked_subcommand is None:
        print_text(context.get_help())


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on; 0.0.0.0 for the whole LAN.")
@click.option(
    "--port", default=7777, show_default=True, type=click.IntRange(0, 65535), help="Port; 0 for any free one."
)
@click.option("--name", default="Railbird", show_default=True, help="What the server is called.")
@click.option(
    "--clock", default=30, show_default=True, type=click.IntRange(0, 3600), help="Seconds a turn; 0: no clock."
)
@click.option("--pause", default=3.0, show_default=True, type=click.FloatRange(0, 60), help="Seconds between hands.")
@click.option(
    "--house", "house_rules", type=HouseParam(), default="casino", help="House rules: a preset's name or a file."
)
@click.option("--quick-bots", is_flag=True, help="Bots of the house act at once.")
@click.option("--exit-with-stdin", is_flag=True, help="End when standard input closes.")
@click.option("--verbose", "-v", is_flag=True, help="Log who comes and goes.")
def serve(
    *,
    host: str,
    port: int,
    name: str,
    clock: int,
    pause: float,
    house_rules: HouseRules,
    quick_bots: bool,
    exit_with_stdin: bool,
    verbose: bool,
) -> None:
    """Serve tables until interrupted."""
    logging.basicConfig(
        level=logging.INFO if verbose else logging.WARNING,
        format="%(asctime)s %(levelname)s %(message)s",
        stream=sys.stderr,
    )
    settings = ServerSettings(
        host=host, port=port, name=name, clock=clock, pause=pause, bots_human_pace=not quick_bots, house=house_rules
    )
    try:
        status = _run_to_exit(_serve(settings, exit_with_stdin=exit_with_stdin))
    except (OSError, UnicodeError) as error:
        sentence, status = _explain_listen_error(error, settings)
        click.echo(sentence, err=True)
    sys.exit(status)


@main.command()
@click.option("--game", default="holdem", show_default=True, type=click.Choice(list(VARIANTS)), help="What is played.")
@click.option("--hands", default=3, show_default=True, type=click.IntRange(min=1), help="How many hands.")
@click.option("--seats", default=0, type=click.IntRange(0, 10), help="How many bots; 0: as many as usual.")
@click.option("--seed", type=int, help="Play the same hands again; without it every demo is new.")
@click.option("--phh", type=click.Path(path_type=Path), metavar="FOLDER", help="Write each hand there as a history.")
def demo(*, game: str, hands: int, seats: int, seed: int | None, phh: Path | None) -> None:
    """Watch bots play a few hands, told in words."""
    try:
        histories = HistoryFolder(phh, VARIANTS[game]) if phh else None
    except BadHistory as error:
        raise CommandError(str(error)) from None
    sys.exit(
        _run_to_exit(
            run_demo(game=game, hands=hands, seats=seats, seed=seed, print_line=print_text, histories=histories)
        )
    )


@main.command()
@click.argument("address")
@click.option("--count", default=1, show_default=True, type=click.IntRange(1, 9), help="How many bots.")
@click.option(
    "--style", default=next(iter(STYLES)), show_default=True, type=click.Choice(list(STYLES)), help="How they play."
)
@click.option("--table", default="", help="Id or name of the table; without it the first with a free seat.")
@click.option("--pause/--no-pause", default=True, show_default=True, help="Think as long as people do.")
def bots(*, address: str, count: int, style: str, table: str, pause: bool) -> None:
    """Send bots to the server at ADDRESS, to play until interrupted."""
    sys.exit(_run_to_exit(run_bots(address=address, count=count, style=style, table=table, human_pace=pause)))


@main.command()
def schema() -> None:
    """Print the JSON Schema of the protocol."""
    print_text(json.dumps(codec.schema(), indent=2, sort_keys=True))


main.add_command(rules)
main.add_command(judge)
main.add_command(verify)
main.add_command(house)


def _run_to_exit(work: Coroutine[None, None, int]) -> int:
    """Runs something to its end or until it is interrupted, quietly; returns the exit status."""
    status = 1
    try:
        status = asyncio.run(work)
    except* KeyboardInterrupt:
        status = EXIT_INTERRUPTED
    except* OutputClosed:
        status = 1
    return status


async def _serve(settings: ServerSettings, *, exit_with_stdin: bool) -> int:
    stop = asyncio.Event()
    _stop_on_signals(stop.set)
    asyncio.get_running_loop().set_exception_handler(LoopExceptionHandler())
    if exit_with_stdin:
        _stop_when_stdin_closes(stop.set)
    async with running(_fit_open_file_limit(settings)) as server:
        print_text(f"Railbird listens on {server.address}")
        if settings.host in {"0.0.0.0", "::"}:  # noqa: S104
            print_text(f"Friends on your network join {_lan_address()}:{server.port}")
        await stop.wait()
    return 0


def _fit_open_file_limit(settings: ServerSettings) -> ServerSettings:
    """Lets the process open a file for each connection; where the system allows fewer, it takes fewer connections.

    The gate counts connections only when they are open, so there may be twice as many for a moment.
    """
    if sys.platform == "win32":
        return settings
    wanted = 2 * settings.max_connections + BACKLOG + RESERVED_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    return structs.replace(settings, max_connections=max(1, (allowed - BACKLOG - RESERVED_FILES) // 2))


def _stop_on_signals(stop: Callable[[], None]) -> None:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stop)
        except NotImplementedError:  # Windows
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop))


def _stop_when_stdin_closes(stop: Callable[[], None]) -> None:
    loop = asyncio.get_running_loop()

    def wait_for_end() -> None:
        # Not sys.stdin: a thread inside it when Python ends would hold its lock, which is fatal.
        try:
            while os.read(0, 1024):
                pass
        except OSError:
            pass
        if not loop.is_closed():
            loop.call_soon_threadsafe(stop)

    threading.Thread(target=wait_for_end, name="standard input", daemon=True).start()


def _lan_address() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing; it only asks which way a packet would go
        except OSError:
            return "the address of this machine"
        return str(probe.getsockname()[0])


def _explain_listen_error(error: OSError | UnicodeError, settings: ServerSettings) -> tuple[str, int]:
    """Returns what to tell whoever started a server that cannot listen, and the exit status."""
    if isinstance(error, socket.gaierror | UnicodeError) or error.errno == errno.EADDRNOTAVAIL:
        return f"This machine has no address {settings.host!r}: listen on 127.0.0.1, or on 0.0.0.0 for the LAN.", 2
    if error.errno == errno.EADDRINUSE:
        return f"Port {settings.port} is taken: choose another one with --port.", 1
    if error.errno in {errno.EACCES, errno.EPERM}:
        return f"Port {settings.port} is not for everybody: choose one above 1023 with --port.", 1
    return f"The server cannot listen on {settings.host}:{settings.port}: {error.strerror}.", 1
