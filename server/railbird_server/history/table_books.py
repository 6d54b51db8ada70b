"""The books of tables, open and closed, from the movements of chips that a store keeps: statements and running totals.

Books outlast tables: what a player bought and took away stays when their table is closed, and says alone what they won.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from railbird_server.history.night_statistics import NIGHT_GAP
from railbird_server.store.records import (
    CORRECTIONS_ACCOUNT,
    HOUSE_ACCOUNT,
    BookedTable,
    Movement,
    MovementKind,
    StoredMovement,
    player_account,
)
from railbird_server.table.audience import statement_line, with_lines
from railbird_server.table.bank import Account
from railbird_server.table.table import Table
from railbird_shared.history.statement_export import worth_of
from railbird_shared.protocol.events import Correction
from railbird_shared.protocol.messages import Statement, StatementCorrection, StatementLine
from railbird_shared.protocol.table_limits import MAX_STATEMENT_CORRECTIONS


class OpenChips(NamedTuple):
    """The chips on an open table between two hands: stacks and seats by player id, and a pot that waits."""

    stacks: Mapping[str, int]
    seats: Mapping[str, int]
    carried: int
    hand: int


def chips_between_hands(table: Table) -> OpenChips:
    """Returns what lies on a table now, or lay there before the hand that runs."""
    before: dict[int, int] = {}
    carried, number = table.carried_pot.chips, table.hand_number
    if table.hand_runs and (hand := table.current_hand) is not None:
        before = {entrant.seat: entrant.stack for entrant in hand.setup.entrants}
        carried, number = hand.setup.carried, number - 1
    seats = {seat.player: seat.number for seat in table.seats.occupied}
    stacks = {seat.player: before.get(seat.number, seat.stack) for seat in table.seats.occupied}
    return OpenChips(stacks, seats, carried, number)


class TableBooks(NamedTuple):
    """The movements at one table, with ids of players; `last_at` is when chips moved last, in seconds."""

    booked: BookedTable
    statement: Statement
    results: Mapping[str, int]
    names: Mapping[str, str]
    last_at: int


class RunningTotal(NamedTuple):
    """The result of a player over several evenings, in whole coins of a currency, or in chips where that is empty."""

    player: str
    name: str
    currency: str
    evenings: int
    result: int


def state_books(
    booked: BookedTable, movements: Sequence[StoredMovement], hands: Mapping[str, int], chips: OpenChips | None = None
) -> TableBooks:
    """Returns the books of a table from its movements, the hands of each player by id, and its chips while open."""
    accounts = accounts_by_player(movements)
    lines: dict[str, StatementLine] = {}
    for number, (player, account) in enumerate(accounts.items(), 1):
        account.hands = hands.get(player, 0)
        seat, stack = (chips.seats.get(player), chips.stacks.get(player, 0)) if chips else (None, 0)
        lines[player] = statement_line(number, account, seat, stack)
    results = {player: line.result for player, line in lines.items()}
    stated = Statement(
        table=booked.table,
        hand=chips.hand if chips else max((each.movement.hand for each in movements), default=0),
        rake=sum(each.movement.chips for each in movements if each.movement.payee == HOUSE_ACCOUNT),
        carried=chips.carried if chips else 0,
        chip_worth=booked.chip_worth,
        corrections=_corrections(movements),
        final=booked.closed_at is not None,
    )
    names = {player: account.name for player, account in accounts.items()}
    statement = with_lines(stated, lines.values())
    return TableBooks(booked, statement, results, names, max((each.kept_at for each in movements), default=0))


def last_night(books: Iterable[TableBooks]) -> list[TableBooks]:
    """Returns the tables of the night in which chips moved last, the first to be opened first."""
    latest = sorted((each for each in books if each.last_at), key=lambda each: each.last_at, reverse=True)
    night: list[TableBooks] = []
    for each in latest:
        if night and min(one.booked.opened_at for one in night) - each.last_at >= NIGHT_GAP:
            break
        night.append(each)
    return sorted(night, key=lambda each: each.booked.opened_at)


def running_totals(books: Iterable[TableBooks]) -> list[RunningTotal]:
    """Returns what each player has won at several tables, by currency, who has won most first.

    Chips of different worth are added up as money; those without a worth as chips. A player has the name of their
    latest evening.
    """
    results: defaultdict[str, Counter[str]] = defaultdict(Counter)
    evenings: Counter[tuple[str, str]] = Counter()
    names: dict[str, str] = {}
    for each in sorted(books, key=lambda one: one.last_at):
        currency, won = _worth_of_results(each)
        for player, result in won.items():
            names[player] = each.names[player]
            results[currency][player] += result
            evenings[currency, player] += 1
    return [
        RunningTotal(player, names[player], currency, evenings[currency, player], result)
        for currency, by_player in sorted(results.items())
        for player, result in sorted(by_player.items(), key=lambda item: (-item[1], names[item[0]]))
    ]


def _worth_of_results(books: TableBooks) -> tuple[str, dict[str, int]]:
    """Returns the currency of a table, and what each of its players has won in that; the rake and pots count too."""
    if (worth := worth_of(books.statement)) is None:
        return "", dict(books.results)
    rest = -sum(books.results.values())
    coins = worth.coins({**books.results, HOUSE_ACCOUNT: rest})
    return worth.currency, {player: coins[player] for player in books.results}


def accounts_by_player(movements: Sequence[StoredMovement]) -> dict[str, Account]:
    """Returns the accounts of the players by id, in the order of their first movement.

    A correction is booked whole: what it moves on the table and what it moves in the player's account belong together.
    """
    accounts: dict[str, Account] = {}
    moved = Counter[tuple[int, str]]()
    for stored in movements:
        movement = stored.movement
        for account, sign in ((movement.payer, 1), (movement.payee, -1)):
            player = account.removeprefix(player_account(""))
            if player == account:
                continue
            kept = accounts.setdefault(player, Account())
            kept.name, kept.bot = movement.name or kept.name, movement.bot
            if movement.kind in {MovementKind.BUY_IN, MovementKind.CASH_OUT}:
                _book(kept, sign * movement.chips)
            else:
                moved[stored.entry, player] += sign * movement.chips
            if CORRECTIONS_ACCOUNT in {movement.payer, movement.payee}:
                kept.corrected -= sign * movement.chips
    for (_, player), net in moved.items():
        _book(accounts[player], net)
    return accounts


def _book(account: Account, net: int) -> None:
    """Books chips that the player has brought, or took away if negative, apart from buying and cashing out."""
    account.bought_in += max(0, net)
    account.cashed_out += max(0, -net)


def _corrections(movements: Sequence[StoredMovement]) -> tuple[StatementCorrection, ...]:
    """Returns the latest corrections among movements, the first of them first."""
    by_entry: defaultdict[int, list[Movement]] = defaultdict(list)
    for stored in movements:
        if CORRECTIONS_ACCOUNT in {stored.movement.payer, stored.movement.payee}:
            by_entry[stored.entry].append(stored.movement)
    corrections = []
    for first, *others in by_entry.values():
        signed = [(each, -1 if each.payee == CORRECTIONS_ACCOUNT else 1) for each in (first, *others)]
        players = tuple(Correction(movement.name, sign * movement.chips) for movement, sign in signed)
        corrections.append(StatementCorrection(first.hand, first.by, first.reason, players))
    return tuple(corrections[-MAX_STATEMENT_CORRECTIONS:])
