"""Charts of a night: what everybody won by and by, who is up and who is down, and how they play.

They show the statistics that the server counts from its hands, and keep nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from railbird_client.drawing.canvas import Canvas
from railbird_client.drawing.text_roles import Line, Lines, Span, TextRole
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
        canvas = Canvas(width, max(MIN_ROWS, rows) - 2)
        match kind:
            case ChartKind.LINES:
                _draw_results_over_night(canvas, night, place, ascii_only=ascii_only)
            case ChartKind.RESULTS:
                _draw_results(canvas, night.players, place, ascii_only=ascii_only)
            case ChartKind.PLAY:
                _draw_play(canvas, night.players, place, ascii_only=ascii_only)
        return ((Span(truncate(title, width), TextRole.TITLE),), (), *canvas.lines())

    return write


def own_place(players: Sequence[PlayerStatistics]) -> int:
    """Returns the place of the viewer among players, the first one if they did not play."""
    return next((place for place, player in enumerate(players) if player.you), 0)


def _draw_results_over_night(canvas: Canvas, night: NightStatistics, place: int, *, ascii_only: bool) -> None:
    players = night.players
    beside = canvas.width >= _MIN_BESIDE
    names = _names_width(players) if beside else 0
    height = canvas.height - (1 if beside else 2)
    lines = [player.results or (player.total.net,) for player in players]
    width = canvas.width - names
    draw_line_chart(canvas, lines, chosen=place, height=height, width=width, ascii_only=ascii_only)
    if beside:
        rows = end_rows(lines, height)
        seen = range(len(players)) if rows else _visible(len(players), place, height)
        for row, number in zip(rows or range(height), seen, strict=False):
            _draw_name(canvas, width + 1, row, players[number], chosen=number == place)
    else:
        _draw_name(canvas, 0, canvas.height - 1, players[place], chosen=True)
    last = f"hand {night.hands:,}"
    canvas.put_right(width, height, last, TextRole.DIM)
    canvas.put(min(8, width // 3), height, "first hand", TextRole.DIM)


def _draw_name(canvas: Canvas, x: int, y: int, player: PlayerStatistics, *, chosen: bool) -> None:
    role = TextRole.STRONG if chosen else TextRole.DIM
    x = canvas.put(x, y, "▶ " if chosen else "  ", role)
    canvas.put(x, y, truncate(player.name, _MAX_NAME), role)
    net = player.total.net
    canvas.put_right(canvas.width, y, format_signed(net), TextRole.WIN if net > 0 else role)


def _names_width(players: Sequence[PlayerStatistics]) -> int:
    name = max(min(_MAX_NAME, cell_width(player.name)) for player in players)
    return 1 + 2 + name + 1 + max(len(format_signed(player.total.net)) for player in players)


def _visible(count: int, place: int, rows: int) -> range:
    """The places that are listed in so many rows, with the chosen one among them."""
    first = min(max(0, place - rows + 1), max(0, count - rows))
    return range(first, min(count, first + rows))


def _draw_results(canvas: Canvas, players: Sequence[PlayerStatistics], place: int, *, ascii_only: bool) -> None:
    """Draws who is up to the right of a middle line and who is down to its left."""
    name = max(min(_MAX_NAME, cell_width(player.name)) for player in players)
    number = max(len(format_signed(player.total.net)) for player in players)
    cells = max(1, (canvas.width - 2 - name - number - 4) // 2)
    most = max(1, *(abs(player.total.net) for player in players))
    middle = 2 + name + 1 + cells
    for row, index in enumerate(_visible(len(players), place, canvas.height)):
        player = players[index]
        net = player.total.net
        role = TextRole.STRONG if index == place else TextRole.TEXT
        canvas.put(0, row, "▶ " if index == place else "  ", role)
        canvas.put(2, row, truncate(player.name, _MAX_NAME), role)
        canvas.put(middle, row, "|" if ascii_only else "│", TextRole.FAINT)
        if net > 0:
            canvas.put(middle + 1, row, bar_text(net, most, cells, ascii_only=ascii_only), TextRole.WIN)
        elif net < 0:
            # Blocks that fill a cell from the right are few, so the loss is drawn in whole cells.
            bar = ("=" if ascii_only else "▒") * max(1, round(cells * -net / most))
            canvas.put_right(middle, row, bar, TextRole.WARN)
        canvas.put_right(canvas.width, row, format_signed(net), TextRole.WIN if net > 0 else role)


_PLAY_COLUMNS = (("VPIP", 100.0), ("PFR", 100.0), ("AF", 5.0), ("won at SD", 100.0))


def _draw_play(canvas: Canvas, players: Sequence[PlayerStatistics], place: int, *, ascii_only: bool) -> None:
    """Draws how often each player enters, raises and wins at the showdown, as small bars beside the numbers."""
    name = min(_MAX_NAME, max(cell_width(player.name) for player in players))
    column = max(9, (canvas.width - 2 - name) // len(_PLAY_COLUMNS))
    for number, (heading, _) in enumerate(_PLAY_COLUMNS):
        canvas.put(3 + name + number * column, 0, heading, TextRole.DIM, max_width=column - 1)
    for row, index in enumerate(_visible(len(players), place, canvas.height - 1), start=1):
        player = players[index]
        role = TextRole.STRONG if index == place else TextRole.TEXT
        canvas.put(0, row, "▶ " if index == place else "  ", role)
        canvas.put(2, row, truncate(player.name, _MAX_NAME), role)
        for number, (value, (heading, most)) in enumerate(zip(_play_values(player), _PLAY_COLUMNS, strict=True)):
            x = 3 + name + number * column
            words = "-" if value is None else f"{value:.1f}" if heading == "AF" else f"{value:.0f}%"
            canvas.put(x, row, f"{words:<5}", role)
            if value is not None:
                bar = bar_text(value, most, column - 7, ascii_only=ascii_only)
                canvas.put(x + 5, row, bar, TextRole.CHIPS, max_width=column - 6)


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
        canvas = Canvas(width, max(MIN_ROWS, rows) - 3)
        draw_line_chart(canvas, [results], chosen=0, height=canvas.height, width=width, ascii_only=ascii_only)
        ends = Canvas(width, 1)
        ends.put(min(8, width // 3), 0, write_time(nights[-1].ended_at), TextRole.DIM)
        if len(nights) > 1:
            ends.put_right(width, 0, write_time(nights[0].ended_at), TextRole.DIM)
        lines: list[Line] = [(Span(truncate(title, width), TextRole.TITLE),), (), *canvas.lines(), *ends.lines()]
        return tuple(lines)

    return write
