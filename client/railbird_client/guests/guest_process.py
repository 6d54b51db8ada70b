"""The process that runs the clients of guests beside a server: `railbird guests`, which the server starts itself."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import importlib
import logging
import os
import pkgutil
import signal
import ssl
import sys
import threading
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import railbird_client
from railbird_client.guests.guest import describe_fault, logger
from railbird_client.guests.house import GuestHouse
from railbird_client.guests.lag_watch import watch_lag
from railbird_client.record_file import write_private_file
from railbird_shared.network.address import Address
from railbird_shared.network.doors import DOORS_FILE_NAME, Door, Doors, encode_doors

GOODBYE = "The host has closed the game, or the server starts anew. Try again in a moment: your seat is kept."
NO_SSH = "ssh needs a package of its own: the host installs `railbird[ssh]` and starts the game again."

RENEW_SECONDS = 3600.0
"""How often the certificate of pages is read again."""

NEXT_PORTS = 20
"""How many ports are tried beyond one that is taken."""

_NOT_FOR_GUESTS = ("railbird_client.cli", "railbird_client.__main__", "railbird_client.guests", "railbird_client.start")
"""The modules that are not loaded before a guest needs them; a door that is off is never loaded."""


@dataclass(frozen=True, slots=True)
class GuestOptions:
    """The options of the process: the server, the folder for its data, how many guests, and where its doors are.

    A port of 0 is a door that is off. `host` is the address on which the doors are. With the `certificate` of an
    authority, its `key` and the `names` in it, pages are shown over https.
    """

    server: Address
    data: Path
    host: str
    ssh_port: int
    page_port: int
    guests: int
    certificate: str = ""
    key: str = ""
    names: tuple[str, ...] = ()


class OpenDoor(Protocol):
    """A door that is open: its port, and how it is closed."""

    port: int

    async def close(self) -> None:
        """Takes nobody any more."""
        ...


def run_guests(options: GuestOptions) -> None:
    """Runs the house of guests until standard input closes or a signal asks for its end."""
    logging.basicConfig(format="%(message)s", level=logging.WARNING)  # the server logs each line as its own
    for foreign in ("asyncio", "asyncssh", "websockets"):
        logging.getLogger(foreign).setLevel(logging.CRITICAL)
    for name in ("NO_COLOR", "COLORTERM", "TERM"):  # the host's terminal is nobody's here
        os.environ.pop(name, None)
    try:
        _load_client()
        asyncio.run(_run(options))
    except Exception as error:  # noqa: BLE001  its text may hold what a guest typed
        logger.error("It has failed: %s", describe_fault(error))
        sys.exit(1)


def _load_client() -> None:
    """Loads all that a guest may come to, so that none of them waits for the import of another's page."""
    gc.disable()
    for module in pkgutil.walk_packages(railbird_client.__path__, "railbird_client."):
        if not module.name.startswith(_NOT_FOR_GUESTS):
            importlib.import_module(module.name)
    gc.freeze()
    gc.enable()


async def _run(options: GuestOptions) -> None:
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    loop.set_exception_handler(_log_fault)
    _stop_at_end(loop, stop.set)
    house = GuestHouse(options.server, options.data / "guests", limit=options.guests)
    with watch_lag():
        await _receive_guests(house, options, stop)


async def _receive_guests(house: GuestHouse, options: GuestOptions, stop: asyncio.Event) -> None:
    """Opens the doors of a house until it is to stop, and tells of them in the doors file."""
    opened: list[OpenDoor] = []
    try:
        ssh = await _open(opened, options.ssh_port, lambda port: _open_ssh(house, port, options))
        page = await _open(opened, options.page_port, lambda port: _open_page(house, port, options))
        write_private_file(options.data / DOORS_FILE_NAME, encode_doors(Doors(os.getpid(), ssh, page)), durable=False)
        await stop.wait()
    finally:
        (options.data / DOORS_FILE_NAME).unlink(missing_ok=True)
        await house.close(GOODBYE)
        for door in opened:
            await door.close()


async def _open_ssh(house: GuestHouse, port: int, options: GuestOptions) -> OpenDoor:
    door = importlib.import_module("railbird_client.guests.ssh_door")
    opened: OpenDoor = await door.open_ssh_door(house, port, options.data, options.host)
    return opened


async def _open_page(house: GuestHouse, port: int, options: GuestOptions) -> OpenDoor:
    door = importlib.import_module("railbird_client.guests.http_door")
    encryption = door.load_encryption(options.certificate, options.key) if options.certificate else None
    opened: OpenDoor = await door.open_http_door(
        house, port, host=options.host, names=options.names, encryption=encryption
    )
    if encryption is not None:
        _renew(asyncio.get_running_loop(), encryption, options)
    return opened


def _renew(loop: asyncio.AbstractEventLoop, encryption: ssl.SSLContext, options: GuestOptions) -> None:
    """Shows new connections the certificate that is in the files by then, from time to time."""
    with contextlib.suppress(OSError):  # such as while a new one is being written
        encryption.load_cert_chain(options.certificate, options.key)
    loop.call_later(RENEW_SECONDS, _renew, loop, encryption, options)


async def _open(opened: list[OpenDoor], port: int, open_at: Callable[[int], Awaitable[OpenDoor]]) -> Door | None:
    """Opens a door at a port or one of the next; returns what is told of it, None for one that is off."""
    last = min(port + NEXT_PORTS, 65535)
    for tried in range(port, last + 1) if port else ():
        try:
            door = await open_at(tried)
        except ImportError as missing:
            logger.warning("No guests can come by port %d: there is no module %s.", port, missing.name)
            return Door(problem=NO_SSH if missing.name == "asyncssh" else f"{missing.name} is not installed.")
        except OSError as error:
            if error.errno != errno.EADDRINUSE or tried == last:
                problem = f"No guests can come by port {port}: {error.strerror or error}."
                logger.warning("%s", problem)
                return Door(problem=problem)
        else:
            opened.append(door)
            return Door(door.port, getattr(door, "fingerprint", ""), getattr(door, "secure", False))
    return None


def _log_fault(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    error = context.get("exception")
    logger.error("The loop of guests: %s", describe_fault(error) if error else "a fault without a name")


def _stop_at_end(loop: asyncio.AbstractEventLoop, stop: Callable[[], object]) -> None:
    """Calls `stop` once standard input closes, as it does when the server ends in whatever way, or at a signal."""

    def wait_for_end() -> None:
        with contextlib.suppress(OSError):
            while os.read(0, 1024):  # not sys.stdin, whose lock a thread must not hold when Python ends
                pass
        if not loop.is_closed():
            loop.call_soon_threadsafe(stop)

    threading.Thread(target=wait_for_end, name="standard input", daemon=True).start()
    for number in (signal.SIGINT, signal.SIGTERM):
        if sys.platform == "win32":
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop))
        else:
            loop.add_signal_handler(number, stop)
