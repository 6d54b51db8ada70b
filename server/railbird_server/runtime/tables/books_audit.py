"""Compares the accounts of a table with the movements of chips that the books keep of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from railbird_server.history.table_books import PlayerAccount, accounts_by_player
from railbird_server.store.records import (
    CORRECTIONS_ACCOUNT,
    HOUSE_ACCOUNT,
    Movement,
    MovementKind,
    StoredMovement,
    player_account,
    table_account,
    tournament_account,
)
from railbird_server.table.bank import Account, Bank


def account_faults(where: str, bank: Bank, movements: Sequence[StoredMovement]) -> Iterator[str]:
    """Yields how the accounts of an open table, called `where`, differ from the movements, player by player.

    Where a table was set back, its movements agree with it in the difference of what was brought and taken away alone.
    """
    moved = accounts_by_player(movements)
    was_set_back = any(each.movement.kind is MovementKind.SET_BACK for each in movements)
    for player in sorted({*bank.accounts, *moved}):
        ledger, books = bank.accounts.get(player, Account()), moved.get(player, PlayerAccount())
        name = ledger.name or books.name or player
        for what, by_ledger, by_books in _amounts(ledger, books, net_only=was_set_back):
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


def _amounts(ledger: Account, books: PlayerAccount, *, net_only: bool) -> tuple[tuple[str, int, int], ...]:
    if net_only:
        return (("brought, less what they took away,", ledger.net_buy_in, books.bought_in - books.cashed_out),)
    return (
        ("brought", ledger.bought_in, books.bought_in),
        ("took away", ledger.cashed_out, books.cashed_out),
        ("got by corrections", ledger.corrected, books.corrected),
    )


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
