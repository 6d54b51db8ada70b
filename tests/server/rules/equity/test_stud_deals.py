"""Cards that players get of their own: compared in pairs, and counted class by class, as if dealt one after another."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, permutations

from hypothesis import given
from hypothesis import strategies as st

from railbird_server.rules.equity.combos import classes_of, ways_to_deal
from railbird_server.rules.equity.stud_deals import Compared, compare_two, count_rows
from railbird_shared.game.cards import parse_cards
from railbird_shared.game.ranking import HIGH_SCALE


@given(st.integers(1, 3), st.integers(6, 8), st.integers(0, 1000))
def test_two_hands_are_compared_over_all_pairs_without_a_common_card(size: int, cards: int, seed: int) -> None:
    dice = random.Random(seed)
    groups = list(combinations(range(cards), size))
    first, second = ([dice.randrange(5) for _ in groups] for _ in range(2))
    pairs = [
        (one, other)
        for one, mine in zip(first, groups, strict=True)
        for other, theirs in zip(second, groups, strict=True)
        if not set(mine) & set(theirs)
    ]
    stronger, equal = (sum(one > other for one, other in pairs), sum(one == other for one, other in pairs))
    assert compare_two(groups, first, second) == Compared(stronger, equal, len(pairs) - stronger - equal)


def test_rows_of_two_cards_for_each_hand_are_counted_as_if_every_card_was_dealt_by_itself() -> None:
    unseen = parse_cards("Ks Kh Kd 9s 9h 4c 4d")
    classes = classes_of(unseen, [HIGH_SCALE], frozenset())
    ways = ways_to_deal(classes, 2)
    sums = [(sum(int(card.rank) for card in way.cards),) for way in ways]
    by_hand = Counter(
        (sum(int(card.rank) for card in first), sum(int(card.rank) for card in second))
        for first in combinations(unseen, 2)
        for second in combinations([card for card in unseen if card not in first], 2)
    )
    assert count_rows(classes, ways, [sums, sums]) == by_hand


def test_rows_are_counted_as_if_every_card_was_dealt_by_itself() -> None:
    unseen = parse_cards("Ks Kh Kd 9s 9h 4c")
    classes = classes_of(unseen, [HIGH_SCALE], frozenset())
    ways = ways_to_deal(classes, 1)
    by_rank = [(int(way.cards[0].rank),) for way in ways]
    rows = count_rows(classes, ways, [by_rank, by_rank, by_rank])
    assert rows == Counter(tuple(int(card.rank) for card in dealt) for dealt in permutations(unseen, 3))
