from __future__ import annotations

import pytest

from railbird_server.rules.ranking import LowestWild, RankingRules, WildScope
from railbird_server.rules.ranking.keys import NATURAL, WILD, keys_under
from railbird_server.rules.ranking.marking import lowest_wild_cards, markings
from railbird_shared.cards import parse_cards, write_cards


def lowest(cards: str, concealed: str = "", *, jokers: int = 0) -> str:
    which = LowestWild.CONCEALED if concealed else LowestWild.CARD
    rules = RankingRules(lowest_wild=which, jokers=jokers)
    held = parse_cards(cards)
    keys = tuple(map(keys_under(rules).__getitem__, held))
    return write_cards(lowest_wild_cards(rules, held, keys, parse_cards(concealed)))


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
    assert lowest(cards, concealed) == wild


def test_a_joker_is_no_lowest_card() -> None:
    assert lowest("X Kd 9c", jokers=1) == "9c"
    assert lowest("X", jokers=1) == ""


def test_nothing_face_down_is_nothing_wild() -> None:
    rules = RankingRules(lowest_wild=LowestWild.CONCEALED)
    cards = parse_cards("Ah Kd 9c")
    keys = tuple(NATURAL[card] for card in cards)
    assert markings(rules, cards, keys, ()) == (keys,)


def test_one_card_may_be_either_and_all_are_all() -> None:
    """WC-30."""
    cards = parse_cards("9c 9d Kh")
    keys = tuple(NATURAL[card] for card in cards)
    one = RankingRules(lowest_wild=LowestWild.CARD)
    assert markings(one, cards, keys, ()) == ((WILD, *keys[1:]), (keys[0], WILD, keys[2]))
    every = RankingRules(lowest_wild=LowestWild.CARD, lowest_wild_scope=WildScope.ALL_OF_RANK)
    assert markings(every, cards, keys, ()) == ((WILD, WILD, keys[2]),)


def test_of_equal_cards_of_two_packs_only_those_face_down_count() -> None:
    """MD-3, WC-27."""
    rules = RankingRules(packs=2, lowest_wild=LowestWild.CONCEALED, lowest_wild_scope=WildScope.ALL_OF_RANK)
    cards = parse_cards("9c 9c Kh")
    keys = tuple(NATURAL[card] for card in cards)
    assert markings(rules, cards, keys, parse_cards("9c Kh")) == ((WILD, *keys[1:]),)
