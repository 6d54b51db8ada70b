"""The statement of a table: who bought and took away how many chips, and has won how many, between two hands."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_server.refusal import Refusal
from railbird_server.table.bank import BookCorrection
from railbird_server.table.table import Table
from railbird_shared.protocol.events import Correction
from railbird_shared.protocol.messages import Statement, StatementCorrection, StatementLine
from railbird_shared.protocol.table_limits import MAX_STATEMENT_LINES


def statement(table: Table) -> Statement:
    """Returns the statement of a table, which everybody there may know.

    The results, the rake and the pot that waits add up to zero. Raises Refusal while a hand runs, and at a table of a
    tournament, whose chips are worth nothing outside it.
    """
    if table.settings.tournament is not None:
        raise Refusal("tournament", "The chips of a tournament are not settled up; its places and prizes are.")
    if table.hand_runs:
        raise Refusal("hand-runs", "The statement comes between hands: ask again when this hand is over.")
    lines = [_line(table, number, player) for number, player in enumerate(table.bank.accounts, 1)]
    lines.sort(key=lambda line: (line.seat is None, -abs(line.result), line.account))
    named, others = lines[:MAX_STATEMENT_LINES], lines[MAX_STATEMENT_LINES:]
    return Statement(
        table=table.id,
        hand=table.hand_number,
        lines=tuple(sorted(named, key=lambda line: (-line.result, line.account))),
        others=len(others),
        others_result=sum(line.result for line in others),
        rake=table.bank.raked,
        carried=table.carried_pot.chips,
        chip_worth=table.settings.chip_worth,
        corrections=tuple(_correction(each) for each in table.bank.corrections),
        final=no_hand_follows(table),
    )


def no_hand_follows(table: Table) -> bool:
    """Whether the hand is over that the host has called the last, and no pot waits for another."""
    return not table.hand_runs and not table.host_allows_hand


def last_statement(table: Table) -> Statement | None:
    """Returns the statement of a table that deals no more hands.

    None where nobody has had chips, a hand hangs, or the chips were those of a tournament.
    """
    if table.hand_runs or not table.bank.accounts or table.settings.tournament is not None:
        return None
    return replace(statement(table), final=True)


def _correction(correction: BookCorrection) -> StatementCorrection:
    players = tuple(Correction(each.name, each.chips) for each in correction.accounts)
    return StatementCorrection(correction.hand, correction.by, correction.reason, players)


def _line(table: Table, number: int, player: str) -> StatementLine:
    account, seat = table.bank.accounts[player], table.seats.of(player)
    return StatementLine(
        account=number,
        name=seat.name if seat else account.name,
        bought_in=account.bought_in,
        cashed_out=account.cashed_out,
        on_table=seat.stack if seat else 0,
        hands=account.hands,
        seat=seat.number if seat else None,
        bot=account.bot,
        corrected=account.corrected,
    )
