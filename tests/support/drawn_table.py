"""The table screen drawn to a canvas without a terminal: its lines, the words in its parts, and colours of cells."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from msgspec import Struct

from railbird_client.drawing.canvas import Ground, Picture, Rect, Run
from railbird_client.drawing.palette import Colour, Look, find_look
from railbird_client.drawing.text_width import text_to_ascii
from railbird_client.network.invitation import Invitation
from railbird_client.network.link import ConnectionStatus
from railbird_client.table.paint import table_painter as table
from railbird_client.table.paint.geometry import RowsLayout, TableGeometry, compute_layout
from railbird_client.table.paint.rows import draw_rows
from railbird_client.table.paint.table_painter import TablePainter
from railbird_client.table.table_model import TableModel, TableState
from railbird_client.table.table_options import TableOptions
from railbird_client.table.view_model_builder import build_table_view_model
from railbird_client.table.view_models import TableViewModel
from railbird_shared.protocol.messages import Message
from railbird_shared.protocol.view import TableView
from support.canvas_reading import canvas_lines
from support.contrast import contrast
from support.key_presses import parse_presses
from support.view_builders import snapshot_message

table._empty_table = cache(table._empty_table.__wrapped__)
"""The client keeps the few empty tables that a player sees; tests draw at all sizes in turn."""

NOW = 100.0
"""The client's clock when a table is drawn, in seconds."""

OFFLINE = ConnectionStatus()
QUICK = TableOptions(street_pause=0, hints=False)

BLOCKS = "▟▙▜▛▝▘▗▖▀▄█▌▐"
"""Letters that stand for pixels: corners, edges and the backs of cards."""
LINES = "─━│┃╭╮╰╯╌┊▸◂▒"
"""Letters that stand for lines, and for the backs of cards in outlines."""
_UNREAD = frozenset(BLOCKS + LINES + "·▏")
_LEAST_CONTRAST, _LEAST_OF_DISCS = 4.5, 3.0
_ORNAMENT = str.maketrans(dict.fromkeys(BLOCKS + LINES, " "))


class DrawnTable(Struct, frozen=True):
    """A drawn table, with all that it was drawn from."""

    canvas: Picture
    model: TableViewModel
    layout: TableGeometry | RowsLayout
    look: Look

    @property
    def geometry(self) -> TableGeometry:
        """Where everything lies on an oval table."""
        assert isinstance(self.layout, TableGeometry), "the table is drawn in rows"
        return self.layout

    @property
    def lines(self) -> list[str]:
        """The lines as the terminal shows them, without their colours; pixels are blanks."""
        lines = canvas_lines(self.canvas)
        return [text_to_ascii(line) for line in lines] if self.look.ascii_only else lines

    @property
    def words(self) -> str:
        """All that can be read, on one line, without ornament."""
        return _words(self.lines)

    def lines_in(self, rect: Rect) -> list[str]:
        """The lines of a rectangle, with the letters that stand for pixels, and without blanks at their ends."""
        return [self.text_in(rect._replace(y=y, height=1)) for y in range(rect.y, rect.y + rect.height)]

    def text_in(self, rect: Rect) -> str:
        """The first line of a rectangle."""
        row = self.canvas.letters[rect.y] if 0 <= rect.y < self.canvas.height else {}
        cells = (row.get(x) for x in range(rect.x, rect.x + rect.width))
        text = "".join(letter.char if letter else " " for letter in cells).rstrip()
        return text_to_ascii(text) if self.look.ascii_only else text

    def words_in(self, rect: Rect) -> str:
        """What can be read in a rectangle, on one line."""
        return _words(self.lines_in(rect))

    def plate_rect(self, number: int) -> Rect:
        """The plate of a seat with its edge, if plates have one."""
        rect = self.geometry.seats[number].rect
        edged = self.geometry.size.has_edge or (number == self.geometry.viewer and self.model.own_seat is not None)
        return rect._replace(height=rect.height + (1 if edged else 0))

    def plate(self, number: int) -> list[str]:
        """What can be read on each row of a seat's plate, with its edge."""
        return [" ".join(line.translate(_ORNAMENT).split()) for line in self.lines_in(self.plate_rect(number))]

    def seat_cards(self, number: int) -> str:
        """What can be read on the cards behind a seat's plate."""
        rect = self.geometry.seats[number].rect
        above = {0: 0, 3: 2, 5: 3}[self.geometry.size.seat_card_pixels]
        return self.words_in(Rect(rect.x, rect.y - above, rect.width, above))

    @property
    def own_cards_rect(self) -> Rect:
        """Where the viewer's own cards lie, with the row of what becomes of them in a draw."""
        own = self.geometry.own
        height = self.geometry.size.own_card.height + 2
        return Rect(own.x - 6, own.y - height, own.width + 12, height)

    @property
    def bar(self) -> str:
        """What can be read in the action bar."""
        return self.words_in(self.layout.bar)

    @property
    def log(self) -> str:
        """What can be read in the log and the chat of an oval table."""
        side = self.geometry.side
        if side is not None:
            return self.words_in(side)
        rect = self.geometry.log
        return self.words_in(Rect(0, rect.y, self.geometry.width, rect.height))

    @property
    def middle(self) -> str:
        """What can be read between the seats: the pots, what is going on, and the result, without the board."""
        geometry = self.geometry
        rect = geometry.board
        last = max(geometry.size.own_bet_row, geometry.size.result_row + geometry.size.result_rows)
        rows = {geometry.size.pot_row, *range(geometry.size.pots_row, last)}
        return _words(self.text_in(Rect(rect.x - 3, y, rect.width + 6, 1)) for y in sorted(rows))

    def cell(self, x: int, y: int) -> Run:
        """What a cell shows."""
        letter = self.canvas.letters[y].get(x)
        ground = self.canvas.ground_at(x, y)
        if letter is None:
            return Run(" ", None, ground)
        return Run(letter.char, letter.colour, ground, letter.bold, letter.reverse)

    def find(self, words: str, rect: Rect | None = None) -> tuple[int, int]:
        """The first cell of words, in a rectangle if one is given; a wide letter counts as one more blank before."""
        for y in range(self.canvas.height) if rect is None else range(rect.y, rect.y + rect.height):
            letters = self.canvas.letters[y]
            row = [letters[x].char or "\0" if x in letters else " " for x in range(self.canvas.width)]
            begin, end = (0, len(row)) if rect is None else (max(0, rect.x), rect.x + rect.width)
            for x in range(begin, end):
                if "".join(row[x:end]).replace("\0", "").startswith(words):
                    return x, y
        raise AssertionError(f"{words!r} is not drawn in {rect or 'any place'}:\n" + "\n".join(self.lines))

    def run_of(self, words: str, rect: Rect | None = None) -> Run:
        """How the first letter of words is drawn."""
        return self.cell(*self.find(words, rect))

    def colour_of(self, words: str, rect: Rect | None = None) -> Ground:
        """The colour of words."""
        return self.run_of(words, rect).colour

    def ground_of(self, words: str, rect: Rect | None = None) -> Ground:
        """The colour on which words stand."""
        return self.run_of(words, rect).ground

    def ground_of_plate(self, number: int) -> Ground:
        """The colour of a seat's plate, in a cell of its first row that is no corner."""
        rect = self.geometry.seats[number].rect
        return self.canvas.pixels[2 * rect.y][rect.x + 1]

    def lit_plates(self) -> list[int]:
        """The seats whose plates have the colour of whose turn it is."""
        if self.look.outlined:
            return [seat for seat in self.geometry.seats if self._has_pointer(seat)]
        return [seat for seat in self.geometry.seats if self.ground_of_plate(seat) == self.look.palette.turn]

    def _has_pointer(self, number: int) -> bool:
        rect = self.geometry.seats[number].rect
        letter = self.canvas.letters[rect.y].get(rect.x)
        return letter is not None and letter.char == "▸"

    def count_pixels(self, rect: Rect, colour: Colour) -> int:
        """How many pixels of a rectangle have a colour."""
        rows = range(2 * rect.y, 2 * (rect.y + rect.height))
        return sum(self.canvas.pixels[py][x] == colour for py in rows for x in range(rect.x, rect.x + rect.width))


def drawn_table(
    view: TableView,
    *messages: Message,
    keys: str = "",
    size: tuple[int, int] = (80, 24),
    options: TableOptions = QUICK,
    look: Look | None = None,
    connection: ConnectionStatus = OFFLINE,
    typing: bool = False,
    invites: bool = False,
    watchers: int = 0,
) -> DrawnTable:
    """Draws a table after the messages and the keys, a second after each other; without a `look` in true colour."""
    session = TableModel(options)
    session.receive(snapshot_message(view, watchers=watchers), NOW)
    for message in messages:
        session.receive(message, NOW)
    now = NOW
    for press in parse_presses(keys):
        now += 1
        session.press(press, now)
    return draw_session(session, size=size, look=look, connection=connection, now=now, typing=typing, invites=invites)


def draw_session(
    session: TableModel,
    *,
    size: tuple[int, int] = (80, 24),
    look: Look | None = None,
    connection: ConnectionStatus = OFFLINE,
    now: float = NOW,
    typing: bool = False,
    invites: bool = False,
) -> DrawnTable:
    """Draws what a session shows now, as the table screen does."""
    view = session.shown_view
    assert view is not None
    options = session.options
    look = look or find_look(ascii_only=options.ascii, two_colour=options.two_colour)
    layout = compute_layout(view, *size)
    invitation = Invitation(addresses=("192.168.1.20",) if invites else ())
    state = TableState(session, invitation, connection)
    model = build_table_view_model(state, view, now, typing=typing, room=layout.room)
    picture = (
        TablePainter(layout, look).draw(model) if isinstance(layout, TableGeometry) else draw_rows(model, layout, look)
    )
    return DrawnTable(picture, model, layout, look)


def unreadable(drawn: DrawnTable) -> list[tuple[int, int, str, float]]:
    """The letters that have too little contrast on their ground, with it; ornament does not count."""
    palette = drawn.look.palette
    ornament = {palette.faint, palette.rule, palette.felt_mark, palette.slot_line, palette.plate_edge}
    found = []
    for y, row in enumerate(drawn.canvas.letters):
        for x, letter in row.items():
            if not letter.char or letter.char in _UNREAD or letter.colour is None or letter.colour in ornament:
                continue
            seen = contrast(letter.colour, drawn.canvas.ground_at(x, y) or palette.background)
            if seen < (_LEAST_OF_DISCS if letter.char == "●" else _LEAST_CONTRAST):
                found.append((x, y, letter.char, round(seen, 2)))
    return found


def _words(lines: Iterable[str]) -> str:
    return " ".join(" ".join(line.translate(_ORNAMENT) for line in lines).split())
