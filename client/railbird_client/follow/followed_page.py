"""The page of followed tables: a grid of tiles, each with the table small, the board, the pot and the facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from railbird_client.drawing.canvas import PixelCanvas, Rect, Words, words_width
from railbird_client.drawing.card_art import card_words
from railbird_client.drawing.palette import Look
from railbird_client.drawing.text_width import text_to_ascii, truncate
from railbird_client.follow.followed_tables import FollowedTable, FollowedTables
from railbird_client.table.paint.oval import Oval
from railbird_client.table.paint.small_table import Fact, draw_small_oval, empty_seat, fact_lines, seat_cells
from railbird_client.table.table_model import TableModel
from railbird_client.table.table_words import best_first, chances_by_seat, find_chances
from railbird_client.widgets.page_screen import TURN_NOTICE, RowPress
from railbird_shared.history.narration import format_card, format_cards
from railbird_shared.protocol.view import SeatView, SpotChances, TableView

KEYS = (("← → ↑ ↓", "mark"), ("Enter", "go there"), ("Del", "follow no longer"), ("Esc", "back"))

MAX_FACTS = 5

NO_TABLES = (
    "You follow no table yet.",
    "In the lobby, mark a table and press [Space].",
    "On the page of a tournament, [F] follows its tables.",
)


class Tile(NamedTuple):
    """A followed table as the page shows it.

    `status` stands beside the name. `view` is the table as it is drawn, None before the server has sent it. `is_here`
    says that the player is at this table, and `is_closed` that it is followed no longer.
    """

    table: str
    name: str
    status: str = ""
    view: TableView | None = None
    facts: tuple[Fact, ...] = ()
    is_here: bool = False
    is_closed: bool = False


class FollowedPage(NamedTuple):
    """All tiles of the page, and which is marked; `notice` says what cannot wait."""

    tiles: tuple[Tile, ...]
    marked: int = 0
    notice: str = ""


def build_page(followed: FollowedTables, marked: int, current: TableModel | None = None) -> FollowedPage:
    """Returns the page; `current` is the table that the player is at, shown as it is on the screen."""
    tiles = tuple(_tile(each, current if each.table == followed.current else None) for each in followed.tables)
    is_turn = current is not None and current.is_own_turn
    notice = TURN_NOTICE if is_turn else "connection lost, trying again" if followed.lost else ""
    return FollowedPage(tiles, max(0, min(marked, len(tiles) - 1)), notice)


def _tile(followed: FollowedTable, current: TableModel | None) -> Tile:
    view = followed.view if current is None else current.shown_view
    last = followed.last_event if current is None else current.last_event
    chances = find_chances(view, followed.told_chances) if current is None else current.chances()
    watchers = followed.watchers if current is None else current.watchers
    here = current is not None
    if followed.closed:
        before = (Fact("before", followed.last_hand),) if followed.last_hand else ()
        facts = (Fact("closed", followed.closed), *before)
        return Tile(followed.table, followed.name, "closed", facts=facts, is_closed=True)
    if view is None:
        return Tile(followed.table, followed.name, facts=(Fact("now", "on its way"),))
    facts = tuple(_facts(view, last, "" if here else followed.last_hand, chances, watchers))
    return Tile(followed.table, view.name, "you are here" if here else _hand(view), view, facts, is_here=here)


def _hand(view: TableView) -> str:
    if not view.hand:
        return "not dealt yet"
    street = f" · {view.street_name}" if view.playing and view.street_name else ""
    return f"hand {view.hand:,}{street}"


def _facts(view: TableView, last: str, before: str, chances: SpotChances | None, watchers: int) -> Iterator[Fact]:
    yield Fact("game", view.game.full_title)
    yield Fact("now", _now(view))
    if last:
        yield Fact("last", last)
    if chances is not None:
        parts = best_first(chances_by_seat(chances, view))
        yield Fact("chances", ", ".join(f"{each.name} {each.words}" for each in parts))
    elif before and view.playing:
        yield Fact("before", before)
    on_rail = f", {watchers} on the rail" if watchers else ""
    yield Fact("seats", f"{len(view.occupied)} of {len(view.seats)} seats{on_rail}")


def _now(view: TableView) -> str:
    """Returns the state of the table, above all the player to act."""
    seat = None if view.turn is None else view.at(view.turn.seat)
    if seat is not None:
        owed = min(seat.stack, max(0, view.to_match - seat.bet))
        return f"{seat.name} to act" + (f", {owed:,} to call" if owed else "")
    if view.pause is not None:
        return "paused" if view.pause.ends is None else "on a break"
    if view.playing:
        return view.street_name or "the hand runs"
    return "between two hands" if len(view.occupied) > 1 else "waits for players"


def move_mark(page: FollowedPage, across: int, down: int, columns: int) -> int:
    """Returns which tile is marked after a step across or down in a grid of so many columns."""
    wanted = page.marked + across + down * columns
    return wanted if 0 <= wanted < len(page.tiles) else page.marked


def grid(tiles: int, most: Sequence[int]) -> tuple[int, int]:
    """Returns the columns and rows for so many tiles, of which at most `most` columns and rows fit: as even as can be.

    Where not all fit, the page has as many as do, and the others come when the mark moves there.
    """
    most_columns, most_rows = most
    columns = next((each for each in range(1, most_columns) if each * min(each, most_rows) >= tiles), most_columns)
    return columns, max(1, min(most_rows, -(-tiles // columns)))


MIN_TILE_WIDTH = 36
MIN_TILE_HEIGHT = 15
MAX_TILE_HEIGHT = 24
_GAP = 2
_HEADER, _FOOTER = 2, 2
_LABEL_WIDTH = 8
_MAX_HALF_WIDTH, _MIN_HALF_HEIGHT = 28, 5
_BUTTON_REACH = 0.72
_CARD_WIDTH = 4


def columns_and_rows(tiles: int, width: int, height: int) -> tuple[int, int]:
    """Returns how many columns and rows of tiles a terminal of that size shows."""
    room = height - _HEADER - _FOOTER
    most = max(1, (width + _GAP) // (MIN_TILE_WIDTH + _GAP)), max(1, (room + 1) // (MIN_TILE_HEIGHT + 1))
    return grid(tiles, most)


def draw_followed_page(canvas: PixelCanvas, page: FollowedPage, look: Look) -> None:
    """Draws the page; with more tiles than there is room for, those around the mark."""
    width, height = canvas.width, canvas.height
    _draw_frame(canvas, page, look)
    if not page.tiles:
        for row, line in enumerate(NO_TABLES):
            words = Words(line, look.palette.soft if row else look.palette.text, bold=not row)
            canvas.put_centred(width, height // 2 - 1 + row, [words])
        return
    columns, rows = columns_and_rows(len(page.tiles), width, height)
    tile_width = (width - _GAP * (columns + 1)) // columns
    tile_height = min(MAX_TILE_HEIGHT, (height - _HEADER - _FOOTER - (rows - 1)) // rows)
    first = page.marked // (columns * rows) * columns * rows
    for place, tile in enumerate(page.tiles[first : first + columns * rows]):
        down, across = divmod(place, columns)
        x, y = _GAP + across * (tile_width + _GAP), _HEADER + down * (tile_height + 1)
        where = Rect(x, y, tile_width, tile_height)
        _draw_tile(canvas, tile, where, look, marked=first + place == page.marked)
        canvas.click(*where, RowPress(first + place))


def _draw_frame(canvas: PixelCanvas, page: FollowedPage, look: Look) -> None:
    """Draws the line above the tiles and the keys below them."""
    palette = look.palette
    canvas.put(_GAP, 0, "Tables that you follow", palette.text, bold=True)
    count = f"{page.marked + 1} of {len(page.tiles)}" if page.tiles else ""
    colour = palette.danger if page.notice else palette.dim
    canvas.put_right(canvas.width - _GAP, 0, page.notice or count, colour, bold=bool(page.notice))
    words: list[Words] = []
    for key, does in KEYS if page.tiles else KEYS[-1:]:
        label = text_to_ascii(key) if look.ascii_only else key
        words += [Words(label, palette.key, bold=True), Words(f" {does}   ", palette.soft)]
    while words_width(words) > canvas.width - 2 * _GAP + 3:
        words = words[2:]
    canvas.put_words(_GAP, canvas.height - 1, words)


def _draw_tile(canvas: PixelCanvas, tile: Tile, place: Rect, look: Look, *, marked: bool) -> None:
    lines = list(tile.facts[: place.height - 1])
    room = place.height - 2 - MAX_FACTS
    half_width = min(_MAX_HALF_WIDTH, (place.width - 2) // 2 - 1)
    half_height = min(round(half_width * 0.62), room - 1)
    if half_height >= _MIN_HALF_HEIGHT and not tile.is_closed:
        middle = place.x + place.width // 2, 2 * (place.y + 1) + room
        _draw_table(canvas, tile.view, Oval(*middle, half_width, half_height, 2), look)
    else:
        room = 1
        lines = fact_lines((*_drawn_facts(tile.view, look), *tile.facts), place.width - _LABEL_WIDTH)
        lines = lines[: place.height - 2]
    for y, (label, value) in enumerate(lines, start=place.y + 1 + room):
        canvas.put(place.x, y, label, look.palette.dim)
        text = truncate(value, place.width - _LABEL_WIDTH)
        colour = look.palette.text if label == "now" else look.palette.soft
        canvas.put_words(place.x + _LABEL_WIDTH, y, card_words(text, colour, look.palette.text_suits))
    _draw_title(canvas, tile, place, look, marked=marked)  # last, over the shadow of the table


def _drawn_facts(view: TableView | None, look: Look) -> Iterator[Fact]:
    """Yields in words what the small table shows, where there is no room to draw it."""
    if view is not None and view.board:
        yield Fact("board", format_cards(view.board, symbols=not look.ascii_only))
    if view is not None and view.total_pot:
        yield Fact("pot", f"{view.total_pot:,}")


def _draw_title(canvas: PixelCanvas, tile: Tile, place: Rect, look: Look, *, marked: bool) -> None:
    palette = look.palette
    if not look.outlined:
        canvas.fill(place.x, 2 * place.y, place.width, 2, palette.turn if marked else palette.plate)
    name, soft = (palette.turn_text, palette.turn_soft) if marked else (palette.text, palette.soft)
    begin = canvas.put_right(place.x + place.width - 1, place.y, tile.status, soft)
    sign = "> " if marked and look.outlined else " "
    room = begin - place.x - len(sign) - 1
    canvas.put(place.x, place.y, sign + truncate(tile.name, max(1, room)), name, bold=True)


def _draw_table(canvas: PixelCanvas, view: TableView | None, oval: Oval, look: Look) -> None:
    draw_small_oval(canvas, oval, look)
    if view is None:
        return
    _draw_seats(canvas, view, oval, look)
    row = oval.y // 2
    if view.total_pot:
        pot = [Words("pot ", look.palette.felt_soft), Words(f"{view.total_pot:,}", look.palette.felt_chips, bold=True)]
        canvas.put_centred(2 * oval.x, row - (2 if view.board else 0), pot)
    x = oval.x - (len(view.board) * (_CARD_WIDTH + 1) - 1) // 2
    for card in view.board:
        if not look.outlined:
            canvas.fill(x, 2 * row, _CARD_WIDTH, 2, look.palette.card)
        text = format_card(card, symbols=not look.ascii_only)
        canvas.put(x, row, text.center(_CARD_WIDTH), look.palette.card_suits.of(card.suit), bold=True)
        x += _CARD_WIDTH + 1


def _draw_seats(canvas: PixelCanvas, view: TableView, oval: Oval, look: Look) -> None:
    total = len(view.seats)
    cells = seat_cells(oval, total, oval.half_width - 1, oval.half_height - 1)
    buttons = seat_cells(oval, total, oval.half_width * _BUTTON_REACH, oval.half_height * _BUTTON_REACH)
    for seat, cell, button in zip(view.seats, cells, buttons, strict=True):
        _draw_seat(canvas, seat, view, cell, look)
        if seat is not None and seat.seat == view.button:
            canvas.put(*button, "D", look.palette.felt_text, bold=True)


def _draw_seat(canvas: PixelCanvas, seat: SeatView | None, view: TableView, cell: tuple[int, int], look: Look) -> None:
    """Draws a seat: empty, to act, in the hand or ready for one, or out of it."""
    (x, y), palette = cell, look.palette
    if seat is None:
        canvas.put(x, y, empty_seat(look), palette.felt_soft)
    elif view.turn is not None and view.turn.seat == seat.seat:
        if look.outlined:
            canvas.put(x - 1, y, "[●]", palette.turn_label, bold=True)
        else:
            canvas.fill(x - 1, 2 * y, 3, 2, palette.turn)
            canvas.put(x, y, "●", palette.turn_text, bold=True)
    elif seat.live or (not view.playing and not seat.sitting_out):
        canvas.put(x, y, "●", palette.felt_text if look.outlined else palette.card, bold=True)
    else:
        canvas.put(x, y, "·", palette.felt_soft)
