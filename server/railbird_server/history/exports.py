"""Finished hands as files: text, PHH or JSON, as one player knew them, as everybody did, or with all cards."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from railbird_server.history.notation import BadHistory
from railbird_server.history.writer import write_known_history
from railbird_server.rules.events import Dealt, Discarded, Mucked
from railbird_server.store.records import FinishedHand, FoundHand, StoredHand
from railbird_server.table.hand_history import KnownTable, RetoldHand, history_of, retell
from railbird_shared.history.hand_history import HandHistory, HandSummary
from railbird_shared.history.hand_text import hand_text
from railbird_shared.history.narration import format_cards


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


class ExportFormat(StrEnum):
    """How a hand is written; the value is the suffix of its file, too."""

    TEXT = "txt"
    PHH = "phh"
    JSON = "json"


def format_time(seconds: int) -> str:
    """Returns a time of the calendar as text."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")


def export_hand(stored: StoredHand, form: ExportFormat, *, player: str = "", all_cards: bool = False) -> str:
    """Returns a hand as text that ends with a line break, as the player of that id knew it or without one as all did.

    With `all_cards` every card that was dealt to anybody is in it. Returns nothing where the PHH format has no code for
    the game; raises HandUnreadable.
    """
    told, history = tell(stored, player)
    match form:
        case ExportFormat.TEXT:
            text = hand_text(history, format_time(stored.ended_at))
            return text + "".join(f"{line}\n" for line in _hidden_lines(told, history)) if all_cards else text
        case ExportFormat.PHH:
            return _full_phh(told, history) if all_cards else known_phh(told, history)
        case ExportFormat.JSON:
            record = {"history": history, "record": stored.finished.hand.record} if all_cards else {"history": history}
            return msgspec.json.encode(record).decode() + "\n"


def _full_phh(told: RetoldHand, history: HandHistory) -> str:
    rail = replace(history, view=replace(history.view, you=replace(history.view.you, seat=None)))
    try:
        return write_known_history(told.hand.hand, rail, told.events)
    except BadHistory:
        return ""


def _hidden_lines(told: RetoldHand, history: HandHistory) -> Iterator[str]:
    """Yields what was dealt, thrown away and mucked face down, in order."""
    yield "*** ALL CARDS ***"
    for event in told.events:
        match event:
            case Dealt(seat, down) if down:
                yield f"{_name(history, seat)} is dealt {format_cards(down)}"
            case Discarded(seat, cards) if cards:
                yield f"{_name(history, seat)} throws away {format_cards(cards)}"
            case Mucked(seat, cards):
                yield f"{_name(history, seat)} mucks {format_cards(cards)}"
            case _:
                pass


def _name(history: HandHistory, seat: int) -> str:
    occupant = history.view.at(seat)
    return occupant.name if occupant else f"seat {seat}"
