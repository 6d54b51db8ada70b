"""Writes the page of who watches a table, since when, and by which terms."""

from __future__ import annotations

from railbird_client.drawing.text_roles import Line, Lines, Span, TextRole, at, columns
from railbird_client.drawing.text_width import wrap
from railbird_client.table.table_pages import PageWriter
from railbird_shared.protocol.messages import Watcher, Watchers
from railbird_shared.protocol.rail_terms import RailTerms
from railbird_shared.protocol.view import TableView

_NAME_WIDTH = 24
_MINUTE, _HOUR = 60_000, 3_600_000


def terms_sentences(rail: RailTerms) -> tuple[str, ...]:
    """Returns the terms of a rail in sentences."""
    limit = f"{rail.limit_text.capitalize()}."
    speaks = (
        "The players read what the rail writes." if rail.speaks else "The players do not read what the rail writes."
    )
    if not rail.is_delayed:
        return limit, speaks, "The rail sees the table as it is, without a hidden card."
    behind = f"The rail is {rail.delay_text} behind, and sees the cards of the players who let it."
    return limit, speaks, behind


def watchers_page(view: TableView, found: Watchers | None) -> PageWriter:
    """Returns the page of who watches a table: the terms, and the people once they are `found`."""

    def write(width: int) -> Lines:
        lines: list[Line] = []
        for sentence in terms_sentences(view.rail):
            lines += [(Span(row),) for row in wrap(sentence, width)]
        lines.append(())
        if found is None:
            return (*lines, (Span("Asking the server who watches ...", TextRole.DIM),))
        if not found.watchers:
            return (*lines, (Span("Nobody watches.", TextRole.DIM),))
        for watcher in found.watchers:
            name = at(0, watcher.name, TextRole.STRONG, max_width=_NAME_WIDTH - 1)
            facts = at(_NAME_WIDTH, _facts(watcher), TextRole.DIM, max_width=max(0, width - _NAME_WIDTH))
            lines.append(columns(width, name, facts))
        others = ((Span(f"and {found.others:,} others", TextRole.DIM),),) if found.others else ()
        return (*lines, *others)

    return write


def _facts(watcher: Watcher) -> str:
    """Returns since when somebody watches, and what they are to the table."""
    parts = [f"for {_length(watcher.since)}"]
    parts += ["hosts the table"] if watcher.host else []
    parts += ["waits for a seat"] if watcher.waits else []
    parts += ["has a minute to sit down"] if watcher.visits else []
    parts += ["has played here"] if watcher.played else []
    return " \N{MIDDLE DOT} ".join(parts)


def _length(milliseconds: int) -> str:
    if milliseconds < _MINUTE:
        return "less than a minute"
    minutes, hours = milliseconds // _MINUTE, milliseconds // _HOUR
    if hours:
        return f"{hours} h {minutes % 60} min"
    return f"{minutes} min"
