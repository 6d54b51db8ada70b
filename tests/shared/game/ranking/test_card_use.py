"""Wild cards: parsed from words, and the lowest card of each player."""

from __future__ import annotations

import pytest

from railbird_shared.game.cards import PACK, Rank, format_cards, parse_cards
from railbird_shared.game.game_rules import BadSetup, LowestWild, WildScope
from railbird_shared.game.ranking.card_use import lowest_wild_cards, lowest_wild_keys
from railbird_shared.game.ranking.lookup import NATURAL_KEYS, WILD_KEY, card_keys
from railbird_shared.game.ranking_rules import RankingRules, parse_wild_cards


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
    assert set(parse_wild_cards(words)) == set(parse_cards(cards))


@pytest.mark.parametrize("rank", [rank for rank in Rank if rank is not Rank.JOKER])
def test_a_rank_is_named_by_its_word_or_its_letter(rank: Rank) -> None:
    cards = tuple(card for card in PACK if card.rank is rank)
    assert parse_wild_cards(rank.plural) == parse_wild_cards(rank.letter) == cards


def test_parsed_wild_cards_are_in_the_order_of_the_pack() -> None:
    assert parse_wild_cards("Kh 2s Kh 3c") == parse_cards("3c Kh 2s")


@pytest.mark.parametrize("words", ["", " , ", "sevensies", "X9", "??", "1", "jokers", "none Kh", "Kh none", "king"])
def test_words_that_name_no_cards_are_refused(words: str) -> None:
    with pytest.raises(BadSetup, match="No wild cards are called "):
        parse_wild_cards(words)


def test_a_refusal_quotes_at_most_a_part_of_long_words() -> None:
    with pytest.raises(BadSetup) as refused:
        parse_wild_cards("long " * 1000)
    assert len(str(refused.value)) < 200


def lowest_wild(cards: str, concealed: str = "", *, jokers: int = 0) -> str:
    which = LowestWild.CONCEALED if concealed else LowestWild.CARD
    rules = RankingRules(lowest_wild=which, jokers=jokers)
    held = parse_cards(cards)
    keys = tuple(map(card_keys(rules).__getitem__, held))
    return format_cards(lowest_wild_cards(rules, held, keys, parse_cards(concealed)))


@pytest.mark.parametrize(
    ("cards", "concealed", "wild"),
    [
        ("Ah Kd 9c 5s 3d", "", "3d"),
        ("Ah Kd 9c 5s 5d", "", "5s 5d"),
        ("Ah Ad", "", "Ah Ad"),
        ("2s 9c Ah Kd", "9c Ah Kd", "9c"),
        ("2s 9c Ah Kd", "Ah", "Ah"),
    ],
)
def test_the_lowest_card_of_a_player(cards: str, concealed: str, wild: str) -> None:
    """WC-26, WC-27, WC-28."""
    assert lowest_wild(cards, concealed) == wild


def test_a_joker_is_no_lowest_card() -> None:
    assert lowest_wild("X Kd 9c", jokers=1) == "9c"
    assert lowest_wild("X", jokers=1) == ""


def test_no_concealed_cards_make_no_card_wild() -> None:
    rules = RankingRules(lowest_wild=LowestWild.CONCEALED)
    cards = parse_cards("Ah Kd 9c")
    keys = tuple(NATURAL_KEYS[card] for card in cards)
    assert lowest_wild_keys(rules, cards, keys, ()) == (keys,)


def test_the_scope_decides_whether_one_or_all_lowest_cards_are_wild() -> None:
    """WC-30."""
    cards = parse_cards("9c 9d Kh")
    keys = tuple(NATURAL_KEYS[card] for card in cards)
    one = RankingRules(lowest_wild=LowestWild.CARD)
    assert lowest_wild_keys(one, cards, keys, ()) == ((WILD_KEY, *keys[1:]), (keys[0], WILD_KEY, keys[2]))
    every = RankingRules(lowest_wild=LowestWild.CARD, lowest_wild_scope=WildScope.ALL_OF_RANK)
    assert lowest_wild_keys(every, cards, keys, ()) == ((WILD_KEY, WILD_KEY, keys[2]),)


def test_of_equal_cards_of_two_packs_only_those_face_down_count() -> None:
    """MD-3, WC-27."""
    rules = RankingRules(packs=2, lowest_wild=LowestWild.CONCEALED, lowest_wild_scope=WildScope.ALL_OF_RANK)
    cards = parse_cards("9c 9c Kh")
    keys = tuple(NATURAL_KEYS[card] for card in cards)
    assert lowest_wild_keys(rules, cards, keys, parse_cards("9c Kh")) == ((WILD_KEY, *keys[1:]),)
