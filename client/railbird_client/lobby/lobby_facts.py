"""What the lobby knows of a table, as facts beside the table drawn small."""

from __future__ import annotations

from collections.abc import Iterator

from railbird_client.follow.followed_tables import FollowedTable
from railbird_client.lobby.small_table import SmallTable
from railbird_client.start.start_page import Fact, SeatCount
from railbird_shared.protocol.messages import TableInfo


def must_wait(table: TableInfo) -> bool:
    """Whether the free seats of a table, if any, are for those who wait already."""
    return table.seats - len(table.players) <= table.waiting


def small_table(table: TableInfo, followed: FollowedTable | None = None) -> SmallTable:
    """Returns a table of the lobby as it is drawn small; one that is `followed` says what happened last."""
    return SmallTable(table.name, SeatCount(len(table.players), table.seats), tuple(_facts(table, followed)))


def _facts(table: TableInfo, followed: FollowedTable | None) -> Iterator[Fact]:
    if followed is not None and not followed.closed:
        yield Fact("follow", followed.last_event or "you follow this table; [F7] shows all")
    if table.mix:
        yield Fact("games", table.mix)
    yield Fact("now" if table.mix else "game", table.game.full_title)
    yield Fact("buy-in", f"{table.min_buy_in:,} to {table.max_buy_in:,}")
    clock = f"{table.clock} s a turn" if table.clock else "no clock"
    yield Fact("clock", f"{clock}, {_hand(table)}")
    free = table.seats - len(table.players)
    seats = f"{free} seat{'s' * (free != 1)} free" if free else "every seat is taken"
    yield Fact("seats", seats + (f", {table.watchers} on the rail" if table.watchers else ""))
    if table.waiting:
        yield Fact("line", f"{table.waiting} wait{'s' * (table.waiting == 1)} for a seat")
    if must_wait(table) and table.has_room:
        yield Fact("bots", "a bot makes room for you")
    if table.seats_locked:
        yield Fact("closed", "nobody may sit down now")
    if table.paused or table.on_break:
        yield Fact("now", "paused by its host" if table.paused else "on a break")
    if table.locked:
        yield Fact("locked", "you need its password or an invite")
    if table.house:
        yield Fact("house", table.house[0])
    yield Fact("host", table.host)
    yield Fact("seated", ", ".join(table.players) or "nobody yet")


def _hand(table: TableInfo) -> str:
    return f"hand {table.hand:,}" if table.hand else "not dealt yet"
