"""A player's part in fair deals: gives seeds, checks cards, keeps records, and says at once when something is wrong."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

from railbird_client.fair_deal.deal_files import DealFiles
from railbird_client.fair_deal.deal_witness import DealWitness
from railbird_client.network.link import Offline
from railbird_client.table.table_model import TableModel
from railbird_shared.fair_deal.checker import DealReport
from railbird_shared.fair_deal.record import FairDeal
from railbird_shared.protocol import messages
from railbird_shared.protocol.commands import CommitSeed, OpenSeed
from railbird_shared.protocol.table_limits import DIGEST_BYTES
from railbird_shared.protocol.view import TableView

NOT_PROVED = "The deal is not proved: {} Press [W]; the record is kept."
"""The notice about a fault in a deal."""


def new_seed() -> bytes:
    """Returns a seed that nobody can guess."""
    return secrets.token_bytes(DIGEST_BYTES)


class FairDeals:
    """Watches the deals of the table that the player is at, and keeps their records in a folder, if there is one.

    `take_command_id` numbers a command of the player's link.
    """

    def __init__(self, folder: Path | None, take_command_id: Callable[[], int]) -> None:
        self.files = DealFiles(folder)
        self._take_command_id = take_command_id
        self._witness = DealWitness("", new_seed)
        self._error_told = False
        self._alarm = ""

    @property
    def report(self) -> DealReport | None:
        """The check of the latest hand, None where the table proves no deals."""
        return self._witness.report

    def receive(
        self, message: messages.Message, view: TableView | None, *, unasked: bool = False
    ) -> CommitSeed | OpenSeed | None:
        """Takes a message, given the table before it; returns what is to be answered.

        A snapshot is `unasked` where the player's program had not asked for it.
        """
        answer: CommitSeed | OpenSeed | None = None
        match message:
            case messages.Snapshot(view=whole):
                self._see_snapshot(whole, unasked=unasked)
            case messages.Step() if view is not None:
                self._witness.see_step(message, view)
            case messages.AskSeed():
                answer = self._witness.commit(message)
            case messages.SeedCommitments():
                answer = self._witness.open(message, self._take_command_id())
            case messages.Welcome():
                self._witness.see_connection()
            case messages.Accepted(id=command):
                self._witness.see_accepted(command)
            case messages.DecksOpened() | messages.TableClosed():
                self._witness.end()
            case _:
                pass
        self._keep_records()
        return answer

    def _see_snapshot(self, whole: TableView, *, unasked: bool) -> None:
        if whole.table != self._witness.table:
            self._witness.end()
            self._keep_records()
            self._witness = DealWitness(whole.table, new_seed)
        self._witness.see_snapshot(whole, asked=not unasked)

    def _keep_records(self) -> None:
        for record in self._witness.take_records():
            self.files.keep(record)

    async def witness(
        self,
        message: messages.Message,
        view: TableView | None,
        send: Callable[[CommitSeed | OpenSeed], Awaitable[object]],
        *,
        unasked: bool = False,
    ) -> str:
        """Takes a message of a session and answers it by `send`; returns a sentence to be shown, empty for none.

        A fault of the opened decks is kept for `take_alarm`, because their table closes and it has to be read.
        """
        answer = self.receive(message, view, unasked=unasked)
        if answer is not None:
            with suppress(Offline):  # the deal goes on without the player's seed
                await send(answer)
        if isinstance(message, messages.DecksOpened):
            await asyncio.to_thread(self.files.open_decks, message)
        elif isinstance(message, messages.TableClosed) and view is not None:
            announced = view.fair_deal is FairDeal.OPENED and message.is_end
            opened = await asyncio.to_thread(self.files.take_opened, view.table, announced=announced)
            if opened is not None and opened.proved:
                return opened.sentence
            if opened is not None:
                self._alarm = f"{self._alarm} {opened.sentence}".strip()
        return ""

    def take_alarm(self) -> str:
        """Returns what is wrong with the opened decks since this was asked last, empty for nothing."""
        alarm, self._alarm = self._alarm, ""
        return alarm

    def tell(self, table: TableModel | None) -> None:
        """Shows at a table how far its deal is proved."""
        faults, remarks = self.take_findings()
        if table is not None:
            table.show_deal(self.report, faults, remarks)

    def take_findings(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Returns sentences about faults, and about all else that the player has to know, since this was asked last."""
        witness, error = self._witness, "" if self._error_told else self.files.error
        faults = (*map(NOT_PROVED.format, witness.faults), *filter(None, [error]))
        remarks, witness.faults, witness.remarks = tuple(witness.remarks), [], []
        self._error_told = bool(self.files.error)
        return faults, remarks
