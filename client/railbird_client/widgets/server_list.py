"""The servers found on the network as rows to choose from, each with a number of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Click, MouseEvent, MouseMove, MouseScrollDown, MouseScrollUp
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from railbird_client.model.found_servers import FoundServer
from railbird_client.widgets.ascii_fallback import apply_ascii_fallback

MAX_NUMBER = 9
"""The highest number that a key chooses."""

_MAX_NAME_WIDTH = 24


class ServerList(Widget, can_focus=True):
    """Shows a row for each server, and a sentence while there is none; scrolls to the marked row.

    A server keeps its number when others come and go, so that a key chooses the one that was read.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "Up", show=False),
        Binding("down", "move(1)", "Down", show=False),
        Binding("home", "move(-99)", "First", show=False),
        Binding("end", "move(99)", "Last", show=False),
        Binding("enter", "choose", "Choose", show=False),
    ]

    servers: reactive[tuple[FoundServer, ...]] = reactive(())
    index: reactive[int] = reactive(0)
    sentence: reactive[str] = reactive("")

    @dataclass
    class Selected(Message):
        """A server was chosen."""

        server: FoundServer

    class LeftAtTop(Message):
        """The mark was moved up beyond the first row."""

    def __init__(self) -> None:
        super().__init__()
        self._numbers: dict[str, int] = {}

    def show(self, servers: Sequence[FoundServer]) -> None:
        """Lists these servers in the order of their numbers; the marked one stays marked."""
        before = self.highlighted
        for server in servers:
            self._numbers.setdefault(server.instance, len(self._numbers) + 1)
        self.servers = tuple(sorted(servers, key=lambda server: self._numbers[server.instance]))
        instances = [server.instance for server in self.servers]
        if before is not None and before.instance in instances:
            self.index = instances.index(before.instance)
        else:
            self.index = min(self.index, max(0, len(instances) - 1))
        if not instances and self.has_focus:
            self.post_message(self.LeftAtTop())

    @property
    def highlighted(self) -> FoundServer | None:
        """The marked server, if there is any."""
        return self.servers[self.index] if self.index < len(self.servers) else None

    def find_number(self, number: int) -> FoundServer | None:
        """Returns the server of that number, None where it is not there any more."""
        return next((server for server in self.servers if self._numbers[server.instance] == number), None)

    def action_move(self, by: int) -> None:
        """Marks another server."""
        if by == -1 and self.index == 0:
            self.post_message(self.LeftAtTop())
        self.index = min(max(self.index + by, 0), max(0, len(self.servers) - 1))

    def action_choose(self) -> None:
        """Chooses the marked server."""
        if self.highlighted is not None:
            self.post_message(self.Selected(self.highlighted))

    def on_mouse_move(self, event: MouseMove) -> None:
        """Marks the server under the pointer."""
        self._highlight_under(event)

    def on_click(self, event: Click) -> None:
        """Chooses the server that was clicked."""
        if self._highlight_under(event):
            self.action_choose()

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Moves the mark with the wheel."""
        event.stop()
        self.index = min(self.index + 1, max(0, len(self.servers) - 1))

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Moves the mark with the wheel."""
        event.stop()
        self.index = max(self.index - 1, 0)

    def _highlight_under(self, event: MouseEvent) -> bool:
        place = event.get_content_offset(self)
        if place is None or self._first_row + place.y >= len(self.servers):
            return False
        self.index = self._first_row + place.y
        return True

    @property
    def _first_row(self) -> int:
        rows = max(1, self.size.height)
        return max(0, min(self.index - rows // 2, len(self.servers) - rows))

    def render(self) -> Content:
        """Draws the rows that fit, or the sentence."""
        if not self.servers:
            return apply_ascii_fallback(self.app, Content.assemble(("  " + self.sentence, "$dim")))
        last = self._first_row + max(1, self.size.height)
        cells = [(server.name, server.address.short, _state(server)) for server in self.servers]
        name_width, *widths = (max(map(cell_len, column)) for column in zip(*cells, strict=True))
        widths = [min(_MAX_NAME_WIDTH, name_width), *widths]
        rows = [
            self._draw_row(server, widths, marked=self.has_focus and place == self.index)
            for place, server in enumerate(self.servers)
        ]
        return apply_ascii_fallback(self.app, Content("\n").join(rows[self._first_row : last]))

    def _draw_row(self, server: FoundServer, widths: Sequence[int], *, marked: bool) -> Content:
        number = self._numbers[server.instance]
        name, address, state = (
            Content(text).truncate(width, ellipsis=True, pad=True)
            for text, width in zip((server.name, server.address.short, _state(server)), widths, strict=True)
        )
        bar = ("┃ ", "$accent") if marked else "  "
        if server.objection:
            row = Content.assemble(bar, Content("  ").join([Content("   "), name, address, state]).stylize("$dim"))
        else:
            key = (f" {number} ", "bold $key on $button") if number <= MAX_NUMBER else "   "
            title = name.stylize("bold") if marked else name
            facts = (address.stylize("$dim"), "  ", state.stylize("$text-accent"), "  ", (server.games_text, "$dim"))
            row = Content.assemble(bar, key, "  ", title, "  ", *facts)
        row = row.truncate(self.size.width, ellipsis=True, pad=True)
        return row.stylize_before("on $panel") if marked else row


def _state(server: FoundServer) -> str:
    return server.short_objection or server.seats_text
