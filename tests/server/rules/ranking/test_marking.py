from __future__ import annotations

import pytest

from railbird_server.rules.ranking import LowestWild, RankingRules, WildScope
from railbird_server.rules.ranking.keys import NATURAL_KEYS, WILD_KEY, card_keys
from railbird_server.rules.ranking.marking import lowest_wild_cards, lowest_wild_keys
from railbird_shared.cards import parse_cards, format_cards


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
