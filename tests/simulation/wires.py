"""Simulated connections: frames take their time, come in order, and stay away when the wire is cut or falls silent.

A wire has two lanes, one in each direction. Nothing overtakes anything within a lane; two wires know nothing of each
other, so a frame on an old wire may well arrive after one on a newer wire of the same client.
"""

from __future__ import annotations

import asyncio
import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from railbird_server.runtime.network.transport import CLOSE_TIMEOUT, TransportClosed

KEEPALIVE_SECONDS = 20.0
"""After so many seconds of silence the websocket library gives a connection up, as its pings are set in the server."""

CUT = (1006, "")
"""The close code of a connection that ended without a goodbye."""


class Weather(NamedTuple):
    """How a wire behaves: seconds of delay from the least to the most, and the bytes that the system holds for it."""

    least_delay: float = 0.001
    most_delay: float = 0.05
    system_buffer: int = 32 * 1024


class _Goodbye(NamedTuple):
    code: int
    reason: str


class _Ping:
    """Asks the other end for a pong."""


class _Pong:
    """Answers a ping."""


Item = bytes | _Goodbye | _Ping | _Pong


class Lane:
    """One direction of a wire: what is put in comes out at the other end, later and in the same order."""

    def __init__(self, chance: random.Random, weather: Weather, deliver: Callable[[Item], None]) -> None:
        self.held = False
        self.waiting_bytes = 0
        self._chance = chance
        self._weather = weather
        self._deliver = deliver
        self._items: deque[Item] = deque()
        self._due = 0
        self._last_arrival = 0.0
        self._cut = False

    def put(self, item: Item) -> None:
        """Sends an item on its way."""
        if self._cut:
            return
        loop = asyncio.get_running_loop()
        delay = self._chance.uniform(self._weather.least_delay, self._weather.most_delay)
        self._last_arrival = max(self._last_arrival + 1e-6, loop.time() + delay)
        self._items.append(item)
        self.waiting_bytes += len(item) if isinstance(item, bytes) else 0
        loop.call_at(self._last_arrival, self._arrive)

    def hold(self) -> None:
        """Lets nothing out until `release`."""
        self.held = True

    def release(self) -> None:
        """Lets out what has arrived meanwhile, and what follows."""
        self.held = False
        while self._due and not self.held:
            self._due -= 1
            self._pop()

    def let_one_out(self) -> None:
        """Lets out the first of what has arrived, if there is any."""
        if self._due:
            self._due -= 1
            self._pop()

    def cut(self) -> None:
        """Loses everything on its way, and all that follows."""
        self._cut = True
        self._items.clear()
        self.waiting_bytes = self._due = 0

    def _arrive(self) -> None:
        if self._cut:
            return
        if self.held or self._due:
            self._due += 1
        else:
            self._pop()

    def _pop(self) -> None:
        item = self._items.popleft()
        self.waiting_bytes -= len(item) if isinstance(item, bytes) else 0
        self._deliver(item)


class Receiver(Protocol):
    """The client's program at its end of a wire."""

    def frame_arrived(self, wire: Wire, frame: bytes) -> None: ...

    def wire_closed(self, wire: Wire, code: int, reason: str) -> None: ...


@dataclass
class WireLog:
    """What a wire tells the simulation: each frame that the server writes, and each that arrives anywhere."""

    written: Callable[[Wire, bytes], None]
    arrived: Callable[[Wire, str, bytes], None]


class Wire:
    """One connection of one client; `server_end` is the server's `Transport`."""

    def __init__(self, name: str, chance: random.Random, weather: Weather, receiver: Receiver, log: WireLog) -> None:
        self.name = name
        self.server_end = ServerEnd(self, name.partition("/")[0])
        self.open = True
        self._chance = chance
        self._weather = weather
        self._receiver = receiver
        self._log = log
        self._to_server = Lane(chance, weather, self._reach_server)
        self._to_client = Lane(chance, weather, self._reach_client)

    # --- the client's end ---

    def send(self, frame: bytes) -> None:
        """Sends a frame from the client."""
        if self.open:
            self._to_server.put(frame)

    def hang_up(self) -> None:
        """Ends the connection from the client's side, as by a program that dies; the server notices a little later."""
        if self.open:
            self.open = False
            self._to_client.cut()
            self._later(self._lose)

    # --- faults ---

    def cut(self) -> None:
        """Cuts the wire: what is on its way is lost, and both ends notice, each in its time."""
        if self.open:
            self._to_client.cut()
            self._to_server.cut()
            self._later(self._lose)
            self._later(self._close_client)

    def refuse(self) -> None:
        """Fails to connect: nobody listens at the other end."""
        self.server_end.lose()
        self.cut()

    def stop_reading(self, seconds: float) -> None:
        """Has the client read nothing for a while; what the server sends piles up."""
        self._to_client.hold()
        asyncio.get_running_loop().call_later(seconds, self._to_client.release)

    def read_slowly(self, seconds: float, pause: float) -> None:
        """Has the client read one frame after each pause for a while; what the server sends piles up."""
        loop = asyncio.get_running_loop()
        if seconds > 0:
            self._to_client.hold()
            self._to_client.let_one_out()
            loop.call_later(pause, self.read_slowly, seconds - pause, pause)
        else:
            self._to_client.release()

    def fall_silent(self, seconds: float) -> None:
        """Lets nothing through in either direction for a while; neither end is told."""
        loop = asyncio.get_running_loop()
        self._to_client.hold()
        self._to_server.hold()
        loop.call_later(seconds, self._speak_again)
        if seconds > KEEPALIVE_SECONDS:
            loop.call_later(KEEPALIVE_SECONDS, self._lose)

    def _speak_again(self) -> None:
        self._to_client.release()
        self._to_server.release()

    @property
    def buffered(self) -> int:
        """The bytes written by the server that neither the system nor the client has taken."""
        return max(0, self._to_client.waiting_bytes - self._weather.system_buffer)

    # --- between the ends ---

    def write(self, item: Item) -> None:
        """Sends something from the server."""
        if isinstance(item, bytes):
            self._log.written(self, item)
        self._to_client.put(item)

    def end_by_server(self, *, at_once: bool) -> None:
        """Ends the connection from the server's side; the client notices when its lane has been read, or sooner."""
        if at_once:
            self._to_client.cut()
            self._later(self._close_client)

    def _reach_server(self, item: Item) -> None:
        if isinstance(item, bytes):
            self._log.arrived(self, "to the server", item)
        self.server_end.take(item)

    def _reach_client(self, item: Item) -> None:
        match item:
            case _Ping():
                self._to_server.put(_Pong())
            case _Goodbye(code, reason):
                self._to_server.put(item)
                self._close_client(code, reason)
            case bytes():
                if self.open:
                    self._log.arrived(self, "to the client", item)
                    self._receiver.frame_arrived(self, item)
            case _Pong():
                pass

    def _close_client(self, code: int = CUT[0], reason: str = CUT[1]) -> None:
        if self.open:
            self.open = False
            self._receiver.wire_closed(self, code, reason)

    def _lose(self) -> None:
        self.server_end.lose()

    def _later(self, callback: Callable[[], None]) -> None:
        asyncio.get_running_loop().call_later(self._chance.uniform(0.0, 0.5), callback)


class ServerEnd:
    """The server's end of a wire: a `railbird_server.runtime.network.transport.Transport`."""

    def __init__(self, wire: Wire, address: str) -> None:
        self.address = address
        self._wire = wire
        self._incoming: deque[bytes] = deque()
        self._arrived = asyncio.Event()
        self._ended = asyncio.Event()
        self._goodbye_said = False
        self._heard = True

    @property
    def buffered(self) -> int:
        return self._wire.buffered

    async def receive(self) -> str | bytes:
        while not self._incoming:
            if self._ended.is_set():
                raise TransportClosed
            self._arrived.clear()
            await self._arrived.wait()
        return self._incoming.popleft().decode()

    def write(self, frame: bytes) -> None:
        if not self._goodbye_said and not self._ended.is_set():
            self._wire.write(frame)

    def ping(self) -> None:
        if not self._goodbye_said and not self._ended.is_set():
            self._wire.write(_Ping())

    def take_heard(self) -> bool:
        heard, self._heard = self._heard, False
        return heard

    def close(self, code: int, reason: str) -> None:
        if not self._goodbye_said and not self._ended.is_set():
            self._goodbye_said = True
            self._wire.write(_Goodbye(code, reason))
            asyncio.get_running_loop().call_later(CLOSE_TIMEOUT, self.abort)

    def abort(self) -> None:
        if not self._ended.is_set():
            self.lose()
            self._wire.end_by_server(at_once=True)

    async def wait_closed(self) -> None:
        await self._ended.wait()

    # --- from the wire ---

    def take(self, item: Item) -> None:
        """Takes what has arrived from the client."""
        if self._ended.is_set():
            return
        self._heard = True
        if isinstance(item, bytes):
            self._incoming.append(item)
            self._arrived.set()
        elif isinstance(item, _Goodbye):
            self.lose()

    def lose(self) -> None:
        """Notices that the connection has ended; frames that have arrived can still be read."""
        self._ended.set()
        self._arrived.set()
