"""Pages that are read on a screen of their own: the history, the reasons, the boards in large, and the help."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from railbird_client.model.cells import wrap
from railbird_client.model.faces import Size, draw_card
from railbird_client.model.ink import Ink, Line, Lines, Run
from railbird_client.model.keys import KEYS
from railbird_client.model.log import Log
from railbird_client.model.paint.text import capital, sentence_runs
from railbird_client.model.sheet import Sheet
from railbird_shared.cards import Card
from railbird_shared.view import SeatView, TableView

Write = Callable[[int], Lines]
"""Writes a page for a width in cells."""


def history_page(log: Log, *, two_colour: bool) -> Write:
    """Returns the page of everything that was told."""
    sentences = tuple(log.sentences)

    def write(width: int) -> Lines:
        if not sentences:
            return ((Run("Nothing has been told yet.", Ink.DIM),),)
        return _sentences(sentences, width, two_colour=two_colour)

    return write


def why_page(log: Log) -> Write:
    """Returns the page of the clauses that decided the last hand."""
    reasons = tuple(log.reasons)

    def write(width: int) -> Lines:
        if not reasons:
            return ((Run("No ruling was needed in this hand yet.", Ink.DIM),),)
        lines: list[Line] = []
        for reason in reasons:
            lines += [(Run(line),) for line in wrap(capital(reason.sentence), width, indent=2)]
            lines.append((Run(f"  because of {', '.join(reason.clauses)}", Ink.DIM),))
        lines += [(), (Run("The clauses are explained in docs/rules.md.", Ink.DIM),)]
        return tuple(lines)

    return write


def zoom_page(view: TableView, *, two_colour: bool) -> Write:
    """Returns the page of every board in play, in larger cards."""
    seats = [seat for seat in view.occupied if seat.in_hand and seat.cards]

    def write(width: int) -> Lines:
        sheet = Sheet(width, max(1, 5 * len(seats) + (5 if view.board else 0)))
        y = 0
        if view.board:
            _draw_row(sheet, y, "board", view.board, two_colour=two_colour)
            y += 5
        for seat in seats:
            cards = _known(view, seat)
            _draw_row(sheet, y, f"{seat.seat} {seat.name}", cards, two_colour=two_colour)
            sheet.put(2 + 6 * len(cards) + 2, y + 2, capital(seat.shown), Ink.STRONG)
            y += 5
        if not y:
            sheet.put(0, 0, "No cards are on the table.", Ink.DIM)
        return sheet.lines()

    return write


def help_page(width: int) -> Lines:
    """Writes the help: every key of the table, by what it is for."""
    lines: list[Line] = []
    known = [(key.group, key.shown, key.words) for key in KEYS if key.words]
    for group in dict.fromkeys(group for group, _, _ in known):
        lines.append((Run(capital(group), Ink.TITLE),))
        for owner, shown, text in (*known, *_DIGITS):
            if owner == group:
                words, *rest = wrap(text, max(10, width - 14))
                lines.append((Run(f"  {shown:<10}", Ink.CHIPS), Run(f"  {words}")))
                lines += [(Run(f"{'':14}{line}"),) for line in rest]
        lines.append(())
    return (*lines, *((Run(line, Ink.DIM),) for line in wrap(_MANNERS, width)))


_DIGITS = (
    ("betting", "1 to 5", "Bet the least, half, three quarters or all of the pot, or the most"),
    ("the draw", "1 to 5", "Throw a card away, or keep it after all"),
    ("the draw", "0", "Keep them all"),
)
_MANNERS = (
    "All of this can be clicked too, and found with ^P. Raises name the total for the round. Folding where checking is "
    "free and going all-in are asked twice. Letters typed in the chat never act."
)


def _known(view: TableView, seat: SeatView) -> tuple[Card | None, ...]:
    mine = view.you is not None and view.you.seat == seat.seat
    return view.you.cards if mine and view.you is not None and view.you.cards else seat.cards


def _draw_row(sheet: Sheet, y: int, title: str, cards: Iterable[Card | None], *, two_colour: bool) -> None:
    sheet.put(0, y, title, Ink.NAME)
    for index, card in enumerate(cards):
        draw_card(sheet, 2 + 6 * index, y + 1, card, Size.MEDIUM, two_colour=two_colour)


def _sentences(sentences: Iterable[str], width: int, *, two_colour: bool) -> Lines:
    lines: list[Line] = []
    for sentence in sentences:
        ink = Ink.HEADING if sentence.startswith("—") else Ink.TEXT
        lines += [tuple(sentence_runs(line, ink, two_colour=two_colour)) for line in wrap(sentence, width, indent=2)]
    return tuple(lines)
