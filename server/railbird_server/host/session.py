"""One conversation with one client: hello, its commands, its limits, and its end.

A session knows who speaks; no command names a player. It never knows a rule: what concerns a table goes into that
table's inbox, and the answer comes from there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from railbird_server.bots.style import STYLES
from railbird_server.host import jobs
from railbird_server.host.asking import request_of
from railbird_server.host.bots import HouseBots
from railbird_server.host.faults import logger, report
from railbird_server.host.limits import STRIKES, Limits
from railbird_server.host.lobby import TableLobby
from railbird_server.host.opening import games_of
from railbird_server.host.outbox import Outbox
from railbird_server.host.people import Person
from railbird_server.host.room import ELSEWHERE, NOT_HOST, Room
from railbird_server.host.wire import Wire, WireClosed
from railbird_server.rules.errors import IllegalAction
from railbird_shared import PROTOCOL_VERSION, codec, commands
from railbird_shared.messages import Accepted, GoingDown, Message, Refused, TableClosed, Welcome
from railbird_shared.text import clean_chat, clean_name

GOING_AWAY = 1001
POLICY = 1008
INTERNAL = 1011
REPLACED = 4001
"""Why a conversation ends, as websocket close codes; 4001 says that the player has come by a newer connection."""

TOO_MANY = "Too many new players come from your address; wait a moment and come again."
TOO_MUCH = "You have said too much; wait a moment and come again."


class Parting(Exception):
    """The conversation ends; `reason` tells the client why."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class Session:
    """One client's conversation over a wire.

    `seconds` is the clock that limits go by; a `trusted` client may come and speak as fast as it likes. At the end
    `over` is set.
    """

    def __init__(
        self,
        wire: Wire,
        lobby: TableLobby,
        bots: HouseBots,
        limits: Limits,
        *,
        seconds: Callable[[], float],
        trusted: bool = False,
    ) -> None:
        self._wire = wire
        self._lobby = lobby
        self._bots = bots
        self._limits = limits
        self._seconds = seconds
        self._trusted = trusted
        self._outbox = Outbox(wire, self._catch_up)
        self._strikes = 0
        self._room: Room | None = None
        self._replaced = False
        self._person: Person | None = None
        self.over = asyncio.Event()

    # --- what rooms and the lobby see ---

    @property
    def person(self) -> Person:
        """Who speaks; known once hello was said."""
        assert self._person is not None
        return self._person

    @property
    def in_lobby(self) -> bool:
        """Whether the client is at no table."""
        return self._room is None

    def answer(self, message: Message) -> None:
        """Sends what the client cannot do without."""
        self._outbox.answer(codec.encode(message))

    def tell(self, frame: bytes) -> None:
        """Sends news, which a client that is far behind will not get."""
        self._outbox.tell(frame)

    def show(self, frame: bytes) -> None:
        """Sends a whole state, from which the client follows the news again."""
        self._outbox.show(frame)

    def send_back(self, table: str, reason: str) -> None:
        """Sends the client from that table, if it is still there, to the lobby."""
        if self._room is not None and self._room.id == table:
            self._room = None
            self.answer(TableClosed(reason=reason))

    def replace(self) -> None:
        """Ends the conversation because the same person has begun another one."""
        self._replaced = True
        self._wire.hang_up(REPLACED, "replaced by a newer connection")

    def go_down(self, retry: int) -> None:
        """Tells the client that the server stops, and that it may try again after `retry` milliseconds."""
        self.answer(GoingDown(retry=retry))
        self._wire.hang_up(GOING_AWAY, "the server stops")

    def check(self, now: float) -> None:
        """Looks after a slow client at `now` seconds."""
        self._outbox.check(now)

    def _catch_up(self) -> None:
        if self._room is not None:
            self._room.post(jobs.Looked(self))
        else:
            self.show(self._lobby.listing())

    # --- the conversation ---

    async def run(self) -> None:
        """Talks with the client until either side has had enough."""
        code, reason = GOING_AWAY, ""
        try:
            await self._converse()
        except Parting as parting:
            code, reason = parting.code, parting.reason
            logger.info("%s: %s", self._who, reason)
        except WireClosed:
            logger.info("%s: gone", self._who)
        except Exception as error:  # noqa: BLE001  a fault here must end this conversation only
            report("conversation", error)
            code, reason = INTERNAL, "a fault in the server"
        finally:
            self._wire.hang_up(code, reason)
            self._go()
        try:
            await self._wire.gone()
        finally:
            self.over.set()

    async def _converse(self) -> None:
        try:
            async with asyncio.timeout(self._lobby.settings.hello_within):
                frame = await self._wire.receive()
        except TimeoutError:
            raise Parting(POLICY, "say hello first") from None
        self._greet(frame)
        while True:
            frame = await self._wire.receive()
            if self._replaced:
                return
            if not (self._trusted or self._limits.may_speak(self.person, self._seconds())):
                raise Parting(POLICY, "too many messages")
            try:
                command = codec.decode_command(frame)
            except codec.BadFrame as fault:
                self._strike(fault)
            else:
                await self._obey(command)

    def _greet(self, frame: str | bytes) -> None:
        hello = self._read_hello(frame)
        person, token = self._lobby.people.arrive(clean_name(hello.name), hello.token, bot=hello.bot)
        self._person = person
        self._lobby.join(self)
        resume = hello.resume
        room = self._lobby.room(resume.table) if resume else None
        settings = self._lobby.settings
        self.answer(
            Welcome(
                v=PROTOCOL_VERSION,
                server=settings.name,
                name=person.name,
                token=token,
                games=games_of(settings.house),
                table=person.table,
                bots=tuple(STYLES),
            )
        )
        if room is not None and person.table in ("", room.id):
            self._room = room
            room.post(jobs.Entered(self, resume=resume))
        elif resume is not None:
            self.answer(TableClosed(reason=ELSEWHERE if room else "That table is closed."))

    def _read_hello(self, frame: str | bytes) -> commands.Hello:
        """Returns the hello that opens a conversation; anything else is refused and ends it."""
        try:
            hello = _hello(codec.decode_command(frame))
            self._check_pace(hello.token)
        except codec.BadFrame as fault:
            self.answer(Refused(code=fault.code, sentence=fault.sentence))
            raise Parting(POLICY, fault.code) from None
        return hello

    def _check_pace(self, token: str) -> None:
        """Raises BadFrame where another hello comes too soon, be it a new player's or that of a known one."""
        if self._trusted:
            return
        person, now = self._lobby.people.proved_by(token), self._seconds()
        if person is None and not self._limits.may_arrive(self._wire.address, now):
            raise codec.BadFrame("too-many", TOO_MANY)
        if person is not None and not self._limits.may_speak(person, now):
            raise codec.BadFrame("too-much", TOO_MUCH)

    def _strike(self, fault: codec.BadFrame) -> None:
        self._strikes += 1
        self.answer(Refused(code=fault.code, sentence=fault.sentence))
        if self._strikes >= STRIKES:
            raise Parting(POLICY, "too many messages that cannot be read")

    def _go(self) -> None:
        if self._person is None:
            return
        if self._room is not None:
            self._room.post(jobs.Lost(self))
        self._lobby.quit(self)

    # --- commands ---

    async def _obey(self, command: commands.Command) -> None:
        try:
            await self._carry_out(command)
        except IllegalAction as refusal:
            answer = Refused(id=command.id, code=refusal.code, sentence=refusal.sentence, clause=refusal.clause)
            self.answer(answer)

    async def _carry_out(self, command: commands.Command) -> None:
        match command:
            case commands.Hello():
                raise IllegalAction("hello-again", "You have said hello already.")
            case commands.ListTables():
                self._accept(command)
                self._outbox.answer(self._lobby.listing())
            case commands.OpenTable():
                room = self._lobby.open(command, self.person, self._wire.address)
                self.answer(Accepted(id=command.id, table=room.id))
            case commands.Watch(table=table):
                await self._watch(command, table)
            case commands.Leave():
                await self._leave(self._here(), command.id)
            case commands.Say(text=text):
                self._say(command, clean_chat(text))
            case commands.Resync():
                self._here().post(jobs.Looked(self, command.id))
            case commands.AddBot(style=style, seat=seat):
                self._bots.add(self._hosted(), style, seat)
                self._accept(command)
            case commands.RemoveBot(seat=seat):
                self._here().post(jobs.SentHome(self, command.id, seat))
            case _:
                self._here().post(jobs.Asked(self, command.id, request_of(command, self.person)))

    def _accept(self, command: commands.Command) -> None:
        if command.id:
            self.answer(Accepted(id=command.id))

    def _here(self) -> Room:
        """Returns the table that the client is at; raises IllegalAction in the lobby."""
        if self._room is None:
            raise IllegalAction("no-table", "Go to a table first.")
        return self._room

    def _hosted(self) -> Room:
        room = self._here()
        if room.host is not self.person:
            raise IllegalAction("not-host", NOT_HOST)
        return room

    async def _watch(self, command: commands.Watch, table: str) -> None:
        room = self._lobby.room(table)
        if room is None:
            raise IllegalAction("no-such-table", "That table is closed; choose another one.")
        if self.person.table not in ("", table):
            raise IllegalAction("seated-elsewhere", ELSEWHERE)
        if self._room is not None and self._room is not room:
            await self._leave(self._room, 0)
        if self._replaced:
            return
        self._room = room
        room.post(jobs.Entered(self, command.id))

    async def _leave(self, room: Room, command: int) -> None:
        done = asyncio.Event()
        room.post(jobs.Left(self, command, done))
        await done.wait()

    def _say(self, command: commands.Say, line: str) -> None:
        objection = self._limits.objection(self.person, line, self._seconds())
        if objection:
            raise IllegalAction("chat", objection)
        if self._room is not None:
            self._room.post(jobs.Said(self, command.id, line))
        else:
            self._accept(command)
            self._lobby.say(self, line)

    @property
    def _who(self) -> str:
        return self._person.player if self._person else "stranger"


def _hello(command: commands.Command) -> commands.Hello:
    """Returns a hello that a conversation can begin with; raises BadFrame."""
    if not isinstance(command, commands.Hello):
        raise codec.BadFrame("hello-first", "Say hello before anything else.")
    codec.check_version(command.v)
    if not clean_name(command.name):
        raise codec.BadFrame("name", "Give a name of 1 to 16 characters that can be shown.")
    return command
