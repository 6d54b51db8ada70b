"""All tournaments of a server: opened, listed, read, brought back after a crash, and stopped with the server."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Iterable

from msgspec.structs import replace

from railbird_server.refusal import Refusal, terms_as_refusals
from railbird_server.runtime.house_bots import HouseBots
from railbird_server.runtime.lobby import TableLobby
from railbird_server.runtime.monitoring import logger
from railbird_server.runtime.players import Player, Viewer, accept, free_table_name
from railbird_server.runtime.tables.room_requests import ViewerCommand
from railbird_server.runtime.tables.table_runner import TableReport
from railbird_server.runtime.tournaments.running_tournament import EndForGood, PlayerRenamed, RunningTournament
from railbird_server.store.protocols import NotKept
from railbird_server.store.records import OpenedTournament, StoredTournament, TournamentSnapshot
from railbird_shared.history.settle_up import parse_worth
from railbird_shared.protocol import codec
from railbird_shared.protocol.messages import Accepted
from railbird_shared.text.text_cleaning import clean_table_name
from railbird_shared.tournament import messages
from railbird_shared.tournament.checks import check_start, check_terms, tournament_house
from railbird_shared.tournament.structure import MAX_LISTED_TOURNAMENTS

LISTING_DELAY = 0.5
"""Seconds for which changes of the list are collected."""

CANCELLING_SECONDS = 5
"""Seconds that tournaments have to pay everything back when the server ends for good."""

NONE_SUCH = "There is no such tournament, or it is over; choose another one."
LOCKED = "This tournament has a password; send it with your entry."


class Tournaments:
    """The tournaments of one server."""

    def __init__(self, lobby: TableLobby, bots: HouseBots) -> None:
        self._lobby = lobby
        self._bots = bots
        self._unix_time: Callable[[], float] = time.time
        self._running: dict[str, RunningTournament] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._readers: set[Viewer] = set()
        self._opening = asyncio.Lock()
        self._listing_timer: asyncio.TimerHandle | None = None
        self._stopped = False
        lobby.take_report = self._take_report
        lobby.players.renamed = self._note_new_name

    async def handle(self, viewer: Viewer, command: messages.TournamentCommand, *, by_owner: bool = False) -> None:
        """Carries out a command about tournaments; raises Refusal."""
        match command:
            case messages.ListTournaments():
                accept(viewer, command.id)
                self._readers.add(viewer)
                viewer.reply(self.listing(viewer))
            case messages.ReadTournament():
                self._read(viewer, command)
            case messages.OpenTournament():
                opened = await self._open(command, self._lobby.house if by_owner else viewer.player, viewer.address)
                viewer.reply(Accepted(id=command.id, tournament=opened.id))
            case _:
                running = self._find(command.tournament)
                if isinstance(command, messages.RegisterTournament):
                    await self._check_password(running, viewer, command.password)
                running.post(ViewerCommand(viewer, command, by_owner))

    def listing(self, viewer: Viewer | None = None) -> messages.Tournaments:
        """Returns the tournaments that are listed and those of a viewer's own, those open for entries first."""
        running = self._running.values()
        shown = (each for each in running if each.opened.terms.listed or (viewer is not None and each.is_own(viewer)))
        listed = sorted((each.status() for each in shown), key=lambda status: not status.open)
        return messages.Tournaments(tournaments=tuple(listed[:MAX_LISTED_TOURNAMENTS]))

    def _read(self, viewer: Viewer, command: messages.ReadTournament) -> None:
        running = self._find(command.tournament) if command.tournament else None
        for each in self._running.values():
            each.broadcaster.followers.discard(viewer)
        accept(viewer, command.id)
        if running is not None:
            if command.follow:
                running.broadcaster.followers.add(viewer)
            running.broadcaster.send_page(viewer)

    def _find(self, tournament: str) -> RunningTournament:
        if (running := self._running.get(tournament)) is None:
            raise Refusal("no-such-tournament", NONE_SUCH)
        return running

    async def _check_password(self, running: RunningTournament, viewer: Viewer, password: str) -> None:
        if not running.opened.password_hash or running.is_own(viewer):
            return
        if not password:
            raise Refusal("password-needed", LOCKED)
        await self._lobby.access.passwords.check(running.opened.password_hash, password, viewer.address)

    async def _open(self, command: messages.OpenTournament, host: Player, address: str) -> RunningTournament:
        async with self._opening:  # what is checked here, and the name, hold until the tournament is there
            self._check_limits(host)
            house = self._lobby.settings.house
            names = (running.opened.terms.name for running in self._running.values())
            name = free_table_name(clean_table_name(command.terms.name), names)
            terms = replace(command.terms, name=name)
            with terms_as_refusals():
                check_terms(terms, house)
                check_start(terms, self._unix_time())
            terms = replace(terms, unit=str(parse_worth(terms.unit)) if terms.unit else "")
            password_hash = await self._lobby.access.passwords.hash(terms.password, address)
            opened = OpenedTournament(
                secrets.token_hex(8),
                replace(terms, password=""),
                host.identity,
                secrets.token_hex(16),
                tournament_house(terms, house),
                password_hash,
            )
            try:
                await self._lobby.services.store.open_tournament(opened, host.stored)
            except NotKept as error:
                raise Refusal("tournaments", f"No tournament can be opened. {error}") from None
            running = self._make(opened)
            self._run(running)
            return running

    def _check_limits(self, host: Player) -> None:
        if self._stopped:
            raise Refusal("tournaments", "The server stops; open a tournament when it is there again.")
        settings = self._lobby.settings
        if not settings.max_tournaments:
            raise Refusal("tournaments", "This server has no tournaments; open a table.")
        if len(self._running) >= settings.max_tournaments:
            raise Refusal("tournaments", "The house has no room for another tournament; register for one that is open.")
        hosted = sum(running.opened.host.id == host.id for running in self._running.values())
        if host is not self._lobby.house and hosted >= settings.tournaments_per_player:
            sentence = f"You host {hosted}, as many as one player may; cancel one, or wait for its end."
            raise Refusal("tournaments", sentence)

    def _make(self, opened: OpenedTournament, stored: TournamentSnapshot | None = None) -> RunningTournament:
        return RunningTournament(
            opened,
            self._lobby,
            self._bots,
            unix_time=self._unix_time,
            snapshot=stored,
            changed=self._list_soon,
        )

    def _run(self, running: RunningTournament) -> None:
        self._running[running.id] = running
        self._tasks[running.id] = task = asyncio.create_task(running.run(), name=f"tournament {running.id}")
        task.add_done_callback(lambda _: self._forget(running.id))
        self._list_soon()

    def _forget(self, tournament: str) -> None:
        self._running.pop(tournament, None)
        self._tasks.pop(tournament, None)
        self._list_soon()

    def _take_report(self, tournament: str, report: TableReport) -> None:
        if running := self._running.get(tournament):
            running.post(report)

    def _note_new_name(self, player: Player) -> None:
        for running in self._running.values():
            if running.has_player(player.id):
                running.post(PlayerRenamed(player))

    def _list_soon(self) -> None:
        if self._listing_timer is None and not self._stopped:
            self._listing_timer = asyncio.get_running_loop().call_later(LISTING_DELAY, self._send_listing)

    def _send_listing(self) -> None:
        self._listing_timer = None
        self._readers = {viewer for viewer in self._readers if viewer.player.viewer is viewer and viewer.in_lobby}
        if self._readers:
            frame = codec.encode(self.listing())
            unlisted = [running for running in self._running.values() if not running.opened.terms.listed]
            for viewer in self._readers:
                has_own = any(running.is_own(viewer) for running in unlisted)
                viewer.outbox.send_update(codec.encode(self.listing(viewer)) if has_own else frame)

    def restore(self, kept: Iterable[StoredTournament]) -> None:
        """Brings back the tournaments that were not over, with their bots; their tables are back already."""
        for stored in kept:
            if stored.opened is None or stored.fault:
                logger.error("tournament %s cannot be brought back: %s", stored.tournament, stored.fault)
                continue
            running = self._make(stored.opened, stored.snapshot)
            for player in running.players_left:
                self._lobby.players.enter_tournament(player, running.id)
                if player.style:
                    self._bots.bring_back(player, tournament=running.id)
            self._run(running)

    @property
    def are_open(self) -> bool:
        """Whether any tournament is not over."""
        return bool(self._running)

    @property
    def await_people(self) -> bool:
        """Whether people are to come back to any tournament."""
        return any(running.awaits_people for running in self._running.values())

    def greet(self, viewer: Viewer) -> None:
        """Tells a client that comes how the tournaments stand in which its player is, or which they host."""
        for running in self._running.values():
            if running.is_own(viewer):
                running.broadcaster.send_update(viewer)

    async def stop(self, *, kept: bool) -> None:
        """Stops all tournaments: those `kept` go on with the next server from the store, and others are cancelled."""
        self._stopped = True
        if self._listing_timer is not None:
            self._listing_timer.cancel()
        tasks = list(self._tasks.values())
        if tasks and not kept:
            for running in list(self._running.values()):
                running.post(EndForGood())
            await asyncio.wait(tasks, timeout=CANCELLING_SECONDS)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
