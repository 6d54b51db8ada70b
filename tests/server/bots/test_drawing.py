"""Which cards a bot keeps."""

from __future__ import annotations

import random

import pytest

from railbird_server.bots.drawing import discards, kept
from railbird_shared.cards import parse_cards

KEPT = {
    "a straight flush": ("5h 6h 7h 8h 9h", "5h 6h 7h 8h 9h"),
    "four of a kind": ("5h 5d 5c 5s 9h", "5h 5d 5c 5s 9h"),
    "a full house": ("5h 5d 5c 9s 9h", "5h 5d 5c 9s 9h"),
    "a flush": ("2h 6h 7h Th Kh", "2h 6h 7h Th Kh"),
    "a straight": ("5h 6d 7h 8h 9h", "5h 6d 7h 8h 9h"),
    "a wheel": ("Ah 2d 3h 4h 5h", "Ah 2d 3h 4h 5h"),
    "trips": ("5h 5d 5c 8h 9h", "5h 5d 5c"),
    "two pairs": ("5h 5d 8c 8h 9h", "5h 5d 8c 8h"),
    "a pair": ("4h 4d 8c Th 9h", "4h 4d"),
    "a high pair before four to a flush": ("Jh Jd 8h Th 2h", "Jh Jd"),
    "four to a flush before a low pair": ("4h 4d 8h Th 2h", "4h 8h Th 2h"),
    "four to an open straight before a low pair": ("6h 6d 7c 8s 9h", "6d 7c 8s 9h"),
    "four to a flush": ("4h Qd 8h Th 2h", "4h 8h Th 2h"),
    "four to an open straight": ("6h 7d 8c 9s Kh", "6h 7d 8c 9s"),
    "not a straight that one end completes": ("Jh Qd Kc As 2h", "As Kc"),
    "not a straight with a gap": ("6h 7d 9c Ts 2h", "Ts"),
    "ace and king": ("Ah Kd 8c 5s 2h", "Ah Kd"),
    "an ace": ("Ah Jd 8c 5s 2h", "Ah"),
    "the highest card": ("Jd 9c 8c 5s 2h", "Jd"),
}


@pytest.mark.parametrize(("hand", "keep"), KEPT.values(), ids=KEPT.keys())
def test_what_is_kept(hand: str, keep: str) -> None:
    assert set(kept(parse_cards(hand))) == set(parse_cards(keep))


def test_the_rest_is_thrown_away() -> None:
    assert discards(parse_cards("5h 5d 8c 8h 9h"), 5, random.Random(1)) == parse_cards("9h")
    assert discards(parse_cards("5h 6d 7h 8h 9h"), 5, random.Random(1)) == ()


def test_no_more_is_thrown_away_than_the_house_allows() -> None:
    assert discards(parse_cards("Jd 9c 8c 5s 2h"), 3, random.Random(1)) == parse_cards("2h 5s 8c")


def test_an_ace_stays_with_a_pair_now_and_then() -> None:
    hand = parse_cards("4h 4d 8c Th Ad")
    thrown = [discards(hand, 5, random.Random(seed)) for seed in range(100)]
    with_ace = sum(parse_cards("Ad")[0] not in cards for cards in thrown)
    assert 10 < with_ace < 45
    assert all({*parse_cards("4h 4d")}.isdisjoint(cards) for cards in thrown)
