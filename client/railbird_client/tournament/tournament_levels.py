"""Writes the levels of a tournament as a table."""

from __future__ import annotations

from railbird_client.drawing.text_roles import Line, Lines, Span, TextRole, at, columns, ending
from railbird_client.drawing.text_width import cell_width, wrap
from railbird_client.tournament.tournament_words import about_words, duration_words, stakes_words
from railbird_shared.tournament.proposal import level_seconds, total_seconds
from railbird_shared.tournament.structure import Level, TournamentTerms
from railbird_shared.tournament.words import prize_words

MAX_SHOWN_LEVELS = 24

_STAKES = 5
_LENGTH_END = 35
_NOTES = 38
_MIN_NOTES_WIDTH = 20
"""The least room beside a level for what ends with it; with less it stands below."""


def structure_lines(terms: TournamentTerms, width: int, *, chips: int, running: int = 0) -> Lines:
    """Writes the levels as a table: number, stakes, length and breaks; the one that runs is marked.

    So is the one in which a tournament with so many `chips` in play will end.
    """
    total = total_seconds(terms, chips)
    entries = chips // terms.chips if terms.chips else 0
    about = f"  about {about_words(total)}"
    with_entries = "" if running else f", {entries} entries"
    if cell_width(f"Levels{about}{with_entries}") <= width:
        about += with_entries
    lines: list[Line] = [(Span("Levels", TextRole.TITLE), Span(about, TextRole.DIM))]
    passed, is_over = 0, False
    for number, level in enumerate(terms.levels[:MAX_SHOWN_LEVELS], 1):
        passed += level_seconds(level)
        ends = not is_over and passed >= total
        role = TextRole.STRONG if number == running else TextRole.DIM if is_over else TextRole.TEXT
        is_over = is_over or ends
        notes = [*(["ends about here"] if ends else []), *_at_end(terms, number)]
        lines += _level(terms, number, level, ", ".join(notes), width, role=role, runs=number == running)
        if level.break_minutes:
            passed += level.break_minutes * 60
            words = f"break of {level.break_minutes} minutes{_in_break(terms, number)}"
            lines += _below(words, width)
    return tuple(lines)


def _level(
    terms: TournamentTerms, number: int, level: Level, notes: str, width: int, *, role: TextRole, runs: bool
) -> Lines:
    """Writes a level, and beside it or below what ends with it."""
    length = ending(
        min(width, _LENGTH_END), f"{level.hands} hands" if level.hands else duration_words(level.seconds), role
    )
    stakes = at(_STAKES, _fitted(stakes_words(terms, level), length.x - _STAKES - 1), role)
    row = (at(0, f"{'>' if runs else ' '}{number:>3}", role), stakes, length)
    if notes and width >= _NOTES + max(_MIN_NOTES_WIDTH, cell_width(notes)):
        return (columns(width, *row, at(_NOTES, notes, TextRole.DIM)),)
    return (columns(width, *row), *(_below(notes, width) if notes else ()))


def _below(words: str, width: int) -> Lines:
    lines = wrap(words, max(1, width - _STAKES - 1))
    return tuple((Span(" " * (_STAKES + 1) + line, TextRole.DIM),) for line in lines)


def _fitted(stakes: str, room: int) -> str:
    """Returns stakes that fit: with "k" for thousands where they are too long."""
    return stakes if cell_width(stakes) <= room else stakes.replace(",000", "k")[: max(0, room)]


def _at_end(terms: TournamentTerms, number: int) -> list[str]:
    """Returns what ends with a level."""
    ends: list[str] = []
    if terms.late_entry == number:
        ends.append("late entry")
    if terms.rebuys is not None and terms.rebuys.until_level == number:
        ends.append("rebuys")
    return [f"{' and '.join(ends)} end{'s' * (len(ends) == 1 and ends[0] != 'rebuys')}"] if ends else []


def _in_break(terms: TournamentTerms, number: int) -> str:
    add_on = terms.add_on
    if add_on is None or add_on.after_level != number:
        return ""
    return f", add-on {add_on.chips:,} chips for {prize_words(add_on.price, terms.unit)}"
