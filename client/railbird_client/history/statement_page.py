"""Writes the statement of a table: the chips that each player bought, took away and has won, and the payments."""

from __future__ import annotations

from railbird_client.drawing.text_roles import Line, Lines, Span, TextRole, at, columns, ending, page_writer, text_lines
from railbird_shared.history.narration import format_signed
from railbird_shared.history.settle_up import ChipWorth, payment_sentences
from railbird_shared.history.statement_export import STATEMENT_NUMBERS, settled_results, worth_of
from railbird_shared.protocol.messages import Statement

_NUMBER_WIDTH = 11
_MAX_NAME_WIDTH = 20
_NUMBERS = {heading: words for heading, words in STATEMENT_NUMBERS.items() if heading != "corrected"}


@page_writer
def statement_page(width: int, statement: Statement, *, own_name: str = "") -> Lines:
    """Writes a statement with the payments that settle it; the line of `own_name` stands out."""
    if not statement.lines:
        return text_lines(width, "Nobody has bought chips at this table yet.", role=TextRole.DIM)
    worth = worth_of(statement)
    return (
        (Span(f"After hand {statement.hand}" if statement.hand else "Before the first hand", TextRole.TITLE),),
        *_table(statement, worth, width, own_name),
        *_notes(statement, width),
        *_corrections(statement, width),
        (),
        (Span("Payments", TextRole.TITLE),),
        *_payments(statement, worth, width),
    )


def _table(statement: Statement, worth: ChipWorth | None, width: int, own_name: str) -> Lines:
    headings: tuple[str, ...] = (*_NUMBERS, worth.currency) if worth else (*_NUMBERS,)
    fits = min(len(headings), max(1, (width - 8) // _NUMBER_WIDTH))
    headings = headings[-fits:]
    names = min(_MAX_NAME_WIDTH, max(8, width - fits * _NUMBER_WIDTH))
    ends = [names + _NUMBER_WIDTH * number for number in range(1, fits + 1)]
    head = (ending(x, heading, TextRole.DIM) for x, heading in zip(ends, headings, strict=True))
    lines: list[Line] = [columns(width, *head)]
    results = settled_results(statement)
    money = list((worth.coins(results) if worth else results).values())
    for line, coins in zip(statement.lines, money, strict=False):
        role = TextRole.STRONG if line.name == own_name else TextRole.TEXT if line.seat else TextRole.DIM
        cells = [words(line) for words in _NUMBERS.values()]
        if worth:
            cells.append(worth.money(coins).removesuffix(f" {worth.currency}").replace("-", "\N{MINUS SIGN}"))
        won_from = ends[-2 if worth and fits > 1 else -1] if line.result > 0 else width + 1
        numbers = (
            ending(x, cell, TextRole.WIN if x >= won_from else TextRole.TEXT)
            for x, cell in zip(ends, cells[-fits:], strict=True)
        )
        lines.append(columns(width, at(0, line.name, role, max_width=names - 1), *numbers))
    return tuple(lines)


def _notes(statement: Statement, width: int) -> Lines:
    notes = {
        f"{statement.others} more players: {format_signed(statement.others_result)} together.": statement.others,
        f"The house has taken {statement.rake:,}.": statement.rake,
        f"A pot of {statement.carried:,} waits for the next hand.": statement.carried,
        f"A chip is worth {statement.chip_worth}.": statement.chip_worth,
    }
    return ((), *text_lines(width, *(note for note, holds in notes.items() if holds), role=TextRole.DIM))


def _corrections(statement: Statement, width: int) -> Lines:
    """Writes the corrections of the books, each with its host and its reason."""
    texts: list[str] = []
    for each in statement.corrections:
        when = f"after hand {each.hand}" if each.hand else "before the first hand"
        moved = ", ".join(f"{player.name} {format_signed(player.chips)}" for player in each.players)
        texts.append(f"{each.by}, {when}: {moved}. {each.reason}")
    return ((), (Span("Corrections", TextRole.TITLE),), *text_lines(width, *texts, indent=2)) if texts else ()


def _payments(statement: Statement, worth: ChipWorth | None, width: int) -> Lines:
    results = settled_results(statement)
    if statement.carried:
        note = "Payments can be named when the pot that waits has been won."
    elif statement.others or sum(results.values()):
        note = "Payments cannot be named for so many players; settle up by the results."
    elif sentences := payment_sentences(results, worth):
        return text_lines(width, *sentences, indent=2)
    else:
        note = "Nobody owes anybody anything."
    return text_lines(width, note, role=TextRole.DIM)
