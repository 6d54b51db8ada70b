"""What the viewer has won or lost at a table, in sentences: while he is asked whether to go, and when he has gone."""

from __future__ import annotations

from railbird_shared.view import SeatView, TableView


def format_signed(chips: int) -> str:
    """Returns a result as a ledger writes it: "+38", "−12" or "0"."""
    return f"{'+' if chips > 0 else '−' if chips < 0 else ''}{abs(chips):,}"


def leave_summary(view: TableView) -> str:
    """Returns what is said to a player who has given up his seat; nothing to one who had none.

    What lies in the pot of a running hand stays there, unless he is all-in and the hand is played out (AI-6).
    """
    seat = _own_seat(view)
    if seat is None:
        return ""
    if _is_in_hand(view, seat) and seat.all_in:
        return "You leave all-in: your hand is played out, and what it wins is yours."
    return f"You leave with {_chips_or_nothing(seat.stack)}, {_compared_with_buy_in(seat.stack, seat.bought_in)}."


def end_summary(view: TableView) -> str:
    """Returns what a player had when his table ended by itself; nothing for one who had no seat."""
    seat = _own_seat(view)
    if seat is None:
        return ""
    chips = seat.stack + seat.bet
    if _is_in_hand(view, seat):
        return f"You had {_chips_or_nothing(chips)} beside the pot and had brought {seat.bought_in:,}."
    return f"You had {_chips_or_nothing(chips)}, {_compared_with_buy_in(chips, seat.bought_in)}."


def leave_warning(view: TableView) -> str:
    """Returns what becomes of a player's hand if he goes now; nothing where he holds none."""
    seat = _own_seat(view)
    if seat is None or not _is_in_hand(view, seat):
        return ""
    if seat.all_in:
        return "You are all-in: your hand is played out without you, and what it wins is yours."
    return "If you go now, your hand is folded and your chips in the pot stay there."


def _own_seat(view: TableView) -> SeatView | None:
    return None if view.you is None else view.at(view.you.seat)


def _is_in_hand(view: TableView, seat: SeatView) -> bool:
    return view.playing and seat.live


def _chips_or_nothing(chips: int) -> str:
    return f"{chips:,}" if chips else "nothing"


def _compared_with_buy_in(chips: int, bought_in: int) -> str:
    if chips == bought_in:
        return "as much as you brought"
    return f"{abs(chips - bought_in):,} {'more' if chips > bought_in else 'less'} than you brought"
