"""Charts of a night: what everybody won by and by, who is up and who is down, and how they play.

They show the statistics that the server counts from its hands, and keep nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from railbird_client.drawing.text_roles import Column, Line, Lines, Span, TextRole, at, beside, columns, ending
from railbird_client.drawing.text_width import cell_width, truncate
from railbird_client.history.line_chart import bar_text, draw_line_chart, end_rows
from railbird_client.history.past_hands import PastHands, TimeWriter, count_hands, note_page
from railbird_client.table.table_pages import PageWriter
from railbird_shared.history.hand_history import NightStatistics, PlayerStatistics
from railbird_shared.history.narration import format_signed

MIN_ROWS = 8
"""The least rows of a page of charts."""

_MAX_NAME = 12
_MIN_BESIDE = 50  # the width from which the names stand at the right of the lines


class ChartKind(Enum):
    """What a page of charts shows of a night."""

    LINES = "results over the night"
    RESULTS = "winners and losers"
    PLAY = "how they play"

    def step(self, by: int) -> ChartKind:
        """Returns the kind that many places on, around the end."""
        kinds = list(ChartKind)
        return kinds[(kinds.index(self) + by) % len(kinds)]


def chart_page(
    past: PastHands, kind: ChartKind, *, chosen: int | None, rows: int, write_time: TimeWriter, ascii_only: bool = False
) -> PageWriter:
    """Returns the page of charts of the night that the server has told of, or of the player's own nights.

    `chosen` is the place of the player whose line stands out, None for the viewer's own.
    """
    told = past.statistics
    if told is None:
        return note_page(past.error or "The hands are being counted.")
    if not told.nights or not told.nights[0].players:
        return note_page(past.error or "There is no finished hand to count yet.")
    if not told.table:
        return _own_nights_page(told.nights, rows, write_time, ascii_only=ascii_only)
    night = told.nights[0]
    place = own_place(night.players) if chosen is None else min(max(0, chosen), len(night.players) - 1)

    def write(width: int) -> Lines:
        title = f"{night.name}: {kind.value}, {count_hands(night.hands)}"
        draw = _CHARTS[kind]
        height = max(MIN_ROWS, rows) - 2
        chart = draw(night, place, width, height, ascii_only=ascii_only)
        blank: Lines = ((),) * (height - len(chart))
        return ((Span(truncate(title, width), TextRole.TITLE),), (), *chart, *blank)

    return write


def own_place(players: Sequence[PlayerStatistics]) -> int:
    """Returns the place of the viewer among players, the first one if they did not play."""
    return next((place for place, player in enumerate(players) if player.you), 0)


def _draw_results_over_night(night: NightStatistics, place: int, width: int, height: int, *, ascii_only: bool) -> Lines:
    players = night.players
    has_names = width >= _MIN_BESIDE
    names = _names_width(players) if has_names else 0
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


def _names_width(players: Sequence[PlayerStatistics]) -> int:
    name = max(min(_MAX_NAME, cell_width(player.name)) for player in players)
    return 1 + 2 + name + 1 + max(len(format_signed(player.total.net)) for player in players)


def _visible(count: int, place: int, rows: int) -> range:
    """The places that are listed in so many rows, with the chosen one among them."""
    first = min(max(0, place - rows + 1), max(0, count - rows))
    return range(first, min(count, first + rows))


def _draw_results(night: NightStatistics, place: int, width: int, height: int, *, ascii_only: bool) -> Lines:
    """Draws who is up to the right of a middle line and who is down to its left."""
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
        for x, value, (heading, most) in zip(places, _play_values(player), _PLAY_COLUMNS, strict=True):
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


def _play_values(player: PlayerStatistics) -> tuple[float | None, ...]:
    total = player.total
    return total.vpip, total.pfr, total.aggression, total.won_at_showdown


def _own_nights_page(
    nights: Sequence[NightStatistics], rows: int, write_time: TimeWriter, *, ascii_only: bool
) -> PageWriter:
    """Returns the page of what the player has won over all their nights, the first one at the left."""
    nets = [night.players[0].total.net for night in reversed(nights) if night.players]
    results = [sum(nets[: count + 1]) for count in range(len(nets))]

    def write(width: int) -> Lines:
        hands = sum(night.hands for night in nights)
        count = "1 night" if len(nights) == 1 else f"{len(nights):,} nights"
        title = f"Your own nights: {format_signed(results[-1])} in {count} and {count_hands(hands)}"
        chart = draw_line_chart([results], chosen=0, height=max(MIN_ROWS, rows) - 3, width=width, ascii_only=ascii_only)
        last = write_time(nights[0].ended_at) if len(nights) > 1 else ""
        ends = columns(width, *_first_and_last(write_time(nights[-1].ended_at), last, width))
        return ((Span(truncate(title, width), TextRole.TITLE),), (), *chart, ends)

    return write
