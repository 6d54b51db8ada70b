"""Brings a table back from the journal: its inputs are put to it again, from its checkpoint on.

The same inputs at the same times with the same decks make the same steps, which the digest kept with each of them
proves. A hand that does not come out as it was told is voided, and everybody has the chips they began it with.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence

from msgspec import Struct

from railbird_server.error_text import describe_error
from railbird_server.refusal import Refusal
from railbird_server.runtime.live_table import LiveTable
from railbird_server.runtime.step_log import StepLog
from railbird_server.runtime.table_journal import TableJournal, checkpoint_of
from railbird_server.runtime.table_time import TableTime
from railbird_server.store.records import Checkpoint, Entry, StoredTable
from railbird_server.table import inputs
from railbird_server.table.table import Table

EPOCH_BYTES = 8
"""How many random bytes name an epoch."""

HAND_VOIDED = "Hand {} could not be brought back after the server was away. It does not count; all chips are back."
"""What the players of a table are told whose running hand is void."""

_HAND_INPUTS = (inputs.Deal, inputs.Tick, inputs.VoidHand)


class ReplayFailed(Exception):
    """The inputs of a table do not make the steps that were told; the message says how."""


class Recovered(Struct, frozen=True, eq=False):
    """A table that has been brought back; `fault` says what went wrong, for the log, empty if nothing did.

    `commands` are the latest ones of players that the table carried out, in their order.
    """

    live: LiveTable
    commands: Sequence[inputs.PlayerCommand]
    fault: str = ""


class _Replay:
    """A table on its way back, and how it was when no hand ran last."""

    def __init__(self, stored: StoredTable, checkpoint: Checkpoint | None) -> None:
        opened = stored.opened
        if checkpoint is None:
            self.table = Table(opened.table, opened.settings, opened.host)
            self.steps = StepLog(opened.epoch)
        else:
            self.table = Table.restored(opened.table, opened.settings, checkpoint.state)
            self.steps = StepLog(
                checkpoint.epoch, seq=checkpoint.seq, digest=checkpoint.digest, holders=dict(checkpoint.holders)
            )
        self.last_entry = checkpoint.entry if checkpoint else 0
        self.at = checkpoint.at if checkpoint else 0

    def apply(self, entry: Entry) -> None:
        """Puts one entry to the table again; raises ReplayFailed."""
        if entry.number != self.last_entry + 1:
            raise ReplayFailed(f"entry {self.last_entry + 1} is missing")
        try:
            outcome = self.table.handle(entry.input, entry.at)
        except Exception as error:  # noqa: BLE001  whatever it is, the table cannot be brought back this way
            raise ReplayFailed(f"entry {entry.number}: {describe_error(error)}") from None
        if outcome.events and not entry.epoch:
            self.steps.record(outcome.events, self.table.seats.occupied, entry.at)
        if entry.epoch:
            self.steps.begin_epoch(entry.epoch)
        if self.steps.digest != entry.digest:
            raise ReplayFailed(f"entry {entry.number} tells something else than it did")
        self.last_entry, self.at = entry.number, entry.at

    def checkpoint(self) -> Checkpoint:
        """Returns how the table is now, while no hand runs."""
        return checkpoint_of(self.table, self.steps, entry=self.last_entry, at=self.at)


def recover(stored: StoredTable, now: Callable[[], int]) -> Recovered:
    """Returns an open table as it was when it was last kept, its time standing still; raises ReplayFailed.

    `now` is the server's clock in milliseconds.
    """
    if stored.fault:
        raise ReplayFailed(stored.fault)
    replay = _Replay(stored, stored.checkpoint)
    rest = stored.checkpoint
    for index, entry in enumerate(stored.entries):
        if not replay.table.hand_runs and isinstance(entry.input, inputs.Deal):
            rest = replay.checkpoint()
        try:
            replay.apply(entry)
        except ReplayFailed as failure:
            return _recover_without_hand(stored, rest, stored.entries[index:], now, str(failure))
    return Recovered(_live(stored, replay, now), _commands(stored))


def _recover_without_hand(
    stored: StoredTable, rest: Checkpoint | None, failed: Sequence[Entry], now: Callable[[], int], fault: str
) -> Recovered:
    """Returns the table as it was before the hand that fails, with what players did since that is no act of a hand."""
    replay = _Replay(stored, rest)
    hand = replay.table.hand_number + 1
    at = replay.at
    for entry in stored.entries:
        if entry.number <= replay.last_entry or isinstance(entry.input, _HAND_INPUTS):
            continue
        try:
            replay.table.handle(entry.input, entry.at)
        except Refusal:  # an act of the hand that does not count, or what makes no sense without it
            continue
        except Exception as error:  # noqa: BLE001  two things are wrong with this table
            raise ReplayFailed(f"{fault}; without the hand: {describe_error(error)}") from None
        at = entry.at
    holders = {seat.number: seat.player for seat in replay.table.seats.occupied}
    replay.last_entry = max(entry.number for entry in failed)
    replay.at = max(at, failed[-1].at)
    replay.steps = StepLog(
        secrets.token_hex(EPOCH_BYTES),
        digest=replay.steps.digest,
        holders=holders,
    )
    return Recovered(_live(stored, replay, now, HAND_VOIDED.format(hand)), _commands(stored), fault)


def _live(stored: StoredTable, replay: _Replay, now: Callable[[], int], notice: str = "") -> LiveTable:
    table, steps = replay.table, replay.steps
    checkpoint = stored.checkpoint.entry if stored.checkpoint else 0
    journal = TableJournal(
        table, steps, last_entry=replay.last_entry, last_checkpoint=checkpoint, commands=_commands(stored)
    )
    time = TableTime(now, replay.at, paused=True)
    return LiveTable(table, stored.owned, time, steps, journal, returning=True, notice=notice)


def _commands(stored: StoredTable) -> list[inputs.PlayerCommand]:
    kept = stored.checkpoint.commands if stored.checkpoint else ()
    since = (entry.input for entry in stored.entries)
    return [*kept, *(request for request in since if isinstance(request, inputs.PlayerCommand) and request.command.id)]
