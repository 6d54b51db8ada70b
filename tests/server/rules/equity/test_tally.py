"""A tally divides each row's pot exactly, on one side or on two, and takes corrections."""

from __future__ import annotations

from fractions import Fraction
from itertools import repeat

from railbird_server.rules.equity import Tally
from railbird_shared.game.game_rules import CircularOrder, Order
from railbird_shared.game.ranking import HIGH_SCALE, Category, scale_of
from railbird_shared.game.ranking_rules import RankingRules

EIGHT = scale_of(RankingRules(order=Order.ACE_TO_FIVE, qualifier=8))


def test_a_tie_of_three_is_divided_without_a_rest() -> None:
    tally = Tally(9, (1, 2, 3, 4), [HIGH_SCALE])
    tally.add(repeat(1), [(7, 7, 7, 1), (1, 2, 3, 9)])
    found = tally.result()
    assert [found.share(seat) for seat in (1, 2, 3, 4)] == [Fraction(1, 6)] * 3 + [Fraction(1, 2)]
    assert found.ways == 2


def test_a_row_that_is_taken_back_does_not_count() -> None:
    tally = Tally(1, (1, 2), [HIGH_SCALE])
    tally.add([5, -2, 2], [(2, 1), (2, 1), (1, 2)])
    found = tally.result()
    assert (found.ways, found.shares) == (5, {1: Fraction(3, 5), 2: Fraction(2, 5)})


def test_high_and_low_each_take_a_half_and_without_a_low_high_takes_all() -> None:
    tally = Tally(1, (1, 2), [HIGH_SCALE, EIGHT])
    tally.add(repeat(1), [(2, 1, 0, 5), (2, 1, 0, 0), (2, 2, 5, 0)])
    found = tally.result()
    assert found.share(1) == (Fraction(1, 2) + 1 + Fraction(3, 4)) / 3
    assert found.share(1) + found.share(2) == 1


def test_hands_that_beat_each_other_in_a_circle_share() -> None:
    italian = scale_of(RankingRules(pack=32, unbeatable=CircularOrder.ITALIAN))
    lowest, middle, highest = (italian.hand_order.encode(Category.STRAIGHT_FLUSH, (top,)) for top in (10, 12, 14))
    tally = Tally(1, (1, 2, 3), [italian])
    tally.add(repeat(1), [(lowest, middle, highest), (lowest, 0, highest)])
    found = tally.result()
    assert [found.share(seat) for seat in (1, 2, 3)] == [Fraction(2, 3), Fraction(1, 6), Fraction(1, 6)]
