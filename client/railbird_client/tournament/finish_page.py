"""Writes the page of a player who is out of a tournament, or has won it: their place, their prize and the others."""

from __future__ import annotations

from railbird_client.drawing.large_text import TROPHY, large_text
from railbird_client.drawing.text_roles import Line, Lines, Span, TextRole, at, columns, ending
from railbird_client.drawing.text_width import cell_width, wrap
from railbird_client.table.table_pages import PageWriter
from railbird_shared.tournament.messages import YouFinished
from railbird_shared.tournament.view import Standing, TournamentView
from railbird_shared.tournament.words import place_words, prize_words

MAX_PLACES = 10
"""The most places that the page lists."""
FEW_PLACES = 3
"""How many it lists where no more are paid."""

_PLACES_WIDTH = 46


def finish_page(finish: YouFinished, view: TournamentView | None, *, own_name: str) -> PageWriter:
    """Returns the page of a finish; `view` is the tournament as it stands, None until the server has told it."""

    def write(width: int) -> Lines:
        lines: list[Line] = [(), *_large_place(finish, width), ()]
        lines += _centred(_headline(finish), TextRole.TITLE, width)
        for sentence in _money_sentences(finish, view):
            lines += _centred(sentence, TextRole.CHIPS, width)
        own = _own_standing(view, own_name)
        if own is not None and (words := _feats(own)):
            lines += _centred(words, TextRole.DIM, width)
        if finish.may_re_enter:
            lines += _centred("You may enter again: press [^T].", TextRole.WARN, width)
        if view is not None:
            lines += [(), *_places(view, width, own_name)]
        return tuple(lines)

    return write


def _large_place(finish: YouFinished, width: int) -> Lines:
    """Draws the place, and beside the first one a trophy if there is room."""
    rows = large_text(place_words(finish.place))
    if finish.place == 1 and cell_width(rows[0]) + cell_width(TROPHY[0]) + 4 <= width:
        rows = tuple(f"{trophy}    {row}" for trophy, row in zip(TROPHY, rows, strict=True))
    role = TextRole.CHIPS if finish.place == 1 else TextRole.WIN if finish.prize else TextRole.TEXT
    left = max(0, width - cell_width(rows[0])) // 2
    return tuple((Span(" " * left + row, role),) for row in rows)


def _headline(finish: YouFinished) -> str:
    if finish.place == 1 and not finish.tied:
        return f"You have won {finish.name}!"
    tied = ", with others" if finish.tied else ""
    return f"You finish {place_words(finish.place)} of {finish.entrants} in {finish.name}{tied}."


def _money_sentences(finish: YouFinished, view: TournamentView | None) -> tuple[str, ...]:
    """Returns what the player wins, or that nobody who is out later goes without a prize."""
    won, unit = finish.prize + finish.bounties, finish.unit
    if won:
        parts = f" ({prize_words(finish.prize, unit)} for the place, {prize_words(finish.bounties, unit)} in bounties)"
        return (f"You win {prize_words(won, unit)}{parts if finish.prize and finish.bounties else ''}.",)
    if view is not None and view.prizes and finish.place == len(view.prizes) + 1:
        return ("The last place without a prize: from here on everybody wins something.",)
    return ()


def _own_standing(view: TournamentView | None, own_name: str) -> Standing | None:
    standings = view.standings if view is not None else ()
    return next((standing for standing in standings if standing.name == own_name), None)


def _feats(own: Standing) -> str:
    """Returns how many players have been knocked out, and how often chips were bought; empty without any."""
    feats: list[str] = []
    if own.knocked_out:
        feats.append(f"knocked out {own.knocked_out} player{'s' * (own.knocked_out > 1)}")
    if own.entries > 1:
        feats.append(f"entered {own.entries} times")
    if own.rebuys:
        feats.append(f"rebought {'once' if own.rebuys == 1 else f'{own.rebuys} times'}")
    return f"You {', '.join(feats)}." if feats else ""


def _places(view: TournamentView, width: int, own_name: str) -> Lines:
    """Writes the best places with their prizes; of places that are open, how many still play for them."""
    shown = min(MAX_PLACES, max(FEW_PLACES, len(view.prizes)), len(view.standings))
    places = {standing.place: standing for standing in reversed(view.standings) if standing.place}
    wide = min(width, _PLACES_WIDTH)
    indent = Span(" " * ((width - wide) // 2))
    lines: list[Line] = []
    for row in range(shown):
        standing = places.get(row + 1)
        own = standing is not None and standing.name == own_name
        role = TextRole.STRONG if own else TextRole.TEXT if standing else TextRole.FAINT
        prize = standing.prize if standing else view.prizes[row] if row < len(view.prizes) else 0
        won = prize_words(prize, view.status.unit) if prize else ""
        line = columns(
            wide,
            ending(5, place_words(row + 1), role),
            at(7, standing.name if standing else "still open", role, max_width=wide - 22),
            ending(wide, won, TextRole.CHIPS if standing else role),
        )
        lines.append((indent, *line))
    left = view.status.left
    rest = f"{left} still play." if left > 1 and not view.status.phase.is_over else ""
    return (*lines, *(_centred(rest, TextRole.DIM, width) if rest else ()))


def _centred(text: str, role: TextRole, width: int) -> Lines:
    return tuple((Span(" " * ((width - cell_width(line)) // 2) + line, role),) for line in wrap(text, width))
