"""What somebody is told who comes to a table in mid-evening: the house, the hand, the board, who is to act.

It is read from the whole table as it stands, because nobody who was not there can tell how it came about.
"""

from __future__ import annotations

from railbird_shared.story import format_cards
from railbird_shared.view import TableView


def join_summary(view: TableView, *, symbols: bool = True) -> tuple[str, ...]:
    """Returns how the table stands, in sentences for the log."""
    house = tuple(f"House: {sentence}" for sentence in view.house)
    return (*house, *hand_summary(view, symbols=symbols))


def hand_summary(view: TableView, *, symbols: bool = True) -> tuple[str, ...]:
    """Returns how the hand stands, or what the last one brought; nothing before the first."""
    if not view.hand:
        return ()
    if not view.playing:
        won = (f"{seat.name} won {seat.won:,}{_with_hand(seat.shown_hand)}" for seat in view.occupied if seat.won)
        return (f"— hand {view.hand} is over —", *won)
    board = format_cards(view.board, symbols=symbols)
    street = " ".join(part for part in (view.street_name, board) if part)
    heading = " · ".join(part for part in (f"hand {view.hand}", street) if part)
    pot = f" — pot {view.total_pot:,}" if view.total_pot else " —"
    return (f"— {heading}{pot}", *_to_act_sentence(view))


def _with_hand(words: str) -> str:
    return f" with {words}" if words else ""


def _to_act_sentence(view: TableView) -> tuple[str, ...]:
    seat = None if view.turn is None else view.at(view.turn.seat)
    if seat is None:
        return ()
    call = min(seat.stack, view.to_match - seat.bet)
    return (f"{seat.name} is to act{f', {call:,} to call' if call > 0 else ''}",)
