"""The settings of a ranking and the orders of suits."""

from __future__ import annotations

from typing import Any

import pytest

from railbird_shared.game.cards import JOKER, PACK, Card, format_cards, parse_cards
from railbird_shared.game.game_rules import BadSetup, CircularOrder, JokerRole, LowestWild, Order, WildTiebreak
from railbird_shared.game.ranking import scale_of
from railbird_shared.game.ranking_rules import SUIT_ORDERS, WILD_SETS, RankingRules, card_order, suits_high_to_low


def test_nine_orders_may_be_chosen() -> None:
    """SU-12."""
    assert len(set(SUIT_ORDERS)) == 9
    assert all(sorted(order) == sorted("cdhs") for order in SUIT_ORDERS)


@pytest.mark.parametrize(
    ("order", "drawn"), [("shdc", "Ad 9s 9h 9d 9c"), ("hdsc", "Ad 9h 9d 9s 9c"), ("cshd", "Ad 9c 9s 9h 9d")]
)
def test_card_order_is_by_rank_and_then_by_suit(order: str, drawn: str) -> None:
    """SU-1..SU-3, SU-13, DL-2, DL-3."""
    cards = sorted(parse_cards("9c 9s Ad 9d 9h"), key=lambda card: card_order(card, order), reverse=True)
    assert format_cards(cards) == drawn


def test_the_ace_can_be_ordered_low_for_the_razz_bring_in() -> None:
    """VT-RZ-2, VT-RZ-4."""
    cards = parse_cards("As 2c Kd Kh")
    assert str(max(cards, key=lambda card: card_order(card, ace_low=True))) == "Kh"
    assert str(min(cards, key=lambda card: card_order(card, ace_low=True))) == "As"


def test_the_best_suit_comes_first() -> None:
    assert "".join(suit.letter for suit in suits_high_to_low("dhsc")) == "dhsc"


@pytest.mark.parametrize("size", [52, 40, 36, 32, 20])
def test_a_pack_lacks_its_lowest_ranks(size: int) -> None:
    """SK-1."""
    deck = RankingRules(pack=size).deck
    assert len(deck) == len(set(deck)) == size
    assert min(card.rank for card in deck) == 15 - size // 4


def test_a_deck_holds_every_pack_and_all_jokers() -> None:
    """WC-1, MD-3."""
    deck = RankingRules(pack=32, packs=2, jokers=3).deck
    assert len(deck) == 67
    assert deck.count(Card.SA) == 2
    assert deck.count(JOKER) == 3


def test_the_usual_wild_cards() -> None:
    """WC-2, WC-3."""
    assert format_cards(sorted(WILD_SETS["deuces"], key=PACK.index)) == "2c 2d 2h 2s"
    assert format_cards(sorted(WILD_SETS["one-eyed-jacks"], key=PACK.index)) == "Jh Js"


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"pack": 48}, "A pack has 52, 40, 36, 32, 20 cards, not 48."),
        ({"packs": 5}, "Play with 1 to 4 packs."),
        ({"jokers": 3}, "Add at most 2 jokers to a pack."),
        ({"jokers": -1}, "Add at most 2 jokers to a pack."),
        ({"wild_cards": (JOKER,)}, "A joker is wild by being added"),
        ({"pack": 36, "wild_cards": WILD_SETS["deuces"]}, "A pack of 36 cards has no 2s to be wild"),
        ({"wild_cards": WILD_SETS["deuces"], "lowest_wild": LowestWild.CARD}, "Choose either"),
        ({"suit_tiebreak": 4}, "by method 1, 2 or 3"),
        ({"suit_order": "chsd"}, "Choose one of the orders of suits shdc, shcd"),
        ({"qualifier": 9}, "qualifies with eight or better"),
        ({"order": Order.DEUCE_TO_SEVEN, "qualifier": 8}, "Eight or better goes with ace to five only."),
        ({"order": Order.ACE_TO_FIVE, "pack": 36, "qualifier": 8}, "A pack of 36 cards has no five ranks of eight"),
        ({"unbeatable": CircularOrder.GREEK, "flushes": False}, "turns on straight flushes"),
        ({"unbeatable": CircularOrder.ITALIAN, "pack": 20}, "one kind of straight flush only"),
        ({"unbeatable": CircularOrder.ITALIAN, "pack": 40, "suit_tiebreak": 2}, "leave suit_tiebreak and"),
        (
            {"unbeatable": CircularOrder.GREEK, "wild_tiebreak": WildTiebreak.FEWER_WILD_FIRST},
            "leave suit_tiebreak and",
        ),
    ],
)
def test_settings_that_exclude_each_other_are_refused(settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadSetup, match=sentence):
        RankingRules(**settings)


def test_one_record_serves_both_halves_of_a_pot() -> None:
    """HS-11: what an order has no use for is without effect."""
    high = RankingRules(qualifier=8, a6_aces_high_pair=True)
    assert scale_of(high).strength(PACK[:5]) == scale_of(RankingRules()).strength(PACK[:5])
    assert not RankingRules(order=Order.ACE_TO_FIVE, unbeatable=CircularOrder.GREEK).circular


def test_the_same_rules_have_the_same_scale() -> None:
    rules = RankingRules(jokers=1, joker_role=JokerRole.BUG)
    assert scale_of(rules) is scale_of(RankingRules(jokers=1, joker_role=JokerRole.BUG))
    assert scale_of(rules).rules == rules


def test_the_ranking_of_three_jokers_in_two_packs() -> None:
    scale = scale_of(RankingRules(packs=2, jokers=3))
    assert scale.value([JOKER, JOKER, JOKER, Card.S9, Card.S9]).words == "five nines"
