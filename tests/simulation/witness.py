"""A simulated person's part in fair deals: gives seeds, and requires that every card they see is proved."""

from __future__ import annotations

import random
from collections.abc import Callable

from railbird_client.fair_deal.deal_witness import DealWitness
from railbird_shared.protocol.commands import CommitSeed, OpenSeed
from railbird_shared.protocol.messages import Accepted, AskSeed, Message, SeedCommitments, Snapshot, Step, Welcome
from railbird_shared.protocol.table_limits import DIGEST_BYTES
from railbird_shared.protocol.view import TableView
from simulation.followed import Require
from support.fair_deals import check_record


class SimulatedWitness:
    """Watches the deals of the table that a program is at.

    `proved` is told of every hand whose record was checked again. The seeds follow from the name alone, so that they
    change nothing else of an evening.
    """

    def __init__(self, name: str, require: Require, proved: Callable[[], None]) -> None:
        self._chance = random.Random(f"the seeds of {name}")
        self._require = require
        self._proved = proved
        self._witness = self._new_witness("")

    def begin_anew(self) -> None:
        """Forgets everything, as a program does that was started again."""
        self._witness = self._new_witness("")

    def take(self, message: Message, view: TableView | None, next_id: int) -> CommitSeed | OpenSeed | None:
        """Takes a message, given the table before it; returns the answer, an opened seed under the next id."""
        witness = self._witness
        match message:
            case Snapshot(view=whole):
                if whole.table != witness.table:
                    witness = self._witness = self._new_witness(whole.table)
                witness.see_snapshot(whole)
            case Step() if view is not None:
                witness.see_step(message, view)
            case AskSeed():
                return witness.commit(message)
            case SeedCommitments():
                return witness.open(message, next_id)
            case Welcome():
                witness.see_connection()
            case Accepted(id=command):
                witness.see_accepted(command)
            case _:
                pass
        for record in witness.take_records():
            faults = check_record(record).faults
            self._require(not faults, f"keeps a record of a deal that is not proved: {' '.join(faults)}")
            self._proved()
        self._require(not witness.faults, f"finds a deal that is not proved: {' '.join(witness.faults)}")
        return None

    def _new_witness(self, table: str) -> DealWitness:
        return DealWitness(table, lambda: self._chance.randbytes(DIGEST_BYTES))
