"""Wild cards by every form of words for them."""

from __future__ import annotations

import pytest

from railbird_server.rules.errors import BadSetup
from railbird_server.rules.ranking.designating import parse_wild_cards
from railbird_shared.cards import PACK, Rank, parse_cards


@pytest.mark.parametrize(
    ("words", "cards"),
    [
        ("none", ""),
        (" None ", ""),
        ("deuces", "2c 2d 2h 2s"),
        ("one-eyed-jacks", "Jh Js"),
        ("sixes", "6c 6d 6h 6s"),
        ("Kings", "Kc Kd Kh Ks"),
        ("q", "Qc Qd Qh Qs"),
        ("t", "Tc Td Th Ts"),
        ("Kc 2d", "Kc 2d"),
        ("Kc2d", "Kc 2d"),
        ("3 9 Kh", "3c 3d 3h 3s 9c 9d 9h 9s Kh"),
        ("kings, 3h", "Kc Kd Kh Ks 3h"),
        ("deuces, one-eyed-jacks", "2c 2d 2h 2s Jh Js"),
        ("X", "X"),
    ],
)
def test_wild_cards_are_parsed_from_sets_ranks_and_cards(words: str, cards: str) -> None:  # WC-2, WC-3
    assert parse_wild_cards(words) == frozenset(parse_cards(cards))


@pytest.mark.parametrize("rank", [rank for rank in Rank if rank is not Rank.JOKER])
def test_a_rank_is_named_by_its_word_or_its_letter(rank: Rank) -> None:
    assert parse_wild_cards(rank.plural) == parse_wild_cards(rank.letter) == {card for card in PACK if card.rank is rank}


@pytest.mark.parametrize("words", ["", " , ", "sevensies", "X9", "??", "1", "jokers", "none Kh", "Kh none", "king"])
def test_words_that_name_no_cards_are_refused(words: str) -> None:
    with pytest.raises(BadSetup, match="No wild cards are called "):
        parse_wild_cards(words)


def test_a_refusal_quotes_at_most_a_part_of_long_words() -> None:
    with pytest.raises(BadSetup) as refused:
        parse_wild_cards("long " * 1000)
    assert len(str(refused.value)) < 200
