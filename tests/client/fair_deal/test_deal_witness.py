"""What a witness keeps of a table that came at once."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_client.fair_deal.deal_witness import snapshot_seen
from railbird_shared.game.cards import parse_cards
from support.view_builders import seat_view, table_view


def test_a_card_that_wins_the_high_and_the_low_half_is_drawn_once() -> None:
    winner = replace(
        seat_view(1),
        cards=parse_cards("6d Ts 2h 3c 7d 4d 5d"),
        winning_cards=parse_cards("7d 6d 5d 4d 3c"),
        winning_low_cards=parse_cards("6d 5d 4d 3c 2h"),
    )
    (hand,) = snapshot_seen(table_view(winner), asked=False).hands
    assert hand.winning == parse_cards("7d 6d 5d 4d 3c 2h")
