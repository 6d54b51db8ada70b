from __future__ import annotations

from itertools import permutations

import pytest

from railbird_shared.game.cards import parse_cards
from railbird_shared.game.game_rules import CircularOrder, Order
from railbird_shared.game.ranking import HIGH_SCALE, Scale, scale_of, winners
from railbird_shared.game.ranking_rules import RankingRules

ITALIAN = scale_of(RankingRules(pack=40, unbeatable=CircularOrder.ITALIAN))
GREEK = scale_of(RankingRules(pack=36, unbeatable=CircularOrder.GREEK))

MINIMUM, MEDIUM, MAXIMUM = "Ac 5c 6c 7c 8c", "Qd Jd Td 9d 8d", "Ah Kh Qh Jh Th"
FOURS, NINES = "6c 6d 6h 6s 9c", "9c 9d 9h 9s Kc"


def winners_of(scale: Scale, *hands: str) -> tuple[int, ...]:
    return winners([scale.strength(parse_cards(hand)) for hand in hands], scale)


def test_on_an_ordinary_scale_the_strongest_hands_win() -> None:
    assert winners_of(HIGH_SCALE, "Kc Qd", "Ac 2d", "Ad 2h") == (1, 2)


def test_nobody_wins_without_a_qualifying_low() -> None:
    """SD-19."""
    low = scale_of(RankingRules(order=Order.ACE_TO_FIVE, qualifier=8))
    assert winners_of(low, "Kc Qd 3h 2s Ac", "8c 8d 3h 2s Ac") == ()
    assert winners_of(low, "Kc Qd 3h 2s Ac", "8c 7d 3h 2s Ac") == (1,)
    assert winners([], low) == ()


@pytest.mark.parametrize("order", list(permutations([MINIMUM, MEDIUM, MAXIMUM])))
def test_every_two_of_three_have_a_winner_and_all_three_share(order: tuple[str, str, str]) -> None:
    """NU-3..NU-6, NU-12."""
    assert winners_of(ITALIAN, *order) == (0, 1, 2)
    better = {(MINIMUM, MAXIMUM), (MAXIMUM, MEDIUM), (MEDIUM, MINIMUM)}
    assert winners_of(ITALIAN, *order[:2]) == ((0,) if order[:2] in better else (1,))


def test_a_side_pot_is_awarded_among_its_own_players() -> None:
    """NU-13: the main pot is shared by three, the side pot goes to one of them."""
    hands = [MAXIMUM, MINIMUM, MEDIUM]
    assert winners_of(ITALIAN, *hands) == (0, 1, 2)
    assert winners_of(ITALIAN, *hands[:2]) == (1,)


def test_five_of_a_kind_beats_every_hand_of_the_italian_order() -> None:
    """HR-5, NU-7."""
    wild = scale_of(RankingRules(pack=40, jokers=1, unbeatable=CircularOrder.ITALIAN))
    assert winners_of(wild, MINIMUM, MAXIMUM, "9c 9d 9h 9s X") == (2,)


def test_the_imperial_flush_loses_to_four_of_the_lowest_only() -> None:
    """NU-9, NU-10."""
    assert winners_of(GREEK, MAXIMUM, FOURS) == (1,)
    assert winners_of(GREEK, MAXIMUM, NINES) == (0,)
    assert winners_of(GREEK, FOURS, NINES) == (1,)


def test_a_hand_between_makes_all_three_share() -> None:
    """NU-11: the best of those between."""
    assert winners_of(GREEK, NINES, MAXIMUM, FOURS, "8c 8d 8h 8s 7c") == (0, 1, 2)


def test_an_imperial_flush_may_hold_a_joker_and_beats_five_of_a_kind() -> None:
    """NU-9, WC-4."""
    wild = scale_of(RankingRules(pack=36, jokers=2, unbeatable=CircularOrder.GREEK))
    assert winners_of(wild, "Ah Kh Qh Jh X", "9c 9d 9h 9s X") == (0,)
    assert winners_of(wild, "As Ks Qs Js X", "9c 9d 9h 9s X") == (1,)
    assert wild.value(parse_cards("Ah Kh Qh Jh X")).words == "imperial flush"


def test_the_imperial_flush_is_named_under_greek_rules_only() -> None:
    assert GREEK.value(parse_cards(MAXIMUM)).words == "imperial flush"
    assert "royal flush" in GREEK.value(parse_cards(MAXIMUM)).names()
    assert GREEK.value(parse_cards("As Ks Qs Js Ts")).words == "royal flush"
    assert HIGH_SCALE.value(parse_cards(MAXIMUM)).words == "royal flush"


def test_comparing_two_hands_of_a_circular_order_raises() -> None:
    """NU-12."""
    first, second = ITALIAN.value(parse_cards(MINIMUM)), ITALIAN.value(parse_cards(MAXIMUM))
    with pytest.raises(TypeError, match=r"winners\(\)"):
        assert first < second
    with pytest.raises(TypeError, match=r"winners\(\)"):
        assert first > second
    assert first != second
    assert ITALIAN.value(parse_cards(MINIMUM)) == first
