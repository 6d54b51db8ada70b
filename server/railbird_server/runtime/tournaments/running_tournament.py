"""One tournament and its inbox: a single task that takes requests and does each of them whole.

The changes of a request are kept before anybody is told or any table does anything. The orders to tables are kept with
them, and done again after a crash: every order has the number of the effect that it carries out, and a table carries
out each number once.

A fault ends no tournament. A command that fails changes nothing, and a hand whose report fails does not count. After
any other fault the tournament stands still as it was kept, until its host lets it go on, which tries again what had
failed, or cancels it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from typing import assert_never

from msgspec import Struct

from railbird_server.refusal import Refusal
from railbird_server.runtime.house_bots import HouseBots
from railbird_server.runtime.lobby import TableLobby
from railbird_server.runtime.monitoring import logger, report_error
from railbird_server.runtime.players import Player, Viewer, accept, refuse
from railbird_server.runtime.tables import room_requests
from railbird_server.runtime.tables.room_requests import Inbox, TournamentPlayCommand, ViewerCommand
from railbird_server.runtime.tables.table_runner import RETRY_INTERVAL, TableGone, TableReport, ViewerCame
from railbird_server.runtime.tables.table_time import RETURN_WAIT, TOURNAMENT_WAIT, TableTime
from railbird_server.runtime.tournaments.table_orders import TableOrders
from railbird_server.runtime.tournaments.tournament_views import (
    Moment,
    TournamentBroadcaster,
    TournamentViews,
    level_sentence,
)
from railbird_server.store.protocols import NotKept
from railbird_server.store.records import (
    Movement,
    MovementKind,
    OpenedTournament,
    TournamentChange,
    TournamentEntry,
    TournamentSnapshot,
    player_account,
    tournament_account,
)
from railbird_server.tournament import effects, inputs
from railbird_server.tournament.effects import BadReport, Charged, NumberedEffect, Paid, Reason
from railbird_server.tournament.state import Entrant, EntrantState, Stage, TournamentState
from railbird_server.tournament.tournament import Tournament
from railbird_shared.protocol.messages import Refused
from railbird_shared.tournament import messages
from railbird_shared.tournament.structure import StartRule
from railbird_shared.tournament.view import TournamentOffer, TournamentStatus

_WORDS = {Reason.RE_ENTRY: "another entry", Reason.DEAL: "prize by a deal", Reason.REFUND: "paid back"}
"""The words of the books for a payment, where they do not name the reason itself."""


def movements_of(
    tournament: str, effects: Iterable[NumberedEffect], entrants: Mapping[str, Entrant]
) -> tuple[Movement, ...]:
    """Returns the movements that effects bring about, in units of the ledger; `entrants` are the players by id."""
    moved: list[Movement] = []
    account = tournament_account(tournament)
    for effect in (each.effect for each in effects if isinstance(each.effect, Charged | Paid)):
        own, is_entry = player_account(effect.player), isinstance(effect, Charged)
        payer, payee, kind = (own, account, MovementKind.ENTRY) if is_entry else (account, own, MovementKind.PRIZE)
        entrant = entrants.get(effect.player)
        name, bot = (entrant.name, entrant.bot) if entrant else ("", False)
        reason = _WORDS.get(effect.reason, effect.reason.value)
        moved.append(Movement(payer, payee, effect.units, kind, name, bot, reason=reason))
    return tuple(moved)


def input_of(command: TournamentPlayCommand, player: Player, state: TournamentState) -> inputs.Input:
    """Returns the input that a player's command makes; raises Refusal where it names nobody in the tournament."""
    match command:
        case messages.RegisterTournament():
            return inputs.Register(player.id, player.name, player.bot)
        case messages.UnregisterTournament():
            return inputs.Unregister(player.id)
        case messages.StartTournament():
            return inputs.Start()
        case messages.BuyTournamentChips(add_on=add_on):
            return inputs.BuyChips(player.id, add_on)
        case messages.DeclineRebuy():
            return inputs.DeclineRebuy(player.id)
        case messages.PauseTournament(on=on):
            return inputs.Pause(on)
        case messages.RemoveEntrant(number=number):
            return inputs.RemovePlayer(_by_number(state, number))
        case messages.CancelTournament():
            return inputs.Cancel()
        case messages.ProposeDeal(method=method, play_for=play_for, amounts=amounts):
            return inputs.ProposeDeal(player.id, method, play_for, _named(state, amounts))
        case messages.AnswerDeal(agree=agree):
            return inputs.AnswerDeal(player.id, agree)
        case _:
            assert_never(command)


def _by_number(state: TournamentState, number: int) -> str:
    found = next((player for player, entrant in state.entrants.items() if entrant.number == number), None)
    if found is None:
        raise Refusal("no-player", "Nobody in the tournament has that number; look at the standings again.")
    return found


def _named(state: TournamentState, amounts: tuple[messages.DealAmount, ...]) -> dict[str, int]:
    """Returns amounts by player id; raises Refusal where they name somebody twice, or nobody of the tournament."""
    named = {_by_number(state, each.number): each.prize for each in amounts}
    if len(named) < len(amounts):
        raise Refusal("tournament-deal", "Name each player once.")
    return named


FAREWELL_MS = 30_000
"""Milliseconds for which the last table stays open after the end, so that everybody sees it."""

AWAITED_START_MS = 24 * 3600 * 1000
"""Milliseconds before its set start from which on a tournament awaits people."""

CALENDAR_CHECK_MS = 60_000
"""Milliseconds after which the time of day is read again before a set start: a machine may have slept."""

NOT_HOST = "Only the host of the tournament may do that."
IS_OVER = "That tournament is over; choose another one."
WAITS = "The tournament cannot take that just now; send it again in a moment."
FAULT = "The server made a mistake with that command; look at the tournament before you send it again."
HALTED = (
    "The server has made a mistake in this tournament, which stands still. Nothing is lost: its host can let it go on, "
    "or cancel it."
)

HandReport = inputs.TableReady | inputs.HandBegun | inputs.HandFinished
"""A report of a table about its hands."""


class PlayerRenamed(Struct, frozen=True):
    """A player who has entered has another name now."""

    player: Player


class EndForGood(Struct, frozen=True):
    """The server ends and keeps nothing for another one: what is not over is cancelled."""


InboxItem = ViewerCommand[TournamentPlayCommand] | TableReport | PlayerRenamed | EndForGood
"""An item in the inbox of a tournament, which are handled one after the other."""


class RunningTournament:
    """A tournament that this server runs, from registration to the end.

    `unix_time` is the time of day in seconds. `over` is set when it has ended and its tables are closed.
    """

    def __init__(
        self,
        opened: OpenedTournament,
        lobby: TableLobby,
        bots: HouseBots,
        *,
        unix_time: Callable[[], float],
        snapshot: TournamentSnapshot | None = None,
        changed: Callable[[], None],
    ) -> None:
        self.opened = opened
        self.over = False
        self._lobby = lobby
        self._bots = bots
        self._unix_time = unix_time
        self._changed = changed
        self._core = Tournament(opened.terms, opened.secret, snapshot.state if snapshot else None)
        self._entry = snapshot.entry if snapshot else 0
        self._pending = snapshot.pending if snapshot else ()
        self._time = TableTime(lobby.services.now, snapshot.at if snapshot else 0, paused=snapshot is not None)
        self._orders = TableOrders(opened, lobby, self._stand_still)
        self._inbox = Inbox[InboxItem]()
        self._halted = False
        self._waits = ""
        self._current: InboxItem | None = None
        self._reports: list[HandReport | TableGone | PlayerRenamed] = []
        self._ends_at: int | None = None
        self._resumes_at = lobby.services.now() + TOURNAMENT_WAIT if snapshot else None
        self._start_at = opened.terms.start_at if opened.terms.start is StartRule.AT_TIME else 0
        lines = snapshot.lines if snapshot else ()
        views = TournamentViews(opened, lobby.players, lambda: self._core.state, self._moment, lines=lines)
        self.broadcaster = TournamentBroadcaster(opened, lobby, views)

    # --- what others may read without waiting ---

    @property
    def id(self) -> str:
        """The id of the tournament."""
        return self.opened.tournament

    def status(self) -> TournamentStatus:
        """Returns how the tournament stands, in few words."""
        return self.broadcaster.views.status()

    def _moment(self) -> Moment:
        now, at, left = self._time.now(), self._lobby.services.now(), self._ms_until_start()
        return Moment(now, at, stands=self._time.is_paused, halted=self._halted, until_start=left)

    def is_own(self, viewer: Viewer) -> bool:
        """Whether a viewer hosts the tournament or has entered it."""
        return viewer.player.id == self.opened.host.id or self.has_player(viewer.player.id)

    def has_player(self, player: str) -> bool:
        """Whether the player with that id has entered."""
        return player in self._core.state.entrants

    @property
    def awaits_people(self) -> bool:
        """Whether people come back to it: it plays on with some of them, or starts by itself within a day."""
        state = self._core.state
        if state.stage is Stage.PLAYING:
            plays = not (state.paused or self._halted)
            return plays and any(not state.entrants[player].bot for player in state.left)
        left = self._ms_until_start()
        return left is not None and left <= AWAITED_START_MS

    @property
    def players_left(self) -> list[Player]:
        """The players who are in the tournament still, of those whom the server knows."""
        entrants = self._core.state.entrants.items()
        left = (player for player, entrant in entrants if entrant.state is not EntrantState.OUT)
        return [*filter(None, map(self._lobby.players.by_id, left))]

    def post(self, request: InboxItem) -> None:
        """Puts a request into the inbox; commands to a tournament that is over, or waits for the store, are refused."""
        if isinstance(request, ViewerCommand) and (no := self._inbox_refusal()):
            refuse(request.viewer, request.command.id, no)
        elif not self.over:
            self._inbox.put_nowait(request)

    def _inbox_refusal(self) -> Refusal | None:
        if self.over:
            return Refusal("tournament-phase", IS_OVER)
        if self._waits:
            return Refusal("waits", self._waits)
        return Refusal("slow-down", WAITS) if self._inbox.is_crowded else None

    # --- the task ---

    async def run(self) -> None:
        """Handles one request after the other until the tournament is over."""
        try:
            await self._attempt(self._catch_up())
            while not self.over:
                self._current = request = await self._inbox.next(self._next_due(), self._lobby.services.now())
                await self._attempt(self._handle(request))
                if not self._inbox.empty():
                    await asyncio.sleep(0)
        finally:
            self.broadcaster.cancel()

    async def _attempt(self, step: Awaitable[None]) -> None:
        """Does a step; a fault in it has the tournament stand still."""
        try:
            await step
        except Exception as error:  # noqa: BLE001  a fault here must end nothing: the host decides
            report_error(f"tournament {self.id}", error)
            self._halted = True
            self._time.pause()
            self.broadcaster.say(HALTED)
            self._note_change()
        self._waits = ""

    def _stand_still(self, sentence: str) -> None:
        """Answers everybody who has given a command, now that the tournament waits until something can be kept.

        A command that has been begun is done later, and nothing comes of the others.
        """
        if self._waits:
            return
        self._waits = sentence
        room_requests.refuse(self._current, "not-kept", f"{sentence} {room_requests.DONE_LATER}")
        for request in self._inbox.take_all():
            self.post(request)

    async def _catch_up(self) -> None:
        """Does what has been decided and is not done yet, and replaces the tables that are not there."""
        await self._carry_out_pending()
        for table in [table for table in self._core.state.tables if self._orders.room(table) is None]:
            await self._note_lost_table(table)

    def _next_due(self) -> int | None:
        left = self._ms_until_start()
        start = None if left is None else self._lobby.services.now() + min(left, CALENDAR_CHECK_MS)
        times = (self._resumes_at, self._ends_at, self._time.on_server(self._core.wake_at), start)
        return None if self._halted else min((time for time in times if time is not None), default=None)

    def _ms_until_start(self) -> int | None:
        """Returns the milliseconds to a start at a set time, None where there is none ahead."""
        if not self._start_at or self._core.state.stage is not Stage.REGISTERING:
            return None
        return round(1000 * max(0.0, self._start_at - self._unix_time()))

    async def _handle(self, request: InboxItem | None) -> None:
        match request:
            case None:
                await self._run_timers()
            case ViewerCommand():
                await self._handle_command(request)
                self._note_change()  # a free entry has no other effect
            case ViewerCame(viewer):
                if viewer.player.viewer is viewer:
                    self.broadcaster.send_update(viewer)
                if self._resumes_at is not None and self.has_player(viewer.player.id):
                    self._resumes_at = min(self._resumes_at, self._lobby.services.now() + RETURN_WAIT)
            case EndForGood():
                await self._end_for_good()
            case _:
                self._reports.append(request)
                if not self._halted:
                    await self._take_reports()

    def _note_change(self) -> None:
        self.broadcaster.note_change()
        self._changed()

    async def _take_reports(self) -> None:
        """Takes what has been reported, in order; a report that fails is taken again when the tournament goes on."""
        while self._reports:
            match self._reports[0]:
                case TableGone(table):
                    await self._note_lost_table(table)
                case PlayerRenamed(player):
                    if self.has_player(player.id):
                        await self._put(inputs.Rename(player.id, player.name), player)
                case report:
                    await self._take_hand_report(report)
            del self._reports[0]

    async def _take_hand_report(self, report: HandReport) -> None:
        try:
            await self._put(report)
        except BadReport as error:
            logger.error("tournament %s: %s", self.id, error)
            await self._replace_table(report.table, f"Table {report.table} has miscounted its chips.")
        except Exception as error:  # any fault: the hand does not count, and its players go on
            if self._pending:
                raise
            report_error(f"tournament {self.id}", error)
            await self._replace_table(report.table, f"The server has made a mistake at table {report.table}.")

    async def _note_lost_table(self, table: int) -> None:
        """Has the players of a table that has ended by a fault go on elsewhere, when the host lets them."""
        if self._core.state.stage is Stage.PLAYING and table in self._core.state.tables:
            await self._replace_table(table, f"Table {table} has stopped after a fault in the server.")

    async def _replace_table(self, table: int, why: str) -> None:
        """Pauses the tournament and opens another table with the chips before the hand; a fault may come again."""
        self.broadcaster.say(f"{why} The tournament is paused; its host can cancel it, or let it go on.")
        with suppress(Refusal):
            await self._put(inputs.Pause())
        await self._put(inputs.TableLost(table))

    async def _run_timers(self) -> None:
        now = self._lobby.services.now()
        if self._resumes_at is not None and now >= self._resumes_at:
            self._resumes_at = None
            self._time.go_on()
            self._note_change()
        if self._ends_at is not None and now >= self._ends_at:
            await self._end()
        elif self._start_at and self._core.state.stage is Stage.REGISTERING and self._unix_time() >= self._start_at:
            self._start_at = 0
            await self._start_by_itself()
        elif (at := self._time.on_server(self._core.wake_at)) is not None and now >= at:
            await self._put(inputs.Tick())

    # --- commands ---

    async def _handle_command(self, request: ViewerCommand[TournamentPlayCommand]) -> None:
        viewer, command, was_halted = request.viewer, request.command, self._halted
        try:
            self._check_host(request)
            if was_halted:
                await self._end_halt(command)
            elif isinstance(command, messages.StartTournament):
                await self._start()
            else:
                wish = input_of(command, viewer.player, self._core.state)
                entered = viewer.player if isinstance(wish, inputs.Register) else None
                await self._put(wish, entered)
        except Refusal as no:
            refuse(viewer, command.id, no)
        except Exception as error:  # any fault: the client has its answer
            viewer.reply(Refused(id=command.id, code="fault", sentence=FAULT))
            if was_halted or self._pending:
                raise
            report_error(f"tournament {self.id}", error)
        else:
            accept(viewer, command.id)

    async def _end_halt(self, command: TournamentPlayCommand) -> None:
        """Lets a tournament go on, or cancels it, that stands still after a fault; refuses everything else."""
        goes_on = isinstance(command, messages.PauseTournament) and not command.on
        if not goes_on and not isinstance(command, messages.CancelTournament):
            raise Refusal("tournament-phase", HALTED)
        self._time.go_on()
        self._halted, self._resumes_at = False, None
        if goes_on:
            await self._catch_up()
            await self._put(inputs.Pause(on=False) if self._core.state.paused else inputs.Tick())
            await self._take_reports()
            return
        if self._core.state.stage is Stage.PLAYING:
            self._pending = ()  # what its tables were to do is of no use any more
        await self._put(inputs.Cancel())

    def _check_host(self, request: ViewerCommand[TournamentPlayCommand]) -> None:
        may_host = request.by_owner or request.viewer.player.id == self.opened.host.id
        if isinstance(request.command, messages.TournamentHostCommand) and not may_host:
            raise Refusal("not-host", NOT_HOST)

    async def _start(self) -> None:
        """Starts the tournament, once bots of the house have filled it up; raises Refusal."""
        state, terms = self._core.state, self.opened.terms
        if state.stage is Stage.REGISTERING:
            for _ in range(len(state.entrants), min(terms.bots_to, terms.most_players)):
                player = self._bots.enter_tournament(self.id)
                await self._put(inputs.Register(player.id, player.name, bot=True), player)
            if self._core.state.stage is not Stage.REGISTERING:
                return  # the last of them has filled it up
        await self._put(inputs.Start())

    async def _start_by_itself(self) -> None:
        try:
            await self._start()
        except Refusal as no:
            self.broadcaster.say(f"{no.sentence} The host can start it later.")
            self.broadcaster.note_change()

    # --- one input at a time ---

    async def _put(self, request: inputs.Input, entered: Player | None = None) -> None:
        """Puts an input to the tournament, keeps what comes of it, and has it carried out; raises Refusal.

        The tournament that the input makes takes the place of this one when it is kept. So nobody is told what a crash
        could undo, and a fault undoes what it has begun.
        """
        at = self._time.now()
        before = self._core
        changed = Tournament(before.terms, before.secret, before.state)
        outcome = changed.handle(request, at)
        if entered is not None:
            self._lobby.players.enter_tournament(entered, self.id)
        movements = movements_of(self.id, outcome.effects, {**before.state.entrants, **changed.state.entrants})
        entry = TournamentEntry(self._entry + 1, at, request)
        pending = (*self._pending, *outcome.effects)
        snapshot = TournamentSnapshot(entry.number, at, changed.state, pending, tuple(self.broadcaster.views.lines))
        players = (entered.stored,) if entered else ()
        await self._keep(TournamentChange(snapshot, entry, movements, players))
        self._core, self._entry, self._pending = changed, entry.number, pending
        if isinstance(request, inputs.Unregister | inputs.RemovePlayer) and not self.has_player(request.player):
            self._unbind(request.player)
        await self._carry_out_pending()

    async def _keep(self, change: TournamentChange) -> None:
        """Returns when a change is kept; while it cannot be, the tournament waits."""
        await self._until_kept(lambda: self._lobby.services.store.append_tournament(self.id, change))

    async def _until_kept(self, step: Callable[[], Awaitable[None]]) -> None:
        """Takes a step until it can be kept; meanwhile the tournament waits."""
        while True:
            try:
                return await step()
            except NotKept as error:
                logger.error("tournament %s waits: %s", self.id, error)
                self._stand_still(f"The tournament waits. {error}")
                await asyncio.sleep(RETRY_INTERVAL)

    async def _carry_out_pending(self) -> None:
        """Carries out what has been decided; an effect that a fault prevents stays to be done, with all after it."""
        if not self._pending:
            return
        while self._pending:
            first, self._pending = self._pending[0], self._pending[1:]
            try:
                await self._carry_out(first)
            except Exception:
                self._pending = (first, *self._pending)
                raise
        self._note_change()

    async def _carry_out(self, numbered: NumberedEffect) -> None:
        """Does what an effect says; doing it again changes nothing."""
        effect = numbered.effect
        if isinstance(effect, effects.CloseTable) and self._core.state.tables:
            self._orders.lead_rail(effect.table, min(self._core.state.tables))
        if isinstance(effect, effects.TableEffect):
            await self._orders.carry_out(numbered.number, effect)
            return
        match effect:
            case effects.OpenTable(table, final):
                level = max(1, self._core.state.clock.level)
                await self._until_kept(lambda: self._orders.open_table(table, level, final=final))
            case effects.Announce(sentence):
                self.broadcaster.say(sentence)
            case effects.Eliminated():
                self._tell_place(effect)
            case effects.StartDue():
                await self._start_by_itself()
            case effects.Finished():
                self._ends_at = self._lobby.services.now() + FAREWELL_MS
            case effects.Cancelled():
                self._ends_at = self._lobby.services.now()
            case effects.LevelBegan(level):
                self.broadcaster.say(level_sentence(self.opened, level))
            case effects.BreakBegan(minutes):
                self.broadcaster.say(f"A break of {minutes} minute{'s' * (minutes != 1)} begins.")
            case effects.Hold() | effects.Charged() | effects.Paid() | effects.RebuyOffered():
                pass  # the view has it, and the books
            case _:
                assert_never(effect)

    def _tell_place(self, effect: effects.Eliminated) -> None:
        entrant = self._core.state.entrants[effect.player]
        player = self._lobby.players.by_id(effect.player)
        if player is None or player.viewer is None:
            return
        finished = messages.YouFinished(
            tournament=self.id,
            name=self.opened.terms.name,
            place=effect.place,
            entrants=len(self._core.state.entrants),
            prize=entrant.prize,
            bounties=entrant.bounties,
            tied=effect.tied,
            may_re_enter=TournamentOffer.RE_ENTER in self.broadcaster.views.own(player.id).offers,
            unit=self.opened.terms.unit,
        )
        player.viewer.reply(finished)

    async def _end(self) -> None:
        """Closes what tables are left, and forgets the tournament but for its books."""
        cancelled = self._core.state.stage is Stage.CANCELLED
        reason = "The tournament is cancelled." if cancelled else "The tournament is over."
        for table in list(self._core.state.tables):
            self._orders.close_table(table, reason)
        self.broadcaster.send_changes()
        last = TournamentSnapshot(self._entry, self._time.now(), self._core.state)
        await self._keep(TournamentChange(last, closed=reason))
        self.over = True
        for player in self._core.state.entrants:
            self._unbind(player)
        for request in self._inbox.take_all():
            self.post(request)
        self._changed()

    async def _end_for_good(self) -> None:
        if self._core.state.stage in {Stage.REGISTERING, Stage.PLAYING}:
            self._halted, self._pending = False, ()
            await self._put(inputs.Cancel())
        await self._end()

    # --- who is there ---

    def _unbind(self, player: str) -> None:
        if known := self._lobby.players.by_id(player):
            self._lobby.players.leave_tournament(known, self.id)
