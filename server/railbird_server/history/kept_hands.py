"""Finished hands that a store gives back, told to one viewer, as a history, a line of a list or a PHH file."""

from __future__ import annotations

from railbird_server.history.notation import BadHistory
from railbird_server.history.writer import write_known_history
from railbird_server.store.records import FinishedHand, FoundHand, StoredHand
from railbird_server.table.hand.hand_history import KnownTable, RetoldHand, history_of, retell
from railbird_shared.history.hand_history import HandHistory, HandSummary


def seat_of(finished: FinishedHand, player: str) -> int | None:
    """Returns the seat in which a player sat in a hand, None where they did not."""
    return next((seat for seat, who in finished.players.items() if who.id == player), None)


def tell(stored: StoredHand, player: str) -> tuple[RetoldHand, HandHistory]:
    """Returns a hand as a player may know it, or the rail where they did not sit in it; raises HandUnreadable."""
    finished = stored.finished
    told = retell(finished.hand, finished.digest)
    table = KnownTable(stored.table, stored.name, stored.seats)
    return told, history_of(told, finished.players, seat_of(finished, player), table, stored.ended_at)


def known_phh(told: RetoldHand, history: HandHistory) -> str:
    """Returns a hand as a Poker Hand History as a viewer may know it; empty where the format cannot tell it."""
    try:
        return write_known_history(told.hand.hand, history)
    except BadHistory:
        return ""


def summary_of(found: FoundHand, player: str) -> HandSummary:
    """Returns a hand as a list names it to the player of that id."""
    index = found.index
    return HandSummary(
        found.table,
        found.name,
        found.number,
        found.ended_at,
        index.title,
        index.pot,
        tuple(seat.name for seat in index.seats),
        sum(seat.net for seat in index.seats if seat.player == player),
    )
