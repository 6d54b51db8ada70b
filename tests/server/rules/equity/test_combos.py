"""Ways to deal are counted together only where they make the same hands, and none is lost."""

from __future__ import annotations

from collections import Counter
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird_server.rules.equity import classes_of, count_ways, suits_that_matter, unseen_cards, ways_to_deal
from railbird_shared.game.cards import JOKER, PACK, Card, Suit, parse_cards
from railbird_shared.game.game_rules import JokerRole, LowestWild, Order
from railbird_shared.game.ranking import HIGH_SCALE, scale_of
from railbird_shared.game.ranking_rules import DEUCES, RankingRules

ALL_SUITS = frozenset(Suit) - {Suit.NONE}


@given(st.lists(st.sampled_from(PACK), max_size=40, unique=True), st.integers(0, 3), st.sets(st.sampled_from(Suit)))
def test_the_ways_stand_for_every_deal(seen: list[Card], size: int, suits: set[Suit]) -> None:
    unseen = unseen_cards(PACK, seen)
    classes = classes_of(unseen, [HIGH_SCALE], frozenset(suits))
    ways = ways_to_deal(classes, size)
    assert sum(each.left for each in classes) == len(unseen)
    assert sum(way.weight for way in ways) == comb(len(unseen), size)
    assert len(ways) == count_ways(classes, size)


def test_a_card_of_several_packs_is_left_as_often_as_it_was_not_seen() -> None:
    left = Counter(unseen_cards(PACK * 2, parse_cards("As As Kd")))
    assert (left[parse_cards("As")[0]], left[parse_cards("Kd")[0]], left[parse_cards("Kh")[0]]) == (0, 1, 2)


def test_suits_that_do_not_matter_are_counted_together() -> None:
    unseen = parse_cards("Ks Kh Kd 9s 9h")
    assert [each.left for each in classes_of(unseen, [HIGH_SCALE], frozenset())] == [3, 2]
    assert [each.left for each in classes_of(unseen, [HIGH_SCALE], frozenset({Suit.SPADES}))] == [1, 2, 1, 1]


def test_wild_cards_are_of_one_class_and_the_bug_is_of_another() -> None:
    scale = scale_of(RankingRules(wild_cards=DEUCES, jokers=1, joker_role=JokerRole.BUG))
    classes = classes_of([*parse_cards("2s 2h Ks"), JOKER], [scale], frozenset())
    assert sorted(each.left for each in classes) == [1, 1, 2]


def test_where_a_lowest_card_is_wild_every_card_is_a_class_of_its_own() -> None:
    scale = scale_of(RankingRules(lowest_wild=LowestWild.CARD))
    assert len(classes_of(parse_cards("Ks Kh Kd"), [scale], frozenset())) == 3


@pytest.mark.parametrize(
    ("hands", "board", "to_come", "most", "suits"),
    [
        (("As Ks", "Qh Jh"), "9s 4h 2h", 2, 2, {Suit.SPADES, Suit.HEARTS}),
        (("As Kd", "Qh Jc"), "9s 4h 2d", 2, 2, set()),
        (("As Ks", "Qh Jh"), "9s 4h 2h", 1, 2, {Suit.HEARTS}),
        (("As Ks Qs Js", "Qh Jd 2c 3c"), "9s 4h 2d", 1, 2, set()),
        (("As Ks", "Qh Jh"), "", 5, 2, ALL_SUITS),
    ],
)
def test_a_suit_matters_where_somebody_can_still_make_a_flush(
    hands: tuple[str, ...], board: str, to_come: int, most: int, suits: set[Suit]
) -> None:
    found = suits_that_matter([HIGH_SCALE], [parse_cards(hand) for hand in hands], parse_cards(board), to_come, most)
    assert found == suits


def test_no_suit_matters_for_a_low_that_knows_no_flush_and_each_does_where_suits_break_ties() -> None:
    razz = scale_of(RankingRules(order=Order.ACE_TO_FIVE))
    assert suits_that_matter([razz], [parse_cards("As Ks Qs Js 9s")], (), 2, 7) == frozenset()
    ties = scale_of(RankingRules(suit_tiebreak=1))
    assert suits_that_matter([ties], [parse_cards("As Kd")], (), 1, 2) == ALL_SUITS
