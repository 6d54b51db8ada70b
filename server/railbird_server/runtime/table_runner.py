"""Puts what people ask to the table, deals for as long as it wants a deck, and tells what came of it."""

from __future__ import annotations

from msgspec import structs

from railbird_server.refusal import Refusal
from railbird_server.runtime.broadcaster import Broadcaster
from railbird_server.runtime.error_reporting import logger
from railbird_server.runtime.members import Members
from railbird_server.runtime.players import Viewer
from railbird_server.runtime.room_services import RoomServices
from railbird_server.table import audience, inputs
from railbird_server.table.outcome import Outcome
from railbird_server.table.table import Table
from railbird_shared.cards import Card
from railbird_shared.commands import Resume
from railbird_shared.events import HandEnded
from railbird_shared.messages import Accepted, Chat, Refused


class TableRunner:
    """Runs one table for its room; `wake_at` is when the table is due next, in milliseconds of the server's clock."""

    def __init__(self, table: Table, pack: tuple[Card, ...], members: Members, services: RoomServices) -> None:
        self.wake_at: int | None = None
        self._table = table
        self._pack = pack
        self._members = members
        self._services = services
        self._broadcaster = Broadcaster(services.now, members.crowd)

    # --- what is put to the table ---

    def handle_command(self, command: int, request: inputs.Input) -> tuple[Accepted | Refused, Outcome | None]:
        """Puts a request to the table; returns its answer to the command of that id, and what came of it."""
        try:
            outcome = self._table.handle(request, self._services.now())
        except Refusal as no:
            return Refused(id=command, code=no.code, sentence=no.sentence, clause=no.clause), None
        return Accepted(id=command), outcome

    async def handle_own(self, request: inputs.Input) -> None:
        """Puts a request of the house itself to the table, which never refuses those."""
        await self.publish_and_deal(self._table.handle(request, self._services.now()))

    async def publish_and_deal(self, outcome: Outcome) -> None:
        """Tells what a request brought, and deals for as long as the table wants a deck."""
        await self._publish(outcome)
        while outcome.wants_deck:
            outcome = self._table.handle(inputs.Deal(self._services.shuffle(self._pack)), self._services.now())
            await self._publish(outcome)

    # --- what people are told ---

    async def _publish(self, outcome: Outcome) -> None:
        self.wake_at = outcome.wake_at
        if outcome.fault:
            logger.error("table %s: a hand was voided after %s", self._table.id, outcome.fault.partition(":")[0])
        if not outcome.events:
            return
        self._record_hand(outcome)
        holders = self._members.update_seats(self._table.seats.occupied)
        await self._broadcaster.send_step(audience.split(outcome.events), holders, self._members.seated)
        self._services.listing_changed()

    def _record_hand(self, outcome: Outcome) -> None:
        play = self._table.current_hand
        if self._services.record_hand and play and any(isinstance(event, HandEnded) for event in outcome.events):
            self._services.record_hand(play.record)

    async def chat(self, chat: Chat) -> None:
        """Passes on to everybody what somebody said."""
        await self._broadcaster.send_chat(chat, self._members.seated)

    def send_snapshot(self, viewer: Viewer) -> None:
        """Sends a viewer the whole table as he may know it."""
        seat = self._members.seat_of(viewer.player)
        view = audience.snapshot(self._table, seat)
        you = structs.replace(view.you, is_host=viewer.player is self._members.host)
        view = structs.replace(view, host=self._members.host.name, you=you)
        self._broadcaster.send_snapshot(viewer, view)

    def catch_up(self, viewer: Viewer, resume: Resume | None) -> None:
        """Tells a returning viewer the few steps that he missed, and shows any other the whole table."""
        if not self._broadcaster.replay(viewer, resume):
            self.send_snapshot(viewer)
