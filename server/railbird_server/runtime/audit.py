"""Examines what a store keeps: whether tables, hands and tournaments come back as they were, and where chips are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from msgspec import Struct, json

from railbird_server.history.table_books import accounts_by_player
from railbird_server.refusal import describe_error
from railbird_server.runtime.tables.recovery import ReplayFailed, recover, replay_faults
from railbird_server.store.contents import StoredContents
from railbird_server.store.records import (
    CORRECTIONS_ACCOUNT,
    HOUSE_ACCOUNT,
    FinishedHand,
    KeptTournament,
    Movement,
    MovementKind,
    StoredMovement,
    StoredTable,
    player_account,
    table_account,
    tournament_account,
)
from railbird_server.table.bank import Account, Bank
from railbird_server.table.hand_in_progress import HandInProgress
from railbird_server.tournament.state import TournamentState
from railbird_server.tournament.tournament import Tournament


def account_faults(where: str, bank: Bank, movements: Sequence[StoredMovement]) -> Iterator[str]:
    """Yields how the accounts of an open table, called `where`, differ from the movements, player by player.

    Where a table was set back, its movements agree with it in the difference of what was brought and taken away alone.
    """
    moved = accounts_by_player(movements)
    was_set_back = any(each.movement.kind is MovementKind.SET_BACK for each in movements)
    for player in sorted({*bank.accounts, *moved}):
        ledger, books = bank.accounts.get(player, Account()), moved.get(player, Account())
        name = ledger.name or books.name or player
        amounts = [
            ("brought", ledger.bought_in, books.bought_in),
            ("took away", ledger.cashed_out, books.cashed_out),
            ("got by corrections", ledger.corrected, books.corrected),
        ]
        if was_set_back:
            amounts = [("brought, less what they took away,", ledger.net_buy_in, books.bought_in - books.cashed_out)]
        for what, by_ledger, by_books in amounts:
            if by_ledger != by_books:
                yield f"{where}: {name} {what} {by_ledger:,} chips by the ledger, and {by_books:,} by the books."
    raked = sum(each.movement.chips for each in movements if each.movement.payee == HOUSE_ACCOUNT)
    if raked != bank.raked and not was_set_back:
        yield f"{where}: the house took {bank.raked:,} chips by the ledger, and {raked:,} by the books."


def movement_faults(where: str, movements: Sequence[StoredMovement]) -> Iterator[str]:
    """Yields what is wrong with the movements of a table by themselves."""
    for movement in (each.movement for each in movements):
        if not _fits(movement, movements[0].table):
            way = f"{movement.chips:,} chips from {movement.payer} to {movement.payee}"
            yield f"{where}: {way} are booked as {movement.kind.value}, which they cannot be."
    given = sum(each.movement.chips for each in movements if each.movement.payee == CORRECTIONS_ACCOUNT)
    taken = sum(each.movement.chips for each in movements if each.movement.payer == CORRECTIONS_ACCOUNT)
    if left := given - taken:
        yield f"{where}: its corrections do not balance by {abs(left):,} chips."


def _fits(movement: Movement, table: str) -> bool:
    """Whether chips of that kind go this way."""
    own, player = table_account(table), player_account("")
    from_player, to_player = movement.payer.startswith(player), movement.payee.startswith(player)
    match movement.kind:
        case MovementKind.BUY_IN:
            return from_player and movement.payee == own
        case MovementKind.CASH_OUT:
            return to_player and movement.payer == own
        case MovementKind.RAKE:
            return (movement.payer, movement.payee) == (own, HOUSE_ACCOUNT)
        case MovementKind.CORRECTION:
            return from_player is not to_player and bool({own, CORRECTIONS_ACCOUNT} & {movement.payer, movement.payee})
        case MovementKind.SET_BACK:
            return own in {movement.payer, movement.payee}
        case MovementKind.ENTRY:
            return from_player and movement.payee == tournament_account(table)
        case MovementKind.PRIZE:
            return to_player and movement.payer == tournament_account(table)
        case _:
            assert_never(movement.kind)


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
    where = f"Table {stored.opened.settings.name if stored.opened else ''} ({table_id})"
    try:
        recovered = recover(stored, lambda: 0)
        faults = replay_faults(stored)
    except Exception as error:  # noqa: BLE001  whatever it is, the others are examined too
        fault = str(error) if isinstance(error, ReplayFailed) else describe_error(error)
        yield f"{where} does not come back: {fault}."
        return
    if faults:
        yield f"{where} does not come back as it was: {'; '.join(faults)}."
    table = recovered.live.table
    found.chips_on_tables += table.chips
    in_tournament = table.settings.tournament is not None
    booked = table.chips if in_tournament else contents.balances.get(table_account(table_id), 0)
    if not table.chips == table.bank.on_table == booked:
        ledger = table.bank.on_table
        yield f"{where} holds {table.chips:,} chips, its ledger says {ledger:,}, and {booked:,} are booked on it."
    if table_id in contents.movements and not in_tournament:
        yield from account_faults(where, table.bank, contents.movements[table_id])
    known = {player.id for player in contents.players}
    for seat in (each for each in table.seats.occupied if each.player not in known):
        yield f"{where} seats a player in seat {seat.number} whom nobody knows."


def _hand_faults(table: str, finished: FinishedHand) -> Iterator[str]:
    try:
        replayed = HandInProgress.replay(finished.hand)
    except Exception as error:  # noqa: BLE001  whatever it is, this hand is not what it was
        yield f"Hand {finished.number} of table {table} cannot be replayed: {describe_error(error)}."
        return
    if replayed.digest != finished.digest:
        yield f"Hand {finished.number} of table {table} does not come out as it was played."


def tournament_faults(kept: Iterable[KeptTournament]) -> Iterator[str]:
    """Yields a sentence for everything that is wrong with tournaments, over or not."""
    for each in kept:
        opened = each.stored.opened
        where = f"Tournament {opened.terms.name if opened else ''} ({each.stored.tournament})"
        yield from (f"{where} {fault}." for fault in _faults(each))


def _faults(kept: KeptTournament) -> Iterator[str]:
    stored = kept.stored
    if stored.opened is None or stored.fault:
        yield f"cannot be brought back: {stored.fault}"
        return
    try:
        state = _replayed(kept)
    except Exception as error:  # noqa: BLE001  whatever it is, the others are examined too
        fault = str(error) if isinstance(error, ReplayFailed) else describe_error(error)
        yield f"cannot be replayed: {fault}"
        return
    if stored.snapshot is not None and json.encode(state) != json.encode(stored.snapshot.state):
        yield "does not come out as it was kept"
    owed = sum(entrant.paid_in - entrant.received for entrant in state.entrants.values())
    if kept.units != (0 if kept.closed else owed):
        yield f"holds {kept.units:,} units by the books, and {owed:,} by what its players have paid and won"


def _replayed(kept: KeptTournament) -> TournamentState:
    opened = kept.stored.opened
    assert opened is not None
    tournament = Tournament(opened.terms, opened.secret)
    for number, entry in enumerate(kept.entries, 1):
        if entry is None or entry.number != number:
            raise ReplayFailed(f"entry {number} cannot be read")
        tournament.handle(entry.input, entry.at)
    return tournament.state
