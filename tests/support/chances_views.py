"""Hands that lie open, with their chances, as the rail and a player see them."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_shared.game.cards import parse_cards
from railbird_shared.protocol.events import Pot
from railbird_shared.protocol.messages import HandChances, Message
from railbird_shared.protocol.view import LastAct, SpotChances, TableView, You
from support.view_builders import seat_view, table_view

TURN_CHANCES = SpotChances(2, ((1, 6905), (6, 238), (8, 2857)))
"""The chances of the three hands on the turn."""


def all_in_on_the_turn(*, own_seat: int | None = None) -> tuple[TableView, tuple[Message, ...]]:
    """Nine seats, three players all-in on the turn with their hands open, and their chances."""
    seats = (
        seat_view(1, stack=0, up="As Ks", last=LastAct.SHOWED),
        seat_view(2, stack=1380, folded=True, last=LastAct.FOLDED),
        seat_view(3, stack=1500, folded=True, last=LastAct.FOLDED),
        seat_view(4, stack=1442, folded=True, last=LastAct.FOLDED),
        seat_view(5, stack=1500, folded=True, last=LastAct.FOLDED),
        seat_view(6, stack=0, up="Ac 9c", last=LastAct.SHOWED),
        seat_view(8, stack=212, up="Qh Jh", last=LastAct.SHOWED),
    )
    named = {1: "pair of kings", 6: "pair of nines", 8: "king high"}
    view = table_view(
        *(replace(seat, shown_hand=named.get(seat.seat, "")) for seat in seats),
        seat_count=9,
        hand=149,
        playing=True,
        button=8,
        street=2,
        street_name="turn",
        board=parse_cards("Kd 9s 4h 2h"),
        pots=(Pot(3003, (1, 6, 8)),),
        you=You() if own_seat is None else You(own_seat, parse_cards("As Ks"), "pair of kings"),
    )
    return view, (HandChances(hand=149, spots=(TURN_CHANCES,)),)
