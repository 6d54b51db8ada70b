"""The view of each table on the page of followed tables: a tile with the table small, and the facts about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum, auto
from typing import NamedTuple

from railbird_client.follow.followed_tables import FollowedTable, FollowedTables
from railbird_client.start.start_page import Fact
from railbird_client.table.shown_chances import best_first, chances_by_seat
from railbird_client.table.table_model import TableModel
from railbird_shared.game.cards import Card
from railbird_shared.protocol.view import SeatView, SpotChances, TableView

KEYS = (("← → ↑ ↓", "mark"), ("Enter", "go there"), ("Del", "follow no longer"), ("Esc", "back"))
"""The keys of the page, and what they do."""

MAX_FACTS = 5
"""The most facts that a tile has."""

NO_TABLES = (
    "You follow no table yet.",
    "In the lobby, mark a table and press [Space].",
    "On the page of a tournament, [F] follows its tables.",
)
"""The words of the page where nothing is followed."""


class SeatState(Enum):
    """A seat of a small table as it is drawn."""

    EMPTY = auto()
    OUT = auto()
    """Not in the hand, or folded."""
    IN = auto()
    TO_ACT = auto()


class TileSeat(NamedTuple):
    """A seat of a small table."""

    state: SeatState
    has_button: bool = False


class Tile(NamedTuple):
    """A followed table as the page shows it.

    `status` stands beside the name. `cards` are the board, empty in games without one or before it is dealt. `is_here`
    says that the player is at this table, and `is_closed` that it is followed no longer.
    """

    table: str
    name: str
    status: str
    seats: tuple[TileSeat, ...] = ()
    cards: tuple[Card, ...] = ()
    pot: int = 0
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
    notice = "connection lost, trying again" if followed.lost else ""
    if current is not None and current.input_state.turn is not None:
        notice = "It is your turn: Esc goes back to the table"
    return FollowedPage(tiles, max(0, min(marked, len(tiles) - 1)), notice)


def _tile(followed: FollowedTable, current: TableModel | None) -> Tile:
    view = followed.view if current is None else current.shown_view
    last = followed.last_event if current is None else current.last_event
    chances = followed.chances if current is None else current.chances()
    watchers = followed.watchers if current is None else current.watchers
    here = current is not None
    if followed.closed or view is None:
        status = "closed" if followed.closed else ""
        now = Fact("closed", followed.closed) if followed.closed else Fact("now", "on its way")
        before = (Fact("before", followed.last_hand),) if followed.last_hand else ()
        return Tile(followed.table, followed.name, status, facts=(now, *before), is_closed=bool(followed.closed))
    return Tile(
        followed.table,
        view.name,
        "you are here" if here else _hand(view),
        tuple(_seats(view)),
        view.board,
        view.total_pot,
        tuple(_facts(view, last, "" if here else followed.last_hand, chances, watchers)),
        is_here=here,
    )


def _hand(view: TableView) -> str:
    if not view.hand:
        return "not dealt yet"
    street = f" · {view.street_name}" if view.playing and view.street_name else ""
    return f"hand {view.hand:,}{street}"


def _seats(view: TableView) -> Iterator[TileSeat]:
    for number, seat in enumerate(view.seats, 1):
        yield TileSeat(_seat_state(seat, view), number == view.button and seat is not None)


def _seat_state(seat: SeatView | None, view: TableView) -> SeatState:
    if seat is None:
        return SeatState.EMPTY
    if view.turn is not None and view.turn.seat == seat.seat:
        return SeatState.TO_ACT
    return SeatState.IN if seat.live or (not view.playing and not seat.sitting_out) else SeatState.OUT


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
    players = len(view.occupied)
    seats = f"{players} of {len(view.seats)} seats"
    yield Fact("seats", f"{seats}, {watchers} on the rail" if watchers else seats)


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
