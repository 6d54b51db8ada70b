"""Writes who plays in a tournament with how much, who is out, and the prizes."""

from __future__ import annotations

from railbird_client.drawing.text_roles import Line, Lines, Span, TextRole, at, columns, ending
from railbird_client.drawing.text_width import wrap
from railbird_shared.tournament.view import Standing, TournamentView
from railbird_shared.tournament.words import place_words, prize_words

_NAME = 6
_NAME_WIDTH = 19
_STACK_END = 36
_SEAT = 38
_NOTES = 44


def standing_lines(view: TournamentView, width: int, own_name: str) -> Lines:
    """Writes who plays, the largest stack first, and who is out, by place and with what they have won."""
    if not view.standings:
        return ((Span("Nobody has entered yet.", TextRole.DIM),),)
    many, unit = len(view.tables) > 1, view.status.unit
    head = [at(0, "Players", TextRole.TITLE)]
    if view.status.phase.plays:
        head += [ending(_STACK_END, "stack", TextRole.DIM), at(_SEAT, "seat", TextRole.DIM)]
    lines: list[Line] = [columns(width, *head)]
    for row, standing in enumerate(view.standings, 1):
        role = TextRole.STRONG if standing.name == own_name else TextRole.DIM if standing.place else TextRole.TEXT
        pieces = [
            ending(4, f"{standing.place or row}{'=' * standing.tied}", role),
            at(_NAME, standing.name + (" (bot)" if standing.bot else ""), role, max_width=_NAME_WIDTH),
            at(_NOTES, _note(standing), role, max_width=max(1, width - _NOTES)),
        ]
        won = standing.prize + standing.bounties
        if standing.place and won:
            pieces.append(ending(_STACK_END, prize_words(won, unit), TextRole.WIN))
        elif standing.stack and not standing.place:
            pieces.append(ending(_STACK_END, f"{standing.stack:,}", TextRole.CHIPS))
        if standing.seat is not None and not standing.place:
            pieces.append(at(_SEAT, f"{standing.table}-{standing.seat}" if many else f"{standing.seat}", role))
        lines.append(columns(width, *pieces))
    return tuple(lines)


def _note(standing: Standing) -> str:
    """Returns what else is to be said of a player: bounties, and how often they have bought."""
    notes: list[str] = []
    if standing.away and not standing.place:
        notes.append("away")
    if standing.knocked_out and standing.bounties:
        notes.append("1 bounty" if standing.knocked_out == 1 else f"{standing.knocked_out} bounties")
    if standing.entries > 1:
        notes.append(f"{standing.entries} entries")
    if standing.rebuys:
        notes.append(f"{standing.rebuys} rebuy{'s' * (standing.rebuys > 1)}")
    if standing.added_on:
        notes.append("add-on")
    return ", ".join(notes)


def prize_lines(view: TournamentView, width: int, *, listed: bool) -> Lines:
    """Writes the prizes of the places, each on a line of its own where they are `listed`; nothing without any."""
    if not view.prizes:
        return ()
    unit = view.status.unit
    title = f"Prizes: {prize_words(view.status.pool, unit)}"
    prizes = [(place_words(place), prize_words(prize, unit)) for place, prize in enumerate(view.prizes, 1)]
    if not listed:
        words = ", ".join(" ".join(each) for each in prizes)
        return ((Span(title, TextRole.TITLE),), *((Span(line),) for line in wrap(words, width)), ())
    lines: list[Line] = [(Span(title, TextRole.TITLE),)]
    for row, (place, prize) in enumerate(prizes):
        is_open = view.status.left > row or not view.status.phase.plays
        name = ending(4, place, TextRole.TEXT if is_open else TextRole.DIM)
        lines.append(columns(width, name, ending(22, prize, TextRole.CHIPS if is_open else TextRole.DIM)))
    return (*lines, ())
