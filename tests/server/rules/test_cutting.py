"""A simulated cut (DL-15)."""

from __future__ import annotations

import pytest

from railbird_server.rules.cutting import cut_deck
from railbird_server.rules.errors import BadDeck
from railbird_shared.cards import PACK


def test_a_cut_puts_the_top_cards_under_the_rest() -> None:
    parts = cut_deck(PACK, 20)
    assert parts == PACK[20:] + PACK[:20]


@pytest.mark.parametrize("top", [5, 47])
def test_a_cut_may_leave_five_cards_in_either_part(top: int) -> None:
    assert len(cut_deck(PACK, top)) == 52


@pytest.mark.parametrize("top", [-5, 0, 4, 48, 52, 60])
def test_a_cut_with_fewer_than_five_cards_in_a_part_is_refused(top: int) -> None:
    with pytest.raises(BadDeck, match="Leave at least 5 of the 52 cards in each part"):
        cut_deck(PACK, top)
