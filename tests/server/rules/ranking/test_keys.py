from __future__ import annotations

import random

import pytest

from railbird_server.rules.ranking.counting import counted_strength
from railbird_server.rules.ranking.keys import strength_of
from railbird_shared.cards import JOKER, PACK, Rank, parse_cards


@pytest.mark.parametrize("size", range(1, 8))
def test_tables_and_counting_agree(size: int) -> None:
    dice = random.Random(100 + size)
    for _ in range(1000):
        cards = dice.sample(PACK, size)
        assert strength_of(cards) == counted_strength(cards), cards


def test_tables_and_counting_agree_among_flushes() -> None:
    low = [card for card in PACK if card.suit < 2 and card.rank <= Rank.NINE]
    dice = random.Random(1)
    for _ in range(1000):
        cards = dice.sample(low, 7)
        assert strength_of(cards) == counted_strength(cards), cards


def test_a_hand_met_again_is_worth_the_same() -> None:
    for cards in (parse_cards("Ah Kh Qh Jh Th 2c 2d"), parse_cards("9c 9d 4h 4s")):
        assert strength_of(cards) == strength_of(list(reversed(cards)))


def test_four_of_a_suit_are_no_flush() -> None:
    assert strength_of(parse_cards("Ah Kh Qh Jh")) == strength_of(parse_cards("Ac Kh Qs Jd"))


def test_the_joker_has_no_key() -> None:
    with pytest.raises(KeyError):
        strength_of([JOKER])
