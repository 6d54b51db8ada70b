"""The help of a screen: its keys by what one wants to do, of which those that do something now have a cap.

Order and places never change. A search finds lines by their words; Enter or a click does what a line says, or shows why
that is not possible now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches
from typing import ClassVar, NamedTuple

from textual.binding import Binding, BindingType
from textual.events import Key
from textual.screen import Screen

from railbird_client.drawing.canvas import Rect
from railbird_client.drawing.page_painter import PageKey, PagePainter
from railbird_client.drawing.text_roles import TextRole
from railbird_client.widgets.live_screen import SessionView
from railbird_client.widgets.page_screen import BACK, FullPage, RowPress
from railbird_client.widgets.terminal import key_label

_COLUMN_ROWS = 28
"""The most rows of a column, in which the groups of the table have their places."""
_WORDS_AT = 9
_MOST_TYPED = 30


class HelpLine(NamedTuple):
    """A line of the help: the key as it is shown, what it does, and Textual's name of the key.

    `also` are further words by which it is found; `refusal` says why the key does nothing now.
    """

    display: str
    words: str
    key: str
    also: str = ""
    refusal: str = ""


class HelpGroup(NamedTuple):
    """Lines for one wish: "play my turn"; those that are `first` stand on the first page of a small screen."""

    wish: str
    lines: tuple[HelpLine, ...]
    is_first: bool = True


class _Place(NamedTuple):
    x: int
    y: int
    group: HelpGroup


_GROUP_LINES = 10
"""How many lines of help stand together, so that a group fits on every screen."""
_OF_EVERY_SCREEN = ("app.focus", "screen.copy")


def screen_help(screen: Screen[object]) -> tuple[HelpGroup, ...]:
    """Returns the help of a screen, made from its bindings."""
    found: dict[str, HelpLine] = {}
    for node, binding, *_ in screen.active_bindings.values():
        if node is screen and binding.description and not binding.action.startswith(_OF_EVERY_SCREEN):
            words = binding.description[:1].lower() + binding.description[1:]
            found.setdefault(words, HelpLine(key_label(binding.key), words, binding.key))
    lines = tuple(found.values())
    groups = [HelpGroup("use this page", lines[:_GROUP_LINES])]
    more = range(_GROUP_LINES, len(lines), _GROUP_LINES)
    return (*groups, *(HelpGroup("do more here", lines[at : at + _GROUP_LINES]) for at in more))


class HelpPage(FullPage):
    """Shows the help of the screen below, whose lines `find_groups` returns as they are now."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "find", "Search", show=False),
        Binding("f2", "lead_to('f2')", "Rules of this game", show=False),
        Binding("f6", "lead_to('f6')", "Which hand beats which", show=False),
        Binding("question_mark", "dismiss(None)", "Back", show=False),
    ]

    def __init__(
        self, place: str, find_groups: Callable[[], Sequence[HelpGroup]], *, footer: Sequence[str] = ()
    ) -> None:
        super().__init__("help")
        self._place, self._find_groups, self._footer = place, find_groups, footer
        self._typed: str | None = None
        self._index = 0
        self._refusal = ""
        self._lines: list[HelpLine] = []

    def show_session(self, session: SessionView) -> None:
        """Shows the keys as they are now."""
        super().show_session(session)
        if self.is_mounted:
            self.redraw()

    # --- keys and clicks

    def action_find(self) -> None:
        """Begins a search."""
        self._typed, self._index = "", 0
        self.redraw()

    def on_key(self, event: Key) -> None:
        """Writes what is searched; a key takes away why the last line could not be done."""
        self._refusal = ""
        if self._typed is None:
            return
        match event.key:
            case "escape":
                self._typed = None
            case "enter":
                self._do(self._index)
            case "up" | "down":
                self._index += 1 if event.key == "down" else -1
            case "backspace":
                self._typed, self._index = self._typed[:-1], 0
            case _ if event.is_printable and event.character:
                self._typed, self._index = (self._typed + event.character)[:_MOST_TYPED], 0
            case _:
                return
        event.stop()
        self.redraw()

    def press_row(self, place: int) -> None:
        """Does what the line that was clicked says."""
        self._do(place)
        self.redraw()

    def _do(self, place: int) -> None:
        if place < len(self._lines):
            line = self._lines[place]
            self._refusal = line.refusal
            if not line.refusal:
                self.action_lead_to(line.key)

    # --- drawing

    def leaves(self, columns: int, rows: int) -> int:
        """Returns how many leaves the groups take."""
        return len(self._places(columns, rows)) if self._typed is None else 1

    def _places(self, columns: int, rows: int) -> list[list[_Place]]:
        """Returns where the groups lie, leaf by leaf; on a small screen those that are first come first."""
        wide = columns >= 120 and rows >= 40
        step = min(52, columns // 3)
        xs = (2, 2 + step, 2 + 2 * step) if wide else (1, 43) if columns >= 80 else (1,)
        first = 5 if wide else 4 if rows >= 24 else 2
        room = min(_COLUMN_ROWS, rows - first - (7 if wide else 4 if rows >= 24 else 3))
        parts = ((group, begin) for group in self._find_groups() for begin in range(0, len(group.lines), room - 1))
        groups = [group._replace(lines=group.lines[begin : begin + room - 1]) for group, begin in parts]
        if not wide:
            groups.sort(key=lambda group: not group.is_first)
        leaves: list[list[_Place]] = [[]]
        column, y = 0, first
        for group in groups:
            height = 1 + len(group.lines)
            if y > first and y + height > first + room:
                column, y = column + 1, first
            if column == len(xs):
                leaves.append([])
                column = 0
            leaves[-1].append(_Place(xs[column], y, group))
            y += height + 1
        return leaves

    def draw(self, painter: PagePainter) -> Sequence[PageKey]:
        """Draws the lines of a leaf, or those that a search has found."""
        self._lines = []
        searching, wide = self._typed is not None, painter.height >= 40
        leaves = self._places(painter.width, painter.height)
        place, right = self._place, "Esc  back to the table" if wide and self._footer else "Esc  back"
        if searching:
            place, right = "search", "Esc  all keys"
        elif len(leaves) > 1:
            place = f"page {self.leaf + 1} of {len(leaves)}: {leaves[self.leaf][0].group.wish}"
        painter.heading("Help", place, right)
        if painter.has_wood:
            self._draw_search(painter, 3 if wide else 2)
        if searching:
            self._draw_found(painter)
            return (
                PageKey("↑↓", "choose", "down"),
                PageKey("Enter", "do it now", "enter"),
                PageKey("Esc", "all keys", "escape"),
            )
        for each in leaves[self.leaf]:
            self._draw_group(painter, each)
        footer = (self._refusal,) if self._refusal else self._footer if wide else ()
        for down, sentence in enumerate(footer):
            role = TextRole.STRONG if self._refusal else TextRole.DIM if down else TextRole.SOFT
            painter.put(painter.left, painter.height - (6 if wide else 3) + down, sentence, role)
        search = PageKey("/", "search", "slash")
        if len(leaves) > 1:
            key, after = ("PgDn", self.leaf + 1) if self.leaf + 1 < len(leaves) else ("PgUp", self.leaf - 1)
            turn = PageKey(key, leaves[after][0].group.wish, key.lower().replace("pg", "page"))
            return search, turn, BACK
        named = tuple(
            line for group in self._find_groups() for line in group.lines if line.display in ("F2", "F6", "^P")
        )
        return (search, *(PageKey(line.display, line.words, line.key) for line in named), BACK)

    def _draw_search(self, painter: PagePainter, y: int) -> None:
        x, width = painter.left, 54 if painter.width >= 120 else 40
        if not painter.look.outlined:
            painter.canvas.fill(x, 2 * y, width, 2, painter.look.palette.button)
        painter.canvas.click(x, y, width, 1, PageKey("/", "search", "slash"))
        painter.put(x + 1, y, "/", TextRole.STRONG)
        if self._typed is not None:
            painter.put(x + 3, y, f"{self._typed}▏", TextRole.STRONG)
            count = len(self._find_lines())
            painter.put_right(painter.end, y, f"{count} found" if self._typed else "", TextRole.DIM)
            return
        example = 'such as "chips" or "show"' if width > 40 else 'such as "chips"'
        painter.put(x + 3, y, f"type what you want, {example}", TextRole.SOFT)
        legend = "a key like this does something now" if width > 40 else "a key like this works now"
        begin = painter.put_right(painter.end, y, legend, TextRole.DIM)
        painter.cap(begin - 4, y, PageKey("K", "", ""))

    def _draw_group(self, painter: PagePainter, place: _Place) -> None:
        x, y, group = place
        painter.put(painter.put(x, y, "I want to ", TextRole.DIM), y, group.wish, TextRole.STRONG)
        for down, line in enumerate(group.lines, start=1):
            self._draw_line(painter, x, y + down, line, x + _WORDS_AT)

    def _draw_line(self, painter: PagePainter, x: int, y: int, line: HelpLine, words: int) -> None:
        painter.cap(x, y, PageKey(line.display, line.words, line.key, works=not line.refusal))
        after = painter.put(words, y, line.words, TextRole.DIM if line.refusal else TextRole.SOFT)
        painter.canvas.click(x, y, after - x, 1, RowPress(len(self._lines)))
        self._lines.append(line)

    # --- the search

    def _find_lines(self) -> list[tuple[HelpGroup, HelpLine]]:
        """Returns the lines with what is typed in their words, as their key or in their group's, the former first."""
        wanted = (self._typed or "").casefold().strip()

        def is_found(group: HelpGroup, line: HelpLine) -> bool:
            return wanted in f"{line.words} {line.also} {group.wish}".casefold() or wanted == line.display.casefold()

        each = ((group, line) for group in self._find_groups() for line in group.lines)
        found = [(group, line) for group, line in each if wanted and is_found(group, line)]
        return sorted(found, key=lambda pair: wanted not in pair[1].words.casefold())

    def _known_words(self) -> Iterator[str]:
        for group in self._find_groups():
            for line in group.lines:
                yield from (word.strip("(),;").casefold() for word in f"{line.also} {line.words}".split())

    def _draw_found(self, painter: PagePainter) -> None:
        found, wide, words = self._find_lines(), painter.height >= 40, painter.left + _WORDS_AT
        first = 5 if wide else 4 if painter.has_wood else 3
        room = painter.height - first - 4
        if not painter.has_wood:
            painter.put(1, 1, f"/ {self._typed}▏", TextRole.STRONG)
        step = 2 if 2 * len(found) <= room else 1
        self._index = max(0, min(self._index, len(found) - 1))
        skipped = max(0, self._index - room // step + 1)
        for place, (group, line) in enumerate(found[skipped : skipped + room // step], start=skipped):
            y = first + (place - skipped) * step
            if place == self._index:
                painter.mark(Rect(0, y, painter.width, 1))
            self._draw_line(painter, painter.left + 1, y, line, words)
            head, word, _ = line.words.partition(self._typed or "")
            painter.put(words + len(head), y, word, TextRole.STRONG)
            painter.put_right(painter.end, y, group.wish if painter.has_wood else "", TextRole.DIM)
        self._lines = [line for _, line in found]
        told, role = "Enter does it; a line that does nothing now says why.", TextRole.DIM
        if self._refusal:
            told, role = self._refusal, TextRole.STRONG
        elif self._typed and not found:
            near = get_close_matches(self._typed.casefold(), sorted(set(self._known_words())), n=1)
            told = f"Nothing found for {self._typed}." + (f" Is it {near[0]}?" if near else "")
        y = min(first + (len(found) - skipped) * step + 1, painter.height - 4)
        painter.paragraph(words, y, told, painter.end - words, role)
