from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from railbird_shared.fair_deal.merkle import MerkleTree, opens, path_bytes, root_of
from railbird_shared.fair_deal.shuffling import CommittedDeal, canonical_pack, context_of
from railbird_shared.game.cards import PACK, Card
from railbird_shared.protocol.events import Opening

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
