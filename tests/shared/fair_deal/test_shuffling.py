from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from railbird_shared.fair_deal.shuffling import (
    CommittedDeal,
    MerkleTree,
    canonical_pack,
    context_of,
    deal_key,
    opens,
    path_bytes,
    root_of,
    salts_of,
    seat_commitment,
    shuffled_order,
)
from railbird_shared.game.cards import JOKER, PACK, Card
from railbird_shared.game.variants import VARIANTS
from railbird_shared.protocol.events import Opening, SeedShare

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


DEAL = CommittedDeal("t", 7, PACK, bytes(32), reshuffles=1)
ROOTS = DEAL.commitment.roots


def is_proved(opening: Opening, *, context: bytes = DEAL.context, order: int = 0) -> bool:
    return opens(opening, context, ROOTS[order], len(PACK))


@pytest.mark.parametrize("pack", [(52, 0), (54, 2), (36, 0), (32, 0), (33, 1), (20, 0)])
def test_every_card_of_a_deck_can_be_opened(pack: tuple[int, int]) -> None:
    deal = CommittedDeal("t", 1, canonical_pack(*pack), bytes(32), reshuffles=1)
    for order, root in enumerate(deal.commitment.roots):
        for place, card in enumerate(deal.order(order)):
            opening = deal.open(order, place)
            assert (opening.card, opening.place, opening.order) == (card, place, order)
            assert len(opening.path) == path_bytes(pack[0])
            assert opens(opening, deal.context, root, pack[0])


def test_another_card_place_order_or_hand_is_not_opened() -> None:
    opening = DEAL.open(0, 3)
    assert is_proved(opening)
    other = Card.SA if opening.card is not Card.SA else Card.SK
    assert not is_proved(replace(opening, card=other))
    assert not is_proved(replace(opening, place=4))
    assert not is_proved(replace(opening, order=1), order=1)
    assert not is_proved(opening, order=1)
    assert not is_proved(replace(opening, salt=bytes(16)))
    assert not is_proved(opening, context=context_of("t", 8))


@given(st.integers(0, 51), st.data())
def test_an_opening_with_any_other_bit_is_refused(place: int, data: st.DataObject) -> None:
    opening = DEAL.open(0, place)
    path = bytearray(opening.path)
    at = data.draw(st.integers(0, len(path) - 1))
    path[at] ^= 1 << data.draw(st.integers(0, 7))
    assert not is_proved(replace(opening, path=bytes(path)))


@pytest.mark.parametrize("length", [0, 32, 160, 191])
def test_a_path_of_another_length_is_refused(length: int) -> None:
    assert not is_proved(replace(DEAL.open(0, 0), path=DEAL.open(0, 0).path[:length]))


def test_a_place_beyond_the_pack_is_refused() -> None:
    assert not is_proved(replace(DEAL.open(0, 0), place=52))


def test_an_inner_node_is_no_leaf() -> None:
    leaves = [bytes([number]) * 32 for number in range(4)]
    tree, above = MerkleTree(leaves), MerkleTree([bytes([number]) * 32 for number in range(2)])
    assert root_of(leaves[2], 2, tree.path(2)) == tree.root
    assert tree.root != above.root
