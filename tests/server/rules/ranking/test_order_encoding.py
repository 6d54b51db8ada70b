"""A strength as one number."""

from __future__ import annotations

from railbird_server.rules.ranking.order import NO_HAND, STRENGTH_LIMIT, decode_level, decode_numbers, encode_strength


def test_level_and_numbers_decode_to_what_was_encoded() -> None:
    strength = encode_strength(1, (4, 13, 10, 5))
    assert decode_level(strength) == 1
    assert decode_numbers(strength) == (4, 13, 10, 5)


def test_the_level_outweighs_every_rank() -> None:
    assert encode_strength(1, (2,)) > encode_strength(0, (14, 14, 14, 14, 14))


def test_an_earlier_rank_outweighs_all_later_ones() -> None:
    assert encode_strength(0, (10,)) > encode_strength(0, (9, 14, 14, 14, 14))


def test_any_card_beats_none() -> None:
    """PH-4."""
    assert encode_strength(1, (8, 6, 2)) > encode_strength(1, (8, 6))


def test_the_fifth_rank_counts() -> None:
    assert encode_strength(5, (13, 11, 9, 3, 2)) != encode_strength(5, (13, 11, 9, 3))


def test_every_strength_lies_between_none_and_the_most() -> None:
    assert NO_HAND < encode_strength(0, (2,)) < encode_strength(10, (14,)) < STRENGTH_LIMIT
