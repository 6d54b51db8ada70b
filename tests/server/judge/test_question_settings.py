"""Options build the same rankings as the names in the catalogue."""

from __future__ import annotations

from typing import Any

import pytest

from railbird_server.judge import ANY_CARDS, variant_of
from railbird_shared.game.game_rules import BadSetup, OddChip, Order, Selection
from railbird_shared.game.ranking_rules import WILD_SETS, RankingRules
from railbird_shared.game.variants import VARIANTS
from support.vectors.ranking_names import ranking_named

SETTINGS: list[tuple[str, dict[str, Any]]] = [
    ("high", {}),
    ("low:a5", {"low": "a5"}),
    ("low:27", {"low": "27"}),
    ("low:a5:8-or-better", {"low": "a5", "qualifier": 8}),
    ("low:a6:aces-high-pair", {"low": "a6", "a6_aces_high_pair": True}),
    ("low:a6:broadway-straight", {"low": "a6", "a6_broadway_straight": True}),
    ("badugi", {"low": "badugi"}),
    ("high:bug", {"jokers": 2, "joker_role": "bug"}),
    ("high:wild-joker:double-ace", {"jokers": 2, "double_ace_flush": True}),
    ("high:deuces-wild", {"wild": "deuces"}),
    ("high:kings-wild", {"wild": "Kings"}),
    ("high:deuces-wild:tiebreak=natural-first", {"wild": "deuces", "wild_tiebreak": "natural-first"}),
    ("high:one-eyed-jacks-wild", {"wild": "Jh Js"}),
    ("high:kings-wild", {"wild": "K"}),
    ("high:stripped36:flush-over-full", {"pack": 36, "flush_over_full": True}),
    ("high:old20", {"pack": 20, "straights": False, "flushes": False}),
    ("high:suit-tiebreak=2:hdcs", {"suit_tiebreak": 2, "suit_order": "hdcs"}),
    ("italian40", {"unbeatable": "italian", "pack": 40}),
    ("lowest-card-wild", {"lowest_wild": "lowest-card"}),
]


@pytest.mark.parametrize(("name", "wishes"), SETTINGS, ids=[name for name, _ in SETTINGS])
def test_options_build_the_ranking_of_the_catalogue(name: str, wishes: dict[str, Any]) -> None:
    variant = variant_of(**wishes)
    assert variant.ranking == ranking_named(name).scale.rules


def test_without_a_game_or_options_the_variant_is_any_cards() -> None:
    assert variant_of() == ANY_CARDS


@pytest.mark.parametrize("game", sorted(VARIANTS))
def test_a_game_without_options_is_its_variant_in_the_catalogue(game: str) -> None:
    assert variant_of(game=game) == VARIANTS[game]


def test_wild_cards_apply_to_high_and_to_low() -> None:
    variant = variant_of(game="stud8", wild="deuces")
    assert variant.high == RankingRules(wild_cards=WILD_SETS["deuces"])
    assert variant.low == RankingRules(order=Order.ACE_TO_FIVE, qualifier=8, wild_cards=WILD_SETS["deuces"])


def test_high_and_low_options_replace_the_halves_of_any_game() -> None:
    low_only = variant_of(game="holdem", low="27")
    assert (low_only.high, low_only.ranking.order) == (None, Order.DEUCE_TO_SEVEN)
    halves = variant_of(game="holdem", low="a5", high=True)
    assert halves.high == RankingRules()
    assert halves.low == RankingRules(order=Order.ACE_TO_FIVE)
    assert variant_of(game="omaha8", high=True).low is None
    assert variant_of(game="razz", high=True).high == RankingRules()


def test_options_set_the_selection_and_the_odd_chip() -> None:
    variant = variant_of(two_from_hand=True, odd_chip="suit")
    assert (variant.selection, variant.odd_chip) == (Selection.TWO_FROM_HAND, OddChip.SUIT)


BAD: list[tuple[str, dict[str, Any], str]] = [
    ("", {"qualifier": 8}, "low hands"),
    ("", {"pack": 50}, "A pack has"),
    ("", {"jokers": 9}, "jokers"),
    ("", {"suit_order": "cccc"}, "orders of suits"),
    ("", {"joker_role": "clown"}, "clown"),
    ("lowball-27", {"qualifier": 8}, "ace to five"),
    ("", {"unbeatable": "italian", "pack": 40, "suit_tiebreak": 1}, "in a circle nothing breaks ties"),
    ("greek-draw", {"suit_tiebreak": 1}, "in a circle nothing breaks ties"),
]


@pytest.mark.parametrize(("game", "ranking", "words"), BAD)
def test_conflicting_or_invalid_options_are_refused(game: str, ranking: dict[str, Any], words: str) -> None:
    with pytest.raises(BadSetup, match=words):
        variant_of(game=game, **ranking)


@pytest.mark.parametrize("text", ["sevensies", "X9", "??"])
def test_invalid_wild_cards_are_refused(text: str) -> None:
    with pytest.raises(BadSetup):
        variant_of(wild=text)
