"""A short menu; each entry has a key of its own and a description."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Click, MouseEvent, MouseMove
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from railbird_client.widgets.ascii_fallback import apply_ascii_fallback


@dataclass(frozen=True, slots=True)
class MenuItem:
    """One entry: the key that chooses it, its title, its present setting and its description."""

    key: str
    title: str
    setting: str = ""
    description: str = ""


class Menu(Widget, can_focus=True):
    """Shows the entries and marks one; each takes two rows if there is room, else one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "Up", show=False),
        Binding("down", "move(1)", "Down", show=False),
        Binding("home", "move(-99)", "First", show=False),
        Binding("end", "move(99)", "Last", show=False),
        Binding("enter", "choose", "Choose", show=False),
    ]
    TITLE_WIDTH = 18

    items: reactive[tuple[MenuItem, ...]] = reactive(())
    index: reactive[int] = reactive(0)

    @dataclass
    class Selected(Message):
        """An entry was chosen."""

        key: str

    class LeftAtBottom(Message):
        """The mark was moved down beyond the last entry."""

    def __init__(self, items: Sequence[MenuItem]) -> None:
        super().__init__()
        self.set_reactive(Menu.items, tuple(items))

    @property
    def _rows_each(self) -> int:
        return 2 if self.size.height >= 2 * len(self.items) - 1 else 1

    def action_move(self, by: int) -> None:
        """Marks another entry."""
        if by == 1 and self.index == len(self.items) - 1:
            self.post_message(self.LeftAtBottom())
        self.index = min(max(self.index + by, 0), len(self.items) - 1)

    def action_choose(self) -> None:
        """Chooses the marked entry."""
        self.post_message(self.Selected(self.items[self.index].key))

    def on_mouse_move(self, event: MouseMove) -> None:
        """Marks the entry under the pointer."""
        self._highlight_under(event)

    def on_click(self, event: Click) -> None:
        """Chooses the entry that was clicked."""
        if self._highlight_under(event):
            self.action_choose()

    def _highlight_under(self, event: MouseEvent) -> bool:
        place = event.get_content_offset(self)
        row = place.y // self._rows_each if place is not None else len(self.items)
        if row < len(self.items):
            self.index = row
        return row < len(self.items)

    def render(self) -> Content:
        """Draws the entries."""
        lines: list[Content] = []
        in_use = self.has_focus or self.screen.focused is None
        for number, entry in enumerate(self.items):
            lines += self._draw_item(entry, marked=in_use and number == self.index)
        return apply_ascii_fallback(self.app, Content("\n").join(lines))

    def _draw_item(self, entry: MenuItem, *, marked: bool) -> list[Content]:
        bar = ("┃ ", "$accent") if marked else "  "
        key = (f" {entry.key.upper()} ", "bold $key on $button")
        title = (f"  {entry.title:{self.TITLE_WIDTH}}", "bold" if marked else "")
        two = self._rows_each > 1
        note = entry.setting if two else (entry.setting or entry.description)
        rows = [Content.assemble(bar, key, title, (note, "$text-accent" if entry.setting else "$dim"))]
        if two and entry.description:
            rows.append(Content.assemble(bar, "     ", (entry.description, "$dim")))
        back = "on $panel" if marked else ""
        full = [row.truncate(self.size.width, ellipsis=True, pad=True) for row in rows]
        return [row.stylize_before(back) for row in full] if back else full
