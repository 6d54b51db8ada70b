"""The ssh door: who comes, what a client may have, and what it may not; the real client is in tests/e2e."""

from __future__ import annotations

import asyncio
import logging
import socket
import struct
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from asyncssh.packet import SSHPacket

from railbird_client.guests import ssh_door, ssh_session
from railbird_client.guests.colour_question import QUESTION, ColourQuestion
from railbird_client.guests.ssh_door import HOST_KEY_NAME, NO_KEY, SshDoor, open_ssh_door
from support.ssh_doors import FakeHouse, connect, open_fake_door, open_terminal, wait_until

KEY, OTHER_KEY = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))

ANSWER = b"\x1bP1$r0;38:2::1:2:3m\x1b\\"
ATTRIBUTES = b"\x1b[?64;1;22c"


class StolenKey(asyncssh.SSHKeyPair):
    """Somebody's public key in the hands of one who has another private key."""

    def __init__(self, named: asyncssh.SSHKey) -> None:
        data = named.public_data
        super().__init__(b"ssh-ed25519", b"ssh-ed25519", (b"ssh-ed25519",), (b"ssh-ed25519",), data, "")

    def sign(self, data: bytes) -> bytes:
        return OTHER_KEY.sign(data, b"ssh-ed25519")


async def test_a_key_is_who_somebody_is_and_the_user_name_is_their_proposed_name(tmp_path: Path) -> None:
    async with open_fake_door(tmp_path) as (door, house):
        for number, (key, name) in enumerate([(KEY, "Wren"), (KEY, "  Ada \u200bB"), (OTHER_KEY, "W" * 40)], 1):
            async with connect(door, key, name) as connection:
                await open_terminal(connection)
                await house.next_game(number)
    guests = [game.guest for game in house.games]
    assert [guest.identity for guest in guests] == [f"ssh:{key.get_fingerprint()}" for key in (KEY, KEY, OTHER_KEY)]
    assert [(guest.name, guest.address) for guest in guests] == [
        (name, "127.0.0.1") for name in ("Wren", "Ada B", "W" * 16)
    ]
    assert all(game.has_ended for game in house.games)


async def test_a_guest_without_a_key_is_somebody_new_each_time_and_is_told_so(tmp_path: Path) -> None:
    async with open_fake_door(tmp_path) as (door, house):
        for number in (1, 2):
            async with connect(door, None) as connection:
                process = await open_terminal(connection)
                (await house.next_game(number)).end("Bye.")
                assert await process.stdout.read() == f"Bye. {NO_KEY}\r\n".encode()
    identities = {game.guest.identity for game in house.games}
    assert len(identities) == 2
    assert all(len(each) > 40 for each in identities)


async def test_a_key_that_was_named_and_not_proven_is_nobodys(tmp_path: Path) -> None:
    async with open_fake_door(tmp_path) as (door, house), connect(door, StolenKey(KEY)) as connection:
        await open_terminal(connection)
        game = await house.next_game()
        assert game.guest.identity not in {f"ssh:{key.get_fingerprint()}" for key in (KEY, OTHER_KEY)}


async def test_keys_reach_the_game_and_the_picture_the_guest(tmp_path: Path) -> None:
    async with open_fake_door(tmp_path) as (door, house), connect(door, KEY) as connection:
        process = await open_terminal(connection, size=(100, 30))
        game = await house.next_game()
        process.stdin.write("♠ and ctrl-z \x1a".encode())
        process.change_terminal_size(4_294_967_295, 0)
        game.channel.write("a table ♠".encode())
        assert await process.stdout.readexactly(11) == "a table ♠".encode()
        await wait_until(lambda: game.typed == "♠ and ctrl-z \x1a".encode())
        assert game.sizes == [(100, 30), (4_294_967_295, 0)]
        game.end("You have come in on another line, so this one ends.")
        game.channel.write(b"too late")
        assert await process.stdout.read() == b"You have come in on another line, so this one ends.\r\n"
        assert process.exit_status == 0


async def test_a_refused_guest_is_told_why(tmp_path: Path) -> None:
    async with open_fake_door(tmp_path) as (door, house):
        house.refuse("The house is full.")
        for terminal in ("linux", "dumb"):
            async with connect(door, None) as connection:
                process = await open_terminal(connection, term=terminal)
                assert await process.stdout.read() == b"The house is full.\r\n"
                assert process.exit_status == 1
        async with connect(door, None) as connection:
            process = await connection.create_process(encoding=None)
            assert await process.stdout.read() == b"The house is full.\n"


Attempt = Callable[[asyncssh.SSHClientConnection], Awaitable[object]]

REFUSED: dict[str, Attempt] = {
    "exec": lambda connection: connection.create_process("id"),
    "exec with a terminal": lambda connection: connection.create_process("sh", request_pty=True),
    "sftp": lambda connection: connection.start_sftp_client(),
    "subsystem": lambda connection: connection.create_process(subsystem="netconf"),
    "direct-tcpip": lambda connection: connection.open_connection("127.0.0.1", 22),
    "direct-streamlocal": lambda connection: connection.open_unix_connection("/run/x"),
    "tcpip-forward": lambda connection: connection.forward_remote_port("", 0, "127.0.0.1", 22),
    "streamlocal-forward": lambda connection: connection.forward_remote_path("/tmp/x", "/tmp/y"),
    "x11": lambda connection: connection.create_process(x11_forwarding=True, request_pty=True),
    "tun": lambda connection: connection.create_tun(session_factory=asyncssh.SSHTunTapSession),
}


@pytest.mark.parametrize("what", REFUSED)
async def test_nothing_but_the_game_is_given(tmp_path: Path, what: str) -> None:
    async with open_fake_door(tmp_path) as (door, house), connect(door, KEY) as connection:
        with pytest.raises((asyncssh.ChannelOpenError, asyncssh.ChannelListenError)):
            await REFUSED[what](connection)
        assert house.games == []


async def test_a_connection_has_one_session(tmp_path: Path) -> None:
    async with open_fake_door(tmp_path) as (door, house), connect(door, KEY) as connection:
        await open_terminal(connection)
        await house.next_game()
        with pytest.raises(asyncssh.ChannelOpenError):
            await open_terminal(connection)


async def test_a_terminal_and_an_environment_that_lie_harm_nothing(tmp_path: Path) -> None:
    environment = {"LD_PRELOAD": "/x", "TEXTUAL_DRIVER": "os:system", "NO_COLOR": "1", "COLORTERM": "x" * 1000}
    async with open_fake_door(tmp_path) as (door, house):
        for number, name in enumerate(("\x1b]0;x\x07", "x" * 3000, "a b"), 1):
            async with connect(door, KEY) as connection:
                await open_terminal(connection, term=name, env=environment, size=(0, 0))
                game = await house.next_game(number)
                assert game.terminal == ("xterm-256color", "", True)
                assert game.sizes == [(0, 0)]


# --- colours ---------------------------------------------------------------------------------------------------------


async def answer(process: asyncssh.SSHClientProcess[bytes], words: bytes) -> None:
    """Waits for the question about colours, and answers it."""
    assert await process.stdout.readexactly(len(QUESTION)) == QUESTION
    process.stdin.write(words)


@pytest.mark.parametrize(
    ("words", "colours"),
    [
        (b"r" + ANSWER + b"\x1b[A" + ATTRIBUTES + b"40", "truecolor"),
        (b"r\x1bP0$r\x1b\\" + b"\x1b[A" + ATTRIBUTES + b"40", ""),
        (b"r\x1bP1$r38;5;16m\x1b\\" + b"\x1b[A" + ATTRIBUTES + b"40", ""),
        (b"r\x1b[A" + ATTRIBUTES + b"40", ""),
    ],
)
async def test_a_terminal_says_whether_it_shows_all_colours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: bytes, colours: str
) -> None:
    monkeypatch.setattr(ssh_session, "ANSWER_SECONDS", 60.0)
    async with open_fake_door(tmp_path) as (door, house), connect(door, KEY) as connection:
        await answer(await open_terminal(connection, term="xterm-256color"), words)
        game = await house.next_game()
        assert game.terminal.colour_term == colours
        await wait_until(lambda: game.typed == b"r\x1b[A40")


async def test_an_answer_that_is_late_is_no_key_of_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ssh_session, "ANSWER_SECONDS", 0.0)
    async with open_fake_door(tmp_path) as (door, house), connect(door, KEY) as connection:
        process = await open_terminal(connection, term="xterm")
        game = await house.next_game()
        await answer(process, ANSWER[:7])
        process.stdin.write(ANSWER[7:] + ATTRIBUTES + b"f")
        await wait_until(lambda: game.typed == b"f")


def test_an_answer_is_found_wherever_it_is_cut() -> None:
    whole = b"a" + ANSWER + b"b" + ATTRIBUTES + b"c"
    for cut in range(len(whole)):
        question = ColourQuestion()
        question.ask("xterm")
        assert question.sift(whole[:cut]) + question.sift(whole[cut:]) == b"abc"
        assert question.found == "truecolor"


def test_an_escape_that_begins_no_answer_is_given_back() -> None:
    question = ColourQuestion()
    assert question.ask("xterm")
    assert question.sift(b"f\x1b") == b"f"
    assert question.sift(b"[A\x1b") == b"\x1b[A"
    assert question.give_up() == b"\x1b"
    assert question.sift(b"\x1b") == b"\x1b"


@pytest.mark.parametrize(("name", "found"), [("linux", ""), ("tmux-256color", ""), ("alacritty", "truecolor")])
def test_a_terminal_that_would_not_answer_is_not_asked(name: str, found: str) -> None:
    question = ColourQuestion()
    assert (question.ask(name), question.found) == (b"", found)


# --- the wire --------------------------------------------------------------------------------------------------------


def read_names(content: bytes) -> list[list[str]]:
    """Returns the lists of names in a KEXINIT packet."""
    lists, at = [], 1 + 16
    for _ in range(10):
        (length,) = struct.unpack_from(">I", content, at)
        lists.append(content[at + 4 : at + 4 + length].decode().split(","))
        at += 4 + length
    return lists


async def test_what_the_server_says_of_itself(tmp_path: Path) -> None:
    """With `ping@openssh.com` a client would add noise to every key, and send them 20 ms late."""
    async with open_fake_door(tmp_path) as (door, _):
        reader, writer = await asyncio.open_connection("127.0.0.1", door.port)
        assert await reader.readline() == b"SSH-2.0-Railbird\r\n"
        writer.write(b"SSH-2.0-test\r\n")
        length, padding = struct.unpack(">IB", await reader.readexactly(5))
        content = await reader.readexactly(length - 1)
        writer.close()
        exchanges, keys, ciphers, *_, compressions, _, _ = read_names(content[: len(content) - padding])
        assert "kex-strict-s-v00@openssh.com" in exchanges  # against Terrapin
        assert "curve25519-sha256" in exchanges
        assert not [name for name in exchanges if "diffie-hellman-group" in name]
        assert keys == ["ssh-ed25519"]
        assert ciphers[0] == "aes256-gcm@openssh.com"
        assert "chacha20-poly1305@openssh.com" not in ciphers  # Terrapin's, and slow
        assert compressions == ["none"]


async def test_the_server_offers_no_ping(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    offered: list[bytes] = []
    handlers = dict(asyncssh.SSHClientConnection._packet_handlers)
    read = handlers[asyncssh.constants.MSG_EXT_INFO]

    def note(connection: Any, kind: int, number: int, packet: SSHPacket) -> Awaitable[None] | None:
        offered.append(packet.get_full_payload())
        return read(connection, kind, number, packet)

    handlers[asyncssh.constants.MSG_EXT_INFO] = note
    monkeypatch.setattr(asyncssh.SSHClientConnection, "_packet_handlers", handlers)
    async with open_fake_door(tmp_path) as (door, _), connect(door, KEY):
        assert len(offered) == 1
        assert b"server-sig-algs" in offered[0]
        assert b"ping" not in offered[0]


async def test_what_a_guest_types_is_not_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    async with open_fake_door(tmp_path) as (door, house), connect(door, KEY, "Bittern") as connection:
        process = await open_terminal(connection, env={"LANG": "secret"})
        process.stdin.write(b"secret")
        game = await house.next_game()
        await wait_until(lambda: game.typed == b"secret")
    assert not [record for record in caplog.records if record.name.startswith("railbird")]
    assert not logging.getLogger("asyncssh").isEnabledFor(logging.INFO)


# --- limits ----------------------------------------------------------------------------------------------------------


async def test_half_handshakes_keep_nobody_out(tmp_path: Path) -> None:
    async with open_fake_door(tmp_path) as (door, house):
        silent = [await asyncio.open_connection("127.0.0.1", door.port) for _ in range(40)]
        for _, writer in silent[1::2]:
            writer.write(b"SSH-2.0-x\r\n")
        async with connect(door, KEY) as connection:
            await open_terminal(connection)
            await house.next_game()
            kept = ssh_door.MAX_WAITING_PER_HOUSEHOLD - 1
            for reader, _ in silent[:-kept]:
                with suppress(ConnectionResetError):
                    await reader.read()
            assert len(door._connections) == kept + 1
            late = [await asyncio.open_connection("127.0.0.1", door.port) for _ in range(20)]
            assert not house.games[0].has_ended
        for _, writer in (*silent, *late):
            writer.close()


async def test_a_connection_that_says_nothing_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ssh_door, "LOGIN_SECONDS", 0.01)
    async with open_fake_door(tmp_path) as (door, _):
        reader, writer = await asyncio.open_connection("127.0.0.1", door.port)
        while await reader.read(4096):
            pass
        writer.close()


@pytest.mark.parametrize("stage", ["no session", "no shell", "a session that has ended"])
async def test_a_connection_without_a_game_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stage: str) -> None:
    async with open_fake_door(tmp_path) as (door, house):
        monkeypatch.setattr(ssh_door, "LEAVE_SECONDS", 0.0)
        if stage != "a session that has ended":
            monkeypatch.setattr(ssh_door, "LOGIN_SECONDS", 0.01)
        async with connect(door, KEY) as connection:
            if stage == "no shell":
                with suppress(asyncssh.Error, OSError):
                    await connection.create_process("id")
            elif stage == "a session that has ended":
                process = await open_terminal(connection)
                await house.next_game()
                process.close()
            await connection.wait_closed()


async def test_a_guest_who_reads_nothing_holds_the_game_back(tmp_path: Path) -> None:
    async with open_fake_door(tmp_path) as (door, house), connect(door, KEY) as connection:
        process = await open_terminal(connection)
        game = await house.next_game()
        sent = 0
        while not game.is_paused:
            game.channel.write(b"x" * 10_000)
            sent += 10_000
            await asyncio.sleep(0)
        read = 0
        while read < sent:
            read += len(await process.stdout.read(65_536))
        await wait_until(lambda: not game.is_paused)


async def test_a_connection_that_sends_far_too_much_ends(tmp_path: Path) -> None:
    async with open_fake_door(tmp_path) as (door, house), connect(door, KEY) as connection:
        await open_terminal(connection)
        game = await house.next_game()
        while not connection.is_closed():
            connection.send_debug("x" * 30_000)
            await asyncio.sleep(0)
        await wait_until(lambda: game.has_ended)


# --- the host key, and the end ---------------------------------------------------------------------------------------


async def test_the_host_key_is_made_once_and_is_the_hosts_alone(tmp_path: Path) -> None:
    folder = tmp_path / "guests"
    fingerprints = []
    for _ in range(2):
        async with open_fake_door(folder) as (door, _):
            fingerprints.append(door.fingerprint)
            async with connect(door, KEY) as connection:
                shown = connection.get_server_host_key()
                assert shown is not None
                assert shown.get_fingerprint() == door.fingerprint
    assert fingerprints[0] == fingerprints[1]
    assert [file.name for file in folder.iterdir()] == [HOST_KEY_NAME]
    if sys.platform != "win32":
        assert (folder / HOST_KEY_NAME).stat().st_mode & 0o777 == 0o600


async def test_a_file_that_is_no_key_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / HOST_KEY_NAME).write_text("precious")
    with pytest.raises(OSError, match="move it away"):
        await open_ssh_door(FakeHouse(tmp_path), 0, tmp_path)
    assert (tmp_path / HOST_KEY_NAME).read_text() == "precious"


async def test_a_port_that_is_taken_is_an_error_of_the_system(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(OSError, match="in use"):
        await open_ssh_door(FakeHouse(tmp_path), taken.getsockname()[1], tmp_path, host="127.0.0.1")


async def test_a_door_that_closes_waits_for_the_last_words(tmp_path: Path) -> None:
    async with open_fake_door(tmp_path) as (door, house), connect(door, KEY) as connection:
        process = await open_terminal(connection)
        (await house.next_game()).end("The house closes.")
        closing = asyncio.create_task(door.close())
        assert await process.stdout.read() == b"The house closes.\r\n"
        connection.close()
        await closing
        await assert_closed(door)


async def assert_closed(door: SshDoor) -> None:
    with pytest.raises(OSError, match="Connect call failed"):
        await asyncio.open_connection("127.0.0.1", door.port)
