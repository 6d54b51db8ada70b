"""Bots at five card draw."""

from __future__ import annotations

import random

import pytest

from railbird_server.bots.decision import decide
from railbird_server.bots.draw_policy import cards_to_keep, choose_discards
from railbird_server.bots.profiles import LOOSE, TIGHT, Style
from railbird_shared.game.cards import Card, parse_cards
from railbird_shared.game.game_rules import JokerRole, Order
from railbird_shared.game.ranking import HIGH_SCALE, Scale, scale_of
from railbird_shared.game.ranking_rules import RankingRules
from railbird_shared.protocol.actions import Draw, LegalActions
from railbird_shared.protocol.view import LastAct, TableView
from support.bot_builders import count_decisions, legal_actions_facing, opponent_seat, own_equity, view_from_seat_one
from support.view_builders import FIVE_CARD_DRAW

BOTH = pytest.mark.parametrize("style", [LOOSE, TIGHT])


def view_before_draw(cards: str, *, bet: int = 0) -> TableView:
    """Seat 1 before the draw against three others, the first of whom bets or passes."""
    first = opponent_seat(2, LastAct.BET if bet else LastAct.CHECKED, bet=bet, game=FIVE_CARD_DRAW)
    others = (opponent_seat(3, game=FIVE_CARD_DRAW), opponent_seat(4, game=FIVE_CARD_DRAW))
    return view_from_seat_one(cards, first, *others, game=FIVE_CARD_DRAW, to_match=bet, pot=4)


def view_after_draw(cards: str, drew: int, *, bet: int = 0) -> TableView:
    """Seat 1 after the draw against one who drew so many cards."""
    last = LastAct.BET if bet else LastAct.CHECKED
    one = opponent_seat(2, last, bet=bet, game=FIVE_CARD_DRAW, drew=drew)
    return view_from_seat_one(cards, one, game=FIVE_CARD_DRAW, street=1, to_match=bet, pot=10)


def test_a_better_hand_has_a_better_chance() -> None:
    hands = ["8s 8d 8c 4h 2d", "Ks Kd 8c 4h 2d", "9s Td 8c 4h 2d"]
    chances = [own_equity(view_before_draw(cards), random.Random(1)) for cards in hands]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > 0.6


def test_standing_pat_shows_a_better_hand_than_drawing_three() -> None:
    hand = "As Ad Kc Kh 2d"
    assert own_equity(view_after_draw(hand, 0), random.Random(1)) < 0.4
    assert own_equity(view_after_draw(hand, 3), random.Random(1)) > 0.7


@BOTH
def test_nothing_is_folded_to_a_bet(style: Style) -> None:
    view = view_before_draw("9s Td 7c 4h 2d", bet=2)
    assert count_decisions(view, legal_actions_facing(view, totals=(4,)), style)["Fold"] >= 38


@BOTH
def test_trips_open_and_raise(style: Style) -> None:
    opening = view_before_draw("8s 8d 8c 4h 2d")
    assert count_decisions(opening, legal_actions_facing(opening, totals=(2,)), style)["Bet"] >= 30
    facing_bet = view_before_draw("8s 8d 8c 4h 2d", bet=2)
    assert count_decisions(facing_bet, legal_actions_facing(facing_bet, totals=(4,)), style)["Raise"] >= 25


@BOTH
def test_a_missed_draw_gives_up(style: Style) -> None:
    view = view_after_draw("3h 8h Th Qh 2d", 3, bet=4)
    assert count_decisions(view, legal_actions_facing(view, totals=(8,)), style)["Fold"] >= 36


@BOTH
def test_a_full_house_never_folds(style: Style) -> None:
    view = view_after_draw("8h 8d 8c Qh Qd", 0, bet=4)
    assert count_decisions(view, legal_actions_facing(view, totals=(8,)), style)["Raise"] == 40


@BOTH
def test_a_straight_stands_pat_and_a_pair_is_kept(style: Style) -> None:
    drawing = LegalActions(1, 200, max_discards=5)
    straight, pair = view_after_draw("5h 6d 7h 8h 9h", 3), view_after_draw("5h 5d 7c Jh 9s", 3)
    for seed in range(20):
        assert decide(straight, drawing, style, random.Random(seed)) == Draw(())
        act = decide(pair, drawing, style, random.Random(seed))
        assert isinstance(act, Draw)
        assert set(act.discards) == set(parse_cards("7c Jh 9s"))


KEPT_HIGH = {
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


def cards_discarded(hand: str, *, most: int = 5, seed: int = 1, to: str = "") -> tuple[Card, ...]:
    legal = LegalActions(1, 100, max_discards=most, fourth_discard_keeps=parse_cards(to))
    return choose_discards(HIGH_SCALE, parse_cards(hand), legal, 1, random.Random(seed))


@pytest.mark.parametrize(("hand", "keep"), KEPT_HIGH.values(), ids=KEPT_HIGH.keys())
def test_cards_kept_in_high_games(hand: str, keep: str) -> None:
    assert set(cards_to_keep(HIGH_SCALE, parse_cards(hand))) == set(parse_cards(keep))


def test_the_rest_is_thrown_away() -> None:
    assert cards_discarded("5h 5d 8c 8h 9h") == parse_cards("9h")
    assert cards_discarded("5h 6d 7h 8h 9h") == ()


def test_no_more_is_thrown_away_than_the_house_allows() -> None:
    assert cards_discarded("Jd 9c 8c 5s 2h", most=3) == parse_cards("2h 5s 8c")
    assert cards_discarded("Ad Jc 8c 5s 2h", most=4, to="Ad") == parse_cards("2h 5s 8c Jc")
    assert len(cards_discarded("Ad Ac 8c 5s 2h", most=4, to="Ad Ac")) <= 3


def test_an_ace_stays_with_a_pair_now_and_then() -> None:
    discarded = [cards_discarded("4h 4d 8c Th Ad", seed=seed) for seed in range(100)]
    with_ace = sum(parse_cards("Ad")[0] not in cards for cards in discarded)
    assert 10 < with_ace < 45
    assert all({*parse_cards("4h 4d")}.isdisjoint(cards) for cards in discarded)


# --- wild cards and low hands

JOKER = scale_of(RankingRules(jokers=1))
BUG = scale_of(RankingRules(jokers=1, joker_role=JokerRole.BUG))
ACE_TO_FIVE, DEUCE_TO_SEVEN, BADUGI = (
    scale_of(RankingRules(order=order)) for order in (Order.ACE_TO_FIVE, Order.DEUCE_TO_SEVEN, Order.BADUGI)
)
KEPT_LOW = {
    "a joker and a pair": (JOKER, "5h 5d X 8h 9h", 1, "5h 5d X"),
    "a joker and the highest card": (JOKER, "Qh 3d X 8c 9s", 1, "Qh X"),
    "a joker and three to a flush": (JOKER, "Qh 3h X 8h 9s", 1, "Qh 3h 8h X"),
    "the bug and a pair": (BUG, "5h 5d X 8c Th", 1, "5h 5d X"),
    "a straight with the bug": (BUG, "5h 6d X 8h 9h", 1, "5h 6d X 8h 9h"),
    "four low cards": (ACE_TO_FIVE, "Ah 2d 4c 7s Kh", 1, "Ah 2d 4c 7s"),
    "one card of a pair": (ACE_TO_FIVE, "Ah Ad 4c 7s Kh", 1, "Ah 4c 7s"),
    "a pat nine": (ACE_TO_FIVE, "Ah 2d 4c 7s 9h", 1, "Ah 2d 4c 7s 9h"),
    "no pat nine with three draws left": (ACE_TO_FIVE, "Ah 2d 4c 7s 9h", 3, "Ah 2d 4c 7s"),
    "a wheel": (ACE_TO_FIVE, "Ah 2h 3h 4h 5h", 3, "Ah 2h 3h 4h 5h"),
    "the lowest of high cards": (ACE_TO_FIVE, "Th Qh Kh Jd Kd", 1, "Th"),
    "no ace where it is high": (DEUCE_TO_SEVEN, "Ah 2d 4c 7s Kh", 1, "2d 4c 7s"),
    "number one": (DEUCE_TO_SEVEN, "7h 5d 4c 3s 2h", 3, "7h 5d 4c 3s 2h"),
    "no straight": (DEUCE_TO_SEVEN, "6h 5d 4c 3s 2h", 1, "5d 4c 3s 2h"),
    "no flush": (DEUCE_TO_SEVEN, "7h 5h 4h 3h 2h", 1, "5h 4h 3h 2h"),
    "a pat ten": (DEUCE_TO_SEVEN, "Th 5d 4c 3s 2h", 1, "Th 5d 4c 3s 2h"),
    "a badugi": (BADUGI, "Ah 4d 7c 9s", 3, "Ah 4d 7c 9s"),
    "no badugi of kings while there is time": (BADUGI, "Ah 4d 7c Ks", 3, "Ah 4d 7c"),
    "a badugi of kings at last": (BADUGI, "Ah 4d 7c Ks", 1, "Ah 4d 7c Ks"),
    "the lower of two hearts": (BADUGI, "Ah 4h 7c 5s", 2, "Ah 7c 5s"),
    "one of each rank": (BADUGI, "Ah Ad 7c 5s", 2, "Ah 7c 5s"),
    "the cards that go together": (BADUGI, "Ah 2h 2d Kc", 2, "Ah 2d"),
}


@pytest.mark.parametrize(
    ("scale", "hand", "draws", "keep"), KEPT_LOW.values(), ids=[key.replace(" ", "-") for key in KEPT_LOW]
)
def test_cards_kept_in_low_games_and_badugi(scale: Scale, hand: str, draws: int, keep: str) -> None:
    assert set(cards_to_keep(scale, parse_cards(hand), draws)) == set(parse_cards(keep))


def test_the_highest_cards_go_first_where_the_lowest_hand_wins() -> None:
    legal = LegalActions(1, 100, max_discards=2)
    hand = parse_cards("Ah 2d Kc Qs Jh")
    assert choose_discards(ACE_TO_FIVE, hand, legal, 1, random.Random(1)) == parse_cards("Kc Qs")
