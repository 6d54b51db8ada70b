"""A table whose journal is kept as a store would keep it, so that it can be brought back from any entry."""

from __future__ import annotations

import random
from collections import Counter
from typing import TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from railbird_server.runtime.broadcast.step_log import SentStep, StepLog
from railbird_server.runtime.tables.recovery import Recovered, recover
from railbird_server.runtime.tables.table_journal import TableJournal
from railbird_server.store.records import Change, Checkpoint, Entry, OpenedTable, Owned, StoredTable, table_account
from railbird_server.table import audience, inputs
from railbird_server.table.inputs import FullEvent, Outcome
from railbird_server.table.settings import TableSettings
from railbird_server.table.table import Table
from support.random_evenings import play_or_disturb
from support.table_harness import HOST, RAIL, TableHarness, find_cards
from support.view_builders import PLAYER_NAMES

T = TypeVar("T", bound=Struct)

FIRST_EPOCH = "the first epoch"
VIEWERS = (RAIL, *PLAYER_NAMES)


class Moment(Struct, frozen=True):
    """A table after an entry: the request at its time, what came of it, what each viewer sees, and the latest step."""

    request: inputs.Input
    at: int
    outcome: Outcome
    views: tuple[bytes, ...]
    epoch: str
    seq: int
    digest: str
    hand_runs: bool


class JournaledTable(TableHarness):
    """A table harness that keeps a journal as well: `changes` by request, `moments` by entry, `steps` by their seq."""

    def __init__(self, settings: TableSettings, **options: object) -> None:
        super().__init__(settings, **options)  # type: ignore[arg-type]
        self.opened = OpenedTable(self.table.id, FIRST_EPOCH, settings, HOST)
        self.log = StepLog(FIRST_EPOCH)
        self.journal = TableJournal(self.table, self.log)
        self.changes: list[Change] = []
        self.moments: list[Moment] = []
        self.steps: list[SentStep] = []

    def submit(self, request: inputs.Input) -> list[FullEvent]:
        """Puts an input to the table and to its journal."""
        request = self.with_present_names(request)
        events = super().submit(request)
        step = self.journal.note(request, self.outcome, self.now)
        if step is not None:
            self.steps.append(step)
        self._note_moment(request)
        return events

    def change_host(self, name: str, epoch: str) -> None:
        """Makes somebody the host: no event says so, and the steps are numbered anew."""
        request = inputs.HostChanged(inputs.PlayerIdentity(name, self.known_as.get(name, name)))
        self.outcome = self.table.handle(request, self.now)
        self.journal.note_epoch(request, self.outcome, epoch, self.now)
        self.steps.clear()
        self._views = {viewer: audience.snapshot(self.table, viewer) for viewer in self._views}
        self._note_moment(request)

    def close(self, reason: str) -> None:
        """Puts the end to the table, after which nothing is due there."""
        request = inputs.Close(reason)
        self.outcome = self.table.handle(request, self.now)
        self.journal.note(request, self.outcome, self.now)
        self._note_moment(request)

    def _note_moment(self, request: inputs.Input) -> None:
        log = self.log
        self.changes.append(self.journal.take())
        views = views_of(self.table)
        moment = Moment(request, self.now, self.outcome, views, log.epoch, log.seq, log.digest, self.table.hand_runs)
        self.moments.append(moment)
        check_books(self.table, self.balances(len(self.changes)))

    def balances(self, entries: int) -> Counter[str]:
        """Returns what each account has paid to the table by then, less what it got."""
        return balances_of(self.changes[:entries], self.table.id)

    def stored(self, entries: int) -> StoredTable:
        """Returns the table as a store gives it back that was cut off after so many entries."""
        return stored_table(self.opened, self.changes[:entries])

    def recover(self, entries: int) -> Recovered:
        """Brings the table back from its first entries."""
        return recover(self.stored(entries), lambda: 0)


def stored_table(opened: OpenedTable, changes: list[Change]) -> StoredTable:
    """Returns the table as a store gives it back that has kept these changes."""
    entries = [_copy(entry, Entry) for change in changes for entry in change.entries]
    starts: list[Checkpoint] = []
    forgotten = 0
    for change in changes:
        if change.checkpoint:
            earlier = [] if change.afresh else starts[-1:]
            starts = [*earlier, _copy(change.checkpoint, Checkpoint)]
            forgotten = starts[0].entry if earlier or change.afresh else 0
    return StoredTable(
        Owned(opened.table),
        _copy(opened, OpenedTable),
        tuple(starts),
        tuple(entry for entry in entries if entry.number > forgotten),
        min((entry.number for entry in entries if entry.number > forgotten), default=0),
        max((entry.number for entry in entries if entry.number > forgotten), default=0),
        balances_of(changes, opened.table),
    )


def balances_of(changes: list[Change], table: str) -> Counter[str]:
    """Returns what each account has paid to a table by some changes, less what it got."""
    balances: Counter[str] = Counter()
    for movement in (movement for change in changes for movement in change.movements):
        assert movement.chips > 0
        balances[movement.payer] += movement.chips
        balances[movement.payee] -= movement.chips
    del balances[table_account(table)]
    return balances


def check_books(table: Table, balances: Counter[str]) -> None:
    """Checks that the movements of chips are those of the table's books."""
    assert table.chips == table.bank.on_table == sum(balances.values())
    for player, account in table.bank.accounts.items():
        assert balances[f"player/{player}"] == account.net_buy_in
    assert balances["house"] == -table.bank.raked


def views_of(table: Table) -> tuple[bytes, ...]:
    """Returns what every viewer sees of a table."""
    return tuple(msgspec.json.encode(audience.snapshot(table, viewer)) for viewer in VIEWERS)


def adopt(recovered: Recovered) -> TableHarness:
    """Returns a harness in which a table that was brought back plays on, checked at every step."""
    live = recovered.live
    harness = TableHarness(live.table.settings)
    harness.table, harness.now = live.table, live.time.now()
    harness._views = {viewer: audience.snapshot(live.table, viewer) for viewer in VIEWERS}
    harness._decks_used = 1000
    for viewer, view in harness._views.items():
        harness._own_cards[viewer] = find_cards(view)
    harness.submit(inputs.ServerReturned(10_000))
    return harness


def play_evening(harness: JournaledTable, dice: random.Random, *, inputs_wanted: int) -> None:
    """Plays a random evening, with changes of the host among what happens."""
    while len(harness.moments) < inputs_wanted:
        if dice.random() < 0.02:
            harness.change_host(dice.choice(PLAYER_NAMES[:3]), f"epoch {len(harness.moments)}")
        elif dice.random() < 0.02:
            harness.submit(inputs.ServerReturned(10_000))
        else:
            play_or_disturb(harness, dice)


def damaged(stored: StoredTable, number: int, **changes: object) -> StoredTable:
    """Returns a table with something else in one of its entries."""
    entries = tuple(replace(entry, **changes) if entry.number == number else entry for entry in stored.entries)
    return replace(stored, entries=entries)


def _copy(record: T, kind: type[T]) -> T:
    """Returns a record as it comes back from a file."""
    return msgspec.json.decode(msgspec.json.encode(record), type=kind)
