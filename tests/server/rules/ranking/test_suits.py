from __future__ import annotations

import pytest

from railbird_server.rules.ranking import SUIT_ORDERS, card_order
from railbird_server.rules.ranking.suits import suits_high_to_low
from railbird_shared.cards import parse_cards, format_cards


def test_nine_orders_may_be_chosen() -> None:
    """SU-12."""
    assert len(set(SUIT_ORDERS)) == 9
    assert all(sorted(order) == sorted("cdhs") for order in SUIT_ORDERS)


@pytest.mark.parametrize(
    ("order", "drawn"), [("shdc", "Ad 9s 9h 9d 9c"), ("hdsc", "Ad 9h 9d 9s 9c"), ("cshd", "Ad 9c 9s 9h 9d")]
)
def test_card_order_is_by_rank_and_then_by_suit(order: str, drawn: str) -> None:
    """SU-1..SU-3, SU-13, DL-2, DL-3."""
    cards = sorted(parse_cards("9c 9s Ad 9d 9h"), key=lambda card: card_order(card, order), reverse=True)
    assert format_cards(cards) == drawn


def test_the_ace_can_be_ordered_low_for_the_razz_bring_in() -> None:
    """VT-RZ-2, VT-RZ-4."""
    cards = parse_cards("As 2c Kd Kh")
    assert str(max(cards, key=lambda card: card_order(card, ace_low=True))) == "Kh"
    assert str(min(cards, key=lambda card: card_order(card, ace_low=True))) == "As"


def test_the_best_suit_comes_first() -> None:
    assert "".join(suit.letter for suit in suits_high_to_low("dhsc")) == "dhsc"
