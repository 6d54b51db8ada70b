"""One table and everybody at it: a single task that takes jobs from an inbox and does each of them whole.

Nothing else touches the table, so there are no locks. What a step of the table tells goes out through `table.audience`
alone. An unexpected error ends this table and no other.
"""

from __future__ import annotations

import asyncio
from typing import assert_never

from msgspec import structs

from railbird_server.host import jobs
from railbird_server.host.company import Company
from railbird_server.host.dealer import Dealer
from railbird_server.host.faults import report
from railbird_server.host.house import House
from railbird_server.host.people import Person, Viewer
from railbird_server.host.repeats import Moment
from railbird_server.host.vigil import Vigil
from railbird_server.table import requests
from railbird_server.table.table import Table
from railbird_shared.cards import Card
from railbird_shared.messages import Accepted, Chat, Refused, TableInfo

FAULT = "The table stopped after a fault in the server; open a new one."
"""What people are told when a table ends by an error."""

ELSEWHERE = "You still have a seat at another table; go there and leave it first."
LISTED_SENTENCES = 6
"""How much of the house rules the lobby's listing tells of each table; at the table they are told whole."""

NOT_HOST = "Only the host of the table may do that."


class Room:
    """A table, its people and its inbox. The host may add bots and send them home."""

    def __init__(self, table: Table, host: Person, *, pack: tuple[Card, ...], buy_in: int, house: House) -> None:
        self.closed = False
        self._table = table
        self._buy_in = buy_in
        self._house = house
        self._inbox: asyncio.Queue[jobs.Job] = asyncio.Queue()
        self._company = Company(table.id, host, house.stood_up)
        self._dealer = Dealer(table, pack, self._company, house)
        self._vigil = Vigil(house.now(), empty_after=house.empty_after, deserted_after=house.deserted_after)

    # --- what others may ask without waiting ---

    @property
    def id(self) -> str:
        """The name of this table in commands."""
        return self._table.id

    @property
    def name(self) -> str:
        """The name of this table for people."""
        return self._table.spec.name

    @property
    def host(self) -> Person:
        """Who has a say about the bots."""
        return self._company.host

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return self._table.spec.seats

    def info(self) -> TableInfo:
        """Returns how the lobby lists this table."""
        spec = self._table.spec
        return TableInfo(
            table=self.id,
            name=spec.name,
            host=self.host.name,
            game=spec.game,
            seats=spec.seats,
            players=self._company.names,
            watchers=self._company.watchers,
            hand=self._table.hand_number,
            min_buy_in=spec.min_buy_in,
            max_buy_in=spec.max_buy_in,
            clock=spec.clock_ms // 1000,
            house=spec.house[:LISTED_SENTENCES],
        )

    def has_room(self, seat: int) -> bool:
        """Whether that seat is free; with 0, whether any is."""
        return self._company.at(seat) is None if seat else len(self._company.seated) < self.seats

    def post(self, job: jobs.Job) -> None:
        """Puts a job into the inbox; a closed room answers it at once."""
        if self.closed:
            self._turn_away(job)
        else:
            self._inbox.put_nowait(job)

    async def run(self) -> None:
        """Does one job after the other until the table closes; everybody at it is then sent back to the lobby."""
        reason = ""
        try:
            while not reason:
                job = await self._next_job()
                reason = await self._do(job) if job else await self._keep_time()
                if not self._inbox.empty():
                    await asyncio.sleep(0)
        except Exception as error:  # noqa: BLE001  a fault here must end this table only
            report(f"table {self.id}", error)
            reason = FAULT
        finally:
            self._close(reason)

    # --- one job at a time ---

    async def _next_job(self) -> jobs.Job | None:
        """Waits for a job, or until something is due (None)."""
        due = self._due()
        wait = None if due is None else (due - self._house.now()) / 1000
        if wait is not None and wait <= 0:
            return None
        if not self._inbox.empty():
            return self._inbox.get_nowait()
        try:
            async with asyncio.timeout(wait):
                return await self._inbox.get()
        except TimeoutError:
            return None

    async def _do(self, job: jobs.Job) -> str:
        """Does a job; returns why the table closes, empty while it stays open."""
        match job:
            case jobs.Asked():
                await self._ask(job)
            case jobs.Entered(viewer, command, resume):
                self._company.enter(viewer)
                _accept(viewer, command)
                self._dealer.bring_up_to_date(viewer, resume)
                await self._link(requests.LinkUp(viewer.person.player))
            case jobs.Left():
                await self._leave(job)
            case jobs.Lost(viewer):
                if self._company.leave(viewer):
                    await self._link(requests.LinkDown(viewer.person.player))
            case jobs.Looked(viewer, command):
                _accept(viewer, command)
                if self._company.crowd.holds(viewer):
                    self._dealer.show(viewer)
            case jobs.Said(viewer, command, line):
                _accept(viewer, command)
                rail = viewer.person.player not in self._company.seated
                await self._dealer.say(Chat(name=viewer.person.name, text=line, rail=rail))
            case jobs.SentHome():
                await self._send_home(job)
            case jobs.Stopped(reason):
                return reason
            case _:
                assert_never(job)
        self._look_around()
        return ""

    async def _ask(self, job: jobs.Asked) -> None:
        viewer, request, moment = job.viewer, job.request, None
        if isinstance(request, requests.Act):
            moment = Moment(self.id, request.hand, request.turn, job.id)
            known = viewer.person.repeats.answer_to(moment)
            if known is not None:
                viewer.answer(known)
                return
        if isinstance(request, requests.Sit) and viewer.person.table not in ("", self.id):
            viewer.answer(Refused(id=job.id, code="seated-elsewhere", sentence=ELSEWHERE))
            return
        if isinstance(request, requests.Sit | requests.AddChips) and not request.chips:
            request = structs.replace(request, chips=self._buy_in)
        try:
            answer, outcome = self._dealer.ask(job.id, request)
        except Exception:
            viewer.answer(Refused(id=job.id, code="fault", sentence=FAULT))
            raise
        if moment is not None:
            viewer.person.repeats.keep(moment, answer)
        if job.id or isinstance(answer, Refused):
            viewer.answer(answer)
        if outcome is not None:
            await self._dealer.carry_out(outcome)

    async def _leave(self, job: jobs.Left) -> None:
        viewer, player = job.viewer, job.viewer.person.player
        try:
            self._company.leave(viewer)
            _accept(viewer, job.id)
            viewer.send_back(self.id, "")
        finally:
            job.done.set()  # whatever happens here, the conversation that waits for it goes on
        if player in self._company.seated:
            viewer.person.table = ""
            await self._stand_up(player)
        if viewer.person is self.host:
            self._vigil.lose_host(self._house.now())

    async def _link(self, request: requests.LinkUp | requests.LinkDown) -> None:
        if request.player in self._company.seated:
            await self._dealer.put(request)

    async def _send_home(self, job: jobs.SentHome) -> None:
        person = self._company.at(job.seat)
        if job.viewer.person is not self.host:
            job.viewer.answer(Refused(id=job.id, code="not-host", sentence=NOT_HOST))
        elif person is None or not person.bot:
            sentence = f"There is no bot in seat {job.seat}; choose the seat of one."
            job.viewer.answer(Refused(id=job.id, code="no-bot", sentence=sentence))
        else:
            _accept(job.viewer, job.id)
            await self._stand_up(person.player)

    async def _stand_up(self, player: str) -> None:
        """Has a player give up the seat; who is leaving it already is left alone."""
        _, outcome = self._dealer.ask(0, requests.Stand(player))
        if outcome is not None:
            await self._dealer.carry_out(outcome)

    # --- time ---

    def _due(self) -> int | None:
        vigil = self._vigil
        times = (self._dealer.wake_at, vigil.count_due, vigil.host_due, vigil.close_due)
        return min((time for time in times if time is not None), default=None)

    async def _keep_time(self) -> str:
        """Does all that is due; returns why the table closes, empty while it stays open."""
        await asyncio.sleep(0)
        now = self._house.now()
        if _is_due(self._dealer.wake_at, now):
            await self._dealer.put(requests.Tick())
        if _is_due(self._vigil.count_due, now):
            self._vigil.count(now)
            await self._dealer.put(requests.Watchers(self._company.watchers))
        if _is_due(self._vigil.host_due, now):
            self._pass_host(now)
        if _is_due(self._vigil.close_due, now):
            return "Nobody was left at the table."
        self._look_around()
        return ""

    def _look_around(self) -> None:
        company = self._company
        self._vigil.look(
            self._house.now(),
            miscounted=company.watchers != self._table.watchers,
            has_host=company.has_host,
            has_people=company.crowd.has_people,
            seats_kept=company.keeps_seats,
        )

    def _pass_host(self, now: int) -> None:
        """Makes another person the host, and shows everybody the table anew, since no event tells of it."""
        heir = self._company.heir()
        if heir is None:
            self._vigil.wait_for_host(now)
            return
        self._company.host = heir
        for viewer in self._company.crowd.everybody():
            self._dealer.show(viewer)
        self._house.changed()

    # --- the end ---

    def _close(self, reason: str) -> None:
        self.closed = True
        for viewer in self._company.crowd.everybody():
            viewer.send_back(self.id, reason)
        self._company.part()
        while not self._inbox.empty():
            self._turn_away(self._inbox.get_nowait())

    def _turn_away(self, job: jobs.Job) -> None:
        """Answers a job that comes after the end."""
        match job:
            case jobs.Stopped() | jobs.Lost():
                return
            case jobs.Left():
                job.done.set()
                _accept(job.viewer, job.id)
            case _ if job.id:
                job.viewer.answer(Refused(id=job.id, code="no-such-table", sentence="That table is closed."))
            case _:
                pass
        job.viewer.send_back(self.id, "That table is closed.")


def _accept(viewer: Viewer, command: int) -> None:
    if command:
        viewer.answer(Accepted(id=command))


def _is_due(time: int | None, now: int) -> bool:
    return time is not None and time <= now
