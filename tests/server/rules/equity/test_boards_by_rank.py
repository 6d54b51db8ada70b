"""Boards are counted by their ranks first where that gives the same as to look at each of them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_server.rules.equity import ToCome
from railbird_server.rules.equity.boards_by_rank import can_count_by_ranks
from railbird_shared.game.cards import Suit, parse_cards
from railbird_shared.game.game_rules import JokerRole, Order
from railbird_shared.game.ranking import HIGH_SCALE, Scale, scale_of
from railbird_shared.game.ranking_rules import DEUCES, RankingRules
from railbird_shared.game.variants import VARIANTS
from support.equity_spots import equities_of, make_spot

SPADES_AND_HEARTS = (Suit.SPADES, Suit.HEARTS)


@pytest.mark.parametrize(
    ("hands", "to_come", "can"),
    [
        (("As Ks", "Qh Jh"), 5, True),  # three of both suits are six cards
        (("As Ks Qs", "Qh Jh"), 5, False),
        (("As Ks Qs", "Qh Jh"), 4, True),
        (("As Ks Qs", "9h 8h 7h"), 3, True),
        (("As Ks Qs", "9h 8h 7h"), 4, False),
    ],
)
def test_flushes_in_two_suits_at_once_cannot_be_counted_so(hands: tuple[str, str], to_come: int, can: bool) -> None:
    cards = [parse_cards(hand) for hand in hands]
    assert can_count_by_ranks([HIGH_SCALE], cards, SPADES_AND_HEARTS, to_come) is can


@pytest.mark.parametrize(
    "scale",
    [
        scale_of(RankingRules(wild_cards=DEUCES)),
        scale_of(RankingRules(jokers=1, joker_role=JokerRole.BUG)),
        scale_of(RankingRules(order=Order.DEUCE_TO_SEVEN)),
        scale_of(RankingRules(suit_tiebreak=1)),
    ],
)
def test_wild_cards_and_flushes_that_hurt_cannot_be_counted_so(scale: Scale) -> None:
    assert not can_count_by_ranks([scale], [parse_cards("As Kd"), parse_cards("Qh Jc")], (), 3)


def test_a_flush_counts_for_the_high_half_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    spot = make_spot("holdem", "Ah 2h", "Ks 3d", board="4h 7c", to_come=ToCome(board=3))
    divided = replace(spot, rules=replace(spot.rules, low=VARIANTS["stud8"].rules.low))
    by_ranks = equities_of(divided)
    monkeypatch.setattr("railbird_server.rules.equity.finder.MANY_TO_COME", 6)
    assert equities_of(divided) == by_ranks
    assert by_ranks.exact
