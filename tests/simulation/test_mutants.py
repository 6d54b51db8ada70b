"""Servers broken on purpose: the simulation finds each fault, and its story names it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from railbird_server.runtime import lobby
from railbird_server.runtime.broadcast.step_log import SentStep, StepLog
from railbird_server.runtime.outbox import Outbox
from railbird_server.runtime.players import RecentCommands
from railbird_server.runtime.tables.recovery import Recovered, recover
from railbird_server.runtime.tables.table_runner import TableRunner
from railbird_server.store.records import Change, Owned, StoredTable
from railbird_server.store.sqlite import SqliteStore
from railbird_server.table import audience
from railbird_server.table.audience import StepParts
from railbird_server.table.bank import Account, Bank
from railbird_server.table.deal_proof import DealProof
from railbird_server.table.inputs import ForSeat, FullEvent, Input, Outcome, PlayerCommand
from railbird_server.table.seats import Seat
from railbird_server.table.table import Table
from railbird_shared.protocol.commands import Act, Command, Resume
from simulation.evening import play

pytestmark = [pytest.mark.slow, pytest.mark.no_cover]  # what broken servers run says nothing of what tests cover

STORMS = (3, 13, 8, 21)
"""The seeds of evenings in a storm: what one does not meet is met in another."""


FAIR_EVENINGS = (1, 2)
"""The seeds of evenings whose deals are proved."""


def finds(sentence: str, seeds: tuple[int, ...] = STORMS) -> bool:
    """Plays evenings until one breaks with that sentence; returns whether one did."""
    return any(sentence in play(seed, hands=50).broken for seed in seeds)


def test_an_unbroken_server_passes() -> None:
    assert not play(STORMS[0], hands=50).broken


def test_cards_sent_to_the_wrong_seat_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    split = audience.split

    def split_wrongly(events: Iterable[FullEvent]) -> StepParts:
        parts = split(events)
        seats = list(parts.private)
        return StepParts(parts.public, dict(zip(seats, (parts.private[seat] for seat in reversed(seats)), strict=True)))

    monkeypatch.setattr(audience, "split", split_wrongly)
    assert finds("may not know")


def test_an_opening_that_is_withheld_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def open_nothing(_self: DealProof, _new: object) -> list[ForSeat]:
        return []

    monkeypatch.setattr(DealProof, "_open_to_seats", open_nothing)
    assert finds("finds a deal that is not proved", FAIR_EVENINGS)


def test_a_repetition_that_is_carried_out_again_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def begin_always(_self: RecentCommands, _command: Command, _asker: object) -> bool:
        return True

    monkeypatch.setattr(RecentCommands, "begin", begin_always)
    assert finds("carried out twice")


def test_a_number_left_out_between_steps_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    record = StepLog.record

    def skip_a_number(self: StepLog, events: Iterable[FullEvent], occupied: Iterable[Seat], at: int) -> SentStep:
        self.seq += self.seq == 30
        return record(self, events, occupied, at)

    monkeypatch.setattr(StepLog, "record", skip_a_number)
    assert finds("is sent step 32")


def test_a_step_told_before_it_is_kept_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    keep = TableRunner._keep
    tasks: list[asyncio.Task[Any]] = []

    async def keep_later(self: TableRunner) -> Any:
        tasks.append(asyncio.create_task(keep(self)))
        return False

    monkeypatch.setattr(TableRunner, "_keep", keep_later)
    assert finds("is told of entry")


def test_a_change_that_is_not_written_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    append = SqliteStore.append

    async def lose_some(self: SqliteStore, owned: Owned, change: Change) -> None:
        if not change.entries or change.entries[-1].number % 40:
            await append(self, owned, change)

    monkeypatch.setattr(SqliteStore, "append", lose_some)
    assert finds("is told of entry")


def test_a_table_that_comes_back_otherwise_than_it_was_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def forget_last_entry(stored: StoredTable, now: Callable[[], int]) -> Recovered:
        return recover(replace(stored, entries=stored.entries[:-1], last_entry=stored.last_entry - 1), now)

    monkeypatch.setattr(lobby, "recover", forget_last_entry)
    assert finds("comes back")


def test_a_missed_step_that_is_not_replayed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    missed_frames = StepLog.missed_frames

    def forget_one(self: StepLog, resume: Resume | None, player: str) -> list[bytes] | None:
        missed = missed_frames(self, resume, player)
        return missed[1:] if missed else missed

    monkeypatch.setattr(StepLog, "missed_frames", forget_one)
    assert finds("is sent step")


def test_chips_lost_as_a_player_leaves_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def lose_a_chip(self: Bank, player: str, chips: int) -> None:
        self.accounts.setdefault(player, Account()).cashed_out += chips
        self.on_table -= max(0, chips - 1)

    monkeypatch.setattr(Bank, "cash_out", lose_a_chip)
    assert finds("chips are on the table")


def test_an_accepted_act_that_is_lost_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    handle = Table.handle

    def lose_acts(self: Table, request: Input, now: int) -> Outcome:
        if isinstance(request, PlayerCommand) and isinstance(request.command, Act) and request.command.hand == 3:
            return Outcome(wake_at=self._wake_at())
        return handle(self, request, now)

    monkeypatch.setattr(Table, "handle", lose_acts)
    assert finds("and it goes on")


def test_a_slow_reader_who_gets_no_fresh_state_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def hold_back(self: Outbox, frame: bytes) -> None:
        if not self._transport.buffered:
            self.send(frame)

    monkeypatch.setattr(Outbox, "send_update", hold_back)
    assert finds("is sent step")


def test_a_view_that_differs_from_the_table_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    view: Any = audience.snapshot

    def forget_the_bets(table: Table, player: str) -> Any:
        seen = view(table, player)
        return replace(seen, to_match=0)

    monkeypatch.setattr(audience, "snapshot", forget_the_bets)
    assert finds("sees another table")
