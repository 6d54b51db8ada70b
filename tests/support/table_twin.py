"""A table that plays beside a twin: the twin is given only what the journal keeps, and has to stay the same."""

from __future__ import annotations

from collections import Counter

import msgspec

from railbird_server.runtime.tables.recovery import recover
from railbird_server.store.records import Change, Entry
from railbird_server.table import audience, inputs
from railbird_server.table.audience import statement
from railbird_server.table.settings import TableSettings
from railbird_server.table.table import Table
from railbird_shared.protocol.events import BountyPaid, CarriedPotTaken
from railbird_shared.protocol.view import TableView
from support.journaled_tables import JournaledTable, balances_of, check_books
from support.table_harness import HOST, RAIL


class TwinTable(JournaledTable):
    """A journaled table whose every accepted input is put to a twin as well, as it comes back from a file."""

    def __init__(self, settings: TableSettings, **options: object) -> None:
        super().__init__(settings, **options)
        kept = msgspec.json.decode(msgspec.json.encode(settings), type=TableSettings)
        self.twin = Table(self.table.id, kept, HOST)
        self._balances: Counter[str] = Counter()
        self._won: Counter[str] = Counter()
        self._holders: dict[int, str] = {}

    def restart(self) -> None:
        """Ends the server and brings the table back from its journal; every viewer keeps the view they had."""
        before = self._views_of(self.table)
        recovered = recover(self.stored(len(self.changes)), lambda: 0)
        assert not recovered.fault
        assert not recovered.set_back
        live = recovered.live
        assert self._views_of(live.table) == before
        self.table, self.journal, self.log = live.table, live.journal, live.steps
        self.submit(inputs.ServerReturned(10_000))

    def _note_moment(self, request: inputs.Input) -> None:
        change = self.journal.take()
        self.changes.append(change)
        self._balances.update(balances_of([change], self.table.id))
        check_books(self.table, self._balances)
        for entry in change.entries:
            kept = msgspec.json.decode(msgspec.json.encode(entry), type=Entry)
            assert self.twin.handle(kept.input, kept.at) == self.outcome, request
        assert self._views_of(self.twin) == self._views_of(self.table), request
        if not self.table.hand_runs:
            assert self.twin.state == self.table.state, request
        self._check_recount(change)

    def _check_recount(self, change: Change) -> None:
        """Counts what everybody has won from the kept hands alone, and compares it with the books."""
        for kept in change.hands:
            for indexed in kept.index.seats:
                self._won[indexed.player] += indexed.net
        holders = audience.holders_in_step(self._holders, self.outcome.events, self.player_by_seat)
        for event in self.outcome.events:
            match event:
                case CarriedPotTaken(seat=seat, chips=chips):
                    self._won[holders[seat]] += chips
                case BountyPaid(seat=seat, paid=paid) if not change.hands:  # else the kept hand counts it
                    for payer, chips in paid:
                        self._won[holders[payer]] -= chips
                        self._won[holders[seat]] += chips
                case _:
                    pass
        self._holders = self.player_by_seat
        if self.table.hand_runs:
            return
        stacks = self.stacks()
        for player, account in self.table.bank.accounts.items():
            result = stacks.get(player, 0) - account.net_buy_in
            assert result == self._won[player] + account.corrected, player
        stated = statement(self.table)
        assert sum(line.result for line in stated.lines) + stated.others_result + stated.rake + stated.carried == 0

    def _views_of(self, table: Table) -> list[TableView]:
        """Returns what the rail sees of a table, and every player with a seat."""
        return [audience.snapshot(table, viewer) for viewer in (RAIL, *self.player_by_seat.values())]
