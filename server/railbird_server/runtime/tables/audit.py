"""Examines what a store keeps: whether tables come back, hands come out again, and chips are where they belong."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from railbird_server.error_text import describe_error
from railbird_server.runtime.tables.books_audit import account_faults, movement_faults
from railbird_server.runtime.tables.recovery import ReplayFailed, recover, replay_faults
from railbird_server.store.contents import StoredContents
from railbird_server.store.records import HOUSE_ACCOUNT, FinishedHand, StoredTable, table_account
from railbird_server.table.hand.hand_in_progress import HandInProgress


class Audit(Struct):
    """How much was examined, and a sentence for everything that is wrong."""

    tables: int = 0
    chips_on_tables: int = 0
    hands: int = 0
    faults: list[str] = []


def audit(contents: StoredContents) -> Audit:
    """Examines the contents of a store."""
    found = Audit()
    for stored in contents.tables:
        found.tables += 1
        found.faults += _table_faults(stored, contents, found)
    for table in sorted(contents.closed):
        if chips := contents.balances.get(table_account(table), 0):
            found.faults.append(f"Table {table} is closed, and {chips:,} chips are booked on it.")
    for table, movements in sorted(contents.movements.items()):
        found.faults += movement_faults(f"Table {table}", movements)
    for table, number, hand in contents.hands:
        found.hands += 1
        if hand is None:
            found.faults.append(f"Hand {number} of table {table} cannot be read.")
        else:
            found.faults += _hand_faults(table, hand)
    if contents.balances.get(HOUSE_ACCOUNT, 0) < 0:
        found.faults.append("More rake is booked out than was taken.")
    return found


def _table_faults(stored: StoredTable, contents: StoredContents, found: Audit) -> Iterator[str]:
    table_id = stored.owned.table
    name = stored.opened.settings.name if stored.opened else ""
    try:
        recovered = recover(stored, lambda: 0)
        faults = replay_faults(stored)
    except Exception as error:  # noqa: BLE001  whatever it is, the others are examined too
        fault = str(error) if isinstance(error, ReplayFailed) else describe_error(error)
        yield f"Table {name} ({table_id}) does not come back: {fault}."
        return
    if faults:
        yield f"Table {name} ({table_id}) does not come back as it was: {'; '.join(faults)}."
    table = recovered.live.table
    found.chips_on_tables += table.chips
    in_tournament = table.settings.tournament is not None
    booked = table.chips if in_tournament else contents.balances.get(table_account(table_id), 0)
    if not table.chips == table.bank.on_table == booked:
        yield (
            f"Table {name} ({table_id}) holds {table.chips:,} chips, its ledger says {table.bank.on_table:,}, "
            f"and {booked:,} are booked on it."
        )
    if table_id in contents.movements and not in_tournament:
        yield from account_faults(f"Table {name} ({table_id})", table.bank, contents.movements[table_id])
    known = {player.id for player in contents.players}
    for seat in table.seats.occupied:
        if seat.player not in known:
            yield f"Table {name} ({table_id}) seats a player in seat {seat.number} whom nobody knows."


def _hand_faults(table: str, finished: FinishedHand) -> Iterator[str]:
    try:
        replayed = HandInProgress.replay(finished.hand)
    except Exception as error:  # noqa: BLE001  whatever it is, this hand is not what it was
        yield f"Hand {finished.number} of table {table} cannot be replayed: {describe_error(error)}."
        return
    if replayed.digest != finished.digest:
        yield f"Hand {finished.number} of table {table} does not come out as it was played."
