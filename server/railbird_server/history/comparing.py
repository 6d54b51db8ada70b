"""The end of a replayed hand beside what its file says of it.

One difference is agreed to be none. Chips that cannot be shared go whole to one of those who tie (SD-16, SD-17), where
other programs split them, or give them to another.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal

from railbird_server.history.reading import HandHistory
from railbird_server.history.verdict import Difference
from railbird_server.rules.events import RulesEvent
from railbird_server.rules.hand import Hand
from railbird_shared.events import PotAwarded, Side


def compare_mucks(mucked: Iterable[int], events: Iterable[RulesEvent]) -> Difference | None:
    """Returns the difference where a player mucks at the showdown whose hand the rules give a pot (SD-7)."""
    winners = {event.seat: event.hand_name for event in events if isinstance(event, PotAwarded) and event.hand_name}
    for player in mucked:
        if player in winners:
            engine = f"Player {player} wins with {winners[player]}."
            return Difference(None, "", f"player {player} mucks and wins nothing", engine, "SD-6")
    return None


def compare_stacks(
    history: HandHistory, hand: Hand, events: Iterable[RulesEvent]
) -> tuple[Difference | None, tuple[str, ...]]:
    """Compares the finishing stacks; returns the first difference, or the deviations that are agreed to be none."""
    awards = [event for event in events if isinstance(event, PotAwarded)]
    off_by_seat = {
        seat: stated - hand.stacks[seat]
        for seat, stated in enumerate(history.finishing_stacks, start=1)
        if stated.is_finite() and stated != hand.stacks[seat]
    }
    if not off_by_seat:
        return None, ()
    if _only_odd_chips(off_by_seat, awards):
        seats = " and ".join(f"player {seat} has {_in_file_money(history, off):+} in the file" for seat, off in off_by_seat.items())
        return None, (f"odd chips are given whole, not split: {seats} (SD-16)",)
    return _stack_difference(history, hand, awards, min(off_by_seat)), ()


def _only_odd_chips(off_by_seat: Mapping[int, Decimal], awards: Sequence[PotAwarded]) -> bool:
    """Whether stacks differ by no more than the odd chips that their owners shared in, and none is lost."""
    return sum(off_by_seat.values()) == 0 and all(
        -_odd_chips_of(seat, awards, received=True) <= off <= _odd_chips_of(seat, awards, received=False) for seat, off in off_by_seat.items()
    )


def _odd_chips_of(seat: int, awards: Sequence[PotAwarded], *, received: bool) -> int:
    """How many chips that could not be shared a seat got, or how many others got of those that it could have got."""
    count = 0
    for award in awards:
        if award.seat == seat:
            pot = [other for other in awards if (other.pot, other.run) == (award.pot, award.run)]
            odd = sum(other.odd for other in pot if other.side is award.side)
            count += award.odd if received else odd - award.odd
            uneven = sum(other.chips for other in pot) % 2 == 1 and len({other.side for other in pot}) > 1
            count += uneven and (award.side is Side.HIGH) is received
    return count


def _stack_difference(history: HandHistory, hand: Hand, awards: Iterable[PotAwarded], seat: int) -> Difference:
    stated, ours = _in_file_money(history, history.finishing_stacks[seat - 1]), _in_file_money(history, Decimal(hand.stacks[seat]))
    because = next((clause for award in awards if award.seat == seat for clause in award.because), "BT-42")
    engine = f"Player {seat} has {ours}."
    if hand.to_act:
        engine, because = f"Player {seat} has {ours}, and player {hand.to_act} is still to act.", "BT-11"
    return Difference(None, "", f"player {seat} has {stated}", engine, because)


def _in_file_money(history: HandHistory, chips: Decimal) -> Decimal:
    """Chips in the money of the file."""
    money = chips / history.chips_per_unit
    return money.quantize(Decimal(1)) if money == money.to_integral_value() else money.normalize()
