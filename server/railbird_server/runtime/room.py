"""One table and everybody at it: a single task that takes jobs from an inbox and does each of them whole.

Nothing else touches the table, so there are no locks. What a step of the table tells goes out through `table.audience`
alone. An unexpected error ends this table and no other.
"""

from __future__ import annotations

import asyncio
from typing import assert_never

from msgspec import structs

from railbird_server.runtime import room_requests
from railbird_server.runtime.error_reporting import report_error
from railbird_server.runtime.idempotency import ActKey
from railbird_server.runtime.idle_timers import IdleTimers
from railbird_server.runtime.members import Members
from railbird_server.runtime.players import Player, Viewer
from railbird_server.runtime.room_services import RoomServices
from railbird_server.runtime.table_runner import TableRunner
from railbird_server.table import inputs
from railbird_server.table.table import Table
from railbird_shared.cards import Card
from railbird_shared.messages import Accepted, Chat, Refused, TableInfo

TABLE_FAILED = "The table stopped after a fault in the server; open a new one."
"""What people are told when a table ends by an error."""

SEATED_ELSEWHERE = "You still have a seat at another table; go there and leave it first."
LISTED_RULES = 6
"""How much of the house rules the lobby's listing tells of each table; at the table they are told whole."""

NOT_HOST = "Only the host of the table may do that."


class Room:
    """A table, its people and its inbox. The host may add bots and send them home."""

    def __init__(
        self, table: Table, host: Player, *, pack: tuple[Card, ...], buy_in: int, services: RoomServices
    ) -> None:
        self.closed = False
        self._table = table
        self._buy_in = buy_in
        self._services = services
        self._inbox: asyncio.Queue[room_requests.RoomRequest] = asyncio.Queue()
        self._members = Members(table.id, host, services.seat_released)
        self._runner = TableRunner(table, pack, self._members, services)
        self._timers = IdleTimers(
            services.now(), empty_after=services.empty_after, abandoned_after=services.abandoned_after
        )

    # --- what others may ask without waiting ---

    @property
    def id(self) -> str:
        """The name of this table in commands."""
        return self._table.id

    @property
    def name(self) -> str:
        """The name of this table for people."""
        return self._table.settings.name

    @property
    def host(self) -> Player:
        """Who has a say about the bots."""
        return self._members.host

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return self._table.settings.seats

    def info(self) -> TableInfo:
        """Returns how the lobby lists this table."""
        spec = self._table.settings
        return TableInfo(
            table=self.id,
            name=spec.name,
            host=self.host.name,
            game=spec.game,
            seats=spec.seats,
            players=self._members.names,
            watchers=self._members.watchers,
            hand=self._table.hand_number,
            min_buy_in=spec.min_buy_in,
            max_buy_in=spec.max_buy_in,
            clock=spec.clock_ms // 1000,
            house=spec.house[:LISTED_RULES],
        )

    def has_free_seat(self, seat: int) -> bool:
        """Whether that seat is free; with 0, whether any is."""
        return self._members.at(seat) is None if seat else len(self._members.seated) < self.seats

    def post(self, job: room_requests.RoomRequest) -> None:
        """Puts a job into the inbox; a closed room answers it at once."""
        if self.closed:
            self._refuse_closed(job)
        else:
            self._inbox.put_nowait(job)

    async def run(self) -> None:
        """Does one job after the other until the table closes; everybody at it is then sent back to the lobby."""
        reason = ""
        try:
            while not reason:
                job = await self._next_request()
                reason = await self._handle(job) if job else await self._run_timers()
                if not self._inbox.empty():
                    await asyncio.sleep(0)
        except Exception as error:  # noqa: BLE001  a fault here must end this table only
            report_error(f"table {self.id}", error)
            reason = TABLE_FAILED
        finally:
            self._close(reason)

    # --- one job at a time ---

    async def _next_request(self) -> room_requests.RoomRequest | None:
        """Waits for a job, or until something is due (None)."""
        due = self._next_due()
        wait = None if due is None else (due - self._services.now()) / 1000
        if wait is not None and wait <= 0:
            return None
        if not self._inbox.empty():
            return self._inbox.get_nowait()
        try:
            async with asyncio.timeout(wait):
                return await self._inbox.get()
        except TimeoutError:
            return None

    async def _handle(self, job: room_requests.RoomRequest) -> str:
        """Does a job; returns why the table closes, empty while it stays open."""
        match job:
            case room_requests.TableRequest():
                await self._handle_command(job)
            case room_requests.EnterTable(viewer, command, resume):
                self._members.enter(viewer)
                _accept(viewer, command)
                self._runner.catch_up(viewer, resume)
                await self._report_connection(inputs.LinkUp(viewer.player.id))
            case room_requests.LeaveTable():
                await self._handle_leave(job)
            case room_requests.Disconnected(viewer):
                if self._members.leave(viewer):
                    await self._report_connection(inputs.LinkDown(viewer.player.id))
            case room_requests.SnapshotRequest(viewer, command):
                _accept(viewer, command)
                if self._members.crowd.holds(viewer):
                    self._runner.send_snapshot(viewer)
            case room_requests.ChatLine(viewer, command, line):
                _accept(viewer, command)
                rail = viewer.player.id not in self._members.seated
                await self._runner.chat(Chat(name=viewer.player.name, text=line, rail=rail))
            case room_requests.RemoveBot():
                await self._remove_bot(job)
            case room_requests.CloseTable(reason):
                return reason
            case _:
                assert_never(job)
        self._update_timers()
        return ""

    async def _handle_command(self, job: room_requests.TableRequest) -> None:
        viewer, request, moment = job.viewer, job.request, None
        if isinstance(request, inputs.Act):
            moment = ActKey(self.id, request.hand, request.turn, job.id)
            known = viewer.player.recent_acts.answer_to(moment)
            if known is not None:
                viewer.reply(known)
                return
        if isinstance(request, inputs.Sit) and viewer.player.table not in ("", self.id):
            viewer.reply(Refused(id=job.id, code="seated-elsewhere", sentence=SEATED_ELSEWHERE))
            return
        if isinstance(request, inputs.Sit | inputs.AddChips) and not request.chips:
            request = structs.replace(request, chips=self._buy_in)
        try:
            answer, outcome = self._runner.handle_command(job.id, request)
        except Exception:
            viewer.reply(Refused(id=job.id, code="fault", sentence=TABLE_FAILED))
            raise
        if moment is not None:
            viewer.player.recent_acts.remember(moment, answer)
        if job.id or isinstance(answer, Refused):
            viewer.reply(answer)
        if outcome is not None:
            await self._runner.publish_and_deal(outcome)

    async def _handle_leave(self, job: room_requests.LeaveTable) -> None:
        viewer, player = job.viewer, job.viewer.player.id
        try:
            self._members.leave(viewer)
            _accept(viewer, job.id)
            viewer.return_to_lobby(self.id, "")
        finally:
            job.done.set()  # whatever happens here, the conversation that waits for it goes on
        if player in self._members.seated:
            viewer.player.table = ""
            await self._stand(player)
        if viewer.player is self.host:
            self._timers.host_left(self._services.now())

    async def _report_connection(self, request: inputs.LinkUp | inputs.LinkDown) -> None:
        if request.player in self._members.seated:
            await self._runner.handle_own(request)

    async def _remove_bot(self, job: room_requests.RemoveBot) -> None:
        person = self._members.at(job.seat)
        if job.viewer.player is not self.host:
            job.viewer.reply(Refused(id=job.id, code="not-host", sentence=NOT_HOST))
        elif person is None or not person.bot:
            sentence = f"There is no bot in seat {job.seat}; choose the seat of one."
            job.viewer.reply(Refused(id=job.id, code="no-bot", sentence=sentence))
        else:
            _accept(job.viewer, job.id)
            await self._stand(person.id)

    async def _stand(self, player: str) -> None:
        """Has a player give up the seat; who is leaving it already is left alone."""
        _, outcome = self._runner.handle_command(0, inputs.Stand(player))
        if outcome is not None:
            await self._runner.publish_and_deal(outcome)

    # --- time ---

    def _next_due(self) -> int | None:
        vigil = self._timers
        times = (self._runner.wake_at, vigil.watcher_count_due, vigil.host_change_due, vigil.close_due)
        return min((time for time in times if time is not None), default=None)

    async def _run_timers(self) -> str:
        """Does all that is due; returns why the table closes, empty while it stays open."""
        await asyncio.sleep(0)
        now = self._services.now()
        if _is_due(self._runner.wake_at, now):
            await self._runner.handle_own(inputs.Tick())
        if _is_due(self._timers.watcher_count_due, now):
            self._timers.watchers_counted(now)
            await self._runner.handle_own(inputs.Watchers(self._members.watchers))
        if _is_due(self._timers.host_change_due, now):
            self._pass_host(now)
        if _is_due(self._timers.close_due, now):
            return "Nobody was left at the table."
        self._update_timers()
        return ""

    def _update_timers(self) -> None:
        company = self._members
        self._timers.update(
            self._services.now(),
            watchers_changed=company.watchers != self._table.watchers,
            has_host=company.has_host,
            has_people=company.crowd.has_people,
            has_seated_people=company.has_seated_people,
        )

    def _pass_host(self, now: int) -> None:
        """Makes another person the host, and shows everybody the table anew, since no event tells of it."""
        heir = self._members.next_host()
        if heir is None:
            self._timers.postpone_host_change(now)
            return
        self._members.host = heir
        for viewer in self._members.crowd.all():
            self._runner.send_snapshot(viewer)
        self._services.listing_changed()

    # --- the end ---

    def _close(self, reason: str) -> None:
        self.closed = True
        for viewer in self._members.crowd.all():
            viewer.return_to_lobby(self.id, reason)
        self._members.release_all()
        while not self._inbox.empty():
            self._refuse_closed(self._inbox.get_nowait())

    def _refuse_closed(self, job: room_requests.RoomRequest) -> None:
        """Answers a job that comes after the end."""
        match job:
            case room_requests.CloseTable() | room_requests.Disconnected():
                return
            case room_requests.LeaveTable():
                job.done.set()
                _accept(job.viewer, job.id)
            case _ if job.id:
                job.viewer.reply(Refused(id=job.id, code="no-such-table", sentence="That table is closed."))
            case _:
                pass
        job.viewer.return_to_lobby(self.id, "That table is closed.")


def _accept(viewer: Viewer, command: int) -> None:
    if command:
        viewer.reply(Accepted(id=command))


def _is_due(time: int | None, now: int) -> bool:
    return time is not None and time <= now
