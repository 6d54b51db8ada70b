"""House rules described in sentences."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings

from railbird_shared.game.announced_game import Structure
from railbird_shared.game.facts import pack_facts, variant_facts
from railbird_shared.game.game_rules import BadSetup, HighOrLow, LowestWild, OddChip, WildScope, WildTiebreak
from railbird_shared.game.ranking_rules import WILD_SETS, RankingRules
from railbird_shared.game.variants import VARIANTS
from railbird_shared.house.describe import (
    GUIDE_SUBJECTS,
    SUBJECTS,
    differences,
    house_sentences,
    summary,
    variant_note,
)
from railbird_shared.house.house_rules import (
    CASINO,
    Charge,
    DiscardLimit,
    DrawForcedBets,
    FirstAfterDraw,
    HiLoDeclare,
    HouseRules,
    LowScale,
    StudStart,
)
from railbird_shared.house.rule import rules_of
from support.examples import examples
from support.house_builders import HouseHandCase, house_hand_cases

CLAUSE = re.compile(r"\b(?:VT-(?:[A-Z0-9]{2})-\d+|[A-Z]{2}-\d+|SIMPLE-\d+)\b")


def differences_of(house: HouseRules, game: str = "five-card-draw") -> tuple[str, ...]:
    return differences(house, VARIANTS[game])


@pytest.mark.parametrize("game", VARIANTS)
def test_the_casino_differs_from_itself_in_nothing(game: str) -> None:
    assert differences(CASINO, VARIANTS[game]) == ()


@settings(max_examples=examples(300))
@given(house_hand_cases)
def test_every_fact_is_one_sentence_that_names_its_clause(deal: HouseHandCase) -> None:
    try:
        house, _ = deal.house_and_variant()
    except BadSetup:
        return
    for sentence in house_sentences(house, VARIANTS[deal.game]).values():
        assert sentence[0].isupper()
        assert sentence.endswith(").")
        assert CLAUSE.search(sentence)
        assert "\n" not in sentence


@settings(max_examples=examples(300))
@given(house_hand_cases)
def test_every_sentence_has_a_known_subject(deal: HouseHandCase) -> None:
    try:
        house, _ = deal.house_and_variant()
    except BadSetup:
        return
    assert house_sentences(house, VARIANTS[deal.game]).keys() <= set(SUBJECTS)


def test_every_rule_is_told_in_one_place() -> None:
    in_games = {each.subject for variant in VARIANTS.values() for each in variant_facts(variant)}
    for rule in rules_of(HouseRules).values():
        assert set(rule.subjects) <= set(SUBJECTS), rule.name
        assert not rule.spec.told or (rule.subjects == (rule.name,) and rule.name not in in_games), rule.name


def test_every_fact_of_the_games_is_told_but_those_left_to_the_guide() -> None:
    told = {each.subject for variant in VARIANTS.values() for each in variant_facts(variant)}
    several = {each.subject for each in pack_facts(RankingRules(packs=2))}
    assert (told | several) - set(SUBJECTS) == GUIDE_SUBJECTS


@pytest.mark.parametrize(
    ("chosen", "game", "sentence"),
    [
        (HouseRules(min_buy_in_multiple=10), "holdem", "A buy-in is of 10 minimum bets or more (AI-14)."),
        (HouseRules(min_buy_in_multiple=20, pack=36), "holdem", "The pack has 36 cards, from the six up (SK-1)."),
    ],
)
def test_only_what_differs_is_listed(chosen: HouseRules, game: str, sentence: str) -> None:
    assert differences_of(chosen, game) == (sentence,)


def test_differences_name_wild_cards_and_how_they_break_ties() -> None:  # HS-6, WC-25
    house = HouseRules(
        min_buy_in_multiple=20, wild_ranks="deuces", jokers=1, wild_tiebreak=WildTiebreak.FEWER_WILD_FIRST
    )
    assert differences_of(house) == (
        "One joker is added, to stand for an ace or to complete a straight or flush (WC-13).",
        "Deuces are wild (WC-2).",
        "A wild card stands for no card that the hand holds, but in five of a kind (WC-4, WC-5).",
        "Of equal hands the one with fewer wild cards wins (WC-22).",
    )


def test_wild_cards_that_the_table_names_are_listed() -> None:  # HS-7
    assert "Wild are Kh 3s 3h 3d 3c (WC-4)." in differences_of(HouseRules(wild_ranks="3 Kh"))
    lowest = HouseRules(wild_ranks="lowest-concealed", lowest_wild_scope=WildScope.ALL_OF_RANK)
    words = "Each player's lowest card dealt face down is wild and all others of its rank with it (WC-27, WC-30)."
    assert words in differences_of(lowest, "seven-card-stud")


def test_every_change_to_a_game_is_listed() -> None:
    house = HouseRules(
        played=HighOrLow.HI_LO,
        low_scale=LowScale.ACE_TO_SIX,
        hilo_declare=HiLoDeclare.DECLARE,
        structure=Structure.POT,
        rake=Charge.PERCENT,
        straddles=2,
    )
    sentences = differences_of(house, "holdem")
    for words in ("share each pot", "ace to six", "always paid", "pot-limit", "declare for high", "5 % of", "Up to 2"):
        assert any(words in sentence for sentence in sentences), words


@pytest.mark.parametrize(
    ("chosen", "game", "sentence"),
    [
        (
            HouseRules(jokers=1),
            "lowball",
            "One joker is added, as the bug, which in a low hand may be any card (LO-30).",
        ),
        (HouseRules(jokers=2), "razz", "Two jokers are added, to stand for any card (LO-27)."),
        (HouseRules(a6_aces_high_pair=True), "lowball-a6", "A pair of aces is the highest pair (LO-19)."),
        (
            HouseRules(discard_limit=DiscardLimit.THREE_OR_FOUR_WITH_ACE),
            "badugi",
            "Three cards may be drawn (VT-5D-11).",
        ),
        (
            HouseRules(opener_first_round2=FirstAfterDraw.LEFT_OF_BUTTON),
            "five-card-draw",
            "The round after a draw begins with the player left of the button (VT-5D-9).",
        ),
        (HouseRules(burn=False), "holdem", "No card is burned before any later street (DL-17)."),
        (
            HouseRules(stud_start=StudStart.HIGH_CARD),
            "stud8",
            "Antes start the hand, and the highest upcard begins (VT-S7-2).",
        ),
        (
            HouseRules(stud_start=StudStart.LOW_BRING_IN),
            "five-card-stud",
            "Antes and a bring-in by the lowest upcard start the hand (VT-S7-3).",
        ),
        (
            HouseRules(ante=0),
            "five-card-stud",
            "The highest upcard has to open, as there are no antes (VT-S5-3).",
        ),
        (HouseRules(ante=0), "razz", "A bring-in by the highest upcard starts the hand, without antes (VT-RZ-2)."),
        (
            HouseRules(odd_chip=OddChip.POSITION),
            "razz",
            "An odd chip goes to the first winner left of the button (SD-16).",
        ),
        (HouseRules(runs=2), "holdem", "When all are all-in, the rest is dealt twice if all agree (SD-26)."),
        (HouseRules(straddles=1), "holdem", "The player left of the big blind may straddle (BT-43)."),
        (
            HouseRules(rake=Charge.PERCENT, rake_cap=1),
            "holdem",
            "The house takes 5 % of a pot, of a hand at most 1 chip (AI-17).",
        ),
        (
            HouseRules(played=HighOrLow.HI_LO),
            "holdem",
            "Nobody declares for high or low: the cards speak (SD-21).",
        ),
    ],
)
def test_a_setting_is_described_in_the_words_of_players(chosen: HouseRules, game: str, sentence: str) -> None:
    assert sentence in differences_of(chosen, game)


def test_a_wild_card_in_a_low_hand_is_no_fifth_of_a_kind() -> None:  # LO-27, LO-30
    sentences = differences_of(HouseRules(wild_ranks="deuces"), "razz")
    assert any("makes it lowest" in sentence for sentence in sentences)
    assert not any("five of a kind" in sentence for sentence in sentences)
    both = differences_of(HouseRules(wild_ranks="deuces"), "stud8")
    assert any("makes it lowest" in sentence for sentence in both)
    assert any("five of a kind" in sentence for sentence in both)


@pytest.mark.parametrize(
    ("chosen", "game"),
    [
        (HouseRules(played=HighOrLow.HIGH), "razz"),
        (HouseRules(draw_bets=DrawForcedBets.BLINDS), "five-card-draw"),
    ],
)
def test_expected_facts_of_a_changed_game_are_not_listed(chosen: HouseRules, game: str) -> None:
    sentences = differences_of(chosen, game)
    assert not any("royal flush" in sentence or "straddles" in sentence for sentence in sentences)


def test_odd_chips_of_the_classroom_go_by_seats() -> None:  # SIMPLE-19
    assert house_sentences(CASINO, VARIANTS["classroom"])["odd_chip"].endswith("lowest seat (SIMPLE-19).")


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("old-poker", "Straights and flushes do not count (SK-8)."),
        ("joker-draw", "One joker is added"),
        ("bug-draw", "an ace or to complete"),
        ("short-deck", "A flush ranks above a full house"),
        ("italian-draw", "The lowest straight flush beats the highest"),
    ],
)
def test_the_summary_names_the_wild_cards_and_packs_of_the_game_itself(game: str, words: str) -> None:  # WC-31, SU-14
    assert any(words in sentence for sentence in summary(CASINO, VARIANTS[game]))


@pytest.mark.parametrize("game", ["holdem", "razz", "five-card-draw"])
def test_the_summary_of_an_unchanged_game_is_empty(game: str) -> None:
    assert summary(CASINO, VARIANTS[game]) == ()


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (RankingRules(wild_cards=WILD_SETS["deuces"]), ""),
        (RankingRules(), "nothing wild"),
        (RankingRules(lowest_wild=LowestWild.CARD), "nothing wild, lowest card wild"),
    ],
)
def test_the_note_of_a_game_with_wild_cards_names_the_difference(rules: RankingRules, words: str) -> None:
    assert variant_note(rules, RankingRules(wild_cards=WILD_SETS["deuces"])) == words


def test_lowest_cards_that_are_always_wild_are_not_noted() -> None:
    assert variant_note(RankingRules(lowest_wild=LowestWild.CARD), RankingRules(lowest_wild=LowestWild.CARD)) == ""
