"""Equities agree with every deal shown down by the rules, with published figures, and with common sense."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from railbird_server.rules.equity import (
    can_count_by_ranks,
    classes_of,
    compare_two,
    count_rows,
    find_equities,
    ways_to_deal,
)
from railbird_server.rules.spot import ToCome
from railbird_shared.game.announced_game import Family
from railbird_shared.game.cards import PACK, Suit, format_cards, parse_cards
from railbird_shared.game.game_rules import BadSetup, JokerRole, Order
from railbird_shared.game.ranking import HIGH_SCALE, Scale, scale_of
from railbird_shared.game.ranking_rules import DEUCES, RankingRules
from railbird_shared.game.variants import VARIANTS
from railbird_shared.house.apply import apply_house_rules
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.protocol.events import Pot
from support.equity_spots import count_chips, equities_of, last_card_of, make_spot, random_spot
from support.hand_builders import deal_order, make_hand, play_acts, start_hand
from support.house_builders import few_settings

BOARD_GAMES = sorted(name for name, variant in VARIANTS.items() if variant.family is Family.BOARD)
STUD_GAMES = sorted(name for name, variant in VARIANTS.items() if variant.family is Family.STUD)

HIGHEST_STANDARD_ERROR = 0.0035
"""That of a share which 20,000 deals estimate."""

PREFLOP = ToCome(board=5)
ON_THE_FLOP = ToCome(board=2)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", BOARD_GAMES + STUD_GAMES)
def test_with_one_card_to_come_the_equities_are_those_of_every_deal_shown_down(game: str, seed: int) -> None:
    variant = VARIANTS[game]
    players = 2 if variant.family is Family.STUD else 2 + seed * 2
    spot = random_spot(variant, players, last_card_of(variant), seed, side_pot=720 if players > 2 else 0)
    found = equities_of(spot)
    assert found.exact
    assert {hand.seat: found.expected_chips(hand.seat) for hand in spot.hands} == count_chips(variant, spot)


@pytest.mark.slow
@pytest.mark.parametrize("game", BOARD_GAMES)
def test_on_the_flop_the_equities_are_those_of_every_board_shown_down(game: str) -> None:
    variant = VARIANTS[game]
    spot = random_spot(variant, 3, ON_THE_FLOP, 5, side_pot=720)
    found = equities_of(spot)
    assert found.exact
    assert {hand.seat: found.expected_chips(hand.seat) for hand in spot.hands} == count_chips(variant, spot)


@pytest.mark.slow
@pytest.mark.parametrize("game", STUD_GAMES)
def test_three_hands_of_stud_with_a_card_to_come_have_the_equities_of_every_deal(game: str) -> None:
    variant = VARIANTS[game]
    spot = random_spot(variant, 3, last_card_of(variant), 2, side_pot=720)
    seen = {card for hand in spot.hands for card in hand.cards}.union(spot.board, spot.gone)
    few_left = replace(spot, gone=spot.gone + tuple(card for card in variant.pack if card not in seen)[:14])
    found = equities_of(few_left)
    assert found.exact
    assert {hand.seat: found.expected_chips(hand.seat) for hand in spot.hands} == count_chips(variant, few_left)


@pytest.mark.slow
@settings(deadline=None)
@given(few_settings, st.sampled_from(BOARD_GAMES + STUD_GAMES), st.integers(0, 1000))
def test_house_rules_change_the_equities_as_they_change_the_showdown(
    changes: dict[str, object], game: str, seed: int
) -> None:
    try:
        variant = apply_house_rules(HouseRules(**changes), VARIANTS[game])  # type: ignore[arg-type]
        spot = random_spot(variant, 2, last_card_of(variant), seed)
    except BadSetup:
        return
    if variant.declared_hands or variant.hilo_declare or not all(hand.cards for hand in spot.hands):
        return
    found = equities_of(spot)
    assert found.exact
    assert {hand.seat: found.expected_chips(hand.seat) for hand in spot.hands} == count_chips(variant, spot)


def test_aces_beat_kings_before_the_flop_as_often_as_published() -> None:
    found = equities_of(make_spot("holdem", "As Ah", "Ks Kh", to_come=PREFLOP)).pots[0]
    assert found.ways == 1_712_304
    assert (round(float(found.share(1)), 5), round(float(found.share(2)), 5)) == (0.82637, 0.17363)


@pytest.mark.parametrize(
    ("hands", "wins", "ties"),
    [
        (("As Kd", "Qh Qc"), 730_541, 5_854),
        (("2h 2d", "As Kc"), 903_239, 9_946),
        (("Js Ts", "Ah Kd"), 701_504, 7_241),
    ],
)
def test_known_races_come_out_as_phevaluator_counts_them(hands: tuple[str, str], wins: int, ties: int) -> None:
    """The figures are those of all 1,712,304 boards, each valued by phevaluator."""
    found = equities_of(make_spot("holdem", *hands, to_come=PREFLOP)).pots[0]
    assert (found.ways, found.share(1)) == (1_712_304, (wins + Fraction(ties, 2)) / 1_712_304)


def test_the_equity_on_the_turn_is_the_average_of_whole_hands_played_with_every_river() -> None:
    hands, flop, turn = ("9c 8c", "As Kd"), "Ad 7c 2c", "9h"
    spot = make_spot("holdem", *hands, board=f"{flop} {turn}", to_come=ToCome(board=1), pots=[Pot(240, (1, 2))])
    unseen = [card for card in PACK if card not in parse_cards(f"{hands[0]} {hands[1]} {flop} {turn}")]
    chips = 0
    for river in unseen:
        burned = [str(card) for card in unseen if card is not river][:3]
        deck = f"{deal_order(*hands)} {burned[0]} {flop} {burned[1]} {turn} {burned[2]} {river}"
        hand = start_hand(make_hand("holdem", (120, 120), deck=deck))
        play_acts(hand, "r 120", "c")
        assert hand.over
        chips += hand.stacks[1]
    assert equities_of(spot).expected_chips(1) == Fraction(chips, len(unseen))


def test_a_flush_draw_with_two_cards_to_come_is_counted_to_the_board() -> None:
    found = equities_of(make_spot("holdem", "Ah Kh", "Qs Qd", board="2h 7h 9c", to_come=ON_THE_FLOP)).pots[0]
    assert found.ways == 990
    assert sum(found.shares.values()) == 1


def test_the_second_best_low_and_no_high_is_quartered() -> None:
    spot = make_spot("omaha8", "As 2s Kh Kd", "Ac 2c Qh Jd", board="3h 4d 8c Ks 9s")
    found = equities_of(spot).pots[0]
    assert found.shares == {1: Fraction(3, 4), 2: Fraction(1, 4)}


def test_without_a_low_the_high_hand_takes_it_all() -> None:
    found = equities_of(make_spot("omaha8", "As 2s Kh Kd", "Ac 2c Qh Jd", board="Th Jc Qs Ks 9s")).pots[0]
    assert found.shares == {1: 1, 2: 0}


def test_the_low_of_razz_takes_it_all() -> None:
    spot = make_spot("razz", "As 2s 7d | 3h 4h 9c Kc", "Ks Kd 7h | 3s 4s 9d Kh")
    found = equities_of(spot).pots[0]
    assert found.shares == {1: 1, 2: 0}


def test_a_pot_is_counted_among_those_who_contest_it() -> None:
    hands = ("As Ah", "Ks Kh", "Qs Qh")
    pots = (Pot(90, (1, 2, 3)), Pot(40, (2, 3)), Pot(7, (3,)))
    found = equities_of(make_spot("holdem", *hands, board="2c 7d 9h Jc", to_come=ToCome(board=1), pots=pots))
    assert found.pots[1].share(1) == 0
    assert found.pots[1].share(2) + found.pots[1].share(3) == 1
    assert found.pots[2].share(3) == 1
    assert sum((found.expected_chips(seat) for seat in (1, 2, 3)), Fraction(0)) == 137


@given(st.permutations(range(4)), st.integers(0, 50))
def test_the_order_of_the_hands_does_not_matter(order: list[int], seed: int) -> None:
    spot = random_spot(VARIANTS["holdem"], 4, ToCome(board=1), seed)
    mixed = replace(spot, hands=tuple(spot.hands[place] for place in order))
    first, second = equities_of(spot), equities_of(mixed)
    assert [first.share(hand.seat) for hand in spot.hands] == [second.share(hand.seat) for hand in spot.hands]


@given(st.sampled_from(BOARD_GAMES + STUD_GAMES), st.integers(2, 6), st.integers(0, 500))
def test_when_no_card_is_to_come_all_is_certain(game: str, players: int, seed: int) -> None:
    spot = random_spot(VARIANTS[game], players, ToCome(), seed)
    found = equities_of(spot)
    assert found.exact
    assert found.pots[0].ways == 1
    assert sum(found.pots[0].shares.values()) == 1


@pytest.mark.parametrize("game", ["omaha", "omaha8", "seven-card-stud", "razz", "stud8"])
def test_what_would_take_too_long_is_estimated_and_says_so(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird_server.rules.equity.DEALS", 1_000)
    variant = VARIANTS[game]
    to_come = PREFLOP if variant.family is Family.BOARD else ToCome(down=1, up=3)
    spot = random_spot(variant, 3, to_come, 1)
    found = equities_of(spot)
    assert not found.exact
    assert found.pots[0].ways == 1_000
    assert sum((found.share(seat) for seat in (1, 2, 3)), Fraction(0)) == 1
    assert found == equities_of(spot, seed=1)


@pytest.mark.slow
def test_an_estimate_lies_within_its_error_of_the_exact_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    spot = make_spot("holdem", "As Ah", "Ks Kh", to_come=PREFLOP)
    exact = equities_of(spot)
    monkeypatch.setattr("railbird_server.rules.equity.MANY_TO_COME", 6)
    estimate = equities_of(spot)
    assert exact.exact
    assert not estimate.exact
    assert abs(estimate.share(1) - exact.share(1)) < 4 * HIGHEST_STANDARD_ERROR


@pytest.mark.parametrize("seed", range(3))
def test_counting_by_ranks_first_agrees_with_counting_every_class(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    spot = random_spot(VARIANTS["short-deck"], 3, ToCome(board=3), seed)
    by_ranks = equities_of(spot)
    monkeypatch.setattr("railbird_server.rules.equity.MANY_TO_COME", 6)
    assert equities_of(spot) == by_ranks
    assert by_ranks.exact


def test_a_pack_that_does_not_hold_what_is_to_come_is_refused() -> None:
    gone = format_cards(PACK[:46])
    with pytest.raises(ValueError, match="More cards are to come"):
        equities_of(make_spot("holdem", "As Ks", "Qs Js", gone=gone, to_come=PREFLOP))


def test_one_hand_has_no_chance_to_speak_of() -> None:
    with pytest.raises(ValueError, match="two hands"):
        find_equities(make_spot("holdem", "As Ah", to_come=PREFLOP), random.Random(1))


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
    monkeypatch.setattr("railbird_server.rules.equity.MANY_TO_COME", 6)
    assert equities_of(divided) == by_ranks
    assert by_ranks.exact


@given(st.integers(1, 3), st.integers(6, 8), st.integers(0, 1000))
def test_two_hands_are_compared_over_all_pairs_without_a_common_card(size: int, cards: int, seed: int) -> None:
    dice = random.Random(seed)
    groups = list(combinations(range(cards), size))
    first, second = ([dice.randrange(5) for _ in groups] for _ in range(2))
    pairs = [
        (one, other)
        for one, mine in zip(first, groups, strict=True)
        for other, theirs in zip(second, groups, strict=True)
        if not set(mine) & set(theirs)
    ]
    stronger, equal = (sum(one > other for one, other in pairs), sum(one == other for one, other in pairs))
    assert compare_two(groups, first, second) == (stronger, equal, len(pairs) - stronger - equal)


def test_rows_of_two_cards_for_each_hand_are_counted_as_if_every_card_was_dealt_by_itself() -> None:
    unseen = parse_cards("Ks Kh Kd 9s 9h 4c 4d")
    classes = classes_of(unseen, [HIGH_SCALE], frozenset())
    ways = ways_to_deal(classes, 2)
    sums = [(sum(int(card.rank) for card in way.cards),) for way in ways]
    by_hand = Counter(
        (sum(int(card.rank) for card in first), sum(int(card.rank) for card in second))
        for first in combinations(unseen, 2)
        for second in combinations([card for card in unseen if card not in first], 2)
    )
    assert count_rows(classes, ways, [sums, sums]) == by_hand


def test_rows_are_counted_as_if_every_card_was_dealt_by_itself() -> None:
    unseen = parse_cards("Ks Kh Kd 9s 9h 4c")
    classes = classes_of(unseen, [HIGH_SCALE], frozenset())
    ways = ways_to_deal(classes, 1)
    by_rank = [(int(way.cards[0].rank),) for way in ways]
    rows = count_rows(classes, ways, [by_rank, by_rank, by_rank])
    assert rows == Counter(tuple(int(card.rank) for card in dealt) for dealt in permutations(unseen, 3))
