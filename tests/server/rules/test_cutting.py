"""A simulated cut (DL-15)."""

from __future__ import annotations

import pytest

from railbird_server.rules.cutting import cut
from railbird_server.rules.errors import BadDeck
from railbird_shared.cards import PACK


def test_the_upper_part_goes_under_the_rest() -> None:
    parts = cut(PACK, 20)
    assert parts == PACK[20:] + PACK[:20]


@pytest.mark.parametrize("top", [5, 47])
def test_five_cards_are_enough_of_either_part(top: int) -> None:
    assert len(cut(PACK, top)) == 52


@pytest.mark.parametrize("top", [-5, 0, 4, 48, 52, 60])
def test_fewer_are_not(top: int) -> None:
    with pytest.raises(BadDeck, match="Leave at least 5 of the 52 cards in each part"):
        cut(PACK, top)
