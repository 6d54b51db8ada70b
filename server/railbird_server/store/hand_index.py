"""What finished hands are searched by: made while a hand lies on the table, or from one that was kept without it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from railbird_server.store.records import FinishedHand, HandIndex, IndexedSeat
from railbird_server.table.hand.hand_history import HandUnreadable, came_to_showdown, pot_of, results_of, retell
from railbird_server.table.hand.hand_in_progress import HandInProgress
from railbird_server.table.inputs import PlayerIdentity

_finished = msgspec.json.Decoder(FinishedHand)
_UNREADABLE = HandIndex("", "", 0, ())


def index_hand(players: Mapping[int, PlayerIdentity], hand: HandInProgress) -> HandIndex:
    """Returns what a hand that is over is searched by, given who sat in its seats."""
    game = hand.setup.game
    seats = _seats(players, results_of(hand))
    return HandIndex(game.id, game.title, pot_of(hand), seats, showdown=came_to_showdown(hand))


def index_of_kept(body: bytes) -> str:
    """Returns what a hand is searched by, as JSON, that was kept before hands were indexed."""
    try:
        finished = _finished.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return msgspec.json.encode(_UNREADABLE).decode()
    game = finished.hand.record.setup.game
    try:
        index = index_hand(finished.players, retell(finished.hand).hand)
    except HandUnreadable:
        index = HandIndex(game.id, game.title, 0, _seats(finished.players, {}))
    return msgspec.json.encode(index).decode()


def _seats(players: Mapping[int, PlayerIdentity], net: Mapping[int, int]) -> tuple[IndexedSeat, ...]:
    return tuple(IndexedSeat(seat, player.id, player.name, net.get(seat, 0)) for seat, player in players.items())
