"""Draws the lobby: its tables as rows, the marked one small with its facts, the chat, and the way to a seat.

On a screen without a side column the marked table and the chat stand below the rows; a very small one has rows alone,
and the chat in their place while a line is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from railbird_client.drawing.canvas import Rect, SliderClick, Words
from railbird_client.drawing.page_painter import PageKey, PagePainter
from railbird_client.drawing.text_roles import Span, TextRole
from railbird_client.drawing.text_width import cell_width, truncate, wrap
from railbird_client.follow.followed_tables import FollowedTable
from railbird_client.lobby.lobby_state import LobbyState
from railbird_client.table.paint.oval import Oval
from railbird_client.table.paint.small_table import Fact, draw_small_oval, empty_seat, fact_lines, seat_cells
from railbird_client.tournament.tournament_words import entry_line, waiting_words
from railbird_client.widgets.page_screen import RowPress
from railbird_shared.protocol.messages import TableInfo

NO_TABLES = "No table is open. N opens one."
NOTHING_FOUND = "No table fits. Esc shows all tables."
OPEN_TOURNAMENT = "A tournament waits for players: T. N opens a table."
RUNNING_TOURNAMENT = "A tournament is running: T shows it. N opens a table."
"""The words of an empty list."""

ORDERS = ("opened", "name", "free seats")
"""The orders in which a whole list is shown."""

_MAX_DOTS, _NAME_CELLS, _TAG_CELLS = 10, 12, 8
_TABLE_ROWS, _LARGE_TABLE_ROWS, _LOWER_ROWS = 12, 16, 15
_FEWEST_ROWS_FOR_YOU, _FOR_YOU_ROWS, _PITCH = 40, 6, 3
_SLIDER_CELLS = 30
_PLACES_OF_NINE = ((13, 10), (3, 9), (1, 6), (2, 3), (8, 1), (18, 1), (24, 3), (25, 6), (23, 9))
"""The places of nine names around a table of 34 cells and 12 rows, as drawn."""


class ShownLobby(NamedTuple):
    """The content of the lobby: its state, the tables in their order, the mark, the chips to sit down with, the time.

    `typing` is "say" while a line of chat is written, and "find" while a word to find is.
    """

    state: LobbyState
    tables: tuple[TableInfo, ...]
    place: int
    chips: int
    order: str
    now: float
    typing: str = ""

    @property
    def marked(self) -> TableInfo | None:
        """The marked table, if there is any."""
        return self.tables[self.place] if self.place < len(self.tables) else None

    @property
    def narrowed(self) -> bool:
        """Whether only some tables are listed on request."""
        return bool(self.state.request.find or self.state.request.free)

    def title(self, in_sight: int) -> str:
        """Returns how many tables are listed and in sight, of how many, and by what they were chosen."""
        lobby, request = self.state.lobby, self.state.request
        count = max(lobby.total, len(lobby.tables))
        places = f"{lobby.first + 1:,}-{lobby.first + len(lobby.tables):,} of {count:,}"
        if lobby.is_whole:
            places = f"{count:,}" if in_sight == count else f"{in_sight} of {count:,}"
        found = f' with "{request.find}"' if request.find else ""
        return f"{places} table{'s' * (count != 1)}{found}{', free seats' if request.free else ''}"


def draw_lobby(painter: PagePainter, shown: ShownLobby, notice: tuple[str, PageKey | None] | None) -> tuple[Rect, Rect]:
    """Draws the lobby, and returns where lines are typed: of the chat, and to find a table."""
    state, height = shown.state, painter.height
    has_side, has_lower = painter.side < painter.width, painter.width >= 80 and painter.has_wood
    chat_input = find_input = Rect(7, height - 2, painter.end - 8, 1)
    rows = _list_rect(painter)
    if has_side:
        chat_input = _draw_side(painter, shown)
        painter.canvas.fill(0, 0, painter.side, 2 * height, painter.look.ground)
        _draw_title(painter, shown)
        find_input = Rect(44, 3, painter.end - 44, 1)
    elif has_lower:
        chat_input = _draw_lower(painter, shown)
    painter.heading("Lobby", f"{state.server} · you are {state.player}", _people_and_link(state))
    if shown.typing == "say" and not has_side and not has_lower:
        _draw_chat(painter, shown, rows)
    else:
        _draw_tables(painter, shown, rows, pitch=_PITCH if has_side else 1)
    if has_side and height >= _FEWEST_ROWS_FOR_YOU:
        _draw_for_you(painter, shown, rows.y + rows.height + 1)
    if has_side or not has_lower:
        painter.prompt(*_prompt(shown))
    painter.buttons(_buttons(shown, says_chips=has_lower and not has_side))
    if has_side and height >= _FEWEST_ROWS_FOR_YOU:
        _draw_slider(painter, shown)
    in_strip = (find_input.y if shown.typing == "find" else chat_input.y) == height - 2
    if shown.typing and in_strip:
        painter.notice(shown.typing)
    elif notice is not None:
        painter.notice(*notice)
    painter.keys(_keys(shown, wide=has_side, turns=len(rows_in_sight(painter, shown)) < len(shown.tables)))
    return chat_input, find_input


def rows_in_sight(painter: PagePainter, shown: ShownLobby) -> range:
    """Returns the places of the tables in sight, with the marked one among them."""
    rect = _list_rect(painter)
    room = max(1, rect.height // (_PITCH if painter.side < painter.width else 1))
    first = max(0, min(shown.place - room // 2, len(shown.tables) - room))
    return range(first, min(len(shown.tables), first + room))


def _list_rect(painter: PagePainter) -> Rect:
    if painter.side < painter.width:
        end = painter.prompt_row - (_FOR_YOU_ROWS if painter.height >= _FEWEST_ROWS_FOR_YOU else 0)
        return Rect(2, 5, painter.end - 2, (end - 5) // _PITCH * _PITCH)
    end = painter.height - _LOWER_ROWS if painter.has_wood and painter.width >= 80 else painter.prompt_row
    return Rect(0, 2, painter.width, end - 2)


def _people_and_link(state: LobbyState) -> str:
    people, link = max(1, state.lobby.people), state.connection
    words = "connected" if link.latency_ms is None else f"{link.latency_ms} ms"
    if link.trouble:
        return str(link) if link.silent_seconds else "connection lost, trying again"
    return f"{people:,} {'person' if people == 1 else 'people'} · {words}"


def _draw_title(painter: PagePainter, shown: ShownLobby) -> None:
    painter.put(2, 3, shown.title(len(rows_in_sight(painter, shown))), TextRole.TITLE)
    keys = [PageKey("/", "find", "slash"), PageKey("F", "all seats" if shown.state.request.free else "free seats", "f")]
    keys += [PageKey("O", f"order: {shown.order}", "o")] if shown.state.lobby.is_whole else []
    x = painter.end - sum(cell_width(key.display + key.words) + 4 for key in keys) + 3
    for key in keys:
        x = painter.key(x, 3, key) + 3


# --- the tables


def _draw_tables(painter: PagePainter, shown: ShownLobby, rect: Rect, *, pitch: int) -> None:
    if not shown.tables:
        for y, line in enumerate(wrap(_empty_words(shown), rect.width - 6), rect.y + 1):
            painter.put(rect.x + 2, y, line, TextRole.SOFT)
    for down, place in enumerate(rows_in_sight(painter, shown)):
        y, is_marked = rect.y + pitch * down, place == shown.place
        painter.canvas.click(rect.x, y, rect.width, min(pitch, 2), RowPress(place))
        if is_marked:
            painter.mark(Rect(rect.x, y, rect.width, min(pitch, 2)), over=pitch > 1)
        _draw_table_row(painter, shown, shown.tables[place], y, is_marked=is_marked, tall=pitch > 1)


def _draw_table_row(
    painter: PagePainter, shown: ShownLobby, table: TableInfo, y: int, *, is_marked: bool, tall: bool
) -> None:
    name, game, end = (5, 18, painter.end - 1) if tall else (2, 14, painter.width - 2)
    wide, taken = painter.width >= 80, len(table.players)
    if table.table in shown.state.followed:
        painter.put(name - 1, y, "*", TextRole.DIM)
    painter.put(name, y, _short(table.name, game - name - 1), TextRole.STRONG)
    count = f"{taken}/{table.seats}"
    right = end - (5 if tall else 7)
    dots = right - table.seats if table.seats <= _MAX_DOTS and wide else right
    state_x = game if tall else 40 if wide else dots
    title_room = (dots if tall or not wide else state_x) - 1 - game
    role, title = TextRole.TEXT if is_marked else TextRole.SOFT, table.mix or table.game.full_title
    painter.put(game, y, _fitting(title_room, title, table.game.title, table.game.name), role, max_width=title_room)
    if dots < right:
        seats = ("●" * taken, TextRole.CHIPS), (empty_seat(painter.look) * (table.seats - taken), TextRole.DIM)
        painter.put_spans(dots, y, [Span(*each) for each in seats])
    painter.put_right(end, y, count, TextRole.SOFT)
    tags, said = _tags(table), TextRole.SOFT if is_marked else TextRole.DIM
    if tall:
        for tag in tags:
            if end - cell_width(tag) - 2 > game + cell_width(_state(table)):
                end = painter.put_right(end, y + 1, f" {tag} ", TextRole.BUTTON) - 1
        painter.put(game, y + 1, _fitting(end - game, _state(table), _hand(table)), said)
    elif wide:
        painter.put(state_x, y, (tags or [_hand(table)])[0], said, max_width=dots - state_x - 1)


def _short(name: str, room: int) -> str:
    return truncate(name, min(room, _NAME_CELLS))


def _fitting(room: int, *texts: str) -> str:
    """Returns the first of the texts that fits, else the last."""
    return next((text for text in texts if cell_width(text) <= room), texts[-1])


def _state(table: TableInfo) -> str:
    rail = f" · {table.watchers} watching" if table.watchers else ""
    now = f"now {table.game.title}" if table.mix else f"{table.host} hosts"
    return f"{now} · {_hand(table)}{rail}"


def _hand(table: TableInfo) -> str:
    return f"hand {table.hand:,}" if table.hand else "not dealt yet"


def _tags(table: TableInfo) -> list[str]:
    """Returns the words about a table that stand out, the most needed first."""
    tags = {
        "full": table.is_full and not table.has_room,
        "makes room": table.must_wait and table.has_room,
        f"{table.waiting} wait{'s' * (table.waiting == 1)}": bool(table.waiting),
        "locked": table.locked,
        "closed": table.seats_locked,
        "paused": table.paused,
        "break": table.on_break,
        f"rail {table.rail.delay_text} late": table.rail.is_delayed,
    }
    return [words for words, holds in tags.items() if holds]


def _empty_words(shown: ShownLobby) -> str:
    state = shown.state
    if shown.narrowed:
        return NOTHING_FOUND
    if state.entered:
        return waiting_words(state.entered[0], shown.now)
    if state.open_tournaments:
        return OPEN_TOURNAMENT
    return RUNNING_TOURNAMENT if any(status.phase.plays for status in state.tournaments) else NO_TABLES


# --- the marked table and the chat


def _draw_side(painter: PagePainter, shown: ShownLobby) -> Rect:
    """Draws the marked table, its facts and the chat in the side column; returns where the chat is typed."""
    left, width, height = painter.side + 2, painter.width - painter.side - 4, painter.height
    rows = _LARGE_TABLE_ROWS if height >= 48 else _TABLE_ROWS
    _draw_named_table(painter, shown, Rect(painter.side, 2, painter.width - painter.side, rows))
    top = rows + (4 if height >= _FEWEST_ROWS_FOR_YOU else 2)
    end = _draw_facts(painter, shown, Rect(left, top, width, height - 7 - top))
    rule = max(end + 1, top + 10 if height >= _FEWEST_ROWS_FOR_YOU else 0)
    painter.put(left, rule, "─" * width, TextRole.BORDER)
    painter.put(left, rule + 1, "Lobby chat", TextRole.HEADING)
    _draw_chat(painter, shown, Rect(left, rule + 2, width, height - 2 - rule - 2))
    return _draw_chat_key(painter, Rect(left, height - 1, width, 1))


def _draw_lower(painter: PagePainter, shown: ShownLobby) -> Rect:
    """Draws the same below the tables, where there is no side column."""
    base, left = painter.height - _LOWER_ROWS, 38
    width = painter.width - left - 2
    painter.put(0, base, "─" * painter.width, TextRole.BORDER)
    in_sight = len(rows_in_sight(painter, shown))
    if shown.narrowed or in_sight < max(len(shown.tables), shown.state.lobby.total):
        painter.put(left, base, f" {shown.title(in_sight)} ", TextRole.HEADING)
    painter.canvas.fill(1, 2 * base, 34, 2 * _TABLE_ROWS, painter.look.ground)
    painter.put(1, base, " " * 34)
    _draw_named_table(painter, shown, Rect(1, base, 34, _TABLE_ROWS))
    _draw_facts(painter, shown, Rect(left, base + 1, width, 5))
    painter.put(left, base + 7, "─" * width, TextRole.BORDER)
    _draw_chat(painter, shown, Rect(left, base + 8, width, 3))
    return _draw_chat_key(painter, Rect(left, base + 11, width, 1))


def _draw_chat_key(painter: PagePainter, rect: Rect) -> Rect:
    painter.key(rect.x, rect.y, PageKey("Tab", "say something", "tab"))
    return rect


def _draw_facts(painter: PagePainter, shown: ShownLobby, rect: Rect) -> int:
    """Writes the facts of the marked table, without any what there is for the reader; returns the row after them."""
    table, x = shown.marked, rect.x
    if table is None:
        facts = [Fact("", line) for line in _for_you(shown)]
    else:
        facts = [*_facts(table, shown.state.followed.get(table.table))]
    lines = fact_lines(facts, rect.width - 8, most=2)[: rect.height]
    for y, (label, value) in enumerate(lines, rect.y):
        painter.put(x, y, label, TextRole.DIM)
        painter.put(x + 8, y, value, TextRole.SOFT)
    return rect.y + len(lines)


def _facts(table: TableInfo, followed: FollowedTable | None) -> Iterator[Fact]:
    if followed is not None and not followed.closed:
        yield Fact("follow", followed.last_event or "you follow this table; F7 shows all")
    if table.mix:
        yield Fact("games", table.mix)
    yield Fact("now" if table.mix else "game", table.game.full_title)
    yield Fact("buy-in", f"{table.min_buy_in:,} to {table.max_buy_in:,}")
    yield Fact("clock", f"{table.clock} s a turn" if table.clock else "no clock")
    if table.seats_locked:
        yield Fact("closed", "nobody sits down now")
    elif table.must_wait and table.has_room:
        yield Fact("bots", "a bot makes room for you")
    else:
        free = table.seats - len(table.players)
        yield Fact("seats", f"{free} free" if free else "every seat is taken")
    if table.locked:
        yield Fact("locked", "you need its password or an invite")
    if table.house:
        yield Fact("house", table.house[0])
    late = f"{table.rail.delay_text} late" if table.rail.is_delayed else ""
    watching = f"{table.watchers} watching" if table.watchers else ""
    yield Fact("rail", ", ".join(filter(None, (watching, late))))
    yield Fact("host", table.host)


def _draw_named_table(painter: PagePainter, shown: ShownLobby, rect: Rect) -> None:
    """Draws the marked table with a name for every seat, without any a table that is free."""
    table, (x, y, width, height) = shown.marked, rect
    oval = Oval(x + width // 2, 2 * y + height, width / 2 - 3, height - 2.5, 2)
    look = painter.look
    if x >= painter.side and look.ground is not None:
        look = replace(look, palette=replace(look.palette, background=look.palette.aside))
    draw_small_oval(painter.canvas, oval, look)
    seats = table.seats if table is not None and 2 <= table.seats <= _MAX_DOTS else 9
    cells = [*seat_cells(oval, seats, oval.half_width - 2, oval.half_height - 1)]
    if seats == len(_PLACES_OF_NINE) and width == 34:
        cells = [(x + dx + 4, y + dy) for dx, dy in _PLACES_OF_NINE]
    names = [*(table.players if table is not None else ())][:seats]
    for place, (at, row) in enumerate(cells):
        name = _short(names[place], _TAG_CELLS - 1) if place < len(names) else ""
        cell = _TAG_CELLS if name else 3
        left = max(x, min(at - cell // 2, x + width - cell))
        words = (name or empty_seat(painter.look)).center(cell)
        painter.canvas.fill(
            left, 2 * row, cell, 2, painter.look.palette.plate if name else painter.look.palette.plate_out
        )
        painter.put(left, row, words, TextRole.STRONG if name else TextRole.DIM)
    if table is not None:
        palette, row = painter.look.palette, y + height // 2 - 1
        name = truncate(table.name, width // 2)
        painter.canvas.put_centred(2 * oval.x, row, [Words(name, palette.felt_text, bold=True)])
        painter.canvas.put_centred(2 * oval.x, row + 1, [Words(_hand(table), palette.felt_soft)])


def _draw_chat(painter: PagePainter, shown: ShownLobby, rect: Rect) -> None:
    """Writes the last lines of the chat upwards from the end of the rectangle.

    Over them stands what is for the reader, where that has no place of its own.
    """
    has_place = shown.marked is None or (painter.side < painter.width and painter.height >= _FEWEST_ROWS_FOR_YOU)
    lines = [("", line) for line in (() if has_place else _for_you(shown))]
    for said in shown.state.chat[-rect.height :] if rect.height > 0 else ():
        first, *rest = wrap(f"{said.name} {said.text}", rect.width, indent=2)
        lines += [(said.name if first.startswith(said.name) else "", first), *(("", line) for line in rest)]
    shown_lines = lines[-rect.height :]
    for y, (name, line) in enumerate(shown_lines, rect.y + rect.height - len(shown_lines)):
        after = painter.put(rect.x, y, name, TextRole.HEADING)
        painter.put(after, y, line[len(name) :], TextRole.SOFT)


# --- the reader, and the way to a seat


def _for_you(shown: ShownLobby) -> list[str]:
    """Returns what concerns the reader: their tournaments, those that run, and how friends join."""
    state = shown.state
    lines = [entry_line(each, shown.now) for each in state.entered]
    if running := sum(not status.phase.is_over for status in state.tournaments):
        lines.append(f"{running} tournament{'s' * (running > 1)}: [T]")
    invitation = state.invitation
    if invitation.waits_for_network:
        lines.append("Friends cannot come yet: this machine is on no network.")
    lines += [f"railbird join {each}" for each in invitation.addresses]
    return [*lines, f"and compare {invitation.fingerprint}"] if invitation.fingerprint else lines


def _draw_for_you(painter: PagePainter, shown: ShownLobby, y: int) -> None:
    if lines := _for_you(shown):
        painter.put(2, y, "For you", TextRole.TITLE)
        for down, line in enumerate(lines[: painter.prompt_row - y - 2], y + 1):
            painter.put(5, down, line, TextRole.SOFT, max_width=painter.end - 5)


def _prompt(shown: ShownLobby) -> Sequence[Span]:
    table = shown.marked
    if table is None:
        return ()
    free, waits = table.seats - len(table.players), table.waiting
    does = "wait" if table.must_wait else "sit down"
    seats = f" has {free} free seat{'s' * (free != 1)}."
    if table.seats_locked:
        return Span(table.host, TextRole.STRONG), Span(" lets nobody else sit down now.", TextRole.SOFT)
    if table.must_wait:
        waiting = f"; {waits} wait{'s' * (waits == 1)}" if waits else ""
        seats = " is full; a bot makes room for you." if table.has_room else f" is full{waiting}."
    name, chips = Span(truncate(table.name, 2 * _NAME_CELLS), TextRole.STRONG), Span(f"{shown.chips:,}", TextRole.CHIPS)
    return name, Span(f"{seats} You {does} with ", TextRole.SOFT), chips, Span(" chips.", TextRole.SOFT)


def _buttons(shown: ShownLobby, *, says_chips: bool) -> list[PageKey]:
    table = shown.marked
    others = [
        PageKey("N", "New table", "n", width=16 if says_chips else 19),
        PageKey("T", "Tournaments", "t", width=18),
    ]
    if table is None:
        return others
    words = "Wait for a seat" if table.must_wait else "Sit down (password)" if table.locked else "Sit down"
    words += f" with {shown.chips:,}" if says_chips and not table.locked and not table.must_wait else ""
    sit = PageKey("Enter", words, "enter", primary=True, width=29 if says_chips else 26)
    return [sit, PageKey("W", "Watch", "w", width=12 if says_chips else 15), *others]


def _draw_slider(painter: PagePainter, shown: ShownLobby) -> None:
    table, y = shown.marked, painter.prompt_row + 4
    if table is None:
        return
    least, most = table.min_buy_in, max(table.min_buy_in, table.max_buy_in)
    x = painter.put(painter.left, y, f"{least:,} ", TextRole.SOFT)
    knob = round((_SLIDER_CELLS - 1) * (shown.chips - least) / max(1, most - least))
    painter.put(x, y, "━" * knob, TextRole.TEXT)
    painter.put(x + knob, y, "●", TextRole.TEXT)
    painter.put(x + knob + 1, y, "─" * (_SLIDER_CELLS - 1 - knob), TextRole.FAINT)
    for cell in range(_SLIDER_CELLS):
        painter.canvas.click(x + cell, y, 1, 1, SliderClick(cell, _SLIDER_CELLS - 1))
    x = painter.put(x + _SLIDER_CELLS + 1, y, f"{most:,}", TextRole.SOFT) + 3
    for key in (
        PageKey("←→", "chips", "right"),
        PageKey("1", "least", "1"),
        PageKey("2", "usual", "2"),
        PageKey("3", "most", "3"),
        PageKey("=", "type", "equals_sign"),
    ):
        if x + cell_width(key.display + key.words) + 1 <= painter.end:
            x = painter.key(x, y, key) + 3


def _keys(shown: ShownLobby, *, wide: bool, turns: bool) -> list[PageKey]:
    hosts, any_table = bool(shown.state.invitation), shown.marked is not None
    turns = turns or not shown.state.lobby.is_whole
    keys = {
        PageKey("↑↓", "choose", "down"): any_table,
        PageKey("PgDn", "more", "pagedown"): turns,
        PageKey("Space", "follow", "space"): any_table and wide,
        PageKey("←→", "chips", "right"): any_table and not wide,
        PageKey("/", "find", "slash"): not wide,
        PageKey("I", "invite", "i"): hosts,
        PageKey("K", "my hands" if wide else "hands", "k"): True,
        PageKey("U", "statistics", "u"): (not hosts and not turns) or wide,
        PageKey("?", "help", "question_mark"): True,
        PageKey("Q", "leave", "q"): True,
    }
    return [key for key, holds in keys.items() if holds]
