"""Tables that somebody follows: with a board, of stud and draw, before a hand, after a showdown, and closed."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from railbird_client.follow.followed_tables import FollowedTables
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.actions import WagerKind
from railbird_shared.protocol.messages import Followed, Message, Rail, Step, TableClosed, TableMessage
from railbird_shared.protocol.view import TableView, You
from support.view_builders import (
    draw_view,
    holdem_view,
    omaha_hi_lo_showdown,
    omaha_view,
    snapshot_message,
    step_message,
    stud_view,
)

Told = tuple[TableView, tuple[Message, ...]]

TABLES: tuple[tuple[str, Callable[[], Told]], ...] = (
    ("Kitchen", lambda: (holdem_view(), (step_message(ev.Wagered(2, WagerKind.RAISE, 95, 155)),))),
    ("Attic", lambda: (stud_view(), (step_message(ev.Wagered(6, WagerKind.RAISE, 20, 20)),))),
    ("The long table in the garden", lambda: (omaha_view(), ())),
    ("Cellar", lambda: (draw_view(), (step_message(ev.Drew(4, 0)),))),
    ("Porch", omaha_hi_lo_showdown),
    ("Den", lambda: (replace(holdem_view(), playing=False, turn=None, street=-1, board=(), pots=()), ())),
    ("Barn", lambda: (stud_view(), ())),
    ("Tower", lambda: (draw_view(), ())),
)


def followed_tables(count: int = len(TABLES), *, closed: str = "") -> FollowedTables:
    """Follows that many tables; the one called `closed` has ended."""
    followed = FollowedTables()
    for number, (name, tell) in enumerate(TABLES[:count], 1):
        table = f"t{number}"
        followed.choose(table)
        followed.requests()
        view, messages = tell()
        snapshot = snapshot_message(replace(view, table=table, name=name, you=You()))
        steps = (replace(message, private=()) for message in messages if isinstance(message, Step))
        told: tuple[TableMessage, ...] = (snapshot, *steps, Rail(watchers=number))
        for message in told:
            followed.receive(Followed(table=table, message=message))
        if name == closed:
            followed.receive(Followed(table=table, message=TableClosed(reason="The host has ended the night.")))
    return followed
