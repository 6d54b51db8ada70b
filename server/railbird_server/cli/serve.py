"""`railbird-server serve`: a table server without a screen."""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
import gc
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any, Self

import click
from msgspec import structs

from railbird_server.cli.console import CommandError, CommandFailed, OutputClosed, ended_by, print_text, run_to_exit
from railbird_server.cli.secret_options import take_password_hash, take_relay
from railbird_server.cli.server_settings import data_folder, server_settings
from railbird_server.cli.setting_options import SettingsCommand, warn_of_misspelled_variables, with_server_options
from railbird_server.config import ServerSettings
from railbird_server.runtime.access import Ownership
from railbird_server.runtime.monitoring import LoopExceptionHandler, background_log, logger, report_error
from railbird_server.runtime.network.addresses import CannotListen
from railbird_server.runtime.network.transport import ServerCertificate
from railbird_server.runtime.server import Server
from railbird_server.store.data_directory import DataDirectory, unfinished_file
from railbird_server.store.memory import MemoryStore
from railbird_server.store.protocols import StoreError
from railbird_server.store.sqlite import SqliteStore
from railbird_shared.network.address import Address
from railbird_shared.network.doors import DOORS_FILE_NAME, MAX_DOORS_FILE_BYTES, Doors, decode_doors
from railbird_shared.network.interfaces import lan_addresses
from railbird_shared.network.recognition import readable_fingerprint
from railbird_shared.network.run_file import RUN_FILE_NAME, RelayState, RunFile, encode_run_file

if sys.platform != "win32":
    import resource

READY = "READY=1"
"""The server listens."""

STOPPING = "STOPPING=1"
"""The server has begun to stop."""

RESERVED_FILES = 28
FILES_PER_BOT_PROCESS = 4
"""Files that a server may have open besides its connections, and for each process beyond two that thinks for bots."""

UNKNOWN_ADDRESS = "the-address-of-this-machine"

SECOND_STOP_WAIT = 1.0
"""Seconds after a first signal in which a second one ends the tables for good."""

MIN_CONNECTIONS = 12
"""Connections that a server has to have room for: a full table, and somebody who looks on."""


@click.command(cls=SettingsCommand)
@click.option("--exit-with-stdin", is_flag=True, help="End when standard input closes.")
@with_server_options
def serve(*, exit_with_stdin: bool, **values: Any) -> None:
    """Serve tables until interrupted."""
    settings = server_settings(values)
    with background_log(verbose=settings.verbose, log_format=settings.log_format):
        try:
            status = _serve_by(settings, exit_with_stdin=exit_with_stdin)
        except click.ClickException as refused:
            refused.show()
            status = refused.exit_code
        except Exception as error:  # noqa: BLE001  its text may hold a secret
            report_error("The server has failed", error)
            status = 1
    sys.exit(status)


def _serve_by(settings: ServerSettings, *, exit_with_stdin: bool) -> int:
    """Serves tables until interrupted; returns the exit status, or raises CommandError."""
    warn_of_misspelled_variables()
    if not settings.host.strip():
        raise CommandError("Name the address to listen on: 127.0.0.1 for this machine, 0.0.0.0 for the LAN.")
    if settings.proxy_protocol and not settings.trusted_proxy:
        raise CommandError("Name the proxies with --trusted-proxy: a PROXY header is read from them alone.")
    password_hash, relay = take_password_hash(settings.password_file), take_relay(settings.relay)
    settings = _fit_open_file_limit(settings)
    with ended_by(StoreError, CannotListen, as_error=CommandFailed), contextlib.ExitStack() as kept:
        directory = None
        if not settings.memory:
            directory = kept.enter_context(contextlib.closing(DataDirectory(data_folder(settings.data))))
        certificate = _choose_certificate(settings)  # into a directory that is this server's own by now
        serving = _serve(settings, password_hash, certificate, directory, relay, exit_with_stdin=exit_with_stdin)
        return run_to_exit(serving)


def _choose_certificate(settings: ServerSettings) -> ServerCertificate | None:
    """Returns the certificate by which the server encrypts, None for a plain one; raises CommandError."""
    if not (settings.cert or settings.key or settings.encrypts):
        if settings.relay:
            raise CommandError("All that goes through a relay is encrypted: leave out --no-tls.")
        return None  # a plain server does not load the library
    from railbird_server.runtime.network.certificate import CertificateError, choose_certificate  # noqa: PLC0415

    folder = None if settings.memory else data_folder(settings.data)
    with ended_by(CertificateError):
        return choose_certificate(settings, folder, dt.datetime.now(dt.UTC))


async def _serve(
    settings: ServerSettings,
    password_hash: str,
    certificate: ServerCertificate | None,
    directory: DataDirectory | None,
    relay: Address | None,
    *,
    exit_with_stdin: bool,
) -> int:
    ownership, stop_again, read_again = Ownership(), asyncio.Event(), asyncio.Event()
    stop = ownership.stopped
    _stop_on_signals(lambda: stop_again.set() if stop.is_set() else stop.set())
    _heed_hangup(stop.set, read_again.set)
    asyncio.get_running_loop().set_exception_handler(LoopExceptionHandler())
    if exit_with_stdin:
        _stop_when_stdin_closes(stop.set)
    store = SqliteStore(directory.database, keep_hands=settings.keep_hands) if directory else MemoryStore()
    async with contextlib.AsyncExitStack() as stack:
        keeper = stack.enter_context(RunFileKeeper(directory.path)) if directory else None
        serving = Server(
            settings, store=store, password_hash=password_hash, certificate=certificate, ownership=ownership
        )
        server = await stack.enter_async_context(_listening(serving, settings))
        gc.freeze()  # what is loaded by now stays, and a full collection need not search it for 20 ms
        if keeper is not None:
            stack.enter_context(keeper.running(server))
        for line in _greeting(server, relay, has_password=bool(password_hash)):
            print_text(line)
        if settings.ssh_port or settings.page_port:
            from railbird_server.cli.guest_house import guest_house  # noqa: PLC0415  most servers have none

            await stack.enter_async_context(guest_house(server, directory.path if directory else None))
        if relay is not None:
            stack.enter_context(_reached_by(relay, server, keeper))
        following = asyncio.create_task(_follow_certificate(server, keeper, read_again), name="certificate")
        stack.callback(following.cancel)
        notify(READY)
        await stop.wait()
        began = time.monotonic()
        server.announce_stop()
        notify(STOPPING)
        if store.durable and server.has_tables and not ownership.ended:
            await _offer_to_end_tables(stop_again)
        server.keeps_tables = store.durable and not (stop_again.is_set() or ownership.ended)
        if server.status_address and not ownership.ended:
            await _wait_or_stop(stop_again, began + settings.stop_delay - time.monotonic())
    return 0


class RunFileKeeper:
    """Writes the run file into a folder, and withdraws it at the end of its context."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / RUN_FILE_NAME
        self._written: RunFile | None = None
        self._kept_tables = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.withdraw(kept_tables=self._kept_tables)

    @contextlib.contextmanager
    def running(self, server: Server) -> Iterator[None]:
        """Announces a server, which stops after this context has ended; raises StoreError."""
        self.announce(_own_address(server), owner=server.ownership.secret, name=server.settings.name)
        try:
            yield
        finally:
            self._kept_tables = server.keeps_tables and server.has_tables

    def announce(self, address: str, *, owner: str, name: str) -> None:
        """Says that this process listens at `address`; raises StoreError."""
        try:
            relay = self._written.relay if self._written else None
            self._write(RunFile(address, os.getpid(), owner, name, int(time.time()), relay))
        except OSError as error:
            raise StoreError(f"{self.path} cannot be written: {error.strerror}.") from None

    def note_relay(self, relay: RelayState) -> None:
        """Says what has become of the room at the relay."""
        with contextlib.suppress(OSError):  # a client of the host then shows the room as it was
            if self._written is not None:
                self._write(structs.replace(self._written, relay=relay))

    def read_doors(self) -> Doors | None:
        """Returns by which ways guests come who install nothing, None where nothing says so."""
        with contextlib.suppress(OSError):
            return decode_doors(self.path.with_name(DOORS_FILE_NAME).read_bytes()[:MAX_DOORS_FILE_BYTES])
        return None

    def withdraw(self, *, kept_tables: bool) -> None:
        """Says that the server has ended: the file stays, without a process, while tables wait to be resumed."""
        if self._written is None:
            return
        with contextlib.suppress(OSError):  # the client finds out by itself that the process is gone
            if kept_tables:
                self._write(structs.replace(self._written, pid=0))
            else:
                self.path.unlink()

    def _write(self, run_file: RunFile) -> None:
        with unfinished_file(self.path, durable=False) as unfinished:
            unfinished.write_bytes(encode_run_file(run_file))
        self._written = run_file


@contextlib.contextmanager
def _reached_by(relay: Address, server: Server, keeper: RunFileKeeper | None) -> Iterator[None]:
    """Has guests come to a server by a relay, too, for as long as the context lasts."""
    from railbird_server.relay.host_line import HostLine  # noqa: PLC0415  a server without a relay loads none of it

    def find_ssh() -> int:
        doors = keeper.read_doors() if keeper and server.settings.ssh_port else None  # else the file is an old one
        return doors.ssh.port if doors is not None and doors.ssh is not None else 0

    on_state = keeper.note_relay if keeper else lambda _: None
    line = HostLine(relay, server.serve_line, on_state=on_state, find_ssh=find_ssh)
    task = asyncio.create_task(line.run(), name="relay")
    try:
        yield
    finally:
        task.cancel()


@contextlib.asynccontextmanager
async def _listening(
    serving: contextlib.AbstractAsyncContextManager[Server], settings: ServerSettings
) -> AsyncIterator[Server]:
    """Runs a server for as long as the context lasts; raises CannotListen."""
    async with contextlib.AsyncExitStack() as stack:
        try:
            server = await stack.enter_async_context(serving)
        except (OSError, UnicodeError) as error:
            raise CannotListen(error, settings.host, settings.port) from None
        yield server


async def _offer_to_end_tables(stop_again: asyncio.Event) -> None:
    """Says that the tables are kept, and waits a moment for a second signal, whether anybody reads that or not."""
    with contextlib.suppress(OutputClosed):
        print_text("Tables and tournaments go on when the server is back. Stop it again to end them for good.")
    await _wait_or_stop(stop_again, SECOND_STOP_WAIT)


async def _wait_or_stop(stop_again: asyncio.Event, seconds: float) -> None:
    """Waits for so many seconds, or until a further signal asks the server to stop."""
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(stop_again.wait(), seconds)


def notify(state: str) -> None:
    """Sends a state to the service manager, if there is one; never waits and never fails."""
    path = os.environ.get("NOTIFY_SOCKET", "")
    if sys.platform == "win32" or not path.startswith(("/", "@")):
        return
    address = f"\0{path[1:]}" if path.startswith("@") else path  # a name of Linux that is no file
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.setblocking(False)
        manager.sendto(state.encode(), address)


def _fit_open_file_limit(settings: ServerSettings) -> ServerSettings:
    """Raises the limit of open files to what all connections need, or lowers the connections to what the limit allows.

    Says how many connections fit if these are fewer than the settings allow; raises CommandFailed if next to none do.
    """
    if sys.platform == "win32":
        return settings
    others = RESERVED_FILES + FILES_PER_BOT_PROCESS * max(0, settings.bot_processes - 2)
    wanted = settings.max_connections + settings.reserved_connections + others
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    if allowed == wanted:
        return settings
    fitting = allowed - others
    remedy = f"raise it with `ulimit -n {wanted}`"
    if fitting < MIN_CONNECTIONS:
        raise CommandFailed(f"The system allows {allowed} open files, too few for a table and its server: {remedy}.")
    reserved = min(settings.reserved_connections, fitting // 4)
    fitted = structs.replace(settings, max_connections=fitting - reserved, reserved_connections=reserved)
    sentence = f"The system allows {allowed} open files, so {fitted.max_connections:,} connections fit at a time"
    click.echo(f"{sentence}; for more, {remedy}.", err=True)
    return fitted


def _stop_on_signals(stop: Callable[[], None]) -> None:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stop)
        except NotImplementedError:  # Windows
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop))


def _heed_hangup(stop: Callable[[], None], read_again: Callable[[], None]) -> None:
    """Has SIGHUP call `read_again`, or `stop` where the terminal has gone; under nohup it stays ignored."""
    if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        terminals = [number for number in range(3) if os.isatty(number)]
        heed = lambda: read_again() if all(map(os.isatty, terminals)) else stop()  # noqa: E731
        asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, heed)


async def _follow_certificate(server: Server, keeper: RunFileKeeper | None, asked: asyncio.Event) -> None:
    """Has a server show, announce and tell each new certificate that its files get."""
    known = server.certificate
    if known is None or not known.files:
        return
    from railbird_server.runtime.network.certificate import fresh_certificates  # noqa: PLC0415

    async for server.certificate in fresh_certificates(known, asked):
        if server.certificate.fingerprint != known.fingerprint:
            known = server.certificate
            try:
                if keeper is not None:
                    keeper.announce(_own_address(server), owner=server.ownership.secret, name=server.settings.name)
            except StoreError as fault:
                logger.error("%s", fault)
            fingerprint = readable_fingerprint(known.fingerprint)
            logger.warning("New connections see a new certificate, %s: %s", fingerprint, _own_address(server))


def _stop_when_stdin_closes(stop: Callable[[], None]) -> None:
    loop = asyncio.get_running_loop()

    def wait_for_end() -> None:
        # Not sys.stdin: a thread inside it when Python ends would hold its lock, which is fatal.
        with contextlib.suppress(OSError):
            while os.read(0, 1024):
                pass
        if not loop.is_closed():
            loop.call_soon_threadsafe(stop)

    threading.Thread(target=wait_for_end, name="standard input", daemon=True).start()


def _own_address(server: Server) -> str:
    """Returns how clients on this machine reach the server, with the fingerprint of its certificate."""
    return f"{server.address}/#.{server.certificate.fingerprint}" if server.certificate else server.address


def _greeting(server: Server, relay: Address | None, *, has_password: bool) -> Iterator[str]:
    """Yields what a server says once it listens, and what friends type to join it."""
    yield f"Railbird listens on {_own_address(server)}"
    lan = next(iter(lan_addresses()), "") if server.everywhere else server.settings.host
    certificate = server.certificate
    if certificate is not None:
        host, *others = certificate.names or [lan or socket.gethostname()]
        fingerprint = "" if certificate.names else certificate.fingerprint
        ways = tuple((name, server.port) for name in others)
        place = Address(host, server.port, fingerprint=fingerprint, others=ways)
        yield f"Friends join {place.link}"
        yield f"or type {place.short} and compare the fingerprint: {readable_fingerprint(certificate.fingerprint)}"
        if relay is not None:
            room = Address(relay.host, relay.port, fingerprint=certificate.fingerprint)
            yield f"Friends elsewhere join {room.link}"
    elif server.everywhere:
        yield f"Friends on your network join ws://{lan or UNKNOWN_ADDRESS}:{server.port}"
    if has_password:
        yield "Newcomers need the password, or an invite by the host of a table."
    if server.status_address:
        yield f"Metrics and health are on {server.status_address}/metrics, /health and /ready"
