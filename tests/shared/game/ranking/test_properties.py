"""Properties of every scale under any settings (HR-4, HR-32)."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from railbird_shared.game.cards import Card
from railbird_shared.game.game_rules import CircularOrder, JokerRole, Order, WildTiebreak
from railbird_shared.game.ranking import HandValue, scale_of, winners
from railbird_shared.game.ranking_rules import SUIT_ORDERS, WILD_SETS, RankingRules
from support.examples import examples

Dealt = tuple[RankingRules, list[list[Card]]]

RULES = st.builds(
    RankingRules,
    order=st.sampled_from(Order),
    pack=st.sampled_from([52, 40, 36, 32]),
    jokers=st.integers(0, 2),
    joker_role=st.sampled_from(JokerRole),
    wild_cards=st.sampled_from([WILD_SETS["none"], WILD_SETS["one-eyed-jacks"]]),
    double_ace_flush=st.booleans(),
    wild_tiebreak=st.sampled_from(WildTiebreak),
    a6_broadway_straight=st.booleans(),
    a6_aces_high_pair=st.booleans(),
    suit_tiebreak=st.integers(0, 3),
    suit_order=st.sampled_from(SUIT_ORDERS),
    flush_over_full=st.booleans(),
)


@st.composite
def hands(draw: DrawFn, count: int, most: int = 7) -> Dealt:
    rules = draw(RULES)
    places = st.lists(st.integers(0, len(rules.deck) - 1), min_size=1, max_size=most, unique=True)
    return rules, [[rules.deck[place] for place in draw(places)] for _ in range(count)]


def values(dealt: Dealt) -> list[HandValue]:
    rules, cards = dealt
    return [scale_of(rules).value(held) for held in cards]


@given(hands(3))
@settings(max_examples=examples(150))
def test_hands_have_one_order(dealt: Dealt) -> None:
    first, second, third = values(dealt)
    assert (first < second) + (first == second) + (first > second) == 1
    if first <= second <= third:
        assert first <= third
    if first == second:
        assert (first < third, first > third) == (second < third, second > third)


@given(hands(1), st.randoms(use_true_random=False))
@settings(max_examples=examples(150))
def test_the_order_of_the_cards_never_matters(dealt: Dealt, dice: random.Random) -> None:
    rules, [held] = dealt
    shuffled = list(held)
    dice.shuffle(shuffled)
    assert scale_of(rules).strength(held) == scale_of(rules).strength(shuffled)


@given(hands(1))
@settings(max_examples=examples(150))
def test_a_hand_says_which_of_its_cards_play(dealt: Dealt) -> None:
    rules, [held] = dealt
    [value] = values(dealt)
    assert len(value.cards) == len(value.played_as) <= 5
    left = list(held)
    for card in value.cards:
        left.remove(card)
    again = scale_of(rules).value(value.cards)
    assert (again.category, again.ranks) == (value.category, value.ranks)
    assert value.words
    assert value.words == value.names()[0]
    assert (value.deciding_card is None) is (rules.suit_tiebreak == 0)


@given(hands(2))
@settings(max_examples=examples(150))
def test_descriptions_tell_two_hands_apart(dealt: Dealt) -> None:
    first, second = values(dealt)
    descriptions = first.describe([second]), second.describe([first])
    if first.category is second.category and len(first.cards) == len(second.cards) == 5 and first.ranks != second.ranks:
        assert descriptions[0] != descriptions[1]


@given(hands(4))
@settings(max_examples=examples(100))
def test_the_winners_are_the_strongest(dealt: Dealt) -> None:
    shown = values(dealt)
    won = winners([value.strength for value in shown], scale_of(dealt[0]))
    assert won == tuple(place for place, value in enumerate(shown) if value == max(shown))


@given(st.sampled_from([CircularOrder.ITALIAN, CircularOrder.GREEK]), st.randoms(use_true_random=False))
@settings(max_examples=examples(100))
def test_a_circular_order_always_has_winners(unbeatable: CircularOrder, dice: random.Random) -> None:
    rules = RankingRules(pack=32, unbeatable=unbeatable)
    scale = scale_of(rules)
    deck = list(rules.deck)
    dice.shuffle(deck)
    strengths = [scale.strength(deck[at : at + 5]) for at in range(0, 30, 5)]
    won = winners(strengths, scale)
    assert won
    order = sorted(range(6), key=lambda place: str(deck[place]))
    assert sorted(order.index(place) for place in won) == sorted(winners([strengths[place] for place in order], scale))
