"""The page of charts: a night hand by hand, with and without luck, by game and by position, and the player's nights."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import accumulate
from typing import ClassVar, NamedTuple

from textual.binding import Binding, BindingType

from railbird_client.drawing.canvas import Rect
from railbird_client.drawing.card_art import card_label
from railbird_client.drawing.page_painter import PageKey, PagePainter
from railbird_client.drawing.text_roles import Span, TextRole, capitalize, suit_role
from railbird_client.drawing.text_width import cell_width
from railbird_client.history import charts
from railbird_client.history.hands_screens import HandPage, HandsPage
from railbird_client.history.night_screen import NightPage, day_words, night_search, own_games
from railbird_client.widgets.page_screen import BACK, RowPress
from railbird_client.widgets.terminal import with_capitals
from railbird_shared.game.facts import number_word
from railbird_shared.history.hand_history import CalledAllIn, NightStatistics, PlayerStatistics, Tally
from railbird_shared.history.narration import format_signed, hands_text
from railbird_shared.protocol.commands import ReadHand
from railbird_shared.protocol.view import WHOLE, percent_words

_MINE, _ALL, _NIGHTS = 1, 2, 3
_POSITIONS = ("button", "cutoff", "hijack", "middle", "early", "small blind", "big blind")
_MANY_HANDS, _MAX_ROWS, _MAX_TITLE = 500, 7, 16


class ChartLine(NamedTuple):
    """A line of a chart: what was won by each point from 0 on, with even luck too, and the names of the points."""

    values: tuple[int, ...]
    names: tuple[str, ...]
    times: tuple[str, ...]
    even: tuple[int, ...] = ()


def night_line(night: NightStatistics, player: PlayerStatistics) -> ChartLine:
    """Returns the line of a player of a night, with even luck where all-ins of theirs were called."""
    values = player.results or (player.total.net,)
    points, to = night.points[: len(values)], "" if night.hands == len(values) else "to "
    names = (f"{to}hand {each.hand}" for each in points)
    times = (f"{datetime.fromtimestamp(each.ended_at).astimezone():%H:%M}" for each in points)
    even = charts.even_results(player, points) if player.all_ins else ()
    return ChartLine((0, *values), ("", *names), (*times,), (0, *even) if even else ())


def nights_line(nights: Sequence[NightStatistics]) -> ChartLine:
    """Returns the line of a player over their own nights, of which the latest comes first."""
    results = accumulate(night.players[0].total.net for night in reversed(nights))
    names = (f"{day_words(night)} {night.name}" for night in reversed(nights))
    return ChartLine((0, *results), ("", *names), tuple(day_words(night) for night in reversed(nights)))


def short_title(title: str, width: int) -> str:
    """Returns the title of a game in so many cells: without its betting structure, then without its last words."""
    words = title if cell_width(title) <= width else title.partition("Limit ")[2] or title
    while cell_width(words) > width and " " in words:
        words = words.rpartition(" ")[0]
    return words


def luck_sentence(all_ins: Sequence[CalledAllIn]) -> str:
    """Returns how the chances of called all-ins differ from what they brought."""
    luck, count = sum(each.net - each.even for each in all_ins), len(all_ins)
    if not count:
        return "No all-in was called."
    differs = f"{abs(luck):,} {'less' if luck > 0 else 'more'} than" if luck else "what"
    if count == 1:
        return f"One all-in was called. By its chance it was worth {differs} it brought."
    number = capitalize(number_word(count))
    return f"{number} all-ins were called. By their chances they were worth {differs} they brought."


class ChartsPage(NightPage):
    """Shows charts: hand by hand what was won, with a cursor on one hand, which Enter reads."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "The hand or night before", show=False),
        Binding("right", "step(1)", "The next hand or night", show=False),
        Binding("f4", "dismiss(None)", "Close", show=False),
        Binding(with_capitals("u"), "lead_to('u')", "Statistics", show=False),
    ]
    heading = "Charts"
    tabs = ("my result", "all players", "my nights")
    table_tabs = 2
    _cursor = 0

    @property
    def count(self) -> int:
        """How many players of the night can be marked."""
        return len(self.nights[0].players) if self.nights and not self.is_own else 0

    @property
    def _line(self) -> ChartLine:
        if not self.nights:
            return ChartLine((0,), ("",), ())
        return nights_line(self.nights) if self.is_own else night_line(self.nights[0], self._player)

    @property
    def _player(self) -> PlayerStatistics:
        nights = self.nights or []
        return nights[0].players[0 if self.is_own else self.index]

    def begin(self) -> None:
        """Marks the player, and the hand or the night that changed most."""
        super().begin()
        self._cursor = charts.largest_step(self._line.values)

    def action_move(self, by: int) -> None:
        """Has the line of another player stand out, among those of all."""
        if self.count:
            self.tab = _ALL
            super().action_move(by)

    def action_step(self, by: int) -> None:
        """Moves the cursor to another hand or night."""
        last = len(self._line.values) - 1
        self._cursor = max(min(1, last), min(self._cursor + by, last))
        self.redraw()

    @property
    def _at_cursor(self) -> ReadHand | NightStatistics | None:
        """The hand or the night at the cursor."""
        if not self.nights or not 0 < self._cursor < len(self._line.names):
            return None
        if self.is_own:
            return self.nights[-self._cursor]
        return ReadHand(table=self.nights[0].table, hand=self.nights[0].points[self._cursor - 1].hand)

    def action_choose(self) -> None:
        """Opens the hand at the cursor, or the hands of the night."""
        match self._at_cursor:
            case ReadHand() as hand:
                self.app.push_screen(HandPage(hand))
            case NightStatistics() as night:
                self.app.push_screen(HandsPage(find=night_search(night)))
            case None:
                pass

    # --- drawing

    def draw(self, painter: PagePainter) -> Sequence[PageKey]:
        """Draws the chart of the tab."""
        won = ""
        if self.nights:
            who = "you are" if self.is_own or self._player.you else f"{self._player.name} is"
            won = f"{who} {format_signed(self._line.values[-1])}"
        self.draw_head(painter, 3 if painter.is_tall else 2, won)
        if self.nights:
            self._draw_night(painter, self._player)
        at = self._at_cursor
        words = f"Read hand {at.hand}" if isinstance(at, ReadHand) else "Hands of that night"
        enter = PageKey("Enter", words, "enter", works=at is not None, primary=at is not None, width=28)
        painter.buttons((enter, PageKey("U", "Statistics", "u", width=20)))
        step = PageKey("←→", "night by night" if self.is_own else "hand by hand", "right")
        which = (PageKey("1–3", "which chart", str(self.tab % _NIGHTS + 1)),) if self.table else ()
        players = (PageKey("↑↓", "player", "down"),) if self.count else ()
        return (step, *which, *players, PageKey("?", "help", "question_mark"), BACK)

    def _draw_night(self, painter: PagePainter, player: PlayerStatistics) -> None:
        if painter.has_wood:
            self._draw_chart(painter, player)
        tables = self._tables(player)
        if painter.is_tall or not painter.has_wood:
            half = (painter.end - painter.left + 2) // 2
            for place, (title, rows) in enumerate(tables[: 2 if painter.is_tall else 1]):
                _draw_rows(painter, painter.left + place * half, title, rows)
        if self.tab == _MINE and not painter.is_tall:
            x = painter.left
            for word, value, role in _luck_numbers(player):
                x = painter.put(x, painter.prompt_row - 1 - painter.has_wood, f"{word} ", TextRole.SOFT)
                x = painter.put(x, painter.prompt_row - 1 - painter.has_wood, format_signed(value), role) + 3
        if painter.side < painter.width and self.tab == _MINE:
            self._draw_all_ins(painter, player)
        elif painter.side < painter.width:
            self._draw_list(painter)
        hands = sum(night.hands for night in self.nights or ()) if self.is_own else player.total.hands
        won = [(each.tally.net, each.position) for each in player.positions if self.tab == _MINE]
        best = max(won)[1] if won else ""
        why = ", as it should: you act last. " if best == "button" else ". "
        is_told = hands < _MANY_HANDS and (painter.has_wood or not best)
        little = f"{hands_text(hands)} prove little." if is_told else ""
        first = Span(f"The {best} earns most" if best else "", TextRole.STRONG)
        painter.prompt(first, Span(f"{why if best else ''}{little}", TextRole.SOFT))

    def _draw_chart(self, painter: PagePainter, player: PlayerStatistics) -> None:
        """Draws the lines, their ends, the cursor, the times and the legend."""
        line, last, tall = self._line, len(self._line.values) - 1, painter.is_tall
        y = 4 if not tall else 6 if painter.height < 48 else 5
        x, rows = painter.left + 6, painter.prompt_row - y - (14 if tall else 4)
        others = [(0, *each.results) for each in self.nights[0].players] if self.nights and self.tab == _ALL else []
        even = line.even if self.tab == _MINE else ()
        scale = charts.find_scale(Rect(x, y, painter.end - x - 10, rows), (line.values, even, *others))
        charts.draw_chart(painter, scale, line.values, even=even, others=others)
        charts.write_scale(painter, scale)
        won = line.values[-1]
        ends = [(scale.row(won), won, "won", TextRole.WIN if won > 0 else TextRole.STRONG)]
        if even:
            beside = ends[0][0] + (1 if even[-1] <= won else -1)
            row = scale.row(even[-1])
            ends.append((beside if row == ends[0][0] else row, even[-1], "even", TextRole.LUCK))
        for row, value, word, role in ends:
            after = painter.put(x + scale.rect.width + 1, row, format_signed(value), role) + 1
            painter.put(after, row, word if after + len(word) <= painter.end + 1 else "", TextRole.SOFT)
        if self._at_cursor is not None:
            at = scale.column(self._cursor, last)
            step = line.values[self._cursor] - line.values[self._cursor - 1]
            words = f"{line.names[self._cursor]}, {format_signed(step)}"
            painter.put(at, y - 1, "▼", TextRole.STRONG)
            begin = at - 1 - cell_width(words)
            painter.put(begin if begin > painter.left else at + 2, y - 1, words, TextRole.SOFT)
        labels = min(4 if len(line.times) > 3 else 2, len(line.times))
        for label in range(labels):
            part = label / max(1, labels - 1)
            words = line.times[round(part * (len(line.times) - 1))]
            painter.put(x + round(part * (scale.rect.width - len(words))), y + rows, words, TextRole.DIM)
        after = painter.put(x, y + rows + 1, "━━", TextRole.STRONG)
        name = "you" if self.is_own or player.you else player.name
        after = painter.put(after, y + rows + 1, f" what {name} won    ", TextRole.SOFT)
        if even:
            after = painter.put(after, y + rows + 1, "··" if painter.writes_shapes else "━ ━", TextRole.LUCK)
            painter.put(after, y + rows + 1, " with even luck: each all-in paid by its chance", TextRole.SOFT)

    def _tables(self, player: PlayerStatistics) -> list[tuple[str, Mapping[str, Tally]]]:
        """Returns the small tables of the tab that have rows, each with its heading."""
        games = own_games(
            self.nights or () if self.is_own else (self.nights or ())[:1], 0 if self.is_own else self.index
        )
        told = {each.position: each.tally for each in player.positions}
        positions = {each: told[each] for each in _POSITIONS if each in told}
        return [("By game", games), *([("By position", positions)] if positions else [])]

    def _draw_list(self, painter: PagePainter) -> None:
        """Lists the players or the nights with their results."""
        x, end, nights = painter.side + 2, painter.width - 2, self.nights or []
        rows = [(f"{day_words(each)} {each.name}", each.players[0].total.net) for each in nights]
        if not self.is_own:
            rows = [(each.name, each.total.net) for each in nights[0].players]
        marked = len(nights) - self._cursor if self.is_own else self.index
        painter.put(x, 3, "My nights" if self.is_own else "Players", TextRole.STRONG)
        painter.put_right(end, 3, "result", TextRole.DIM)
        room = (painter.height - 7) // 2
        first = max(0, min(marked - room // 2, len(rows) - room))
        for y, place in enumerate(range(first, min(len(rows), first + room))):
            if place == marked:
                painter.mark(Rect(x - 1, 5 + 2 * y, end - x + 2, 1))
            if not self.is_own:
                painter.canvas.click(x - 1, 5 + 2 * y, end - x + 2, 2, RowPress(place))
            name, net = rows[place]
            painter.put(x + 1, 5 + 2 * y, name, TextRole.STRONG, max_width=end - x - 9)
            painter.put_right(end, 5 + 2 * y, format_signed(net), TextRole.WIN if net > 0 else TextRole.TEXT)

    def _draw_all_ins(self, painter: PagePainter, player: PlayerStatistics) -> None:
        """Writes how lucky the night was, and lists the called all-ins with their chances."""
        x, end, y = painter.side + 2, painter.width - 2, 5
        painter.put(x, 3, capitalize(day_words(self.nights[0])) if self.nights else "", TextRole.STRONG)
        for word, value, role in _luck_numbers(player):
            painter.put(x, y, word, TextRole.SOFT)
            painter.put_right(end, y, format_signed(value), role)
            y += 1
        y = painter.paragraph(x, y + 1, luck_sentence(player.all_ins), end - x)
        if player.all_ins:
            painter.rule(x, y + 1, end - x)
            painter.put(x, y + 3, "All-ins, chance and outcome", TextRole.STRONG)
        for place, each in enumerate(player.all_ins[: (painter.height - y - 5) // 3]):
            at, row = x, y + 5 + 3 * place
            for card in each.cards:
                at = painter.put(at, row, card_label(card), suit_role(card.suit, on_card=True)) + 1
            net, hand, at = format_signed(each.net), f"hand {each.hand}", max(x + 7, at)
            painter.put_right(end, row, net, TextRole.WIN if each.net > 0 else TextRole.HEADING)
            painter.put(at, row, hand if at + len(hand) + 1 + len(net) <= end else "", TextRole.DIM)
            painter.bar(x + 7, 2 * row + 2, end - x - 12, each.chance / WHOLE, painter.look.palette.chance)
            painter.put_right(end, row + 1, percent_words(each.chance), TextRole.SOFT)


def _luck_numbers(player: PlayerStatistics) -> Iterable[tuple[str, int, TextRole]]:
    """Yields what was won, what it would have been with even luck, and the difference."""
    won, luck = player.total.net, sum(each.net - each.even for each in player.all_ins)
    yield "won", won, TextRole.WIN if won > 0 else TextRole.STRONG
    if player.all_ins:
        yield "with even luck", won - luck, TextRole.LUCK
        yield "luck", luck, TextRole.STRONG


def _draw_rows(painter: PagePainter, x: int, title: str, rows: Mapping[str, Tally]) -> None:
    """Draws what was won by game or by position, as bars around an axis."""
    y = painter.prompt_row - 11 if painter.is_tall else 3
    most = max((abs(tally.net) for tally in rows.values()), default=0) or 1
    painter.put(x, y, title, TextRole.STRONG)
    painter.put_right(x + 22, y, "hands", TextRole.DIM)
    for down, (name, tally) in enumerate([*rows.items()][:_MAX_ROWS], start=y + 2):
        painter.put(x, down, short_title(name, _MAX_TITLE), TextRole.SOFT)
        painter.put_right(x + 22, down, f"{tally.hands:,}", TextRole.DIM)
        painter.put_right(x + 28, down, format_signed(tally.net), TextRole.WIN if tally.net > 0 else TextRole.STRONG)
        painter.signed_bar(x + 32, down, tally.net / most, (3, 7))
