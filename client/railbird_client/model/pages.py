"""Pages that are read on a screen of their own: the history, the reasons, the boards in large, and the help."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from railbird_client.model.cells import wrap
from railbird_client.model.faces import Manner, draw_fan, given_up, manner_of
from railbird_client.model.ink import Ink, Line, Lines, Run
from railbird_client.model.keys import HELP, HELP_ALONE, MANNERS, Chapter
from railbird_client.model.log import Log
from railbird_client.model.paint.text import capital, sentence_runs
from railbird_client.model.results import signed
from railbird_client.model.sheet import Sheet
from railbird_client.model.sorting import in_order, own_cards
from railbird_shared.cards import Card
from railbird_shared.view import SeatView, TableView

Write = Callable[[int], Lines]
"""Writes a page for a width in cells."""


def history_page(log: Log, *, two_colour: bool) -> Write:
    """Returns the page of everything that was told."""
    sentences = log.sentences

    def write(width: int) -> Lines:
        if not sentences:
            return ((Run("Nothing has been told yet.", Ink.DIM),),)
        return _sentences(sentences, width, two_colour=two_colour)

    return write


def why_page(log: Log, house: tuple[str, ...] = ()) -> Write:
    """Returns the page of the clauses that decided the last hand, and of what is unusual about the house."""
    reasons = tuple(log.reasons)

    def write(width: int) -> Lines:
        lines: list[Line] = [] if reasons else [(Run("No ruling was needed in this hand yet.", Ink.DIM),)]
        for reason in reasons:
            lines += [(Run(line),) for line in wrap(capital(reason.sentence), width, indent=2)]
            lines.append((Run(f"  because of {', '.join(reason.clauses)}", Ink.DIM),))
        if house:
            lines += [(), (Run("How this house plays", Ink.TITLE),)]
            lines += [(Run(line),) for sentence in house for line in wrap(sentence, width, indent=2)]
        if reasons:
            lines += [(), (Run(f"`railbird-server rules {reasons[-1].clauses[0]}` prints a clause.", Ink.DIM),)]
        return tuple(lines)

    return write


def zoom_page(view: TableView, *, two_colour: bool) -> Write:
    """Returns the page of every board in play, in larger cards."""
    seats = [seat for seat in view.occupied if seat.in_hand and seat.cards]

    def write(width: int) -> Lines:
        sheet = Sheet(width, max(1, 5 * len(seats) + (5 if view.board else 0)))
        y = 0
        if view.board:
            _draw_row(sheet, y, "board", view.board, manner_of(view, view.occupied, two_colour=two_colour))
            y += 5
        for seat in seats:
            cards = _known(view, seat)
            manner = manner_of(view, (seat,), two_colour=two_colour)
            _draw_row(sheet, y, f"{seat.seat} {seat.name}", cards, manner, out=given_up(seat))
            sheet.put(2 + 6 * len(cards) + 2, y + 2, capital(seat.shown), Ink.STRONG)
            y += 5
        if not y:
            sheet.put(0, 0, "No cards are on the table.", Ink.DIM)
        return sheet.lines()

    return write


def ledger_page(view: TableView) -> Write:
    """Returns the page of what everybody at the table has won or lost, the luckiest first."""
    seats = sorted(view.occupied, key=lambda seat: (-seat.result, seat.seat))

    def write(width: int) -> Lines:
        if not seats:
            return _plain_lines("Nobody sits at this table yet.", width, Ink.DIM)
        names = min(_LONGEST_NAME, width - 3 * _AMOUNT)
        sheet = Sheet(width, 1 + len(seats))
        columns = [names + _AMOUNT * number for number in (1, 2, 3)]
        for x, heading in zip(columns, ("chips", "brought", "result"), strict=True):
            sheet.put_right(x, 0, heading, Ink.DIM)
        for y, seat in enumerate(seats, start=1):
            mine = view.you is not None and view.you.seat == seat.seat
            sheet.put(0, y, seat.name, Ink.STRONG if mine else Ink.TEXT, room=names)
            sheet.put_right(columns[0], y, f"{seat.stack + seat.bet:,}", Ink.CHIPS)
            sheet.put_right(columns[1], y, f"{seat.brought:,}", Ink.TEXT)
            sheet.put_right(columns[2], y, signed(seat.result), Ink.WIN if seat.result > 0 else Ink.TEXT)
        in_pot = "What lies in the pot counts once it is won." if view.playing and view.gathered else ""
        about = f"Brought is what somebody has bought in all, less what he took along before. {in_pot}".rstrip()
        return (*sheet.lines(), (), *_plain_lines(about, width, Ink.DIM))

    return write


def invite_page(addresses: Iterable[str]) -> Write:
    """Returns the page of what friends have to type who want to come to this server."""
    commands = tuple(f"railbird join {address}" for address in addresses)

    def write(width: int) -> Lines:
        if not commands:
            return _plain_lines(
                "This table is on your machine alone: `railbird host` opens one for friends.", width, Ink.DIM
            )
        return tuple(line for command in commands for line in _plain_lines(command, width, Ink.STRONG))

    return write


def help_page(*, friends: bool) -> Write:
    """Returns the page of the help, in two columns where there is room; of `friends` only where they can join."""
    left, right = HELP if friends else HELP_ALONE

    def write(width: int) -> Lines:
        if width < _TWO_COLUMNS:
            return (*_column((*left, *right), width), (), *_manners(width))
        half = (width - 2) // 2
        columns = (_column(left, half), (*_column(right, half), (), *_manners(half)))
        sheet = Sheet(width, max(map(len, columns)))
        sheet.paste(0, 0, columns[0])
        sheet.paste(half + 2, 0, columns[1])
        return sheet.lines()

    return write


_TWO_COLUMNS = 68
_LONGEST_NAME = 16
_AMOUNT = 12


def _column(topics: Iterable[Chapter], width: int) -> Lines:
    lines: list[Line] = []
    for topic in topics:
        lines += [(), (Run(topic.title, Ink.TITLE),)] if lines else [(Run(topic.title, Ink.TITLE),)]
        for keys, text in topic.lines:
            words, *rest = wrap(text, width - 10)
            lines.append((Run(f" {keys:<9}", Ink.CHIPS), Run(words)))
            lines += [(Run(f"{'':10}{line}"),) for line in rest]
    return tuple(lines)


def _manners(width: int) -> Lines:
    return _plain_lines(MANNERS, width, Ink.DIM)


def _plain_lines(text: str, width: int, ink: Ink) -> Lines:
    return tuple((Run(line, ink),) for line in wrap(text, width))


def _known(view: TableView, seat: SeatView) -> tuple[Card | None, ...]:
    mine = view.you is not None and view.you.seat == seat.seat
    return own_cards(view) if mine and view.you is not None and view.you.cards else in_order(view.game, seat.cards)


def _draw_row(
    sheet: Sheet, y: int, title: str, cards: Sequence[Card | None], manner: Manner, *, out: bool = False
) -> None:
    sheet.put(0, y, title, Ink.NAME)
    draw_fan(sheet, 2, y + 1, cards, 6 * len(cards), manner=manner, out=out)


def _sentences(sentences: Iterable[str], width: int, *, two_colour: bool) -> Lines:
    lines: list[Line] = []
    for sentence in sentences:
        ink = Ink.HEADING if sentence.startswith("—") else Ink.TEXT
        lines += [tuple(sentence_runs(line, ink, two_colour=two_colour)) for line in wrap(sentence, width, indent=2)]
    return tuple(lines)
