"""Scales with and without tie-breaks."""

from __future__ import annotations

import random

import pytest

from railbird_shared.game.cards import PACK, format_cards, parse_cards
from railbird_shared.game.game_rules import JokerRole, LowestWild, WildScope, WildTiebreak
from railbird_shared.game.ranking import HIGH_SCALE
from railbird_shared.game.ranking.scale import upcard_scale
from railbird_shared.game.ranking_rules import WILD_SETS, RankingRules
from support.reference_evaluator import hand_value

UPCARDS = upcard_scale(HIGH_SCALE)


def test_a_value_has_the_strength_of_its_cards() -> None:
    dice = random.Random(11)
    for _ in range(200):
        cards = dice.sample(PACK, dice.randint(1, 7))
        assert HIGH_SCALE.value(cards).strength == HIGH_SCALE.strength(cards)


def test_a_value_outlives_the_list_it_was_made_from() -> None:
    cards = list(parse_cards("Kc Kd Ah"))
    hand = HIGH_SCALE.value(cards)
    cards.clear()
    assert len(hand.cards) == 3


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        ("", "A hand to be valued has from 1 to 7 cards, not 0."),
        ("2c 3c 4c 5c 6c 7c 8c 9c", "A hand to be valued has from 1 to 7 cards, not 8."),
        ("As As", "This game has not so many of As."),
        ("As X", "This game has no X."),
    ],
)
def test_too_few_too_many_or_unknown_cards_are_refused(cards: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        hand_value(cards)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("2c 2d", "Ah Kh"),
        ("5c 5d 5h", "Ah Ad Kc Ks"),
        ("7c 7d 7h 7s", "Ac Ad Ah Ks"),
        ("Jc Jd 5h 3s", "Jh Js 5c"),
        ("Jc Jd 6h", "Jh Js 5c 4d"),
        ("Kh", "Qd Js Tc 9h"),
        ("3c 3d 2h 2s", "Ac Ad Kh Qs"),
        ("Qc 2d", "Qh"),
    ],
)
def test_upcards_are_ranked_by_the_best_hand_showing(better: str, worse: str) -> None:
    assert UPCARDS.value(parse_cards(better)) > UPCARDS.value(parse_cards(worse))


def test_four_open_cards_make_no_flush_and_no_straight() -> None:
    assert UPCARDS.value(parse_cards("Ah Kh Qh Jh")) == UPCARDS.value(parse_cards("Ac Kd Qs Jh"))
    assert UPCARDS.value(parse_cards("9h 8d 7c 6s")) < UPCARDS.value(parse_cards("Th 2h 3c 4s"))


@pytest.mark.parametrize(
    ("tiebreak", "cards", "other", "words"),
    [
        (WildTiebreak.NATURAL_FIRST, "9c 9d 7h 6s 3c", "9h X 7d 6h 3s", "pair of nines, natural"),
        (WildTiebreak.NATURAL_FIRST, "9h X 7d 6h 3s", "9c 9d 7h 6s 3c", "pair of nines, with wild cards"),
        (WildTiebreak.FEWER_WILD_FIRST, "9c 9d X 8s 4c", "9h X X 8h 4s", "three nines, one wild card"),
        (WildTiebreak.FEWER_WILD_FIRST, "9c X X 8s 4c", "9h 9s X 8h 4s", "three nines, two wild cards"),
        (WildTiebreak.MORE_WILD_FIRST, "9c X X 8s 4c", "9h 9s X 8h 4s", "three nines, two wild cards"),
        (WildTiebreak.MORE_WILD_FIRST, "9c 9d 9s 8s 4c", "9h X X 8h 4s", "three nines, natural"),
        (WildTiebreak.NONE, "9c X X 8s 4c", "9h 9s X 8h 4s", "three nines"),
    ],
)
def test_describe_names_the_wild_cards_that_break_a_tie(
    tiebreak: WildTiebreak, cards: str, other: str, words: str
) -> None:
    rules = RankingRules(jokers=2, wild_tiebreak=tiebreak)
    assert hand_value(cards, rules).describe([hand_value(other, rules)]) == words


def test_describe_names_the_suit_that_breaks_a_tie() -> None:
    rules = RankingRules(suit_tiebreak=3, wild_tiebreak=WildTiebreak.FEWER_WILD_FIRST)
    hand = hand_value("9c 9d Kh 8s 4c", rules)
    assert hand.describe([hand_value("9h 9s Kd 8c 4s", rules)]) == "pair of nines, king of hearts"
    assert hand.describe([hand_value("9h 9s Qd 8c 4s", rules)]) == "pair of nines, king kicker"
    assert str(hand.deciding_card) == "Kh"


def test_the_names_of_five_of_a_kind() -> None:
    """HR-9, WC-14."""
    hand = hand_value("Ac Ad Ah As X", RankingRules(jokers=1, joker_role=JokerRole.BUG))
    assert hand.words == "five aces"
    assert {"five of a kind", "quints"} <= set(hand.names())


def test_a_hand_shows_what_its_wild_cards_stand_for() -> None:
    hand = hand_value("2c Kd 2h Ks 9s", RankingRules(wild_cards=WILD_SETS["deuces"]))
    assert repr(hand) == "<four kings: Kd Ks 2c 2h 9s>"
    assert [str(card) for card in hand.played_as] == ["Kd", "Ks", "Kh", "Kc", "9s"]


@pytest.mark.parametrize(
    ("method", "order", "decided_by"),
    [(1, "shdc", "Kh"), (1, "cshd", "Kh"), (2, "shdc", "9d"), (2, "cshd", "9c"), (3, "hdsc", "Kh")],
)
def test_the_card_that_decides_among_equals(method: int, order: str, decided_by: str) -> None:
    """SU-6..SU-8, SU-12."""
    hand = hand_value("9c 9d Kh 8s 4c", RankingRules(suit_tiebreak=method, suit_order=order))
    assert str(hand.deciding_card) == decided_by


def test_a_method_that_finds_no_card_of_its_kind_takes_the_top_card() -> None:
    """SU-9, SU-10."""
    assert str(hand_value("Ac 5d 4h 3s 2c", RankingRules(suit_tiebreak=2)).deciding_card) == "5d"
    assert str(hand_value("9c 9d 9h 4s 4c", RankingRules(suit_tiebreak=3)).deciding_card) == "9h"


def test_no_card_decides_where_suits_break_no_ties() -> None:
    """SU-5."""
    assert hand_value("9c 9d Kh 8s 4c").deciding_card is None
    assert hand_value("9c 9d Kh 8s 4c", RankingRules(wild_tiebreak=WildTiebreak.NATURAL_FIRST)).deciding_card is None


def test_a_wild_card_played_as_printed_is_natural() -> None:
    """WC-24: with seven cards too, the best five for the tie-break are those that count."""
    rules = RankingRules(wild_cards=WILD_SETS["deuces"], wild_tiebreak=WildTiebreak.FEWER_WILD_FIRST)
    wheel = hand_value("Ac 3d 4h 5s 2c", rules)
    assert wheel == hand_value("Ad 3c 4s 5h 2d", rules)
    straight = hand_value("Tc 9d 8h 7s 6c 3d 2h", rules)
    assert straight.words == "jack-high straight"
    assert straight < hand_value("Jc Td 9h 8s 7c 4d 4h", rules)


def test_the_lowest_card_that_helps_most_is_wild() -> None:
    """WC-26, WC-30."""
    one = RankingRules(lowest_wild=LowestWild.CARD)
    every = RankingRules(lowest_wild=LowestWild.CARD, lowest_wild_scope=WildScope.ALL_OF_RANK)
    assert hand_value("3c 3d 9d Jd Kd", one).words == "ace-high flush"
    assert format_cards(hand_value("3c 3d 9d Jd Kd", one).cards) == "3c Kd Jd 9d 3d"
    assert hand_value("3c 3d 9h Js Ac", every).words == "three aces"


def test_only_concealed_cards_can_be_the_lowest_wild() -> None:
    """WC-27."""
    rules = RankingRules(lowest_wild=LowestWild.CONCEALED)
    assert hand_value("9c Ah Kd 2s 7h 7d Jc", rules, lowest_among="9c Ah Kd").words == "three sevens"
    assert hand_value("9c Ah Kd 2s 7h 7d Jc", rules).words == "pair of sevens"
