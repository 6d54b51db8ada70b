from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird_shared.fair_deal.shuffling import (
    CommittedDeal,
    canonical_pack,
    context_of,
    deal_key,
    salts_of,
    seat_commitment,
    shuffled_order,
)
from railbird_shared.game.cards import JOKER, PACK, Card
from railbird_shared.game.variants import VARIANTS
from railbird_shared.protocol.events import SeedShare

SEED = bytes(range(32))
seeds = st.binary(min_size=32, max_size=32)


def shares_of(opened: dict[int, bytes | None]) -> list[SeedShare]:
    """Seeds by seat as shares of hand 1 at table t."""
    context = context_of("t", 1)
    return [SeedShare(seat, seat_commitment(context, seat, seed or SEED), seed) for seat, seed in opened.items()]


def deck_of(server: bytes, opened: dict[int, bytes | None]) -> tuple[Card, ...]:
    return CommittedDeal("t", 1, PACK, server, shares_of(opened)).deck


@given(seeds, seeds, st.sampled_from([(52, 0), (53, 1), (54, 2), (36, 0), (34, 2), (20, 0)]))
def test_a_deck_is_an_order_of_the_pack(server: bytes, seed: bytes, pack: tuple[int, int]) -> None:
    deal = CommittedDeal("t", 1, canonical_pack(*pack), server, shares_of({1: seed}), reshuffles=2)
    assert all(Counter(deal.order(number)) == Counter(canonical_pack(*pack)) for number in range(3))


@given(seeds, seeds, seeds)
def test_every_seed_that_is_opened_changes_the_deck(server: bytes, first: bytes, second: bytes) -> None:
    deck = deck_of(server, {1: first, 4: second})
    assert deck == deck_of(server, {4: second, 1: first})
    assert deck != deck_of(server, {1: first})
    assert deck != deck_of(server, {2: first, 4: second})
    assert deck != deck_of(bytes(32) if server != bytes(32) else SEED, {1: first, 4: second})


def test_a_seed_that_is_not_opened_changes_nothing() -> None:
    assert deck_of(SEED, {1: SEED, 2: None}) == deck_of(SEED, {1: SEED})


def test_table_and_hand_change_the_deck() -> None:
    decks = {CommittedDeal(table, hand, PACK, SEED).deck for table, hand in [("t", 1), ("t", 2), ("u", 1)]}
    assert len(decks) == 3


def test_every_order_of_few_cards_comes_equally_often() -> None:
    cards = PACK[:4]
    deals = 4800
    found = Counter(shuffled_order(deal_key(context_of("t", hand), SEED, {}), 0, cards) for hand in range(deals))
    assert found.keys() == set(permutations(cards))
    expected = deals / len(found)
    deviation = sum((count - expected) ** 2 / expected for count in found.values())
    assert deviation < 50  # 23 degrees of freedom: 49.7 in one case of a thousand, and the seed is fixed


def test_every_card_comes_to_every_place() -> None:
    decks = [shuffled_order(deal_key(context_of("t", hand), SEED, {}), 0, PACK) for hand in range(600)]
    assert all(len({deck[place] for deck in decks}) == len(PACK) for place in (0, 25, 51))


def test_salts_differ_from_each_other_and_between_orders() -> None:
    assert len({*salts_of(SEED, 0, 54), *salts_of(SEED, 1, 54)}) == 108


def test_a_commitment_holds_for_one_seat_of_one_hand() -> None:
    commitments = {
        seat_commitment(context_of(table, hand), seat, SEED)
        for table, hand, seat in [("t", 1, 1), ("t", 1, 2), ("t", 2, 1), ("u", 1, 1)]
    }
    assert len(commitments) == 4


def test_the_pack_of_every_game_is_a_canonical_one() -> None:
    for variant in VARIANTS.values():
        pack = variant.pack
        assert Counter(canonical_pack(len(pack), pack.count(JOKER))) == Counter(pack)


@pytest.mark.parametrize("cards", [(51, 0), (0, 0), (56, 0), (2, 2), (8, -1)])
def test_a_pack_of_another_size_is_none(cards: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="No pack has"):
        canonical_pack(*cards)
