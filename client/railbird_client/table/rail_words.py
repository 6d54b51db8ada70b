"""The rail as a client shows it: how far it is behind, and whether it sees the player's cards."""

from __future__ import annotations

from railbird_shared.protocol.host_commands import LetRailSee
from railbird_shared.protocol.view import TableView


def is_shown_to_rail(view: TableView) -> bool | None:
    """Whether the player lets the rail see their cards; None without a seat, or where it sees none."""
    seat = view.own_seat
    return None if seat is None or not view.rail.is_delayed else seat.shown_to_rail


def show_to_rail(view: TableView) -> LetRailSee | str:
    """Returns the command by which a player lets the rail see their cards, or no longer; or why there is none."""
    shown = is_shown_to_rail(view)
    if shown is not None:
        return LetRailSee(on=not shown)
    return "Take a seat first." if view.you.seat is None else "The rail of this table sees no hidden cards."


def watching_text(view: TableView, watchers: int) -> str:
    """Returns how many watch and how far they are behind; empty where nobody does."""
    behind = behind_text(view)
    watching = f"{watchers} watching" if watchers else ""
    return f"{watchers} watching, {behind}" if behind else watching


def behind_text(view: TableView) -> str:
    """Returns how far behind the viewer is; empty with a seat and where the rail is live."""
    return f"{view.rail.delay_text} behind" if view.rail.is_delayed and view.you.seat is None else ""
