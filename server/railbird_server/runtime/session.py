"""One conversation with one client: hello, its commands, its limits, and its end.

A session knows who speaks; no command names a player. It never knows a rule: what concerns a table goes into that
table's inbox, and the answer comes from there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from railbird_server.bots.profiles import STYLES
from railbird_server.refusal import Refusal
from railbird_server.runtime import room_requests
from railbird_server.runtime.asking import request_of
from railbird_server.runtime.error_reporting import logger, report_error
from railbird_server.runtime.house_bots import HouseBots
from railbird_server.runtime.limits import MAX_BAD_FRAMES, Limits
from railbird_server.runtime.lobby import TableLobby
from railbird_server.runtime.outbox import Outbox
from railbird_server.runtime.players import Player
from railbird_server.runtime.room import NOT_HOST, SEATED_ELSEWHERE, Room
from railbird_server.runtime.table_terms import games_played
from railbird_server.runtime.transport import Transport, TransportClosed
from railbird_shared import PROTOCOL_VERSION, codec, commands
from railbird_shared.messages import Accepted, GoingDown, Message, Refused, TableClosed, Welcome
from railbird_shared.text import clean_chat, clean_name

GOING_AWAY = 1001
POLICY_VIOLATION = 1008
INTERNAL_ERROR = 1011
REPLACED = 4001
"""Why a conversation ends, as websocket close codes; 4001 says that the player has come by a newer connection."""

TOO_MANY_NEW_PLAYERS = "Too many new players come from your address; wait a moment and come again."
TOO_MANY_COMMANDS = "You have said too much; wait a moment and come again."


class SessionClosed(Exception):
    """The conversation ends; `reason` tells the client why."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class Session:
    """One client's conversation over a wire.

    `seconds` is the clock that limits go by; a `trusted` client may come and speak as fast as it likes. At the end
    `ended` is set.
    """

    def __init__(
        self,
        transport: Transport,
        lobby: TableLobby,
        bots: HouseBots,
        limits: Limits,
        *,
        seconds: Callable[[], float],
        trusted: bool = False,
    ) -> None:
        self._transport = transport
        self._lobby = lobby
        self._bots = bots
        self._limits = limits
        self._seconds = seconds
        self._trusted = trusted
        self._outbox = Outbox(transport, self._send_current_state)
        self._bad_frames = 0
        self._room: Room | None = None
        self._replaced = False
        self._player: Player | None = None
        self.ended = asyncio.Event()

    # --- what rooms and the lobby see ---

    @property
    def player(self) -> Player:
        """Who speaks; known once hello was said."""
        assert self._player is not None
        return self._player

    @property
    def in_lobby(self) -> bool:
        """Whether the client is at no table."""
        return self._room is None

    def reply(self, message: Message) -> None:
        """Sends what the client cannot do without."""
        self._outbox.send(codec.encode(message))

    def send_update(self, frame: bytes) -> None:
        """Sends news, which a client that is far behind will not get."""
        self._outbox.send_update(frame)

    def send_snapshot(self, frame: bytes) -> None:
        """Sends a whole state, from which the client follows the news again."""
        self._outbox.send_snapshot(frame)

    def return_to_lobby(self, table: str, reason: str) -> None:
        """Sends the client from that table, if it is still there, to the lobby."""
        if self._room is not None and self._room.id == table:
            self._room = None
            self.reply(TableClosed(reason=reason))

    def replace(self) -> None:
        """Ends the conversation because the same person has begun another one."""
        self._replaced = True
        self._transport.close(REPLACED, "replaced by a newer connection")

    def announce_shutdown(self, retry: int) -> None:
        """Tells the client that the server stops, and that it may try again after `retry` milliseconds."""
        self.reply(GoingDown(retry=retry))
        self._transport.close(GOING_AWAY, "the server stops")

    def check_backpressure(self, now: float) -> None:
        """Looks after a slow client at `now` seconds."""
        self._outbox.check_backpressure(now)

    def _send_current_state(self) -> None:
        if self._room is not None:
            self._room.post(room_requests.SnapshotRequest(self))
        else:
            self.send_snapshot(self._lobby.listing())

    # --- the conversation ---

    async def run(self) -> None:
        """Talks with the client until either side has had enough."""
        code, reason = GOING_AWAY, ""
        try:
            await self._receive_loop()
        except SessionClosed as parting:
            code, reason = parting.code, parting.reason
            logger.info("%s: %s", self._label, reason)
        except TransportClosed:
            logger.info("%s: gone", self._label)
        except Exception as error:  # noqa: BLE001  a fault here must end this conversation only
            report_error("conversation", error)
            code, reason = INTERNAL_ERROR, "a fault in the server"
        finally:
            self._transport.close(code, reason)
            self._disconnect()
        try:
            await self._transport.wait_closed()
        finally:
            self.ended.set()

    async def _receive_loop(self) -> None:
        try:
            async with asyncio.timeout(self._lobby.settings.hello_timeout):
                frame = await self._transport.receive()
        except TimeoutError:
            raise SessionClosed(POLICY_VIOLATION, "say hello first") from None
        self._log_in(frame)
        while True:
            frame = await self._transport.receive()
            if self._replaced:
                return
            if not (self._trusted or self._limits.allows_command(self.player, self._seconds())):
                raise SessionClosed(POLICY_VIOLATION, "too many messages")
            try:
                command = codec.decode_command(frame)
            except codec.ProtocolError as fault:
                self._count_bad_frame(fault)
            else:
                await self._dispatch(command)

    def _log_in(self, frame: str | bytes) -> None:
        hello = self._read_hello(frame)
        person, token = self._lobby.players.login(clean_name(hello.name), hello.token, bot=hello.bot)
        self._player = person
        self._lobby.add(self)
        resume = hello.resume
        room = self._lobby.room(resume.table) if resume else None
        settings = self._lobby.settings
        self.reply(
            Welcome(
                v=PROTOCOL_VERSION,
                server=settings.name,
                name=person.name,
                token=token,
                games=games_played(settings.house),
                table=person.table,
                bots=tuple(STYLES),
            )
        )
        if room is not None and person.table in ("", room.id):
            self._room = room
            room.post(room_requests.EnterTable(self, resume=resume))
        elif resume is not None:
            self.reply(TableClosed(reason=SEATED_ELSEWHERE if room else "That table is closed."))

    def _read_hello(self, frame: str | bytes) -> commands.Hello:
        """Returns the hello that opens a conversation; anything else is refused and ends it."""
        try:
            hello = _checked_hello(codec.decode_command(frame))
            self._check_login_rate(hello.token)
        except codec.ProtocolError as fault:
            self.reply(Refused(code=fault.code, sentence=fault.sentence))
            raise SessionClosed(POLICY_VIOLATION, fault.code) from None
        return hello

    def _check_login_rate(self, token: str) -> None:
        """Raises BadFrame where another hello comes too soon, be it a new player's or that of a known one."""
        if self._trusted:
            return
        person, now = self._lobby.players.by_token(token), self._seconds()
        if person is None and not self._limits.allows_new_player(self._transport.address, now):
            raise codec.ProtocolError("too-many", TOO_MANY_NEW_PLAYERS)
        if person is not None and not self._limits.allows_command(person, now):
            raise codec.ProtocolError("too-much", TOO_MANY_COMMANDS)

    def _count_bad_frame(self, fault: codec.ProtocolError) -> None:
        self._bad_frames += 1
        self.reply(Refused(code=fault.code, sentence=fault.sentence))
        if self._bad_frames >= MAX_BAD_FRAMES:
            raise SessionClosed(POLICY_VIOLATION, "too many messages that cannot be read")

    def _disconnect(self) -> None:
        if self._player is None:
            return
        if self._room is not None:
            self._room.post(room_requests.Disconnected(self))
        self._lobby.remove(self)

    # --- commands ---

    async def _dispatch(self, command: commands.Command) -> None:
        try:
            await self._execute(command)
        except Refusal as refusal:
            answer = Refused(id=command.id, code=refusal.code, sentence=refusal.sentence, clause=refusal.clause)
            self.reply(answer)

    async def _execute(self, command: commands.Command) -> None:
        match command:
            case commands.Hello():
                raise Refusal("hello-again", "You have said hello already.")
            case commands.ListTables():
                self._accept(command)
                self._outbox.send(self._lobby.listing())
            case commands.OpenTable():
                room = self._lobby.open(command, self.player, self._transport.address)
                self.reply(Accepted(id=command.id, table=room.id))
            case commands.Watch(table=table):
                await self._watch(command, table)
            case commands.Leave():
                await self._leave(self._current_room(), command.id)
            case commands.SendChat(text=text):
                self._chat(command, clean_chat(text))
            case commands.Resync():
                self._current_room().post(room_requests.SnapshotRequest(self, command.id))
            case commands.AddBot(style=style, seat=seat):
                self._bots.add(self._hosted_room(), style, seat)
                self._accept(command)
            case commands.RemoveBot(seat=seat):
                self._current_room().post(room_requests.RemoveBot(self, command.id, seat))
            case _:
                self._current_room().post(
                    room_requests.TableRequest(self, command.id, request_of(command, self.player))
                )

    def _accept(self, command: commands.Command) -> None:
        if command.id:
            self.reply(Accepted(id=command.id))

    def _current_room(self) -> Room:
        """Returns the table that the client is at; raises Refusal in the lobby."""
        if self._room is None:
            raise Refusal("no-table", "Go to a table first.")
        return self._room

    def _hosted_room(self) -> Room:
        room = self._current_room()
        if room.host is not self.player:
            raise Refusal("not-host", NOT_HOST)
        return room

    async def _watch(self, command: commands.Watch, table: str) -> None:
        room = self._lobby.room(table)
        if room is None:
            raise Refusal("no-such-table", "That table is closed; choose another one.")
        if self.player.table not in ("", table):
            raise Refusal("seated-elsewhere", SEATED_ELSEWHERE)
        if self._room is not None and self._room is not room:
            await self._leave(self._room, 0)
        if self._replaced:
            return
        self._room = room
        room.post(room_requests.EnterTable(self, command.id))

    async def _leave(self, room: Room, command: int) -> None:
        done = asyncio.Event()
        room.post(room_requests.LeaveTable(self, command, done))
        await done.wait()

    def _chat(self, command: commands.SendChat, line: str) -> None:
        objection = self._limits.chat_refusal(self.player, line, self._seconds())
        if objection:
            raise Refusal("chat", objection)
        if self._room is not None:
            self._room.post(room_requests.ChatLine(self, command.id, line))
        else:
            self._accept(command)
            self._lobby.chat(self, line)

    @property
    def _label(self) -> str:
        return self._player.id if self._player else "stranger"


def _checked_hello(command: commands.Command) -> commands.Hello:
    """Returns a hello that a conversation can begin with; raises BadFrame."""
    if not isinstance(command, commands.Hello):
        raise codec.ProtocolError("hello-first", "Say hello before anything else.")
    codec.check_version(command.v)
    if not clean_name(command.name):
        raise codec.ProtocolError("name", "Give a name of 1 to 16 characters that can be shown.")
    return command
