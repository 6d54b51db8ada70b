"""The bounty for a pot won with a seven and a deuce, paid from stack to stack once the hand is over (HS-45).

The chips stay on the table, so the books know nothing of it. A player pays what they have, if that is less than due.
"""

from __future__ import annotations

from collections.abc import Iterable

from railbird_server.table.hand.button import clockwise
from railbird_server.table.hand.hand_in_progress import HandInProgress
from railbird_server.table.seats import Seats
from railbird_server.table.settings import TableSettings
from railbird_shared.game.cards import Rank
from railbird_shared.protocol.events import BountyPaid

SEVEN_DEUCE = [Rank.TWO, Rank.SEVEN]


def pay_at_showdown(current: HandInProgress, seats: Seats, settings: TableSettings) -> list[BountyPaid]:
    """Pays everybody who won and whose hand lies open as the hand ends, clockwise from the button's left."""
    shown = [seat for seat, player in current.hand.players.items() if player.turned_up]
    return pay_bounties(current, seats, settings, clockwise(shown, current.setup.button))


def pay_bounties(
    current: HandInProgress, seats: Seats, settings: TableSettings, shown: Iterable[int]
) -> list[BountyPaid]:
    """Pays those of the seats that have just shown their hand and won a pot with a seven and a deuce."""
    chips = settings.customs.seven_deuce
    if not chips:
        return []
    due = [number for number in shown if _has_earned(current, number)]
    return [event for number in due if (event := _pay(current, seats, number, chips)) is not None]


def _has_earned(current: HandInProgress, number: int) -> bool:
    player = current.hand.players[number]
    ranks = sorted(card.rank for card in player.cards if not card.is_joker)
    return player.won > 0 and len(player.cards) == len(SEVEN_DEUCE) and ranks == SEVEN_DEUCE


def _pay(current: HandInProgress, seats: Seats, winner: int, chips: int) -> BountyPaid | None:
    """Moves the chips; nobody pays who has left since, and nobody gets any who has."""
    dealt = current.setup.number
    earner = seats.at(winner)
    if earner is None or earner.last_hand != dealt:
        return None
    paid: list[tuple[int, int]] = []
    for number in clockwise(current.hand.players, winner):
        seat = seats.at(number)
        if seat is None or seat is earner or seat.last_hand != dealt or not seat.stack:
            continue
        due = min(chips, seat.stack)
        seat.stack -= due
        earner.stack += due
        paid.append((number, due))
    if not paid:
        return None
    bounty = BountyPaid(winner, tuple(paid), ("HS-45",))
    current.bounties = (*current.bounties, bounty)
    return bounty
