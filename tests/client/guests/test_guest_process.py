"""The process of guests: the doors that it opens, what it says of them, and its end."""

from __future__ import annotations

import asyncio
import errno
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from railbird_client.guests import guest_process
from railbird_client.guests.guest_process import NO_SSH, GuestOptions, OpenDoor
from railbird_client.guests.house import GuestHouse
from railbird_shared.network.address import Address
from railbird_shared.network.doors import DOORS_FILE_NAME, Door, Doors, decode_doors
from support.timeouts import TIMEOUT_SECONDS


def options(folder: Path, *, ssh_port: int, page_port: int) -> GuestOptions:
    return GuestOptions(Address("127.0.0.1"), folder, "127.0.0.1", ssh_port, page_port, guests=4)


def read_doors(folder: Path) -> Doors | None:
    file = folder / DOORS_FILE_NAME
    return decode_doors(file.read_bytes()) if file.exists() else None


async def wait_for_doors(folder: Path) -> Doors:
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while (doors := read_doors(folder)) is None:  # noqa: ASYNC110  no event tells of a file
            await asyncio.sleep(0.01)
    return doors


async def test_the_doors_are_told_while_they_are_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[int] = []

    class FakeDoor:
        fingerprint = "SHA256:abc"

        def __init__(self, port: int) -> None:
            self.port = port

        async def close(self) -> None:
            closed.append(self.port)

    async def open_ssh_door(_house: object, port: int, _folder: Path, _host: str) -> OpenDoor:
        if port < 7724:
            raise OSError(errno.EADDRINUSE, "Address already in use")
        return FakeDoor(port)

    async def open_http_door(_house: object, _port: int, **_: object) -> OpenDoor:
        raise OSError(errno.EACCES, "Permission denied")

    stops: list[asyncio.Event] = []
    monkeypatch.setattr(guest_process, "_stop_at_end", lambda _, stop: stops.append(stop.__self__))
    for name, open_door in (("ssh_door", open_ssh_door), ("http_door", open_http_door)):
        module = ModuleType(name)
        setattr(module, open_door.__name__, open_door)
        monkeypatch.setitem(sys.modules, f"railbird_client.guests.{name}", module)
    running = asyncio.create_task(guest_process._run(options(tmp_path, ssh_port=7722, page_port=80)))
    doors = await wait_for_doors(tmp_path)
    assert doors.ssh == Door(7724, "SHA256:abc")
    assert doors.page == Door(problem="No guests can come by port 80: Permission denied.")
    stops[0].set()
    await running
    assert closed == [7724]
    assert read_doors(tmp_path) is None


async def test_no_port_is_tried_beyond_the_last() -> None:
    async def open_door(_: int) -> OpenDoor:
        raise OSError(errno.EADDRINUSE, "Address already in use")

    told = Door(problem="No guests can come by port 65530: Address already in use.")
    assert await guest_process._open([], 65530, open_door) == told


async def test_a_door_whose_package_is_missing_says_so_and_one_that_is_off_is_not_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "railbird_client.guests.ssh_door", None)
    for package in ("asyncssh", "railbird_client.guests.http_door"):
        monkeypatch.setitem(sys.modules, package, None)

    async def open_ssh(*_: object) -> OpenDoor:
        raise ModuleNotFoundError(name="asyncssh")

    monkeypatch.setattr(guest_process, "_open_ssh", open_ssh)
    monkeypatch.setattr(guest_process, "_stop_at_end", lambda *_: None)
    running = asyncio.create_task(guest_process._run(options(tmp_path, ssh_port=7722, page_port=0)))
    doors = await wait_for_doors(tmp_path)
    assert (doors.ssh, doors.page) == (Door(problem=NO_SSH), None)
    running.cancel()
    await asyncio.wait([running])


async def test_the_certificate_of_pages_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[tuple[str, str]] = []
    is_read_again = asyncio.Event()

    class Encryption:
        def load_cert_chain(self, certificate: str, key: str) -> None:
            read.append((certificate, key))
            if len(read) == 3:
                is_read_again.set()
            raise OSError("It is being written.")

    async def open_http_door(*_: object, **__: object) -> None:
        pass

    module = ModuleType("http_door")
    vars(module).update(open_http_door=open_http_door, load_encryption=lambda *_: Encryption())
    monkeypatch.setitem(sys.modules, "railbird_client.guests.http_door", module)
    monkeypatch.setattr(guest_process, "RENEW_SECONDS", 0.001)
    given = replace(options(tmp_path, ssh_port=0, page_port=7780), certificate="full.pem", key="key.pem")
    await guest_process._open_page(GuestHouse(given.server, tmp_path), 7780, given)
    async with asyncio.timeout(TIMEOUT_SECONDS):
        await is_read_again.wait()
    monkeypatch.setattr(guest_process, "RENEW_SECONDS", 3600.0)
    assert {*read} == {("full.pem", "key.pem")}


@pytest.mark.slow
@pytest.mark.parametrize("way", ["its input closes", "SIGTERM"])
async def test_the_process_ends_by_itself_when(way: str, tmp_path: Path) -> None:
    words = ("guests", "--server", "ws://127.0.0.1:1", "--data", str(tmp_path))
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "railbird_client", *words, stdin=PIPE, stdout=DEVNULL, stderr=PIPE
    )
    doors = await wait_for_doors(tmp_path)
    assert doors == Doors(process.pid)
    assert process.stdin is not None
    if way == "SIGTERM" and sys.platform != "win32":
        process.send_signal(signal.SIGTERM)
    else:
        process.stdin.close()
    async with asyncio.timeout(TIMEOUT_SECONDS):
        assert (await process.communicate())[1] == b""
    assert process.returncode == 0
    assert read_doors(tmp_path) is None
