"""Runs one table: puts commands and time to it, keeps what it accepts, answers, publishes, and reports.

Nobody is told of anything before it is kept. Where it cannot be, the table's time stands still until it can.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterator
from contextlib import suppress

from msgspec import Struct

from railbird_server.refusal import Refusal
from railbird_server.runtime.broadcast.broadcaster import Broadcaster
from railbird_server.runtime.broadcast.members import Members
from railbird_server.runtime.broadcast.rail_chances import ChancesFinder, OpenChances
from railbird_server.runtime.broadcast.step_log import SentStep
from railbird_server.runtime.monitoring import Metrics, logger
from railbird_server.runtime.players import SEATED_ELSEWHERE, Player, Players, Viewer, accept
from railbird_server.runtime.tables.deck_source import DeckSource, Shuffle
from railbird_server.runtime.tables.room_requests import InputCommand
from railbird_server.runtime.tables.table_journal import LiveTable
from railbird_server.runtime.tables.table_time import is_due
from railbird_server.store.protocols import NotKept, Store, StoreError
from railbird_server.table import inputs
from railbird_server.table.hand_in_progress import HandRecord
from railbird_server.table.inputs import Outcome
from railbird_server.table.pauses import LEAST_TIME_LEFT_MS
from railbird_server.tournament.inputs import HandBegun, HandFinished, TableReady
from railbird_server.tournament.state import HandPlaces
from railbird_shared.protocol.commands import Act, ChangeName, JoinWaitingList, SeedCommand, Sit
from railbird_shared.protocol.events import HandEnded, PlayerRenamed
from railbird_shared.protocol.messages import Accepted, Refused

TABLE_FAILED = "The table stopped after a fault in the server; open a new one."
"""The notice to a table that ends by an error."""

RETRY_INTERVAL = 1.0
"""Seconds after which a change that could not be kept is tried again."""

GOES_ON = "The table goes on."
"""The notice to a table that plays on after it stood still."""

CLOSING_ATTEMPTS = 3
"""How often the end of a table is tried to be kept; a table whose end is not kept comes back with the server."""

HandRecorder = Callable[[HandRecord], object]
"""Takes the record of each hand that has ended; it stays in the server's process."""


class ViewerCame(Struct, frozen=True):
    """A viewer has come to a table of the tournament, and knows nothing of it yet."""

    viewer: Viewer


class TableGone(Struct, frozen=True):
    """A table of that number has ended, or deals no more after a fault, whether the tournament wants it or not."""

    table: int


TableReport = TableReady | HandBegun | HandFinished | ViewerCame | TableGone
"""A report of a table to its tournament."""

ReportTaker = Callable[[str, TableReport], None]
"""Takes a report for the tournament of that id."""


class RoomServices(Struct, frozen=True):
    """The server as a room and its runner see it; times are milliseconds.

    Events of the table are kept in `store`. `listing_changed` is called with a table's id when something happened
    that the lobby's listing may show, and `seat_released` when a player's seat is free. `players` are all that the
    server knows, with their names. `record_hand` gets every hand that has ended, and `chances` finds those of open
    hands. A table waits `empty_after` for its host, and for any viewer, and `abandoned_after` for people who have seats
    to come back to. `report` takes what a table reports to its tournament. `owner` returns the id of the player who
    owns the server, empty while nobody has proved it.
    """

    now: Callable[[], int]
    store: Store
    shuffle: Shuffle
    listing_changed: Callable[[str], None]
    players: Players
    seat_released: Callable[[Player, str], None]
    empty_after: int
    abandoned_after: int
    report: ReportTaker
    metrics: Metrics
    chances: ChancesFinder
    record_hand: HandRecorder | None = None
    owner: Callable[[], str] = str


class TableRunner:
    """Runs one table for its room, which owns the broadcaster.

    `waits` says why the table stands still while what happened there cannot be kept, and is empty else; `on_wait` is
    called when it begins to. Once it `is_stopping` with the server, a change that cannot be kept is given up.
    """

    def __init__(
        self,
        live: LiveTable,
        members: Members,
        broadcaster: Broadcaster,
        chances: OpenChances,
        services: RoomServices,
        *,
        on_wait: Callable[[], None],
    ) -> None:
        self.waits = ""
        self.is_stopping = False
        self._live = live
        self._table = live.table
        self._members = members
        self._broadcaster = broadcaster
        self._chances = chances
        self._services = services
        self._on_wait = on_wait
        self._decks = DeckSource(live.table, members, services.shuffle)
        self._wake_at: int | None = None
        self._fault = ""

    @property
    def wake_at(self) -> int | None:
        """When the table is due next, in milliseconds of the server's clock; None while it waits for players only."""
        due = self._decks.due
        return self._live.time.on_server(self._wake_at if due is None else due)

    async def handle_command(self, viewer: Viewer, command: InputCommand, request: inputs.Input) -> None:
        """Puts the request that a viewer's command makes to the table: played, kept, answered and published.

        Raises Refusal.
        """
        player, at = viewer.player, self._live.time.now()
        takes_place = isinstance(command, Sit | JoinWaitingList)
        try:
            if takes_place:
                self._claim_seat(player)
            elif isinstance(command, ChangeName):
                self._services.players.check_new_name(player, command.name)
            outcome = self._table.handle(request, at)
            if isinstance(command, ChangeName):
                self._services.players.rename(player, command.name)
            if takes_place or any(isinstance(event, PlayerRenamed) for event in outcome.events):
                self._live.journal.note_player(player.stored)
            if isinstance(command, Act):
                self._services.metrics.acts += 1
            steps = self._play_on(request, outcome, at)
            stood_still = await self._keep()
        except NotKept:
            raise  # the server stops: the client asks the next one
        except Exception as error:
            if takes_place and not self._members.holds_place(player):
                self._services.seat_released(player, self._table.id)
            if not isinstance(error, Refusal):  # any fault: the client has its answer before the room ends the table
                viewer.reply(Refused(id=command.id, code="fault", sentence=TABLE_FAILED))
            raise
        if command.id:
            viewer.reply(Accepted(id=command.id))
        await self._publish(steps, stood_still=stood_still)

    def _claim_seat(self, player: Player) -> None:
        """Claims the one seat of a player who sits down or waits for one, and binds their name; raises Refusal."""
        if not player.claim_seat(self._table.id):
            raise Refusal("seated-elsewhere", SEATED_ELSEWHERE)
        if not self._services.players.bind_name(player, self._table.id):
            raise Refusal("name-taken", f"Somebody else is called {player.name} by now; say hello again.")

    def seat_in_tournament(self, player: Player) -> None:
        """Expects a player whom their tournament seats here, and binds their name."""
        self._members.expect(player)
        self._services.players.bind_name(player, self._table.id)
        self._live.journal.note_player(player.stored)

    async def take_seed(self, viewer: Viewer, command: SeedCommand) -> None:
        """Takes what a player gives to the shuffle of a fair deal, and deals once all have; raises Refusal."""
        complete = self._decks.take_seed(viewer, command, self._live.time.now())
        accept(viewer, command.id)
        if complete:
            await self.handle(inputs.Tick())

    async def handle(self, request: inputs.Input) -> None:
        """Puts an input of the room itself to the table, which never refuses those, and publishes what came of it."""
        at = self._live.time.now()
        steps = self._play_on(request, self._table.handle(request, at), at)
        await self._publish(steps, stood_still=await self._keep())

    async def change_host(self, host: Player) -> None:
        """Makes another player the host, and sends every viewer a snapshot since no event says so."""
        at = self._live.time.now()
        request = inputs.HostChanged(host.identity)
        outcome = self._table.handle(request, at)
        self._wake_at = outcome.wake_at
        self._live.journal.note_player(host.stored)
        self._live.journal.note_epoch(request, outcome, secrets.token_hex(8), at)
        stood_still = await self._keep()
        self._members.update_seats(self._table.seats.occupied, self._table.waiting.players)
        self._broadcaster.send_snapshots()
        await self._publish([], stood_still=stood_still)

    async def go_on(self) -> None:
        """Lets a table that has been brought back from the journal play on."""
        self._live.time.go_on()
        await self.handle(inputs.ServerReturned(LEAST_TIME_LEFT_MS))
        self._broadcaster.send_snapshots()  # the clocks of the viewers ran while the table's stood still

    async def keep_evidence(self, fault: str) -> None:
        """Puts what the journal has of the table aside, for whoever looks into a fault; may fail silently."""
        with suppress(StoreError):
            await self._services.store.keep_evidence(self._live.owned, fault)

    async def close(self, reason: str) -> None:
        """Closes the table in the journal, with everybody's chips given back."""
        self._live.journal.cash_out()
        change = self._live.journal.take(closed=reason)
        for _ in range(CLOSING_ATTEMPTS):
            try:
                return await self._services.store.append(self._live.owned, change)
            except NotKept as error:
                logger.error("table %s: its end is not kept: %s", self._table.id, error)
                await asyncio.sleep(RETRY_INTERVAL)
        return None

    def _play_on(self, request: inputs.Input, outcome: Outcome, at: int) -> list[SentStep]:
        """Notes an outcome, and deals for as long as the table wants a deck; returns the steps to tell."""
        steps: list[SentStep] = []
        while True:
            self._wake_at = outcome.wake_at
            if outcome.fault:
                self._fault, table = outcome.fault.partition(":")[0], self._table.id
                logger.error("table %s: a hand was voided after %s", table, self._fault, extra={"table": table})
            if step := self._live.journal.note(request, outcome, at):
                steps.append(step)
                self._chances.note(outcome.events)
                hand, record = self._table.current_hand, self._services.record_hand
                if record and hand and any(isinstance(event, HandEnded) for event in outcome.events):
                    record(hand.record)
            if not outcome.wants_deck:
                self._decks.cancel()
                return steps
            if (deck := self._decks.next_deck(at)) is None:
                return steps
            self._services.metrics.hands_dealt += 1
            request = inputs.Deal(deck)
            outcome = self._table.handle(request, at)

    async def _keep(self) -> bool:
        """Returns when all that was noted is kept, and whether the table has stood still for that.

        While it cannot be kept, the table says so. Raises NotKept where the server stops before it can.
        """
        self._broadcaster.is_up_to_date = False
        change = self._live.journal.take()
        waited = resumes_time = False
        while True:
            try:
                await self._services.store.append(self._live.owned, change)
                break
            except NotKept as error:
                if self.is_stopping:
                    raise
                if not waited:
                    waited, resumes_time = True, not self._live.time.is_paused
                    self._live.time.pause()
                    logger.error("table %s waits: %s", self._table.id, error)
                    self.waits = f"The table waits. {error}"
                    self._broadcaster.send_notice(self.waits)
                    self._on_wait()
            await asyncio.sleep(RETRY_INTERVAL)
        self.waits = ""
        if resumes_time:
            self._live.time.go_on()
        if self._fault:
            fault, self._fault = self._fault, ""
            await self.keep_evidence(fault)
        return waited

    async def _publish(self, steps: list[SentStep], *, stood_still: bool = False) -> None:
        """Sends steps to every viewer; a table that has stood still then goes on, with time for the player in turn."""
        before = self._members.seated
        if steps:
            self._members.update_seats(self._table.seats.occupied, self._table.waiting.players)
        newcomers = self._members.seated - before
        for step in steps:
            self._broadcaster.send_step(step, newcomers)
        if steps:
            self._services.listing_changed(self._table.id)
        self._broadcaster.note_all_told()
        self._chances.follow()
        for player in newcomers if self._broadcaster.delayed else ():
            if viewer := self._members.viewers.get(player):
                self._broadcaster.send_snapshot(viewer)  # who saw the past of the table until they sat down
        if stood_still:
            self._broadcaster.send_snapshots()  # their clocks have run meanwhile
            self._broadcaster.send_notice(GOES_ON)
            if not self._live.time.is_paused:
                await self.handle(inputs.ServerReturned(LEAST_TIME_LEFT_MS))


class TournamentLink:
    """The link of one table to its tournament, if it belongs to one; each report is given once by a process.

    A hand has ended for the tournament when its cards have been shown, so that nobody leaves before; the pause until
    the next hand is for moves. After the server was away the latest reports are given again, which a tournament knows
    already or has missed.
    """

    def __init__(self, live: LiveTable, take_report: ReportTaker) -> None:
        self._live = live
        self._table = live.table
        self._take_report = take_report
        self._begun = 0
        self._finished = 0
        self._asked = 0
        self._is_gone = False

    @property
    def due(self) -> int | None:
        """When the table reports the end of a hand or asks to deal, in milliseconds of the server's clock, or None."""
        asks_at = self._table.asks_to_deal_at
        if asks_at is None or self._asked > self._table.hand_number:
            return None
        shows_hand = self._table.hand_number > self._finished
        return self._live.time.on_server(asks_at - self._table.settings.pause_ms if shows_hand else asks_at)

    def report(self, now: int) -> None:
        """Reports what has come about by `now`, in milliseconds of the server's clock."""
        if tournament := self._table.settings.tournament:
            for report in self._reports(tournament.number, now):
                self._take_report(tournament.tournament, report)

    def _reports(self, number: int, now: int) -> Iterator[TableReport]:
        table, hand, positions = self._table, self._table.hand_number, self._table.button.positions
        if hand > self._begun and table.current_hand is not None:
            self._begun = hand
            small, big = (positions.small_blind_place, positions.big_blind_place) if positions else (None, None)
            yield HandBegun(number, hand, HandPlaces(table.current_hand.setup.button, small, big))
        if table.faults.halted and not self._is_gone:
            self._is_gone = True
            yield TableGone(number)
            return
        if hand > self._finished and is_due(self.due, now):
            self._finished = hand
            if (ended := table.hand_report) is not None:
                yield HandFinished(number, hand, ended.stacks_before, ended.stacks, ended.busted_by)
        if hand == self._finished and is_due(self.due, now):
            self._asked = hand + 1
            yield TableReady(number)
