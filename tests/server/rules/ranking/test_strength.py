from __future__ import annotations

from railbird_server.rules.ranking.strength import MOST, NO_HAND, numbers_of, pack, rung_of


def test_what_is_packed_can_be_read_back() -> None:
    strength = pack(1, (4, 13, 10, 5))
    assert rung_of(strength) == 1
    assert numbers_of(strength) == (4, 13, 10, 5)


def test_the_rung_outweighs_every_rank() -> None:
    assert pack(1, (2,)) > pack(0, (14, 14, 14, 14, 14))


def test_an_earlier_rank_outweighs_all_later_ones() -> None:
    assert pack(0, (10,)) > pack(0, (9, 14, 14, 14, 14))


def test_any_card_beats_none() -> None:
    """PH-4."""
    assert pack(1, (8, 6, 2)) > pack(1, (8, 6))


def test_the_fifth_rank_counts() -> None:
    assert pack(5, (13, 11, 9, 3, 2)) != pack(5, (13, 11, 9, 3))


def test_every_strength_lies_between_none_and_the_most() -> None:
    assert NO_HAND < pack(0, (2,)) < pack(10, (14,)) < MOST
