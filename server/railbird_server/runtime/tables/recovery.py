"""Brings a table back from the journal: its inputs are put to it again, from its checkpoint on.

The same inputs at the same times with the same decks make the same steps, which the digest kept with each of them
proves. A hand that does not come out as it was told is voided, and everybody has the chips they began it with.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from msgspec import Struct

from railbird_server.refusal import Refusal, describe_error
from railbird_server.runtime.broadcast.step_log import EarlierSteps, SentStep, StepLog
from railbird_server.runtime.monitoring import logger
from railbird_server.runtime.tables.table_journal import LiveTable, TableJournal, checkpoint_of
from railbird_server.runtime.tables.table_time import TableTime
from railbird_server.store.records import (
    HOUSE_ACCOUNT,
    Checkpoint,
    Entry,
    Movement,
    MovementKind,
    OpenedTable,
    StoredTable,
    player_account,
    table_account,
)
from railbird_server.table import inputs
from railbird_server.table.table import Table
from railbird_shared.protocol.commands import Act

HAND_VOIDED = "Hand {} could not be brought back after the server was away. It does not count; all chips are back."
"""The notice to a table whose running hand is void."""

TABLE_SET_BACK = "The table is not quite as it was before the server was away; look at the seats and chips."
"""The notice to a table that has lost something else than a hand."""

_HAND_INPUTS = (inputs.Deal, inputs.Tick, inputs.VoidHand)


class ReplayFailed(Exception):
    """The inputs of a table do not make the steps that were told; the message says how."""


class Recovered(Struct, frozen=True, eq=False):
    """A table that has been brought back; `fault` says what went wrong, for the log, empty if nothing did.

    With `set_back` it is not as it was, and its journal begins afresh; `corrections` are the chips by which the kept
    movements differ from its books then.
    """

    live: LiveTable
    fault: str = ""
    set_back: bool = False
    corrections: tuple[Movement, ...] = ()


class _Replay:
    """A table on its way back from a checkpoint; `rest` is how it was when no hand ran last."""

    def __init__(self, opened: OpenedTable, checkpoint: Checkpoint | None, earlier: EarlierSteps | None = None) -> None:
        try:
            if checkpoint is None:
                self.table = Table(opened.table, opened.settings, opened.host)
                self.steps = StepLog(opened.epoch)
            else:
                self.table = Table.restored(opened.table, opened.settings, checkpoint.state)
                holders = dict(checkpoint.holders)
                self.steps = StepLog(checkpoint.epoch, checkpoint.seq, checkpoint.digest, holders, earlier)
        except Exception as error:  # noqa: BLE001  whatever it is, the table cannot begin here
            raise ReplayFailed(f"its checkpoint cannot be used: {describe_error(error)}") from None
        self.last_entry = checkpoint.entry if checkpoint else 0
        self.at = checkpoint.at if checkpoint else 0
        self.rest = checkpoint

    def run(self, stored: StoredTable) -> None:
        """Puts all later entries to the table, and compares its books with what moved; raises ReplayFailed."""
        for entry in stored.entries:
            self.apply(entry)
        self.expect(max(stored.last_entry, self.last_entry) + 1)
        if _corrections(self.table, stored.balances):
            raise ReplayFailed("its chips are not those that moved")

    def apply(self, entry: Entry) -> None:
        """Puts an entry to the table again, unless it was already; raises ReplayFailed."""
        if entry.number <= self.last_entry:
            return
        if not self.table.hand_runs:
            self.rest = checkpoint_of(self.table, self.steps, self.last_entry, self.at)
        self.expect(entry.number)
        try:
            outcome = self.table.handle(entry.input, entry.at)
            if entry.epoch:
                self.steps.begin_epoch(entry.epoch)
            elif outcome.events:
                self.steps.record(outcome.events, self.table.seats.occupied, entry.at)
        except Exception as error:  # noqa: BLE001  whatever it is, the table cannot be brought back this way
            raise ReplayFailed(f"entry {entry.number}: {describe_error(error)}") from None
        if self.steps.digest != entry.digest:
            raise ReplayFailed(f"entry {entry.number} tells something else than it did")
        self.last_entry, self.at = entry.number, entry.at

    def expect(self, number: int) -> None:
        """Raises ReplayFailed where `number` is not that of the next entry."""
        if number != self.last_entry + 1:
            raise ReplayFailed(f"entry {self.last_entry + 1} is missing")


def recover(stored: StoredTable, now: Callable[[], int]) -> Recovered:
    """Returns an open table as it was when it was last kept, its time standing still; raises ReplayFailed.

    `now` is the server's clock in milliseconds. Where the replay from the latest beginning fails, one from an earlier
    may not; only then is anything given up. Steps before the beginning are replayed when a player has missed them.
    """
    if stored.opened is None or stored.fault:
        raise ReplayFailed(stored.fault)
    faults: list[str] = []
    failed: _Replay | None = None
    beginnings = _beginnings(stored)
    for number, beginning in enumerate(beginnings, 1):
        earlier, replay = None, None
        if beginning is not None and number < len(beginnings):
            earlier = partial(_steps_between, stored, beginnings[number], beginning)
        try:
            replay = _Replay(stored.opened, beginning, earlier)
            replay.run(stored)
        except ReplayFailed as failure:
            faults.append(str(failure))
            failed = failed or replay
        else:
            return Recovered(_live(stored, replay, now), "; ".join(faults))
    if failed is None:
        raise ReplayFailed("; ".join(faults))
    return _recover_without_hand(stored, failed, now, "; ".join(faults))


def replay_faults(stored: StoredTable) -> list[str]:
    """Returns what goes wrong in a replay from each place where a table can begin."""
    assert stored.opened is not None
    faults = []
    for beginning in _beginnings(stored):
        try:
            _Replay(stored.opened, beginning).run(stored)
        except ReplayFailed as failure:
            faults.append(str(failure))
    return faults


def _beginnings(stored: StoredTable) -> list[Checkpoint | None]:
    """Returns where a replay can begin, the latest first: at the opening (None) while the entries since are kept."""
    from_opening = not stored.checkpoints or stored.first_entry == 1
    return [*reversed(stored.checkpoints), *([None] if from_opening else [])]


def _steps_between(stored: StoredTable, beginning: Checkpoint | None, end: Checkpoint) -> Sequence[SentStep]:
    """Returns the steps after a beginning and up to a later one, oldest first; none where they cannot be made again."""
    assert stored.opened is not None
    try:
        replay = _Replay(stored.opened, beginning)
        for entry in stored.entries:
            if entry.number <= end.entry:
                replay.apply(entry)
    except ReplayFailed as failure:
        logger.error("table %s: steps that were missed cannot be told: %s", stored.owned.table, failure)
        return ()
    steps = replay.steps
    return steps.latest if (steps.epoch, steps.seq, steps.digest) == (end.epoch, end.seq, end.digest) else ()


def _recover_without_hand(stored: StoredTable, failed: _Replay, now: Callable[[], int], fault: str) -> Recovered:
    """Returns the table as it was before the hand that fails, with what players did since that is no act of a hand."""
    assert stored.opened is not None
    replay = _Replay(stored.opened, failed.rest)
    voided = False
    for entry in stored.entries:
        if entry.number <= replay.last_entry:
            continue
        replay.at = max(replay.at, entry.at)
        if isinstance(entry.input, _HAND_INPUTS):
            voided = voided or isinstance(entry.input, inputs.Deal)
            continue
        try:
            replay.table.handle(entry.input, entry.at)
        except Refusal:  # an act of the hand that does not count, or what makes no sense without it
            voided = voided or (isinstance(entry.input, inputs.PlayerCommand) and isinstance(entry.input.command, Act))
        except Exception as error:  # noqa: BLE001  two things are wrong with this table
            raise ReplayFailed(f"{fault}; without the hand: {describe_error(error)}") from None
    notice = HAND_VOIDED.format(replay.table.hand_number + 1) if voided else TABLE_SET_BACK
    holders = {seat.number: seat.player for seat in replay.table.seats.occupied}
    replay.last_entry = max([stored.last_entry, replay.last_entry, *(entry.number for entry in stored.entries)])
    replay.steps = StepLog(secrets.token_hex(8), digest=replay.steps.digest, holders=holders)
    corrections = _corrections(replay.table, stored.balances)
    return Recovered(_live(stored, replay, now, notice), fault, set_back=True, corrections=corrections)


def _corrections(table: Table, balances: Mapping[str, int]) -> tuple[Movement, ...]:
    """Returns the movements after which each account has paid to the table what the table's books say."""
    if table.settings.tournament:
        return ()
    players = {player_account(player): account for player, account in table.bank.accounts.items()}
    books = {player: account.net_buy_in for player, account in players.items()} | {HOUSE_ACCOUNT: -table.bank.raked}
    own = table_account(table.id)
    missing = {account: books.get(account, 0) - balances.get(account, 0) for account in sorted({*books, *balances})}
    return tuple(
        Movement(
            payer=account if chips > 0 else own,
            payee=own if chips > 0 else account,
            chips=abs(chips),
            kind=MovementKind.SET_BACK,
            name=players[account].name if account in players else "",
            bot=account in players and players[account].bot,
            hand=table.hand_number,
        )
        for account, chips in missing.items()
        if chips
    )


def _live(stored: StoredTable, replay: _Replay, now: Callable[[], int], notice: str = "") -> LiveTable:
    checkpoint = stored.checkpoints[0].entry if stored.checkpoints else 0
    journal = TableJournal(replay.table, replay.steps, replay.last_entry, checkpoint, commands_of(stored))
    time = TableTime(now, replay.at, paused=True)
    return LiveTable(replay.table, stored.owned, time, replay.steps, journal, returning=True, notice=notice)


def commands_of(stored: StoredTable) -> list[inputs.PlayerCommand]:
    """Returns the latest commands of players that a table has carried out, in their order."""
    first = stored.checkpoints[0] if stored.checkpoints else None
    since = (entry.input for entry in stored.entries if first is None or entry.number > first.entry)
    given = (request for request in since if isinstance(request, inputs.PlayerCommand) and request.command.id)
    return [*(first.commands if first else ()), *given]
