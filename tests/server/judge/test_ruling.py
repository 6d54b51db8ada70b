"""Rulings: the winners, their best hands and the clauses that decide."""

from __future__ import annotations

import random
from typing import Any

import pytest

from railbird_server.guide.pages import render_page
from railbird_server.guide.rulebook import load_rulebook
from railbird_server.judge import (
    Ruling,
    SideRuling,
    decided_by,
    parse_question,
    rule_on,
    ruling_page,
    variant_of,
)
from railbird_shared.game.cards import format_cards
from railbird_shared.game.game_rules import CircularOrder, LowestWild, Order, WildTiebreak
from railbird_shared.game.ranking import scale_of, winners
from railbird_shared.game.ranking_rules import WILD_SETS, RankingRules
from railbird_shared.game.variants import VARIANTS
from railbird_shared.protocol.events import Side
from support.reference_evaluator import hand_value


def ruling_of(
    *hands: str, board: str = "", pot: int = 0, game: str = "", options: dict[str, Any] | None = None
) -> Ruling:
    variant = variant_of(game, **(options or {}))
    return rule_on(parse_question(variant, hands, board, pot), load_rulebook())


def only_side(ruling: Ruling) -> SideRuling:
    [side] = ruling.sides
    return side


def test_the_best_five_of_seven_cards_win() -> None:
    ruling = ruling_of("As Kd", "Qh Qd", board="Kh Kc Qc 7d 2s", game="holdem")
    side = only_side(ruling)
    assert side.winners == (2,)
    best = side.hands[1]
    assert best.five == ("Qh", "Qd", "Qc", "Kh", "Kc")
    assert (best.category, best.ranks, best.words) == ("full_house", "QK", "queens full of kings")
    assert best.because == ("HR-16",)
    assert side.because == ("HR-5", "HR-3", "HR-6")


def test_a_description_names_kickers_only_if_they_decide() -> None:
    side = only_side(ruling_of("As 9d", "Kd 9h", board="Ac Kc 7d 3s 2h", game="holdem"))
    assert [worth.description for worth in side.hands] == ["pair of aces", "pair of kings"]
    side = only_side(ruling_of("Ah Jd", "As 9h", board="Ac Kc 7d 3s 2h", game="holdem"))
    assert side.hands[0].description == "pair of aces, king-jack kickers"


def test_tied_hands_share_the_pot_and_the_first_gets_the_odd_chip() -> None:
    ruling = ruling_of("As 9d", "Ah 9h", board="Ac Kc 7d 3s 2h", game="holdem", pot=101)
    assert only_side(ruling).winners == (1, 2)
    assert {"HR-8", "SD-15"} <= set(only_side(ruling).because)
    assert [(share.hand, share.chips, share.odd) for share in ruling.shares] == [(1, 51, 1), (2, 50, 0)]
    assert "SD-16" in ruling.shares[0].because


def test_without_a_qualifying_low_the_high_hand_takes_the_whole_pot() -> None:
    ruling = ruling_of("As 3d Kh Kd", "Ad 3c Jh Js", board="Th 9c 2c Qd Qs", game="omaha8", pot=100)
    high, low = ruling.sides
    assert (high.side, high.winners) == (Side.HIGH, (1,))
    assert (low.side, low.winners) == (Side.LOW, ())
    assert "SD-19" in low.because
    assert (low.hands[0].qualifies, low.hands[0].five, low.hands[0].words) == (False, (), "no low")
    assert [(share.hand, share.chips) for share in ruling.shares] == [(1, 100)]


def test_high_and_low_each_take_half_of_the_pot() -> None:
    ruling = ruling_of("As 3d Kh Kd", "Ad 3c Jh Js", board="8h 7c 2c Qd Qs", game="omaha8", pot=103)
    high, low = ruling.sides
    assert (high.winners, low.winners) == ((1,), (1, 2))
    assert {"VT-OM-2", "SD-18"} <= set(low.because)
    assert [(share.side, share.hand, share.chips) for share in ruling.shares] == [
        (Side.HIGH, 1, 52),
        (Side.LOW, 1, 26),
        (Side.LOW, 2, 25),
    ]


WILD = [
    ({"jokers": 1}, "Ah 9h 8h 5h X", ("Kh",), {"WC-4", "WC-7"}),
    ({"jokers": 1, "double_ace_flush": True}, "Ah 9h 8h 5h X", ("Ah",), {"WC-19"}),
    ({"jokers": 1}, "Ah Ac Ad As X", (), {"WC-5"}),
    ({"jokers": 1, "joker_role": "bug"}, "6c 6d 6h 6s X", (), {"WC-13"}),
    ({"jokers": 1, "joker_role": "bug"}, "Ah Ac Ad As X", (), {"WC-13", "WC-14"}),
    ({"wild": "deuces"}, "Kc Kd 2s 5h 9c", (), {"WC-4", "HR-23"}),
    ({"lowest_wild": "lowest-card"}, "Kc Kd 9s 5h 3c", (), {"WC-26"}),
    ({"lowest_wild": "lowest-concealed"}, "Kc Kd 9s / 5h 3c", (), {"WC-27"}),
    ({"lowest_wild": "lowest-card"}, "Kc Kd 9s 3h 3c", (), {"WC-26", "WC-30"}),
    ({"low": "27", "jokers": 1}, "6c 5d 4h 2s X", ("7",), {"LO-27"}),
    ({"low": "a5", "jokers": 1, "joker_role": "bug"}, "6c 5d 4h 2s X", ("A",), {"LO-30"}),
]


@pytest.mark.parametrize(("wishes", "hand", "stands_for", "because"), WILD)
def test_a_hand_with_wild_cards_names_what_they_stand_for_and_cites_clauses(
    wishes: dict[str, Any], hand: str, stands_for: tuple[str, ...], because: set[str]
) -> None:
    [worth] = only_side(ruling_of(hand, options=wishes)).hands
    played = [as_ for card, as_ in zip(worth.five, worth.played_as, strict=True) if card != as_]
    assert played
    assert all(as_.startswith(wanted) for as_, wanted in zip(played, stands_for, strict=False))
    assert because <= set(worth.because)


RULED = [
    ({"low": "a5"}, ("5c 4d 3h 2s Ac", "6c 4s 3d 2h Ad"), (1,), {"LO-1", "LO-4"}),
    ({"low": "27"}, ("7c 5d 4h 3s 2c", "Ac 5s 4d 3h 2d"), (1,), {"LO-8", "LO-9"}),
    ({"low": "a6"}, ("5c 4d 3h 2s Ac", "6c 4s 3d 2h Ad"), (2,), {"LO-14"}),
    ({"low": "badugi"}, ("Ac 2d 3h 4s", "Ad 2c 3s 3c"), (1,), {"VT-XX-2"}),
    ({"pack": 36, "flush_over_full": True}, ("6c 6d 6h 7s 7c", "Ah Kh 9h 8h 7h"), (2,), {"SK-5", "HR-6"}),
    ({"suit_tiebreak": 1}, ("As Kd 9h 8c 4c", "Ah Ks 9d 8d 4s"), (1,), {"SU-6", "SU-12"}),
    ({"jokers": 1, "wild_tiebreak": "natural-first"}, ("Ac Kd 9h 8c X", "As Ad Kc 9c 8d"), (2,), {"WC-21"}),
    ({"unbeatable": "greek", "pack": 36}, ("Ah Kh Qh Jh Th", "6c 6d 6h 6s 7s"), (2,), {"NU-10", "NU-12"}),
    ({}, ("8s 8h 6c 2d", "8c 8d 6s"), (1,), {"PH-4", "HR-7"}),
]


@pytest.mark.parametrize(("wishes", "hands", "winners", "because"), RULED)
def test_each_ranking_cites_the_clauses_that_decide(
    wishes: dict[str, Any], hands: tuple[str, ...], winners: tuple[int, ...], because: set[str]
) -> None:
    side = only_side(ruling_of(*hands, options=wishes))
    assert side.winners == winners
    assert because <= set(side.because)


CATEGORIES = [
    ("Ah Kh Qh Jh Th", "straight_flush", {"HR-10", "HR-11"}),
    ("5h 4h 3h 2h Ah", "straight_flush", {"HR-10", "HR-12"}),
    ("9c 9d 9h 9s 2c", "four_of_a_kind", {"HR-14"}),
    ("Ah 9h 8h 5h 2h", "flush", {"HR-17"}),
    ("5h 4h 3h 2h As", "straight", {"HR-19", "HR-21"}),
    ("9c 9d 8h 8s 2c", "two_pair", {"HR-24"}),
    ("9c 9d", "one_pair", {"HR-25", "PH-2"}),
    ("9c", "high_card", {"HR-26"}),
]


@pytest.mark.parametrize(("hand", "category", "because"), CATEGORIES)
def test_every_category_of_hand_cites_its_clauses(hand: str, category: str, because: set[str]) -> None:
    [worth] = only_side(ruling_of(hand)).hands
    assert worth.category == category
    assert because <= set(worth.because)


def test_a_hand_has_its_common_names_its_deciding_card_and_its_lowest_wild_cards() -> None:
    [worth] = only_side(ruling_of("9c 9s Kd 5h 2c", options={"suit_tiebreak": 2})).hands
    assert worth.names == ("pair of nines", "one pair", "pair")
    assert (worth.deciding_card, worth.lowest_wild) == ("9s", ())
    [worth] = only_side(ruling_of("9c 9s Kd 2h 2c", options={"lowest_wild": "lowest-card"})).hands
    assert (worth.deciding_card, worth.lowest_wild) == ("", ("2h", "2c"))


def test_the_clauses_on_short_hands_are_cited_only_in_a_comparison() -> None:
    assert only_side(ruling_of("9c 9d")).because == ("HR-5",)
    assert {"PH-3", "PH-4"} <= set(only_side(ruling_of("9c 9d", "9h 9s 2c")).because)


def test_the_ace_is_low_in_the_lowest_straight_of_a_stripped_pack() -> None:
    [worth] = only_side(ruling_of("9c 8d 7h 6s Ac", options={"pack": 36})).hands
    assert "SK-2" in worth.because


def test_a_ruling_has_the_text_of_every_clause_it_cites() -> None:
    ruling = ruling_of("As 3d Kh Kd", "Ad 3c Jh Js", board="8h 7c 2c Qd Qs", game="omaha8", pot=103)
    named = {clause for side in ruling.sides for clause in side.because}
    named |= {clause for share in ruling.shares for clause in share.because}
    named |= {clause for side in ruling.sides for worth in side.hands for clause in worth.because}
    assert set(ruling.clauses) == named
    assert all(ruling.clauses.values())


PLAIN = RankingRules()
FEWER_WILD = RankingRules(wild_cards=WILD_SETS["deuces"], wild_tiebreak=WildTiebreak.FEWER_WILD_FIRST)
MORE_WILD = RankingRules(wild_cards=WILD_SETS["deuces"], wild_tiebreak=WildTiebreak.MORE_WILD_FIRST)
NATURAL = RankingRules(jokers=2, wild_tiebreak=WildTiebreak.NATURAL_FIRST)
BOTH = RankingRules(jokers=2, wild_tiebreak=WildTiebreak.NATURAL_FIRST, suit_tiebreak=1)
ITALIAN = RankingRules(pack=40, unbeatable=CircularOrder.ITALIAN)
GREEK = RankingRules(unbeatable=CircularOrder.GREEK)
MINIMUM, MEDIUM, MAXIMUM = "8h 7h 6h 5h Ah", "9d 8d 7d 6d 5d", "Ac Kc Qc Jc Tc"

DECIDED = [
    (PLAIN, ["9c 9d 4h 3s 2c", "Ac Kd Qh Js 9s"], "one pair against high card"),
    (PLAIN, ["Kc Kd 9h 7s 4c", "Kh Ks 9d 7c 3d"], "four against three"),
    (PLAIN, ["Ac Kd 9h 7s 4c", "Kc Qd 9s 7c 4d", "Ad Qh 9d 7h 4h"], "king against queen"),
    (PLAIN, ["8s 8h 6c 2d", "8c 8d 6s"], "two against no card"),
    (PLAIN, ["Ac Kd 9h 7s 4c", "Ad Kc 9s 7c 4d"], ""),
    (PLAIN, ["Ac Kd 9h 7s 4c"], ""),
    (PLAIN, ["Ac Kd 9h 7s 4c", "Ad Kc 9s 7c 4d", "Ah Ks 9d 7d 3h"], "four against three"),
    (FEWER_WILD, ["Kc Kd 2h 7s 4c", "Ks 2c 2d 7d 4h"], "one wild card against two wild cards"),
    (FEWER_WILD, ["Kc Kd Kh 7s 4c", "Ks 2c 2d 7d 4h"], "a natural hand against one with two wild cards"),
    (MORE_WILD, ["Kc Kd Kh 7s 4c", "Ks Kd 2d 7d 4h"], "a natural hand against one with one wild card"),
    (MORE_WILD, ["Ks 2c 2d 7d 4h", "Kc Kd 2h 7s 4c"], "two wild cards against one wild card"),
    (NATURAL, ["Kc Kd 9h 7s 4c", "Ks X 9d 7d 4h"], "a natural hand against one with wild cards"),
    (BOTH, ["Kc Kd 9h 7s 4c", "Ks X 9d 7d 4h"], "a natural hand against one with wild cards"),
    (BOTH, ["Kh Ks 9h 7s 4c", "Kc Kd 9d 7d 4h"], "king of spades against king of diamonds"),
    (RankingRules(suit_tiebreak=3), ["4c 4d Ks 8s 2c", "4h 4s Kd 8h 2d"], "king of spades against king of diamonds"),
    (
        RankingRules(lowest_wild=LowestWild.CARD),
        ["Kh Kd 9c 5s 3d", "Ah Qd 9d 5c 2h"],
        "three of a kind against one pair",
    ),
    (ITALIAN, [MINIMUM, MAXIMUM], "eight-high straight flush against royal flush"),
    (ITALIAN, [MAXIMUM, MEDIUM], "ace against nine"),
    (ITALIAN, [MEDIUM, MINIMUM], "nine against eight"),
    (ITALIAN, [MINIMUM, MEDIUM, MAXIMUM, "Ac Ad Ah Ks Kd"], ""),
    (GREEK, ["Ah Kh Qh Jh Th", "As Ks Qs Js Ts"], "imperial flush against royal flush"),
    (GREEK, ["2c 2d 2h 2s Kd", "Ah Kh Qh Jh Th"], "four twos against imperial flush"),
    (RankingRules(order=Order.DEUCE_TO_SEVEN), ["8c 6d 4h 3s 2c", "8d 7d 4c 3c 2h"], "six against seven"),
    (
        RankingRules(order=Order.ACE_TO_FIVE, qualifier=8),
        ["8c 7d 6h 5s 4c", "9c 4d 3h 2s Ac"],
        "8-7-6-5-4 against no low",
    ),
    (RankingRules(order=Order.ACE_TO_FIVE, qualifier=8), ["9c 7d 6h 5s 4c", "9d 4d 3h 2s Ac"], ""),
    (
        RankingRules(order=Order.BADUGI),
        ["Kc Qd Jh Ts", "Ac 2d 3h 3s"],
        "K-Q-J-10 badugi against badugi of three: 3-2-A",
    ),
    (RankingRules(order=Order.BADUGI), ["8c 4d 3h 2s", "8d 5c 3s 2h"], "four against five"),
]


@pytest.mark.parametrize(("rules", "hands", "words"), DECIDED)
def test_the_deciding_difference_between_hands_is_named(rules: RankingRules, hands: list[str], words: str) -> None:
    values = [hand_value(hand, rules) for hand in hands]
    places = winners([value.strength for value in values], scale_of(rules))
    assert decided_by(values, [values[place] for place in places], rules) == words


def page_lines(*hands: str, board: str = "", pot: int = 0, options: dict[str, Any]) -> list[str]:
    """The page without the clauses, its empty lines left out."""
    ruling = rule_on(parse_question(variant_of(**options), hands, board, pot), load_rulebook())
    page = render_page(ruling_page(ruling), 100).partition("Because")[0]
    return [line for line in page.splitlines() if line]


def test_the_page_starts_with_the_winner_and_lists_the_best_five_of_every_hand() -> None:
    assert page_lines("As Kd", "Qh Qd", board="Kh Kc Qc 7d 2s", options={"game": "holdem"}) == [
        "Hand 2 wins: queens full of kings. Decided by full house against three of a kind.",
        "  1  As Kd  three kings: Kd Kh Kc As Qc",
        "* 2  Qh Qd  queens full of kings: Qh Qd Qc Kh Kc",
    ]


def test_a_short_page_has_the_answer_without_the_reasons() -> None:
    question = parse_question(variant_of("omaha8"), ["As 3d Kh Kd", "Ad 3c Jh Js"], "8h 7c 2c Qd Qs", 103)
    lines = render_page(ruling_page(rule_on(question, load_rulebook()), short=True), 100).splitlines()
    assert lines[0] == "High: hand 1 wins: kings and queens."
    assert lines[-1].startswith("Of 103 chips: hand 1 gets 52 for high;")
    assert len(lines) == 11


def test_a_split_pot_page_lists_both_winners_and_their_shares() -> None:
    board = "8h 7c 2c Qd Qs"
    told_lines = page_lines("As 3d Kh Kd", "Ad 3c Jh Js", board=board, pot=103, options={"game": "omaha8"})
    assert told_lines[0] == "High: hand 1 wins: kings and queens. Decided by king against queen."
    assert told_lines[3] == "Low: hands 1 and 2 share: 8-7-3-2-A."
    assert told_lines[-1] == (
        "Of 103 chips: hand 1 gets 52 for high; hand 1 gets 26 for low, 1 of it odd; hand 2 gets 25 for low."
    )


def test_a_page_without_a_qualifying_low_says_so() -> None:
    told_lines = page_lines("As 3d Kh Kd", board="Th 9c 2c Qd Qs", options={"game": "omaha8"})
    assert "Low: nobody has a hand for it." in told_lines


def test_a_wild_card_is_shown_with_the_card_it_stands_for() -> None:
    assert page_lines("Ah 9h 8h 5h X", options={"jokers": 1})[1].endswith("Ah X=Kh 9h 8h 5h")


def test_hands_that_beat_each_other_in_a_circle_share_the_pot() -> None:
    hands = ("As 5s 6s 7s 8s", "Th Jh Qh Kh Ah", "7d 8d 9d Td Jd")
    assert page_lines(*hands, options={"game": "italian-draw"})[0] == (
        "Hands 1, 2 and 3 share: eight-high straight flush / royal flush / jack-high straight flush."
    )


def test_an_incomplete_board_is_reported_with_the_cards_to_come() -> None:
    assert page_lines("As Kd", board="Kh Kc Qc", options={"game": "holdem"})[0] == "So far, with two cards to come:"


def test_each_hand_names_its_lowest_cards_if_they_are_wild() -> None:
    wishes = {"lowest_wild": "lowest-concealed"}
    assert page_lines("9c Ah Kd / 2s 7h 7d Jc", "3h 3s Kc / 2d 9d 9h Qc", options=wishes) == [
        "Hand 2 wins: three nines. Decided by nine against seven.",
        "  1  9c Ah Kd 2s 7h 7d Jc  three sevens: 7h 7d 9c=7s Ah Kd (lowest: 9c)",
        "* 2  3h 3s Kc 2d 9d 9h Qc  three nines: 9d 9h 3h=9s Kc Qc (lowest: 3h 3s)",
    ]


@pytest.mark.parametrize("game", sorted(VARIANTS))
def test_every_side_and_share_of_a_ruling_cites_clauses(game: str) -> None:
    variant = VARIANTS[game]
    size = sum(street.down + street.up - street.discard for street in variant.streets)
    on_board = sum(street.board for street in variant.streets)
    chance = random.Random(game)
    for _ in range(20):
        pack = chance.sample(variant.pack, len(variant.pack))
        board, rest = pack[:on_board], pack[on_board:]
        hands = [format_cards(rest[size * seat :][:size]) for seat in range(3)]
        ruling = rule_on(parse_question(variant, hands, format_cards(board), 1001), load_rulebook())
        assert sum(share.chips for share in ruling.shares) == 1001
        for side in ruling.sides:
            assert side.because
            assert all(clause in ruling.clauses for clause in side.because)
            for worth in side.hands:
                assert all(clause in ruling.clauses for clause in worth.because)
                assert worth.wins is (worth.hand in side.winners)
        assert all(share.because for share in ruling.shares)
