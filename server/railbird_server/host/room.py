"""One table and everybody at it: a single task that takes jobs from an inbox and does each of them whole.

Nothing else touches the table, so there are no locks. What a step of the table tells goes out through `table.audience`
alone. An unexpected error ends this table and no other.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import assert_never

from msgspec import Struct, structs

from railbird_server.host import jobs
from railbird_server.host.faults import logger, report
from railbird_server.host.people import Person, Viewer
from railbird_server.host.repeats import Moment
from railbird_server.host.shuffle import Shuffle
from railbird_server.host.telling import Telling
from railbird_server.host.vigil import Vigil
from railbird_server.rules.errors import IllegalAction
from railbird_server.table import audience, requests
from railbird_server.table.outcome import Outcome
from railbird_server.table.play import Played
from railbird_server.table.table import Table
from railbird_shared.cards import Card
from railbird_shared.events import HandEnded
from railbird_shared.messages import Accepted, Chat, Refused, TableInfo

FAULT = "The table stopped after a fault in the server; open a new one."
"""What people are told when a table ends by an error."""

ELSEWHERE = "You still have a seat at another table; go there and leave it first."
LISTED_SENTENCES = 6
"""How much of the house rules the lobby's listing tells of each table; at the table they are told whole."""

NOT_HOST = "Only the host of the table may do that."

Keep = Callable[[Played], object]
"""What a keeper of records does with each hand that has ended; it stays in the server's process."""


class House(Struct, frozen=True):
    """What a room needs of the house around it; times are milliseconds.

    `changed` is called when the lobby's listing may have changed, and `stood_up` when a person's seat is free.
    `keep` is given every hand that has ended.
    """

    now: Callable[[], int]
    shuffle: Shuffle
    changed: Callable[[], None]
    stood_up: Callable[[Person], None]
    empty_after: int
    deserted_after: int
    keep: Keep | None = None


class Room:
    """A table, its viewers and its inbox. `host` may add bots and send them home."""

    def __init__(self, table: Table, host: Person, *, pack: tuple[Card, ...], buy_in: int, house: House) -> None:
        self.host = host
        self.closed = False
        self._table = table
        self._pack = pack
        self._buy_in = buy_in
        self._house = house
        self._inbox: asyncio.Queue[jobs.Job] = asyncio.Queue()
        self._telling = Telling(house.now)
        self._crowd = self._telling.crowd
        self._persons: dict[str, Person] = {}
        self._seated: dict[int, Person] = {}
        self._wake_at: int | None = None
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

    def info(self) -> TableInfo:
        """Returns how the lobby lists this table."""
        spec = self._table.spec
        return TableInfo(
            table=self.id,
            name=spec.name,
            host=self.host.name,
            game=spec.game,
            seats=spec.seats,
            players=tuple(self._seated[seat].name for seat in sorted(self._seated)),
            watchers=self._crowd.watchers(self._seated_players),
            hand=self._table.hand_number,
            min_buy_in=spec.min_buy_in,
            max_buy_in=spec.max_buy_in,
            clock=spec.clock_ms // 1000,
            house=spec.house[:LISTED_SENTENCES],
        )

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return self._table.spec.seats

    def has_room(self, seat: int) -> bool:
        """Whether that seat is free; with 0, whether any is."""
        return seat not in self._seated if seat else len(self._seated) < self.seats

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
            case jobs.Entered():
                await self._enter(job)
            case jobs.Left():
                await self._leave(job)
            case jobs.Lost(viewer):
                await self._lose(viewer)
            case jobs.Looked(viewer, command):
                self._accept(viewer, command)
                self._show(viewer)
            case jobs.Said(viewer, command, line):
                self._accept(viewer, command)
                rail = viewer.person.player not in self._seated_players
                chat = Chat(name=viewer.person.name, text=line, rail=rail)
                await self._telling.say(chat, self._seated_players)
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
            answer, outcome = self._put(job.id, request)
        except Exception:
            viewer.answer(Refused(id=job.id, code="fault", sentence=FAULT))
            raise
        if moment is not None:
            viewer.person.repeats.keep(moment, answer)
        if job.id or isinstance(answer, Refused):
            viewer.answer(answer)
        if outcome is not None:
            await self._carry_out(outcome)

    def _put(self, command: int, request: requests.Input) -> tuple[Accepted | Refused, Outcome | None]:
        """Puts a request to the table; returns its answer to the command of that id, and what came of it."""
        try:
            outcome = self._table.handle(request, self._house.now())
        except IllegalAction as no:
            return Refused(id=command, code=no.code, sentence=no.sentence, clause=no.clause), None
        return Accepted(id=command), outcome

    async def _enter(self, job: jobs.Entered) -> None:
        viewer = job.viewer
        self._crowd.enter(viewer)
        self._persons[viewer.person.player] = viewer.person
        self._accept(viewer, job.id)
        if not self._telling.replay(viewer, job.resume):
            self._show(viewer)
        await self._link(requests.LinkUp(viewer.person.player))

    async def _leave(self, job: jobs.Left) -> None:
        viewer = job.viewer
        player = viewer.person.player
        self._crowd.leave(viewer)
        self._accept(viewer, job.id)
        viewer.send_back(self.id, "")
        job.done.set()
        if player in self._seated_players:
            viewer.person.table = ""
            await self._stand_up(player)
        if viewer.person is self.host:
            self._vigil.lose_host(self._house.now())
        self._forget(viewer.person)

    async def _lose(self, viewer: Viewer) -> None:
        if self._crowd.leave(viewer):
            await self._link(requests.LinkDown(viewer.person.player))
            self._forget(viewer.person)

    async def _link(self, request: requests.LinkUp | requests.LinkDown) -> None:
        if request.player in self._seated_players:
            await self._carry_out(self._table.handle(request, self._house.now()))

    async def _stand_up(self, player: str) -> None:
        _, outcome = self._put(0, requests.Stand(player))
        if outcome is not None:
            await self._carry_out(outcome)

    async def _send_home(self, job: jobs.SentHome) -> None:
        person = self._seated.get(job.seat)
        if job.viewer.person is not self.host:
            job.viewer.answer(Refused(id=job.id, code="not-host", sentence=NOT_HOST))
        elif person is None or not person.bot:
            sentence = f"There is no bot in seat {job.seat}; choose the seat of one."
            job.viewer.answer(Refused(id=job.id, code="no-bot", sentence=sentence))
        else:
            self._accept(job.viewer, job.id)
            await self._stand_up(person.player)

    # --- what a step tells ---

    async def _carry_out(self, outcome: Outcome) -> None:
        """Tells what a step brought, and deals for as long as the table wants a deck."""
        await self._publish(outcome)
        while outcome.wants_deck:
            outcome = self._table.handle(requests.Deal(self._house.shuffle(self._pack)), self._house.now())
            await self._publish(outcome)

    async def _publish(self, outcome: Outcome) -> None:
        self._wake_at = outcome.wake_at
        if outcome.fault:
            logger.error("table %s: a hand was voided after %s", self.id, outcome.fault.partition(":")[0])
        if not outcome.events:
            return
        self._keep_record(outcome)
        before = self._seated
        self._seated = {seat.number: self._persons[seat.player] for seat in self._table.seats.occupied}
        holders = {seat: person.player for seat, person in (before | self._seated).items()}
        self._settle_seats(before)
        await self._telling.step(audience.tell(outcome.events), holders, self._seated_players)
        self._house.changed()

    def _keep_record(self, outcome: Outcome) -> None:
        play = self._table.play
        if self._house.keep and play and any(isinstance(event, HandEnded) for event in outcome.events):
            self._house.keep(play.played)

    def _settle_seats(self, before: dict[int, Person]) -> None:
        """Notes who has taken a seat and who has given one up."""
        for person in self._seated.values():
            if person.player in self._crowd:
                person.table = self.id
        for person in before.values():
            if person.player not in self._seated_players:
                if person.table == self.id:
                    person.table = ""
                self._house.stood_up(person)
                self._forget(person)

    def _forget(self, person: Person) -> None:
        if person.player not in self._crowd and person.player not in self._seated_players:
            self._persons.pop(person.player, None)

    def _show(self, viewer: Viewer) -> None:
        seat = next((seat for seat, person in self._seated.items() if person is viewer.person), None)
        self._telling.show(viewer, structs.replace(audience.snapshot(self._table, seat), host=self.host.name))

    def _accept(self, viewer: Viewer, command: int) -> None:
        if command:
            viewer.answer(Accepted(id=command))

    @property
    def _seated_players(self) -> set[str]:
        return {person.player for person in self._seated.values()}

    # --- time ---

    def _due(self) -> int | None:
        vigil = self._vigil
        times = (self._wake_at, vigil.count_due, vigil.host_due, vigil.close_due)
        return min((time for time in times if time is not None), default=None)

    async def _keep_time(self) -> str:
        """Does all that is due; returns why the table closes, empty while it stays open."""
        await asyncio.sleep(0)
        now = self._house.now()
        if _is_due(self._wake_at, now):
            await self._carry_out(self._table.handle(requests.Tick(), now))
        if _is_due(self._vigil.count_due, now):
            self._vigil.count(now)
            count = self._crowd.watchers(self._seated_players)
            await self._carry_out(self._table.handle(requests.Watchers(count), now))
        if _is_due(self._vigil.host_due, now):
            self._pass_host(now)
        if _is_due(self._vigil.close_due, now):
            return "Nobody was left at the table."
        self._look_around()
        return ""

    def _look_around(self) -> None:
        host = self.host
        self._vigil.look(
            self._house.now(),
            miscounted=self._crowd.watchers(self._seated_players) != self._table.watchers,
            has_host=host.player in self._crowd or host.table == self.id,
            has_people=self._crowd.has_people,
            seats_kept=any(not person.bot for person in self._seated.values()),
        )

    def _pass_host(self, now: int) -> None:
        """Makes the first person in a seat the host, and shows everybody the table anew, since no event tells of it."""
        for seat in sorted(self._seated):
            person = self._seated[seat]
            if not person.bot and person.player in self._crowd:
                self.host = person
                for viewer in self._crowd.everybody():
                    self._show(viewer)
                self._house.changed()
                return
        self._vigil.wait_for_host(now)

    # --- the end ---

    def _close(self, reason: str) -> None:
        self.closed = True
        for viewer in self._crowd.everybody():
            viewer.send_back(self.id, reason)
        for person in self._seated.values():
            person.table = "" if person.table == self.id else person.table
            self._house.stood_up(person)
        while not self._inbox.empty():
            self._turn_away(self._inbox.get_nowait())

    def _turn_away(self, job: jobs.Job) -> None:
        """Answers a job that comes after the end."""
        match job:
            case jobs.Stopped() | jobs.Lost():
                return
            case jobs.Left():
                job.done.set()
                self._accept(job.viewer, job.id)
            case _ if job.id:
                job.viewer.answer(Refused(id=job.id, code="no-such-table", sentence="That table is closed."))
            case _:
                pass
        job.viewer.send_back(self.id, "That table is closed.")


def _is_due(time: int | None, now: int) -> bool:
    return time is not None and time <= now
