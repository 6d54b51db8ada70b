"""What the viewer has won or lost at a table, in sentences: while he is asked whether to go, and when he has gone."""

from __future__ import annotations

from railbird_shared.view import SeatView, TableView


def signed(chips: int) -> str:
    """Returns a result as a ledger writes it: "+38", "−12" or "0"."""
    return f"{'+' if chips > 0 else '−' if chips < 0 else ''}{abs(chips):,}"


def farewell(view: TableView) -> str:
    """Returns what is said to a player who has given up his seat; nothing to one who had none.

    What lies in the pot of a running hand stays there, unless he is all-in and the hand is played out (AI-6).
    """
    seat = _own(view)
    if seat is None:
        return ""
    if _plays(view, seat) and seat.all_in:
        return "You leave all-in: your hand is played out, and what it wins is yours."
    return f"You leave with {_chips(seat.stack)}, {_against(seat.stack, seat.brought)}."


def left_with(view: TableView) -> str:
    """Returns what a player had when his table ended by itself; nothing for one who had no seat."""
    seat = _own(view)
    if seat is None:
        return ""
    chips = seat.stack + seat.bet
    if _plays(view, seat):
        return f"You had {_chips(chips)} beside the pot and had brought {seat.brought:,}."
    return f"You had {_chips(chips)}, {_against(chips, seat.brought)}."


def at_stake(view: TableView) -> str:
    """Returns what becomes of a player's hand if he goes now; nothing where he holds none."""
    seat = _own(view)
    if seat is None or not _plays(view, seat):
        return ""
    if seat.all_in:
        return "You are all-in: your hand is played out without you, and what it wins is yours."
    return "If you go now, your hand is folded and your chips in the pot stay there."


def _own(view: TableView) -> SeatView | None:
    return None if view.you is None else view.at(view.you.seat)


def _plays(view: TableView, seat: SeatView) -> bool:
    return view.playing and seat.live


def _chips(chips: int) -> str:
    return f"{chips:,}" if chips else "nothing"


def _against(chips: int, brought: int) -> str:
    if chips == brought:
        return "as much as you brought"
    return f"{abs(chips - brought):,} {'more' if chips > brought else 'less'} than you brought"
