"""One table and its members: a single task that takes requests from an inbox and does each of them whole.

Nothing else touches the table, so there are no locks. Events of the table leave the room through
`table.audience` alone. An unexpected error ends this table and no other.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator
from functools import partial
from typing import assert_never

from railbird_server.refusal import Refusal, describe_error
from railbird_server.runtime.broadcast.broadcaster import Broadcaster
from railbird_server.runtime.broadcast.members import Members, RailMembership
from railbird_server.runtime.broadcast.rail_chances import OpenChances
from railbird_server.runtime.monitoring import report_error
from railbird_server.runtime.players import Player, Viewer, accept, refuse
from railbird_server.runtime.tables import room_requests
from railbird_server.runtime.tables.deck_source import open_decks
from railbird_server.runtime.tables.table_journal import LiveTable
from railbird_server.runtime.tables.table_runner import (
    TABLE_FAILED,
    RoomServices,
    TableRunner,
    TournamentLink,
    ViewerCame,
)
from railbird_server.runtime.tables.table_time import TOURNAMENT_WAIT, IdleTimers, ReturnWait, is_due
from railbird_server.store.protocols import NotKept
from railbird_server.table import inputs
from railbird_server.table.audience import last_statement, no_hand_follows, statement
from railbird_server.table.host_commands import OWNER, check_host
from railbird_server.table.settings import TableSettings
from railbird_shared.game.rotation import rotation_name
from railbird_shared.protocol import commands
from railbird_shared.protocol.host_commands import ListPeople, ListWatchers, SendAway
from railbird_shared.protocol.messages import Chat, Notice, TableClosed, TableInfo

LISTED_RULES = 6
"""How many sentences of the house rules the lobby lists of each table; at the table players read them all."""

NOBODY_LEFT = "Nobody was left at the table."
TABLE_STANDS_STILL = "The table cannot take that just now; send it again in a moment."

TimedAct = Callable[[], Awaitable[str | None]]
"""An act that is due at a time; returns why the table closes, if it does."""


class Room:
    """A table, its members and its inbox. The host may add bots and remove them.

    `id` names the table in commands, and `tournament` the tournament to which it belongs, empty without one. `opener`
    is the id of who opened the table, or was given the hosting since, the host unless it is given: they are host again
    when they come back.
    """

    def __init__(self, live: LiveTable, host: Player, services: RoomServices, *, opener: str = "") -> None:
        self.id = live.table.id
        self.tournament = live.table.settings.tournament.tournament if live.table.settings.tournament else ""
        self.closed = False
        self._live = live
        self._table = table = live.table
        self._services = services
        self._inbox = room_requests.Inbox[room_requests.RoomRequest]()
        self._members = members = Members(table.id, host, services.seat_released, opener=opener)
        self._rail = RailMembership(table, members)
        self._broadcaster = broadcaster = Broadcaster(table, live.steps, members, live.time.now)
        self._chances = chances = OpenChances(table, services.chances, broadcaster.send_chances)
        if table.rail.terms.is_delayed:
            broadcaster.delay_rail(services.now, chances.of_past())
        self._runner = TableRunner(live, members, broadcaster, chances, services, on_wait=self._answer_while_waiting)
        self._tournament = TournamentLink(live, services.report)
        self._return: ReturnWait | None = None
        self._frozen = False
        self._current: room_requests.RoomRequest | None = None
        self._results_told = False
        self._untold: frozenset[str] = frozenset()
        self._timers = IdleTimers(
            members,
            services.now(),
            empty_after=services.empty_after,
            abandoned_after=services.abandoned_after,
            returning=live.returning,
        )

    # --- what others may read without waiting ---

    @property
    def settings(self) -> TableSettings:
        """The settings that the table was opened with."""
        return self._table.settings

    @property
    def host(self) -> Player:
        """The player with a say about the bots."""
        return self._members.host

    @property
    def viewers(self) -> list[Viewer]:
        """Everybody who is here."""
        return list(self._members.viewers.values())

    def taken_along(self, player: Player) -> inputs.TakenAlong:
        """Returns what a player takes along to another table of their tournament."""
        return self._table.tournament_table.taken_along(player.id)

    @property
    def waits(self) -> str:
        """Why the table stands still because nothing can be kept, empty while it goes on."""
        return self._runner.waits

    def info(self) -> TableInfo:
        """Returns how the lobby lists this table; where its rail is delayed, the hand and the pause that it sees."""
        table, settings, members, past = self._table, self.settings, self._members, self._broadcaster.past
        pause = past.pause if past else table.pauses.state.pause
        return TableInfo(
            table=table.id,
            name=settings.name,
            host=members.host.name,
            game=settings.game,
            seats=settings.seats,
            players=tuple(player.name for player in members.seated_players),
            watchers=members.watchers,
            hand=past.hand if past else table.hand_number,
            min_buy_in=settings.min_buy_in,
            max_buy_in=settings.max_buy_in,
            buy_in=settings.buy_in,
            clock=settings.clock_ms // 1000,
            house=settings.house[:LISTED_RULES],
            locked=bool(settings.password_hash),
            mix=rotation_name(settings.rotation) if settings.rotation else "",
            waiting=len(members.waiting),
            bots=len(self.bots),
            seats_locked=table.host_commands.state.locked,
            paused=pause is not None and pause.ends is None,
            on_break=pause is not None and pause.ends is not None,
            rail=table.rail.terms,
        )

    @property
    def bots(self) -> list[Player]:
        """The bots of the house with seats here."""
        return [player for player in self._members.seated_players if player.style]

    def has_free_seat(self, seat: int) -> bool:
        """Whether that seat is free for a bot; with 0, whether any is. People who wait for a seat come first."""
        free = self.settings.seats - len(self._members.seated) - len(self._members.waiting)
        return free > 0 and (not seat or self._members.at(seat) is None)

    def check_entry(self, player: Player, address: str, *, follows: bool = False) -> None:
        """Raises Refusal for a player without a seat who is banned, or may not watch, or `follows` a full rail."""
        if player.id not in self._members.seated:
            self._table.host_commands.check_ban(player.id, address)
            self._rail.check_entry(player, self._services.now(), follows=follows)

    def check_present(self, player: Player) -> None:
        """Raises Refusal for somebody who may know the past of the table only, because its rail is delayed."""
        if self._broadcaster.sees_past(player):
            raise Refusal("rail-delayed", "The rail is behind; only players at the table read how it stands.")

    def post(self, request: room_requests.RoomRequest) -> None:
        """Puts a request into the inbox; a closed room answers it at once."""
        if self.closed:
            self._refuse_closed(request)
        elif isinstance(request, room_requests.ViewerCommand) and self._inbox.is_crowded:
            room_requests.refuse(request, "slow-down", TABLE_STANDS_STILL)
        elif left := room_requests.answer_waiting(request, self.id, self.waits) if self.waits else request:
            self._inbox.put_nowait(left)

    def stop(self, request: room_requests.CloseTable | room_requests.FreezeTable) -> None:
        """Has the table close, or be left in the journal, because the server stops."""
        self._runner.is_stopping = True
        self.post(request)

    def restore(self, players: Iterable[Player]) -> None:
        """Seats the players of a table that comes back from the journal; it waits for them before it plays on."""
        self._members.restore(players, self._table.seats.occupied, self._table.waiting.players)
        latest = TOURNAMENT_WAIT if self.tournament else self._services.abandoned_after
        self._return = ReturnWait(self._services.now() + latest)
        if self._live.notice:
            self._untold = self._members.seated

    async def run(self) -> None:
        """Handles one request after the other until the table closes; its viewers then go back to the lobby."""
        reason = ""
        rail = asyncio.create_task(self._feed_rail(), name=f"rail of table {self.id}")
        try:
            while not reason and not self._frozen:
                self._current = request = await self._next_request()
                reason = await self._handle(request) if request else await self._run_timers()
                if not self._inbox.empty():
                    await asyncio.sleep(0)
        except asyncio.CancelledError:
            self._frozen = True  # the process ends: the table is in the journal as it is
            raise
        except NotKept:
            self._frozen = True  # the server stops, and the next one goes on from what is kept
        except Exception as error:  # noqa: BLE001  a fault here must end this table only
            report_error(f"table {self.id}", error, table=self.id)
            await self._runner.keep_evidence(describe_error(error))
            reason = TABLE_FAILED
        finally:
            try:
                if self._frozen:  # viewers come back to it when the server is back, and ask again
                    self._stop_telling()
                else:
                    await self._close(reason)
                for request in self._inbox.take_all():
                    self._refuse_closed(request)
            finally:
                rail.cancel()

    def _answer_while_waiting(self) -> None:
        """Answers everybody who has given a command, now that the table waits until something can be kept.

        A command that has been begun is done later, and nothing comes of the others.
        """
        if isinstance(self._current, room_requests.ViewerCommand | room_requests.LeaveTable):
            room_requests.refuse(self._current, "not-kept", f"{self.waits} {room_requests.DONE_LATER}")
            room_requests.finish(self._current)
        for request in self._inbox.take_all():
            self.post(request)

    async def _feed_rail(self) -> None:
        """Sends the rail what it is to know; if that fails, the table closes as after any fault."""
        try:
            await self._broadcaster.feed_rail()
        except Exception as error:  # noqa: BLE001  a fault here must end this table only
            report_error(f"rail of table {self.id}", error, table=self.id)
            self.post(room_requests.CloseTable(TABLE_FAILED))

    # --- one request at a time ---

    async def _next_request(self) -> room_requests.RoomRequest | None:
        """Waits for a request, or until something is due (None), which goes before requests."""
        at_step_end = self._tournament.due, self._rail.due  # the end of every step does what is due there
        times = (*(due for due, _ in self._timers_and_acts()), *at_step_end)
        due, now = min((time for time in times if time is not None), default=None), self._services.now()
        return None if is_due(due, now) else await self._inbox.next(due, now)

    async def _handle(self, request: room_requests.RoomRequest) -> str:
        """Handles a request; returns why the table closes, empty while it stays open."""
        match request:
            case room_requests.ViewerCommand(viewer, command):
                by = OWNER if request.by_owner else viewer.player.identity
                try:
                    if isinstance(command, commands.Act) or not isinstance(command, room_requests.OwnCommand):
                        wish = room_requests.table_input(self._members, self._table, viewer, by, command)
                        await self._runner.handle_command(viewer, command, wish)
                    else:
                        await self._carry_out(viewer, command, by)
                except Refusal as no:
                    refuse(viewer, command.id, no)
            case room_requests.EnterTable():
                await self._enter(request)
            case room_requests.LeaveTable():
                await self._leave(request)
            case room_requests.Disconnected(viewer):
                await self._disconnect(viewer)
            case room_requests.SilenceChanged():
                await self._note_silence(request)
            case room_requests.CloseTable(reason):
                return await self._end_table(reason)
            case room_requests.FreezeTable():
                self._frozen = True
                return ""
            case room_requests.OrderTable():
                await self._obey_tournament(request)
            case room_requests.ReleasePlayer(player, done):
                await self._release(player)
                done.set()
            case _:
                assert_never(request)
        return await self._finish_step()

    async def _carry_out(self, viewer: Viewer, command: room_requests.OwnCommand, by: inputs.PlayerIdentity) -> None:
        """Carries out a command, given as `by`, that makes no input of the table, and answers it; raises Refusal."""
        match command:
            case commands.SendChat():
                self._send_chat(viewer, command)
            case commands.Resync():
                accept(viewer, command.id)
                if self._members.is_here(viewer):
                    self._broadcaster.send_snapshot(viewer)
            case commands.AskStatement():
                self.check_present(viewer.player)
                answer = statement(self._table)
                accept(viewer, command.id)
                viewer.reply(answer)
            case commands.CommitSeed() | commands.OpenSeed():
                await self._runner.take_seed(viewer, command)
            case commands.RemoveBot():
                await self._remove_bot(viewer, command)
            case ListPeople():
                self._list_people(viewer, command, by)
            case ListWatchers():
                accept(viewer, command.id)
                if self._members.is_here(viewer):  # else they were sent home meanwhile
                    viewer.reply(self._rail.list_watchers(self._services.now()))
            case SendAway():
                await self._send_away(viewer, command, by)
            case _:
                assert_never(command)

    async def _enter(self, request: room_requests.EnterTable) -> None:
        viewer = request.viewer
        self._members.enter(viewer)
        accept(viewer, request.id)
        self._broadcaster.catch_up(viewer, request.resume)
        for notice in filter(None, (request.notice, self._rail.enter(viewer, self._services.now()))):
            viewer.reply(Notice(sentence=notice))
        if self.tournament:
            self._services.report(self.tournament, ViewerCame(viewer))
        past = self._broadcaster.sees_past(viewer.player)
        if self._live.notice and not past and (self._return is not None or viewer.player.id in self._untold):
            self._untold -= {viewer.player.id}
            viewer.reply(Notice(sentence=self._live.notice))
        if self._results_told and not past and (final := last_statement(self._table)) is not None:
            viewer.reply(final)
        await self._report_connection(viewer.player, connected=True)
        if not request.follows and self._members.is_opener_back(viewer.player):
            await self._make_host(viewer.player)

    def _list_people(self, viewer: Viewer, command: ListPeople, by: inputs.PlayerIdentity) -> None:
        check_host(by, self._table.host)
        accept(viewer, command.id)
        past = self._broadcaster.sees_past(viewer.player) and by is not OWNER
        viewer.reply(room_requests.list_people(self._members, self._table, past=past))

    async def _send_away(self, viewer: Viewer, command: SendAway, by: inputs.PlayerIdentity) -> None:
        check_host(by, self._table.host)
        gone, sentence = self._rail.send_away(command.name, by.name, self._services.now())
        await self._release(gone.player)  # who waits for a seat waits no longer
        accept(viewer, command.id)
        self._send_home(gone, sentence)

    def _send_home(self, viewer: Viewer, sentence: str) -> None:
        self._members.leave(viewer)
        viewer.return_to_lobby(self.id, TableClosed(reason=sentence))

    def _send_chat(self, viewer: Viewer, command: commands.SendChat) -> None:
        self._table.host_commands.check_chat(viewer.player.id)
        accept(viewer, command.id)
        rail = viewer.player.id not in self._members.seated
        chat = Chat(name=viewer.player.name, text=command.text, rail=rail)
        self._broadcaster.send_chat(chat, players_read=not rail or self._table.rail.terms.speaks)

    async def _leave(self, request: room_requests.LeaveTable) -> None:
        viewer, player = request.viewer, request.viewer.player
        try:
            self._members.leave(viewer)
            if self.tournament:
                await self._report_connection(player, connected=False)
            else:
                await self._release(player)
            if not request.done.is_set():  # else they know that it takes long
                accept(viewer, request.id)
            viewer.return_to_lobby(self.id, TableClosed())
        finally:
            request.done.set()  # whatever happens here, the session that waits for it goes on
        if player is self.host:
            self._timers.host_left(self._services.now())

    async def _release(self, player: Player) -> None:
        """Has a player give up their place, if they hold one."""
        if self._members.holds_place(player):
            player.release_seat(self.id)
            if player.id in self._members.seated:
                await self._stand(player)
            else:
                await self._runner.handle(inputs.PlayerCommand(player.identity, commands.LeaveWaitingList()))

    async def _obey_tournament(self, request: room_requests.OrderTable) -> None:
        try:
            for player in request.players:
                self._runner.seat_in_tournament(player)
            await self._runner.handle(request.orders)
        finally:
            request.done.set()

    async def _disconnect(self, viewer: Viewer) -> None:
        if self._members.leave(viewer):
            await self._report_connection(viewer.player, connected=False)

    async def _note_silence(self, request: room_requests.SilenceChanged) -> None:
        if self._members.is_here(request.viewer):
            await self._report_connection(request.viewer.player, connected=not request.silent)

    async def _report_connection(self, player: Player, *, connected: bool) -> None:
        """Tells the table whether a player with a place there is connected, where that is news."""
        place = self._table.seats.of(player.id) or self._table.waiting.of(player.id)
        if place is not None and place.connected is not connected:
            await self._runner.handle((inputs.ConnectionUp if connected else inputs.ConnectionDown)(player.id))

    async def _remove_bot(self, viewer: Viewer, command: commands.RemoveBot) -> None:
        check_host(viewer.player.identity, self._table.host)
        player = self._members.at(command.seat)
        if player is None or not player.bot:
            raise Refusal("no-bot", f"There is no bot in seat {command.seat}; choose the seat of one.")
        await self._stand(player)
        accept(viewer, command.id)

    async def _stand(self, player: Player) -> None:
        await self._runner.handle(inputs.PlayerCommand(player.identity, commands.Stand()))

    # --- time ---

    def _timers_and_acts(self) -> Iterator[tuple[int | None, TimedAct]]:
        """Yields what may be due and when, each as the acts before have left it."""
        yield self._play_on_due(), self._play_on
        yield self._runner.wake_at, partial(self._runner.handle, inputs.Tick())
        yield self._timers.watcher_count_due, self._count_watchers
        yield self._timers.host_change_due, self._change_host
        yield self._timers.close_due, partial(self._end_table, NOBODY_LEFT)

    def _play_on_due(self) -> int | None:
        """When a table that comes back from the journal plays on: at once if nobody is missing."""
        if self._return is None:
            return None
        return self._return.ends_at if self._members.absent_seated else self._services.now()

    async def _play_on(self) -> None:
        """Plays on after the server was away; players who have not come back have lost the connection."""
        self._return = None
        await self._runner.go_on()
        for player in self._members.absent:
            await self._report_connection(player, connected=False)

    async def _count_watchers(self) -> None:
        self._timers.watchers_counted(self._services.now())
        self._broadcaster.send_watchers(self._members.watchers)
        self._services.listing_changed(self.id)

    async def _change_host(self) -> None:
        if host := self._members.next_host():
            await self._make_host(host)
        else:
            self._timers.postpone_host_change(self._services.now())

    async def _run_timers(self) -> str:
        """Does all that is due; returns why the table closes, empty while it stays open."""
        await asyncio.sleep(0)
        now = self._services.now()
        for due, act in self._timers_and_acts():
            if is_due(due, now) and (reason := await act()):
                return reason
        return await self._finish_step()

    async def _finish_step(self) -> str:
        """Does what a step leads to; returns why the host has the table close, empty while it stays open."""
        if self._table.host.id != self.host.id:
            self._members.appoint(self._table.host.id)
            self._services.listing_changed(self.id)
        if (owner := self._services.owner()) and owner != self._table.seats.owner.player:
            await self._runner.handle(inputs.OwnerKnown(owner))
        for viewer, sentence in self._rail.take_leaving(self._services.now()):
            self._send_home(viewer, sentence)
        self._tournament.report(self._services.now())
        if self.host.id == OWNER.id and not self.tournament and (host := self._members.next_host()):
            await self._make_host(host)
        now, told = self._services.now(), self._broadcaster.watchers
        self._timers.update(now, told_watchers=told, paused=self._table.pauses.is_on)
        if self._return is not None:
            self._return.update(now, somebody_is_back=self._members.has_returned)
        self._tell_results()
        reason = self._table.closing_reason(self._live.time.now())
        return await self._end_table(reason) if reason else ""

    def _tell_results(self) -> None:
        """Sends everybody the statement once the last hand is over; a table that closes brings it with the end."""
        if not no_hand_follows(self._table) or self._table.host_commands.state.ended_by:
            self._results_told = False
        elif not self._results_told and (final := last_statement(self._table)) is not None:
            self._results_told = True
            for viewer in self._members.viewers.values():
                if not self._broadcaster.sees_past(viewer.player):
                    viewer.reply(final)

    async def _end_table(self, reason: str) -> str:
        """Voids a running hand and divides a pot that waits; returns the reason, for which the table then closes."""
        await self._runner.handle(inputs.Close(reason))
        return reason

    async def _make_host(self, host: Player) -> None:
        """Makes a player the host and sends every viewer a snapshot, since no event says so."""
        self._members.host = host
        await self._runner.change_host(host)
        self._services.listing_changed(self.id)

    # --- the end ---

    async def _close(self, reason: str) -> None:
        try:
            await self._runner.close(reason)
        except Exception as error:  # noqa: BLE001  the members have to be told, whatever the journal says
            report_error(f"table {self.id}", error)
        self._stop_telling()
        present = [viewer for viewer in self.viewers if not self._broadcaster.sees_past(viewer.player)]
        await open_decks(self._table, self._services.store, present)
        final = last_statement(self._table)
        for viewer in self.viewers:
            told = None if self._broadcaster.sees_past(viewer.player) else final
            told_reason = " ".join(filter(None, (reason, self._table.result(viewer.player.id))))
            viewer.return_to_lobby(self.id, TableClosed(reason=told_reason, statement=told, ended=True))
        self._members.update_seats(())

    def _stop_telling(self) -> None:
        self.closed = True
        self._chances.stop()
        self._broadcaster.rail.finish()

    def _refuse_closed(self, request: room_requests.RoomRequest) -> None:
        """Answers a request that comes after the end; at a table that comes back viewers ask again then."""
        if self._frozen:
            room_requests.finish(request)
        else:
            room_requests.refuse_closed(request, self.id)
