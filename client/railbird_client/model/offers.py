"""What the house lets the viewer ask for besides his bets: to straddle, and to see mucked hands."""

from __future__ import annotations

from railbird_shared.view import LastAct, SeatView, TableView


def may_straddle(view: TableView) -> bool:
    """Whether the viewer can ask to straddle, or no longer to: the house has straddles and he is dealt in (BT-43)."""
    seat = None if view.you is None else view.at(view.you.seat)
    return view.straddles > 0 and seat is not None and not seat.sitting_out


def seeable(view: TableView) -> tuple[SeatView, ...]:
    """Returns the seats whose mucked hands the viewer may ask to see: he was dealt in and did not win (SD-8, SD-12)."""
    me = None if view.you is None else view.at(view.you.seat)
    if not view.see_called or view.playing or me is None or not me.in_hand or me.won:
        return ()
    return tuple(each for each in view.occupied if each.last is LastAct.MUCKED and each.seat != me.seat)


def offered(name: str, view: TableView) -> bool:
    """Whether the key of that name means something in this house at this moment; most keys always may."""
    match name:
        case "straddle":
            return may_straddle(view)
        case "see":
            return bool(seeable(view))
        case _:
            return True
