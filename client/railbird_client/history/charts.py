"""Charts of a night: each player's result over time, winners and losers, and how they play.

They show the statistics that the server counts from its hands, and keep nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from itertools import accumulate, groupby

from railbird_client.drawing.text_roles import (
    Column,
    Line,
    Lines,
    Span,
    TextRole,
    at,
    beside,
    columns,
    ending,
    page_writer,
    text_lines,
)
from railbird_client.drawing.text_width import cell_width, truncate
from railbird_client.history.past_hands import PastHands, TimeWriter, count_hands
from railbird_shared.history.hand_history import NightStatistics, PlayerStatistics
from railbird_shared.history.narration import format_signed

MIN_ROWS = 8
"""The least rows of a page of charts."""

_MAX_NAME = 12
_MIN_BESIDE = 50  # the width from which the names stand at the right of the lines


class ChartKind(Enum):
    """The figures of a night on a page of charts."""

    LINES = "results over the night"
    RESULTS = "winners and losers"
    PLAY = "how they play"

    def step(self, by: int) -> ChartKind:
        """Returns the kind that many places on, around the end."""
        kinds = list(ChartKind)
        return kinds[(kinds.index(self) + by) % len(kinds)]


@page_writer
def chart_page(
    width: int,
    past: PastHands,
    kind: ChartKind,
    *,
    chosen: int | None,
    rows: int,
    write_time: TimeWriter,
    ascii_only: bool = False,
) -> Lines:
    """Writes charts of the night that the server has told of, or of the player's own nights.

    `chosen` is the place of the player whose line stands out, None for the viewer's own.
    """
    told, height = past.statistics, max(MIN_ROWS, rows) - 2
    if told is None:
        return text_lines(width, past.error or "The hands are being counted.", role=TextRole.DIM)
    if not told.nights or not told.nights[0].players:
        return text_lines(width, past.error or "There is no finished hand to count yet.", role=TextRole.DIM)
    if not told.table:
        return _own_nights(told.nights, width, height, write_time, ascii_only=ascii_only)
    night = told.nights[0]
    title = f"{night.name}: {kind.value}, {count_hands(night.hands)}"
    place = own_place(night.players) if chosen is None else min(max(0, chosen), len(night.players) - 1)
    chart = _CHARTS[kind](night, place, width, height, ascii_only=ascii_only)
    return ((Span(truncate(title, width), TextRole.TITLE),), (), *chart, *((),) * (height - len(chart)))


def own_place(players: Sequence[PlayerStatistics]) -> int:
    """Returns the place of the viewer among players, the first one if they did not play."""
    return next((place for place, player in enumerate(players) if player.you), 0)


def _draw_results_over_night(night: NightStatistics, place: int, width: int, height: int, *, ascii_only: bool) -> Lines:
    players = night.players
    has_names = width >= _MIN_BESIDE
    name = max(min(_MAX_NAME, cell_width(player.name)) for player in players)
    names = 4 + name + max(len(format_signed(player.total.net)) for player in players) if has_names else 0
    rows = height - (1 if has_names else 2)
    results = [player.results or (player.total.net,) for player in players]
    plot = width - names
    chart = draw_line_chart(results, chosen=place, height=rows, width=plot, ascii_only=ascii_only)
    hands = columns(plot, *_first_and_last("first hand", f"hand {night.hands:,}", plot))
    if not has_names:
        return (*chart, hands, _name_line(players[place], width, chosen=True))
    ends = end_rows(results, rows)
    seen = range(len(players)) if ends else _visible(len(players), place, rows)
    named: list[Line] = [()] * rows
    for row, number in zip(ends or range(rows), seen, strict=False):
        named[row] = _name_line(players[number], names - 1, chosen=number == place)
    return (*beside(chart, plot + 1, tuple(named)), hands)


def _first_and_last(first: str, last: str, width: int) -> tuple[Column, Column]:
    """Returns what stands below the two ends of a line chart."""
    return at(min(8, width // 3), first, TextRole.DIM), ending(width, last, TextRole.DIM)


def _name_line(player: PlayerStatistics, width: int, *, chosen: bool) -> Line:
    role = TextRole.STRONG if chosen else TextRole.DIM
    net = player.total.net
    result = ending(width, format_signed(net), TextRole.WIN if net > 0 else role)
    return columns(width, *_marked_name(player, role, chosen=chosen), result)


def _marked_name(player: PlayerStatistics, role: TextRole, *, chosen: bool) -> tuple[Column, ...]:
    return at(0, "▶" if chosen else "", role), at(2, player.name, role, max_width=_MAX_NAME)


def _visible(count: int, place: int, rows: int) -> range:
    """The places that are listed in so many rows, with the chosen one among them."""
    first = min(max(0, place - rows + 1), max(0, count - rows))
    return range(first, min(count, first + rows))


def _draw_results(night: NightStatistics, place: int, width: int, height: int, *, ascii_only: bool) -> Lines:
    """Draws winners to the right of a middle line and losers to its left."""
    players = night.players
    name = max(min(_MAX_NAME, cell_width(player.name)) for player in players)
    number = max(len(format_signed(player.total.net)) for player in players)
    cells = max(1, (width - 2 - name - number - 4) // 2)
    most = max(1, *(abs(player.total.net) for player in players))
    middle = 2 + name + 1 + cells
    lines: list[Line] = []
    for index in _visible(len(players), place, height):
        player = players[index]
        net = player.total.net
        role = TextRole.STRONG if index == place else TextRole.TEXT
        pieces = [
            *_marked_name(player, role, chosen=index == place),
            at(middle, "|" if ascii_only else "│", TextRole.FAINT),
        ]
        if net > 0:
            pieces.append(at(middle + 1, bar_text(net, most, cells, ascii_only=ascii_only), TextRole.WIN))
        elif net < 0:
            # Blocks that fill a cell from the right are few, so the loss is drawn in whole cells.
            bar = ("=" if ascii_only else "▒") * max(1, round(cells * -net / most))
            pieces.append(ending(middle, bar, TextRole.WARN))
        lines.append(columns(width, *pieces, ending(width, format_signed(net), TextRole.WIN if net > 0 else role)))
    return tuple(lines)


_PLAY_COLUMNS = (("VPIP", 100.0), ("PFR", 100.0), ("AF", 5.0), ("won at SD", 100.0))


def _draw_play(night: NightStatistics, place: int, width: int, height: int, *, ascii_only: bool) -> Lines:
    """Draws how often each player enters, raises and wins at the showdown, as small bars beside the numbers."""
    players = night.players
    name = min(_MAX_NAME, max(cell_width(player.name) for player in players))
    column = max(9, (width - 2 - name) // len(_PLAY_COLUMNS))
    places = [3 + name + number * column for number in range(len(_PLAY_COLUMNS))]
    headings = zip(places, _PLAY_COLUMNS, strict=True)
    lines = [columns(width, *(at(x, heading, TextRole.DIM, max_width=column - 1) for x, (heading, _) in headings))]
    for index in _visible(len(players), place, height - 1):
        player = players[index]
        role = TextRole.STRONG if index == place else TextRole.TEXT
        pieces = [*_marked_name(player, role, chosen=index == place)]
        total = player.total
        values = total.vpip, total.pfr, total.aggression, total.won_at_showdown
        for x, value, (heading, most) in zip(places, values, _PLAY_COLUMNS, strict=True):
            words = "-" if value is None else f"{value:.1f}" if heading == "AF" else f"{value:.0f}%"
            pieces.append(at(x, words, role))
            if value is not None:
                bar = bar_text(value, most, column - 7, ascii_only=ascii_only)
                pieces.append(at(x + 5, bar, TextRole.CHIPS, max_width=column - 6))
        lines.append(columns(width, *pieces))
    return tuple(lines)


_CHARTS = {
    ChartKind.LINES: _draw_results_over_night,
    ChartKind.RESULTS: _draw_results,
    ChartKind.PLAY: _draw_play,
}


def _own_nights(
    nights: Sequence[NightStatistics], width: int, height: int, write_time: TimeWriter, *, ascii_only: bool
) -> Lines:
    """Writes what the player has won over all their nights, the first one at the left."""
    results = [*accumulate(night.players[0].total.net for night in reversed(nights) if night.players)]
    count, hands = "1 night" if len(nights) == 1 else f"{len(nights):,} nights", sum(night.hands for night in nights)
    title = f"Your own nights: {format_signed(results[-1])} in {count} and {count_hands(hands)}"
    chart = draw_line_chart([results], chosen=0, height=height - 1, width=width, ascii_only=ascii_only)
    last = write_time(nights[0].ended_at) if len(nights) > 1 else ""
    ends = columns(width, *_first_and_last(write_time(nights[-1].ended_at), last, width))
    return ((Span(truncate(title, width), TextRole.TITLE),), (), *chart, ends)


# --- a line chart of braille dots, or of ASCII characters: one line stands out, the others lie behind it

_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
_BRAILLE = 0x2800
_MIN_PLOT_WIDTH = 8

Values = Sequence[int]


def draw_line_chart(lines: Sequence[Values], *, chosen: int, height: int, width: int, ascii_only: bool) -> Lines:
    """Draws lines of values in a rectangle, with the scale at their left; all begin at 0.

    The lines have values at the same points; the chosen one is thicker, so that it stands out without colours, too.
    """
    top, bottom = _scale(lines)
    labels = {0: format_signed(top), height - 1: format_signed(bottom)}
    zero = _row_of(0, top, bottom, height)
    labels.setdefault(zero, "0")
    left = max(len(label) for label in labels.values()) + 1
    if (plot := width - left) < _MIN_PLOT_WIDTH:
        return ((Span(" " * width),),) * height
    cells = dict.fromkeys(((x, zero) for x in range(plot)), ("-" if ascii_only else "┄", TextRole.FAINT))
    for place in (*(place for place in range(len(lines)) if place != chosen), chosen):
        is_chosen = place == chosen
        role = TextRole.STRONG if is_chosen else TextRole.DIM
        values = [0, *lines[place]]
        if ascii_only:
            dots = dict.fromkeys(_path(values, plot, height, top, bottom), "*" if is_chosen else ".")
        else:
            dots = _plot_braille(values, plot, height, top, bottom, thick=is_chosen)
        cells |= {cell: (char, role) for cell, char in dots.items()}
    scale = (Span(f"{labels.get(row, ''):>{left - 1}} ", TextRole.DIM) for row in range(height))
    rows = ([cells.get((x, row), (" ", TextRole.TEXT)) for x in range(plot)] for row in range(height))
    return tuple((label, *_merge_cells(row)) for label, row in zip(scale, rows, strict=True))


def _merge_cells(cells: Sequence[tuple[str, TextRole]]) -> Line:
    """Returns cells as a line in which neighbours of one role are one span."""
    alike = groupby(cells, key=lambda cell: cell[1])
    return tuple(Span("".join(char for char, _ in group), role) for role, group in alike)


def _scale(lines: Sequence[Values]) -> tuple[int, int]:
    """Returns the greatest and the least value of the scale, with 0 between them."""
    values = [0, *(value for line in lines for value in line)]
    top, bottom = max(values), min(values)
    return (top, bottom) if top > bottom else (1, -1)


def _row_of(value: int, top: int, bottom: int, rows: int) -> int:
    return round((rows - 1) * (top - value) / (top - bottom))


def end_rows(lines: Sequence[Values], height: int) -> list[int] | None:
    """Returns a row for the name of each line beside its end, one row for each; None where the rows are too few.

    The lines come with the one that ends highest first.
    """
    if len(lines) > height:
        return None
    top, bottom = _scale(lines)
    rows: list[int] = []
    for place, line in enumerate(lines):
        wanted = _row_of(line[-1] if line else 0, top, bottom, height)
        least, most = (rows[-1] + 1 if rows else 0), height - (len(lines) - place)
        rows.append(min(max(wanted, least), most))
    return rows


def _path(values: Values, columns: int, rows: int, top: int, bottom: int) -> list[tuple[int, int]]:
    """Returns every dot of a line through values, from the upper left, without gaps."""
    last = max(1, len(values) - 1)
    points = [
        (round(place * (columns - 1) / last), _row_of(value, top, bottom, rows)) for place, value in enumerate(values)
    ]
    path: list[tuple[int, int]] = points[:1]
    for x, y in points[1:]:
        from_x, from_y = path[-1]
        steps = max(abs(x - from_x), abs(y - from_y), 1)
        path += [
            (round(from_x + (x - from_x) * step / steps), round(from_y + (y - from_y) * step / steps))
            for step in range(1, steps + 1)
        ]
    return path


def _plot_braille(
    values: Values, width: int, height: int, top: int, bottom: int, *, thick: bool
) -> dict[tuple[int, int], str]:
    cells: dict[tuple[int, int], int] = {}
    for x, y in _path(values, 2 * width, 4 * height, top, bottom):
        for each in (y, min(y + 1, 4 * height - 1)) if thick else (y,):
            cell = x // 2, each // 4
            cells[cell] = cells.get(cell, 0) | _DOTS[each % 4][x % 2]
    return {cell: chr(_BRAILLE + dots) for cell, dots in cells.items()}


def bar_text(value: float, most: float, cells: int, *, ascii_only: bool) -> str:
    """Returns a bar of at most `cells` cells, to an eighth of a cell, for a value from 0 to `most`."""
    if most <= 0 or value <= 0 or cells <= 0:
        return ""
    eighths = max(1, round(8 * cells * min(1.0, value / most)))
    if ascii_only:
        return "#" * max(1, round(eighths / 8))
    full, rest = divmod(eighths, 8)
    return "█" * full + (" ▏▎▍▌▋▊▉"[rest] if rest else "")
