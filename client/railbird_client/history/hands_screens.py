"""The pages of the hands that the player sat in: the list of them in cards, and one of them street by street."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.events import Key
from textual.timer import Timer

from railbird_client.drawing.canvas import Rect
from railbird_client.drawing.card_art import DEFAULT_STYLE, CardStyle
from railbird_client.drawing.page_painter import PageKey, PagePainter
from railbird_client.drawing.text_roles import Span, TextRole
from railbird_client.history import hand_painter
from railbird_client.history.exports import local_time, read_days, write_hand
from railbird_client.history.night_screen import night_words
from railbird_client.history.past_hands import SEARCH_HINT, FoundHands, PastHands, parse_search
from railbird_client.replay.replay_painter import ReplayTable, lay_out_table
from railbird_client.replay.replay_screen import ReplayScreen
from railbird_client.replay.replayer import Replayer, ReplayKey
from railbird_client.table.paint.pixel_cards import CardDrawing
from railbird_client.table.table_options import TableOptions
from railbird_client.widgets.app_look import look_of
from railbird_client.widgets.live_screen import SessionView
from railbird_client.widgets.page_screen import BACK, ListPage, RowPress
from railbird_client.widgets.terminal import with_capitals
from railbird_shared.history.hand_history import HandSummary
from railbird_shared.history.hand_story import HandStory
from railbird_shared.history.hand_text import HandForm
from railbird_shared.history.narration import format_signed, hands_text
from railbird_shared.protocol.commands import ListHands, ReadHand, ReadStatistics
from railbird_shared.protocol.messages import Hands
from railbird_shared.protocol.table_limits import MAX_TEXT_LENGTH

_TABLE, _TABLE_ROWS = (80, 24), 17

TYPING_SECONDS = 0.3
"""For how long nothing has to be typed before the list is asked for, and no row to be marked before its hand is."""

RETRY_SECONDS = 1.0
"""When a list is asked for again that the server has refused."""

_TABS = {"all": "", "won": "won", "lost": "lost", "showdowns": "showdown", "big pots": "biggest"}
"""The tabs, and the word of a search that each stands for."""

_OUT = CardStyle(winning_cards=frozenset())
"""The style of cards that brought no chips, which are grey."""
_BAR_ROOM, _MOST_IN_FAN = (6, 9), 5
_FEWEST_COLUMNS_WITH_BARS, _FEWEST_COLUMNS_WITH_SIDE = 80, 120


class FoundPage(ListPage):
    """A page of hands that are `found`, of which the one at `index` is marked; R replays it and those after it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(with_capitals("k"), "dismiss(None)", "Close", show=False),
        Binding(with_capitals("r"), "replay", "Replay the hand step by step", show=False),
    ]
    has_side = True

    def __init__(self, name: str, found: FoundHands | None = None) -> None:
        super().__init__(name)
        self.found = found or FoundHands(ListHands(), None, self.request)
        self.past = PastHands()

    @property
    def count(self) -> int:
        """How many hands there are."""
        return self.found.total

    @property
    def story(self) -> HandStory | None:
        """The marked hand, None until it has come."""
        told = self.found.told(self.index)
        return None if told is None else HandStory(told.history)

    def show_session(self, session: SessionView) -> None:
        """Takes the hands that have come, or why they have not."""
        super().show_session(session)
        if session.past_hands is not self.past and self.is_mounted:
            self.past = session.past_hands
            self.found.take(self.past)
            self.redraw()
            self.look_up()

    def on_mount(self) -> None:
        """Asks for what the page shows first."""
        self.look_up()

    def look_up(self) -> None:
        """Asks for the marked hand unless it has come."""
        self.found.find(self.index)

    def action_move(self, by: int) -> None:
        """Marks another hand."""
        super().action_move(by)
        self.look_up()

    def show_marked(self, index: int | None) -> None:
        """Marks the hand that was read or replayed last."""
        if index is not None:
            self.action_move(index - self.index)

    def action_replay(self) -> None:
        """Shows the marked hand at the table, step by step, and others after it."""
        if self.index in self.found.listed:
            options = TableOptions(ascii=look_of(self.app).ascii_only)
            self.app.push_screen(ReplayScreen(self.found, options=options, index=self.index), self.show_marked)


class HandPage(FoundPage):
    """Shows one hand, that at `index` of those `found` or else the one that is `wanted` alone."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1)", "The hand before", show=False),
        Binding("right", "move(1)", "The next hand", show=False),
        Binding(with_capitals("c"), "open_cards", "Show all known cards, or only those that lay open", show=False),
        Binding("tab", "other_half", "The table, or the streets", show=False, priority=True),
        Binding(with_capitals("t"), "write_file('txt')", "Write the hand as text", show=False),
        Binding(with_capitals("p"), "write_file('phh')", "Write the hand as PHH", show=False),
        Binding(with_capitals("j"), "write_file('json')", "Write the hand as JSON", show=False),
    ]

    def __init__(self, wanted: ReadHand, found: FoundHands | None = None, index: int = 0) -> None:
        alone = Hands(hands=(HandSummary(wanted.table, "", wanted.hand, 0, "", 0, ()),), total=1)
        super().__init__(f"hand {wanted.hand}", found or FoundHands(ListHands(), alone, self.request))
        self.index = index
        self._open_cards = False
        self._shows_table = True

    action_choose = FoundPage.action_replay

    def action_open_cards(self) -> None:
        """Shows all cards that are known by now at the table, or those alone that lay open in the end."""
        self._open_cards = not self._open_cards
        self.redraw()

    def action_other_half(self) -> None:
        """Shows the table or the streets where there is no room for both."""
        self._shows_table = not self._shows_table
        self.redraw()

    def action_write_file(self, form: str) -> None:
        """Writes the hand into a file, and says where."""
        if told := self.found.told(self.index):
            self.say(write_hand(told, HandForm(form), local_time(told.history.ended_at)))

    # --- drawing

    def draw(self, painter: PagePainter) -> Sequence[PageKey]:
        """Draws the table and the streets, as far as there is room for both."""
        if (story := self.story) is None:
            painter.heading("Hand")
            painter.prompt(Span(self.past.error or "The hand is being looked for.", TextRole.DIM))
            return (BACK,)
        view, own = story.history.view, story.after.own_seat
        place = f"{view.name} · {view.game.full_title} · {local_time(story.history.ended_at)[-5:]}"
        painter.heading(f"Hand {story.history.hand}", place, hand_painter.result_words(own.result) if own else "")
        has_table = painter.is_tall or (painter.has_wood and self._shows_table)
        if has_table:
            self._draw_table(painter, 3 if painter.is_tall else 0)
        if painter.is_tall or not has_table:
            hand_painter.draw_streets(painter, story, 20 if painter.is_tall else 1 + painter.has_wood)
        if painter.side < painter.width:
            hand_painter.draw_shown_hands(painter, story)
            cards = "only the cards that lay open." if self._open_cards else "all cards that you may see now."
            painter.prompt(Span("C", TextRole.STRONG), Span(f" shows {cards}", TextRole.DIM))
        elif call := story.dearest:
            words = hand_painter.call_words(story, call)
            painter.prompt(Span(hand_painter.fit_words(words, painter.end - painter.left), TextRole.SOFT))
        files = PageKey("T", "Write text", "t"), PageKey("P", "PHH", "p"), PageKey("J", "JSON", "j")
        painter.buttons((PageKey("Enter", "Replay at the table", "enter", primary=True, width=28), *files))
        half = PageKey("Tab", "streets" if has_table else "table", "tab", works=painter.has_wood > painter.is_tall)
        keys = PageKey("←→", "hand before, after", "right"), PageKey("C", "cards", "c")
        return (*((half,) * half.works), *keys, PageKey("?", "help", "question_mark"), BACK)

    def _draw_table(self, painter: PagePainter, x: int) -> None:
        """Draws the table of a terminal of 80x24 as it lay in the end, without its title."""
        replayer, options = Replayer(self.found, index=self.index), TableOptions(ascii=painter.look.ascii_only)
        replayer.press(ReplayKey.END, 0.0)
        replayer.open_cards = self._open_cards
        table = ReplayTable(options).draw(replayer, lay_out_table(replayer, *_TABLE), painter.look, "")
        for row in range(1, min(_TABLE_ROWS, painter.prompt_row - 2) + 1):
            for py in (2 * row, 2 * row + 1):
                painter.canvas.pixels[py + 2][x : x + table.width] = table.pixels[py]
            painter.canvas.letters[row + 1].update({x + at: letter for at, letter in table.letters[row].items()})


class HandsPage(FoundPage):
    """Lists the hands that the player sat in, in tabs and by a search, which begins with `find`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(tab), f"show_tab({tab})", f"Show tab {tab}", show=False) for tab in range(1, len(_TABS) + 1)),
        Binding("slash", "find", "Search", show=False),
    ]

    def __init__(self, *, find: str = "") -> None:
        super().__init__("my hands")
        self._tab, self._text = 1, find
        self._typed: str | None = None
        self._totals: dict[tuple[int, str], str] = {}
        self._places = range(0)
        self._timer: Timer | None = None
        self.found.look_for(self._search)

    @property
    def _search(self) -> ListHands:
        return parse_search(f"{self._text} {[*_TABS.values()][self._tab - 1]}", read_days)

    def look_up(self) -> None:
        """Asks for rows in sight that have not come, after a while if that was refused, and for the marked hand."""
        if self.past.error:
            self.set_timer(RETRY_SECONDS, self._ask_for_rows)
        else:
            self._ask_for_rows()

    def _ask_for_rows(self) -> None:
        for place in (self.index, *self._places):
            self.found.ask_for(place)
        if self.found.nights is None:
            self.found.want(ReadStatistics())
        self._wait()

    def _wait(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(TYPING_SECONDS, self.settle)

    def settle(self) -> None:
        """Looks for what is typed, or asks for the marked hand where there is a side column for it."""
        if self._typed is not None:
            self.action_show_tab(self._tab, self._typed.strip())
        elif self.is_current and self.index in self.found.listed and self.app.size.width >= _FEWEST_COLUMNS_WITH_SIDE:
            self.found.find(self.index)

    def action_show_tab(self, tab: int, text: str | None = None) -> None:
        """Shows the hands of another tab, or those that another text finds."""
        text = self._text if text is None else text
        if (tab, text) != (self._tab, self._text):
            self._tab, self._text, self.index = tab, text, 0
            self.found.look_for(self._search)
            self.redraw()
            self.look_up()

    def action_find(self) -> None:
        """Begins to type what is looked for."""
        self._typed = self._text
        self.redraw()

    def on_key(self, event: Key) -> None:
        """Writes what is looked for."""
        match event.key:
            case _ if self._typed is None:
                return
            case "escape" | "enter":
                if event.key == "enter":
                    self.settle()
                self._typed = None
            case "backspace":
                self._typed = self._typed[:-1]
            case _ if event.is_printable and event.character:
                self._typed = (self._typed + event.character)[:MAX_TEXT_LENGTH]
            case _:
                return
        event.stop()
        self._wait()
        self.redraw()

    def action_choose(self) -> None:
        """Reads the marked hand."""
        if hand := self.found.listed.get(self.index):
            page = HandPage(ReadHand(table=hand.table, hand=hand.hand), self.found, self.index)
            self.app.push_screen(page, lambda _: self.show_marked(page.index))

    # --- drawing

    def draw(self, painter: PagePainter) -> Sequence[PageKey]:
        """Draws the rows of the tab, under the heading of the night of the first of them."""
        if self.found.is_known:
            self._totals[self._tab, self._text] = f"{self.count:,}"
        y = 3 if painter.is_tall else 1 + painter.has_wood
        names = [f"{name} {self._totals.get((tab, self._text), '')}".rstrip() for tab, name in enumerate(_TABS, 1)]
        painter.tabs(y, [PageKey(str(tab), name, str(tab)) for tab, name in enumerate(names, 1)], self._tab - 1, gap=2)
        step, row = (3, 6) if painter.is_tall else (1, y + 1)
        room = (painter.prompt_row - row) // step + 1  # one more, for the first night needs no heading in the list
        nights = len([*groupby(map(self.found.night_of, self.rows_in(room - 1)))])
        self._places = self.rows_in(max(room - max(1, nights), room // 2))
        results = sorted(abs(hand.net) for at, hand in self.found.listed.items() if at in self._places) or [1]
        scale = max(1, results[(9 * len(results) - 1) // 10])  # at the ninth decile bars are cut
        before, words, result = None, "", hands_text(self.count) if self.found.is_known else ""
        for place in self._places:
            night = self.found.night_of(place)
            if night is not None and place == self._places[0]:
                words, result = night_words(night)
            elif night is not None and night != before:
                painter.put(painter.left + 3, row + painter.is_tall, " · ".join(night_words(night)), TextRole.SOFT)
                row += step
            self._draw_row(painter, place, row, scale)
            row, before = row + step, night
        painter.heading("My hands", " · ".join(filter(None, (self._text, words))), result)
        self._write_prompt(painter)
        if painter.side < painter.width and (story := self.story) is not None:
            hand_painter.draw_glance(painter, story)
        works = self.index in self.found.listed
        read = PageKey("Enter", "Read the hand", "enter", works=works, primary=works, width=28)
        painter.buttons((read, PageKey("R", "Replay", "r", works=works, width=18)))
        keys = PageKey("↑↓", "choose", "down"), PageKey("/", "find", "slash"), PageKey("?", "help", "question_mark")
        return (*keys, BACK, PageKey("PgDn", "older", "pagedown"), PageKey("Home", "newest", "home"))

    def _write_prompt(self, painter: PagePainter) -> None:
        if self._typed is not None:
            hint = self.past.error or SEARCH_HINT * (not self._typed)
            painter.prompt(Span("find "), Span(f"{self._typed}_", TextRole.STRONG), Span(f" {hint}", TextRole.DIM))
            return
        none = f"No hand fits {self._text!r}." if self._text else "You have played no such hand here yet."
        told = none if self.found.is_known else "The hands are being looked for."
        if self.count:
            is_all = len(self._places) == self.count
            told = "" if is_all else f"{self._places[0] + 1:,} to {self._places[-1] + 1:,} of {self.count:,}"
        painter.prompt(Span(self.past.error), Span("" if self.past.error else told, TextRole.DIM))

    def _draw_row(self, painter: PagePainter, place: int, y: int, scale: int) -> None:
        hand, height = self.found.listed.get(place), 1 + painter.is_tall
        row = Rect(painter.left, y, painter.end - painter.left, height)
        if place == self.index:
            painter.mark(row, over=height - 1, on_cards=True)
        painter.canvas.click(*row, RowPress(place))
        if hand is None:
            if not painter.writes_shapes:
                painter.canvas.fill(row.x + 3, 2 * y, row.width - 8, 2 * height, painter.look.palette.plate_out)
            return
        axis = painter.end - 10
        end = axis - 8 if painter.width >= _FEWEST_COLUMNS_WITH_BARS else painter.end
        role = TextRole.WIN if hand.net > 0 else TextRole.STRONG if hand.net else TextRole.DIM
        painter.put(row.x + 2 * height - 1, y, str(hand.hand), TextRole.STRONG, max_width=6)
        room = painter.put_right(end, y, format_signed(hand.net), role) - 1
        _draw_hand(painter, hand, y, end, room, by_pot=self._search.by_pot)
        if end == painter.end:
            return
        for at in range(y, y + height):
            painter.signed_bar(axis, at, hand.net / scale if at == y or not painter.writes_shapes else 0, _BAR_ROOM)
        if abs(hand.net) > scale:
            cut = axis + _BAR_ROOM[1] if hand.net > 0 else axis - _BAR_ROOM[0]
            painter.put(cut, y, "▸" if hand.net > 0 else "◂", TextRole.STRONG)


def _draw_hand(painter: PagePainter, hand: HandSummary, y: int, end: int, room: int, *, by_pot: bool) -> None:
    """Draws the cards of a hand, what they made and what decided it, in two rows with its pot on a tall page."""
    board = CardDrawing(painter.canvas, painter.look, DEFAULT_STYLE)
    own = board if hand.net > 0 else CardDrawing(painter.canvas, painter.look, _OUT)
    role = TextRole.STRONG if hand.net > 0 else TextRole.SOFT
    if not painter.is_tall:
        x = max(own.draw_minis(painter.left + 7, y, hand.cards) + 1, painter.left + 13)
        if painter.width >= _FEWEST_COLUMNS_WITH_BARS:
            x = max(board.draw_minis(x, y, hand.board) + 1, painter.left + 24)
        words = hand.made if hand.made.startswith("folded") else hand.decided or hand.made
        words = f"pot {hand.pot:,}, {words}" if by_pot else words
        painter.put(x, y, hand_painter.fit_words(words or hand.game, room - x), role)
        return
    when = local_time(hand.ended_at)
    painter.put(painter.left + 3, y + 1, when[5:10] if by_pot else when[-5:], TextRole.DIM)
    is_long = len(hand.cards) > _MOST_IN_FAN and not hand.board  # stud: the first two cards, and below them the others
    held, rest = (hand.cards[:2], hand.cards[2:]) if is_long else (hand.cards, hand.board)
    own.draw_seat_cards(2 * painter.left + 29, y, held, 12, tall=False)
    painter.put(23, y, hand_painter.fit_words(hand.made or hand.game, room - 23), role)
    after = max(39, (own if is_long else board).draw_minis(23, y + 1, rest, gap=1)) if rest else 23
    begin = painter.put_right(end, y + 1, f"{hand.pot:,}", TextRole.CHIPS)
    painter.put(after, y + 1, hand_painter.fit_words(hand.decided, begin - 1 - after), TextRole.DIM)
