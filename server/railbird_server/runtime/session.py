"""One session with one client, from the welcome on: its commands, its limits, and its end.

A session knows the player; no command names one. It knows no rule of poker: a command about a table goes into the
inbox of its room, and the answer comes from there.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from msgspec.structs import replace
from websockets.frames import CloseCode

from railbird_server.refusal import Refusal
from railbird_server.runtime.access import TABLE_LOCKED
from railbird_server.runtime.followed_tables import FollowedTables
from railbird_server.runtime.house_bots import HouseBots
from railbird_server.runtime.login import Login, LoginServices, SessionClosed, StayRefusal
from railbird_server.runtime.monitoring import logger, report_error
from railbird_server.runtime.network.transport import Transport, TransportClosed
from railbird_server.runtime.outbox import Outbox
from railbird_server.runtime.players import SEATED_ELSEWHERE, Asker, Player, accept, refuse
from railbird_server.runtime.tables import room_requests
from railbird_server.runtime.tables.room import Room
from railbird_server.runtime.tournaments.all_tournaments import Tournaments
from railbird_server.table.host_commands import check_host
from railbird_shared import CLOSE_REPLACED
from railbird_shared.network.silence import SilenceWatch
from railbird_shared.protocol import codec, commands
from railbird_shared.protocol.commands import FollowTable, UnfollowTable
from railbird_shared.protocol.host_commands import Announce, Ban, CorrectBooks, Mute, SendAway
from railbird_shared.protocol.messages import Accepted, GoingDown, Message, Refused, TableClosed
from railbird_shared.text.text_cleaning import clean_chat, clean_name, name_refusal
from railbird_shared.tournament.messages import OpenTournament, TournamentCommand, TournamentHostCommand

_WordedCommand = Announce | CorrectBooks | Ban | Mute | SendAway
_HostedCommand = commands.AddBot | commands.InviteCommand | commands.Administer | commands.StopServer

SessionCommand = commands.LobbyCommand | commands.SendChat | _WordedCommand | _HostedCommand | TournamentCommand
"""The commands that a session carries out itself, or gives to its room in another form; all others are the room's."""

MAX_BAD_FRAMES = 5
"""Bad frames after which a session ends."""

MAX_HASTY_COMMANDS = 30
"""Commands in a row that come too soon and are refused; the next one ends the session."""

COMMAND_FAILED = "The server made a mistake with that command; come back and look before you send it again."
ONE_QUESTION = "Your last question about finished hands is being answered; ask again when it is."
COMMANDS_TOO_FAST = "Your commands come too fast; wait a moment and send that one again."


@dataclass(frozen=True)
class SessionServices(LoginServices):
    """The services that all sessions of a server share besides those of logins; `sessions` are those that run."""

    bots: HouseBots
    tournaments: Tournaments
    sessions: set[Session] = field(default_factory=set)


class Session:
    """One client's session over a transport.

    A `trusted` client has no limit on speed and needs no password. `stay_refusal` says whether there is room for the
    client, given the player who comes back. `ended` is set at the end.
    """

    def __init__(
        self,
        transport: Transport,
        services: SessionServices,
        *,
        trusted: bool = False,
        stay_refusal: StayRefusal = lambda _: "",
    ) -> None:
        self._transport = transport
        self._services = services
        self._lobby = services.lobby
        self._trusted = trusted
        self.outbox = outbox = Outbox(transport, self._send_current_state, services.metrics)
        self._login = Login(transport, outbox, services, trusted=trusted, stay_refusal=stay_refusal)
        self._followed = FollowedTables(self)
        self._bad_frames = 0
        self._hasty_commands = 0
        self._room: Room | None = None
        self._replaced = False
        self._player: Player | None = None
        self._silence: SilenceWatch | None = None
        self._question: asyncio.Task[None] | None = None
        self.ended = asyncio.Event()

    # --- what rooms and the lobby see ---

    @property
    def player(self) -> Player:
        """The player whose client it is; known after hello."""
        assert self._player is not None
        return self._player

    @property
    def address(self) -> str:
        """The address that the client is counted by; empty for one in memory."""
        return self._transport.address

    @property
    def in_lobby(self) -> bool:
        """Whether the client is at no table."""
        return self._room is None

    def reply(self, message: Message) -> None:
        """Sends a message that the client cannot do without; an answer to a command is remembered under its id."""
        told: Asker | None = self
        if isinstance(message, Accepted | Refused) and message.id and self._player is not None:
            told = self._player.recent_commands.settle(message, self)
        if told is not None:
            told.outbox.send(codec.encode(message))

    def return_to_lobby(self, table: str, closed: TableClosed) -> None:
        """Sends the client to the lobby if it is still at that table."""
        if self._room is not None and self._room.id == table:
            self._room = None
            self.reply(closed)

    def follow(self, table: str, notice: str = "") -> None:
        """Takes the client to another table of a tournament, where its player sits now or may watch."""
        room = self._lobby.room(table)
        if room is None or self._replaced or room is self._room:
            return
        if self._room is not None:
            self._room.post(room_requests.Disconnected(self))
        self._followed.release(room.id)
        self._room = room
        room.post(room_requests.EnterTable(self, notice=notice))

    def replace(self) -> None:
        """Ends the session because the same player has opened another one."""
        self._replaced = True
        self._transport.close(CLOSE_REPLACED, "replaced by a newer connection")

    def announce_shutdown(self, retry: int, *, kept: bool) -> None:
        """Says that the server stops, to be tried again in `retry` ms, its tables `kept` or not; ends the session."""
        self.reply(GoingDown(retry=retry, kept=kept))
        self._transport.close(CloseCode.GOING_AWAY, "the server stops")

    def check_backpressure(self, now: float) -> None:
        """Catches up or cuts off a slow client at `now` seconds."""
        self.outbox.check_backpressure(now)
        self._followed.catch_up()

    def check_silence(self, now: float, patience: float = 1) -> bool:
        """Pings a quiet client whose player has a seat, and tells the table at `now` seconds that it does not answer.

        `patience` is that of `SilenceWatch`. Returns whether the client is watched: nobody waits for spectators, of
        whom the library's own pings find out in time that they are gone.
        """
        if self._room is None or not self.player.table or self._replaced:
            self._silence = None
            return False
        watch = self._silence = self._silence or SilenceWatch(now)
        silent = watch.silent
        if watch.check(now, heard=self._transport.take_heard(), patience=patience):
            self._transport.ping()
        if watch.silent is not silent:
            self._room.post(room_requests.SilenceChanged(self, silent=watch.silent))
        return True

    def _send_current_state(self) -> None:
        if self._room is not None:
            self._room.post(room_requests.ViewerCommand(self, commands.Resync()))
        else:
            self.outbox.send_snapshot(self._lobby.listing.read(self))

    # --- from hello to the end ---

    async def run(self) -> None:
        """Serves the client until either side ends the session."""
        code, reason = int(CloseCode.GOING_AWAY), ""
        self._services.sessions.add(self)
        try:
            try:
                await self._log_in()
                while True:
                    frame = await self._transport.receive()
                    if self._replaced:
                        break
                    await self._handle(frame)
            except SessionClosed as closed:
                code, reason = closed.code, closed.reason
                logger.info("%s: %s", self._label, reason, extra=self._log_fields)
            except TransportClosed:
                logger.info("%s: gone", self._label, extra=self._log_fields)
            except Exception as error:  # noqa: BLE001  a fault here must end this session only
                report_error("session", error, **self._log_fields)
                code, reason = CloseCode.INTERNAL_ERROR, "a fault in the server"
            finally:
                self._transport.close(code, reason)
                self._disconnect()
            await self._transport.wait_closed()
        finally:
            self._services.sessions.discard(self)
            self.ended.set()

    async def _handle(self, frame: str | bytes) -> None:
        """Carries out a command that is neither a repetition nor one too many; answers with a refusal if it has to."""
        try:
            command = codec.decode_command(frame)
        except codec.ProtocolError as fault:
            self._count_bad_frame(fault)
            return
        try:
            self._check_command_rate()
            if not self.player.recent_commands.begin(command, self):
                return
        except Refusal as no:
            refused = Refused(id=command.id, code=no.code, sentence=no.sentence, clause=no.clause)
            self.outbox.send(codec.encode(refused))  # which leaves what was answered under that id as it is
            return
        try:
            # An act, the most frequent command, is not first looked for among thirty others.
            if isinstance(command, commands.Act) or not isinstance(command, SessionCommand):
                self._current_room().post(room_requests.ViewerCommand(self, command))
            else:
                await self._carry_out(command)
        except Refusal as no:
            refuse(self, command.id, no)
        except Exception:  # any fault: the client has its answer before `run` ends the session
            self.reply(Refused(id=command.id, code="fault", sentence=COMMAND_FAILED))
            raise

    def _check_command_rate(self) -> None:
        """Raises Refusal for a command beyond the limit; many of them in a row end the session."""
        if self._trusted or self._services.limits.allows_command(self.player, self._services.seconds()):
            self._hasty_commands = 0
            return
        self._hasty_commands += 1
        if self._hasty_commands > MAX_HASTY_COMMANDS:
            self._services.metrics.cut_off["hasty"] += 1
            raise SessionClosed(CloseCode.POLICY_VIOLATION, "too many messages")
        raise Refusal("slow-down", COMMANDS_TOO_FAST)

    async def _log_in(self) -> None:
        """Waits for the hello, lets its player in and takes them back to where they were; raises SessionClosed."""
        hello = await self._login.receive_hello()
        player, token = self._lobby.players.login(clean_name(hello.name), hello.token, bot=hello.bot)
        self._player = player
        welcome = await self._login.let_in(hello, player, token)
        self._lobby.add(self)
        resume = hello.resume
        if resume is None:
            player.recent_commands.forget()
        self.reply(welcome)
        if not player.style:
            self._services.tournaments.greet(self)
        room = self._lobby.room(resume.table) if resume else None
        if room is not None and (objection := self._entry_refusal(room)):
            self.reply(TableClosed(reason=objection))
        elif room is not None and player.table in ("", room.id):
            self._room = room
            room.post(room_requests.EnterTable(self, resume=resume))
        elif resume is not None:
            self.reply(TableClosed(reason=SEATED_ELSEWHERE if room else "That table is closed."))

    def _count_bad_frame(self, fault: codec.ProtocolError) -> None:
        self._bad_frames += 1
        self._services.metrics.bad_frames += 1
        self.outbox.send(codec.encode(Refused(id=fault.id, code=fault.code, sentence=fault.sentence)))
        if self._bad_frames >= MAX_BAD_FRAMES:
            self._services.metrics.cut_off["bad-frames"] += 1
            raise SessionClosed(CloseCode.POLICY_VIOLATION, "too many messages that cannot be read")

    def _disconnect(self) -> None:
        if self._question is not None:
            self._question.cancel()
        if self._player is None:
            return
        self._followed.disconnect()
        if self._room is not None:
            self._room.post(room_requests.Disconnected(self))
        self._lobby.remove(self)
        self._player.recent_commands.release(self)

    # --- commands ---

    async def _carry_out(self, command: SessionCommand) -> None:
        """Carries out a command that is not for the room alone, which may answer it; raises Refusal."""
        match command:
            case commands.Hello():
                raise Refusal("hello-again", "This connection has said hello already.")
            case commands.ListTables():
                accept(self, command.id)
                self.outbox.send(self._lobby.listing.read(self, command))
            case commands.OpenTable():
                await self._open_table(command, self.player)
            case commands.Watch() | FollowTable() | UnfollowTable() | commands.Leave():
                await self._go_to_table(command)
            case commands.AddBot() | commands.MakeInvite() | commands.ListInvites() | commands.RevokeInvite():
                await self._manage_table(command)
            case commands.SendChat():
                self._chat(command)
            case commands.ChangeName():
                self._change_name(command)
            case commands.ListHands() | commands.ReadHand() | commands.ReadStatistics() | commands.ReadStatement():
                self._ask_archive(command)
            case commands.Administer() | commands.StopServer():
                await self._obey_owner(command)
            case Announce() | CorrectBooks() | Ban() | Mute() | SendAway():
                self._current_room().post(room_requests.ViewerCommand(self, _cleaned(command)))
            case _:
                await self._services.tournaments.handle(self, command)

    def _change_name(self, command: commands.ChangeName) -> None:
        """Calls the player by another name: at once in the lobby, and through their table where they are at one."""
        if objection := name_refusal(command.name):
            raise Refusal("name", objection)
        command = replace(command, name=clean_name(command.name))
        if self._room is not None:
            self._room.post(room_requests.ViewerCommand(self, command))
        elif self.player.table:
            raise Refusal("seated-elsewhere", SEATED_ELSEWHERE)
        else:
            self._lobby.players.check_new_name(self.player, command.name)
            self._lobby.players.rename(self.player, command.name)
            accept(self, command.id)

    async def _manage_table(self, command: commands.AddBot | commands.InviteCommand) -> None:
        room = self._current_room()
        check_host(self.player.identity, room.host.identity)
        match command:
            case commands.AddBot():
                self._services.bots.add(room, command.style, command.seat)
                accept(self, command.id)
            case commands.MakeInvite():
                self.reply(Accepted(id=command.id, invite=await self._lobby.access.make_invite(command, room.id)))
            case commands.ListInvites():
                accept(self, command.id)
                self.reply(self._lobby.access.invites(room, self._lobby.players.name_of))
            case commands.RevokeInvite():
                await self._lobby.access.revoke_invite(room.id, command.invite)
                accept(self, command.id)

    def _ask_archive(self, command: commands.HistoryCommand) -> None:
        """Has a question about finished hands answered while the client goes on; raises Refusal for a second one."""
        if self._question is not None and not self._question.done():
            raise Refusal("slow-down", ONE_QUESTION)
        if isinstance(command, commands.ReadStatistics) and (room := self._lobby.room(command.table)):
            room.check_present(self.player)
        self._question = asyncio.create_task(self._answer_from_archive(command), name="finished hands")

    async def _answer_from_archive(self, command: commands.HistoryCommand) -> None:
        table = self._room.id if self._room is not None else ""
        try:
            answer = await self._lobby.archive.answer(command, self.player.id, at_table=table)
        except Refusal as no:
            refuse(self, command.id, no)
        except Exception as error:  # noqa: BLE001  a fault here costs the client an answer, and nothing else
            report_error("finished hands", error, **self._log_fields)
            self.reply(Refused(id=command.id, code="fault", sentence=COMMAND_FAILED))
        else:
            accept(self, command.id)
            self.reply(answer)

    async def _obey_owner(self, command: commands.Administer | commands.StopServer) -> None:
        """Does what the owner of the server commands; raises Refusal for anybody else."""
        if isinstance(command, commands.StopServer):
            self._services.ownership.end_game(command.owner)
            accept(self, command.id)
            return
        self._services.ownership.check(command.owner)
        wish = replace(command.command, id=command.id)
        if isinstance(wish, commands.OpenTable):
            await self._open_table(wish, self._lobby.house)
        elif isinstance(wish, OpenTournament | TournamentHostCommand):
            await self._services.tournaments.handle(self, wish, by_owner=True)
        else:
            self._open_room(command.table).post(room_requests.ViewerCommand(self, _cleaned(wish), by_owner=True))

    def _current_room(self) -> Room:
        """Returns the table that the client is at; raises Refusal in the lobby."""
        if self._room is None:
            raise Refusal("no-table", "You are at no table; go to one first.")
        return self._room

    def _open_room(self, table: str) -> Room:
        """Returns the table of that id; raises Refusal where it is closed."""
        if (room := self._lobby.room(table)) is None:
            raise Refusal("no-such-table", "That table is closed; choose another one.")
        return room

    async def _open_table(self, command: commands.OpenTable, host: Player) -> None:
        address = self.address if host is self.player else ""
        self._lobby.check_table_limits(host, address)
        password_hash = await self._lobby.access.passwords.hash(command.password, address)
        room = await self._lobby.open(command, host, address, password_hash=password_hash)
        self.reply(Accepted(id=command.id, table=room.id))

    def _entry_refusal(self, room: Room) -> str:
        """Returns why a returning player may not go to a table, empty if they may."""
        try:
            room.check_entry(self.player, self.address)
        except Refusal as no:
            return no.sentence
        return "" if self._may_enter(room) else TABLE_LOCKED

    def _may_enter(self, room: Room) -> bool:
        return self._trusted or self._lobby.access.may_enter(room, self.player)

    async def _go_to_table(self, command: commands.Watch | FollowTable | UnfollowTable | commands.Leave) -> None:
        match command:
            case commands.Leave():
                await self._leave(self._current_room(), command.id)
            case commands.Watch():
                await self._watch(command)
            case FollowTable():
                await self._follow(command)
            case UnfollowTable():
                self._followed.unfollow(command)

    async def _watch(self, command: commands.Watch) -> None:
        room = self._open_room(command.table)
        room.check_entry(self.player, self.address)
        self._check_seated_nowhere_but(room)
        if self.player.table != room.id:
            _check_goes_on(room)
        if not self._may_enter(room):
            await self._check_table_password(room, command.password)
            if self._replaced:
                return  # what it leaves could be the seat that the newer session has taken meanwhile
        if (left := self._room) is not None and left is not room:
            await self._leave(left, 0)
            _check_goes_on(left)
        if self._replaced:
            return
        self._check_seated_nowhere_but(room)  # a tournament may have led the player to a seat meanwhile
        self._room = room
        self._followed.release(room.id)
        room.post(room_requests.EnterTable(self, command.id))

    def _check_seated_nowhere_but(self, room: Room) -> None:
        """Raises Refusal where the player has a seat at another table, or waits for one there."""
        if self.player.table not in ("", room.id):
            raise Refusal("seated-elsewhere", SEATED_ELSEWHERE)

    async def _follow(self, command: FollowTable) -> None:
        room = self._open_room(command.table)
        room.check_entry(self.player, self.address, follows=True)
        _check_goes_on(room)
        self._followed.check(room.id, self._room.id if self._room is not None else "")
        if not self._may_enter(room):
            await self._check_table_password(room, command.password)
            self._followed.check(room.id, self._room.id if self._room is not None else "")
        if not self._replaced:
            self._followed.follow(room, command)

    async def _check_table_password(self, room: Room, password: str) -> None:
        """Raises Refusal where the table has another password; the first time without one, why the invite is none."""
        refusal, self._login.invite_refusal = self._login.invite_refusal, None
        if refusal is not None and not password:
            raise refusal
        await self._lobby.access.check_table(room, self.player, password, self.address)

    async def _leave(self, room: Room, command: int) -> None:
        done = asyncio.Event()
        room.post(room_requests.LeaveTable(self, command, done))
        await done.wait()

    def _chat(self, command: commands.SendChat) -> None:
        line = clean_chat(command.text)
        table = self._room.id if self._room is not None else ""
        if no := self._services.limits.chat_refusal(self.player, line, self._services.seconds(), table=table):
            raise Refusal("chat", no)
        if self._room is not None:
            self._room.post(room_requests.ViewerCommand(self, replace(command, text=line)))
        else:
            accept(self, command.id)
            self._lobby.chat(self, line)

    @property
    def _log_fields(self) -> dict[str, str]:
        return {"table": self._room.id if self._room else "", "player": self._player.id if self._player else ""}

    @property
    def _label(self) -> str:
        return self._player.id if self._player else "stranger"


def _check_goes_on(room: Room) -> None:
    """Raises Refusal where a table stands still because nothing can be kept."""
    if room.waits:
        raise Refusal("waits", room.waits)


def _cleaned(command: room_requests.RoomCommand) -> room_requests.RoomCommand:
    """Returns a command whose text is safe to show."""
    match command:
        case Announce(text=text):
            return replace(command, text=clean_chat(text))
        case CorrectBooks(reason=reason):
            return replace(command, reason=clean_chat(reason))
        case Ban(name=name) | Mute(name=name) | SendAway(name=name):
            return replace(command, name=clean_name(name))
        case _:
            return command
