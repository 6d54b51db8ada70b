"""The ssh door: a guest who comes with `ssh` gets the game and nothing else.

A key says who somebody is and never what they may do: every key is taken, and tables ask for their passwords as
everywhere. A guest without a key comes in, too, and is somebody new each time.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
from pathlib import Path

import asyncssh

from railbird_client.guests.channel_driver import Allowance
from railbird_client.guests.guest import Guest
from railbird_client.guests.house import GuestHouse
from railbird_client.guests.ssh_session import SshSession
from railbird_shared.network.peer import address_group
from railbird_shared.text.text_cleaning import clean_name

HOST_KEY_NAME = "ssh_host_key"

LOGIN_SECONDS = 60.0
"""The time that a connection has to say who comes, in which a person compares a fingerprint, and then to begin."""

LEAVE_SECONDS = 5.0
"""The time that a connection may last after its game."""

MAX_WAITING, MAX_WAITING_PER_HOUSEHOLD = 50, 10
"""The most connections at a time that have no game yet: in all, and of one household."""

KEEPALIVE_SECONDS, MAX_KEEPALIVES_MISSED = 15, 4

BYTE_RATE, BYTE_BURST = 64 * 1024.0, 512 * 1024.0
"""Bytes a second and at once that a connection may send in all; one that sends more is closed."""

NO_KEY = "But you came without an ssh key: next time you are new here, and no seat waits. ssh-keygen makes you a key."

logging.getLogger("asyncssh").setLevel(logging.WARNING)  # what it logs below names guests and what they ask for


class SshDoor:
    """A door for guests who come with `ssh`; `port` and the `fingerprint` of the host key are what they are told."""

    def __init__(self, house: GuestHouse, host_key: asyncssh.SSHKey) -> None:
        self.house = house
        self.port = 0
        self.fingerprint = host_key.get_fingerprint()
        self._options = _options(host_key)
        self._server: asyncio.Server | None = None
        self._connections: dict[SshConnection, str] = {}
        """The connections, the oldest first, each with the household that it is counted for while it has no game."""

    async def listen(self, host: str | None, port: int) -> None:
        """Listens on a port, on any free one for 0; raises OSError where it is taken."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: SshConnection(loop, self._options, self), host, port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self, seconds: float = 1.0) -> None:
        """Takes no more guests; waits so long at most for those whose game has ended to go."""
        if self._server is not None:
            self._server.close()
        for connection, household in tuple(self._connections.items()):
            if household:
                connection.abort()
        if self._connections:
            await asyncio.wait(
                [asyncio.ensure_future(each.wait_closed()) for each in self._connections], timeout=seconds
            )
        for connection in tuple(self._connections):
            connection.abort()

    def add(self, connection: SshConnection, address: str) -> None:
        """Counts a connection that has no game yet; where there are too many, the one that has waited longest goes."""
        household = address_group(address)
        self._connections[connection] = household
        waiting = [each for each, counted in self._connections.items() if counted]
        neighbours = [each for each in waiting if self._connections[each] == household]
        for crowd, most in ((neighbours, MAX_WAITING_PER_HOUSEHOLD), (waiting, MAX_WAITING)):
            if len(crowd) > most and self._connections[crowd[0]]:
                self.stop_counting(crowd[0])
                crowd[0].abort()

    def stop_counting(self, connection: SshConnection) -> None:
        """Counts a connection no more, since its game begins."""
        self._connections[connection] = ""

    def remove(self, connection: SshConnection) -> None:
        """Forgets a connection that has closed."""
        self._connections.pop(connection, None)


async def open_ssh_door(house: GuestHouse, port: int, folder: Path, host: str | None = None) -> SshDoor:
    """Opens a door with the host key of a folder; raises OSError where the port is taken or the key cannot be read."""
    door = SshDoor(house, load_host_key(folder / HOST_KEY_NAME))
    await door.listen(host, port)
    return door


def load_host_key(path: Path) -> asyncssh.SSHKey:
    """Returns the host key of a file, which is made where there is none; raises OSError where it is bad."""
    try:
        return asyncssh.read_private_key(path)
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
    except asyncssh.KeyImportError:
        raise OSError(f"{path} is no ssh key; move it away, and the next start makes another one") from None
    key = asyncssh.generate_private_key("ssh-ed25519")
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
        file.write(key.export_private_key())
    draft.replace(path)
    return key


def _options(host_key: asyncssh.SSHKey) -> asyncssh.SSHServerConnectionOptions:
    return asyncssh.SSHServerConnectionOptions(
        server_factory=SshVisitor,
        server_host_keys=[host_key],
        server_version="Railbird",
        # These exchanges of keys take the server long, and a stranger nothing.
        kex_algs="-diffie-hellman-*,rsa2048-*,curve448-*,ecdh-sha2-nistp384,ecdh-sha2-nistp521,ecdh-sha2-1.*",
        signature_algs="ssh-ed25519,sk-ssh-ed25519@openssh.com,ecdsa-*,sk-ecdsa-*,rsa-sha2-256,rsa-sha2-512",
        encryption_algs="-chacha20-*",  # Terrapin's, and in this library five times slower than AES-GCM
        compression_algs=None,  # a little of it can become very much
        gss_host=None,
        password_auth=False,
        agent_forwarding=False,
        x11_forwarding=False,
        allow_scp=False,
        line_editor=False,
        encoding=None,
        login_timeout=LOGIN_SECONDS,
        keepalive_interval=KEEPALIVE_SECONDS,
        keepalive_count_max=MAX_KEEPALIVES_MISSED,
        window=16 * 1024,
        max_pktsize=4 * 1024,
    )


class SshConnection(asyncssh.SSHServerConnection):
    """A connection that ends where more comes than a person sends, and that tells its game when nothing gets out."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, options: asyncssh.SSHServerConnectionOptions, door: SshDoor
    ) -> None:
        super().__init__(loop, options)
        self.door = door
        self.session: SshSession | None = None
        self._allowance = Allowance(BYTE_RATE, BYTE_BURST, loop.time)
        self._wire: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Takes note of the transport."""
        assert isinstance(transport, asyncio.Transport)
        self._wire = transport
        super().connection_made(transport)

    def data_received(self, data: bytes, datatype: int | None = None) -> None:
        """Takes what comes, up to the allowance."""
        if self._allowance.spend(len(data)):
            super().data_received(data, datatype)
        else:
            self.abort()

    def pause_writing(self) -> None:
        """Holds the game back while the network takes nothing, whatever the client says that it takes.

        Nothing is read meanwhile that would be answered.
        """
        assert self._wire is not None
        self._wire.pause_reading()
        if self.session is not None:
            self.session.pause_writing()

    def resume_writing(self) -> None:
        """Lets the game go on."""
        assert self._wire is not None
        self._wire.resume_reading()
        if self.session is not None:
            self.session.resume_writing()


class SshVisitor(asyncssh.SSHServer):
    """The person at the other end of a connection, who may have one session; all forwarding is refused."""

    def __init__(self) -> None:
        self._connection: SshConnection
        self._key = ""
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Counts the connection."""
        assert isinstance(conn, SshConnection)
        self._connection = conn
        conn.door.add(conn, self._address)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forgets the connection."""
        self._connection.door.remove(self._connection)
        self._set_deadline(None)

    # --- who comes ---------------------------------------------------------------------------------------------------

    def begin_auth(self, username: str) -> bool:
        """Asks for a key."""
        return True

    def public_key_auth_supported(self) -> bool:
        """Asks for a key."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Takes any key. That it is theirs has yet to be shown, by which alone `auth_completed` follows at once."""
        self._key = key.get_fingerprint()
        return True

    def kbdint_auth_supported(self) -> bool:
        """Lets those in who have no key."""
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> bool:
        """Asks nothing of a guest without a key; a key named before was not shown to be theirs."""
        self._key = ""
        return True

    def auth_completed(self) -> None:
        """Gives them some time to begin."""
        self._set_deadline(LOGIN_SECONDS)

    # --- what they may have ------------------------------------------------------------------------------------------

    def session_requested(self) -> SshSession | bool:
        """Gives one session."""
        if self._connection.session is not None:
            return False
        guest = Guest(
            identity=f"ssh:{self._key or secrets.token_hex()}",
            name=clean_name(self._connection.get_extra_info("username")),
            address=self._address,
            kept=bool(self._key),
        )
        session = SshSession(
            self._connection.door.house,
            guest,
            farewell="" if self._key else NO_KEY,
            on_start=self._session_started,
            on_close=lambda: self._set_deadline(LEAVE_SECONDS),
        )
        self._connection.session = session
        return session

    def _session_started(self) -> None:
        self._connection.door.stop_counting(self._connection)
        self._set_deadline(None)

    def _set_deadline(self, seconds: float | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None
        if seconds is not None:
            self._deadline = asyncio.get_running_loop().call_later(seconds, self._connection.abort)

    @property
    def _address(self) -> str:
        return str(self._connection.get_extra_info("peername")[0])
