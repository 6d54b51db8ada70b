"""How the lobby lists a table."""

from __future__ import annotations

from railbird_server.runtime.broadcast.members import Members
from railbird_server.table.table import Table
from railbird_shared.game.rotation import rotation_name
from railbird_shared.protocol.messages import TableInfo
from railbird_shared.protocol.view import TableView

LISTED_RULES = 6
"""How many sentences of the house rules the lobby lists of each table; at the table players read them all."""


def table_info(table: Table, members: Members, past: TableView | None) -> TableInfo:
    """Returns how the lobby lists a table; `past` is what a delayed rail sees of it, whose hand and pause are told."""
    settings = table.settings
    pause = past.pause if past else table.pauses.state.pause
    return TableInfo(
        table=table.id,
        name=settings.name,
        host=members.host.name,
        game=settings.game,
        seats=settings.seats,
        players=members.names,
        watchers=members.watchers,
        hand=past.hand if past else table.hand_number,
        min_buy_in=settings.min_buy_in,
        max_buy_in=settings.max_buy_in,
        buy_in=settings.buy_in,
        clock=settings.clock_ms // 1000,
        house=settings.house[:LISTED_RULES],
        locked=bool(settings.password_hash),
        mix=rotation_name(settings.rotation) if settings.rotation else "",
        waiting=len(members.waiting),
        bots=sum(bool(player.style) for player in members.seated_players),
        seats_locked=table.host_commands.state.locked,
        paused=pause is not None and pause.ends is None,
        on_break=pause is not None and pause.ends is not None,
        rail=table.rail.terms,
    )
