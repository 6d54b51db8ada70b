"""Puts what people ask to the table, deals for as long as it wants a deck, and tells what came of it."""

from __future__ import annotations

from msgspec import structs

from railbird_server.host.company import Company
from railbird_server.host.faults import logger
from railbird_server.host.house import House
from railbird_server.host.people import Viewer
from railbird_server.host.telling import Telling
from railbird_server.rules.errors import IllegalAction
from railbird_server.table import audience, requests
from railbird_server.table.outcome import Outcome
from railbird_server.table.table import Table
from railbird_shared.cards import Card
from railbird_shared.commands import Resume
from railbird_shared.events import HandEnded
from railbird_shared.messages import Accepted, Chat, Refused


class Dealer:
    """Runs one table for its room; `wake_at` is when the table is due next, in milliseconds of the server's clock."""

    def __init__(self, table: Table, pack: tuple[Card, ...], company: Company, house: House) -> None:
        self.wake_at: int | None = None
        self._table = table
        self._pack = pack
        self._company = company
        self._house = house
        self._telling = Telling(house.now, company.crowd)

    # --- what is put to the table ---

    def ask(self, command: int, request: requests.Input) -> tuple[Accepted | Refused, Outcome | None]:
        """Puts a request to the table; returns its answer to the command of that id, and what came of it."""
        try:
            outcome = self._table.handle(request, self._house.now())
        except IllegalAction as no:
            return Refused(id=command, code=no.code, sentence=no.sentence, clause=no.clause), None
        return Accepted(id=command), outcome

    async def put(self, request: requests.Input) -> None:
        """Puts a request of the house itself to the table, which never refuses those."""
        await self.carry_out(self._table.handle(request, self._house.now()))

    async def carry_out(self, outcome: Outcome) -> None:
        """Tells what a request brought, and deals for as long as the table wants a deck."""
        await self._publish(outcome)
        while outcome.wants_deck:
            outcome = self._table.handle(requests.Deal(self._house.shuffle(self._pack)), self._house.now())
            await self._publish(outcome)

    # --- what people are told ---

    async def _publish(self, outcome: Outcome) -> None:
        self.wake_at = outcome.wake_at
        if outcome.fault:
            logger.error("table %s: a hand was voided after %s", self._table.id, outcome.fault.partition(":")[0])
        if not outcome.events:
            return
        self._keep_record(outcome)
        holders = self._company.settle(self._table.seats.occupied)
        await self._telling.step(audience.tell(outcome.events), holders, self._company.seated)
        self._house.changed()

    def _keep_record(self, outcome: Outcome) -> None:
        play = self._table.play
        if self._house.keep and play and any(isinstance(event, HandEnded) for event in outcome.events):
            self._house.keep(play.played)

    async def say(self, chat: Chat) -> None:
        """Passes on to everybody what somebody said."""
        await self._telling.say(chat, self._company.seated)

    def show(self, viewer: Viewer) -> None:
        """Sends a viewer the whole table as he may know it."""
        seat = self._company.seat_of(viewer.person)
        view = structs.replace(audience.snapshot(self._table, seat), host=self._company.host.name)
        self._telling.show(viewer, view)

    def bring_up_to_date(self, viewer: Viewer, resume: Resume | None) -> None:
        """Tells a returning viewer the few steps that he missed, and shows any other the whole table."""
        if not self._telling.replay(viewer, resume):
            self.show(viewer)
