"""What hands five cards, or the best of more, can be claimed to be (SD-10, SD-11)."""

from __future__ import annotations

import pytest

from railbird_server.rules.claiming import claimable_categories
from railbird_server.rules.player import Player
from railbird_server.rules.ranking import Category, RankingRules, scale_of
from railbird_shared.cards import parse_cards

HIGH = scale_of(RankingRules())


def claims(cards: str, board: str = "") -> dict[Category, int]:
    player = Player(1, 0)
    player.add_cards(parse_cards(cards), face_down=True)
    return claimable_categories(HIGH, player, parse_cards(board))


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("Ks Kh Kd Kc 2s", ["four of a kind", "three of a kind", "two pair", "one pair", "high card"]),
        ("Ks Kh Kd 2c 2s", ["full house", "three of a kind", "two pair", "one pair", "high card"]),
        ("9s 8s 7s 6s 5s", ["straight flush", "flush", "straight", "high card"]),
        ("Ks 9s 7s 6s 5s", ["flush", "high card"]),
        ("9s 8s 7s 6s 5h", ["straight", "high card"]),
        ("Ks Kh 9d 9c 2s", ["two pair", "one pair", "high card"]),
        ("Ks Qh 9d 8c 2s", ["high card"]),
    ],
)
def test_a_hand_can_be_claimed_as_itself_or_as_less(cards: str, words: list[str]) -> None:  # SD-10, SD-11
    mine = [category.word for category in claims(cards)]
    assert mine[0] == words[0]
    assert set(words) - set(mine) <= {"two pair"}
    assert set(mine) <= set(words)


def test_of_more_cards_every_five_count() -> None:  # SD-10, HR-3
    mine = claims("9s 9c", board="9h 8h 3h Ah Jh")
    assert Category.FLUSH in mine
    assert Category.THREE_OF_A_KIND in mine
    assert Category.FULL_HOUSE not in mine


def test_a_claim_is_worth_the_best_hand_of_its_kind() -> None:  # SD-10
    """Two pair of three: aces and kings, not aces and twos."""
    assert claims("Ah Ad Ks Kh 2c", "2d 7s")[Category.TWO_PAIR] > claims("Ah Ad Qs Qh 2c", "2d 7s")[Category.TWO_PAIR]


def test_a_higher_claim_beats_a_lower_one_whatever_the_ranks() -> None:  # HR-6
    assert claims("2h 2d 2c 7s 9d")[Category.THREE_OF_A_KIND] > claims("Ah Ad Ks Kh Qc")[Category.TWO_PAIR]


def test_the_wheel_is_claimed_as_five_high() -> None:  # HR-21, SD-10
    assert claims("Ah 2d 3c 4s 5d")[Category.STRAIGHT] < claims("6h 2d 3c 4s 5d")[Category.STRAIGHT]


def test_three_of_four_kings_keep_the_fourth_as_a_kicker() -> None:  # SD-10
    """Claimed as three of a kind, four kings are three kings with a king beside them."""
    assert claims("Ks Kh Kd Kc 2s")[Category.THREE_OF_A_KIND] > claims("Ks Kh Kd Qc Js")[Category.THREE_OF_A_KIND]
